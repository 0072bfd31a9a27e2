"""A line of the log: a record as JSON.

No line, at any level, holds anything that a client sent. It has the route of a request, never the path. It has the
class and the traceback of an exception, never the message, which may quote a seed.
"""

import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
from environs import EnvError

_STARTUP_ERRORS = (EnvError, ImportError)
"""Raised before the first request, so that their messages are safe."""
_ROOT = f"{Path(__file__).parents[1]}/"


class JsonFormatter(logging.Formatter):
    """Format a record as one line of JSON: its message and error, or for a response its attribute `members`."""

    def format(self, record: logging.LogRecord) -> str:
        created = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "time": created.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "pid": record.process,
        }
        members = getattr(record, "members", None)
        if members is not None:
            return orjson.dumps(line | members).decode()
        line["message"] = _message(record)
        if record.exc_info and record.exc_info[1]:
            line["error"] = _error(record.exc_info[1])
        return orjson.dumps(line, default=str).decode()


def _message(record: logging.LogRecord) -> str:
    """Return the message of a record with the class name of each exception in place of the exception's text."""
    if isinstance(record.msg, BaseException):
        return type(record.msg).__name__
    if isinstance(record.args, tuple):
        record.args = tuple(
            type(arg).__name__ if isinstance(arg, BaseException) else arg
            for arg in record.args
        )
    return record.getMessage()


def _error(error: BaseException) -> dict[str, Any]:
    """Return the class and the traceback of an error and its causes, without messages that a client may influence."""
    frames = [
        f"{frame.filename.removeprefix(_ROOT)}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    members: dict[str, Any] = {
        "type": f"{type(error).__module__}.{type(error).__qualname__}",
        "traceback": frames,
    }
    if isinstance(error, _STARTUP_ERRORS):
        members["message"] = str(error)
    cause = error.__cause__
    if cause is None and not error.__suppress_context__:
        cause = error.__context__
    if cause is not None:
        members["cause"] = _error(cause)
    return members


def write_line(level: int, message: str) -> None:
    """Write a line of the log to standard error, where no logger is there yet."""
    record = logging.LogRecord("start", level, "", 0, message, None, None)
    print(JsonFormatter().format(record), file=sys.stderr)

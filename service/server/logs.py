"""The log: a line of JSON for each thing that happens, and for each request, if that is wanted.

Nothing that a client asks stands in it, at any level: of a request there is the rule that its path fits, and of an
exception its type and where it was raised, because its message may hold what was asked.
"""

import logging
import sys
import traceback
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
from environs import EnvError
from gunicorn.glogging import Logger

from service.api.http.request_context import Seen, method_of, seen, trace_id, written

_HARMLESS = (EnvError, ImportError)  # raised at the start, where nobody has asked anything yet
_ROOT = f"{Path(__file__).parents[2]}/"


class Lines(logging.Formatter):
    """Writes a record as a line of JSON: `members` are those of the request that it tells of, if it is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "pid": record.process,
        }
        if (members := getattr(record, "members", None)) is not None:
            return orjson.dumps(line | members).decode()
        line["message"] = _message(record)
        if record.exc_info and record.exc_info[1]:
            line["error"] = _error(record.exc_info[1])
        return orjson.dumps(line, default=str).decode()


def _message(record: logging.LogRecord) -> str:
    """The message, in which exceptions are told by their type alone."""
    if isinstance(record.msg, BaseException):
        return type(record.msg).__name__
    if isinstance(record.args, tuple):
        record.args = tuple(type(arg).__name__ if isinstance(arg, BaseException) else arg for arg in record.args)
    return record.getMessage()


def _error(error: BaseException) -> dict[str, Any]:
    """What was raised, and where; not what it says."""
    places = [
        f"{frame.filename.removeprefix(_ROOT)}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    told: dict[str, Any] = {"type": f"{type(error).__module__}.{type(error).__qualname__}", "traceback": places}
    if isinstance(error, _HARMLESS):
        told["message"] = str(error)
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return told if cause is None else told | {"cause": _error(cause)}


class JsonLogger(Logger):  # type: ignore[misc]
    """gunicorn's logger, whose lines, and those of everything else in the process, are JSON."""

    def setup(self, cfg: Any) -> None:
        """Set up what gunicorn logs to, and the same for the application and for warnings."""
        super().setup(cfg)
        self.tracer: Any = None
        lines = Lines()
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            handler.setFormatter(lines)
        others = logging.StreamHandler(sys.stderr)
        others.setFormatter(lines)
        logging.basicConfig(level=self.loglevel, handlers=[others], force=True)
        logging.captureWarnings(capture=True)

    def exception(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """What gunicorn calls when something was raised: a client that it waited for in vain is no error of ours."""
        if isinstance(sys.exc_info()[1], BlockingIOError):
            self.debug("A client was too slow.")
        else:
            super().exception(msg, *args, **kwargs)

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:  # noqa: ARG002
        """What gunicorn calls when a request is answered: count it, and log it if that is wanted."""
        if (found := seen(environ)) is not None:
            parent = environ.get("HTTP_TRACEPARENT")
            self.answered(
                found, environ["REQUEST_METHOD"], resp.status_code, resp.sent, request_time.total_seconds(), parent
            )

    def answered(
        self, found: Seen, method: str, status: int, sent: int, seconds: float | None, parent: str | None = None
    ) -> None:
        """Count, log and trace an answer: `sent` are the bytes of its body, `parent` is the request's traceparent."""
        method = method_of(method)
        found.stats.record_response(found.route, method, status, found.problem, seconds)
        if self.tracer is not None:
            self.tracer.answered(found, method, status, seconds or 0, parent)
        if self.access_log_enabled:
            members = {
                "request_id": found.request_id,
                "trace_id": trace_id(parent),
                "method": method,
                "route": written(found.route),
                "status": status,
                "bytes": sent,
                "duration_ms": None if seconds is None else round(seconds * 1000, 3),
                "problem": found.problem or None,
            }
            self.access_log.info("", extra={"members": members})

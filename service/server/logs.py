"""The log: one line of JSON per event, and per response if ACCESS_LOG is set.

No line, at any level, holds anything that a client sent. It has the route of a request, never the path. It has the
class and the traceback of an exception, never the message, which may quote a seed.
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

from service.api.http.request_context import RequestContext, context_of, method_label, route_label, trace_id
from service.api.http.stats import Stats

_STARTUP_ERRORS = (EnvError, ImportError)  # raised before the first request, so their messages are safe
_ROOT = f"{Path(__file__).parents[2]}/"


class JsonFormatter(logging.Formatter):
    """Format a record as one line of JSON: its message and error, or for a response its attribute `members`."""

    def format(self, record: logging.LogRecord) -> str:
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
    """Return the message of a record with the class name of each exception in place of the exception's text."""
    if isinstance(record.msg, BaseException):
        return type(record.msg).__name__
    if isinstance(record.args, tuple):
        record.args = tuple(type(arg).__name__ if isinstance(arg, BaseException) else arg for arg in record.args)
    return record.getMessage()


def _error(error: BaseException) -> dict[str, Any]:
    """Return the class and the traceback of an error and its causes, without messages that a client may influence."""
    frames = [
        f"{frame.filename.removeprefix(_ROOT)}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    members: dict[str, Any] = {"type": f"{type(error).__module__}.{type(error).__qualname__}", "traceback": frames}
    if isinstance(error, _STARTUP_ERRORS):
        members["message"] = str(error)
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return members if cause is None else members | {"cause": _error(cause)}


class JsonLogger(Logger):  # type: ignore[misc]
    """A logger for gunicorn that writes JSON lines, and makes the root logger write them too."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.tracer: Any = None
        self.stats: Stats | None = None
        formatter = JsonFormatter()
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            handler.setFormatter(formatter)
        root = logging.StreamHandler(sys.stderr)
        root.setFormatter(formatter)
        logging.basicConfig(level=self.loglevel, handlers=[root], force=True)
        logging.captureWarnings(capture=True)

    def exception(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """Log the current exception. A socket timeout is logged at debug level: a slow client is no error."""
        if isinstance(sys.exc_info()[1], BlockingIOError | TimeoutError):
            self.debug("A client was too slow.")
        else:
            super().exception(msg, *args, **kwargs)

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:  # noqa: ARG002
        """Count, trace and log a response that gunicorn sent, if the request reached the application."""
        if (context := context_of(environ)) is not None:
            parent = environ.get("HTTP_TRACEPARENT")
            self.log_response(
                context, environ["REQUEST_METHOD"], resp.status_code, resp.sent, request_time.total_seconds(), parent
            )

    def log_response(
        self, context: RequestContext, method: str, status: int, size: int, seconds: float | None, parent: str | None
    ) -> None:
        """Count, trace and log a response: `size` is the bytes of its body, `parent` the request's traceparent."""
        method = method_label(method)
        if self.stats is not None:
            self.stats.record_response(context.route, method, status, context.problem, seconds)
        if self.tracer is not None:
            self.tracer.record_span(context, method, status, seconds or 0, parent)
        if self.access_log_enabled:
            members = {
                "request_id": context.request_id,
                "trace_id": trace_id(parent),
                "method": method,
                "route": route_label(context.route),
                "status": status,
                "bytes": size,
                "duration_ms": None if seconds is None else round(seconds * 1000, 3),
                "problem": context.problem or None,
            }
            self.access_log.info("", extra={"members": members})

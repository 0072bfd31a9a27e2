"""The log: one line of JSON per event, and per response if ACCESS_LOG is set.

A thread writes the lines of a worker, so that a reader that stops reading stops no request.

No line, at any level, holds anything that a client sent. It has the route of a request, never the path. It has the
class and the traceback of an exception, never the message, which may quote a seed.
"""

import logging
import select
import sys
import time
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from queue import Full, Queue
from threading import Thread
from typing import Any

import orjson
from environs import EnvError
from gunicorn.glogging import Logger

from .interfaces import Counts, Labels
from .tracing import Tracer, trace_id

_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST"})
_STARTUP_ERRORS = (
    EnvError,
    ImportError,
)  # raised before the first request, so their messages are safe
_MAX_QUEUED = 10_000  # lines
_STOP_SECONDS = 3
STUCK_SECONDS = 5
_LOST = "%d lines of this log were lost: nobody read them."
_ROOT = f"{Path(__file__).parents[2]}/"


class JsonFormatter(logging.Formatter):
    """Format a record as one line of JSON: its message and error, or for a response its attribute `members`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(
                timespec="milliseconds"
            ),
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
    cause = error.__cause__ or (
        None if error.__suppress_context__ else error.__context__
    )
    return members if cause is None else members | {"cause": _error(cause)}


class BoundedHandler(logging.Handler):
    """A handler that never blocks: it loses lines while nobody reads them, counts them, and later logs their number.

    `start` creates the thread that writes. Before, each line is written at once if the stream takes it: the thread of a
    master would not survive the fork of its workers.
    """

    def __init__(self, target: logging.StreamHandler[Any]) -> None:
        super().__init__()
        self._target = target
        self._queue: Queue[logging.LogRecord | None] | None = None
        self._untold = 0
        self._writing_since: float | None = None
        self.lost = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Queue or write a record, or count it as lost."""
        try:
            if self._queue is not None:
                self._queue.put_nowait(record)
            elif self._is_writable():
                self._write(record)
            else:
                raise Full
        except Full:
            self.lost += 1
            self._untold += 1

    def _is_writable(self) -> bool:
        try:
            return bool(select.select([], [self._target.stream], [], 0)[1])
        except (OSError, ValueError):  # a stream without a file descriptor
            return True

    def start(self) -> None:
        """Let a thread write from now on."""
        self._queue = Queue(_MAX_QUEUED)
        self._thread = Thread(target=self._write_all, args=(self._queue,), daemon=True)
        self._thread.start()

    def stop(self) -> bool:
        """Write the lines that are queued, for three seconds at most, and return whether all are written."""
        queue, self._queue = self._queue, None
        if queue is not None:
            with suppress(Full):
                queue.put_nowait(None)
            self._thread.join(_STOP_SECONDS if queue.qsize() < _MAX_QUEUED else 0)
        return queue is None or not self._thread.is_alive()

    def _write_all(self, queue: Queue[logging.LogRecord | None]) -> None:
        while (record := queue.get()) is not None:
            self._write(record)

    @property
    def is_stuck(self) -> bool:
        """Return whether the stream has not taken its next line for some seconds."""
        since = self._writing_since
        return since is not None and time.monotonic() - since >= STUCK_SECONDS

    def _write(self, record: logging.LogRecord) -> None:
        self._writing_since = time.monotonic()
        self._target.handle(record)
        self._writing_since = None
        if lost := self._untold:
            self._untold -= lost
            self._target.handle(
                logging.LogRecord(
                    record.name, logging.WARNING, "", 0, _LOST, (lost,), None
                )
            )


class JsonLogger(Logger):  # type: ignore[misc]
    """A logger for gunicorn that writes JSON lines, and makes the root logger write them too."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.tracer: Tracer | None = None
        self.counts: Counts | None = None
        self._bounded: list[BoundedHandler] = []
        formatter = JsonFormatter()
        for log in (self.error_log, self.access_log):
            for handler in list(log.handlers):
                handler.setFormatter(formatter)
                if (
                    type(handler) is logging.StreamHandler
                ):  # a file is no reader that stops
                    log.removeHandler(handler)
                    log.addHandler(self._bound(handler))
        root = logging.StreamHandler(sys.stderr)
        root.setFormatter(formatter)
        logging.basicConfig(
            level=self.loglevel, handlers=[self._bound(root)], force=True
        )
        logging.captureWarnings(capture=True)

    def _bound(self, handler: logging.StreamHandler[Any]) -> BoundedHandler:
        bounded = BoundedHandler(handler)
        bounded._gunicorn = True  # type: ignore[attr-defined]  # gunicorn removes it when its settings are read again
        self._bounded.append(bounded)
        return bounded

    def start(self, counts: Counts, tracer: Tracer | None) -> None:
        """Count and trace responses from now on, and let threads write the lines."""
        self.counts = counts
        self.tracer = tracer
        for handler in self._bounded:
            handler.start()

    def stop(self) -> bool:
        """Export the last spans and write the last lines, for a few seconds; return whether all lines are written."""
        if self.tracer is not None and not self.tracer.stop():
            self.warning("The last spans were not sent: the collector does not respond")
        stopped = [handler.stop() for handler in self._bounded]
        return all(stopped)

    @property
    def lost_lines(self) -> int:
        """Return the number of lines that were not written because nobody read them."""
        return sum(handler.lost for handler in self._bounded)

    @property
    def is_stuck(self) -> bool:
        """Return whether nobody reads the log, or a part of it."""
        return any(handler.is_stuck for handler in self._bounded)

    def log_response(
        self,
        labels: Labels,
        method: str,
        status: int,
        size: int,
        seconds: float | None = None,
        waited: float | None = None,
        parent: str | None = None,
        *,
        is_complete: bool = True,
    ) -> None:
        """Count, trace and log a response.

        `size` is the bytes of its body, `seconds` the time since the request arrived, `waited` the part of it before
        the application was called, and `parent` the request's traceparent. A response that is not complete was cut off.
        """
        method = method if method in _METHODS else "other"  # clients may send anything
        if self.counts is not None:
            self.counts.record_response(labels, method, status, seconds, waited)
        if self.tracer is not None:
            self.tracer.record_span(labels, method, status, seconds or 0, parent)
        if self.access_log_enabled:
            members = {
                "request_id": labels.request_id,
                "trace_id": trace_id(parent),
                "method": method,
                "route": labels.route,
                "status": status,
                "bytes": size,
                "complete": is_complete,
                "duration_ms": None if seconds is None else round(seconds * 1000, 3),
                "wait_ms": None if waited is None else round(waited * 1000, 3),
                "problem": labels.problem or None,
            }
            self.access_log.info("", extra={"members": members})

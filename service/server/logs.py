"""The log: one line of JSON per event, and per response if ACCESS_LOG is set.

A thread writes the lines of a worker, so that a reader that stops reading stops no request.
"""

import logging
import select
import sys
import time
from contextlib import suppress
from queue import Full, Queue
from threading import Thread
from typing import Any

from gunicorn.glogging import Logger

from ..log_lines import JsonFormatter
from .interfaces import RequestLabels, WorkerCounts
from .tracing import Tracer, trace_id

_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST"})
_MAX_QUEUED = 10_000  # lines
_STOP_SECONDS = 3
STUCK_SECONDS = 5
_LOST = "%d lines of this log were lost: nobody read them."


class BoundedHandler(logging.Handler):
    """A handler that never blocks: it loses lines while nobody reads them, counts them, and later logs their number.

    `start` creates the thread that writes. Before, each line is written at once if the stream takes it: the thread of a
    master would not survive the fork of its workers.
    """

    def __init__(self, target: logging.StreamHandler[Any]) -> None:
        super().__init__()
        self.lost = 0  # lines
        self._target = target
        # What the thread writes, and None as its end; no queue while lines are written at once.
        self._queue: Queue[logging.LogRecord | None] | None = None
        self._untold = 0  # lost lines that no line of the log tells yet
        # The time at which the stream was given a line that it has not taken, by the monotonic clock.
        self._writing_since: float | None = None

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
        """Return whether the stream takes a line now."""
        try:
            _, writable, _ = select.select([], [self._target.stream], [], 0)
        except (OSError, ValueError):  # a stream without a file descriptor
            return True
        return bool(writable)

    def start(self) -> None:
        """Let a thread write from now on."""
        self._queue = Queue(_MAX_QUEUED)
        self._thread = Thread(target=self._write_all, args=(self._queue,), daemon=True)
        self._thread.start()

    def stop(self) -> bool:
        """Write the lines that are queued, for three seconds at most, and return whether all are written."""
        queue = self._queue
        self._queue = None
        if queue is None:
            return True
        with suppress(Full):
            queue.put_nowait(None)
        self._thread.join(_STOP_SECONDS if queue.qsize() < _MAX_QUEUED else 0)
        return not self._thread.is_alive()

    def _write_all(self, queue: Queue[logging.LogRecord | None]) -> None:
        while (record := queue.get()) is not None:
            self._write(record)

    @property
    def is_stuck(self) -> bool:
        """Return whether the stream has not taken its next line for some seconds."""
        since = self._writing_since
        return since is not None and time.monotonic() - since >= STUCK_SECONDS

    def _write(self, record: logging.LogRecord) -> None:
        """Write a line, and after it how many were lost since the last that told it."""
        self._writing_since = time.monotonic()
        self._target.handle(record)
        self._writing_since = None
        lost = self._untold
        if lost:
            self._untold -= lost  # another thread may have lost more
            warning = logging.LogRecord(
                record.name, logging.WARNING, "", 0, _LOST, (lost,), None
            )
            self._target.handle(warning)


class JsonLogger(Logger):  # type: ignore[misc]
    """A logger for gunicorn that writes JSON lines, and makes the root logger write them too."""

    def setup(self, cfg: Any) -> None:
        """Let gunicorn's two logs and the root logger write JSON; gunicorn calls this once it has its settings."""
        super().setup(cfg)
        self.tracer: Tracer | None = None
        self.counts: WorkerCounts | None = None
        self._bounded: list[BoundedHandler] = []  # all handlers whose reader may stop
        formatter = JsonFormatter()
        for log in (self.error_log, self.access_log):
            for handler in list(log.handlers):
                handler.setFormatter(formatter)
                # Not of a subclass: a file is no reader that stops.
                if type(handler) is logging.StreamHandler:
                    log.removeHandler(handler)
                    log.addHandler(self._bound(handler))
        root_handler = logging.StreamHandler(sys.stderr)
        root_handler.setFormatter(formatter)
        handlers = [self._bound(root_handler)]
        logging.basicConfig(level=self.loglevel, handlers=handlers, force=True)
        logging.captureWarnings(capture=True)

    def _bound(self, handler: logging.StreamHandler[Any]) -> BoundedHandler:
        """Return a handler that writes as this one does, without blocking."""
        bounded = BoundedHandler(handler)
        bounded._gunicorn = True  # type: ignore[attr-defined]  # gunicorn removes it when its settings are read again
        self._bounded.append(bounded)
        return bounded

    def start(self, counts: WorkerCounts, tracer: Tracer | None) -> None:
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
        labels: RequestLabels,
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
        A method of no endpoint, such as "BREW", is logged as "other".
        """
        if method not in _METHODS:  # clients may send anything
            method = "other"
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
                "duration_ms": _to_milliseconds(seconds),
                "wait_ms": _to_milliseconds(waited),
                "problem": labels.problem or None,
            }
            self.access_log.info("", extra={"members": members})


def _to_milliseconds(seconds: float | None) -> float | None:
    """Return a duration in milliseconds with three decimals; None if it is not known."""
    return None if seconds is None else round(seconds * 1000, 3)

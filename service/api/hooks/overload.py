"""Requests that have waited too long for a thread, and are told to come again: their clients may have given up."""

from contextvars import ContextVar

from flask import Flask, request

from service.api.http.problems import Busy

PROBES = ("livez", "readyz", "metrics")
"""The paths that tell how the process is, which are answered however long it took."""

has_waited: ContextVar[float] = ContextVar("has_waited", default=0.0)
"""Seconds for which the request of this thread has waited for it."""

_RETRY_AFTER = 1  # seconds
_ENDPOINTS = frozenset(f"operations.{probe}" for probe in PROBES)


def refuse_late(app: Flask, most: float) -> None:
    """Refuse requests that have waited for more than so many seconds."""
    sentence = "All threads were at work for too long. Ask again, or another replica."

    @app.before_request
    def refuse() -> None:
        if has_waited.get() > most and request.endpoint not in _ENDPOINTS:
            raise Busy(sentence, _RETRY_AFTER)

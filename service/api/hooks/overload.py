"""Refuse requests that have waited too long for a thread: their clients may have given up.

The proxy says in `X-Request-Start` when it received a request, in the convention of Heroku and New Relic: seconds,
milliseconds or microseconds since 1970, with or without `t=` before them.
"""

import re
import time

from flask import request

from service.api.http.problems import Busy

PROBES = ("livez", "readyz", "metrics")
"""Paths that report the state of the process, and are answered however long they waited."""

_RETRY_AFTER = 1  # seconds
_ENDPOINTS = frozenset(f"operations.{probe}" for probe in PROBES)
_START = re.compile(r"(?:t=)?(\d{1,16}(?:\.\d{1,9})?)")
_MAX_SECONDS, _MAX_MILLISECONDS = 10**11, 10**14  # larger numbers are of the next unit


def check_wait(start: str, max_wait: float) -> None:
    """Raise `Busy` for a request that a proxy received more than `max_wait` seconds ago; probes are exempt."""
    if seconds_since(start) > max_wait and request.endpoint not in _ENDPOINTS:
        raise Busy("All threads were at work for too long. Ask again, or another replica.", _RETRY_AFTER)


def seconds_since(start: str) -> float:
    """Return the seconds since the time in an `X-Request-Start` header; 0 if it is malformed."""
    match = _START.fullmatch(start.strip())
    if match is None:
        return 0.0
    number = float(match[1])
    unit = 1.0 if number < _MAX_SECONDS else 1e3 if number < _MAX_MILLISECONDS else 1e6
    return time.time() - number / unit

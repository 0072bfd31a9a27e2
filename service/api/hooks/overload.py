"""Refuse requests that have waited too long for a thread: their clients may have given up.

Linux knows when the last bytes of a connection arrived, also while it waits to be accepted, by its monotonic clock. A
time sent by a proxy would be one of another clock, and would still be that of the first attempt after a retry.
"""

import socket
import struct
from collections.abc import Mapping
from typing import Any

from flask import request

from service.api.http.problems import Busy

PROBES = ("livez", "readyz", "metrics")
"""Paths that report the state of the process, and are answered however long they waited."""

GUNICORN_SOCKET = "gunicorn.socket"
"""The key of the WSGI environment under which gunicorn has the socket of a request."""

_RETRY_AFTER = 1  # seconds
_ENDPOINTS = frozenset(f"operations.{probe}" for probe in PROBES)
_TCP_INFO = getattr(socket, "TCP_INFO", -1)  # -1: an option that no system has
# tcpi_last_data_sent and tcpi_last_data_recv of the struct tcp_info in linux/tcp.h
_MILLISECONDS_SINCE = struct.Struct("=44xI4xI")


def check_wait(environ: Mapping[str, Any], max_wait: float) -> None:
    """Raise `Busy` for a request that arrived more than `max_wait` seconds ago; probes are exempt."""
    if seconds_waited(environ) > max_wait and request.endpoint not in _ENDPOINTS:
        raise Busy("All threads were at work for too long. Ask again, or another replica.", _RETRY_AFTER)


def seconds_waited(environ: Mapping[str, Any]) -> float:
    """Return the seconds since the last bytes of a request arrived, or since bytes were sent on its connection.

    The second is for a request that was sent before the response to the one before it: it waits from that response on.
    Return 0 without gunicorn's socket, and for a socket of another kind or system.
    """
    connection = environ.get(GUNICORN_SOCKET)
    if connection is None:
        return 0.0
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, _MILLISECONDS_SINCE.size)
        sent, received = _MILLISECONDS_SINCE.unpack(info)
    except (OSError, struct.error):
        return 0.0
    return float(min(sent, received)) / 1000

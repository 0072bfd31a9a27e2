"""Checks before every request, each of which raises the error of a problem.

A worker that failed a self-test serves nothing, since nothing that it draws can be relied on.

A request that has waited too long for a thread is refused, as its client may have given up. Linux knows when the last
bytes of a connection arrived, also while it waits to be accepted, by its monotonic clock. A time sent by a proxy would
be one of another clock, and would still be that of the first attempt after a retry.

API keys are optional, and the service knows their SHA-256 only. Everything below /v1/ needs a key except pictures,
which pages load without a header, and the types of problems, to which an error leads. Probes, metrics, pages, the
OpenAPI document, the public keys of signatures and preflight requests (OPTIONS) are open to all.
"""

import socket
import struct
from collections.abc import Mapping, Sequence
from hashlib import sha256
from hmac import compare_digest
from typing import Any

from flask import Response, request

from service.api.http.problems import Busy, SelfTestFailed, Unauthorized

PROBES = ("livez", "readyz", "metrics")
"""Paths that report the state of the process, and are answered however long they waited."""

GUNICORN_SOCKET = "gunicorn.socket"
"""The key of the WSGI environment under which gunicorn has the socket of a request."""

OPEN_BLUEPRINTS = ("pictures", "problems")

_RETRY_FAILED = 60  # seconds: this worker stays as it is, but another one may answer
_RETRY_BUSY = 1
_ENDPOINTS = frozenset(f"operations.{probe}" for probe in PROBES)
_TCP_INFO = getattr(socket, "TCP_INFO", -1)  # -1: an option that no system has
# tcpi_last_data_sent and tcpi_last_data_recv of the struct tcp_info in linux/tcp.h
_MILLISECONDS_SINCE = struct.Struct("=44xI4xI")


def describe_failures(failed: Sequence[str]) -> str:
    """Return the sentence that names the failed self-tests."""
    return f"This worker failed these tests of itself at its start, and serves nothing: {', '.join(failed)}."


def check_self_tests(failed: Sequence[str]) -> None:
    """Raise `SelfTestFailed` for every request but /livez."""
    if request.endpoint != "operations.livez":
        raise SelfTestFailed(describe_failures(failed), _RETRY_FAILED)


def check_wait(environ: Mapping[str, Any], max_wait: float) -> None:
    """Raise `Busy` for a request that arrived more than `max_wait` seconds ago; probes are exempt."""
    if seconds_waited(environ) > max_wait and request.endpoint not in _ENDPOINTS:
        raise Busy("All threads were at work for too long. Ask again, or another replica.", _RETRY_BUSY)


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


def is_open() -> bool:
    """Return whether the running request needs no key."""
    return not request.path.startswith("/v1/") or request.blueprint in OPEN_BLUEPRINTS or request.method == "OPTIONS"


def sent_api_key() -> str:
    """Return the API key of the running request, or "" if it has none."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else request.headers.get("X-API-Key", "")


def check_api_key(hashes: Sequence[str]) -> None:
    """Raise `Unauthorized` unless the running request is open or has a key with one of these hashes."""
    if is_open():
        return
    digest = sha256(sent_api_key().encode()).hexdigest()
    # Every hash is compared, and in constant time, so that the time does not reveal how close a key was.
    if not sum([compare_digest(digest, known) for known in hashes]):
        raise Unauthorized("Send an API key, as `Authorization: Bearer …` or as `X-API-Key: …`.")


def make_private(response: Response) -> None:
    """Make a cacheable response private: a shared cache would give it to clients without a key."""
    if not is_open() and response.cache_control.public:
        response.headers["Cache-Control"] = response.headers["Cache-Control"].replace("public", "private")

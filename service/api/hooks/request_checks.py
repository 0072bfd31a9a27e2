"""Checks before every request; a check that fails raises the error of a problem.

A worker that failed a self-test serves nothing, since nobody can rely on its draws.

A request that has waited too long for a thread is refused, as its client may have given up. Linux knows, by its own
monotonic clock, when the last bytes of a connection arrived, even before the connection is accepted. A time in a
proxy's header would come from another clock, and after a retry it would be the time of the first attempt.

API keys are optional, and the service knows only their SHA-256. Everything below /v1/ needs a key except pictures,
which pages load without a header, and the descriptions of problems, which errors link to. Probes, metrics, pages, the
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
"""Paths that report the state of the process; a request for them is answered however long it waited."""

GUNICORN_SOCKET = "gunicorn.socket"
"""The key of the request's socket in gunicorn's WSGI environment."""

OPEN_BLUEPRINTS = ("pictures", "problems")

_RETRY_FAILED = 60  # seconds: this worker stays as it is, but another worker may answer
_RETRY_BUSY = 1
_ENDPOINTS = frozenset(f"operations.{probe}" for probe in PROBES)
_TCP_INFO = getattr(socket, "TCP_INFO", -1)  # -1: an option that no system has
# tcpi_last_data_sent and tcpi_last_data_recv of the struct tcp_info in linux/tcp.h
_MILLISECONDS_SINCE = struct.Struct("=44xI4xI")


def describe_failures(names: Sequence[str]) -> str:
    return f"This worker failed these self-tests when it started, and serves nothing: {', '.join(names)}."


def check_self_tests(failures: Sequence[str]) -> None:
    """Raise `SelfTestFailed` for every request but /livez."""
    if request.endpoint != "operations.livez":
        raise SelfTestFailed(describe_failures(failures), _RETRY_FAILED)


def check_wait(environ: Mapping[str, Any], max_wait: float) -> None:
    """Raise `Busy` for a request that arrived more than `max_wait` seconds ago; probes are exempt."""
    if seconds_waited(environ) > max_wait and request.endpoint not in _ENDPOINTS:
        raise Busy("All threads were busy for too long. Try again, or at another replica.", _RETRY_BUSY)


def seconds_waited(environ: Mapping[str, Any]) -> float:
    """Return the seconds since the last bytes of a request arrived, or since bytes were sent to its client if later.

    A client may send a request before it has the previous response: then the request waits from that response on.
    Return 0 without gunicorn's socket, and for a socket that is not TCP or not on Linux.
    """
    connection = environ.get(GUNICORN_SOCKET)
    if connection is None:
        return 0.0
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, _MILLISECONDS_SINCE.size)
        return float(min(_MILLISECONDS_SINCE.unpack(info))) / 1000
    except (OSError, struct.error):
        return 0.0


def is_open() -> bool:
    """Return whether the running request needs no key."""
    return not request.path.startswith("/v1/") or request.blueprint in OPEN_BLUEPRINTS or request.method == "OPTIONS"


def sent_api_key() -> str:
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else request.headers.get("X-API-Key", "")


def check_api_key(hashes: Sequence[str]) -> None:
    """Raise `Unauthorized` unless the running request is open or the hash of its key is in `hashes`."""
    if is_open():
        return
    digest = sha256(sent_api_key().encode()).hexdigest()
    # Every hash is compared, each in constant time, so that the time does not reveal how close a key was.
    if not sum([compare_digest(digest, accepted_hash) for accepted_hash in hashes]):
        raise Unauthorized("Send an API key, as `Authorization: Bearer …` or as `X-API-Key: …`.")


def make_private(response: Response) -> None:
    """Make a cacheable response private: a shared cache would give it to clients without a key."""
    if not is_open() and response.cache_control.public:
        response.headers["Cache-Control"] = response.headers["Cache-Control"].replace("public", "private")

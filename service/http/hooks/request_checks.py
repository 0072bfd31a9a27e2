"""Checks before every request, of self-tests, the API key and the waiting time. A failed check gives a problem.

A worker that failed a self-test serves nothing, since nobody can rely on its draws.

A request that has waited too long in the server is refused, as its client may have given up. The server measures the
wait itself: a time in a proxy's header would come from another clock, and after a retry from the first attempt.

API keys are optional, and the service knows only their SHA-256. Everything below /v1/ needs a key except pictures,
which pages load without a header, and the descriptions of problems, which errors link to. Probes, metrics, pages, the
OpenAPI document, the public keys of signatures and preflight requests (OPTIONS) are open to all.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from hmac import compare_digest
from typing import Any

from flask import Request, Response, current_app, request

from ...addresses import normalize_address
from ...wsgi_keys import WAITED
from ..blueprint import Blueprint
from ..problems import Busy, SelfTestFailed, Unauthorized

PROBES = ("livez", "readyz", "metrics")
"""Paths that report the state of the process. Requests for them are answered however long they waited."""

_RETRY_FAILED = 60  # seconds: this worker stays as it is, but another worker may answer
_RETRY_BUSY = 1
_ENDPOINTS = frozenset(f"operations.{probe}" for probe in PROBES)


def describe_failures(names: Sequence[str]) -> str:
    return f"This worker failed these self-tests when it started, and serves nothing: {', '.join(names)}."


def check_self_tests(failures: Sequence[str], client_request: Request) -> None:
    """Raise `SelfTestFailed` for every request but /livez."""
    if client_request.endpoint != "operations.livez":
        raise SelfTestFailed(describe_failures(failures), _RETRY_FAILED)


def check_wait(client_request: Request, max_wait: float) -> None:
    """Raise `Busy` for a request that arrived more than `max_wait` seconds ago; probes are exempt."""
    waited = client_request.environ[WAITED]
    if waited > max_wait and client_request.endpoint not in _ENDPOINTS:
        raise Busy(
            "The service was busy for too long. Try again, or at another replica.",
            _RETRY_BUSY,
        )


def needs_key(path: str, blueprint: object) -> bool:
    """Return whether requests to a path need a key; `blueprint` is the blueprint that serves the path."""
    if isinstance(blueprint, Blueprint) and blueprint.is_open:
        return False
    return path.startswith("/v1/")


def is_open() -> bool:
    """Return whether the running request needs no key."""
    if request.method == "OPTIONS":
        return True
    blueprint = current_app.blueprints.get(request.blueprint or "")
    return not needs_key(request.path, blueprint)


def is_uncounted() -> bool:
    """Return whether RATE_LIMIT does not count the running request.

    A request that needs no key gets the same response each time, unless it has a query: then the response is made for
    this request, for example an OpenAPI document of some operations.
    """
    return is_open() and (request.method == "OPTIONS" or not request.query_string)


def sent_api_key(environ: Mapping[str, Any]) -> str:
    """Return the API key that a request has, or "" if it has none."""
    scheme, _, key = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme.lower() == "bearer":
        return str(key.strip())
    return str(environ.get("HTTP_X_API_KEY", ""))


def find_known_hash(hashes: Sequence[str], environ: Mapping[str, Any]) -> str | None:
    """Return the SHA-256 of a request's key if it is in `hashes`, or else None.

    Every hash is compared, each in constant time, so that the time does not reveal how close a key was.
    """
    digest = sha256(sent_api_key(environ).encode()).hexdigest()
    comparisons = [compare_digest(digest, accepted_hash) for accepted_hash in hashes]
    return digest if any(comparisons) else None


def check_api_key(hashes: Sequence[str]) -> None:
    """Raise `Unauthorized` unless the running request is open or has a known key."""
    environ = request.environ
    if not is_open() and not find_known_hash(hashes, environ):
        raise Unauthorized(has_key=bool(sent_api_key(environ)))


def identify_caller(hashes: Sequence[str], environ: Mapping[str, Any]) -> str:
    """Return what identifies the caller of a request: the hash of a known key, or else the address.

    An unknown key does not identify a caller, who could send a new key each time.
    """
    known = find_known_hash(hashes, environ) if hashes else None
    return known or normalize_address(environ.get("REMOTE_ADDR", ""))


def make_private(response: Response) -> None:
    """Make a cacheable response private: a shared cache would give the response to clients without a key."""
    if not is_open() and response.cache_control.public:
        response.headers["Cache-Control"] = response.headers["Cache-Control"].replace(
            "public", "private"
        )

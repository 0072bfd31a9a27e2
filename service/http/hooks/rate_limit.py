"""An optional rate limit by the library limits (the extra `ratelimit`): a caller above it gets a 429 with Retry-After.

Each counted response has the headers RateLimit and RateLimit-Policy, which say how many requests are left, in the form
of the IETF's draft draft-ietf-httpapi-ratelimit-headers-11.
"""

import logging
import re
import time
from collections.abc import Sequence
from math import ceil
from typing import Any, NamedTuple

from flask import Flask, Response

from ...wsgi_keys import COUNTED
from ..problems import RateLimited
from ..request_context import current_request
from ..services import Access
from .request_checks import identify_caller, is_uncounted

Environ = dict[str, Any]

_RETRY_SECONDS = 5
_REDIS_OPTIONS = {"socket_timeout": 1, "socket_connect_timeout": 1}
_log = logging.getLogger(__name__)
_ZERO = re.compile(r"(?<!\d)0+(?!\d)")


def check_rate_limit(rate: str, storage: str) -> None:
    """Raise `ValueError` unless `limit_rate` can use a rate and a storage; the message does not quote the storage."""
    try:
        from limits import parse_many  # noqa: PLC0415 (an extra)
        from limits.storage import storage_from_string  # noqa: PLC0415
    except ImportError:
        raise ValueError(
            "RATE_LIMIT needs the extra ratelimit (`make serve EXTRAS=ratelimit`)."
        ) from None
    try:
        parse_many(rate)
    except ValueError:
        raise ValueError(
            f"RATE_LIMIT must be a rate such as 100/second or 5/minute; it is {rate!r}."
        ) from None
    if _ZERO.search(rate):  # parse_many takes 5/0second as 5/second
        raise ValueError(
            f"RATE_LIMIT must be a rate of at least 1, such as 100/second; it is {rate!r}."
        )
    try:
        storage_from_string(storage)
    except Exception:  # storages raise many classes; the URL may have a password
        raise ValueError(
            "RATE_LIMIT_STORAGE must be memory://, or a URL such as redis://host:6379."
        ) from None


class CountResult(NamedTuple):
    """The result of counting a request: its headers, and, if it is refused, the seconds until one is allowed again."""

    headers: list[tuple[str, str]]
    refused_for: int | None = None


class RateLimit:
    """A rate such as "100/second" for each caller, counted in a storage.

    While the storage fails, each process counts for itself.
    """

    def __init__(self, rate: str, storage: str) -> None:
        from limits import parse_many  # noqa: PLC0415 (an extra)
        from limits.storage import MemoryStorage, storage_from_string  # noqa: PLC0415
        from limits.strategies import FixedWindowRateLimiter  # noqa: PLC0415

        options = _REDIS_OPTIONS if storage.startswith("redis") else {}
        self._items = parse_many(rate)  # the library's objects, one for each rate
        self._shared = FixedWindowRateLimiter(storage_from_string(storage, **options))
        self._own = FixedWindowRateLimiter(MemoryStorage())
        self._shared_again = 0.0  # when to try the storage again after it failed

    def count(self, caller: str) -> CountResult:
        """Count a request of a caller."""
        if time.monotonic() >= self._shared_again:
            try:
                return self._count_in(self._shared, caller)
            except Exception:  # storages raise many classes
                self._shared_again = time.monotonic() + _RETRY_SECONDS
                _log.warning(
                    "The storage of RATE_LIMIT does not answer: each process counts for itself"
                )
        return self._count_in(self._own, caller)

    def _count_in(self, limiter: Any, caller: str) -> CountResult:
        """Count a request of a caller for each rate, in the shared or the own limiter, and return the result."""
        is_allowed = True
        for item in self._items:
            has_room = limiter.hit(item, caller)
            is_allowed = is_allowed and has_room
        quotas = []
        policies = []
        seconds_until_allowed = 1
        for item in self._items:
            reset_at, remaining = limiter.get_window_stats(item, caller)
            seconds_left = max(1, ceil(reset_at - time.time()))
            quotas.append(f'"{item}";r={remaining};t={seconds_left}')
            policies.append(f'"{item}";q={item.amount};w={item.get_expiry()}')
            if not remaining:
                seconds_until_allowed = max(seconds_until_allowed, seconds_left)
        headers = [
            ("RateLimit", ", ".join(quotas)),
            ("RateLimit-Policy", ", ".join(policies)),
        ]
        return CountResult(headers, None if is_allowed else seconds_until_allowed)


class CountedRequests:
    """Counts the requests to an application for a limit. A server may count a request before it calls the application.

    A caller is an API key of the service, or else an address: a request with a wrong key counts for its address.
    Requests that need no key and have no query are not counted.
    """

    def __init__(self, app: Flask, limit: RateLimit, api_keys: Sequence[str]) -> None:
        self._app = app
        self._limit = limit
        self._api_keys = api_keys

    def is_counted(self, environ: Environ) -> bool:
        """Return whether a request is counted. Only its method, path and query decide."""
        with self._app.request_context(
            environ
        ):  # the context leaves nothing in the environment
            return not is_uncounted()

    def count(self, environ: Environ) -> CountResult:
        """Count a request. This waits for the storage if it is a Redis."""
        return self._limit.count(identify_caller(self._api_keys, environ))


def limit_rate(app: Flask, access: Access) -> CountedRequests | None:
    """Limit each caller to RATE_LIMIT, and return the object that counts, or None if RATE_LIMIT is empty.

    A request with the member `COUNTED` in its environment was counted before.
    """
    rate = access.rate_limit
    if not rate:
        return None
    requests = CountedRequests(
        app, RateLimit(rate, access.rate_limit_storage), access.api_keys
    )

    @app.before_request
    def check_rate() -> None:
        environ = current_request().environ
        if COUNTED not in environ and not is_uncounted():
            environ[COUNTED] = tuple(requests.count(environ))
        seconds = _counted(environ).refused_for
        if seconds is not None:
            raise RateLimited(
                f"The limit here is {rate} (the operator's RATE_LIMIT).", seconds
            )

    @app.after_request
    def add_rate_limit_headers(response: Response) -> Response:
        response.headers.extend(_counted(current_request().environ).headers)
        return response

    return requests


def _counted(environ: Environ) -> CountResult:
    """Return the count of a request; without headers and not refused if the request was not counted."""
    return CountResult(*environ.get(COUNTED, ([],)))

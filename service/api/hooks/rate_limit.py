"""An optional rate limit by Flask-Limiter (the extra `ratelimit`): a caller above it gets 429 with Retry-After.

The headers RateLimit and RateLimit-Policy of each counted response say what is left, in the form of the IETF's draft
draft-ietf-httpapi-ratelimit-headers-11.
"""

import logging
import re
import time
from math import ceil

from flask import Flask, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from ..http.addresses import normalize_address
from ..http.problems import RateLimited, handle_service_error
from ..http.services import services
from .request_checks import find_known_hash, is_uncounted

_ZERO = re.compile(r"(?<!\d)0+(?!\d)")


def trust_proxies(app: Flask, proxies: int) -> None:
    """Make `app` take the client's address from X-Forwarded-For, behind `proxies` proxies; 0 changes nothing."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0)  # type: ignore[method-assign]


def check_rate_limit(rate: str, storage: str) -> None:
    """Raise `ValueError` unless `limit_rate` can use a rate and a storage; the message does not quote the storage."""
    try:
        from flask_limiter import Limiter  # noqa: F401, PLC0415 (an extra)
        from limits import parse_many  # noqa: PLC0415
        from limits.storage import storage_from_string  # noqa: PLC0415
    except ImportError:
        raise ValueError("RATE_LIMIT needs the extra ratelimit (`make serve EXTRAS=ratelimit`).") from None
    try:
        parse_many(rate)
    except ValueError:
        raise ValueError(f"RATE_LIMIT must be a rate such as 100/second or 5/minute; it is {rate!r}.") from None
    if _ZERO.search(rate):  # parse_many takes 5/0second as 5/second
        raise ValueError(f"RATE_LIMIT must be a rate of at least 1, such as 100/second; it is {rate!r}.")
    try:
        storage_from_string(storage)
    except Exception:  # storages raise many classes; the URL may have a password
        raise ValueError("RATE_LIMIT_STORAGE must be memory://, or a URL such as redis://host:6379.") from None


def limit_rate(app: Flask, rate: str, storage: str) -> None:
    """Allow each caller a rate such as "100/second", counted in `storage`; "" allows any rate.

    A caller is an API key of the service, or else an address: a request with a wrong key counts for its address.
    Requests that need no key and have no query are not counted.
    """
    if not rate:
        return
    from flask_limiter import Limiter  # noqa: PLC0415 (an extra)

    # in_memory_fallback_enabled: while the storage is down, each process counts for itself.
    limiter = Limiter(
        _identify_caller, app=app, application_limits=[rate], storage_uri=storage, in_memory_fallback_enabled=True
    )
    limiter.request_filter(is_uncounted)
    limiter.logger.setLevel(logging.WARNING)  # below, it logs every refused caller

    @app.errorhandler(429)
    def handle_rate_limited(_: Exception) -> Response:
        limit = limiter.current_limit
        seconds = _seconds_until(limit.reset_at) if limit else 1
        return handle_service_error(RateLimited(f"The limit here is {rate} (the operator's RATE_LIMIT).", seconds))

    @app.after_request
    def add_rate_limit_headers(response: Response) -> Response:
        limits = limiter.current_limits
        try:
            quotas = [f'"{limit.limit}";r={limit.remaining};t={_seconds_until(limit.reset_at)}' for limit in limits]
        except Exception:  # each storage raises its own errors; from the next request on, memory counts
            return response
        if quotas:
            policies = [f'"{limit.limit}";q={limit.limit.amount};w={limit.limit.get_expiry()}' for limit in limits]
            response.headers.extend({"RateLimit": ", ".join(quotas), "RateLimit-Policy": ", ".join(policies)})
        return response


def _seconds_until(timestamp: float) -> int:
    return max(1, ceil(timestamp - time.time()))


def _identify_caller() -> str:
    # With unknown keys, a caller could send a new one each time.
    return find_known_hash(services().api_keys) or normalize_address(request.remote_addr or "")

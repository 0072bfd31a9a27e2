"""An optional rate limit by Flask-Limiter (the extra `ratelimit`): a caller above it gets 429 with Retry-After."""

import logging
import time
from hashlib import sha256
from math import ceil

from flask import Flask, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api.hooks.api_keys import is_open, sent_api_key
from service.api.http.problems import RateLimited, handle_service_error
from service.api.http.services import services


def trust_proxies(app: Flask, proxies: int) -> None:
    """Take the client's address from X-Forwarded-For, as that many proxies in front of the service report it."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0)  # type: ignore[method-assign]


def limit_rate(app: Flask, rate: str, storage: str) -> None:
    """Allow each caller a rate such as "100/second", counted in `storage`; "" allows any rate.

    A caller is an API key, where keys are needed, or else an address. Requests that need no key are not counted. Raises
    `ImportError` if the extra is not installed, and `ValueError` for an invalid rate.
    """
    if not rate:
        return
    from flask_limiter import Limiter  # noqa: PLC0415 (an extra)
    from limits import parse_many  # noqa: PLC0415

    parse_many(rate)
    # Without the store, each process counts for itself.
    limiter = Limiter(
        _identify_caller,
        app=app,
        application_limits=[rate],
        storage_uri=storage,
        in_memory_fallback_enabled=True,
    )
    limiter.request_filter(is_open)
    limiter.logger.setLevel(logging.WARNING)  # below, it logs every refused caller

    @app.errorhandler(429)
    def handle_rate_limited(_: Exception) -> Response:
        limit = limiter.current_limit
        seconds = max(1, ceil(limit.reset_at - time.time())) if limit else 1
        return handle_service_error(RateLimited(f"The limit here is {rate} (the operator's RATE_LIMIT).", seconds))


def _identify_caller() -> str:
    if services().api_keys:  # without required keys, a caller could send another one each time
        return sha256(sent_api_key().encode()).hexdigest()
    return request.remote_addr or ""

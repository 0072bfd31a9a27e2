"""An optional limit on requests, by Flask-Limiter (the extra `ratelimit`): who asks too often is told to wait (429)."""

import logging
import time
from hashlib import sha256
from math import ceil

from flask import Flask, Response, current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api.hooks.api_keys import given_key, is_open
from service.api.http.problems import RateLimited, handle_service_error


def trust_proxies(app: Flask, proxies: int) -> None:
    """Take the client's address from X-Forwarded-For, as that many proxies in front of the service tell it."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0)  # type: ignore[method-assign]


def limit_rate(app: Flask, rate: str, storage: str) -> None:
    """Allow each caller so many requests, such as "100/second", counted where `storage` says; "" allows all.

    A caller is an API key, where keys are asked for, or else an address. What needs no key is not counted. Raises
    `ImportError` if there is a rate and the extra is not installed, `ValueError` if it is no rate.
    """
    if not rate:
        return
    from flask_limiter import Limiter  # noqa: PLC0415 (an extra)
    from limits import parse_many  # noqa: PLC0415

    parse_many(rate)
    # If the store is away, each process counts for itself.
    limiter = Limiter(
        _caller,
        app=app,
        application_limits=[rate],
        storage_uri=storage,
        in_memory_fallback_enabled=True,
    )
    limiter.request_filter(is_open)
    limiter.logger.setLevel(logging.WARNING)  # below, it logs who was refused, once for each request

    @app.errorhandler(429)
    def refuse(_: Exception) -> Response:
        limit = limiter.current_limit
        seconds = max(1, ceil(limit.reset_at - time.time())) if limit else 1
        return handle_service_error(RateLimited(f"The limit here is {rate} (the operator's RATE_LIMIT).", seconds))


def _caller() -> str:
    if current_app.config["API_KEYS"]:  # else anybody could be another caller each time
        return sha256(given_key().encode()).hexdigest()
    return request.remote_addr or ""

"""The application, put together."""

from collections.abc import Callable
from typing import Any

from flask import Flask, request
from werkzeug.exceptions import HTTPException

from service.api.hooks.api_keys import require_keys
from service.api.hooks.cors import allow_origins
from service.api.hooks.overload import refuse_late
from service.api.hooks.rate_limit import limit_rate, trust_proxies
from service.api.hooks.security_headers import keep_safe
from service.api.http.concurrency import limit_large
from service.api.http.problems import (
    Busy,
    InvalidValues,
    Malformed,
    Unauthorized,
    handle_http_exception,
    handle_service_error,
)
from service.api.http.request_context import name_requests, this_request
from service.api.http.responses import OrjsonProvider
from service.api.http.stats import Stats
from service.api.http.turns import Turns
from service.api.resources import BLUEPRINTS
from service.api.resources.operations import refuse_everything
from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import ServiceError
from service.core.sealed.shoe import PURPOSE
from service.core.selftest import failures
from service.pages import front_page_or, pages
from service.server.metrics import Metrics
from service.settings import NO_SHOE_KEYS, Settings


class Application(Flask):
    """Flask, which otherwise logs the path of what failed, and what clients ask stands in no log."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function as it is: none here is a coroutine, and to look each time costs a seventh of a shuffle."""
        return func

    def log_exception(self, exc_info: Any) -> None:
        """Log that a request failed: by its id and the rule that its path fits."""
        seen = this_request()
        self.logger.error("Request %s failed at %s", seen.request_id, request.url_rule, exc_info=exc_info)


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application, set up as given or by the environment."""
    settings = settings or Settings.from_environment()
    app = Application(__name__, static_folder=None)
    app.json = OrjsonProvider(app)
    stats = Stats()
    app.config["STATS"] = stats
    app.config["METRICS"] = Metrics(stats) if settings.metrics else None
    app.config["TRACES"] = settings.traces
    app.config["LIMITS"] = settings.limits
    app.config["ALLOW_SEEDS"] = settings.allow_seeds
    app.config["EXPERIMENTS"] = Turns(settings.max_experiments)
    app.config["SIGNING_KEYS"] = settings.signing_keys
    app.config["SHOE_TOKENS"] = Tokens(PURPOSE, settings.shoe_keys or (_own_key(app),), settings.shoe_ttl)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    if failed := failures():
        refuse_everything(app, failed)
    refuse_late(app, settings.max_wait)
    name_requests(app)
    allow_origins(app, settings.cors_origins)
    keep_safe(app)
    limit_large(app, settings.max_large)
    trust_proxies(app, settings.trusted_proxies)
    require_keys(app, settings.api_keys)
    limit_rate(app, settings.rate_limit, settings.rate_limit_storage)
    for error in (ServiceError, Malformed, InvalidValues, Busy, Unauthorized):
        app.register_error_handler(error, handle_service_error)
    app.register_error_handler(HTTPException, handle_http_exception)
    for blueprint in (*BLUEPRINTS, pages):
        app.register_blueprint(blueprint)
    app.view_functions["operations.index"] = front_page_or(app.view_functions["operations.index"])
    return app


def _own_key(app: Flask) -> str:
    """A key for want of any, which is gone with this process."""
    app.logger.warning(NO_SHOE_KEYS)
    return generate_key()

"""The application, put together."""

from flask import Flask, Response
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import HTTPException

from service.api import BLUEPRINTS
from service.api.access import require_keys
from service.api.cors import allow_origins
from service.api.headers import keep_safe
from service.api.large import limit_large
from service.api.problems import Busy, InvalidValues, Malformed, Unauthorized, on_http_exception, on_service_error
from service.api.rates import limit_rate, trust_proxies
from service.api.rendering import OrjsonProvider
from service.api.turns import Turns
from service.core.errors import ServiceError
from service.core.sealed.shoe import PURPOSE
from service.core.tokens import Tokens, new_key
from service.pages import front_page_or, pages
from service.settings import NO_SHOE_KEYS, Settings


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application, set up as given or by the environment."""
    settings = settings or Settings.from_environment()
    app = Flask(__name__, static_folder=None)
    app.json = OrjsonProvider(app)
    app.config["LIMITS"] = settings.limits
    app.config["ALLOW_SEEDS"] = settings.allow_seeds
    app.config["EXPERIMENTS"] = Turns(settings.max_experiments)
    app.config["SIGNING_KEYS"] = settings.signing_keys
    app.config["SHOE_TOKENS"] = Tokens(PURPOSE, settings.shoe_keys or (_own_key(app),), settings.shoe_ttl)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    allow_origins(app, settings.cors_origins)
    keep_safe(app)
    limit_large(app, settings.max_large)
    trust_proxies(app, settings.trusted_proxies)
    require_keys(app, settings.api_keys)
    limit_rate(app, settings.rate_limit, settings.rate_limit_storage)
    for error in (ServiceError, Malformed, InvalidValues, Busy, Unauthorized):
        app.register_error_handler(error, on_service_error)
    app.register_error_handler(ParseException, on_broken_chunks)
    app.register_error_handler(HTTPException, on_http_exception)
    for blueprint in (*BLUEPRINTS, pages):
        app.register_blueprint(blueprint)
    app.view_functions["operations.index"] = front_page_or(app.view_functions["operations.index"])
    return app


def _own_key(app: Flask) -> str:
    """A key for want of any, which is gone with this process."""
    app.logger.warning(NO_SHOE_KEYS)
    return new_key()


def on_broken_chunks(_: ParseException) -> Response:
    """A body whose chunks gunicorn cannot read; what it says of them may hold a seed."""
    return on_service_error(Malformed("The body is not in chunks as HTTP has them."))

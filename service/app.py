"""Create the application: settings, services, hooks, blueprints."""

from collections.abc import Callable
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import NullSession, SessionInterface
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from service.api.hooks import install_hooks
from service.api.hooks.self_tests import describe_failures
from service.api.http.concurrency import SharedSlots, Slots
from service.api.http.problems import PROBLEM_TYPES_BY_ERROR, handle_http_exception, handle_service_error
from service.api.http.request_context import current_context
from service.api.http.responses import OrjsonProvider
from service.api.http.services import Services
from service.api.http.stats import Stats
from service.api.resources import BLUEPRINTS
from service.core.crypto.tokens import Tokens, generate_key
from service.core.sealed.shoe import PURPOSE
from service.core.selftest import failed_self_tests
from service.pages import front_page_or, pages
from service.server.metrics import Metrics
from service.settings import NO_SHOE_KEYS, Settings

_LARGE = "Other large requests are being answered."
_EXPERIMENT = "A large experiment or search is running."
_STREAM = "Other long streams are being sent."


class NoSessions(SessionInterface):
    """No sessions, in place of Flask's, which makes an empty one for each request."""

    session = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:  # noqa: ARG002
        """Return the session of every request, which can neither be filled nor saved."""
        return self.session


class Application(Flask):
    """Flask without sessions, and with three methods overridden."""

    session_interface = NoSessions()

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Return the adapter of a request without its host, on which no route and no URL of the service depends."""
        if request is None:
            return super().create_url_adapter(None)
        environ = request.environ
        path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
        return self.url_map.bind("", environ["SCRIPT_NAME"], path_info=path, default_method=request.method)

    def make_default_options_response(self) -> Response:
        """Return the response to OPTIONS: 204 with `Allow`, without a body and its media type."""
        response = super().make_default_options_response()
        response.status_code = 204
        del response.headers["Content-Type"]
        return response

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function: no view or hook is a coroutine, and looking costs a seventh of the time of a shuffle."""
        return func

    def log_exception(self, exc_info: Any) -> None:
        """Log a failed request by its id and URL rule; Flask would log the path, which clients choose."""
        self.logger.error("Request %s failed at %s", current_context().request_id, request.url_rule, exc_info=exc_info)


def create_app(settings: Settings | None = None) -> Flask:
    """Return the WSGI application, configured as given or from the environment."""
    settings = settings or Settings.from_environment()
    app = Application(__name__, static_folder=None)
    app.json = OrjsonProvider(app)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    services = _create_services(app, settings)
    app.extensions["services"] = services
    if services.failed_self_tests:
        app.logger.critical(describe_failures(services.failed_self_tests))
    install_hooks(app, services)
    for error in PROBLEM_TYPES_BY_ERROR:
        app.register_error_handler(error, handle_service_error)
    app.register_error_handler(HTTPException, handle_http_exception)
    for blueprint in (*BLUEPRINTS, pages):
        app.register_blueprint(blueprint)
    app.view_functions["operations.index"] = front_page_or(app.view_functions["operations.index"])
    return app


def _create_services(app: Flask, settings: Settings) -> Services:
    stats = Stats()
    shoe_keys = settings.shoe_keys
    if not shoe_keys:
        app.logger.warning(NO_SHOE_KEYS)
        shoe_keys = (generate_key(),)
    return Services(
        limits=settings.limits,
        allow_seeds=settings.allow_seeds,
        stats=stats,
        metrics=Metrics(stats) if settings.metrics else None,
        has_traces=settings.traces,
        experiments=Slots(settings.max_experiments, _EXPERIMENT, retry_after=5),
        streams=Slots(settings.max_streams, _STREAM, retry_after=5),
        large=SharedSlots(settings.max_large, _LARGE, retry_after=2),
        signing_keys=settings.signing_keys,
        vrf_keys=settings.vrf_keys,
        tokens=Tokens(PURPOSE, shoe_keys, settings.shoe_ttl),
        failed_self_tests=failed_self_tests(),
        max_wait=settings.max_wait,
        trusted_proxies=settings.trusted_proxies,
        cors_origins=settings.cors_origins,
        api_keys=settings.api_keys,
        rate_limit=settings.rate_limit,
        rate_limit_storage=settings.rate_limit_storage,
    )

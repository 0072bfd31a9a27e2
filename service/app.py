"""Create the application: its settings and services, its hooks and limits, its views by path and method."""

import re
from collections.abc import Callable, Mapping
from functools import cache, cached_property, lru_cache
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import NullSession, SessionInterface
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import MapAdapter, Rule

from .blueprints import BLUEPRINTS, PAGE_BLUEPRINTS
from .capabilities import CAPABILITIES
from .core.selftest import failed_self_tests
from .http.blueprint import Blueprint
from .http.concurrency import SharedSlots
from .http.draw_cache import DrawCache
from .http.draws.draw_view import DrawHandler
from .http.hooks import Hooks, install_hooks
from .http.hooks.request_checks import describe_failures
from .http.hooks.wrong_methods import handle_wrong_method
from .http.planned_draws import MatchedDraw, PlannedDraws
from .http.problems import (
    PROBLEM_TYPES_BY_ERROR,
    handle_http_exception,
    handle_service_error,
)
from .http.request_context import current_context, current_request
from .http.responses import OrjsonProvider
from .http.services import Access, Allowed, Services
from .http.short import IsShort, always, find_short, never
from .http.stats import Stats
from .metrics import SHUFFLE_LABELS, PrometheusMetrics
from .pages.page_views import allow_relays, front_page_or, page_or, pages
from .served import Served
from .settings import Settings, find_look_alikes
from .wsgi_keys import LOOK

_NUMBER_BEFORE_ANOTHER = re.compile(r"(?<=[/ ])([0-9]+)/(?=[0-9])")
# Characters. A longer path is seldom requested again, so its route is not cached.
_MAX_CACHED_PATH = 64
_CACHED_DRAWS = 96
_LARGE_BUSY = "Other large requests are being answered."
_STREAMS_BUSY = "Other long streams are being sent."


class OutOfMemory(BaseException):
    """Raised when memory runs out in a request. It is no `Exception`, so that no handler turns it into a response."""


class NoSessions(SessionInterface):
    """One session for all requests, which stores nothing. Flask would make an empty session for each request."""

    session = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:  # noqa: ARG002
        return self.session


class MatchedRule(Rule):
    """A URL rule that compiles its URL builders when the first URL is built: few rules ever build a URL."""

    def _compile_builder(self, *args: Any) -> Callable[..., tuple[str, str]]:
        compile_builder = cache(super()._compile_builder)

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            return compile_builder(*args)(rule, **values)

        return build


class RequestAdapter(MapAdapter):
    """Werkzeug's matcher for one path and method. It finds the URL rule once for all requests."""

    app: Flask

    @cached_property
    def route(self) -> tuple[Rule, Mapping[str, Any]]:
        """The URL rule and its arguments, with names in place of aliases. Raises werkzeug's routing errors."""
        rule, arguments = super().match(return_rule=True)
        blueprint = self._find_blueprint(rule)
        if blueprint is not None:
            arguments = blueprint.resolve_aliases(arguments)
        return rule, arguments

    @cached_property
    def matched_draw(self) -> MatchedDraw | None:
        """The URL rule, the names in the path and the view, if the request is one for a draw; None for any other."""
        try:
            rule, names = self.route
        except HTTPException:
            return None
        view = self.app.view_functions[rule.endpoint]
        return MatchedDraw(rule, names, view) if isinstance(view, DrawHandler) else None

    @cached_property
    def is_short(self) -> IsShort:
        """The function that takes a query without a body, and returns whether an event loop may answer it.

        A POST of the API without a body is short: it is refused before anything else is looked at. A request for an
        unknown entry is not short: to find entries with a similar name takes longer than to draw.
        """
        try:
            rule, arguments = self.route
        except HTTPException:
            return always
        is_automatic = getattr(rule, "provide_automatic_options", False)
        if self.default_method == "OPTIONS" and is_automatic:
            return always
        blueprint = self._find_blueprint(rule)
        if blueprint is not None:
            if not blueprint.has_entries(arguments):
                return never
            if self.default_method == "POST":
                return always
        return find_short(self.app.view_functions[rule.endpoint], arguments)

    def _find_blueprint(self, rule: Rule) -> Blueprint | None:
        """Return the blueprint of a URL rule, or None if the rule does not belong to the API."""
        blueprint = self.app.blueprints.get(rule.endpoint.partition(".")[0])
        return blueprint if isinstance(blueprint, Blueprint) else None

    def match(self, *args: Any, **options: Any) -> Any:
        """Return the cached `route` for Flask's call `match(return_rule=True)`; compute any other match anew."""
        if args or options != {"return_rule": True}:
            return super().match(*args, **options)
        return self.route


class Application(Flask):
    """Flask without sessions and with cached routes."""

    session_interface = NoSessions()
    url_rule_class = MatchedRule

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._cached_adapter = lru_cache(256)(self._make_adapter)
        self.own_hooks = 0

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Return the matcher for a request's path and method; no route or URL of the service depends on the host."""
        if request is None:
            return super().create_url_adapter(None)
        environ = request.environ
        return self._find_adapter(
            environ.get("SCRIPT_NAME", ""), environ.get("PATH_INFO", ""), request.method
        )

    def _find_adapter(self, script_name: str, path: str, method: str) -> RequestAdapter:
        """Return the matcher for a path and method. Cache it unless the path is long."""
        if len(path) > _MAX_CACHED_PATH:
            return self._make_adapter(script_name, path, method)
        return self._cached_adapter(script_name, path, method)

    def _make_adapter(self, script_name: str, path: str, method: str) -> RequestAdapter:
        """Return a new matcher; `path` is PATH_INFO of WSGI, where each character stands for a byte of UTF-8.

        A name such as 6/49 is matched as 6-49, which stands for the same entry: WSGI does not tell `%2F` from a slash.
        """
        written = path.encode("latin-1").decode(errors="replace")
        text = _NUMBER_BEFORE_ANOTHER.sub(r"\1-", written)
        adapter = RequestAdapter(
            self.url_map, "", script_name, "", "http", text, method
        )
        adapter.app = self
        return adapter

    def is_short(self, method: str, path: str, query: str, length: int) -> bool:
        """Return whether an event loop may answer a request itself, rather than a process or a thread.

        `path` and `query` are PATH_INFO and QUERY_STRING of WSGI, `length` is the number of bytes in the body. The
        function parses only the names of parameters and short numbers.
        """
        if length > 0 or len(path) > _MAX_CACHED_PATH:
            return False
        return self._cached_adapter("", path, method).is_short(query)

    def count_hooks(self) -> int:
        """Return the number of functions that Flask calls before or after requests."""
        tables = (
            self.url_value_preprocessors,
            self.before_request_funcs,
            self.after_request_funcs,
            self.teardown_request_funcs,
        )
        return sum(len(hooks) for table in tables for hooks in table.values())

    @cached_property
    def has_hooks_of_others(self) -> bool:
        """Whether somebody has added hooks to those of the service. Flask takes none after the first request."""
        return self.count_hooks() > self.own_hooks

    def match_draw(self, environ: Mapping[str, Any]) -> MatchedDraw | None:
        """Return the rule, the names and the view of a request for a draw, such as GET /v1/decks/tarot/shuffle.

        Return None for any other request, for a long path, and if hooks of others must see each request.
        """
        path = environ.get("PATH_INFO", "")
        method = environ["REQUEST_METHOD"]
        if method not in {"GET", "POST"} or len(path) > _MAX_CACHED_PATH:
            return None
        if self.has_hooks_of_others:  # such as those that ask who calls
            return None
        script_name = environ.get("SCRIPT_NAME", "")
        return self._cached_adapter(script_name, path, method).matched_draw

    def find_rule(self, method: str, path: str) -> str:
        """Return the URL rule of a request; "" if there is none."""
        try:
            rule, _ = self._find_adapter("", path, method).route
        except HTTPException:
            return ""
        return rule.rule

    def make_default_options_response(self) -> Response:
        """Return the response to OPTIONS: 204 with `Allow`, without a body and a media type."""
        response = super().make_default_options_response()
        response.status_code = 204
        del response.headers["Content-Type"]
        return response

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return `func` unchanged: no view or hook is a coroutine, and Flask's check takes a seventh of a shuffle."""
        return func

    def handle_exception(self, e: Exception) -> Response:
        """Return the response to a failed request. A process without memory raises `OutOfMemory` instead, and ends."""
        if isinstance(e, MemoryError) and LOOK in current_request().environ:
            raise OutOfMemory from e
        return super().handle_exception(e)

    def log_exception(self, exc_info: Any) -> None:
        """Log a failed request by its id and URL rule; Flask would log the path, which clients choose."""
        self.logger.error(
            "Request %s failed at %s",
            current_context().request_id,
            request.url_rule,
            exc_info=exc_info,
        )


def create_app(settings: Settings | None = None) -> Application:
    """Return the WSGI application, configured by `settings` or else by the environment.

    Its extension `services` holds what views and hooks share; its extension `served` is the service as the server sees
    it.
    """
    app = Application(__name__, static_folder=None)
    if settings is None:
        settings = Settings.from_environment()
        for message in find_look_alikes():
            app.logger.warning(message)
    app.json = OrjsonProvider(app)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    settings = settings.make_missing_keys(app.logger.warning)
    for capability in CAPABILITIES:
        capability.set_up(app, settings)
    allow_relays(app, settings.beacon_relays)
    _log_keys(app, settings)
    services = _create_services(settings)
    app.extensions["services"] = services
    failures = failed_self_tests()
    if failures:
        app.logger.critical(describe_failures(failures))
    hooks = Hooks(services.access, failures)
    counted_requests = install_hooks(app, services.access, hooks)
    if counted_requests is None and not services.access.api_keys:
        app.wsgi_app = PlannedDraws(  # type: ignore[method-assign]
            app.wsgi_app,
            app.match_draw,
            hooks,
            settings.max_body_bytes,
            lambda: app.extensions["services"],
        )
    app.extensions["served"] = Served(
        app, settings, services, app.is_short, app.find_rule, counted_requests
    )
    _register_views(app)
    app.own_hooks = app.count_hooks()
    return app


def _register_views(app: Flask) -> None:
    """Add the views of the API and of the pages, and the handlers of errors.

    The view of `/` and the handler of HTTP errors answer with JSON or with a page. They are wrapped here, because the
    API does not import the pages.
    """
    for error in PROBLEM_TYPES_BY_ERROR:
        app.register_error_handler(error, page_or(handle_service_error))
    app.register_error_handler(HTTPException, page_or(handle_http_exception))
    app.register_error_handler(MethodNotAllowed, page_or(handle_wrong_method))
    for blueprint in (*BLUEPRINTS, *PAGE_BLUEPRINTS, pages):
        app.register_blueprint(blueprint)
    index = "operations.list_endpoints"  # the view of `/`
    app.view_functions[index] = front_page_or(app.view_functions[index])


def _create_services(settings: Settings) -> Services:
    """Create the `Services` of an application: counters, slots and a cache; settings for views and hooks."""
    stats = Stats(SHUFFLE_LABELS)
    return Services(
        stats=stats,
        metrics=PrometheusMetrics(stats, settings) if settings.metrics else None,
        streams=SharedSlots(settings.max_streams, _STREAMS_BUSY, retry_after=5),
        large=SharedSlots(settings.max_large, _LARGE_BUSY, retry_after=2),
        draws=DrawCache(_CACHED_DRAWS),
        allowed=Allowed(settings.limits, settings.allow_seeds),
        access=Access(
            api_keys=settings.api_keys,
            cors_origins=settings.cors_origins,
            trusted_proxies=settings.trusted_proxies,
            rate_limit=settings.rate_limit,
            rate_limit_storage=settings.rate_limit_storage,
            max_wait=settings.max_wait,
        ),
    )


def _log_keys(app: Flask, settings: Settings) -> None:
    """Log the keys by their fingerprints, so that an operator sees which keys each replica has."""
    keys = [
        f"{key.fingerprint} of {key.setting} {key.use}" for key in settings.list_keys()
    ]
    app.logger.info(
        "Keys, by their fingerprints: %s; API_KEYS: %d",
        "; ".join(keys),
        len(settings.api_keys),
    )

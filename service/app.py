"""The application, put together."""

from typing import Any

import flask_smorest
import marshmallow as ma
from flask import Flask, Response
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import HTTPException

import service
from service.api import BLUEPRINTS
from service.api.cors import allow_origins
from service.api.problems import (
    MEDIA_TYPE,
    PROBLEMS,
    InvalidValues,
    Malformed,
    Problem,
    on_http_exception,
    on_service_error,
)
from service.api.rendering import OrjsonProvider
from service.core.errors import ServiceError
from service.settings import Settings

DESCRIPTION = """\
Shuffles decks, draws unique random integers and deals hands. Exactly uniform unless asked otherwise, reproducible from
a seed in any language (docs/stream.md), with nothing stored.

Every request is safe to send again: a seeded one gives the same answer, an unseeded one another random one.
"""


class Api(flask_smorest.Api):  # type: ignore[misc]
    """flask-smorest with our problems instead of its errors."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = Problem

    def _register_responses(self) -> None:
        for status in sorted({kind.status for kind in PROBLEMS.values()}):
            titles = "; ".join(kind.title for kind in PROBLEMS.values() if kind.status == status)
            response = {"description": titles, "content": {MEDIA_TYPE: {"schema": Problem}}}
            self.spec.components.response(f"Problem{status}", response, lazy=True)
        self.spec.components.response("NotModified", {"description": "As the cache has it (ETag)"}, lazy=True)

    def _register_etag_headers(self) -> None:
        """flask-smorest's own are not used."""

    def _register_pagination_header(self) -> None:
        """flask-smorest's own is not used."""

    def _register_error_handlers(self) -> None:
        for error in (ServiceError, Malformed, InvalidValues):
            self._app.register_error_handler(error, on_service_error)
        self._app.register_error_handler(ParseException, on_broken_chunks)
        self._app.register_error_handler(HTTPException, on_http_exception)


def comma_separated(_: object, field: ma.fields.Field[Any], **__: Any) -> dict[str, Any]:
    """What OpenAPI says of a list in a query."""
    return {"style": "form", "explode": False} if isinstance(field, ma.fields.List) else {}


def on_broken_chunks(_: ParseException) -> Response:
    """A body whose chunks gunicorn cannot read; what it says of them may hold a seed."""
    return on_service_error(Malformed("The body is not in chunks as HTTP has them."))


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application, set up as given or by the environment."""
    app = Flask(__name__, static_folder=None)
    app.json = OrjsonProvider(app)
    settings = settings or Settings.from_environment()
    app.config["LIMITS"] = settings.limits
    app.config["ALLOW_SEEDS"] = settings.allow_seeds
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    allow_origins(app, settings.cors_origins)
    api = Api(
        app,
        spec_kwargs={
            "title": "shuffle-and-deal",
            "version": service.__version__,
            "openapi_version": "3.1.0",
            "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
            "servers": [{"url": "/"}],
        },
    )
    app.extensions["openapi"] = api.spec
    api.ma_plugin.converter.add_parameter_attribute_function(comma_separated)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    return app

"""Endpoints: what is asked, what is answered, and how both are documented, in one decorator.

A view takes what is asked, as a frozen dataclass, and returns the body of the answer. The decorator stands before it
with a strict reading of the request and behind it with JSON, caching and, for every GET that shuffles, the POST twin.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import flask_smorest
import marshmallow as ma
from flask import Response, current_app, request
from webargs.flaskparser import FlaskParser

from service.api.parameters import Asks
from service.api.reading import load, read_body, read_query
from service.api.rendering import FOR_EVER, JSON, NEVER, rendered
from service.core.errors import SeedsOff
from service.settings import Settings

BY_SEED = "for ever if a seed was given, else never"


@dataclass(frozen=True)
class Example:
    """A request that the documentation shows, with the service's real answer to it."""

    asked: Mapping[str, Any] = field(default_factory=dict)
    path: Mapping[str, str] = field(default_factory=dict)


Body = Mapping[str, Any]
View = Callable[..., Body]


def settings() -> Settings:
    """The settings of the running application."""
    found: Settings = current_app.config["SETTINGS"]
    return found


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A group of endpoints under one prefix."""

    ARGUMENTS_PARSER = FlaskParser()
    ARGUMENTS_PARSER.DEFAULT_VALIDATION_STATUS = 400  # what flask-smorest documents for every reader of arguments

    def __init__(self, name: str, prefix: str, description: str) -> None:
        super().__init__(name, __name__, url_prefix=prefix, description=description)
        self.examples: dict[str, Example] = {}

    def endpoint(
        self,
        rule: str,
        *,
        asks: type[Asks],
        answers: type[ma.Schema],
        example: Example,
        methods: tuple[str, ...] = ("GET", "POST"),
        path: tuple[dict[str, Any], ...] = (),
        caching: str = BY_SEED,
    ) -> Callable[[View], View]:
        """Serve a view under a rule, and document it.

        `path` describes the rule's parameters, any of which may name nothing (404); `caching` says for how long the
        answer to a GET may be kept.
        """

        def decorate(view: View) -> View:
            for method in methods:
                operation = view.__name__ if method == methods[0] else f"{view.__name__}_{method.lower()}"
                self.examples[operation] = example
                schema = asks()
                described = self.response(200, answers, description="As asked")(view)
                if method == "GET" and caching != NEVER:
                    described = self.alt_response(304, "NotModified")(described)
                for status in _refusals(method, asks, path):
                    described = self.alt_response(status, f"Problem{status}")(described)
                described = self.arguments(schema, location="query" if method == "GET" else "json")(described)
                described = self.doc(operationId=operation)(described)
                # flask-smorest's wrappers only describe; serving through them would double the cost of a request.
                handler = answering(view, schema, caching)
                handler._apidoc = described._apidoc  # type: ignore[attr-defined]
                parameters = [dict(parameter) for parameter in path]
                self.add_url_rule(rule, operation, handler, methods=[method], parameters=parameters)
            return view

        return decorate

    def document(self, rule: str, media_type: str = JSON) -> Callable[[Callable[[], Response]], Callable[[], Response]]:
        """Serve, and document, something that is not an answer to a question: a file."""

        def decorate(view: Callable[[], Response]) -> Callable[[], Response]:
            handler = self.response(200, {"type": "object"}, content_type=media_type, description="The document")(view)
            for status, response in (
                (304, "NotModified"),
                (414, "Problem414"),
                (431, "Problem431"),
                (500, "Problem500"),
            ):
                handler = self.alt_response(status, response)(handler)
            handler = self.doc(operationId=view.__name__)(handler)
            self.add_url_rule(rule, view.__name__, handler, methods=["GET"])
            return view

        return decorate


def _refusals(method: str, asks: type[Asks], path: tuple[dict[str, Any], ...]) -> Iterator[int]:
    """The statuses, besides 200, that an operation can answer with."""
    yield from (400, 414, 422, 431, 500)
    if path:
        yield 404
    if "seed" in asks._declared_fields:
        yield 403
    if method == "POST":
        yield from (413, 415)


def answering(view: View, schema: Asks, caching: str) -> Callable[..., Response]:
    """The view, given what the request asks, with the body that it returns made a response."""

    @wraps(view)
    def respond(**path: str) -> Response:
        asked = load(schema, read_body(request) if request.method == "POST" else read_query(schema, request))
        seeded = getattr(asked, "seed", None) is not None
        if seeded and not settings().allow_seeds:
            raise SeedsOff
        kept = (FOR_EVER if seeded else NEVER) if caching == BY_SEED else caching
        return rendered(view(asked, **path), kept if request.method != "POST" else NEVER)

    return respond

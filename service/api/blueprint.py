"""Endpoints: what is asked, what is answered, and how both are documented, in one decorator.

`endpoint` serves a view that takes what is asked, as a frozen dataclass, and returns the body of the answer. `drawing`
serves a view that returns what is to be drawn; it adds the batch, the POST twins, and the forms of an answer. Both read
requests strictly before the view and see to caching behind it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Any

import flask_smorest
import marshmallow as ma
from flask import Response, current_app, request
from webargs.flaskparser import FlaskParser

from service.api.drawings import Drawing
from service.api.parameters import Asks, Batch, batch_of
from service.api.reading import load, read, read_query, refuse_body, split
from service.api.rendering import FOR_EVER, JSON, LINES, NEVER, TEXT, accepted, rendered, streamed
from service.core.errors import SeedsOff
from service.core.permutations import Limits
from service.core.streams import Randomness

Body = Mapping[str, Any]
Handler = Callable[..., Response]
Path = tuple[dict[str, Any], ...]

_RESULTS = {JSON: None, TEXT: {"type": "string"}}
_BATCHES = {**_RESULTS, LINES: {"type": "string"}}


@dataclass(frozen=True)
class Example:
    """A request that the documentation shows, with the service's real answer to it."""

    asked: Mapping[str, Any] = field(default_factory=dict)
    path: Mapping[str, str] = field(default_factory=dict)

    def repeated(self) -> "Example":
        """The same for a batch."""
        return Example({**self.asked, "repeats": 2}, self.path)


def limits() -> Limits:
    """How much one request may ask of the running application."""
    found: Limits = current_app.config["LIMITS"]
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
        path: Path = (),
        caching: str,
    ) -> Callable[[Callable[..., Body]], Callable[..., Body]]:
        """Serve, and document, a view that describes something, by GET.

        `path` describes the rule's parameters, any of which may name nothing (404); `caching` says for how long the
        answer may be kept.
        """

        def decorate(view: Callable[..., Body]) -> Callable[..., Body]:
            schema = asks()

            @wraps(view)
            def handler(**names: str) -> Response:
                return rendered(view(read(schema, request), **names), caching)

            self._serve(rule, view.__name__, "GET", handler, schema, answers, {JSON: None}, path, caching != NEVER)
            self.examples[view.__name__] = example
            return view

        return decorate

    def drawing(
        self,
        rule: str,
        *,
        asks: type[Asks],
        answers: tuple[type[ma.Schema], type[ma.Schema]],
        example: Example,
        methods: tuple[str, ...] = ("GET", "POST"),
        path: Path = (),
    ) -> Callable[[Callable[..., Drawing]], Callable[..., Drawing]]:
        """Serve, and document, a view that draws, and its `/batch`; `answers` are the schemas of both."""

        def decorate(view: Callable[..., Drawing]) -> Callable[..., Drawing]:
            name = view.__name__
            for method in methods:
                suffix = "" if method == methods[0] else f"_{method.lower()}"
                single, batch = asks(), batch_of(asks)()
                for operation, where, schema, answer, forms, shown in (
                    (f"{name}{suffix}", rule, single, answers[0], _RESULTS, example),
                    (f"{name}_batch{suffix}", f"{rule}/batch", batch, answers[1], _BATCHES, example.repeated()),
                ):
                    handler = drawing_handler(view, schema, tuple(forms))
                    self._serve(where, operation, method, handler, schema, answer, forms, path, cached=True)
                    self.examples[operation] = shown
            return view

        return decorate

    def document(self, rule: str, media_type: str = JSON) -> Callable[[Callable[[], Response]], Callable[[], Response]]:
        """Serve, and document, a file."""

        def decorate(view: Callable[[], Response]) -> Callable[[], Response]:
            schema = Asks()

            @wraps(view)
            def handler() -> Response:
                read(schema, request)
                return view()

            forms = {media_type: {"type": "object"}}
            self._serve(rule, view.__name__, "GET", handler, schema, ma.Schema, forms, (), cached=True)
            return view

        return decorate

    def _serve(
        self,
        rule: str,
        operation: str,
        method: str,
        handler: Handler,
        schema: Asks,
        answers: type[ma.Schema],
        forms: Mapping[str, dict[str, str] | None],
        path: Path,
        cached: bool,  # noqa: FBT001
    ) -> None:
        described: Any = handler
        for form, form_schema in forms.items():
            described = self.response(200, form_schema or answers, content_type=form, description="As asked")(described)
        if method == "GET" and cached:
            described = self.alt_response(304, "NotModified")(described)
        for status in _refusals(method, schema, path):
            described = self.alt_response(status, f"Problem{status}")(described)
        described = self.arguments(schema, location="query" if method == "GET" else "json")(described)
        described = self.doc(operationId=operation)(described)
        # flask-smorest's wrappers only describe; serving through them would double the cost of a request.
        handler._apidoc = described._apidoc  # type: ignore[attr-defined]
        self.add_url_rule(rule, operation, handler, methods=[method], parameters=[dict(name) for name in path])


def _refusals(method: str, schema: Asks, path: Path) -> Iterator[int]:
    """The statuses, besides 200, that an operation can answer with."""
    yield from (400, 414, 422, 431, 500)
    if path:
        yield 404
    if "seed" in schema.fields:
        yield 403
    if method == "POST":
        yield from (413, 415)


def drawing_handler(view: Callable[..., Drawing], schema: Asks, forms: tuple[str, ...]) -> Handler:
    """The view as a handler: what it draws is drawn, and answered in the form that the client accepts.

    What a query draws depends on nothing but the query without its seed, and is remembered.
    """

    def prepared(asked: Any, names: Mapping[str, str]) -> tuple[Drawing, int | None]:
        if isinstance(asked, Batch):
            return view(asked.asked, **names), asked.repeats
        return view(asked, **names), None

    @lru_cache(maxsize=_MOST_REMEMBERED)
    def remembered(query: bytes, _: Limits, **names: str) -> tuple[Drawing, int | None]:
        return prepared(load(schema, read_query(schema, query)), names)

    def question(names: Mapping[str, str]) -> tuple[Drawing, int | None, Randomness]:
        if request.method != "POST":
            refuse_body(request)
            if simple := split(request.query_string, schema):
                return *remembered(simple[0], limits(), **names), simple[1]
        asked = read(schema, request)
        single = asked.asked if isinstance(asked, Batch) else asked
        return *prepared(asked, names), single.randomness

    @wraps(view)
    def handler(**names: str) -> Response:
        drawing, repeats, randomness = question(names)
        kept = NEVER
        if randomness.seed is not None:
            if not current_app.config["ALLOW_SEEDS"]:
                raise SeedsOff
            kept = FOR_EVER if request.method != "POST" else NEVER
        form = accepted(forms)
        if repeats is None:
            body = drawing.single(randomness) if form == JSON else b"".join(drawing.texts(randomness, 1))
            return rendered(body, kept, form, varies=True)
        drawing.plan.under(randomness).allow(repeats, limits(), streamed=form != JSON)
        if form == JSON:
            return rendered(drawing.batch(randomness, repeats), kept, varies=True)
        lines = drawing.lines if form == LINES else drawing.texts
        return streamed(lines(randomness, repeats), kept, form)

    return handler


_MOST_REMEMBERED = 512  # queries of one endpoint

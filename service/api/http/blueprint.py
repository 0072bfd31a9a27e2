"""Endpoints: the request, the response and the documentation of a view, declared in one decorator.

`api_endpoint` serves a view that takes the request as a frozen dataclass and returns the body of the response.
`draw_endpoint` serves a view that returns a `DrawResponse`; it adds the `/batch` path, the POST twins and the other
media types. Both parse the request strictly before the view, and add caching headers after it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from inspect import getdoc
from types import MappingProxyType
from typing import Any, TypeVar

import flask
import marshmallow as ma
from flask import Response, request

from service.api.http.assets import Asset, sent
from service.api.http.draw_response import DrawResponse
from service.api.http.draw_view import draw_view
from service.api.http.parsing import read
from service.api.http.responses import JSON, NDJSON, NO_STORE, TEXT, rendered
from service.api.schemas.one_of import OneOfSchema
from service.api.schemas.requests import RequestSchema, batch_of

Body = Mapping[str, Any]
Found = TypeVar("Found", Body, Asset)
Handler = Callable[..., Response]
Path = tuple[dict[str, Any], ...]
Forms = Mapping[str, type[ma.Schema] | dict[str, str]]

_STRING = {"type": "string"}


@dataclass(frozen=True)
class Example:
    """A request that the documentation shows, with the service's real answer to it.

    `fresh` are the members of the answer that are different every time, as the documentation shows them.
    """

    asked: Mapping[str, Any] = field(default_factory=dict)
    path: Mapping[str, str] = field(default_factory=dict)
    fresh: Mapping[str, Any] = field(default_factory=dict)

    def repeated(self) -> "Example":
        """The same for a batch."""
        return Example({**self.asked, "repeats": 2}, self.path)


@dataclass(frozen=True)
class Link:
    """Where an answer leads: to an operation by its name, whose parameters or body are taken from the answer.

    What is taken is written in OpenAPI's runtime expressions: `$response.body#/shoe`.
    """

    operation: str
    description: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    body: str | Mapping[str, Any] | None = None


Links = Mapping[str, Link]

_VERIFY = {"Verify": Link("verify_result", "Whether the answer, if it has a seed, is right.", body="$response.body")}


@dataclass(frozen=True)
class Operation:
    """One method of one path, as the OpenAPI document describes it.

    The view's docstring says what it does: its first paragraph is the `summary`, the others are the `description`.
    `forms` has what is answered by media type, `errors` the other statuses that an answer can have, `path` the
    parameters in the rule, `links` where an answer leads.
    """

    name: str
    method: str
    rule: str
    summary: str
    description: str
    schema: RequestSchema | OneOfSchema
    forms: Forms
    errors: tuple[int, ...]
    path: Path = ()
    example: Example | None = None
    links: Links = field(default_factory=dict)


class Blueprint(flask.Blueprint):
    """A group of endpoints under one prefix, each served and described."""

    def __init__(self, name: str, prefix: str, description: str) -> None:
        super().__init__(name, __name__, url_prefix=prefix or None)
        self.description = description
        self.operations: list[Operation] = []

    def api_endpoint(
        self,
        rule: str,
        *,
        arguments: type[RequestSchema] | OneOfSchema,
        response: type[ma.Schema] | str,
        example: Example,
        methods: tuple[str, ...] = ("GET",),
        path: Path = (),
        cache: str | Callable[[Any], str],
        errors: tuple[int, ...] = (),
        links: Links = MappingProxyType({}),
    ) -> Callable[[Callable[..., Found]], Callable[..., Found]]:
        """Serve a view whose answer has nothing random in it, by GET or, where much is asked, by POST.

        `response` is the schema of the answer, or the media type of the `Asset` that the view returns instead.
        `path` describes the rule's parameters, any of which may name nothing (404); `cache` says for how long the
        answer, or that to what was asked, may be kept; `errors` has the statuses that others do not answer with,
        `links` says where the answer leads.
        """
        form, told = (response, _STRING) if isinstance(response, str) else (JSON, response)

        def decorate(view: Callable[..., Found]) -> Callable[..., Found]:
            schema = arguments if isinstance(arguments, OneOfSchema) else arguments()

            @wraps(view)
            def handler(**names: str) -> Response:
                asked = read(schema, request)
                kept = cache if isinstance(cache, str) else cache(asked)
                found = view(asked, **names)
                if request.method == "POST":
                    kept = NO_STORE
                return sent(found, kept) if isinstance(found, Asset) else rendered(found, kept, form)

            forms: Forms = {form: told}
            for method in methods:
                name = view.__name__ if method == methods[0] else f"{view.__name__}_{method.lower()}"
                kept = cache != NO_STORE and method == "GET"
                self._serve(rule, name, method, handler, schema, forms, path, example, links, kept=kept, more=errors)
            return view

        return decorate

    def draw_endpoint(
        self,
        rule: str,
        *,
        arguments: type[RequestSchema],
        response: tuple[type[ma.Schema], type[ma.Schema]],
        example: Example,
        methods: tuple[str, ...] = ("GET", "POST"),
        path: Path = (),
        files: Sequence[str] = (),
    ) -> Callable[[Callable[..., DrawResponse]], Callable[..., DrawResponse]]:
        """Serve a view that draws, and its `/batch`; `response` has the schemas of both.

        `files` are the media types of what it may answer for a download.
        """

        def decorate(view: Callable[..., DrawResponse]) -> Callable[..., DrawResponse]:
            batch, repeated = batch_of(arguments), example.repeated()
            downloads = dict.fromkeys(files, _STRING)
            results: Forms = {JSON: response[0], TEXT: _STRING}
            batches: Forms = {JSON: response[1], TEXT: _STRING, NDJSON: _STRING}
            for method in methods:
                name = view.__name__, "" if method == methods[0] else f"_{method.lower()}"
                for operation, where, schema, forms, shown, more in (
                    ("".join(name), rule, arguments(), results, example, ""),
                    ("_batch".join(name), f"{rule}/batch", batch(), batches, repeated, " Many results in one answer."),
                ):
                    handler = draw_view(view, schema, tuple(forms))
                    handler.__doc__ = f"{view.__doc__}{more}"
                    every = {**forms, **downloads}
                    self._serve(
                        where, operation, method, handler, schema, every, path, shown, _VERIFY, kept=method == "GET"
                    )
            return view

        return decorate

    def document(self, rule: str, media_type: str = JSON) -> Callable[[Callable[[], Response]], Callable[[], Response]]:
        """Serve a file."""

        def decorate(view: Callable[[], Response]) -> Callable[[], Response]:
            schema = RequestSchema()

            @wraps(view)
            def handler() -> Response:
                read(schema, request)
                return view()

            self._serve(rule, view.__name__, "GET", handler, schema, {media_type: {"type": "object"}}, kept=True)
            return view

        return decorate

    def _serve(
        self,
        rule: str,
        name: str,
        method: str,
        handler: Handler,
        schema: RequestSchema | OneOfSchema,
        forms: Forms,
        path: Path = (),
        example: Example | None = None,
        links: Links = MappingProxyType({}),
        *,
        kept: bool,
        more: tuple[int, ...] = (),
    ) -> None:
        self.add_url_rule(rule, name, handler, methods=[method])
        refusals = (*_refusals(method, schema, path, kept=kept), *more)
        summary, _, description = (getdoc(handler) or "").partition("\n\n")
        where = f"{self.url_prefix or ''}{rule}"
        self.operations.append(
            Operation(name, method, where, summary, description, schema, forms, refusals, path, example, links)
        )


def _refusals(method: str, schema: RequestSchema | OneOfSchema, path: Path, *, kept: bool) -> Iterator[int]:
    """The statuses, besides 200, that an operation can answer with."""
    if kept:
        yield 304
    yield from (400, 401, 414, 422, 429, 431, 500, 503)
    if path:
        yield 404
    if "seed" in schema.fields:
        yield 403
    if method == "POST":
        yield from (413, 415)

"""Endpoints: what is asked, what is answered, and how both are documented, in one decorator.

`resource` serves a view that takes what is asked, as a frozen dataclass, and returns the body of the answer. `drawing`
serves a view that returns what is to be drawn; it adds the batch, the POST twins, and the forms of an answer. Both read
requests strictly before the view and see to caching behind it.
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
from service.api.http.draw_response import Drawing
from service.api.http.draw_view import drawing_handler
from service.api.http.parsing import read
from service.api.http.responses import JSON, LINES, NEVER, TEXT, rendered
from service.api.schemas.one_of import Alternatives
from service.api.schemas.requests import Asks, batch_of

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
    `forms` has what is answered by media type, `refusals` the other statuses that an answer can have, `path` the
    parameters in the rule, `links` where an answer leads.
    """

    name: str
    method: str
    rule: str
    summary: str
    description: str
    schema: Asks | Alternatives
    forms: Forms
    refusals: tuple[int, ...]
    path: Path = ()
    example: Example | None = None
    links: Links = field(default_factory=dict)


class Blueprint(flask.Blueprint):
    """A group of endpoints under one prefix, each served and described."""

    def __init__(self, name: str, prefix: str, description: str) -> None:
        super().__init__(name, __name__, url_prefix=prefix or None)
        self.description = description
        self.operations: list[Operation] = []

    def resource(
        self,
        rule: str,
        *,
        asks: type[Asks] | Alternatives,
        answers: type[ma.Schema] | str,
        example: Example,
        methods: tuple[str, ...] = ("GET",),
        path: Path = (),
        caching: str | Callable[[Any], str],
        refusals: tuple[int, ...] = (),
        links: Links = MappingProxyType({}),
    ) -> Callable[[Callable[..., Found]], Callable[..., Found]]:
        """Serve a view whose answer has nothing random in it, by GET or, where much is asked, by POST.

        `answers` is the schema of the answer, or the media type of the `Asset` that the view returns instead.
        `path` describes the rule's parameters, any of which may name nothing (404); `caching` says for how long the
        answer, or that to what was asked, may be kept; `refusals` has the statuses that others do not answer with,
        `links` says where the answer leads.
        """
        form, told = (answers, _STRING) if isinstance(answers, str) else (JSON, answers)

        def decorate(view: Callable[..., Found]) -> Callable[..., Found]:
            schema = asks if isinstance(asks, Alternatives) else asks()

            @wraps(view)
            def handler(**names: str) -> Response:
                asked = read(schema, request)
                kept = caching if isinstance(caching, str) else caching(asked)
                found = view(asked, **names)
                if request.method == "POST":
                    kept = NEVER
                return sent(found, kept) if isinstance(found, Asset) else rendered(found, kept, form)

            forms: Forms = {form: told}
            for method in methods:
                name = view.__name__ if method == methods[0] else f"{view.__name__}_{method.lower()}"
                kept = caching != NEVER and method == "GET"
                self._serve(rule, name, method, handler, schema, forms, path, example, links, kept=kept, more=refusals)
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
        files: Sequence[str] = (),
    ) -> Callable[[Callable[..., Drawing]], Callable[..., Drawing]]:
        """Serve a view that draws, and its `/batch`; `answers` are the schemas of both.

        `files` are the media types of what it may answer for a download.
        """

        def decorate(view: Callable[..., Drawing]) -> Callable[..., Drawing]:
            batch, repeated = batch_of(asks), example.repeated()
            downloads = dict.fromkeys(files, _STRING)
            results: Forms = {JSON: answers[0], TEXT: _STRING}
            batches: Forms = {JSON: answers[1], TEXT: _STRING, LINES: _STRING}
            for method in methods:
                name = view.__name__, "" if method == methods[0] else f"_{method.lower()}"
                for operation, where, schema, forms, shown, more in (
                    ("".join(name), rule, asks(), results, example, ""),
                    ("_batch".join(name), f"{rule}/batch", batch(), batches, repeated, " Many results in one answer."),
                ):
                    handler = drawing_handler(view, schema, tuple(forms))
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
            schema = Asks()

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
        schema: Asks | Alternatives,
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


def _refusals(method: str, schema: Asks | Alternatives, path: Path, *, kept: bool) -> Iterator[int]:
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

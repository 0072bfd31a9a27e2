"""Endpoints: the request, the response and the documentation of a view, declared in one decorator.

`api_endpoint` serves a view that takes the request as a frozen dataclass and returns the body of the response.
`draw_endpoint` serves a view that returns a `ResponseDraft`; it also serves `/batch`, POST and further media types.
Both parse the request strictly before the view, and add caching headers after it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import getdoc
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import flask
import marshmallow as ma
from flask import Response, request

from ..core.suggestions import NameIndex
from .draws.draw_view import DrawHandler
from .draws.prepared_draw import DrawRoute, DrawView
from .request_parsing import parse_request
from .responses import (
    CSV,
    JSON,
    NDJSON,
    NO_STORE,
    NPY,
    TEXT,
    Asset,
    asset_response,
    json_response,
)
from .results.result_types import Results, SelectResults
from .schemas.prove import add_prove
from .schemas.request_schemas import OneOfSchema, RequestSchema, add_repeats
from .schemas.response_schemas import DrawSchemas
from .short import ShortQueries, keep_short

Body = Mapping[str, Any]
Result = TypeVar("Result", Body, Asset)
View = Callable[..., Response]
Content = dict[str, type[ma.Schema] | dict[str, str]]
"""The schema of a response for each media type."""

_TEXT = {"type": "string"}
_FILE = {"type": "string", "format": "binary"}
_SCHEMAS_OF_FILES: Mapping[str, dict[str, str]] = {
    JSON: {"type": "object"},
    TEXT: _TEXT,
    CSV: _TEXT,
}


class PathParameter(NamedTuple):
    """A parameter in URL rules; `schema` describes it in the OpenAPI document.

    With `entries`, a value is the name or an alias of an entry; views get the name.
    """

    name: str
    example: str | int
    description: str
    schema: Mapping[str, Any] = _TEXT
    entries: NameIndex | None = None

    @classmethod
    def of_entries(
        cls, name: str, example: str, description: str, entries: NameIndex
    ) -> "PathParameter":
        schema = {"type": "string", "enum": list(entries)}
        return cls(
            name=name,
            example=example,
            description=description,
            schema=schema,
            entries=entries,
        )

    def openapi(self) -> dict[str, Any]:
        """Return the parameter object of OpenAPI."""
        members = {
            "name": self.name,
            "in": "path",
            "required": True,
            "description": self.description,
        }
        return members | {"schema": dict(self.schema) | {"example": self.example}}


class Example(NamedTuple):
    """A request that the documentation shows, with the service's real response.

    `arguments` are the parameters of its query or body. `path` replaces the examples of the path parameters. `fresh`
    has the values to show for members of the response that differ every time.
    """

    arguments: Mapping[str, Any] = MappingProxyType({})
    path: Mapping[str, str] = MappingProxyType({})
    fresh: Mapping[str, Any] = MappingProxyType({})

    def as_batch(self) -> "Example":
        """Return the example of the same request for two results."""
        return Example(dict(self.arguments) | {"repeats": 2}, self.path)


_NO_ARGUMENTS = Example()


class Link(NamedTuple):
    """A link of OpenAPI: the response contains the parameters or the body of a request to `operation`.

    `parameters` and `body` are OpenAPI runtime expressions: `$response.body#/shoe`.
    """

    operation: str
    description: str
    parameters: Mapping[str, str] = MappingProxyType({})
    body: str | None = None


Links = Mapping[str, Link]

VERIFY = {
    "Verify": Link(
        "verify_result",
        "Whether the response, if it has a seed, is right.",
        body="$response.body",
    )
}
"""The link in every response that may have a seed."""


_BATCH = "A member of a result is a list with an entry for each; `draws` is their sum."


class OperationTexts(NamedTuple):
    """The texts of an operation in the OpenAPI document."""

    name: str
    """The operationId."""
    title: str
    """A few words."""
    summary: str
    """A sentence on what it does."""
    details: str

    @classmethod
    def of_view(cls, view: Callable[..., Any]) -> "OperationTexts":
        """Read the texts from the docstring of a view.

        The first paragraph is the summary. Its words before the first comma, semicolon or colon are the title.
        """
        summary, _, details = (getdoc(view) or "").partition("\n\n")
        return cls(
            view.__name__,
            re.split("[,;:]", summary.removesuffix("."))[0],
            summary,
            details,
        )

    def as_batch(self) -> "OperationTexts":
        summary = f"{self.summary} Many results in one response."
        return OperationTexts(
            f"{self.name}_batch", f"{self.title}, many times", summary, _BATCH
        )

    def for_method(self, method: str, methods: Sequence[str]) -> "OperationTexts":
        """Return the texts for a method of the operation. Only texts for the first method do not mention the method."""
        if method == methods[0]:
            return self
        return self._replace(
            name=f"{self.name}_{method.lower()}", title=f"{self.title}, by {method}"
        )


class Operation(NamedTuple):
    """One method of one path, as the OpenAPI document describes it."""

    texts: OperationTexts
    method: str
    rule: str
    schema: RequestSchema | OneOfSchema
    """The schema of the request."""
    content: Content
    is_cached: bool
    """Whether its response may be a 304."""
    example: Example | None = None
    links: Links = MappingProxyType({})
    may_conflict: bool = False
    """Whether its response may be a 409."""
    path: Sequence[PathParameter] = ()
    """The parameters in the rule."""

    @property
    def name(self) -> str:
        """Return the operationId."""
        return self.texts.name


class _DrawForm(NamedTuple):
    """What the methods have in common for single results, or for batches, of an endpoint that draws."""

    rule: str
    texts: OperationTexts
    content: Content
    example: Example

    def describe(
        self, method: str, methods: Sequence[str], schema: RequestSchema
    ) -> Operation:
        """Return the operation of one of the `methods`, with the schema of its request."""
        return Operation(
            self.texts.for_method(method, methods),
            method=method,
            rule=self.rule,
            schema=schema,
            content=self.content,
            is_cached=method == "GET",
            example=self.example,
            links=VERIFY,
        )


def _handle_requests(
    view: Callable[..., Result],
    schema: RequestSchema | OneOfSchema,
    cache: str | Callable[[Any], str],
    media_type: str,
) -> View:
    """Return the Flask view that parses a request by its schema, calls a view, and sends the body that it returns.

    `cache` and `media_type` give the headers of the response, as in `api_endpoint`; a POST is never cached.
    """

    @wraps(view)
    def handler(**path_arguments: str) -> Response:
        arguments = parse_request(schema, request)
        cache_control = cache if isinstance(cache, str) else cache(arguments)
        body = view(arguments, **path_arguments)
        if request.method == "POST":
            cache_control = NO_STORE
        if isinstance(body, Asset):
            return asset_response(body, cache_control)
        return json_response(body, cache_control, media_type)

    return handler


class Blueprint(flask.Blueprint):
    """A Flask blueprint that serves and documents endpoints; `path` describes the parameters in their URL rules.

    If the blueprint `is_open`, its endpoints need no API key. Its `chapter` is the tag of its operations in the OpenAPI
    document.
    """

    def __init__(
        self,
        name: str,
        prefix: str,
        description: str,
        path: Sequence[PathParameter] = (),
        *,
        is_open: bool = False,
    ) -> None:
        super().__init__(name, __name__, url_prefix=prefix or None)
        self.chapter = name
        self.description = description
        self.path = path
        self.is_open = is_open
        self.operations: list[Operation] = []
        self.draw_routes: list[DrawRoute] = []

    def part(self, name: str) -> "Blueprint":
        """Return a blueprint for some of the endpoints of this chapter, which several modules share."""
        part = Blueprint(
            f"{self.name}_{name}",
            self.url_prefix or "",
            self.description,
            self.path,
            is_open=self.is_open,
        )
        part.chapter = self.chapter
        return part

    def has_entries(self, arguments: Mapping[str, Any]) -> bool:
        """Return whether every entry that the arguments of a URL rule name exists, after `resolve_aliases`."""
        entries = self._entries_by_parameter()
        return all(
            text in entries[name] for name, text in arguments.items() if name in entries
        )

    def resolve_aliases(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the arguments of a URL rule with the names of entries in place of their aliases."""
        entries = self._entries_by_parameter()
        return {
            name: entries[name].find(text) or text if name in entries else text
            for name, text in arguments.items()
        }

    def _entries_by_parameter(self) -> Mapping[str, NameIndex]:
        """Return the entries of each parameter that takes the name of an entry."""
        return {
            parameter.name: parameter.entries
            for parameter in self.path
            if parameter.entries
        }

    def api_endpoint(
        self,
        rule: str,
        *,
        response: type[ma.Schema] | str,
        arguments: type[RequestSchema] | OneOfSchema = RequestSchema,
        example: Example | None = _NO_ARGUMENTS,
        methods: tuple[str, ...] = ("GET",),
        cache: str | Callable[[Any], str],
        may_conflict: bool = False,
        links: Links = MappingProxyType({}),
        pages: Sequence[str] = (),
        short: ShortQueries | None = None,
    ) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
        """Decorate a view that takes the arguments as a dataclass and returns the body, or an `Asset`.

        `response` is the schema of the body, or the media type of the asset. `arguments` is the schema of the request.
        `example` is None for a file that no reader needs to see. `cache` is the Cache-Control header of a GET, or a
        function that takes the arguments and returns the header. A view that `may_conflict` may raise `Conflict`.
        `pages` are the media types of a page that is served instead of the body. An event loop may answer the queries
        that are `short`; by default none are.
        """
        media_type = JSON
        body: type[ma.Schema] | dict[str, str]
        if isinstance(response, str):
            media_type = response
            body = _SCHEMAS_OF_FILES.get(media_type, _FILE)
        else:
            body = response
        content: Content = {media_type: body} | dict.fromkeys(pages, _TEXT)

        def decorate(view: Callable[..., Result]) -> Callable[..., Result]:
            schema = arguments if isinstance(arguments, OneOfSchema) else arguments()
            handler = _handle_requests(view, schema, cache, media_type)
            keep_short(handler, short)
            texts = OperationTexts.of_view(view)
            for method in methods:
                operation = Operation(
                    texts.for_method(method, methods),
                    method=method,
                    rule=rule,
                    schema=schema,
                    content=content,
                    is_cached=cache != NO_STORE and method == "GET",
                    example=example,
                    links=links,
                    may_conflict=may_conflict,
                )
                self._add(operation, handler)
            return view

        return decorate

    def draw_endpoint(
        self,
        rule: str,
        *,
        arguments: type[RequestSchema],
        body_arguments: type[RequestSchema] | None = None,
        response: DrawSchemas,
        example: Example,
        methods: tuple[str, ...] = ("GET", "POST"),
        files: Sequence[str] = (),
        has_table: bool = False,
        short: ShortQueries | None = None,
        results: SelectResults = lambda _: Results,
    ) -> Callable[[DrawView], DrawView]:
        """Decorate a view that returns a `ResponseDraft`, and serve its `/batch` as well.

        `response` has the schemas of a single result and of a batch. `body_arguments` is the schema of a POST if it
        is not `arguments`; every POST also takes `prove`. `files` are the media types of downloads. With `has_table`, a
        batch is also served as an array. An event loop may answer the queries that are `short`; by default none are.
        `results` returns the class of the results of a request, if /v1/verify has to know the class: a caller's list
        has a `ListResults`, which can verify a response without the list.
        """

        def decorate(view: DrawView) -> DrawView:
            texts = OperationTexts.of_view(view)
            downloads: Content = dict.fromkeys(files, _TEXT)
            single_content: Content = {JSON: response.single, TEXT: _TEXT}
            batch_content: Content = {JSON: response.batch, TEXT: _TEXT, NDJSON: _TEXT}
            if has_table:
                batch_content |= {NPY: _FILE}
            single = _DrawForm(rule, texts, single_content | downloads, example)
            batch = _DrawForm(
                f"{rule}/batch",
                texts.as_batch(),
                batch_content | downloads,
                example.as_batch(),
            )
            route = DrawRoute(
                rule=f"{self.url_prefix or ''}{rule}",
                view=view,
                arguments=body_arguments or arguments,
                schemas=response,
                select_results=results,
            )
            self.draw_routes.append(route)
            for method in methods:
                request_of_one = arguments
                if method == "POST":
                    request_of_one = add_prove(route.arguments)
                request_of_many = add_repeats(request_of_one)
                for form, schema in (
                    (single, request_of_one()),
                    (batch, request_of_many()),
                ):
                    handler = DrawHandler(route, schema, tuple(form.content))
                    keep_short(handler, short)
                    self._add(form.describe(method, methods, schema), handler)
            return view

        return decorate

    def _add(self, operation: Operation, handler: View) -> None:
        """Serve an operation by a Flask view, and append its description for the OpenAPI document to `operations`.

        The rule of the operation lacks the prefix of the blueprint. The Flask endpoint has the operation's name.
        """
        self.add_url_rule(
            operation.rule, operation.name, handler, methods=[operation.method]
        )
        rule = f"{self.url_prefix or ''}{operation.rule}"
        path = self._path_of(operation.rule)
        path_examples = {parameter.name: str(parameter.example) for parameter in path}
        example = operation.example
        if example is not None:
            example = example._replace(path=path_examples | dict(example.path))
        self.operations.append(
            operation._replace(rule=rule, path=path, example=example)
        )

    def _path_of(self, rule: str) -> Sequence[PathParameter]:
        return tuple(
            parameter for parameter in self.path if f"<{parameter.name}>" in rule
        )

"""Endpoints: the request, the response and the documentation of a view, declared in one decorator.

`api_endpoint` serves a view that takes the request as a frozen dataclass and returns the body of the response, and
`file_endpoint` serves a view that returns a file. `draw_endpoint` serves a view that returns a `ResponseDraft`; it also
serves `/batch`, POST and further media types. All parse the request strictly before the view, and add caching headers
after it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from inspect import getdoc
from types import MappingProxyType
from typing import Any, NamedTuple

import flask
import marshmallow as ma
from flask import Response, request

from ..names.suggestions import NameIndex
from .draws.draw_view import DrawHandler
from .draws.evidence import Evidence
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
from .schemas.request_schemas import (
    OneOfSchema,
    RequestSchema,
    add_parameters,
    add_repeats,
)
from .schemas.response_schemas import DrawSchemas
from .short import ShortQueries, keep_short

Body = Mapping[str, Any]
BodyView = Callable[..., Body]
"""Takes the request as a dataclass and the names in the path: `describe_deck(arguments, deck="tarot")`."""
FileView = Callable[..., Asset]
"""Takes what a `BodyView` takes."""
View = Callable[..., Response]
Cache = str | Callable[[Any], str]
"""The header Cache-Control of a GET, or a function that takes the arguments and returns the header."""
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


class ResponseNotes(NamedTuple):
    """Notes on the responses of an endpoint for the OpenAPI document, beside the schema of the body."""

    links: Links = MappingProxyType({})
    """The requests that a response has parameters for, by the names of the links."""
    may_conflict: bool = False
    """Whether the view may raise `Conflict`, for a 409."""
    pages: Sequence[str] = ()
    """The media types of a page that browsers get in place of the body."""


_NO_NOTES = ResponseNotes()


class _Endpoint(NamedTuple):
    """An endpoint as `api_endpoint` or `file_endpoint` declares it; their parameters are described there."""

    rule: str
    methods: Sequence[str]
    schema: RequestSchema | OneOfSchema
    content: Content
    cache: Cache
    example: Example | None
    short: ShortQueries | None
    respond: Callable[[Any, str], Response]
    notes: ResponseNotes = _NO_NOTES

    def describe(self, view: Callable[..., Any]) -> Iterator[Operation]:
        """Yield the operation of each method, with the texts of a view."""
        texts = OperationTexts.of_view(view)
        for method in self.methods:
            yield Operation(
                texts.for_method(method, self.methods),
                method=method,
                rule=self.rule,
                schema=self.schema,
                content=self.content,
                is_cached=self.cache != NO_STORE and method == "GET",
                example=self.example,
                links=self.notes.links,
                may_conflict=self.notes.may_conflict,
            )


class RequestHandler:
    """The Flask view of an endpoint: it parses a request by the schema, calls `view`, and responds with the result.

    `respond` makes a response of what the view returns and the header Cache-Control. A POST is never cached.
    """

    def __init__(
        self,
        view: BodyView | FileView,
        schema: RequestSchema | OneOfSchema,
        cache: Cache,
        respond: Callable[[Any, str], Response],
    ) -> None:
        self.view = view
        self._schema = schema
        self._cache = cache
        self._respond = respond

    def __call__(self, **names: str) -> Response:
        """Return the response to the running request. `names` has the names in its path."""
        arguments = parse_request(self._schema, request)
        cache = self._cache
        cache_control = cache if isinstance(cache, str) else cache(arguments)
        result = self.view(arguments, **names)
        if request.method == "POST":
            cache_control = NO_STORE
        return self._respond(result, cache_control)


class _DrawnEndpoint(NamedTuple):
    """An endpoint as `draw_endpoint` declares it; its parameters are described there."""

    rule: str
    methods: Sequence[str]
    schemas: DrawSchemas
    arguments: type[RequestSchema]
    body_arguments: type[RequestSchema]
    content: Content
    batch_content: Content
    example: Example
    short: ShortQueries | None
    select_results: SelectResults

    def build_route(
        self, prefix: str, view: DrawView, added: Sequence[type[RequestSchema]]
    ) -> DrawRoute:
        """Return the route of a view whose POST takes the parameters of the schemas in `added` as well."""
        return DrawRoute(
            rule=f"{prefix}{self.rule}",
            view=view,
            arguments=self.body_arguments,
            body=add_parameters(self.body_arguments, added),
            schemas=self.schemas,
            select_results=self.select_results,
        )

    def describe(self, route: DrawRoute) -> Iterator[tuple[RequestSchema, Operation]]:
        """Yield the request schema and the operation of each method, first of single results and then of batches.

        The operations have the texts of the view.
        """
        texts = OperationTexts.of_view(route.view)
        for method in self.methods:
            arguments = route.body if method == "POST" else self.arguments
            schema = _build_schema(arguments, method, route)
            single = Operation(
                texts.for_method(method, self.methods),
                method=method,
                rule=self.rule,
                schema=schema,
                content=self.content,
                is_cached=method == "GET",
                example=self.example,
                links=VERIFY,
            )
            yield schema, single
            schema = _build_schema(add_repeats(arguments), method, route)
            batch = single._replace(
                texts=texts.as_batch().for_method(method, self.methods),
                rule=f"{self.rule}/batch",
                schema=schema,
                content=self.batch_content,
                example=self.example.as_batch(),
            )
            yield schema, batch


def _build_schema(
    arguments: type[RequestSchema], method: str, route: DrawRoute
) -> RequestSchema:
    """Return the schema of a request by a method; a query says that bodies alone take the parameters for evidence."""
    schema = arguments()
    if method != "POST":
        schema.in_bodies = (*schema.in_bodies, *route.added_parameters)
    return schema


class Blueprint(flask.Blueprint):
    """A Flask blueprint that serves and documents endpoints; `path` describes the parameters in their URL rules.

    The decorators declare endpoints, all of one module. `serve` serves them, once it is known for which evidence all
    draws may be asked.

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
        self._declared: list[tuple[_Endpoint | _DrawnEndpoint, Callable[..., Any]]] = []

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
        response: type[ma.Schema],
        cache: Cache,
        arguments: type[RequestSchema] | OneOfSchema = RequestSchema,
        example: Example | None = _NO_ARGUMENTS,
        methods: Sequence[str] = ("GET",),
        short: ShortQueries | None = None,
        notes: ResponseNotes = _NO_NOTES,
    ) -> Callable[[BodyView], BodyView]:
        """Decorate a view that takes the arguments as a dataclass and returns the body of the response.

        `response` is the schema of the body, and `arguments` the schema of the request. The documentation shows the
        `example`. An event loop may answer the queries that are `short`; by default none are.
        """
        endpoint = _Endpoint(
            rule,
            methods,
            schema=arguments if isinstance(arguments, OneOfSchema) else arguments(),
            content={JSON: response} | dict.fromkeys(notes.pages, _TEXT),
            cache=cache,
            example=example,
            short=short,
            respond=json_response,
            notes=notes,
        )
        return partial(self._declare, endpoint)

    def file_endpoint(
        self,
        rule: str,
        media_type: str,
        *,
        cache: Cache,
        schema: type[ma.Schema] | None = None,
        arguments: type[RequestSchema] = RequestSchema,
        example: Example | None = _NO_ARGUMENTS,
        methods: Sequence[str] = ("GET",),
        short: ShortQueries | None = None,
    ) -> Callable[[FileView], FileView]:
        """Decorate a view that takes the arguments as a dataclass and returns a file of this media type.

        `schema` describes the content of a file in JSON. `example` is None for a file that no reader needs to see. The
        other parameters are as in `api_endpoint`.
        """
        endpoint = _Endpoint(
            rule,
            methods,
            schema=arguments(),
            content={media_type: schema or _SCHEMAS_OF_FILES.get(media_type, _FILE)},
            cache=cache,
            example=example,
            short=short,
            respond=asset_response,
        )
        return partial(self._declare, endpoint)

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
        is not `arguments`; every POST also takes the parameters of the evidence. `files` are the media types of
        downloads. With `has_table`, a batch is also served as an array. An event loop may answer the queries that are
        `short`; by default none are. `results` returns the class of the results of a request, if /v1/verify has to know
        the class: a caller's list has a `ListResults`, which can verify a response without the list.
        """
        downloads: Content = dict.fromkeys(files, _TEXT)
        content: Content = {JSON: response.single, TEXT: _TEXT}
        batch_content: Content = {JSON: response.batch, TEXT: _TEXT, NDJSON: _TEXT}
        if has_table:
            batch_content |= {NPY: _FILE}
        endpoint = _DrawnEndpoint(
            rule,
            methods,
            schemas=response,
            arguments=arguments,
            body_arguments=body_arguments or arguments,
            content=content | downloads,
            batch_content=batch_content | downloads,
            example=example,
            short=short,
            select_results=results,
        )
        return partial(self._declare, endpoint)

    def _declare(
        self, endpoint: _Endpoint | _DrawnEndpoint, view: Callable[..., Any]
    ) -> Callable[..., Any]:
        """Keep an endpoint and its view for `serve`, and return the view.

        Raises `TypeError` for the views of two modules: the second would be served only if somebody had imported its
        module. Another module serves its views by a `part` of the blueprint, which its capability registers.
        """
        modules = {declared.__module__ for _, declared in self._declared}
        if modules - {view.__module__}:
            raise TypeError(
                f"{view.__module__}.{view.__name__} needs a part of the blueprint {self.name}, whose views are in "
                f"{', '.join(modules)}."
            )
        self._declared.append((endpoint, view))
        return view

    def serve(self, evidence: Sequence[type[Evidence]]) -> None:
        """Serve and describe all declared endpoints. Call this once, before an application registers the blueprint.

        Every request that draws may ask for one of the kinds of `evidence`.
        """
        for endpoint, view in self._declared:
            if isinstance(endpoint, _DrawnEndpoint):
                self._serve_draws(endpoint, view, evidence)
            else:
                self._serve(endpoint, view)

    def _serve(self, endpoint: _Endpoint, view: Callable[..., Any]) -> None:
        """Serve each method of an endpoint by a view."""
        handler = RequestHandler(
            view, endpoint.schema, endpoint.cache, endpoint.respond
        )
        keep_short(handler, endpoint.short)
        for operation in endpoint.describe(view):
            self._add(operation, handler)

    def _serve_draws(
        self,
        endpoint: _DrawnEndpoint,
        view: DrawView,
        evidence: Sequence[type[Evidence]],
    ) -> None:
        """Serve single results and batches by each method of an endpoint."""
        added = [kind.body_parameters for kind in evidence if kind.body_parameters]
        route = endpoint.build_route(self.url_prefix or "", view, added)
        self.draw_routes.append(route)
        for schema, operation in endpoint.describe(route):
            media_types = tuple(operation.content)
            handler = DrawHandler(route, schema, media_types, evidence)
            keep_short(handler, endpoint.short)
            self._add(operation, handler)

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

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
from .draw_view import draw_view
from .request_parsing import parse_request
from .response_draft import ResponseDraft
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
from .results import Results, SelectResults
from .schemas.provenance import provable
from .schemas.request_schemas import OneOfSchema, RequestSchema, batch_of
from .schemas.response_schemas import DrawSchemas
from .short import ShortQueries, keep_short

Body = Mapping[str, Any]
Result = TypeVar("Result", Body, Asset)
View = Callable[..., Response]
Content = Mapping[str, type[ma.Schema] | dict[str, str]]

_TEXT = {"type": "string"}
_FILE = {"type": "string", "format": "binary"}
_SCHEMAS_OF_FILES: Mapping[str, dict[str, str]] = {
    JSON: {"type": "object"},
    TEXT: _TEXT,
    CSV: _TEXT,
}


class PathParameter(NamedTuple):
    """A parameter in URL rules; `schema` describes it in the OpenAPI document.

    With `entries` a value is the name or an alias of an entry; views get the name.
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
        return {**members, "schema": {**self.schema, "example": self.example}}


class Example(NamedTuple):
    """A request that the documentation shows, with the service's real response.

    `arguments` are the parameters of its query or body. `path` replaces the examples that path parameters have of their
    own. `fresh` has the values to show for members of the response that differ every time.
    """

    arguments: Mapping[str, Any] = MappingProxyType({})
    path: Mapping[str, str] = MappingProxyType({})
    fresh: Mapping[str, Any] = MappingProxyType({})

    def as_batch(self) -> "Example":
        return Example({**self.arguments, "repeats": 2}, self.path)


_NO_ARGUMENTS = Example()


class Link(NamedTuple):
    """A link of OpenAPI: the response has the parameters or the body for a request to `operation`.

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
    """The texts of an operation: its operationId, a title of a few words, a sentence on what it does, and details."""

    name: str
    title: str
    summary: str
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
        """Return the texts for a method of the operation; the name and the title of the first have no method."""
        if method == methods[0]:
            return self
        return self._replace(
            name=f"{self.name}_{method.lower()}", title=f"{self.title}, by {method}"
        )


class Operation(NamedTuple):
    """One method of one path, as the OpenAPI document describes it; the first fields are `OperationTexts`.

    `content` has the schema of the response for each media type, and `path` the parameters in the rule. An operation
    that `is_cached` may answer 304. One that `may_conflict` may answer 409.
    """

    name: str
    title: str
    summary: str
    details: str
    method: str
    rule: str
    schema: RequestSchema | OneOfSchema
    content: Content
    is_cached: bool
    example: Example | None = None
    links: Links = MappingProxyType({})
    may_conflict: bool = False
    path: Sequence[PathParameter] = ()


class DrawRoute(NamedTuple):
    """A URL rule with random results: its view, the schemas of the body of a POST, and those of a response.

    `select_results` tells which class of results a request has; `Results` where nobody says.
    """

    rule: str
    view: Callable[..., ResponseDraft]
    arguments: type[RequestSchema]
    schemas: DrawSchemas
    select_results: SelectResults


class Blueprint(flask.Blueprint):
    """A Flask blueprint that serves and documents endpoints; `path` describes the parameters in their URL rules.

    Endpoints of one that `is_open` need no API key.
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
        self.description, self.path = description, path
        self.is_open = is_open
        self.operations: list[Operation] = []
        self.draw_routes: list[DrawRoute] = []

    def has_entries(self, arguments: Mapping[str, Any]) -> bool:
        """Return whether each argument of a URL rule that `resolve_aliases` returned and that names an entry has it."""
        entries = {
            parameter.name: parameter.entries
            for parameter in self.path
            if parameter.entries
        }
        return all(
            text in entries[name] for name, text in arguments.items() if name in entries
        )

    def resolve_aliases(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the arguments of a URL rule with the names of entries in place of their aliases."""
        entries = {
            parameter.name: parameter.entries
            for parameter in self.path
            if parameter.entries
        }
        names = {
            name: entries[name].find(text) or text
            for name, text in arguments.items()
            if name in entries
        }
        return {**arguments, **names}

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
        function that takes the arguments and returns the header. A view that `may_conflict` raises `Conflict`. `pages`
        are the media types of a page that is served instead of the body. An event loop may answer the queries that are
        `short`, none by default.
        """
        media_type = response if isinstance(response, str) else JSON
        schema_of_body = (
            response
            if not isinstance(response, str)
            else _SCHEMAS_OF_FILES.get(media_type, _FILE)
        )

        def decorate(view: Callable[..., Result]) -> Callable[..., Result]:
            schema = arguments if isinstance(arguments, OneOfSchema) else arguments()

            @wraps(view)
            def handler(**path_arguments: str) -> Response:
                request_arguments = parse_request(schema, request)
                cache_control = (
                    cache if isinstance(cache, str) else cache(request_arguments)
                )
                body = view(request_arguments, **path_arguments)
                if request.method == "POST":
                    cache_control = NO_STORE
                if isinstance(body, Asset):
                    return asset_response(body, cache_control)
                return json_response(body, cache_control, media_type)

            keep_short(handler, short)
            content: Content = {
                media_type: schema_of_body,
                **dict.fromkeys(pages, _TEXT),
            }
            texts = OperationTexts.of_view(view)
            for method in methods:
                own = texts.for_method(method, methods)
                is_cached = cache != NO_STORE and method == "GET"
                operation = Operation(
                    *own,
                    method,
                    rule,
                    schema,
                    content,
                    is_cached,
                    example,
                    links,
                    may_conflict,
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
    ) -> Callable[[Callable[..., ResponseDraft]], Callable[..., ResponseDraft]]:
        """Decorate a view that returns a `ResponseDraft`, and serve its `/batch` as well.

        `response` has the schemas of a single result and of a batch. `body_arguments` is the schema of a POST if it
        is not `arguments`; every POST also takes `prove`. `files` are the media types of downloads. With `has_table` a
        batch is also served as an array. An event loop may answer the queries that are `short`, none by default.
        `results` returns the class of the results of a request: for a caller's list a `ListResults`, by which a
        response is verified without the list.
        """

        def decorate(
            view: Callable[..., ResponseDraft],
        ) -> Callable[..., ResponseDraft]:
            downloads = dict.fromkeys(files, _TEXT)
            single_content: Content = {JSON: response.single, TEXT: _TEXT}
            array = {NPY: _FILE} if has_table else {}
            batch_content: Content = {
                JSON: response.batch,
                TEXT: _TEXT,
                NDJSON: _TEXT,
                **array,
            }
            texts = OperationTexts.of_view(view)
            route = DrawRoute(
                f"{self.url_prefix or ''}{rule}",
                view,
                body_arguments or arguments,
                response,
                results,
            )
            self.draw_routes.append(route)
            for method in methods:
                single = (
                    provable(body_arguments or arguments)
                    if method == "POST"
                    else arguments
                )
                for own_texts, own_rule, schema, content, own_example in (
                    (texts, rule, single(), single_content, example),
                    (
                        texts.as_batch(),
                        f"{rule}/batch",
                        batch_of(single)(),
                        batch_content,
                        example.as_batch(),
                    ),
                ):
                    members = (
                        *own_texts.for_method(method, methods),
                        method,
                        own_rule,
                        schema,
                        {**content, **downloads},
                    )
                    operation = Operation(
                        *members, method == "GET", own_example, VERIFY
                    )
                    handler = draw_view(route.rule, view, schema, tuple(content))
                    keep_short(handler, short)
                    self._add(operation, handler)
            return view

        return decorate

    def _add(self, operation: Operation, handler: View) -> None:
        """Serve an operation and append it to `operations`. Its rule is without the prefix of the blueprint."""
        self.add_url_rule(
            operation.rule, operation.name, handler, methods=[operation.method]
        )
        rule = f"{self.url_prefix or ''}{operation.rule}"
        path = self._path_of(operation.rule)
        path_examples = {parameter.name: str(parameter.example) for parameter in path}
        example = operation.example and operation.example._replace(
            path={**path_examples, **operation.example.path}
        )
        self.operations.append(
            operation._replace(rule=rule, path=path, example=example)
        )

    def _path_of(self, rule: str) -> Sequence[PathParameter]:
        return tuple(
            parameter for parameter in self.path if f"<{parameter.name}>" in rule
        )

"""Build the OpenAPI document, and what the documentation page adds to it.

The document is for programs: shared parameters and schemas, one media type for each response, one response for every
problem. The additions are for readers: the examples, the other media types, the links, and the alternatives of a free
object.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import orjson
from apispec import APISpec

import service
from service.blueprints import BLUEPRINTS
from service.capabilities import CAPABILITIES
from service.core.value_types import INTEGERS_TOO
from service.deals.condition_schemas import COMPONENTS as CONDITIONS
from service.http.blueprint import Blueprint, Link, Operation
from service.http.hooks.request_checks import needs_key
from service.http.problems import MEDIA_TYPE, PROBLEMS, describe_problem
from service.http.responses import JSON, OPENAPI, OPENAPI_ADDITIONS
from service.http.schemas.request_schemas import NoParameters, OneOfSchema
from service.operations.openapi import merge
from tools.openapi.examples import example_client, operation_examples, problem_examples
from tools.openapi.schemas import Converter, Plugin, find_shared, is_of_file
from tools.openapi.yaml_text import to_yaml

Json = dict[str, Any]

DESCRIPTION = """\
Shuffles decks, draws unique random integers and deals games. Exactly uniform by default, reproducible from a seed in
any language (/docs/guide/definitions/stream), and stateless.

Every request, including a POST, is safe to send again, by the client or by a proxy: a seeded or proved request gets the
same response, a draw from a sealed shoe the same cards, an unseeded request another random response.

A parameter with its default, or an empty list that may not be null, means the same as none. Other unknown, repeated or
invalid parameters are refused, with a problem that names them. A list in a query has commas between its items, or its
parameter several times; percent-encode its values, above all seeds. A POST has the parameters of its GET as a JSON
object, which keeps a seed out of access logs; a seed in it may be an integer, which is read as its digits.

Objects in requests are closed: an unknown member is refused. Objects in responses are open: later versions may add
members, and values to those with `x-extensible-enum`.

Operations that draw also write text (`Accept: text/plain`: a line for each result). Batches are also written as they
are drawn: a line of JSON for each result (`application/x-ndjson`); of shuffles and integers, the numbers as an array in
NumPy's format (`application/x-npy`). `/openapi.json?examples=true` has every media type. No response has the status
406: if `Accept` has none of the media types of an operation, the response is JSON. A request has no
`Content-Encoding`; JSON of 1,000 bytes or more is returned in gzip if `Accept-Encoding` prefers it, and has `Vary`.

If the operator limits rates, the response to each counted request says in `RateLimit` what is left, and in
`RateLimit-Policy` what the limits are (the IETF's draft 11). Requests that need no API key are not counted.

Every response has the header `X-Request-ID`: the id of the request, if it is 1 to 128 letters, digits and
`._~:/+=@-`, or a new one. It is also in the log, with the trace of a `traceparent` header, and in a problem.
"""

_CHAPTERS = (
    "decks",
    "pictures",
    "games",
    "video_poker",
    "integers",
    "items",
    "bingo",
    "hands",
    "orders",
    "plans",
    "shoes",
    "verify",
    "algorithms",
    "bias",
    "keys",
    "problems",
    "operations",
)
"""The tags in the order in which a reader needs them; others come last."""
_SCHEMES = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "Required if the operator has set API_KEYS",
    },
    "key": {
        "type": "apiKey",
        "in": "header",
        "name": "X-API-Key",
        "description": "The same key",
    },
}
_REQUEST_ID = "X-Request-ID"
_ETAG = "ETag"
_RETRY_AFTER = "Retry-After"
_AUTHENTICATE = "WWW-Authenticate"
_RATE_LIMIT = "RateLimit"
_POLICY = "RateLimit-Policy"
_TEXT = {"type": "string"}
_HEADERS: Json = {
    _REQUEST_ID: {
        "description": "The id of the request, also in the log and in problems",
        "schema": _TEXT,
    },
    _ETAG: {
        "description": "For If-None-Match, unless Cache-Control is no-store",
        "schema": _TEXT,
    },
    _RETRY_AFTER: {
        "description": "Seconds to wait",
        "schema": {"type": "integer", "maximum": 86_400},
    },
    _AUTHENTICATE: {
        "description": "Bearer; error is invalid_token if a key was sent",
        "schema": _TEXT,
    },
    _RATE_LIMIT: {
        "description": "What is left of each limit, if there is RATE_LIMIT",
        "schema": _TEXT,
    },
    _POLICY: {"description": "The limits, if there is RATE_LIMIT", "schema": _TEXT},
}
_NAMED_PROBLEMS: Mapping[int, tuple[str, Sequence[str]]] = {
    401: ("Unauthorized", (_AUTHENTICATE,)),
    404: ("NotFound", ()),
    409: ("Conflict", ()),
    413: ("ContentTooLarge", ()),
    422: ("UnprocessableContent", ()),
    429: ("TooManyRequests", (_RETRY_AFTER, _RATE_LIMIT, _POLICY)),
    503: ("ServiceUnavailable", (_RETRY_AFTER,)),
}
"""By status: the component of the response, and its headers. Other statuses have the default response."""


def build_files() -> Mapping[Path, str]:
    """Return the texts of openapi.yaml and of its additions for readers."""
    document, additions = build_documents()
    return {
        OPENAPI: to_yaml(document, is_compact=True),
        OPENAPI_ADDITIONS: to_yaml(additions),
    }


def build_documents() -> tuple[Json, Json]:
    """Return the OpenAPI document, and the additions to it for readers."""
    blueprints = sorted(BLUEPRINTS, key=_place_chapter)
    operations = [
        operation for blueprint in blueprints for operation in blueprint.operations
    ]
    plugin = Plugin(find_shared(_schemas(operations)))
    spec = _begin_document(plugin)
    assert isinstance(plugin.converter, Converter)  # noqa: S101 (there since the APISpec is)
    _add_shared_components(spec)
    parameters = _Parameters(plugin.converter, operations)
    readers = _ForReaders(plugin.converter, parameters, operations)
    additions: Json = {}
    chapters = {blueprint.chapter: blueprint.description for blueprint in blueprints}
    for chapter, description in chapters.items():
        spec.tag({"name": chapter, "description": description})
    for blueprint in blueprints:
        for operation in blueprint.operations:
            _add_operation(spec, operation, blueprint, parameters, plugin.converter)
            additions = merge(additions, readers.describe(operation))
    for name, parameter in parameters.shared.items():
        spec.components.parameter(name, parameter["in"], parameter)
    document = _plain(spec.to_dict())
    document = {"openapi": document.pop("openapi"), **document}
    unused_schemas = _remove_unused_schemas(document)
    additions = merge(additions, readers.describe_components(unused_schemas))
    return document, _plain(additions)


def _begin_document(plugin: Plugin) -> APISpec:
    """Return a document without paths and components: who offers the service, and how it is asked."""
    return APISpec(
        "shuffle-and-deal",
        service.__version__,
        "3.1.0",
        [plugin],
        info={
            "description": DESCRIPTION,
            "contact": {"name": "shuffle-and-deal"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/"}],
        security=[{}, *({name: []} for name in _SCHEMES)],
    )


def _add_shared_components(spec: APISpec) -> None:
    """Add what operations refer to and no schema of theirs has: keys, conditions, headers, and problems."""
    for name, scheme in _SCHEMES.items():
        spec.components.security_scheme(name, scheme)
    for name, schema in CONDITIONS.items():
        spec.components.schema(name, dict(schema))
    for name, header in _HEADERS.items():
        spec.components.header(name, header)
    for name, response in _problem_responses().items():
        spec.components.response(name, response)
    not_modified = {
        "description": "Not modified since the response with this ETag",
        "headers": _refer_to([_ETAG]),
    }
    spec.components.response("NotModified", not_modified)


def _add_operation(
    spec: APISpec,
    operation: Operation,
    blueprint: Blueprint,
    parameters: "_Parameters",
    converter: Converter,
) -> None:
    """Add an operation with all its responses, and its schema if that has alternatives."""
    if isinstance(operation.schema, OneOfSchema):
        spec.components.schema(
            operation.schema.name, _describe_any(operation.schema, converter)
        )
    described: Json = {"tags": [blueprint.chapter]}
    described |= _describe(operation, parameters)
    responses = described["responses"]
    if _is_counted(operation, blueprint):
        responses["200"]["headers"] |= _refer_to([_RATE_LIMIT, _POLICY])
    for status, name in _list_problems(operation, blueprint):
        responses[str(status)] = name
    method = operation.method.lower()
    spec.path(_path_of(operation), operations={method: described})


def _path_of(operation: Operation) -> str:
    """Return the path of an operation as OpenAPI writes it: /v1/decks/{deck} for /v1/decks/<deck>."""
    return re.sub("<(.*?)>", r"{\1}", operation.rule)


def _remove_unused_schemas(document: Json) -> Json:
    """Take the schemas that nothing refers to out of a document, and return them by name."""
    schemas = document["components"]["schemas"]
    used_names = _used_components(document)
    return {name: schemas.pop(name) for name in list(schemas) if name not in used_names}


class _ForReaders:
    """Describes what readers see beside the document: examples, links, other media types and alternatives."""

    def __init__(
        self,
        converter: Converter,
        parameters: "_Parameters",
        operations: list[Operation],
    ) -> None:
        self._converter = converter
        self._parameters = parameters
        self._links = _shared_links(operations)
        self._client = example_client()

    def describe(self, operation: Operation) -> Json:
        """Return the additions for an operation, as members of the document."""
        addition = self._parameters.for_readers(operation)
        addition["responses"] = {"200": _describe_for_readers(operation, self._links)}
        components: Json = {}
        if isinstance(operation.schema, OneOfSchema):
            alternatives = {
                "anyOf": [
                    self._converter.reference(schema)
                    for schema in operation.schema.schemas
                ]
            }
            components = {
                "components": {"schemas": {operation.schema.name: alternatives}}
            }
        if operation.example:
            examples = operation_examples(operation, operation.example, self._client)
            addition = merge(addition, examples)
        method = operation.method.lower()
        paths = {"paths": {_path_of(operation): {method: addition}}}
        return merge(components, paths)

    def describe_components(self, unused_schemas: Json) -> Json:
        """Return the additions to the components, among them schemas that the document does not use."""
        components = {
            "responses": _example_problems(),
            "parameters": self._parameters.of_files,
            "links": {name: _link(link) for name, link in self._links.items()},
            "schemas": merge(unused_schemas, self._converter.for_readers),
        }
        return {"components": components}


class _Parameters:
    """The parameters of all operations.

    `shared` are those of several operations, which become components. `of_files` are about files, and only for readers.
    """

    def __init__(self, converter: Converter, operations: list[Operation]) -> None:
        self._converter = converter
        parameters = [
            parameter
            for operation in operations
            for parameter in self._describe(operation)
        ]
        fields = [
            field
            for operation in operations
            for field in operation.schema.fields.items()
        ]
        of_files = dict.fromkeys(name for name, field in fields if is_of_file(field))
        uses = Counter(map(_canonical, parameters))
        self._names: dict[bytes, str] = {}
        variants: Counter[str] = Counter()
        self.shared: Json = {}
        for parameter in parameters:
            key = _canonical(parameter)
            name = parameter["name"]
            if uses[key] > 1 and key not in self._names:
                variants[name] += 1
                self._names[key] = (
                    name if variants[name] == 1 else f"{name}_{variants[name]}"
                )
                self.shared[self._names[key]] = parameter
        self.of_files = {name: self.shared.pop(name) for name in of_files}

    def of_operation(
        self, operation: Operation, *, has_files: bool = False
    ) -> list[Any]:
        """Return the parameters of an operation: of its path and, for a GET, of its query.

        With `has_files`, those about files are among them. In place of a shared parameter there is its name, which
        apispec makes a reference. Parameters of a path are in each operation, as some generators do not look into the
        path item.
        """
        fields = operation.schema.fields.items() if operation.method == "GET" else ()
        of_query = [
            self._describe_field(name, field)
            for name, field in fields
            if has_files or not is_of_file(field)
        ]
        return [
            self._reference(parameter)
            for parameter in (*self._describe_path(operation), *of_query)
        ]

    def for_readers(self, operation: Operation) -> Json:
        """Return all parameters as the member of an operation, if one of them is about a file."""
        if operation.method != "GET" or not any(
            map(is_of_file, operation.schema.fields.values())
        ):
            return {}
        parts = self.of_operation(operation, has_files=True)
        return {
            "parameters": [
                {"$ref": f"#/components/parameters/{part}"}
                if isinstance(part, str)
                else part
                for part in parts
            ]
        }

    def _describe(self, operation: Operation) -> list[Json]:
        fields = operation.schema.fields.items() if operation.method == "GET" else ()
        return [
            self._describe_field(name, field) for name, field in fields
        ] + self._describe_path(operation)

    def _describe_path(self, operation: Operation) -> list[Json]:
        return [parameter.openapi() for parameter in operation.path]

    def _describe_field(self, name: str, field: Any) -> Json:
        schema = self._converter.field2property(field)
        if "not" in schema and "type" not in schema:  # a query has texts alone
            texts = {
                name: value
                for name, value in schema.items()
                if name not in INTEGERS_TOO
            }
            schema = {"type": "string"} | texts
        described: Json = {
            "name": name,
            "in": "query",
            "description": schema.pop("description"),
        }
        if field.required:
            described["required"] = True
        if schema.get("type") == "array":
            described |= {"style": "form", "explode": False}
        return described | {"schema": schema}

    def _reference(self, parameter: Json) -> Any:
        return self._names.get(_canonical(parameter), parameter)


def _canonical(parameter: Json) -> bytes:
    return orjson.dumps(parameter, option=orjson.OPT_SORT_KEYS)


def _schemas(operations: list[Operation]) -> Iterator[Any]:
    """Yield every schema of requests and responses."""
    for operation in operations:
        yield from (
            operation.schema.schemas
            if isinstance(operation.schema, OneOfSchema)
            else (operation.schema,)
        )
        yield from (
            schema for schema in operation.content.values() if isinstance(schema, type)
        )


def _describe_any(schema: OneOfSchema, converter: Converter) -> Json:
    """Return the schema of any object; it describes the members of the `named` alternatives if all agree on them.

    It has no `additionalProperties: true`: generated Kotlin makes a map of such an object, and drops named members.
    """
    properties: Json = {}
    for alternative in schema.named:
        for name, field in alternative._declared_fields.items():
            versions = [
                converter.field2property(entry.fields[name])
                for entry in schema.schemas
                if name in entry.fields
            ]
            common = {
                key: value
                for key, value in versions[0].items()
                if all(version.get(key) == value for version in versions)
            }
            if common.get("type") == "array" and "items" not in common:
                common["items"] = {}
            if "object" in common.get("type", ()):
                common["additionalProperties"] = True
            common["description"] = converter.field2property(field)["description"]
            properties[name] = common
    return {"type": "object", "properties": properties}


def _shared_links(operations: list[Operation]) -> dict[str, Link]:
    """Return the links that several operations have, by name."""
    links = [
        (name, link)
        for operation in operations
        for name, link in operation.links.items()
    ]
    uses = Counter(id(link) for _, link in links)
    return {name: link for name, link in links if uses[id(link)] > 1}


def _describe(operation: Operation, parameters: _Parameters) -> Json:
    """Return the operation object of OpenAPI."""
    described: Json = {
        "operationId": operation.name,
        "summary": operation.texts.title,
        "description": _unwrap(
            f"{operation.texts.summary} {operation.texts.details}".rstrip()
        ),
    }
    own_parameters = parameters.of_operation(operation)
    if own_parameters:
        described["parameters"] = own_parameters
    if operation.method == "POST":
        body = (
            operation.schema.name
            if isinstance(operation.schema, OneOfSchema)
            else operation.schema
        )
        described["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": body}},
        }
    media_type, schema = next(iter(operation.content.items()))
    headers = _refer_to([_REQUEST_ID, *([_ETAG] if operation.is_cached else [])])
    response: Json = {
        "description": "OK",
        "headers": headers,
        "content": {media_type: {"schema": schema}},
    }
    described["responses"] = {"200": response}
    if operation.is_cached:
        described["responses"]["304"] = "NotModified"
    return described


def _unwrap(text: str) -> str:
    """Join the lines of each paragraph and of each entry of a list into one line."""
    return re.sub(r"(?<!\n)\n(?![\n-])", " ", text)


def _describe_for_readers(
    operation: Operation, shared_links: Mapping[str, Link]
) -> Json:
    """Return the response in all media types but the first, and its links."""
    described: Json = {
        "content": {
            name: {"schema": schema}
            for name, schema in list(operation.content.items())[1:]
        }
    }
    if operation.links:
        described["links"] = {
            name: {"$ref": f"#/components/links/{name}"}
            if shared_links.get(name) is link
            else _link(link)
            for name, link in operation.links.items()
        }
    return described


def _link(link: Link) -> Json:
    """Return the link object of OpenAPI."""
    described: Json = {"operationId": link.operation, "description": link.description}
    if link.parameters:
        described["parameters"] = dict(link.parameters)
    if link.body is not None:
        described["requestBody"] = link.body
    return described


def _place_chapter(blueprint: Blueprint) -> int:
    """Return the position in the document, from 0, of the operations of a blueprint, to sort blueprints by."""
    chapter = blueprint.chapter
    return _CHAPTERS.index(chapter) if chapter in _CHAPTERS else len(_CHAPTERS)


def _is_counted(operation: Operation, blueprint: Blueprint) -> bool:
    """Return whether RATE_LIMIT counts requests to an operation that have all its parameters."""
    return (
        needs_key(operation.rule, blueprint)
        or getattr(operation.schema, "target", None) is not NoParameters
    )


def _list_problems(
    operation: Operation, blueprint: Blueprint
) -> Iterator[tuple[int | str, str]]:
    """Yield the status of each problem that an operation has, and the component of its response."""
    may_have = {
        401: needs_key(operation.rule, blueprint),
        404: bool(operation.path),
        409: operation.may_conflict,
        413: operation.method == "POST",
        422: True,
        429: _is_counted(operation, blueprint),
        503: operation.name != "livez",
    }
    yield from (
        (status, name)
        for status, (name, _) in _NAMED_PROBLEMS.items()
        if may_have[status]
    )
    yield "default", _DEFAULT_PROBLEM


_DEFAULT_PROBLEM = "Problem"


def _component_of(status: int) -> str:
    return _NAMED_PROBLEMS.get(status, (_DEFAULT_PROBLEM, ()))[0]


def _problem_responses() -> Json:
    """Return the response objects of problems by the name of their component."""
    titles: dict[str, dict[int, list[str]]] = {}
    for problem in PROBLEMS.values():
        of_component = titles.setdefault(_component_of(problem.status), {})
        of_component.setdefault(problem.status, []).append(problem.title)
    headers = dict(_NAMED_PROBLEMS.values())
    details = chain.from_iterable(
        capability.reason_details for capability in CAPABILITIES
    )
    schema = describe_problem(details)
    return {
        name: {
            "description": _describe_problems(of_component),
            "headers": _refer_to([_REQUEST_ID, *headers.get(name, ())]),
            "content": {MEDIA_TYPE: {"schema": schema}},
        }
        for name, of_component in sorted(titles.items())
    }


def _describe_problems(titles: Mapping[int, Sequence[str]]) -> str:
    """Return the description of a response: the titles of its types of problem, for several statuses as a list."""
    if len(titles) == 1:
        [titles_of_status] = titles.values()
        return "; or ".join(titles_of_status)
    statuses = [f"- {status}: {'; '.join(titles[status])}" for status in sorted(titles)]
    return "\n".join(
        [
            "Any other problem (RFC 9457). `/v1/problems` describes every type:",
            "",
            *statuses,
        ]
    )


def _example_problems() -> Json:
    """Return the examples of each response with a problem, by the name of its component."""
    examples: Json = {}
    for status, example in problem_examples().items():
        content = examples.setdefault(
            _component_of(int(status)), {"content": {MEDIA_TYPE: {"examples": {}}}}
        )
        content["content"][MEDIA_TYPE]["examples"][status] = example
    return examples


def _refer_to(headers: Sequence[str]) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in headers}


def _used_components(document: Json) -> set[str]:
    """Return the names of the schemas that are reachable from the paths."""
    prefix = "#/components/schemas/"
    components = document["components"]
    names: set[str] = set()
    pending: list[Any] = [
        document["paths"],
        components["responses"],
        components["parameters"],
    ]
    while pending:
        match pending.pop():
            case {"$ref": str(reference), **siblings}:
                pending.append(siblings)
                name = reference.removeprefix(prefix)
                if reference.startswith(prefix) and name not in names:
                    names.add(name)
                    pending.append(components["schemas"][name])
            case dict() as members:
                pending.extend(members.values())
            case list() as items:
                pending.extend(items)
    return names


def _plain(document: Any) -> Any:
    return orjson.loads(orjson.dumps(document))

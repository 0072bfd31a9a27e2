"""Build the OpenAPI document, and what the documentation page adds to it.

The document is for programs: shared parameters and schemas, one media type for each response, one response for every
problem. The additions are for readers: the examples, the other media types, the links, and the alternatives of a free
object.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from apispec import APISpec

import service
from service.api.http.blueprint import Link, Operation
from service.api.http.openapi import merge
from service.api.http.problems import MEDIA_TYPE, PROBLEMS, Problem
from service.api.http.responses import JSON
from service.api.resources import BLUEPRINTS
from service.api.schemas.request_schemas import OneOfSchema
from tools.openapi.examples import example_client, operation_examples, problem_examples
from tools.openapi.schemas import Converter, Plugin, find_shared, is_of_file

Json = dict[str, Any]

DESCRIPTION = """\
Shuffles decks, draws unique random integers and deals games. Exactly uniform by default, reproducible from a seed in
any language (/docs/guide/stream), and stateless.

Every request, including a POST, is safe to send again, by the client or by a proxy: a seeded or proved request gets the
same response, a draw from a sealed shoe the same cards, an unseeded request another random response.

A parameter with its default, or an empty list that may not be null, means the same as none. Other unknown, repeated or
invalid parameters are refused, with a problem that names them. A list in a query has commas between its items, or its
parameter several times. A POST has the parameters of its GET as a JSON object, which keeps a seed out of access logs.
Later versions may add members to responses, and values to those with `x-extensible-enum`.

Operations that draw also write text (`Accept: text/plain`: a line for each result). Batches are also written as they
are drawn: a line of JSON for each result (`application/x-ndjson`); of shuffles and integers, the numbers as an array in
NumPy's format (`application/x-npy`). `/openapi.json?examples=true` has every media type.

Every response has the header `X-Request-ID`: the id of the request, if it is 1 to 128 letters, digits and
`._~:/+=@-`, or a new one. It is also in the log, with the trace of a `traceparent` header, and in a problem.
"""

_SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "Required if the operator has set API_KEYS"},
    "key": {"type": "apiKey", "in": "header", "name": "X-API-Key", "description": "The same key"},
}
_RETRY_AFTER = {
    "Retry-After": {"description": "Seconds; with 429 and 503", "schema": {"type": "integer", "maximum": 86_400}}
}


def build_documents() -> tuple[Json, Json]:
    """Return the OpenAPI document, and the additions to it for readers."""
    operations = [operation for blueprint in BLUEPRINTS for operation in blueprint.operations]
    plugin = Plugin(find_shared(_schemas(operations)))
    spec = APISpec(
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
    assert isinstance(plugin.converter, Converter)  # noqa: S101 (there since the APISpec is)
    for name, scheme in _SCHEMES.items():
        spec.components.security_scheme(name, scheme)
    content = {MEDIA_TYPE: {"schema": Problem}}
    spec.components.response("Problem", {"description": _problems(), "headers": _RETRY_AFTER, "content": content})
    spec.components.response("NotModified", {"description": "Not modified since the response with this ETag"})
    shared_links = _shared_links(operations)
    client = example_client()
    additions: Json = {}
    parameters = _Parameters(plugin.converter, operations)
    for blueprint in BLUEPRINTS:
        spec.tag({"name": blueprint.name, "description": blueprint.description})
        for operation in blueprint.operations:
            if isinstance(operation.schema, OneOfSchema):
                spec.components.schema(operation.schema.name, _describe_any(operation.schema, plugin.converter))
            path, method = re.sub("<(.*?)>", r"{\1}", operation.rule), operation.method.lower()
            described = {"tags": [blueprint.name], **_describe(operation, parameters)}
            spec.path(path, operations={method: described}, parameters=parameters.of_path(operation))
            addition = {
                **parameters.for_readers(operation),
                "responses": {"200": _describe_for_readers(operation, shared_links)},
            }
            if isinstance(operation.schema, OneOfSchema):
                references = [plugin.converter.reference(schema) for schema in operation.schema.schemas]
                additions = merge(
                    additions, {"components": {"schemas": {operation.schema.name: {"anyOf": references}}}}
                )
            if operation.example:
                addition = merge(addition, operation_examples(operation, operation.example, client))
            additions = merge(additions, {"paths": {path: {method: addition}}})
    for name, parameter in parameters.shared.items():
        spec.components.parameter(name, parameter["in"], parameter)
    document = _plain(spec.to_dict())
    document = {"openapi": document.pop("openapi"), **document}
    schemas = document["components"]["schemas"]
    used_names = _used_components(document)
    extra = {name: schemas.pop(name) for name in list(schemas) if name not in used_names}
    added_components = {
        "responses": {"Problem": {"content": {MEDIA_TYPE: {"examples": problem_examples()}}}},
        "parameters": parameters.of_files,
        "links": {name: _link(link) for name, link in shared_links.items()},
        "schemas": merge(extra, plugin.converter.for_readers),
    }
    return document, _plain(merge(additions, {"components": added_components}))


class _Parameters:
    """The parameters of all operations.

    `shared` are those of several operations, which become components. `of_files` are about files, and only for readers.
    """

    def __init__(self, converter: Converter, operations: list[Operation]) -> None:
        self._converter = converter
        parameters = [parameter for operation in operations for parameter in self._describe(operation)]
        fields = [field for operation in operations for field in operation.schema.fields.items()]
        of_files = dict.fromkeys(name for name, field in fields if is_of_file(field))
        uses = Counter(map(_canonical, parameters))
        self._names: dict[bytes, str] = {}
        variants: Counter[str] = Counter()
        self.shared: Json = {}
        for parameter in parameters:
            key, name = _canonical(parameter), parameter["name"]
            if uses[key] > 1 and key not in self._names:
                variants[name] += 1
                self._names[key] = name if variants[name] == 1 else f"{name}_{variants[name]}"
                self.shared[self._names[key]] = parameter
        self.of_files = {name: self.shared.pop(name) for name in of_files}

    def of_query(self, operation: Operation) -> list[Any]:
        """Return the parameters of a query; for a shared parameter its name, which apispec makes a reference."""
        fields = operation.schema.fields.items()
        return [self._reference(self._describe_field(name, field)) for name, field in fields if not is_of_file(field)]

    def for_readers(self, operation: Operation) -> Json:
        """Return all parameters of a query as the member of an operation, if one of them is about a file."""
        fields = operation.schema.fields
        if operation.method != "GET" or not any(map(is_of_file, fields.values())):
            return {}
        parts = [self._reference(self._describe_field(name, field)) for name, field in fields.items()]
        return {
            "parameters": [
                {"$ref": f"#/components/parameters/{part}"} if isinstance(part, str) else part for part in parts
            ]
        }

    def of_path(self, operation: Operation) -> list[Any]:
        """Return the parameters of a path; for a shared parameter its name, which apispec makes a reference."""
        return [self._reference(self._describe_path(parameter)) for parameter in operation.path]

    def _describe(self, operation: Operation) -> list[Json]:
        fields = operation.schema.fields.items() if operation.method == "GET" else ()
        return [self._describe_field(name, field) for name, field in fields] + [
            self._describe_path(parameter) for parameter in operation.path
        ]

    def _describe_field(self, name: str, field: Any) -> Json:
        schema = self._converter.field2property(field)
        described: Json = {"name": name, "in": "query", "description": schema.pop("description")}
        if field.required:
            described["required"] = True
        if schema.get("type") == "array":
            described |= {"style": "form", "explode": False}
        return described | {"schema": schema}

    def _describe_path(self, parameter: Json) -> Json:
        return {"name": parameter["name"], "in": "path", "required": True, **parameter}

    def _reference(self, parameter: Json) -> Any:
        return self._names.get(_canonical(parameter), parameter)


def _canonical(parameter: Json) -> bytes:
    return orjson.dumps(parameter, option=orjson.OPT_SORT_KEYS)


def _schemas(operations: list[Operation]) -> Iterator[Any]:
    """Yield every schema of requests and responses."""
    for operation in operations:
        yield from operation.schema.schemas if isinstance(operation.schema, OneOfSchema) else (operation.schema,)
        yield from (schema for schema in operation.content.values() if isinstance(schema, type))


def _describe_any(schema: OneOfSchema, converter: Converter) -> Json:
    """Return the schema of any object; it describes the members of the `named` alternatives if all agree on them.

    It has no `additionalProperties: true`: generated Kotlin makes a map of such an object, and drops named members.
    """
    properties: Json = {}
    for alternative in schema.named:
        for name, field in alternative._declared_fields.items():
            versions = [
                converter.field2property(entry.fields[name]) for entry in schema.schemas if name in entry.fields
            ]
            common = {key: value for key, value in versions[0].items() if all(v.get(key) == value for v in versions)}
            common |= {"items": {}} if common.get("type") == "array" and "items" not in common else {}
            common |= {"additionalProperties": True} if "object" in common.get("type", ()) else {}
            properties[name] = {**common, "description": converter.field2property(field)["description"]}
    return {"type": "object", "properties": properties}


def _shared_links(operations: list[Operation]) -> dict[str, Link]:
    """Return the links that several operations have, by name."""
    links = [(name, link) for operation in operations for name, link in operation.links.items()]
    uses = Counter(id(link) for _, link in links)
    return {name: link for name, link in links if uses[id(link)] > 1}


def _describe(operation: Operation, parameters: _Parameters) -> Json:
    """Return the operation object of OpenAPI."""
    described: Json = {
        "operationId": operation.name,
        "summary": operation.title,
        "description": _unwrap(f"{operation.summary} {operation.details}".rstrip()),
    }
    if operation.method == "GET":
        if queried := parameters.of_query(operation):
            described["parameters"] = queried
    else:
        body = operation.schema.name if isinstance(operation.schema, OneOfSchema) else operation.schema
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    media_type, schema = next(iter(operation.content.items()))
    response: Json = {"description": "OK", "content": {media_type: {"schema": schema}}}
    described["responses"] = {"200": response}
    if operation.is_cached:
        described["responses"]["304"] = "NotModified"
    return described | {"responses": {**described["responses"], "422": "Problem", "default": "Problem"}}


def _unwrap(text: str) -> str:
    """Join the lines of each paragraph and of each entry of a list into one line."""
    return re.sub(r"(?<!\n)\n(?![\n-])", " ", text)


def _describe_for_readers(operation: Operation, shared_links: Mapping[str, Link]) -> Json:
    """Return the response in all media types but the first, and its links."""
    described: Json = {"content": {name: {"schema": schema} for name, schema in list(operation.content.items())[1:]}}
    if operation.links:
        described["links"] = {
            name: {"$ref": f"#/components/links/{name}"} if shared_links.get(name) is link else _link(link)
            for name, link in operation.links.items()
        }
    return described


def _link(link: Link) -> Json:
    """Return the link object of OpenAPI."""
    parameters = {"parameters": dict(link.parameters)} if link.parameters else {}
    body = {} if link.body is None else {"requestBody": link.body}
    return {"operationId": link.operation, "description": link.description, **parameters, **body}


def _problems() -> str:
    """Return the description of every problem: its status, and the titles of its types."""
    titles: dict[int, list[str]] = {}
    for problem_type in PROBLEMS.values():
        titles.setdefault(problem_type.status, []).append(problem_type.title)
    statuses = [f"- {status}: {'; '.join(titles[status])}" for status in sorted(titles)]
    return "\n".join(["A problem (RFC 9457). `/v1/problems` describes every type:", "", *statuses])


def _used_components(document: Json) -> set[str]:
    """Return the names of the schemas that are reachable from the paths."""
    prefix = "#/components/schemas/"
    components = document["components"]
    names: set[str] = set()
    pending: list[Any] = [document["paths"], components["responses"], components["parameters"]]
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

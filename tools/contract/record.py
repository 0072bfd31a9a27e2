"""Record what later releases keep: the operations of openapi.yaml and their members, settings, and golden vectors."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Any

import rfc8785
import yaml

from service.http.problems import PROBLEMS
from service.paths import project_path

Json = dict[str, Any]

_HASH_DIGITS = 10
_CHARACTERS = 4  # of the hash of a member
_ASKED = {"asked", "path"} | {
    "algorithm",
    "bingo",
    "board",
    "bound",
    "bounds",
    "count",
    "drums",
    "index",
    "input",
    "key_bits",
    "max",
    "min",
    "n",
    "passes",
    "replacement",
    "secret",
    "seed",
    "variant",
    "weights",
}
"""The members of golden vectors that ask; all others answer."""
_SHOWN_OF_VECTORS = (
    "game",
    "deck",
    "players",
    "hands",
    "algorithm",
    "n",
    "bound",
    "min",
    "max",
    "path",
    "index",
)
# a row of the table, or the file of a secret
_SETTING = re.compile(r"^\| `([A-Z_]+)` \||`([A-Z_]+_FILE)`", re.MULTILINE)


def build_api(document: Json) -> Json:
    """Return the operations, components and types of problem of a document, and the names of the settings."""
    components = document["components"]
    operations: Json = {}
    names_by_kind: dict[str, list[str]] = {"requests": [], "responses": ["Problem"]}
    for path, methods in document["paths"].items():
        for method in methods.keys() & {"get", "post"}:
            operation = methods[method]
            shared_parameters = methods.get("parameters", [])
            record: Json = {"path": f"{method.upper()} {path}"}
            record |= _describe_operation(components, operation, shared_parameters)
            if "body" in record:
                names_by_kind["requests"].append(record["body"])
            names_by_kind["responses"] += record["responses"].values()
            operations[operation["operationId"]] = record
    api: Json = {"operations": dict(sorted(operations.items()))}
    for kind, types in names_by_kind.items():
        api[kind] = _describe_components(components, types)
    api["problems"] = {problem.name: problem.status for problem in PROBLEMS.values()}
    api["settings"] = _list_settings()
    return _shorten(api)


def _describe_operation(
    components: Json, operation: Json, shared_parameters: list[Json]
) -> Json:
    """Return the parameters of an operation by name, the type of its body, and of its responses by media type.

    `shared_parameters` are those that all operations of its path have.
    """
    record: Json = {}
    entries = [*shared_parameters, *operation.get("parameters", ())]
    if entries:
        record["parameters"] = {}
    for entry in entries:
        parameter = _resolve(components, entry)
        record["parameters"][parameter["name"]] = _describe(
            parameter["schema"], parameter.get("required")
        )
    if "requestBody" in operation:
        body = operation["requestBody"]["content"]["application/json"]
        record["body"] = _format_type(body["schema"])
    content = operation["responses"]["200"]["content"]
    record["responses"] = {
        media_type: _format_type(response["schema"])
        for media_type, response in content.items()
    }
    return record


@dataclass(frozen=True)
class Vector:
    """A golden vector: what it asks, in words, and the hash of each member of its answer, by the member's path."""

    words: str
    members: dict[str, str]


Vectors = dict[str, dict[str, Vector]]
"""Golden vectors by kind, and by the hash of what they ask."""


def build_vectors(cases: Json) -> Vectors:
    """Return the golden vectors of each kind. Raises ValueError if two of a kind ask the same."""
    return {
        kind: _build_kind(kind, entries)
        for kind, entries in cases.items()
        if isinstance(entries, list)
    }


def _build_kind(kind: str, cases: list[Json]) -> dict[str, Vector]:
    """Return the golden vectors of one kind by the hash of what they ask. Raises ValueError as `build_vectors` does."""
    vectors: dict[str, Vector] = {}
    for case in cases:
        asked = {name: value for name, value in case.items() if name in _ASKED}
        key = _hash(asked).hex()[:_HASH_DIGITS]
        if key in vectors:
            raise ValueError(f"Two golden vectors of {kind} ask the same: {asked}")
        vectors[key] = Vector(_describe_vector(case), _hash_members(case))
    return vectors


def _hash_members(case: Json) -> dict[str, str]:
    """Return the hash of each member of an answer by its path.

    The objects of a list share a path: `hands[].seat` has the hash of the seats of all hands, each by its own path, as
    `hands[0].seat`.
    """
    values: dict[str, Json] = {}

    def collect(value: Any, path: str, own_path: str) -> None:
        if isinstance(value, dict):
            for name, member in value.items():
                collect(member, f"{path}.{name}", f"{own_path}.{name}")
        elif isinstance(value, list) and _has_objects(value):
            for number, entry in enumerate(value):
                collect(entry, f"{path}[]", f"{own_path}[{number}]")
        else:
            values.setdefault(path, {})[own_path] = value

    for name in case.keys() - _ASKED:
        collect(case[name], name, name)
    return {
        path: urlsafe_b64encode(_hash(values[path])).decode()[:_CHARACTERS]
        for path in sorted(values)
    }


def _has_objects(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and any(map(_has_objects, value))
    )


def _hash(value: Any) -> bytes:
    return sha256(rfc8785.dumps(value)).digest()


def format_vectors(vectors: Vectors) -> str:
    """Return golden vectors as YAML with a line for each, so that a difference shows which are new.

    Vectors with the same members are together, each with the hashes of the members in their order.
    """
    lines: list[str] = []
    for kind, entries in vectors.items():
        lines.append(f"{kind}:")
        groups: dict[str, list[str]] = {}
        for key, vector in entries.items():
            members = _nest_paths(vector.members)
            hashes = "".join(map(vector.members.__getitem__, _list_paths(members)))
            groups.setdefault(members, []).append(
                f"    '{key}': {vector.words} {hashes}"
            )
        for members, group in groups.items():
            lines += [f"- members: {members}", "  cases:", *group]
    return "\n".join(lines) + "\n"


def parse_vectors(text: bytes) -> Vectors:
    """Return the golden vectors that `format_vectors` wrote."""
    vectors: Vectors = {}
    for kind, groups in yaml.load(text, yaml.CSafeLoader).items():
        for group in groups:
            paths = _list_paths(group["members"])
            for key, line in group["cases"].items():
                words, _, hashes = line.rpartition(" ")
                parts = (
                    hashes[i : i + _CHARACTERS]
                    for i in range(0, len(hashes), _CHARACTERS)
                )
                vectors.setdefault(kind, {})[key] = Vector(
                    words, dict(zip(paths, parts, strict=True))
                )
    return vectors


def _nest_paths(paths: Iterable[str]) -> str:
    """Return paths in short: `draws`, `hands[].seat` and `hands[].cards` are `draws hands[]{seat cards}`."""
    inner: dict[str, list[str]] = {}
    for path in paths:
        name, is_parent, rest = path.partition(".")
        key = f"{name}{{" if is_parent else name
        inner.setdefault(key, []).append(rest)
    return " ".join(
        f"{name}{_nest_paths(rest)}}}" if name.endswith("{") else name
        for name, rest in inner.items()
    )


def _list_paths(members: str) -> list[str]:
    """Return the paths that `_nest_paths` shortened."""
    paths: list[str] = []
    parents: list[str] = []
    for part in re.findall(r"[^{} ]+{?|}", members):
        if part == "}":
            parents.pop()
        elif part.endswith("{"):
            parents.append(part[:-1])
        else:
            paths.append(".".join([*parents, part]))
    return paths


def _describe_vector(case: Json) -> str:
    """Return the names and numbers among the parameters of a case."""
    request = case.get("asked", case)
    parameters = case | request | request.get("terms", {})
    names = (
        name
        for name in _SHOWN_OF_VECTORS
        if isinstance(parameters.get(name), int | str)
    )
    return " ".join(f"{name}={parameters[name]}" for name in names) or "a case"


def _list_settings() -> list[str]:
    """Return the names of the environment variables in the reference."""
    _, _, text = (
        project_path("docs/reference.md").read_text().partition("\n## Settings\n")
    )
    return sorted(
        name or file for name, file in _SETTING.findall(text.partition("\n## ")[0])
    )


def _describe_components(components: Json, types: list[str]) -> Json:
    """Return the members of the named components, and of those in their members, by name."""
    described: Json = {}
    pending = list(types)
    while pending:
        for name in re.findall(r"[A-Z]\w+", pending.pop()):
            if name not in described:
                described[name] = _describe_members(
                    components, components["schemas"][name]
                )
                pending += [member["type"] for member in described[name].values()]
    return dict(sorted(described.items()))


def _describe_members(components: Json, schema: Json) -> Json:
    """Return the members of a schema and of those that it includes."""
    schema = _resolve(components, schema)
    members: Json = {}
    for part in schema.get("allOf", ()):
        members |= _describe_members(components, part)
    required = schema.get("required", ())
    return members | {
        name: _describe(member, name in required)
        for name, member in schema.get("properties", {}).items()
    }


def _describe(schema: Json, required: bool | None) -> Json:  # noqa: FBT001
    described: Json = {"type": _format_type(schema)}
    if required:
        described["required"] = True
    if "default" in schema:
        described["default"] = schema["default"]
    is_of_request = "example" in schema  # responses have lists that may change
    if "enum" in schema or ("x-extensible-enum" in schema and is_of_request):
        described["values"] = schema.get("enum") or schema["x-extensible-enum"]
    return described


def _format_type(schema: Json) -> str:
    """Return a type in short: `[T]` is an array, `{T}` an object with any names, and `T?` may be null."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "anyOf" in schema:
        return f"{_format_type(schema['anyOf'][0])}?"
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return f"{_format_type(schema | {'type': kind[0]})}?"
    if kind == "array":
        return f"[{_format_type(schema.get('items', {}))}]"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"{{{_format_type(inner)}}}" if isinstance(inner, dict) else "object"
    return str(kind)


def _list_tables(api: Json) -> list[Json]:
    """Return each table of parameters or members by name."""
    parameters = [
        operation.get("parameters", {}) for operation in api["operations"].values()
    ]
    return [*parameters, *api["requests"].values(), *api["responses"].values()]


def _shorten(api: Json) -> Json:
    """Return the API with each list of values replaced by its name, and a member that only has a type by the type."""
    shared: dict[str, list[Any]] = {}
    for members in _list_tables(api):
        for name, member in members.items():
            if "values" in member:
                names = (f"{name}_{number}" if number else name for number in count())
                shared_name = next(
                    key
                    for key in names
                    if shared.get(key, member["values"]) == member["values"]
                )
                shared[shared_name] = member["values"]
                member["values"] = shared_name
            if member.keys() == {"type"}:
                members[name] = member["type"]
    return {"values": shared} | api


def expand(api: Json) -> Json:
    """Return the API as it was before `_shorten`."""
    api = deepcopy(api)
    for members in _list_tables(api):
        for name, member in members.items():
            members[name] = {"type": member} if isinstance(member, str) else member
            if isinstance(member, dict) and "values" in member:
                member["values"] = api["values"][member["values"]]
    return api


def _resolve(components: Json, value: Json) -> Json:
    """Return an object of the document, or the component that it refers to if it is a reference (`$ref`)."""
    if "$ref" not in value:
        return value
    _, _, kind, name = value["$ref"].split("/")
    resolved: Json = components[kind][name]
    return resolved

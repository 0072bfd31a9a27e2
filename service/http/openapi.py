"""Serve the OpenAPI document: as committed, with the additions for readers, or with some of its operations."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import orjson

from ..core.errors import Refused, did_you_mean, join_words
from ..core.rng import streams
from .responses import JSON, OPENAPI, OPENAPI_ADDITIONS, YAML, Asset, compress

Json = dict[str, Any]

_METHODS = frozenset({"get", "post"})
_MAX_CACHED = 32  # documents of some operations, in gzip: each has up to 90 kB


def openapi_document(
    media_type: str,
    operations: Collection[str] = (),
    without: Collection[str] = (),
    *,
    has_responses: bool = True,
    has_examples: bool = False,
) -> Asset:
    """Return the document in JSON or in YAML, with the operations of these operationIds, or with all if there are none.

    The operations have no parameter and no member of a body with a name in `without`, and without `has_responses` no
    schemas of responses. `has_examples` adds openapi_additions.yaml. Raises `Refused` for unknown names, and suggests
    names, and for a parameter that cannot be left out; and `Busy` if this worker makes a document of many operations.
    """
    if operations or without or not has_responses:
        selected = _select(
            media_type,
            frozenset(operations),
            frozenset(without),
            has_responses,
            has_examples,
        )
        return Asset.from_gzip(selected, media_type)
    return _whole(media_type, has_examples)


def merge(document: Mapping[str, Any], additions: Mapping[str, Any]) -> Json:
    """Return a document with additions: objects are merged member by member, other values are replaced."""
    merged = dict(document)
    for name, value in additions.items():
        is_object = isinstance(value, dict) and isinstance(merged.get(name), dict)
        merged[name] = merge(merged[name], value) if is_object else value
    return merged


@cache
def _whole(media_type: str, has_examples: bool) -> Asset:  # noqa: FBT001 (part of the cache's key)
    if media_type == YAML and not has_examples:
        return Asset(OPENAPI.read_bytes(), YAML)
    import yaml  # noqa: PLC0415 (nothing else needs it, and few ask for this)

    document = yaml.load(OPENAPI.read_bytes(), Loader=yaml.CSafeLoader)
    if has_examples:
        document = merge(
            document, yaml.load(OPENAPI_ADDITIONS.read_bytes(), Loader=yaml.CSafeLoader)
        )
    return _write(media_type, document)


@lru_cache(maxsize=_MAX_CACHED)
def _select(
    media_type: str,
    operations: frozenset[str],
    without: frozenset[str],
    has_responses: bool,  # noqa: FBT001
    has_examples: bool,  # noqa: FBT001
) -> bytes:
    """Return the document in gzip."""
    document = orjson.loads(_whole(JSON, has_examples).body)
    document = select_operations(
        document, operations, without, has_responses=has_responses
    )
    return compress(
        _write(media_type, _shorten(document, has_examples=has_examples)).body
    )


def _write(media_type: str, document: Json) -> Asset:
    if media_type == JSON:
        return Asset(orjson.dumps(document), JSON)
    import yaml  # noqa: PLC0415

    text = yaml.dump(
        document,
        Dumper=yaml.CSafeDumper,
        sort_keys=False,
        allow_unicode=True,
        width=120,
    )
    return Asset(text.encode(), YAML)


def select_operations(
    document: Json,
    names: Collection[str],
    without: Collection[str] = (),
    *,
    has_responses: bool = True,
) -> Json:
    """Return a document of the operations with these operationIds, or of all if there are none.

    It has their paths, and the tags and components they use. Links to other operations and the parameters `without`
    are left out, and without `has_responses` what responses have and the description of the whole. Each body is one
    object without `allOf`: many programs that make tools for agents read nothing else. Raises `Refused` for unknown
    names, and suggests names, and for a parameter that is required.
    """
    all_operations = [
        entry[method]
        for entry in document["paths"].values()
        for method in entry
        if method in _METHODS
    ]
    all_names = [operation["operationId"] for operation in all_operations]
    names = names or all_names
    _check_known("operations", "There is no operation", names, all_names)
    if without:
        known = _parameter_names(all_operations, document["components"])
        _check_known("without", "No operation has a parameter", without, known)
    links = document["components"].get("links", {})
    paths = {}
    for path, item in document["paths"].items():
        unnamed = {
            method
            for method in item.keys() & _METHODS
            if item[method]["operationId"] not in names
        }
        if item.keys() & _METHODS - unnamed:
            paths[path] = {
                key: value for key, value in item.items() if key not in unnamed
            }
            for method in paths[path].keys() & _METHODS:
                if has_responses:
                    _remove_links(item[method]["responses"], links, names)
                else:
                    item[method]["responses"] = _BARE_RESPONSES
    operations = [
        item[method] for item in paths.values() for method in item.keys() & _METHODS
    ]
    tags = {tag for operation in operations for tag in operation["tags"]}
    components = document["components"]
    bodies = {
        _name_component(reference): _flatten({"$ref": reference}, components["schemas"])
        for operation in operations
        for reference in _references(operation.get("requestBody"))
    }
    if without:
        _leave_out(without, operations, list(bodies.values()), components["parameters"])
    components = _used_components(
        {**components, "schemas": components["schemas"] | bodies}, paths
    )
    tags_in_use = [tag for tag in document["tags"] if tag["name"] in tags]
    info = {
        name: value
        for name, value in document["info"].items()
        if has_responses or name != "description"
    }
    return {
        **document,
        "info": info,
        "paths": paths,
        "tags": tags_in_use,
        "components": components,
    }


_BARE_RESPONSES = {
    "200": {"description": "The result"},
    "default": {"description": "A problem"},
}


def _check_known(
    field: str, sentence: str, names: Collection[str], known: Collection[str]
) -> None:
    """Raise `Refused` on a field with a sentence for each unknown name, which suggests known names."""
    if unknown := sorted(set(names).difference(known)):
        sentences = [
            f"{sentence} {name[:60]!r}.{did_you_mean(name, known)}" for name in unknown
        ]
        raise Refused(field, " ".join(sentences))


def _parameter_names(operations: Sequence[Json], components: Json) -> set[str]:
    """Return the names of all parameters of operations, and of all members of their bodies."""
    described = [
        part for operation in operations for part in operation.get("parameters", [])
    ]
    shared = components["parameters"]
    names = {
        shared[_name_component(part["$ref"])]["name"]
        if "$ref" in part
        else part["name"]
        for part in described
    }
    for operation in operations:
        for reference in _references(operation.get("requestBody")):
            names |= _flatten({"$ref": reference}, components["schemas"])[
                "properties"
            ].keys()
    return names


def _leave_out(
    names: Collection[str],
    operations: Sequence[Json],
    bodies: Sequence[Json],
    shared: Json,
) -> None:
    """Remove the named parameters from operations, and the named members from bodies and from their examples."""
    required: set[str] = set()
    for operation in operations:
        references = operation.get("parameters", [])
        described = [
            (shared[_name_component(part["$ref"])] if "$ref" in part else part, part)
            for part in references
        ]
        required |= {
            parameter["name"] for parameter, _ in described if parameter.get("required")
        }
        if references:
            operation["parameters"] = [
                part for parameter, part in described if parameter["name"] not in names
            ]
        for content in operation.get("requestBody", {}).get("content", {}).values():
            if isinstance(example := content.get("example"), dict):
                content["example"] = {
                    name: value for name, value in example.items() if name not in names
                }
    for body in bodies:
        required |= set(body.get("required", ()))
        left_out = body["properties"].keys() & set(names)
        body["properties"] = {
            name: _without_choices(value, left_out)
            for name, value in body["properties"].items()
            if name not in names
        }
    if kept := sorted(required.intersection(names)):
        verb = "is" if len(kept) == 1 else "are"
        raise Refused(
            "without", f"{join_words(kept)} {verb} required, and cannot be left out."
        )


def _without_choices(member: Json, names: Collection[str]) -> Json:
    """Return a member that cannot have the name of another one as its value, as reveal=auditor needs `auditor`."""
    choices = [choice for choice in member.get("enum", ()) if choice not in names]
    return {**member, "enum": choices} if choices else member


_MAX_NAMES = 20


def _shorten(part: Any, *, has_examples: bool) -> Any:
    """Shorten a part of the document for agents, who read every word.

    Remove lists of more than 20 names, as descriptions say where the names are; bounds that JSON has anyway; and,
    unless the document `has_examples`, examples of numbers and of listed names.
    """
    if isinstance(part, list):
        return [_shorten(inner, has_examples=has_examples) for inner in part]
    if not isinstance(part, dict):
        return part
    is_free_text = (
        part.get("type") == "string" and not 0 < len(part.get("enum", ())) <= _MAX_NAMES
    )
    needs_example = has_examples or is_free_text
    return {
        name: _shorten(value, has_examples=has_examples)
        for name, value in part.items()
        if not _is_superfluous(name, value, needs_example=needs_example)
    }


def _is_superfluous(name: str, value: Any, *, needs_example: bool) -> bool:
    match name, value:
        case "enum", list():
            return len(value) > _MAX_NAMES
        case "example", str() | int() | float():
            return not needs_example
        case ("minItems", 0) | ("maximum", streams.MAX_INDEX):
            return True
    return False


def _flatten(schema: Json, shared: Json) -> Json:
    """Return the schema of an object with the members of every part of its `allOf`, at any depth."""
    if "$ref" in schema:
        return _flatten(shared[_name_component(schema["$ref"])], shared)
    flat: Json = {}
    last_part = {
        name: value
        for name, value in schema.items()
        if name not in {"allOf", "unevaluatedProperties"}
    }
    for part in (
        *(_flatten(part, shared) for part in schema.get("allOf", ())),
        last_part,
    ):
        for name, value in part.items():
            previous = flat.get(name)
            is_object = isinstance(previous, dict)
            is_list = isinstance(previous, list)
            flat[name] = (
                previous | value
                if is_object
                else previous + value
                if is_list
                else value
            )
    return flat | (
        {"additionalProperties": False} if "unevaluatedProperties" in schema else {}
    )


def _name_component(reference: str) -> str:
    return reference.rpartition("/")[2]


def _remove_links(responses: Json, shared: Json, names: Collection[str]) -> None:
    """Keep only the links of an operation's responses that lead to an operation in `names`."""
    for response in responses.values():
        links = {
            name: link
            for name, link in response.pop("links", {}).items()
            if shared.get(_name_component(link.get("$ref", "")), link)["operationId"]
            in names
        }
        if links:
            response["links"] = links


def _used_components(components: Json, paths: Json) -> Json:
    """Return the components that the paths use, directly or through other components, and `securitySchemes`."""
    references: set[tuple[str, str]] = set()
    pending: list[Any] = [paths]
    while pending:
        for reference in _references(pending.pop()):
            _, _, kind, name = reference.split("/")
            if (kind, name) not in references:
                references.add((kind, name))
                pending.append(components[kind][name])
    selection = {
        kind: {
            name: value
            for name, value in entries.items()
            if kind == "securitySchemes" or (kind, name) in references
        }
        for kind, entries in components.items()
    }
    return {kind: entries for kind, entries in selection.items() if entries}


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(reference := part.get("$ref"), str):
            yield reference
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for item in part:
            yield from _references(item)

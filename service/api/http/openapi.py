"""The OpenAPI document as it is served: as committed, with the additions for readers, or some of its operations."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import orjson

from service.api.http.responses import JSON, OPENAPI, OPENAPI_ADDITIONS, YAML, Asset
from service.core.errors import Refused, did_you_mean

Json = dict[str, Any]

_METHODS = frozenset({"get", "post"})
_MAX_CACHED = 1  # document of some operations, of up to 400 kB


def openapi_document(media_type: str, operations: Collection[str], *, has_examples: bool) -> Asset:
    """Return the document in JSON or in YAML, with all operations or with the named ones alone.

    Raises `Refused`, which suggests a name, for an operation that there is not.
    """
    return _select(media_type, frozenset(operations), has_examples) if operations else _whole(media_type, has_examples)


def merge(document: Mapping[str, Any], additions: Mapping[str, Any]) -> Json:
    """Return a document with additions: members of objects are merged, all other values are replaced."""
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
        document = merge(document, yaml.load(OPENAPI_ADDITIONS.read_bytes(), Loader=yaml.CSafeLoader))
    return _write(media_type, document)


@lru_cache(maxsize=_MAX_CACHED)
def _select(media_type: str, operations: frozenset[str], has_examples: bool) -> Asset:  # noqa: FBT001
    return _write(media_type, select_operations(orjson.loads(_whole(JSON, has_examples).body), operations))


def _write(media_type: str, document: Json) -> Asset:
    if media_type == JSON:
        return Asset(orjson.dumps(document), JSON)
    import yaml  # noqa: PLC0415

    text = yaml.dump(document, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=120)
    return Asset(text.encode(), YAML)


def select_operations(document: Json, names: Collection[str]) -> Json:
    """Return the document of the named operations: their paths, and the tags and components that these use.

    Links to operations that are not in it are left out. Each body is one object without `allOf`, as many of the
    programs that make tools for agents read nothing else. Raises `Refused`, which suggests a name, for an unknown one.
    """
    known = [item[method]["operationId"] for item in document["paths"].values() for method in item.keys() & _METHODS]
    for name in sorted(names):
        if name not in known:
            hint = did_you_mean(name, known) or " Its names are those that the whole document has as operationId."
            raise Refused("operations", f"There is no operation {name[:60]!r}.{hint}")
    links = document["components"].get("links", {})
    paths = {}
    for path, item in document["paths"].items():
        left_out = {method for method in item.keys() & _METHODS if item[method]["operationId"] not in names}
        if item.keys() & _METHODS - left_out:
            paths[path] = {key: value for key, value in item.items() if key not in left_out}
            for method in paths[path].keys() & _METHODS:
                _remove_links(item[method]["responses"], links, names)
    described = [item[method] for item in paths.values() for method in item.keys() & _METHODS]
    tags = {tag for operation in described for tag in operation["tags"]}
    components = document["components"]
    bodies = {
        _name_component(reference): _flatten({"$ref": reference}, components["schemas"])
        for operation in described
        for reference in _references(operation.get("requestBody"))
    }
    components = _used_components({**components, "schemas": components["schemas"] | bodies}, paths)
    return {
        **document,
        "paths": paths,
        "tags": [tag for tag in document["tags"] if tag["name"] in tags],
        "components": {**components, "parameters": _shorten(components.get("parameters", {}))},
    }


_MAX_NAMES = 100


def _shorten(parameters: Json) -> Json:
    """Return parameters without long lists of names: agents read all of them, and some take no long ones."""
    return {
        name: {**parameter, "schema": _TOO_MANY_NAMES}
        if len(parameter.get("schema", {}).get("enum", ())) > _MAX_NAMES
        else parameter
        for name, parameter in parameters.items()
    }


_TOO_MANY_NAMES = {"type": "string", "description": "A name of the list; a refusal suggests one"}


def _flatten(schema: Json, shared: Json) -> Json:
    """Return the schema of an object, which has the members of all parts of its `allOf` and of theirs."""
    if "$ref" in schema:
        return _flatten(shared[_name_component(schema["$ref"])], shared)
    flat: Json = {}
    own = {name: value for name, value in schema.items() if name not in {"allOf", "unevaluatedProperties"}}
    for part in (*(_flatten(part, shared) for part in schema.get("allOf", ())), own):
        for name, value in part.items():
            known = flat.get(name)
            is_object, is_list = isinstance(known, dict), isinstance(known, list)
            flat[name] = known | value if is_object else known + value if is_list else value
    return flat | ({"additionalProperties": False} if "unevaluatedProperties" in schema else {})


def _name_component(reference: str) -> str:
    """Return the name of the component to which a reference leads."""
    return reference.rpartition("/")[2]


def _remove_links(responses: Json, shared: Json, names: Collection[str]) -> None:
    """Remove the links of an operation's responses that lead to operations without these names."""
    for response in responses.values():
        links = {
            name: link
            for name, link in response.pop("links", {}).items()
            if shared.get(_name_component(link.get("$ref", "")), link)["operationId"] in names
        }
        if links:
            response["links"] = links


def _used_components(components: Json, paths: Json) -> Json:
    """Return the components to which the paths refer, directly or through others, and the schemes of security."""
    used: set[tuple[str, str]] = set()
    pending: list[Any] = [paths]
    while pending:
        for reference in _references(pending.pop()):
            _, _, kind, name = reference.split("/")
            if (kind, name) not in used:
                used.add((kind, name))
                pending.append(components[kind][name])
    kept = {
        kind: {name: value for name, value in named.items() if kind == "securitySchemes" or (kind, name) in used}
        for kind, named in components.items()
    }
    return {kind: named for kind, named in kept.items() if named}


def _references(part: Any) -> Iterator[str]:
    """Yield every reference in a part of the document."""
    if isinstance(part, dict):
        if isinstance(reference := part.get("$ref"), str):
            yield reference
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for item in part:
            yield from _references(item)

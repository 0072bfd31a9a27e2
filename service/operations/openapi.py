"""Serve the OpenAPI document: as committed, with the additions for readers, or with only some of its operations."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import orjson

from ..core.errors import Refused, join_words
from ..core.rng import streams
from ..core.unknown_names import did_you_mean
from ..http.responses import JSON, OPENAPI, OPENAPI_ADDITIONS, YAML, Asset, compress

Json = dict[str, Any]

_METHODS = frozenset({"get", "post"})
_MAX_CACHED = 32  # documents with some operations, in gzip: each has up to 90 kB


def openapi_document(
    media_type: str,
    operations: Collection[str] = (),
    without: Collection[str] = (),
    *,
    has_responses: bool = True,
    has_examples: bool = False,
) -> Asset:
    """Return the document in JSON or in YAML, with the operations of these operationIds, or with all if none is given.

    Parameters and members of bodies with a name in `without` are left out; without `has_responses`, schemas of
    responses are left out, too. `has_examples` adds openapi_additions.yaml. Raises `Refused` for unknown names, and
    suggests names, and for a parameter that cannot be left out.
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
    """Return the document with all operations, in JSON or in YAML. YAML without examples is the committed file."""
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
    """Return the bytes of `openapi_document` for some operations or names to leave out, in gzip."""
    document = orjson.loads(_whole(JSON, has_examples).body)
    document = select_operations(
        document, operations, without, has_responses=has_responses
    )
    return compress(
        _write(media_type, _shorten(document, has_examples=has_examples)).body
    )


def _write(media_type: str, document: Json) -> Asset:
    """Return a document as a file in JSON or in YAML."""
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
    """Return a document of the operations with these operationIds, or of all operations if none is given.

    It has the paths of the operations, and the tags and components that they use. Links to other operations and the
    parameters in `without` are left out. Without `has_responses`, the contents of responses and the description of the
    document are left out, too. Each body is one object without `allOf`: many programs that make tools for agents read
    nothing else. Raises `Refused` for unknown names, and suggests names, and for a parameter that is required.

    `document` is the document of openapi.yaml; its selected parts are changed in place. A name is such as
    "draw_integers".
    """
    all_operations = _list_operations(document["paths"])
    all_names = [operation["operationId"] for operation in all_operations]
    names = names or all_names
    _check_known("operations", "There is no operation", names, all_names)
    components = document["components"]
    if without:
        known = _parameter_names(all_operations, components)
        _check_known("without", "No operation has a parameter", without, known)
    paths = _select_paths(document["paths"], names)
    operations = _list_operations(paths)
    for operation in operations:
        if has_responses:
            links = components.get("links", {})
            _remove_links(operation["responses"], links, names)
        else:
            operation["responses"] = _BARE_RESPONSES
    bodies = _flatten_bodies(operations, components["schemas"])
    if without:
        _leave_out(without, operations, list(bodies.values()), components["parameters"])
    flat_components = components | {"schemas": components["schemas"] | bodies}
    tags = {tag for operation in operations for tag in operation["tags"]}
    info = dict(document["info"])
    if not has_responses:
        info.pop("description", None)
    return document | {
        "info": info,
        "paths": paths,
        "tags": [tag for tag in document["tags"] if tag["name"] in tags],
        "components": _used_components(flat_components, paths),
    }


def _list_operations(paths: Json) -> list[Json]:
    """Return the operations of path items, in the order of the document."""
    return [
        item[method] for item in paths.values() for method in item if method in _METHODS
    ]


def _select_paths(paths: Json, names: Collection[str]) -> Json:
    """Return the path items with operations in `names`, without their other operations."""
    selected = {}
    for path, item in paths.items():
        methods = item.keys() & _METHODS
        unnamed = {
            method for method in methods if item[method]["operationId"] not in names
        }
        if methods - unnamed:
            selected[path] = {
                key: value for key, value in item.items() if key not in unnamed
            }
    return selected


def _flatten_bodies(operations: Sequence[Json], schemas: Json) -> Json:
    """Return the schemas of the bodies of operations, by component. Each is one object without `allOf`."""
    return {
        _name_component(reference): _flatten({"$ref": reference}, schemas)
        for operation in operations
        for reference in _references(operation.get("requestBody"))
    }


_BARE_RESPONSES = {
    "200": {"description": "The result"},
    "default": {"description": "A problem"},
}


def _check_known(
    field: str, sentence: str, names: Collection[str], known: Collection[str]
) -> None:
    """Raise `Refused` for a field, with a sentence for each unknown name that suggests known names."""
    unknown = sorted(set(names).difference(known))
    if unknown:
        sentences = [
            f"{sentence} {name[:60]!r}.{did_you_mean(name, known)}" for name in unknown
        ]
        raise Refused(field, " ".join(sentences))


def _parameter_names(operations: Sequence[Json], components: Json) -> set[str]:
    """Return the names of all parameters of operations, and of all members of their bodies."""
    shared = components["parameters"]
    names = {
        _resolve(part, shared)["name"]
        for operation in operations
        for part in operation.get("parameters", [])
    }
    for body in _flatten_bodies(operations, components["schemas"]).values():
        names |= body["properties"].keys()
    return names


def _resolve(part: Json, shared: Json) -> Json:
    """Return a parameter of an operation; `part` is the parameter, or a reference to a `shared` parameter."""
    if "$ref" in part:
        parameter: Json = shared[_name_component(part["$ref"])]
        return parameter
    return part


def _leave_out(
    names: Collection[str],
    operations: Sequence[Json],
    bodies: Sequence[Json],
    shared: Json,
) -> None:
    """Remove the named parameters from operations, and the named members from bodies and from their examples.

    `shared` are the parameters that operations refer to. Raises `Refused` for names of required parameters.
    """
    required: set[str] = set()
    for operation in operations:
        required |= _leave_out_parameters(names, operation, shared)
        for content in operation.get("requestBody", {}).get("content", {}).values():
            if isinstance(content.get("example"), dict):
                content["example"] = _without_members(content["example"], names)
    for body in bodies:
        required |= set(body.get("required", ()))
        left_out = body["properties"].keys() & set(names)
        kept = _without_members(body["properties"], names)
        body["properties"] = {
            name: _without_choices(member, left_out) for name, member in kept.items()
        }
    refused = sorted(required.intersection(names))
    if refused:
        verb = "is" if len(refused) == 1 else "are"
        raise Refused(
            "without", f"{join_words(refused)} {verb} required, and cannot be left out."
        )


def _leave_out_parameters(
    names: Collection[str], operation: Json, shared: Json
) -> set[str]:
    """Remove the named parameters from an operation, and return the names of all its required parameters."""
    required = set()
    kept = []
    for part in operation.get("parameters", []):
        parameter = _resolve(part, shared)
        if parameter.get("required"):
            required.add(parameter["name"])
        if parameter["name"] not in names:
            kept.append(part)
    if operation.get("parameters"):
        operation["parameters"] = kept
    return required


def _without_members(members: Json, names: Collection[str]) -> Json:
    return {name: value for name, value in members.items() if name not in names}


def _without_choices(member: Json, names: Collection[str]) -> Json:
    """Return a member without the choices in `names`: reveal=auditor needs the parameter `auditor`."""
    choices = [choice for choice in member.get("enum", ()) if choice not in names]
    return member | {"enum": choices} if choices else member


_MAX_NAMES = 20


def _shorten(part: Any, *, has_examples: bool) -> Any:
    """Shorten a part of the document for agents, who read every word.

    Remove lists of more than 20 names, as descriptions say where the names are; remove bounds that JSON has anyway;
    and, unless the document `has_examples`, remove examples of numbers and of listed names.
    """
    if isinstance(part, list):
        return [_shorten(inner, has_examples=has_examples) for inner in part]
    if not isinstance(part, dict):
        return part
    lists_its_names = 0 < len(part.get("enum", ())) <= _MAX_NAMES
    is_free_text = part.get("type") == "string" and not lists_its_names
    needs_example = has_examples or is_free_text
    return {
        name: _shorten(value, has_examples=has_examples)
        for name, value in part.items()
        if not _is_superfluous(name, value, needs_example=needs_example)
    }


def _is_superfluous(name: str, value: Any, *, needs_example: bool) -> bool:
    """Return whether `_shorten` removes a keyword and its value."""
    match name, value:
        case "enum" | "x-extensible-enum", list():
            return len(value) > _MAX_NAMES
        case "example", str() | int() | float():
            return not needs_example
        case ("minItems", 0) | ("maximum", streams.MAX_INDEX):
            return True
    return False


def _flatten(schema: Json, shared: Json) -> Json:
    """Return the schema of an object with the members of every part of its `allOf`, at any depth.

    If several parts have a keyword, its objects are united (`properties`), its lists are joined (`required`), and of
    other values the last one stays. `shared` has, by name, the schemas that `schema` may refer to. If `shared` is
    {"Seed": {"properties": {"seed": s}}}, then {"allOf": [{"$ref": "#/components/schemas/Seed"}], "properties": {"max":
    m}} becomes {"properties": {"seed": s, "max": m}}.
    """
    if "$ref" in schema:
        return _flatten(shared[_name_component(schema["$ref"])], shared)
    own_keywords = {
        name: value
        for name, value in schema.items()
        if name not in {"allOf", "unevaluatedProperties"}
    }
    parts = [_flatten(part, shared) for part in schema.get("allOf", ())]
    flat: Json = {}
    for part in [*parts, own_keywords]:
        for name, value in part.items():
            match flat.get(name):
                case dict() as previous:
                    flat[name] = previous | value
                case list() as previous:
                    flat[name] = previous + value
                case _:
                    flat[name] = value
    if "unevaluatedProperties" in schema:
        flat["additionalProperties"] = False
    return flat


def _name_component(reference: str) -> str:
    """Return the name in a reference: `Card` for "#/components/schemas/Card"."""
    return reference.rpartition("/")[2]


def _remove_links(responses: Json, shared: Json, names: Collection[str]) -> None:
    """Keep only those links of an operation's responses that lead to an operation in `names`."""
    for response in responses.values():
        kept = {}
        for name, link in response.pop("links", {}).items():
            referred = _name_component(link.get("$ref", ""))
            whole_link = shared.get(referred, link)
            if whole_link["operationId"] in names:
                kept[name] = link
        if kept:
            response["links"] = kept


def _used_components(components: Json, paths: Json) -> Json:
    """Return the components that the paths use, directly or through other components, and `securitySchemes`."""
    used: set[str] = set()
    parts_to_search: list[Any] = [paths]
    while parts_to_search:
        for reference in _references(parts_to_search.pop()):
            if reference not in used:
                used.add(reference)
                _, _, kind, name = reference.split("/")
                parts_to_search.append(components[kind][name])
    selection = {}
    for kind, entries in components.items():
        kept = {
            name: value
            for name, value in entries.items()
            if kind == "securitySchemes" or f"#/components/{kind}/{name}" in used
        }
        if kept:
            selection[kind] = kept
    return selection


def _references(part: Any) -> Iterator[str]:
    """Yield each reference in a part of the document, such as "#/components/schemas/Card"."""
    if isinstance(part, dict):
        reference = part.get("$ref")
        if isinstance(reference, str):
            yield reference
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for item in part:
            yield from _references(item)

"""Convert marshmallow schemas into JSON schemas that share their parts.

A mixin of requests, and a base of several responses, is one component, which the others include by `allOf`, so
that it stands in the document once.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import marshmallow as ma
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter

from service.api.schemas.fields import BoundedList, Value
from service.api.schemas.requests import RequestSchema
from service.core.cards.decks import DECKS
from service.core.games.catalogue import GAMES

Property = dict[str, Any]
SchemaClass = type[ma.Schema]

MAX_INT32 = 2**31 - 1
NOTHING: Property = {"not": {}}
"""The schema of no value, which stands for `false` where some programs read objects alone."""
_CATALOGUES = (list(DECKS), list(GAMES))
"""The long lists of names. Each stands in the document once: at the parameter of the paths that have one of them."""
_MIXIN = "Mixin"


class Converter(OpenAPIConverter):
    """A converter whose schemas include those of their bases by `allOf`."""

    shared: frozenset[SchemaClass] = frozenset()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.for_readers: dict[str, Property] = {}
        """The properties of components that are about a file, by the name of the component."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        """Return the JSON schema of a marshmallow schema: its shared bases, and its own members."""
        schema = schema() if isinstance(schema, type) else schema
        cls = type(schema)
        bases = list(dict.fromkeys(self._shared_bases(cls, schema.fields)))
        if len(bases) == 1 and bases[0]._declared_fields.keys() == schema.fields.keys():
            bases = []  # an alias of a component, for which some generators make no class
        inherited = {name for base in bases for name in base._declared_fields}
        own: dict[str, Any] = {"type": "object", **vars(cls).get("keywords", {})}
        own_fields = {name: field for name, field in schema.fields.items() if name not in inherited}
        properties = {field.data_key or name: self.field2property(field) for name, field in own_fields.items()}
        if files := {name: properties.pop(name) for name, field in own_fields.items() if is_of_file(field)}:
            self.for_readers[component_name(schema)] = {"properties": files}
        for name in own.get("dependentRequired", ()):
            del properties[name]["default"]  # which gateways insert, and would then require the others
        if properties:
            own["properties"] = properties
        if required := sorted(
            field.data_key or name
            for name, field in schema.fields.items()
            if field.required and not any(_requires(base, name) for base in bases)
        ):
            own["required"] = required
        is_closed = schema.unknown == ma.RAISE and not _is_mixin(cls)
        if not bases:
            return own | ({"additionalProperties": False} if is_closed else {})
        parts = [self.reference(base) for base in bases]
        all_of = {"allOf": parts + ([own] if len(own) > 1 else [])}
        return all_of | ({"unevaluatedProperties": NOTHING} if is_closed else {})

    def reference(self, schema: Any) -> Property:
        """Return the reference to the component of a schema, which is added if there is none."""
        reference: Property = self.resolve_nested_schema(schema)  # type: ignore[no-untyped-call]
        return reference

    def _shared_bases(self, cls: SchemaClass, members: Mapping[str, ma.fields.Field[Any]]) -> Iterator[SchemaClass]:
        """Yield the nearest bases that are components and whose members the schema has unchanged."""
        for base in cls.__bases__:
            if not issubclass(base, ma.Schema) or not base._declared_fields:
                continue
            is_unchanged = all(
                self.field2property(members[name]) == self.field2property(field)
                for name, field in base._declared_fields.items()
            )
            if is_unchanged and (_is_mixin(base) or base in self.shared):
                yield base
            else:
                yield from self._shared_bases(base, members)

    def field2type_and_format(self, field: ma.fields.Field[Any], **options: Any) -> Property:
        """Return the type of a field: of a parameter that of its kind."""
        if isinstance(field, Value):
            return {"type": field.kind.schema["type"]}
        schema: Property = super().field2type_and_format(field, **options)
        return schema

    def field2choices(self, field: ma.fields.Field[Any], **options: Any) -> Property:
        """Return the bounds of a field as well as its choices: of a parameter those of its kind."""
        if isinstance(field, BoundedList | Value):
            return {name: value for name, value in field.kind.schema.items() if name not in {"type", "items"}}
        schema: Property = super().field2choices(field, **options)
        return schema

    def dict2properties(self, field: ma.fields.Field[Any], **options: Any) -> Property:
        """Return the schema of the members of a dictionary; those of a parameter, and its items, may be any values."""
        if isinstance(field, Value):
            described = field.kind.schema
            if field.kind.type is Mapping:
                return {"additionalProperties": described.get("additionalProperties", {})}
            return {name: described[name] for name in described if name == "items"}
        schema: Property = super().dict2properties(field, **options)
        return schema

    def field2property(self, field: ma.fields.Field[Any]) -> Property:
        """Return the JSON schema of a field: its numbers of 64 bits if the values may need them."""
        schema: Property = super().field2property(field)
        if schema.get("enum") in _CATALOGUES:
            del schema["enum"]
        if "enum" in field.metadata:  # of a response: later versions may add values
            schema["x-extensible-enum"] = [value for value in schema.pop("enum") if value is not None]
        if schema.get("type") == "integer" and "enum" in schema:
            schema |= _multiples(schema)
        needs_int64 = schema.get("maximum", MAX_INT32 + 1) > MAX_INT32 or schema.get("minimum", 0) < -MAX_INT32
        if "integer" in (schema.get("type") or ()) and "enum" not in schema and needs_int64:
            schema["format"] = "int64"
        if schema.get("type") == "number":
            schema["format"] = "double"
        return schema


def _multiples(schema: Property) -> Property:
    """Remove an enumeration of integers that are the multiples in a range, and return the range.

    Generated Kotlin writes an enumeration of integers as strings.
    """
    first, last, step = schema["enum"][0], schema["enum"][-1], schema["enum"][1] - schema["enum"][0]
    if first % step or schema["enum"] != list(range(first, last + 1, step)):
        return {}
    del schema["enum"]
    return {"minimum": first, "maximum": last, "multipleOf": step}


class Plugin(MarshmallowPlugin):
    """The plugin of apispec with this converter."""

    Converter = Converter

    def __init__(self, shared: frozenset[SchemaClass]) -> None:
        super().__init__(schema_name_resolver=component_name)
        self.shared = shared

    def init_spec(self, spec: Any) -> None:
        """Set up the converter."""
        super().init_spec(spec)
        assert isinstance(self.converter, Converter)  # noqa: S101 (as set above)
        self.converter.shared = self.shared


def component_name(schema: Any) -> str:
    """Return the name of the component of a schema: that of its class, with a mixin as `…Parameters`."""
    name = (schema if isinstance(schema, type) else type(schema)).__name__
    if name.endswith(_MIXIN):
        return f"{name.removesuffix(_MIXIN).removesuffix('Parameters')}Parameters"
    return name.removesuffix("Schema")


def find_shared(schemas: Iterator[Any]) -> frozenset[SchemaClass]:
    """Return the bases of responses that are worth a component: responses themselves, or bases of several."""
    documented: set[SchemaClass] = set()
    for schema in schemas:
        _collect(schema if isinstance(schema, type) else type(schema), documented)
    uses: dict[SchemaClass, int] = dict.fromkeys(documented, 2)
    seen: set[SchemaClass] = set()
    pending = list(documented)
    while pending:
        cls = pending.pop()
        if cls not in seen and not issubclass(cls, RequestSchema):
            seen.add(cls)
            bases = [base for base in cls.__bases__ if issubclass(base, ma.Schema) and base._declared_fields]
            pending.extend(bases)
            for base in bases:
                uses[base] = uses.get(base, 0) + 1
    return frozenset(cls for cls, count in uses.items() if count > 1 and not issubclass(cls, RequestSchema))


def _collect(cls: SchemaClass, found: set[SchemaClass]) -> None:
    """Add a schema, and those that it nests, to those found."""
    if cls in found:
        return
    found.add(cls)
    pending = list(cls._declared_fields.values())
    while pending:
        match pending.pop():
            case ma.fields.Nested() as nested:
                _collect(type(nested.schema), found)
            case ma.fields.List() as column:
                pending.append(column.inner)
            case ma.fields.Dict(value_field=ma.fields.Field() as value):
                pending.append(value)


def is_of_file(field: ma.fields.Field[Any]) -> bool:
    """Return whether a parameter selects a file as the response, or is about it: it is described for readers alone."""
    return isinstance(field, Value) and field.kind.of_file


def _is_mixin(cls: SchemaClass) -> bool:
    return issubclass(cls, RequestSchema) and cls.__name__.endswith(_MIXIN)


def _requires(cls: SchemaClass, name: str) -> bool:
    return name in cls._declared_fields and cls._declared_fields[name].required

"""Convert marshmallow schemas into JSON schemas that share their parts.

A part of several requests, or a base of several responses, is one component. Others include it by `allOf`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import marshmallow as ma
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter

from service.cards.deck import DECKS
from service.core.value_types import ValueType
from service.deals.condition_schemas import COMPONENTS as CONDITIONS
from service.games.catalogue import GAMES
from service.http.schemas.components import is_component
from service.http.schemas.fields import BoundedList, Value
from service.http.schemas.request_schemas import RequestSchema

Property = dict[str, Any]
SchemaClass = type[ma.Schema]

MAX_INT32 = 2**31 - 1
NOTHING: Property = {"not": {}}
"""The schema of no value, which stands for `false` where some programs read objects alone."""
_CATALOGUES = (list(DECKS), list(GAMES))
"""The long lists of names. Each is in the document once, at the parameter of the paths that take a name."""


class Converter(OpenAPIConverter):
    """A converter that includes the schemas of bases by `allOf`."""

    shared: frozenset[SchemaClass] = frozenset()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.for_readers: dict[str, Property] = {}
        """The properties about a file, by the name of their component."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        """Return the JSON schema of a marshmallow schema: its shared bases, and its own members."""
        schema = schema() if isinstance(schema, type) else schema
        cls = type(schema)
        shared = dict.fromkeys(self._shared_bases(cls, schema.fields))
        bases = [
            base
            for base in shared
            if not any(base in derived.__mro__[1:] for derived in shared)
        ]
        if len(bases) == 1 and bases[0]._declared_fields.keys() == schema.fields.keys():
            bases = []  # it would be an alias of a component, and some generators make no class for an alias
        inherited = {name for base in bases for name in base._declared_fields}
        own: dict[str, Any] = {"type": "object"} | vars(cls).get("keywords", {})
        own_fields = {
            name: field
            for name, field in schema.fields.items()
            if name not in inherited
        }
        properties = {
            field.data_key or name: self.field2property(field)
            for name, field in own_fields.items()
        }
        files = {
            name: properties.pop(name)
            for name, field in own_fields.items()
            if is_of_file(field)
        }
        if files:
            self.for_readers[component_name(schema)] = {"properties": files}
        if properties:
            own["properties"] = properties
        required = [
            field.data_key or name
            for name, field in schema.fields.items()
            if field.required and not any(_requires(base, name) for base in bases)
        ]
        if required:
            own["required"] = sorted(required)
        is_closed = schema.unknown == ma.RAISE and not _is_part(cls)
        if not bases:
            return own | ({"additionalProperties": False} if is_closed else {})
        parts = [self.reference(base) for base in bases]
        all_of = {"allOf": parts + ([own] if len(own) > 1 else [])}
        return all_of | ({"unevaluatedProperties": NOTHING} if is_closed else {})

    def reference(self, schema: Any) -> Property:
        """Return the reference to the component of a schema; add the component if it is not there."""
        reference: Property = self.resolve_nested_schema(schema)  # type: ignore[no-untyped-call]
        return reference

    def _shared_bases(
        self, cls: SchemaClass, members: Mapping[str, ma.fields.Field[Any]]
    ) -> Iterator[SchemaClass]:
        """Yield the nearest bases that are components and have the same members as the schema."""
        for base in cls.__bases__:
            if not issubclass(base, ma.Schema) or not base._declared_fields:
                continue
            is_unchanged = all(
                self.field2property(members[name]) == self.field2property(field)
                for name, field in base._declared_fields.items()
            )
            if is_unchanged and (_is_part(base) or base in self.shared):
                yield base
            else:
                yield from self._shared_bases(base, members)

    def field2type_and_format(
        self, field: ma.fields.Field[Any], **options: Any
    ) -> Property:
        """Return the type of a field. The type of a parameter is in its kind."""
        if isinstance(field, Value):
            self._define(field.value_type)
            return {
                name: value
                for name, value in field.value_type.reference.items()
                if name == "type"
            }
        return dict(super().field2type_and_format(field, **options))

    def field2choices(self, field: ma.fields.Field[Any], **options: Any) -> Property:
        """Return the bounds and the choices of a field. A parameter has them in its kind."""
        if isinstance(field, BoundedList | Value):
            return {
                name: value
                for name, value in field.value_type.reference.items()
                if name not in {"type", "items"}
            }
        return dict(super().field2choices(field, **options))

    def field2nullable(self, field: ma.fields.Field[Any], ret: Property) -> Property:
        """Return null as a further type, but not of a component: converters to OpenAPI 3.0 leave `anyOf` with null."""
        if "$ref" in ret:
            return {}
        if field.allow_none and "type" not in ret and "not" in ret:
            scalars, *others = ret["not"]["anyOf"]
            refused = [value for value in scalars["enum"] if value is not None]
            return {"not": {"anyOf": [{"enum": refused}, *others]}}
        return dict(super().field2nullable(field, ret))

    def _define(self, value_type: ValueType) -> None:
        """Add the components of a kind, and of the kinds in it, to the document."""
        if value_type.component and value_type.component not in (
            *self.spec.components.schemas,
            *CONDITIONS,
        ):
            self.spec.components.schema(value_type.component, value_type.schema)
        for part in value_type.parts:
            self._define(part)

    def dict2properties(self, field: ma.fields.Field[Any], **options: Any) -> Property:
        """Return the schema of the members of an object, or of the items of an array of any JSON values."""
        if not isinstance(field, Value):
            return dict(super().dict2properties(field, **options))
        if field.value_type.type is Mapping and not field.value_type.component:
            return {
                "additionalProperties": field.value_type.schema.get(
                    "additionalProperties", {}
                )
            }
        return {
            name: value
            for name, value in field.value_type.schema.items()
            if name == "items"
        }

    def field2property(self, field: ma.fields.Field[Any]) -> Property:
        """Return the JSON schema of a field, with the format int64 for integers that may need 64 bits."""
        if isinstance(field, ma.fields.Nested) and field.allow_none:
            # in place, as converters to OpenAPI 3.0 leave `anyOf` with the type null
            nullable = {
                "type": ["object", "null"],
                "description": field.metadata["description"],
            }
            return self.schema2jsonschema(field.schema) | nullable
        if isinstance(field, Value) and field.value_type.component in CONDITIONS:
            # alone, as Prism loses members beside a reference to a component that refers to itself
            return field.value_type.reference
        schema: Property = super().field2property(field)
        if schema.get("x-extensible-enum") in _CATALOGUES:
            del schema["x-extensible-enum"]
        if "enum" in field.metadata:  # of a response: later versions may add values
            schema["x-extensible-enum"] = [
                value for value in schema.pop("enum") if value is not None
            ]
        if schema.get("type") == "integer" and "enum" in schema:
            schema |= _replace_enum(schema)
        needs_int64 = (
            schema.get("maximum", MAX_INT32 + 1) > MAX_INT32
            or schema.get("minimum", 0) < -MAX_INT32
        )
        if (
            "integer" in (schema.get("type") or ())
            and "enum" not in schema
            and needs_int64
        ):
            schema["format"] = "int64"
        if schema.get("type") == "number":
            schema["format"] = "double"
        return schema


def _replace_enum(schema: Property) -> Property:
    """Replace the enumeration of integers in a schema: remove it, and return a range, with the values in words.

    Generated Kotlin and C write an enumeration of integers as strings.
    """
    values = schema.pop("enum")
    first = values[0]
    last = values[-1]
    step = values[1] - values[0]
    range_of_values = {"minimum": first, "maximum": last}
    if first % step == 0 and values == list(range(first, last + 1, step)):
        return range_of_values | {"multipleOf": step}
    missing = sorted(set(range(first, last)).difference(values))
    gap = {"minimum": missing[0], "maximum": missing[-1]}
    if len(missing) <= gap["maximum"] - gap["minimum"]:
        raise ValueError(f"{values} have several gaps, which no schema here states.")
    *first_values, last_value = map(str, values)
    sentence = f"It is {', '.join(first_values)} or {last_value}."
    described = {"description": f"{schema['description']} {sentence}"}
    return range_of_values | described | {"not": gap}


class Plugin(MarshmallowPlugin):
    """The plugin of apispec with this converter."""

    Converter = Converter

    def __init__(self, shared: frozenset[SchemaClass]) -> None:
        super().__init__(schema_name_resolver=component_name)
        self.shared = shared

    def init_spec(self, spec: Any) -> None:
        super().init_spec(spec)
        assert isinstance(self.converter, Converter)  # noqa: S101 (as set above)
        self.converter.shared = self.shared


def component_name(schema: Any) -> str:
    """Return the name of the component of a schema."""
    cls = schema if isinstance(schema, type) else type(schema)
    return cls.__name__.removesuffix("Schema")


def find_shared(schemas: Iterator[Any]) -> frozenset[SchemaClass]:
    """Return the schemas of responses and those that are a base of several responses: each becomes a component.

    `schemas` are those of all requests and responses; the schemas nested in them count as well.
    """
    documented: set[SchemaClass] = set()
    for schema in schemas:
        _collect(schema if isinstance(schema, type) else type(schema), documented)
    uses = Counter(dict.fromkeys(documented, 2))
    visited: set[SchemaClass] = set()
    pending = list(documented)
    while pending:
        cls = pending.pop()
        if cls not in visited and not issubclass(cls, RequestSchema):
            visited.add(cls)
            bases = [
                base
                for base in cls.__bases__
                if issubclass(base, ma.Schema) and base._declared_fields
            ]
            pending.extend(bases)
            uses.update(bases)
    return frozenset(
        cls
        for cls, count in uses.items()
        if count > 1 and not issubclass(cls, RequestSchema)
    )


def _collect(cls: SchemaClass, schemas: set[SchemaClass]) -> None:
    """Add a schema and its nested schemas to `schemas`."""
    if cls in schemas:
        return
    schemas.add(cls)
    pending = list(cls._declared_fields.values())
    while pending:
        match pending.pop():
            case ma.fields.Nested() as nested:
                _collect(type(nested.schema), schemas)
            case ma.fields.List() as column:
                pending.append(column.inner)
            case ma.fields.Dict(value_field=ma.fields.Field() as value):
                pending.append(value)


def is_of_file(field: ma.fields.Field[Any]) -> bool:
    """Return whether a parameter is about a file. Only the document for readers has it."""
    return isinstance(field, Value) and field.value_type.of_file


def _is_part(cls: SchemaClass) -> bool:
    """Return whether a schema is a base of request schemas, and not the schema of a request."""
    return issubclass(cls, RequestSchema) and is_component(component_name(cls))


def _requires(cls: SchemaClass, name: str) -> bool:
    return name in cls._declared_fields and cls._declared_fields[name].required

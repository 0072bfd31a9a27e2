"""Response schemas derived from dataclasses of core, so that a field, its type and its description are written once.

Core imports no marshmallow: a field is described by `field(metadata={"description": "…"})`, which may have further
keywords of OpenAPI. Where a response differs from the dataclass, subclass the derived schema and declare the members
that differ.
"""

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import marshmallow as ma

from service.api.schemas.responses import ResponseSchema
from service.core.cards.card import Card

_SCALARS: Mapping[Any, type[ma.fields.Field[Any]]] = {
    Any: ma.fields.Raw,
    bool: ma.fields.Boolean,
    float: ma.fields.Float,
    int: ma.fields.Integer,
    str: ma.fields.String,
    Card: ma.fields.String,  # its code
}


def schema_from_dataclass(
    cls: type, *, exclude: Collection[str] = (), optional: Collection[str] = ()
) -> type[ResponseSchema]:
    """Return the schema of a dataclass, named after it, with a member for each field.

    The fields in `exclude` are left out. Those in `optional` may be missing from a response; all others are required.
    A field of type `X | None` may be null. A nested dataclass has the schema of all its fields.

    Raises `TypeError` for a type without a schema, such as an array or a union of two types.
    """
    return _build_schema(cls, frozenset(exclude), frozenset(optional))


# OpenAPI has one component for each class, so that equal arguments must return the same class.
@cache
def _build_schema(cls: type, exclude: frozenset[str], optional: frozenset[str]) -> type[ResponseSchema]:
    types = get_type_hints(cls)
    members = {
        field.name: _build_field(types[field.name], required=field.name not in optional, metadata=field.metadata)
        for field in fields(cls)
        if field.name not in exclude
    }
    return type(cls.__name__, (ResponseSchema,), {**members, "__doc__": cls.__doc__})


def _build_field(annotation: Any, **options: Any) -> ma.fields.Field[Any]:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in {UnionType, Union} and len(arguments) == 2 and NoneType in arguments:
        [other] = (argument for argument in arguments if argument is not NoneType)
        return _build_field(other, **options, allow_none=True)
    if annotation in _SCALARS:
        return _SCALARS[annotation](**options)
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        options["metadata"] = {**options.get("metadata", {}), "enum": list(annotation)}
        return ma.fields.String(**options)
    if is_dataclass(annotation):
        return ma.fields.Nested(schema_from_dataclass(annotation), **options)  # type: ignore[arg-type]
    if origin in {tuple, list}:
        return ma.fields.List(_build_field(arguments[0]), **options)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return ma.fields.Dict(ma.fields.String(), _build_field(arguments[1]), **options)
    raise TypeError(f"There is no schema for {annotation}.")

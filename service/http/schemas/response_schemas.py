"""Response schemas: they document responses, and tests validate responses by them. The service does not run them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import marshmallow as ma

from ...core.object_types import Coded, Described, describe, list_fields
from .fields import FIELDS, Additions, DerivedSchema, combine, member
from .request_schemas import Batch


class ResponseSchema(ma.Schema, metaclass=DerivedSchema):
    """A response, or a part of a response. Later versions may add members, but never remove or rename them.

    A member that a version after 1.0.0 adds has that version as `since` in its metadata: /v1/verify accepts saved
    responses without the member.

    A response repeats the parameters of `described`, a dataclass of requests. It always has the parameters without a
    default and the parameters in `always`, which the view resolves. It never has the parameters in `omitted`. It has
    any other parameter if the request has it.
    """

    described: ClassVar[type]
    always: ClassVar[Collection[str]] = ()
    omitted: ClassVar[Collection[str]] = ()
    additions: ClassVar[Additions] = {}

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        return {
            name: member(value_type, required=default is MISSING or name in cls.always)
            for name, (value_type, default) in described.items()
            if name not in cls.omitted
        }

    class Meta:
        """Ignore unknown members, as clients must."""

        unknown = ma.EXCLUDE


def required(annotation: Any, text: str, **more: Any) -> ma.fields.Field[Any]:
    """Return the field of a member that every response has. `text` describes it, `more` are keywords of JSON Schema.

    `annotation` is a type such as `str`, `list[int]`, an enumeration or a schema; with `X | None` it may be null.
    """
    return build_field(annotation, required=True, metadata={"description": text} | more)


def optional(annotation: Any, text: str, **more: Any) -> ma.fields.Field[Any]:
    """Return the field of a member that may be missing, from the arguments of `required`."""
    return build_field(annotation, metadata={"description": text} | more)


def indices() -> ma.fields.Field[Any]:
    return required(list[int], "Positions in the unshuffled order, from 0")


class DrawSchemas(NamedTuple):
    """The schemas of a response with one result, and of a batch of results."""

    single: type[ma.Schema]
    batch: type[ma.Schema]


def response_schemas(
    common: type[ma.Schema], result: type[ma.Schema], name: str
) -> DrawSchemas:
    """Return the schemas of an endpoint with random results; in a batch, each member of `result` is a list.

    `response_schemas(RollFields, RolledDice, "DrawnRoll")` returns the classes that these statements make:

        class DrawnRoll(RolledDice, RollFields):
            pass

        class DrawnRollBatch(RollFields):
            repeats = ma.fields.Integer(required=True)
            roll = ma.fields.List(RolledDice._declared_fields["roll"], required=True)
    """
    columns = {
        member_name: ma.fields.List(field, required=field.required)
        for member_name, field in result._declared_fields.items()
    }
    return DrawSchemas(
        single=combine(name, result, common),
        batch=common.from_dict(_REPEATS | columns, name=f"{name}Batch"),
    )


_REPEATS: dict[str, ma.fields.Field[Any]] = {
    "repeats": member(describe(Batch)["repeats"][0], required=True)
}

_FIELDS: Mapping[Any, type[ma.fields.Field[Any]]] = dict(FIELDS) | {
    dict: ma.fields.Dict,
    Any: ma.fields.Raw,
}
"""The class of marshmallow's field, for each annotation that needs nothing else."""


@cache  # each class becomes a component of the OpenAPI document
def schema_from_dataclass(
    cls: type, *, exclude: tuple[str, ...] = (), optional: tuple[str, ...] = ()
) -> type[ma.Schema]:
    """Return the schema of a record of core, a dataclass or a named tuple. It has the record's name and its fields.

    Core does not import marshmallow, so an annotation describes a field: `trials: Annotated[int, "Number of trials"]`.
    To change members, subclass the schema and declare them again.

    Fields in `exclude` are left out, fields in `optional` may be missing, all others are required. A field of type
    `X | None` may be null. Raises `TypeError` for a type without a schema, for example an array or `int | str`.

    For a class KeyTies with the fields `bits: Annotated[int, "Bits of a key"]` and `distance: float | None`, it is

        class KeyTies(ResponseSchema):
            bits = required(int, "Bits of a key")
            distance = ma.fields.Float(required=True, allow_none=True)
    """
    types = get_type_hints(cls, include_extras=True)
    members = {
        name: build_field(types[name], required=name not in optional)
        for name in list_fields(cls)
        if name not in exclude
    }
    return ResponseSchema.from_dict(members, name=cls.__name__)


def write_record(value: Any) -> Any:
    """Return a value of core as JSON: a record as an object or as its code, any other tuple as a list."""
    if isinstance(value, Coded):
        return value.code
    names = list_fields(type(value))
    if names:
        return {name: write_record(getattr(value, name)) for name in names}
    if isinstance(value, tuple):
        return [write_record(inner) for inner in value]
    return value


def build_field(annotation: Any, **options: Any) -> ma.fields.Field[Any]:
    """Return the field of a member with a type: a list of integers for `list[int]`, a nested field for a record.

    `options` are arguments of marshmallow's field, such as `required`. Raises `TypeError` for a type without a schema.
    """
    if get_origin(annotation) is Annotated:
        annotation, description = get_args(annotation)
        options["metadata"] = {"description": description}
    if isinstance(annotation, type):
        return _build_field_of_class(annotation, options)
    if annotation in _FIELDS:
        return _FIELDS[annotation](**options)
    origin = get_origin(annotation)
    arguments = get_args(annotation)
    if origin in {UnionType, Union} and len(arguments) == 2 and NoneType in arguments:
        [inner] = (argument for argument in arguments if argument is not NoneType)
        return build_field(inner, **options, allow_none=True)
    if origin in {tuple, list, Sequence}:
        return ma.fields.List(build_field(arguments[0]), **options)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return ma.fields.Dict(ma.fields.String(), build_field(arguments[1]), **options)
    raise _no_schema(annotation)


def _build_field_of_class(
    annotation: Any, options: dict[str, Any]
) -> ma.fields.Field[Any]:
    """Return the field of a member with a class as its type: a plain type, an enumeration, a record or a schema."""
    if issubclass(annotation, Coded):
        annotation = str
    if annotation in _FIELDS:
        return _FIELDS[annotation](**options)
    if issubclass(annotation, StrEnum):
        metadata = dict(options.get("metadata", {})) | {"enum": list(annotation)}
        return ma.fields.String(**options | {"metadata": metadata})
    if list_fields(annotation):
        annotation = schema_from_dataclass(annotation)
    if issubclass(annotation, ma.Schema):
        return ma.fields.Nested(annotation, **options)
    raise _no_schema(annotation)


def _no_schema(annotation: Any) -> TypeError:
    return TypeError(f"There is no schema for {annotation}.")

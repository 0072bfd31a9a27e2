"""Response schemas: they document responses, and tests validate responses with them; the service does not run them."""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, NamedTuple, Union, get_args, get_origin, get_type_hints

import marshmallow as ma

from service.api.schemas.fields import FIELDS, Additions, DerivedSchema, member
from service.api.schemas.requests import Batch
from service.core.cards.card import Card
from service.core.kinds import Described, describe


class ResponseSchema(ma.Schema, metaclass=DerivedSchema):
    """A response, or a part of one. Later versions may add members, but never remove or rename them.

    The field of a member that a version after 1.0.0 adds has that version as `since` in its metadata. /v1/verify takes
    a response that was saved before, without the member.

    A response to a request repeats the parameters of its dataclass, `described`: those without a default, those in
    `always`, which the view resolves, and others if the request has them, but those in `omitted`.
    """

    described: ClassVar[type]
    always: ClassVar[Collection[str]] = ()
    omitted: ClassVar[Collection[str]] = ()
    additions: ClassVar[Additions] = {}

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        """Return the members that repeat parameters."""
        return {
            name: member(kind, required=default is MISSING or name in cls.always)
            for name, (kind, default) in described.items()
            if name not in cls.omitted
        }

    class Meta:
        """Ignore unknown members, as clients must."""

        unknown = ma.EXCLUDE


def required(text: str, **more: Any) -> dict[str, Any]:
    """Return the arguments of a field that is always there, with its description in the OpenAPI document."""
    return {"required": True, "metadata": {"description": text} | more}


def optional(text: str, **more: Any) -> dict[str, Any]:
    """Return the arguments of a field that is not always there, with its description in the OpenAPI document."""
    return {"metadata": {"description": text} | more}


TextList, IntegerList = partial(ma.fields.List, ma.fields.String), partial(ma.fields.List, ma.fields.Integer)
"""Members that are lists of texts, and of integers."""


def list_schema(name: str, member: str, entry: type[ResponseSchema], text: str) -> type[ma.Schema]:
    """Return the schema of a response that is a list of entries in one member."""
    return ResponseSchema.from_dict({member: ma.fields.List(ma.fields.Nested(entry), **required(text))}, name=name)


def indices() -> ma.fields.List[int]:
    """Return the field `indices`."""
    return IntegerList(**required("Positions in the unshuffled order, from 0"))


def members_of(value: object, *names: str) -> dict[str, Any]:
    """Return attributes of a value as members of a response, under their own names."""
    return {name: getattr(value, name) for name in names}


class DrawSchemas(NamedTuple):
    """The schemas of a response with one result, of a batch, and of the members that are different for each result."""

    single: type[ma.Schema]
    batch: type[ma.Schema]
    result: type[ma.Schema]


def response_schemas(common: type[ma.Schema], result: type[ma.Schema], name: str) -> DrawSchemas:
    """Return the schemas of an endpoint that draws; in a batch the members of a result are lists of one entry each."""
    single = type(name, (result, common), {"__doc__": f"{common.__doc__} One result."})
    columns = {name: ma.fields.List(field, required=field.required) for name, field in result._declared_fields.items()}
    batch = type(
        f"{name}Batch",
        (ResponseSchema.from_dict({**_REPEATS, **columns}), common),
        {"__doc__": f"{common.__doc__} Many."},
    )
    return DrawSchemas(single, batch, result)


_REPEATS = {"repeats": member(describe(Batch)["repeats"][0], required=True)}

_FIELDS: Mapping[Any, type[ma.fields.Field[Any]]] = {**FIELDS, Any: ma.fields.Raw, Card: ma.fields.String}


def schema_from_dataclass(
    cls: type, *, exclude: Collection[str] = (), optional: Collection[str] = ()
) -> type[ResponseSchema]:
    """Return the schema of a dataclass of core, named after it, with a member for each field.

    Core imports no marshmallow: a field is described by its annotation, `trials: Annotated[int, "Number of trials"]`.
    Where a response differs from the dataclass, subclass the schema and declare the members that differ.

    The fields in `exclude` are left out. Those in `optional` may be missing from a response; all others are required.
    A field of type `X | None` may be null. A nested dataclass has the schema of all its fields.

    Raises `TypeError` for a type without a schema, such as an array or a union of two types.
    """
    return _build_schema(cls, frozenset(exclude), frozenset(optional))


# OpenAPI has one component for each class, so that equal arguments must return the same class.
@cache
def _build_schema(cls: type, exclude: frozenset[str], optional: frozenset[str]) -> type[ResponseSchema]:
    types = get_type_hints(cls, include_extras=True)
    members = {
        field.name: _build_field(types[field.name], required=field.name not in optional)
        for field in fields(cls)
        if field.name not in exclude
    }
    return type(cls.__name__, (ResponseSchema,), {**members, "__doc__": cls.__doc__})


def _build_field(annotation: Any, **options: Any) -> ma.fields.Field[Any]:
    if get_origin(annotation) is Annotated:
        annotation, description = get_args(annotation)
        options["metadata"] = {"description": description}
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in {UnionType, Union} and len(arguments) == 2 and NoneType in arguments:
        [other] = (argument for argument in arguments if argument is not NoneType)
        return _build_field(other, **options, allow_none=True)
    if annotation in _FIELDS:
        return _FIELDS[annotation](**options)
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

"""Response schemas: they document responses, and tests validate responses with them; the service does not run them."""

from collections.abc import Collection
from dataclasses import MISSING
from typing import Any, ClassVar, NamedTuple

import marshmallow as ma

from service.api.schemas.fields import Additions, DerivedSchema, member
from service.api.schemas.requests import Batch
from service.core.kinds import Described, describe


class ResponseSchema(ma.Schema, metaclass=DerivedSchema):
    """A response, or a part of one. Later versions may add members, but never remove or rename them.

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


def list_schema(name: str, member: str, entry: type[ResponseSchema], text: str) -> type[ma.Schema]:
    """Return the schema of a response that is a list of entries in one member."""
    return ResponseSchema.from_dict({member: ma.fields.List(ma.fields.Nested(entry), **required(text))}, name=name)


def indices() -> ma.fields.List[int]:
    """Return the field `indices`."""
    return ma.fields.List(ma.fields.Integer(), **required("Positions in the unshuffled order, from 0"))


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

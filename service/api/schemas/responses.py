"""Response schemas: they document responses, and tests validate responses with them; the service does not run them."""

from collections.abc import Collection, Mapping
from dataclasses import MISSING
from typing import Any, ClassVar

import marshmallow as ma
from marshmallow.schema import SchemaMeta

from service.core.kinds import Choice, Kind, ListOf, describe


class RepeatingSchema(SchemaMeta):
    """The class of schemas with a member for each described field of their `target`, which they do not declare."""

    @classmethod
    def get_declared_fields(cls, klass: Any, *arguments: Any, **options: Any) -> dict[str, ma.fields.Field[Any]]:
        """Return the members of a schema by name; marshmallow calls this once, when the class is defined."""
        declared: dict[str, ma.fields.Field[Any]] = super().get_declared_fields(klass, *arguments, **options)
        target = vars(klass).get("target")
        repeated = {
            name: _build_member(kind, is_required=default is MISSING or name in klass.always)
            for name, (kind, default) in (describe(target) if target else {}).items()
            if name not in declared
        }
        return declared | repeated


_MEMBERS: Mapping[type, type[ma.fields.Field[Any]]] = {
    bool: ma.fields.Boolean,
    float: ma.fields.Float,
    int: ma.fields.Integer,
    str: ma.fields.String,
    Mapping: ma.fields.Dict,
}


def _build_member(kind: Kind, *, is_required: bool = False) -> ma.fields.Field[Any]:
    """Return the member of a response that repeats a parameter of a kind."""
    description = {"description": text} if (text := kind.shown or kind.meaning.removesuffix(".")) else {}
    if isinstance(kind, ListOf):
        return ma.fields.List(_build_member(kind.item), required=is_required, metadata=description)
    enum = {"enum": list(kind.names)} if isinstance(kind, Choice) else {}
    return _MEMBERS[kind.type](required=is_required, metadata=description | enum)


class ResponseSchema(ma.Schema, metaclass=RepeatingSchema):
    """A response, or a part of one. Later versions may add members, but never remove or rename them.

    A response to a request repeats the parameters of `target`, its dataclass: those without a default, those in
    `always`, which the view resolves, and others if the request has them.
    """

    target: ClassVar[type | None] = None
    always: ClassVar[Collection[str]] = ()

    class Meta:
        """Ignore unknown members, as clients must."""

        unknown = ma.EXCLUDE


def required(text: str, **more: Any) -> dict[str, Any]:
    """Return the arguments of a field that is always there, with its description in the OpenAPI document."""
    return {"required": True, "metadata": {"description": text} | more}


def optional(text: str, **more: Any) -> dict[str, Any]:
    """Return the arguments of a field that is not always there, with its description in the OpenAPI document."""
    return {"metadata": {"description": text} | more}


def indices() -> ma.fields.List[int]:
    """Return the field `indices`."""
    return ma.fields.List(ma.fields.Integer(), **required("Positions in the unshuffled order, from 0"))


def response_schemas(
    common: type[ma.Schema], result: type[ma.Schema], name: str
) -> tuple[type[ma.Schema], type[ma.Schema]]:
    """Return the schemas of a response with one result and of a batch, whose members are lists with one entry each."""
    single = type(name, (result, common), {"__doc__": f"{common.__doc__} One result."})
    columns = {
        member: ma.fields.List(field, required=field.required, metadata={"description": "One entry for each result"})
        for member, field in result._declared_fields.items()
    }
    batch = type(
        f"{name}Batch",
        (ResponseSchema.from_dict({**_REPEATS, **columns}), common),
        {"__doc__": f"{common.__doc__} Many."},
    )
    return single, batch


_REPEATS = {"repeats": ma.fields.Integer(**required("The number of results"))}

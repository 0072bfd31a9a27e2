"""What the schemas of answers are made of.

They document answers and are what tests hold them against; they never stand between an answer and its caller.
"""

from typing import Any

import marshmallow as ma


class ResponseSchema(ma.Schema):
    """An answer, or a part of one. Later versions may add members, never take or rename them."""

    class Meta:
        """Clients must pass over members that they do not know."""

        unknown = ma.EXCLUDE


def required(text: str, **more: Any) -> dict[str, Any]:
    """What OpenAPI says of a required member of an answer."""
    return {"required": True, "metadata": {"description": text} | more}


def optional(text: str, **more: Any) -> dict[str, Any]:
    """What OpenAPI says of a member that is not always there."""
    return {"metadata": {"description": text} | more}


def indices() -> ma.fields.List[int]:
    """A list of places in the unshuffled order."""
    return ma.fields.List(ma.fields.Integer(), **required("Places in the unshuffled order, from 0"))


def response_schemas(
    heading: type[ma.Schema], result: type[ma.Schema], name: str
) -> tuple[type[ma.Schema], type[ma.Schema]]:
    """The schemas of an answer with one result and of one with a batch, in which its members have one entry each."""
    single = type(name, (result, heading), {"__doc__": f"{heading.__doc__} One result."})
    columns = {
        member: ma.fields.List(field, required=field.required, metadata={"description": "One entry for each result"})
        for member, field in result._declared_fields.items()
    }
    batch = type(
        f"{name}Batch",
        (ResponseSchema.from_dict({**_REPEATS, **columns}), heading),
        {"__doc__": f"{heading.__doc__} Many."},
    )
    return single, batch


_REPEATS = {"repeats": ma.fields.Integer(**required("How many results there are"))}

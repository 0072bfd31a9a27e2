"""Fields of requests and members of responses, derived from the kinds of a dataclass (core/kinds.py)."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any, cast

import marshmallow as ma
from marshmallow.schema import SchemaMeta

from service.api.schemas.fields import BoundedList, Value, openapi
from service.core.kinds import Choice, Kind, ListOf, Text, describe

Additions = Mapping[str, Mapping[str, Any]]
"""Attributes of kinds by the names of parameters, which only a table knows that is made of the dataclass."""


class DerivedSchema(SchemaMeta):
    """The class of schemas whose fields follow from the kinds of a dataclass, unless they declare them.

    The dataclass is their `described`, or the `target` that a request becomes.
    """

    @classmethod
    def get_declared_fields(cls, klass: Any, *arguments: Any, **options: Any) -> dict[str, ma.fields.Field[Any]]:
        """Return the fields of a schema by name; marshmallow calls this once, when the class is defined."""
        declared: dict[str, ma.fields.Field[Any]] = super().get_declared_fields(klass, *arguments, **options)
        members = vars(klass)
        target = members.get("described", members.get("target"))
        described = {
            name: (replace(kind, **klass.additions.get(name, {})), default)
            for name, (kind, default) in (describe(cast(type, target)) if is_dataclass(target) else {}).items()
            if name not in declared
        }
        derived: dict[str, ma.fields.Field[Any]] = klass.derive_fields(described)
        if not derived:
            return declared
        # The fields of bases come first, then those of the schema in the order of the dataclass.
        inherited = {name for base in klass.__mro__[1:] for name in getattr(base, "_declared_fields", ())}
        order = [*filter(inherited.__contains__, declared), *(field.name for field in fields(target)), *declared]
        return {name: field for name in dict.fromkeys(order) if (field := (declared | derived).get(name))}


def describe_parameter(kind: Kind, default: object = None) -> dict[str, Any]:
    """Return the metadata of a parameter of a kind with a default, which None, `MISSING` and an empty list are not."""
    if not kind.meaning:
        return {}
    is_shown = kind.means is None and default is not MISSING and default != ()
    shown = openapi(
        kind.meaning, kind.example, default if is_shown else kind.means, implied=kind.implied, more=kind.more
    )
    return shown | ({"pattern": kind.pattern} if isinstance(kind, Text) and kind.pattern else {})


def parameter(kind: Kind, default: object = MISSING, **options: Any) -> ma.fields.Field[Any]:
    """Return the field of a parameter of a kind; one without a default is required."""
    options = {"required": default is MISSING, "metadata": describe_parameter(kind, default), **options}
    if isinstance(kind, ListOf):
        item, empty = parameter(kind.item, None), kind.is_empty_default
        return BoundedList(item, kind.min_length, kind.max_length, is_empty_default=empty, **options)
    return Value(kind, **options)


def member(kind: Kind, **options: Any) -> ma.fields.Field[Any]:
    """Return the member of a response that repeats a parameter of a kind."""
    text = kind.shown or kind.meaning.removesuffix(".")
    metadata: dict[str, Any] = {"description": text} if text else {}
    if isinstance(kind, ListOf):
        return ma.fields.List(member(kind.item), metadata=metadata, **options)
    if isinstance(kind, Choice):
        metadata["enum"] = list(kind.names)
    return _MEMBERS[kind.type](metadata=metadata, **options)


_MEMBERS: Mapping[type, type[ma.fields.Field[Any]]] = {
    bool: ma.fields.Boolean,
    float: ma.fields.Float,
    int: ma.fields.Integer,
    str: ma.fields.String,
    Mapping: ma.fields.Dict,
}

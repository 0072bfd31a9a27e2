"""Fields of requests and members of responses, each made of its kind (core/kinds.py) and strict about JSON types.

A value is accepted exactly as sent, or refused with what would be accepted. Each field parses the text of a query into
the JSON value that it stands for. Text that stands for none stays text, which the field then refuses.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from typing import Any, cast, get_origin

import marshmallow as ma
import orjson
from marshmallow import ValidationError
from marshmallow.schema import SchemaMeta

from service.core.kinds import Choice, Kind, ListOf, describe

Additions = Mapping[str, Mapping[str, Any]]
"""Attributes of kinds by the names of parameters, which only a table knows that is made of the dataclass."""

MAX_ERRORS = 10
"""Number of errors reported for a request, so that a person can still read the response."""


def error_messages(message: str, *, is_required: bool) -> dict[str, Any]:
    """Return marshmallow's messages for a missing value and for null, which say what would be accepted."""
    remedy = "" if is_required else "; it may be left out"
    return {"required": f"This is required. {message}", "null": f"This must not be null{remedy}. {message}"}


class Value(ma.fields.Field[Any]):
    """A value of a kind."""

    def __init__(self, kind: Kind, **options: Any) -> None:
        self.kind = kind
        self._convert = kind.convert if kind.is_converted else None
        message = f"Must be {kind.accepted_in_requests}."
        super().__init__(error_messages=error_messages(message, is_required=options.get("required", False)), **options)

    def parse_query_text(self, text: str) -> object:
        """Return the JSON value that a text in a query stands for, or the text."""
        return self.kind.parse_query_text(text)

    def is_valid(self, value: object) -> bool:
        """Return whether a value is accepted, in a tenth of the time in which marshmallow validates it."""
        return self.kind.fits(value) or (value is None and self.allow_none)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not self.kind.fits(value):
            raise ValidationError(self.kind.refuse(value))
        return self._convert(value) if self._convert else value


class BoundedList(ma.fields.List[Any]):
    """A list of bounded length: in JSON an array, in a query its items separated by commas.

    An optional list accepts no items, which means the same as leaving it out, unless the kind says otherwise. Such a
    list may be null: generated Java sends empty lists in place of other lists that the caller left out.
    """

    def __init__(self, kind: ListOf, item: ma.fields.Field[Any], **options: Any) -> None:
        self.kind, self.message = kind, f"Must be {kind.accepted_in_requests}."
        options = {"allow_none": not kind.is_empty_default, **options}
        messages = error_messages(self.message, is_required=options.get("required", False))
        super().__init__(item, error_messages=messages, **options)

    def parse_query_text(self, text: str) -> object:
        """Return the list in a text."""
        return self.kind.parse_query_text(text)

    def _deserialize(self, value: Any, *_: Any, **options: Any) -> tuple[Any, ...]:  # type: ignore[override]
        # Items of a list that is too long are not validated, and after `MAX_ERRORS` errors no more are.
        if not self.kind.has_length(value):
            raise ValidationError(self.message)
        inner = self.inner
        if isinstance(inner, Value) and all(map(inner.is_valid if inner.allow_none else inner.kind.fits, value)):
            return inner.kind.convert_all(value)
        items, errors = [], {}
        for position, item in enumerate(value):
            try:
                items.append(inner.deserialize(item, **options))
            except ValidationError as error:
                errors[position] = error.messages
                if len(errors) == MAX_ERRORS:
                    break
        if errors:
            raise ValidationError(errors)
        return tuple(items)


def parameter(
    kind: Kind, default: object = MISSING, item: ma.fields.Field[Any] | None = None, **options: Any
) -> ma.fields.Field[Any]:
    """Return the field of a parameter of a kind; one without a default is required.

    `item` is the field of the items of a list, if it does not follow from their kind.
    """
    options = {"required": default is MISSING, "metadata": _describe_parameter(kind, default), **options}
    if isinstance(kind, ListOf):
        return BoundedList(kind, item or parameter(kind.item), **options)
    return Value(kind, **options)


def _describe_parameter(kind: Kind, default: object) -> dict[str, Any]:
    """Return the metadata of a parameter: that of the OpenAPI document, and what a form shows as its hint.

    The default is that of the kind, `means`, or that of the field if it is no None, `MISSING` or empty list.
    """
    if not kind.meaning:
        return {}
    implied_default = "" if kind.implied is None else f"Default: {kind.implied}."
    metadata = {
        "description": " ".join(filter(None, (kind.meaning, implied_default, kind.more))),
        "example": kind.example,
        "default": default if kind.means is None and default is not MISSING and default != () else kind.means,
        "meaning": kind.meaning,
        "implied": kind.implied,
    }
    return {name: value for name, value in metadata.items() if value is not None}


def member(kind: Kind, **options: Any) -> ma.fields.Field[Any]:
    """Return the member of a response that repeats a parameter of a kind."""
    text = kind.shown or kind.meaning.removesuffix(".")
    metadata: dict[str, Any] = {"description": text} if text else {}
    if isinstance(kind, ListOf):
        return ma.fields.List(member(kind.item), metadata=metadata, **options)
    if isinstance(kind, Choice):
        metadata["enum"] = list(kind.names)
    return FIELDS[kind.type](metadata=metadata, **options)


FIELDS: Mapping[type, type[ma.fields.Field[Any]]] = {
    bool: ma.fields.Boolean,
    float: ma.fields.Float,
    int: ma.fields.Integer,
    str: ma.fields.String,
    Mapping: ma.fields.Dict,
}
"""The field of marshmallow for the values of each type."""


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


@dataclass(frozen=True)
class JsonValues(Kind):
    """An array of any JSON values that can be written back unchanged."""

    type = list
    is_verbatim = True
    accepted = "an array of any JSON values"
    schema = {"type": "array", "items": {"description": "Any JSON value"}}  # noqa: RUF012 (never changed)

    def fits(self, value: object) -> bool:
        """Return whether a value is an array that orjson can write."""
        try:
            return isinstance(value, list) and bool(orjson.dumps(value))
        except orjson.JSONEncodeError:
            return False

    def refuse(self, value: object) -> str:
        """Return the sentence that refuses a value, and for an array the reason."""
        reason = "one has an integer beyond 64 bits or a number too large for a double; send it as a string"
        return super().refuse(value) + (f" Of these, {reason}." if isinstance(value, list) else "")

    def is_annotation(self, annotation: Any) -> bool:
        """Return whether an annotation is a list."""
        return get_origin(annotation) is list


@dataclass(frozen=True)
class Token(Kind):
    """A token. Only its type is validated here, so that every invalid token is refused alike."""

    type = str
    accepted = "a token, which is a text, as this service gave it"
    schema = {"type": "string", "minLength": 1}  # noqa: RUF012 (never changed)

    def fits(self, value: object) -> bool:
        """Return whether a value is a text."""
        return isinstance(value, str)

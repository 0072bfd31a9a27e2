"""Strict marshmallow fields: a value is accepted exactly as sent, or refused with what would be accepted.

`Value` serves every kind of core/kinds.py. Each field is strict about JSON types, and parses the text of a query into
the JSON value that it stands for. Text that stands for none stays text, which the field then refuses.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_origin

import orjson
from marshmallow import ValidationError, fields

from service.core import kinds
from service.core.cards.spellings import CardSpelling
from service.core.kinds import Kind, ListOf
from service.core.rng.streams import SeedText

MAX_ERRORS = 10
"""Number of errors reported for a request, so that a person can still read the response."""


def openapi(
    meaning: str, example: Any = None, default: Any = None, *, implied: object = None, more: str = ""
) -> dict[str, Any]:
    """Return the metadata of a parameter: that of the OpenAPI document, and what a form shows as its hint.

    `implied` is the default in words, if it depends on other values. `more` completes the description.
    """
    implied_default = "" if implied is None else f"Default: {implied}."
    description = " ".join(text for text in (meaning, implied_default, more) if text)
    hint = {"meaning": meaning, "implied": implied}
    metadata = {"description": description, "example": example, "default": default, **hint}
    return {key: value for key, value in metadata.items() if value is not None}


def _error_messages(message: str) -> dict[str, Any]:
    """Return marshmallow's messages for a missing value and for null, which say what would be accepted."""
    return {"required": f"This is required. {message}", "null": f"This must not be null. {message}"}


class Value(fields.Field[Any]):
    """A value of a kind."""

    def __init__(self, kind: Kind, **options: Any) -> None:
        self.kind = kind
        super().__init__(error_messages=_error_messages(f"Must be {kind.accepted_in_requests}."), **options)

    def parse_query_text(self, text: str) -> object:
        """Return the JSON value that a text in a query stands for, or the text."""
        return self.kind.parse_query_text(text)

    def is_valid(self, value: object) -> bool:
        """Return whether a value is accepted, in a tenth of the time in which marshmallow validates it."""
        return self.kind.fits(value) or (value is None and self.allow_none)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not self.kind.fits(value):
            raise ValidationError(self.kind.refuse(value))
        return self.kind.convert(value)


class BoundedList(fields.List[Any]):
    """A list of bounded length: in JSON an array, in a query its items separated by commas.

    An optional list accepts no items, which means the same as leaving it out, unless `is_empty_default` is false. Such
    a list may be null: generated Java sends empty lists in place of other lists that the caller left out.
    """

    def __init__(
        self,
        item: fields.Field[Any],
        min_length: int,
        max_length: int,
        *,
        is_empty_default: bool = True,
        **options: Any,
    ) -> None:
        self.kind, self.is_empty_default = ListOf("", Kind(), max_length, min_length), is_empty_default
        self.message = f"Must be {self.kind.accepted_in_requests}."
        options = {"allow_none": not is_empty_default, **options}
        super().__init__(item, error_messages=_error_messages(self.message), **options)

    def parse_query_text(self, text: str) -> list[object]:
        """Return the list in a text."""
        parse = getattr(self.inner, "parse_query_text", str)
        return [parse(item) for item in text.split(",")] if text else []

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


@dataclass(frozen=True)
class JsonValues(Kind):
    """An array of any JSON values that can be written back unchanged."""

    type = list
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


class Token(fields.String):
    """A token. Only its type is validated here, so that every invalid token is refused alike."""

    MESSAGE = "Must be a token, which is a text, as this service gave it."

    def __init__(self, **options: Any) -> None:
        super().__init__(error_messages=_error_messages(self.MESSAGE), **options)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str):
            raise ValidationError(self.MESSAGE)
        return value


def _field_of(kind: Callable[..., Kind]) -> Callable[..., Value]:
    """Return the function that makes a field of the attributes of a kind and the options of the field."""
    return lambda *attributes, **options: Value(kind("", *attributes), **options)


# Fields of schemas without a described dataclass.
BoundedString = _field_of(kinds.Text)
CardCode = _field_of(CardSpelling)
Choice = _field_of(kinds.Choice)
Flag = _field_of(kinds.Flag)
Integer = _field_of(kinds.Integer)
JsonArray = _field_of(JsonValues)
JsonObject = _field_of(kinds.Document)
Sha256 = _field_of(kinds.Sha256)


def Seed(metadata: dict[str, Any], **options: Any) -> Value:  # noqa: N802 (like the fields above)
    """Return the field of a seed."""
    return Value(SeedText(), metadata=metadata | {"pattern": SeedText.pattern}, **options)

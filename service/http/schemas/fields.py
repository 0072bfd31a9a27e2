"""marshmallow fields of requests and responses, each made from a `ValueType`, which has the limits of the values.

A field accepts a value exactly as sent, or refuses it and says what it accepts. It parses text of a query into a JSON
value: "7" into 7. A text that is no such value stays a text, which the field then refuses.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any, cast, get_origin

import marshmallow as ma
import orjson
from marshmallow import ValidationError
from marshmallow.schema import SchemaMeta

from ...core.errors import Refused
from ...core.value_types import REQUEST, Choice, ListOf, ValueType, describe

Additions = Mapping[str, Mapping[str, Any]]
"""Attributes to replace in value types, by parameter: values from a table that is itself built from the dataclass."""

MAX_ERRORS = 10
"""Errors in the response to one request: a person reads them."""


def error_messages(message: str, *, is_required: bool) -> dict[str, Any]:
    """Return marshmallow's messages for a missing value and for null. `message` says what is accepted."""
    remedy = "" if is_required else "; it may be left out"
    return {
        "required": f"This is required. {message}",
        "null": f"This must not be null{remedy}. {message}",
    }


class Value(ma.fields.Field[Any]):
    """A field that accepts the values of `value_type`, and converts them to Python.

    This class and `BoundedList` keep nothing of how marshmallow's fields validate, which takes ten times as long.
    """

    def __init__(self, value_type: ValueType, **options: Any) -> None:
        self.value_type = value_type
        message = f"Must be {value_type.accepted_in_requests}."
        super().__init__(
            error_messages=error_messages(
                message, is_required=options.get("required", False)
            ),
            **options,
        )

    def parse_query_text(self, text: str) -> object:
        """Return the JSON value that a text in a query stands for, or the text unchanged if it stands for none."""
        return self.value_type.parse_query_text(text)

    def is_valid(self, value: object) -> bool:
        return self.value_type.fits(value) or (value is None and self.allow_none)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            return self.value_type.read(REQUEST, value)
        except Refused as refusal:
            raise ValidationError(str(refusal)) from None


class BoundedList(ma.fields.List[Any]):
    """A list of bounded length: in JSON an array, in a query its items separated by commas.

    An empty optional list counts as missing, unless the value type has `is_empty_default=False`; then null counts as
    missing. Generated Java sends [] for each list that the caller left out and that may not be null.
    """

    def __init__(
        self, value_type: ListOf, item: ma.fields.Field[Any], **options: Any
    ) -> None:
        self.value_type, self.message = (
            value_type,
            f"Must be {value_type.accepted_in_requests}.",
        )
        options = {"allow_none": not value_type.is_empty_default, **options}
        messages = error_messages(
            self.message, is_required=options.get("required", False)
        )
        super().__init__(item, error_messages=messages, **options)

    def parse_query_text(self, text: str) -> object:
        return self.value_type.parse_query_text(text)

    def _deserialize(self, value: Any, *_: Any, **options: Any) -> tuple[Any, ...]:  # type: ignore[override]
        # A list that is too long is refused before its items are looked at, and validation ends after `MAX_ERRORS`.
        if not self.value_type.has_length(value):
            raise ValidationError(self.message)
        if (
            isinstance(inner := self.inner, Value)
            and not (value_type := inner.value_type).parts
        ):
            fits = inner.is_valid if inner.allow_none else value_type.fits
            if all(map(fits, value)):
                return (
                    tuple(value)
                    if type(value_type).convert is ValueType.convert
                    else tuple(map(value_type.convert, value))
                )
        items = []
        errors = {}
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
    value_type: ValueType,
    default: object = MISSING,
    item: ma.fields.Field[Any] | None = None,
    **options: Any,
) -> ma.fields.Field[Any]:
    """Return the field of a request's parameter; it is required if it has no default.

    `item` is the field of each item of a list; without it, the field follows from the value type of the items.
    """
    options = {
        "required": default is MISSING,
        "metadata": _describe_parameter(value_type, default),
        **options,
    }
    if isinstance(value_type, ListOf):
        return BoundedList(value_type, item or parameter(value_type.item), **options)
    return Value(value_type, **options)


def _describe_parameter(value_type: ValueType, default: object) -> dict[str, Any]:
    """Return the metadata of a parameter for the OpenAPI document, and the sentences of a hint in a form.

    Document `value_type.default` as the default, or the field's default unless that is None, MISSING or ().
    """
    if not value_type.request_text:
        return {}
    implied_default = (
        ""
        if value_type.default_text is None
        else f"Default: {value_type.default_text}."
    )
    metadata = {
        "description": " ".join(
            filter(None, (value_type.request_text, implied_default, value_type.note))
        ),
        "example": value_type.example,
        "default": default
        if value_type.default is None and default is not MISSING and default != ()
        else value_type.default,
        "meaning": value_type.request_text,
        "implied": value_type.default_text,
    }
    return {name: value for name, value in metadata.items() if value is not None}


def member(value_type: ValueType, **options: Any) -> ma.fields.Field[Any]:
    """Return the field of a response's member that repeats a parameter of the request."""
    text = value_type.response_text or value_type.request_text.removesuffix(".")
    metadata: dict[str, Any] = {"description": text} if text else {}
    if isinstance(value_type, ListOf):
        return ma.fields.List(member(value_type.item), metadata=metadata, **options)
    if isinstance(value_type, Choice):
        metadata["enum"] = list(value_type.names)
    return FIELDS[value_type.type](metadata=metadata, **options)


FIELDS: Mapping[type, type[ma.fields.Field[Any]]] = {
    object: ma.fields.Raw,
    bool: ma.fields.Boolean,
    float: ma.fields.Float,
    int: ma.fields.Integer,
    str: ma.fields.String,
    Mapping: ma.fields.Dict,
}
"""The class of marshmallow's field for each Python type."""


class DerivedSchema(SchemaMeta):
    """A metaclass that derives the fields of a schema from a dataclass, unless the schema declares them itself.

    The dataclass is the `target` of a request schema, or `described` of a response schema.
    """

    @classmethod
    def get_declared_fields(
        cls, klass: Any, *arguments: Any, **options: Any
    ) -> dict[str, ma.fields.Field[Any]]:
        """Return the fields of a schema by name. marshmallow calls this once for each class."""
        declared: dict[str, ma.fields.Field[Any]] = super().get_declared_fields(
            klass, *arguments, **options
        )
        attributes = vars(klass)
        target = attributes.get("described", attributes.get("target"))
        if not is_dataclass(target):
            return declared
        derived: dict[str, ma.fields.Field[Any]] = klass.derive_fields(
            {
                name: (replace(value_type, **klass.additions.get(name, {})), default)
                for name, (value_type, default) in describe(cast(type, target)).items()
                if name not in declared
            }
        )
        # First the fields of bases, then the schema's own fields in the order of the dataclass.
        inherited = {
            name
            for base in klass.__mro__[1:]
            for name in getattr(base, "_declared_fields", ())
        }
        order = [
            *filter(inherited.__contains__, declared),
            *(field.name for field in fields(target)),
            *declared,
        ]
        return {
            name: field
            for name in dict.fromkeys(order)
            if (field := (declared | derived).get(name))
        }

    def resolve_hooks(cls) -> dict[str, list[tuple[str, bool, dict[str, Any]]]]:  # noqa: N805 (a metaclass)
        """Return the methods that marshmallow's decorators mark, as marshmallow does in many times the time."""
        hooks: dict[str, list[tuple[str, bool, dict[str, Any]]]] = defaultdict(list)
        own = {
            name
            for name, value in vars(cls).items()
            if hasattr(value, "__marshmallow_hook__")
        }
        of_bases = {
            call[0]
            for base in cls.__bases__
            for calls in getattr(base, "_hooks", {}).values()
            for call in calls
        }
        for name in sorted(own | of_bases):
            for tag, calls in getattr(
                getattr(cls, name), "__marshmallow_hook__", {}
            ).items():
                hooks[tag] += [(name, many, options) for many, options in calls]
        return hooks


class JsonValues(ValueType):
    """A value type: an array of any JSON values that orjson can write unchanged into the response."""

    type = list
    is_verbatim = True
    accepted = "an array of any JSON values"
    schema = {"type": "array", "items": {"description": "Any JSON value"}}  # noqa: RUF012 (never changed)

    def fits(self, value: object) -> bool:
        try:
            return isinstance(value, list) and bool(orjson.dumps(value))
        except orjson.JSONEncodeError:
            return False

    def refuse(self, value: object) -> str:
        reason = "one has an integer beyond 64 bits or a number too large for a double; send it as a string"
        return super().refuse(value) + (
            f" Of these, {reason}." if isinstance(value, list) else ""
        )

    def is_annotation(self, annotation: Any) -> bool:
        return get_origin(annotation) is list


class Token(ValueType):
    """A value type: a token. Only its type is validated here: every invalid token gets one refusal, without a cause."""

    type = str
    accepted = "a token, which is a text, as this service gave it"
    schema = {"type": "string", "minLength": 1}  # noqa: RUF012 (never changed)

    def fits(self, value: object) -> bool:
        return isinstance(value, str)

"""marshmallow fields of requests and responses. Each is made from a `ValueType`, which has the limits of the values.

A field accepts a value exactly as sent, or refuses it and says what it accepts. It parses a text in a query into a JSON
value: "7" into 7. If the text stands for no value of the type, it stays a text, and the field refuses it.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from types import new_class
from typing import Any, TypeVar, cast, get_origin

import marshmallow as ma
import orjson
from marshmallow import ValidationError
from marshmallow.schema import SchemaMeta

from ...core.errors import Message, Reason, Refused
from ...core.object_types import describe
from ...core.value_types import REQUEST, Choice, ListOf, ValueType

Additions = Mapping[str, Mapping[str, Any]]
"""Attributes to replace in value types, by parameter. Their values are from a table built from the dataclass itself."""

AnySchema = TypeVar("AnySchema", bound=ma.Schema)

MAX_ERRORS = 10
"""The most errors in the response to one request: a person reads them."""


def error_messages(message: str, *, is_required: bool) -> dict[str, Any]:
    """Return marshmallow's messages for a missing value and for null. `message` says what is accepted."""
    remedy = "" if is_required else "; it may be left out"
    return {
        "required": f"This is required. {message}",
        "null": f"This must not be null{remedy}. {message}",
    }


_REASONS = {"required": Reason("required"), "null": Reason("not_null")}
"""The reason of each of marshmallow's messages in `error_messages`."""


class CodedField(ma.fields.Field[Any]):
    """A field with a reason beside each sentence for a missing value and for null."""

    def make_error(self, key: str, **texts: Any) -> ValidationError:
        error = super().make_error(key, **texts)
        reason = _REASONS.get(key)
        return ValidationError([Message(text, reason) for text in error.messages])


class Value(CodedField):
    """A field that accepts the values of `value_type`, and converts them to Python.

    This class and `BoundedList` do not use the validation of marshmallow's fields, which takes ten times as long.
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
        """Return the JSON value for a text in a query, or the unchanged text if it stands for no value."""
        return self.value_type.parse_query_text(text)

    def is_valid(self, value: object) -> bool:
        return self.value_type.fits(value) or (value is None and self.allow_none)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            return self.value_type.read(REQUEST, value)
        except Refused as refusal:
            message = Message(str(refusal), refusal.reason)
            raise ValidationError([message]) from None


class BoundedList(CodedField, ma.fields.List[Any]):
    """A list of bounded length: in JSON an array, in a query its items separated by commas.

    An empty optional list counts as missing, unless the value type has `is_empty_default=False`; then null counts as
    missing. Clients in generated Java send [] if the caller left out a list that may not be null.
    """

    def __init__(
        self, value_type: ListOf, item: ma.fields.Field[Any], **options: Any
    ) -> None:
        self.value_type = value_type
        self.message = f"Must be {value_type.accepted_in_requests}."
        options.setdefault("allow_none", not value_type.is_empty_default)
        messages = error_messages(
            self.message, is_required=options.get("required", False)
        )
        super().__init__(item, error_messages=messages, **options)

    def parse_query_text(self, text: str) -> object:
        return self.value_type.parse_query_text(text)

    def _deserialize(self, value: Any, *_: Any, **options: Any) -> tuple[Any, ...]:  # type: ignore[override]
        # A list that is too long is refused before its items are read, and validation ends after `MAX_ERRORS` errors.
        if not self.value_type.has_length(value):
            message = Message(self.message, self.value_type.reason)
            raise ValidationError([message])
        inner = self.inner
        if isinstance(inner, Value) and not inner.value_type.parts:
            converted = _convert_valid(inner, value)
            if converted is not None:
                return converted
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


def _convert_valid(field: Value, values: list[Any]) -> tuple[Any, ...] | None:
    """Return the values, converted by a field for values without parts; None unless all values are valid."""
    value_type = field.value_type
    fits = field.is_valid if field.allow_none else value_type.fits
    if not all(map(fits, values)):
        return None
    is_unchanged = type(value_type).convert is ValueType.convert
    return tuple(values) if is_unchanged else tuple(map(value_type.convert, values))


def parameter(
    value_type: ValueType,
    default: object = MISSING,
    item: ma.fields.Field[Any] | None = None,
    **options: Any,
) -> ma.fields.Field[Any]:
    """Return the field of a request's parameter. The parameter is required if it has no default.

    `item` is the field of each item of a list; without `item`, the value type of the items makes the field.
    """
    options.setdefault("required", default is MISSING)
    options.setdefault("metadata", _describe_parameter(value_type, default))
    if isinstance(value_type, ListOf):
        return BoundedList(value_type, item or parameter(value_type.item), **options)
    return Value(value_type, **options)


def _describe_parameter(value_type: ValueType, default: object) -> dict[str, Any]:
    """Return the metadata of a parameter for the OpenAPI document, and the sentences of a hint in a form.

    Document `value_type.default` as the default, or the field's default unless that is None, MISSING or ().
    """
    if not value_type.request_text:
        return {}
    implied_default = ""
    if value_type.default_text is not None:
        implied_default = f"Default: {value_type.default_text}."
    sentences = (value_type.request_text, implied_default, value_type.note)
    documented_default = value_type.default
    if documented_default is None and default is not MISSING and default != ():
        documented_default = default
    metadata = {
        "description": " ".join(filter(None, sentences)),
        "example": value_type.example,
        "default": documented_default,
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
        """Return the fields of a schema by name. marshmallow calls this once for each class.

        The fields of the bases come first, then the schema's own fields in the order of the dataclass, then other
        fields that the schema declares. A field that the schema declares itself replaces the field from its dataclass.
        A field that a base has as well is derived anew if the schema has `additions` for it.
        """
        declared: dict[str, ma.fields.Field[Any]] = super().get_declared_fields(
            klass, *arguments, **options
        )
        attributes = vars(klass)
        target = attributes.get("described", attributes.get("target"))
        if not is_dataclass(target):
            return declared
        inherited = {
            name
            for base in klass.__mro__[1:]
            for name in getattr(base, "_declared_fields", ())
        }
        changed = attributes.get("additions", {}).keys() & inherited
        described = {
            name: (replace(value_type, **klass.additions.get(name, {})), default)
            for name, (value_type, default) in describe(cast(type, target)).items()
            if name not in declared or name in changed
        }
        all_fields = declared | klass.derive_fields(described)
        order = [
            *(name for name in declared if name in inherited),
            *(field.name for field in fields(target)),
            *declared,
        ]
        return {
            name: all_fields[name]
            for name in dict.fromkeys(order)
            if all_fields.get(name)
        }

    def resolve_hooks(cls) -> dict[str, list[tuple[str, bool, dict[str, Any]]]]:  # noqa: N805 (a metaclass)
        """Return the methods that marshmallow's decorators mark. marshmallow's own code takes many times as long.

        For each decorator, such as "post_load", return each method's name, whether it takes a collection, and its
        options.
        """
        own = {
            name
            for name, value in vars(cls).items()
            if hasattr(value, "__marshmallow_hook__")
        }
        # For each base, marshmallow has kept the result of this method: a list of calls for each decorator.
        of_bases = {
            method_name
            for base in cls.__bases__
            for calls in getattr(base, "_hooks", {}).values()
            for method_name, _, _ in calls
        }
        hooks: dict[str, list[tuple[str, bool, dict[str, Any]]]] = defaultdict(list)
        for name in sorted(own | of_bases):
            method = getattr(cls, name)
            marks = getattr(method, "__marshmallow_hook__", {})
            for decorator, calls in marks.items():
                for pass_collection, options in calls:
                    hooks[decorator].append((name, pass_collection, options))
        return hooks


def combine(name: str, *bases: type[AnySchema]) -> type[AnySchema]:
    """Return the schema `name` with the fields and the methods of its bases, and with nothing of its own.

    `combine("DrawnRoll", RolledDice, RollFields)` is the class that the statement `class DrawnRoll(RolledDice,
    RollFields)` makes. Write the statement if you know the name and the bases when you write the code.
    """
    return cast(type[AnySchema], new_class(name, bases))


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
        sentence = super().refuse(value)
        if isinstance(value, list):
            reason = "one has an integer beyond 64 bits or a number too large for a double; send it as a string"
            sentence += f" Of these, {reason}."
        return sentence

    def is_annotation(self, annotation: Any) -> bool:
        return get_origin(annotation) is list


class Token(ValueType):
    """A value type: a token. Only its type is validated here: every invalid token gets one refusal, without a cause."""

    type = str
    accepted = "a token, which is a text, as this service gave it"
    schema = {"type": "string", "minLength": 1}  # noqa: RUF012 (never changed)

    def fits(self, value: object) -> bool:
        return isinstance(value, str)

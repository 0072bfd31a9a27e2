"""Validate the JSON values of a request by its schema, and say for each field what it accepts."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import marshmallow as ma

from ..core.errors import Message, Reason
from ..core.unknown_names import did_you_mean
from .problems import InvalidValues
from .schemas.fields import MAX_ERRORS
from .schemas.request_schemas import RequestSchema


def validate(schema: RequestSchema, values: Mapping[str, Any]) -> Any:
    """Return the dataclass that the schema makes of JSON values. Raises `InvalidValues` with every error at once.

    Unknown parameters are found here, because marshmallow would not suggest similar names.
    """
    errors: dict[str, Any] = {}
    members = values
    if schema.unknown == ma.RAISE and not values.keys() <= schema.fields.keys():
        unknown = (name for name in values if name not in schema.fields)
        errors = {name: _unknown(name, schema) for name in islice(unknown, MAX_ERRORS)}
        members = {
            name: value for name, value in values.items() if name in schema.fields
        }
    try:
        arguments = schema.load(members)
    except ma.ValidationError as error:
        errors |= error.messages_dict
    if errors:
        messages_by_path: dict[str, list[Message]] = {}
        for name, messages in errors.items():
            messages_by_path.update(_split_fields(name, messages))
        raise InvalidValues(messages_by_path)
    return arguments


def _unknown(name: str, schema: RequestSchema) -> list[Message]:
    """Return the messages for a parameter that a schema does not have: where it belongs, or names that are near."""
    if name in schema.in_bodies:
        return [Message("Only a POST takes this, in its JSON body.")]
    reason = Reason("unknown_parameter")
    if name in schema.taken_elsewhere:
        return [Message(f"Unknown parameter. {schema.taken_elsewhere[name]}", reason)]
    parameters = {
        field_name: getattr(field, "value_type", None)
        for field_name, field in schema.fields.items()
    }
    takes = "This endpoint takes no parameters."
    if parameters:
        takes = f"This endpoint takes: {', '.join(parameters)}."
    hint = did_you_mean(name, parameters)
    return [Message(f"Unknown parameter.{hint} {takes}", reason)]


def _split_fields(name: str, messages: Any) -> Iterator[tuple[str, list[Message]]]:
    """Yield the path of each field with an error, and its messages. A member of an object has a path as `prove.key`."""
    if isinstance(messages, Mapping) and all(
        isinstance(key, str) and key != "_schema" for key in messages
    ):
        for member, inner in messages.items():
            yield from _split_fields(f"{name}.{member}", inner)
    else:
        yield name, _flatten_messages(messages)


def _flatten_messages(messages: Any, where: str = "", path: str = "") -> list[Message]:
    """Return the messages of one field. A message about an item of a list, at any depth, names its position.

    The position is `where` in the sentence, such as "Item 2, cards", and `path` in the reason, such as `[1].cards`.
    """
    if not isinstance(messages, Mapping):
        return [_place(message, where, path) for message in messages]
    return [
        message
        for key, inner in messages.items()
        for message in _flatten_messages(
            inner, _within(where, key), _extend_path(path, key)
        )
    ]


def _place(message: Message | str, where: str, path: str) -> Message:
    """Return the message at a position. marshmallow's own messages are texts."""
    sentence, reason = Message(message) if isinstance(message, str) else message
    if where:
        sentence = f"{where}: {sentence}"
    if path and reason:
        reason = reason._replace(path=path)
    return Message(sentence, reason)


def _within(where: str, key: object) -> str:
    """Return a position such as "Item 2, cards". `key` is an index from 0 or a member's name within `where`."""
    step = "" if key == "_schema" else str(key)
    if isinstance(key, int):
        step = f"item {key + 1}"
    if not where:
        return step.capitalize()
    return ", ".join(filter(None, (where, step)))


def _extend_path(path: str, key: object) -> str:
    """Return the path to `key`, an index from 0 or a member's name, within `path`: `[1].cards` for "cards" in `[1]`."""
    if key == "_schema":
        return path
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}".removeprefix(".")

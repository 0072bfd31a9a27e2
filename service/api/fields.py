"""Fields that take a value exactly as asked or refuse it, saying what they would take.

Each is strict about JSON types, and can read a query's text as the JSON value that it stands for. Text that stands for
none is left as it is, so that one message serves both: the field then refuses it.
"""

import re
from collections.abc import Iterable
from typing import Any

from marshmallow import ValidationError, fields
from marshmallow.validate import Length, OneOf, Range

from service.core.errors import did_you_mean

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")  # as JSON writes it
_MISSING: dict[str, Any] = {"required": "This is required.", "null": "This must not be null; leave it out instead."}


class Integer(fields.Integer):
    """A whole number from `least` to `most`."""

    def __init__(self, least: int, most: int, **kwargs: Any) -> None:
        self.sentence = f"Must be an integer from {least} to {most}, in digits."
        super().__init__(validate=Range(least, most, error=self.sentence), error_messages=_MISSING, **kwargs)

    def read_text(self, text: str) -> object:
        """The integer that the text writes."""
        return int(text) if _INTEGER.fullmatch(text) else text

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:  # True is an int to Python
            raise ValidationError(self.sentence)
        return value


class Flag(fields.Boolean):
    """true or false."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(error_messages=_MISSING, **kwargs)

    def read_text(self, text: str) -> object:
        """The boolean that the text writes."""
        return {"true": True, "false": False}.get(text, text)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Must be true or false.")
        return value


class Choice(fields.String):
    """One of a few words."""

    def __init__(self, choices: Iterable[str], **kwargs: Any) -> None:
        self.choices = tuple(choices)
        super().__init__(validate=OneOf([str(choice) for choice in self.choices]), error_messages=_MISSING, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        for choice in self.choices:
            if choice == value:
                return choice
        hint = did_you_mean(value, self.choices) if isinstance(value, str) else ""
        raise ValidationError(f"Must be one of: {', '.join(self.choices)}.{hint}")

    def _validate(self, value: Any) -> None:
        """Done already, with a better sentence."""


class Seed(fields.String):
    """Text of 1 to 256 characters, used exactly as given; in JSON also an integer, which stands for its digits."""

    LONGEST = 256

    def __init__(self, metadata: dict[str, Any], **kwargs: Any) -> None:
        documented = {
            "type": ["string", "integer"],
            "pattern": r"^[^\u0000]+$",
            "minimum": -(2**63),
            "maximum": 2**64 - 1,
        }
        super().__init__(
            validate=Length(1, self.LONGEST),
            error_messages=_MISSING,
            metadata=metadata | documented,
            **kwargs,
        )

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        seed = str(value) if type(value) is int else value
        if not isinstance(seed, str) or not 1 <= len(seed) <= self.LONGEST or "\0" in seed:
            raise ValidationError(
                f"Must be a text of 1 to {self.LONGEST} characters without NUL, or in JSON an integer."
            )
        return seed

    def _validate(self, value: Any) -> None:
        """Done already, with a better sentence."""


class Several(fields.List[Any]):
    """A list: in JSON an array, in a query its items separated by commas."""

    def __init__(self, item: fields.Field[Any], least: int, most: int, **kwargs: Any) -> None:
        self.sentence = f"Must be {least} to {most} items: in a query separated by commas, in JSON an array."
        super().__init__(
            item,
            validate=Length(least, most, error=self.sentence),
            error_messages=_MISSING | {"invalid": self.sentence},
            **kwargs,
        )

    def read_text(self, text: str) -> object:
        """The list that the text writes."""
        read = getattr(self.inner, "read_text", str)
        return [read(item) for item in text.split(",")]

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> tuple[Any, ...]:  # type: ignore[override]
        if not isinstance(value, list):
            raise ValidationError(self.sentence)
        return tuple(super()._deserialize(value, attr, data, **kwargs) or ())

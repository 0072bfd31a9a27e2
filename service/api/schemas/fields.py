"""Fields that take a value exactly as asked or refuse it, saying what they would take.

Each is strict about JSON types, and can read a query's text as the JSON value that it stands for. Text that stands for
none is left as it is, so that one sentence serves both: the field then refuses it.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import orjson
from marshmallow import ValidationError, fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from service.core.cards.spellings import MAX_SPELLING
from service.core.errors import did_you_mean

MAX_ERRORS = 10
"""How many are told of a request: it stays an answer that a person reads, however much is wrong."""

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")  # as JSON writes it
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?([eE][-+]?[0-9]{1,2})?")
_SPELLING = f"^[^,]{{1,{MAX_SPELLING}}}$"


def _messages(sentence: str) -> dict[str, Any]:
    """What marshmallow says of a value that is missing or null: what would be accepted."""
    return {"required": f"This is required. {sentence}", "null": f"This must not be null. {sentence}"}


class Integer(fields.Integer):
    """A whole number from `least` to `most`, or only some of these."""

    def __init__(self, least: int, most: int, only: Sequence[int] = (), **kwargs: Any) -> None:
        which = f"one of {', '.join(map(str, only))}" if only else f"an integer from {least} to {most}"
        self.sentence = f"Must be {which}, in digits and without quotes."
        validate = OneOf(only, error=self.sentence) if only else Range(least, most, error=self.sentence)
        super().__init__(validate=validate, error_messages=_messages(self.sentence), **kwargs)

    def read_text(self, text: str) -> object:
        """The integer that the text writes."""
        return int(text) if _INTEGER.fullmatch(text) else text

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:  # True is an int to Python
            raise ValidationError(self.sentence)
        return value


class Number(fields.Float):
    """A number from `least` to `most`."""

    def __init__(self, least: float, most: float, **kwargs: Any) -> None:
        self.sentence = f"Must be a number from {least:g} to {most:g}, in digits and without quotes."
        super().__init__(
            validate=Range(least, most, error=self.sentence), error_messages=_messages(self.sentence), **kwargs
        )

    def read_text(self, text: str) -> object:
        """The number that the text writes as JSON does."""
        return float(text) if _NUMBER.fullmatch(text) else text

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> float:
        if type(value) not in {int, float}:
            raise ValidationError(self.sentence)
        return float(value)


class Flag(fields.Boolean):
    """true or false."""

    SENTENCE = "Must be true or false."

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(error_messages=_messages(self.SENTENCE), **kwargs)

    def read_text(self, text: str) -> object:
        """The boolean that the text writes."""
        return {"true": True, "false": False}.get(text, text)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError(self.SENTENCE)
        return value


class Choice(fields.String):
    """One of a few words."""

    def __init__(self, choices: Iterable[str], **kwargs: Any) -> None:
        self.choices = tuple(choices)
        self.sentence = f"Must be one of: {', '.join(self.choices)}."
        super().__init__(
            validate=OneOf([str(choice) for choice in self.choices]),
            error_messages=_messages(self.sentence),
            **kwargs,
        )

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        for choice in self.choices:
            if choice == value:
                return choice
        hint = did_you_mean(value, self.choices) if isinstance(value, str) else ""
        raise ValidationError(f"{self.sentence}{hint}")

    def _validate(self, value: Any) -> None:
        """Done already, with a better sentence."""


class Seed(fields.String):
    """Text of 1 to 256 characters, used exactly as given; in JSON also an integer, which stands for its digits."""

    LONGEST = 256
    SENTENCE = f"Must be a text of 1 to {LONGEST} characters without NUL, or in JSON an integer of as many digits."

    def __init__(self, metadata: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(
            validate=Length(1, self.LONGEST),
            error_messages=_messages(self.SENTENCE),
            metadata=metadata | {"type": ["string", "integer"], "pattern": r"^[^\u0000]+$"},
            **kwargs,
        )

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return self.checked(value)

    @classmethod
    def checked(cls, value: object) -> str:
        """The seed that a value is. Raises `ValidationError` if it is none."""
        seed = str(value) if type(value) is int else value
        if not isinstance(seed, str) or not 1 <= len(seed) <= cls.LONGEST or "\0" in seed:
            raise ValidationError(cls.SENTENCE)
        return seed

    def _validate(self, value: Any) -> None:
        """Done already, with a better sentence."""


class BoundedString(fields.String):
    """A text of 1 to so many characters, used exactly as given."""

    def __init__(self, most: int = 256, **kwargs: Any) -> None:
        self.most = most
        self.sentence = f"Must be a text of 1 to {most:,} characters."
        super().__init__(
            validate=Length(1, most, error=self.sentence), error_messages=_messages(self.sentence), **kwargs
        )

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str):
            raise ValidationError(self.sentence)
        return value


class JsonObject(fields.Dict):
    """A JSON object, whose members are for the rules to say."""

    SENTENCE = "Must be a JSON object."

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(keys=fields.String(), error_messages=_messages(self.SENTENCE), **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValidationError(self.SENTENCE)
        return value


class Token(fields.String):
    """A token; whether it is a good one is not for its form to say, so that all that are not are refused alike."""

    SENTENCE = "Must be a token, which is a text, as this service gave it."

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(error_messages=_messages(self.SENTENCE), **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str):
            raise ValidationError(self.SENTENCE)
        return value


class CardCode(fields.String):
    """A card in any spelling; whether there is such a card is for the deck to say."""

    SENTENCE = (
        f"Must be a card, such as AS, 10H or ace of spades, in up to {MAX_SPELLING} characters and without a comma."
    )

    def __init__(self, **kwargs: Any) -> None:
        messages = _messages(self.SENTENCE)
        super().__init__(validate=Regexp(_SPELLING, error=self.SENTENCE), error_messages=messages, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str):
            raise ValidationError(self.SENTENCE)
        return value


class BoundedList(fields.List[Any]):
    """A list: in JSON an array, in a query its items separated by commas."""

    def __init__(self, item: fields.Field[Any], least: int, most: int, **kwargs: Any) -> None:
        self.least, self.most = least, most
        self.sentence = f"Must be {least} to {most} items: in a query separated by commas, in JSON an array."
        super().__init__(
            item,
            validate=Length(least, most, error=self.sentence),
            error_messages=_messages(self.sentence),
            **kwargs,
        )

    def read_text(self, text: str) -> object:
        """The list that the text writes."""
        read = getattr(self.inner, "read_text", str)
        return [read(item) for item in text.split(",")]

    def _deserialize(self, value: Any, *_: Any, **kwargs: Any) -> tuple[Any, ...]:  # type: ignore[override]
        # A list that is too long is not looked through, and one that is wrong in many places only as far as is told.
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            raise ValidationError(self.sentence)
        items, errors = [], {}
        for place, item in enumerate(value):
            try:
                items.append(self.inner.deserialize(item, **kwargs))
            except ValidationError as error:
                errors[place] = error.messages
                if len(errors) == MAX_ERRORS:
                    break
        if errors:
            raise ValidationError(errors)
        return tuple(items)


class JsonArray(fields.List[Any]):
    """An array of any JSON values that can be written back as they came."""

    SENTENCE = "Must be an array of any JSON values."

    def __init__(self, **kwargs: Any) -> None:
        inner = fields.Raw(allow_none=True, metadata={"description": "Any JSON value"})
        super().__init__(inner, error_messages=_messages(self.SENTENCE), **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[Any]:
        if not isinstance(value, list):
            raise ValidationError(self.SENTENCE)
        try:
            orjson.dumps(value)
        except orjson.JSONEncodeError:
            raise ValidationError(
                f"{self.SENTENCE} Of these, one has an integer beyond 64 bits or a number too large for a double; send "
                "it as a string."
            ) from None
        return value

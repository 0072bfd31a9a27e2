"""The parameters that several endpoints share, as schemas; each makes the frozen dataclass that core takes."""

from dataclasses import dataclass
from typing import Any, ClassVar

import marshmallow as ma
from marshmallow.validate import Regexp

from service.api.fields import Choice, Flag, Integer, Seed, Several
from service.core.algorithms import Parameter
from service.core.cards import NameStyle, Notation
from service.core.decks import MAX_PACKS
from service.core.integers import MAX_MAGNITUDE
from service.core.permutations import DEFAULT_SHUFFLE
from service.core.shuffles import SHUFFLES
from service.core.standard import MAX_JOKERS, SUIT_ORDERS
from service.core.streams import MAX_INDEX

SETTINGS = {parameter.name: parameter for shuffle in SHUFFLES.values() for parameter in shuffle.parameters}
"""The parameters of all shuffles by name."""


@dataclass(frozen=True)
class Nothing:
    """What an endpoint without parameters is asked."""


class Asks(ma.Schema):
    """A request's parameters; `makes` is the dataclass of what is asked."""

    class Meta:
        """An unknown parameter is never passed over."""

        unknown = ma.RAISE

    makes: ClassVar[type] = Nothing

    @ma.post_load
    def make(self, values: dict[str, Any], **_: Any) -> Any:
        """What is asked, frozen."""
        settings = {name: values.pop(name) for name in SETTINGS if name in values}
        return self.makes(**values, **({"settings": settings} if settings else {}))


def described(text: str, example: Any = None) -> dict[str, Any]:
    """What OpenAPI says of a parameter."""
    return {"description": text} | ({} if example is None else {"example": example})


def _setting(parameter: Parameter) -> Choice | Integer:
    defaults = ", ".join(
        f"{shuffle.defaults[parameter.name]} for {shuffle.name}"
        for shuffle in SHUFFLES.values()
        if parameter.name in shuffle.defaults
    )
    metadata = described(f"{parameter.meaning.capitalize()}. Default: {defaults}; refused for other algorithms.")
    if parameter.choices:
        return Choice(parameter.choices, metadata=metadata)
    return Integer(parameter.least, parameter.most, metadata=metadata)


class SeedFields(Asks):
    """Where the random words come from."""

    seed = Seed(
        metadata=described(
            "Makes the answer the same for ever. Used exactly as given; a JSON integer stands for its digits.",
            "42",
        )
    )
    index = Integer(0, MAX_INDEX, metadata=described("Which result of the seed; they are independent. Default: 0.", 7))


_SHUFFLE = {
    "algorithm": Choice(SHUFFLES, metadata=described(f"The shuffle. Default: {DEFAULT_SHUFFLE}.", DEFAULT_SHUFFLE)),
    **{name: _setting(parameter) for name, parameter in SETTINGS.items()},
}


class ShuffleFields(SeedFields.from_dict(_SHUFFLE)):  # type: ignore[misc]
    """Which shuffle, on which words."""


class CountField(Asks):
    """How much of the result."""

    count = Integer(1, MAX_MAGNITUDE, metadata=described("The first so many of the result. Default: all.", 5))


class PackFields(Asks):
    """How many packs, with what in them."""

    decks = Integer(1, MAX_PACKS, metadata=described("Packs in the shoe. Default: 1.", 2))
    jokers = Integer(0, MAX_JOKERS, metadata=described("Jokers in each pack. Default: 0. Standard deck only.", 2))
    suit_order = Choice(
        SUIT_ORDERS,
        metadata=described("The suits of the unshuffled pack. Default: SHDC. Standard deck only.", "CDHS"),
    )
    exclude = Several(  # type: ignore[assignment]
        ma.fields.String(validate=Regexp("^[^,]{1,40}$")),
        1,
        200,
        metadata=described("Card codes taken out of every pack.", ["2S", "2H", "2D", "2C"]),
    )


class NameStyleField(Asks):
    """Which names cards go by."""

    name_style = Choice(
        NameStyle,
        metadata=described("Names with 2 and 3, or Deuce and Trey. Default: modern. Standard deck only."),
    )


class WritingFields(NameStyleField):
    """How cards are written."""

    notation = Choice(Notation, metadata=described("How the cards are written. Default: code.", "name"))


class DealFields(Asks):
    """How the cards go round the table."""

    hands = Integer(1, MAX_MAGNITUDE, required=True, metadata=described("Hands to deal.", 4))
    cards = Integer(1, MAX_MAGNITUDE, metadata=described("Cards in each hand; may be left out with packets.", 5))
    packets = Several(
        Integer(1, MAX_MAGNITUDE),
        1,
        100,
        metadata=described("Cards given to a hand at once, in turn. Default: one at a time.", [3, 2]),
    )
    burn = Integer(0, MAX_MAGNITUDE, metadata=described("Cards burned before the first is dealt. Default: 0.", 1))


class RangeFields(CountField):
    """Which integers."""

    min = Integer(-MAX_MAGNITUDE, MAX_MAGNITUDE, metadata=described("The least integer. Default: 1.", 1))
    max = Integer(-MAX_MAGNITUDE, MAX_MAGNITUDE, required=True, metadata=described("The greatest integer.", 49))
    replacement = Flag(metadata=described("Whether integers may repeat, as dice do. Default: false."))

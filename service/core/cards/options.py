"""Pack options: what a request can choose about the packs of a shoe.

To add an option of some decks, give it one field in `PackOptions` and use it in the packs of `DECKS` that accept it.
The request and response schemas, the terms of sealed shoes and their reader, and the pictures follow from the field.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Annotated, Any

from service.core.cards.packs.dominoes import DOUBLE_SIX, HIGHEST_PIPS
from service.core.cards.packs.french import MAX_JOKERS, SUIT_ORDER, SUIT_ORDERS
from service.core.cards.packs.mahjong import MAX_RED_FIVES
from service.core.cards.spellings import CardSpelling
from service.core.kinds import Integer, ListOf

MAX_PACKS = 100
MAX_EXCLUDED = 200
"""Card codes in `exclude`."""


@dataclass(frozen=True, kw_only=True)
class Option:
    """The description of an option that some decks accept.

    `meaning` describes it in a request, `result` in a response. The values that it can have are `choices` if they are
    texts, otherwise `numbers`; a range of numbers counts certain cards of a pack.
    """

    meaning: str
    result: str
    default: int | str
    choices: tuple[str, ...] = ()
    numbers: range | tuple[int, ...] = ()
    example: int | str | None = None

    @property
    def values(self) -> Sequence[Any]:
        """All the values that it can have."""
        return self.choices or self.numbers

    @property
    def is_count(self) -> bool:
        """Whether it is the number of certain cards in each pack."""
        return isinstance(self.numbers, range)

    @property
    def largest_pack(self) -> int | None:
        """The value with which a pack has every card that the option can add; None if it adds none."""
        return max(self.numbers, default=None)


def _option(**description: Any) -> Any:
    return field(default=None, metadata={"option": Option(**description)})


@dataclass(frozen=True, kw_only=True)
class PackOptions:
    """The options of a shoe: how many packs of a deck, and what is in each pack. None stands for the deck's default.

    Every deck accepts `decks`, the number of packs, and `exclude`, the cards that are taken out of every pack.
    """

    decks: Annotated[
        int | None,
        Integer("Packs in the shoe.", 1, MAX_PACKS, example=2, means=1, shown="Packs in the shoe; absent for 1"),
    ] = None
    jokers: int | None = _option(
        meaning="Jokers in each pack.",
        result="Jokers in each pack; present if requested",
        numbers=range(MAX_JOKERS + 1),
        default=0,
        example=2,
    )
    suit_order: str | None = _option(
        meaning="The suits of the unshuffled pack.",
        result="The suits of the unshuffled pack; present if requested",
        choices=SUIT_ORDERS,
        default=SUIT_ORDER,
        example="CDHS",
    )
    red_fives: int | None = _option(
        meaning="Fives that are red: of characters, dots, bamboo, dots again. A deck has none by default, riichi 3.",
        result="Red fives in each set; present if requested",
        numbers=range(MAX_RED_FIVES + 1),
        default=0,
    )
    highest: int | None = _option(
        meaning="The most pips on an end of a domino.",
        result="The most pips on an end; present if requested",
        numbers=HIGHEST_PIPS,
        default=DOUBLE_SIX,
    )
    exclude: Annotated[
        tuple[str, ...],
        ListOf(
            "Cards taken out of every pack, in any usual spelling.",
            CardSpelling(),
            MAX_EXCLUDED,
            example=["2S", "2H", "2D", "2C"],
            shown="The cards taken out of every pack, if any",
        ),
    ] = ()

    @property
    def pack_values(self) -> tuple[Any, ...]:
        """The values of `PACK_FIELDS`, without the fields that a subclass adds: a key for caches."""
        return _pack_values(self)

    @property
    def explicit_values(self) -> dict[str, Any]:
        """The options that a request gives, by name: those that are not None or empty."""
        return {
            name: value
            for name, value in zip(PACK_FIELDS, self.pack_values, strict=True)
            if value is not None and value != ()
        }


PACK_FIELDS = tuple(option.name for option in fields(PackOptions))
OPTIONS: Mapping[str, Option] = {
    option.name: option.metadata["option"] for option in fields(PackOptions) if "option" in option.metadata
}
"""The options that only some decks accept, by name."""

PACK_DEFAULTS: Mapping[str, Any] = {"decks": 1, **{name: option.default for name, option in OPTIONS.items()}}
"""The value that an option of any deck has if nothing is said, by name."""

_pack_values = attrgetter(*PACK_FIELDS)

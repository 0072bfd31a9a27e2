"""Pack options: the choices of a request about the packs of a shoe, such as their number and jokers.

To add an option of some decks, give it one field in `PackOptions` and use it in the packs of `DECKS` that accept it.
The request and response schemas, the terms of sealed shoes and their reader, and the pictures follow from the field.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Annotated, Any

from ..core.draw_requests import NAMED, Named, Unnamed
from ..core.object_types import describe
from ..core.value_types import Choice, Integer, ListOf
from .packs.dominoes import DOUBLE_SIX, HIGHEST_PIPS
from .packs.french import SUIT_ORDER, SUIT_ORDERS
from .packs.mahjong import MAX_RED_FIVES
from .packs.suited import MAX_JOKERS
from .spellings import CardSpelling

MAX_PACKS = 100
MAX_EXCLUDED = 200  # card codes in `exclude`


@dataclass(frozen=True, kw_only=True)
class PackOptions:
    """The options of a shoe: how many packs of a deck, and what is in each pack. None stands for the deck's default.

    Every deck takes `decks`, the number of packs, and either `exclude`, the cards taken out of every pack, or `only`,
    the cards that stay. A shoe has the codes of the cards taken out as `exclude` in both cases.
    """

    decks: Annotated[
        int | None,
        Integer(
            "Packs in the shoe.",
            1,
            MAX_PACKS,
            example=2,
            default=1,
            response_text="Packs in the shoe; absent for 1",
            aliases=("packs", "deck count", "num decks", "number of decks", "shoes"),
        ),
        NAMED,
    ] = None
    jokers: Annotated[
        int | None,
        Integer(
            "Jokers in each pack.",
            0,
            MAX_JOKERS,
            example=2,
            default=0,
            response_text="Jokers in each pack; present if requested",
            aliases=("with jokers", "include jokers", "jokers enabled", "wilds"),
        ),
        NAMED,
    ] = None
    suit_order: Annotated[
        str | None,
        Choice(
            "The suits of the unshuffled pack, such as CDHS.",
            SUIT_ORDERS,
            grows=False,
            example="CDHS",
            default=SUIT_ORDER,
            response_text="The suits of the unshuffled pack; present if requested",
        ),
        NAMED,
    ] = None
    red_fives: Annotated[
        int | None,
        Integer(
            "Fives that are red: of characters, dots, bamboo, dots again. A deck has none by default, riichi 3.",
            0,
            MAX_RED_FIVES,
            default=0,
            response_text="Red fives in each set; present if requested",
        ),
        NAMED,
    ] = None
    highest: Annotated[
        int | None,
        Integer(
            "The most pips on an end of a domino.",
            min(HIGHEST_PIPS),
            max(HIGHEST_PIPS),
            HIGHEST_PIPS,
            default=DOUBLE_SIX,
            response_text="The most pips on an end; present if requested",
        ),
        NAMED,
    ] = None
    exclude: Annotated[
        tuple[str, ...],
        ListOf(
            "Cards, suits (hearts) and ranks (kings) taken out of every pack.",
            CardSpelling(),
            MAX_EXCLUDED,
            example=["2S", "2H", "2D", "2C"],
            response_text="The cards taken out of every pack, if any",
            aliases=("without", "remove", "omit", "except", "not"),
        ),
        Named(write=sorted),
    ] = ()
    only: Annotated[
        tuple[str, ...],
        ListOf(
            "In place of exclude: the cards, suits and ranks that stay.",
            CardSpelling(),
            MAX_EXCLUDED,
            aliases=("keep", "include", "cards", "with"),
        ),
        Unnamed("It is named as exclude.", is_repeated=False),
    ] = ()

    @property
    def explicit_values(self) -> dict[str, Any]:
        """The values of the options that are neither None nor empty, by name."""
        values = zip(PACK_FIELDS, pack_values(self), strict=True)
        return {name: value for name, value in values if value not in (None, ())}


PACK_FIELDS = tuple(option.name for option in fields(PackOptions))
SHOE_FIELDS = tuple(name for name in PACK_FIELDS if name != "only")
"""The names of the options that a shoe has: `only` becomes `exclude`."""
OPTIONS: Mapping[str, Any] = {
    name: value_type
    for name, (value_type, _) in describe(PackOptions).items()
    if name not in {"decks", "exclude", "only"}
}
"""The value types of the options that only some decks accept, by name."""

INTEGER_OPTIONS = frozenset(
    name for name, value_type in OPTIONS.items() if isinstance(value_type, Integer)
)
"""The names of the options that decide which cards a pack has; other options only order the cards."""

COUNTED = tuple(
    name for name in OPTIONS if name in INTEGER_OPTIONS and not OPTIONS[name].only
)
"""The names of the options that say how many cards of one sort are in each pack, such as jokers."""

PACK_DEFAULTS: Mapping[str, Any] = {"decks": 1} | {
    name: value_type.default for name, value_type in OPTIONS.items()
}
"""The default value of each option, by name."""

pack_values = attrgetter(*PACK_FIELDS)
"""Return the values of the fields named in `PACK_FIELDS`, as a key for caches; fields of a subclass are left out."""

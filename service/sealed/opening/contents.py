"""What a sealed shoe contains: the cards of a deck or of a game, the integers of a range, or items of one's own.

The terms have a member for each kind, and members for a deal of a deck or of items. `Contents` has a subclass for each
kind.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Annotated, Any, ClassVar

from ...cards.deck import DECK_NAMES, DECKS
from ...cards.options import OPTIONS, PACK_FIELDS, SHOE_FIELDS, PackOptions
from ...cards.seats import HANDS_ALIASES, SeatName
from ...cards.shoe import Shoe, build_shoe
from ...core.errors import Refused, UnsupportedParameter
from ...core.object_types import ObjectOf
from ...core.rng.streams import MAX_INDEX, STREAM
from ...core.validation import check_range
from ...core.value_types import Choice, EntryName, Integer, ListOf, Sha256
from ...games.catalogue import GAME_NAMES, GAMES
from ...games.dealing import (
    CARDS_ALIASES,
    ITEMS_ALIASES,
    MAX_PILES,
    PLAYERS_ALIASES,
    DealRequest,
    PileSize,
    build_procedure,
)
from ...games.game import DealTable, GameTable, Table, set_up
from ...integers import parameter_aliases
from .own_items import CardLabel, ItemValue, item_to_json

MAX_ITEMS = 500
MAX_ITEMS_BYTES = 16_384  # bytes of UTF-8 of all the items together
MAX_TREE = 2**16
"""Cards of a shoe with a Merkle tree over each round, and of a shoe that can keep cards in play."""

SCHEME = "sealed1"  # the permanent name of the scheme that docs/definitions/sealed.md defines

_any_integer = partial(Integer, min=-MAX_INDEX, max=MAX_INDEX)


class PileName(SeatName):
    """A value type: the name of a pile of one's own, written like the name of a seat."""

    @property
    def schema(self) -> dict[str, Any]:
        return {
            "type": "string",
            "minLength": 1,
            "maxLength": self.max_length,
            "pattern": "^([A-Za-z0-9_]|-)+$",
        }


@dataclass(frozen=True, kw_only=True)
class OwnPile:
    """A pile of a deal of one's own."""

    name: Annotated[str, PileName("Its name.", example="market")]
    cards: Annotated[
        int, Integer("The number of cards in it.", 1, MAX_ITEMS, example=5)
    ]


@dataclass(frozen=True, kw_only=True)
class ContentTerms(PackOptions):
    """The terms about what a shoe contains: one of `deck`, `game`, `max` and `items`, and the members that go with it.

    `cards`, the size of each hand of a game, is in resolved terms only if the request has it. A deck or items with
    `hands` are a deal of one's own; its resolved terms have either `cards` or `packets`.
    """

    scheme: Annotated[
        str,
        Choice(
            "The definition.",
            (SCHEME,),
            example=SCHEME,
            response_text="The scheme; its definition is permanent",
        ),
    ] = SCHEME
    stream: str = STREAM
    deck: Annotated[
        str | None,
        EntryName(
            "The deck, of /v1/decks. Give one of deck, game, max or items.",
            DECK_NAMES,
            example="standard",
        ),
    ] = None
    game: Annotated[
        str | None,
        EntryName(
            "In place of deck: the game, of /v1/games/names.",
            GAME_NAMES,
            example="holdem",
        ),
    ] = None
    players: Annotated[
        int | None,
        Integer(
            "The number of players of the game.",
            0,
            MAX_TREE,
            example=4,
            response_text="The number of players of the game",
            aliases=PLAYERS_ALIASES,
        ),
    ] = None
    cards: Annotated[
        int | None,
        Integer(
            "The number of cards of each hand: with hands, or in a game that has the choice.",
            1,
            MAX_TREE,
            example=7,
            response_text="The number of cards of each hand; of a game present if requested",
            aliases=CARDS_ALIASES,
        ),
    ] = None
    board: Annotated[
        int | None,
        Integer(
            "bridge: the number of the first board.",
            1,
            MAX_INDEX,
            example=7,
            default=1,
            response_text="bridge: the number of the first board; present if requested",
        ),
    ] = None
    min: Annotated[
        int | None,
        _any_integer(
            "With max: the smallest integer.",
            example=1,
            default=1,
            response_text="The smallest of integers",
            aliases=parameter_aliases.MIN,
        ),
    ] = None
    max: Annotated[
        int | None,
        _any_integer(
            "The largest integer of a shoe of integers: raffle tickets, numbered cards.",
            example=25_000,
            response_text="The largest of integers",
            aliases=parameter_aliases.MAX,
        ),
    ] = None
    items_sha256: Annotated[
        str | None,
        Sha256(
            "With max: SHA-256 of the list that the integers stand for, as of /v1/items/shuffle.",
            response_text="SHA-256 of the list that the integers stand for; as requested",
        ),
    ] = None
    items: Annotated[
        tuple[Any, ...],
        ListOf(
            "The cards of a shoe of one's own, up to 16,384 bytes of UTF-8 together.",
            ItemValue(),
            MAX_ITEMS,
            example=["a knight", "a castle", "a castle"],
            response_text="The cards of a shoe of items",
            aliases=ITEMS_ALIASES,
        ),
    ] = ()
    hands: Annotated[
        int | None,
        Integer(
            "Of a deck or items: hands to deal, in one stage, as /deal does.",
            1,
            MAX_INDEX,
            example=4,
            aliases=HANDS_ALIASES,
        ),
    ] = None
    packets: Annotated[
        tuple[int, ...],
        ListOf(
            "With hands: cards given to a hand at once, in turn.",
            Integer("", 1, MAX_INDEX),
            100,
            example=[3, 2],
            default_text="one at a time",
        ),
    ] = ()
    burn: Annotated[
        int,
        Integer(
            "With hands: cards burned before the first is dealt.",
            0,
            MAX_INDEX,
            example=1,
        ),
    ] = 0
    piles: Annotated[
        tuple[OwnPile, ...],
        ListOf(
            "With hands of items: piles, which get their cards after the hands.",
            ObjectOf(members=OwnPile, component="PileTerms"),
            MAX_PILES,
            example=[{"name": "market", "cards": 5}],
        ),
    ] = ()

    @cached_property
    def contents(self) -> "Contents":
        """Return what the shoe contains, by the first member of `CONTENTS` that the terms have."""
        for name, contents in CONTENTS.items():
            if getattr(self, name) not in {None, ()}:
                return contents(self)
        return ItemContents(self)

    @cached_property
    def table(self) -> DealTable | None:
        return self.contents.table

    @cached_property
    def game_table(self) -> GameTable | None:
        return self.table if isinstance(self.table, GameTable) else None

    @cached_property
    def shoe(self) -> Shoe | None:
        return self.contents.shoe

    @cached_property
    def size(self) -> int:
        return self.contents.size

    @cached_property
    def unit(self) -> str:
        return self.contents.unit

    @property
    def cards_member(self) -> str:
        """The member of a document that lists cards of this shoe: `cards`, or `integers`."""
        return self.contents.cards_member

    def list_labels(self, indices: Iterable[int | None]) -> list[CardLabel | None]:
        """Return the code, the item or the integer of each card by its index; a hidden card is None."""
        label = self.contents.label
        return [None if index is None else label(index) for index in indices]

    def label_cards(self, indices: Iterable[int | None]) -> dict[str, Any]:
        """Return the cards with these indices: `cards` with their codes, or `integers`. A hidden card is None."""
        return {self.cards_member: self.list_labels(indices)}

    def write_cards(self, indices: Iterable[int | None]) -> dict[str, Any]:
        """Return the member of `label_cards` as JSON; items become JSON values."""
        labels = self.list_labels(indices)
        return {self.cards_member: list(map(item_to_json, labels))}


_NUMBERS = ("min", "max", "items_sha256")  # of a shoe of integers alone
# Of a game alone, besides `game`; a deal of one's own can have `cards`.
_TABLE = ("players", "cards", "board")
_OWN_DEAL = ("hands", "packets", "burn", "piles")  # of a deal of one's own alone
MEMBERS = ("game", *_TABLE, "deck", *SHOE_FIELDS, *_NUMBERS, "items", *_OWN_DEAL)
"""The members about what a shoe contains, in the order of published terms."""


class Contents:
    """What a shoe contains, by its terms. There is a subclass for each member of `CONTENTS`.

    In an error, `owner` names such a shoe, and `unit` names one element of it; `cards_member` is the member with the
    elements. The published terms have the members `required`, and can have `optional`.
    """

    owner: ClassVar[str]
    unit: str = "card"
    cards_member: ClassVar[str] = "cards"
    required: ClassVar[tuple[str, ...]]
    optional: ClassVar[tuple[str, ...]] = ()
    can_deal: ClassVar[bool] = True
    """Whether the shoe can be a deal of one's own."""

    def __init__(self, terms: ContentTerms) -> None:
        self.terms = terms

    @cached_property
    def shoe(self) -> Shoe | None:
        """The unshuffled cards, or None for integers and items. Raises `Refused` for options that the deck refuses."""
        return None

    @cached_property
    def table(self) -> DealTable | None:
        """The table of a shoe that is dealt, or None for a shoe that is only drawn from.

        Raises `Refused` for options that do not fit the game, and for a deal that needs more cards than there are.
        """
        terms = self.terms
        if terms.hands is None:
            return None
        request = DealRequest(
            hands=terms.hands, cards=terms.cards, packets=terms.packets, burn=terms.burn
        )
        piles = [PileSize(pile.name, pile.cards) for pile in terms.piles]
        procedure = build_procedure(request, self.size, piles)
        if self.shoe is None:
            return DealTable(procedure=procedure, count=self.size)
        return Table(procedure=procedure, shoe=self.shoe)

    @cached_property
    def size(self) -> int:
        return len(self.shoe or self.terms.items)

    def label(self, index: int) -> CardLabel:
        """Return the code of the card at an index in the unshuffled shoe, or the integer or the item there."""
        assert self.shoe is not None  # noqa: S101 (for the type checker)
        return self.shoe.pack[index % len(self.shoe.pack)].code

    def resolve(self) -> dict[str, Any]:
        """Return the members that change when defaults are added. Raises `Refused` for members of other shoes."""
        raise NotImplementedError

    def _refuse(self, names: Iterable[str], *belongs_to: str, owner: str = "") -> None:
        """Raise `UnsupportedParameter` if the terms have one of these members: they belong to other shoes."""
        for name in names:
            value = getattr(self.terms, name)
            is_default = value in {None, ()} or (name == "burn" and value == 0)
            if not is_default:
                raise UnsupportedParameter(
                    owner or self.owner, name, belongs_to=belongs_to
                )

    def _resolve_deal(self) -> dict[str, Any]:
        """Return the members of a deal of one's own that change: no `cards` if `packets` give the size of the hands.

        Raises `Refused` for members of a deal without `hands`, and for a pile with the name of a seat.
        """
        terms = self.terms
        if self.table is None:
            self._refuse(
                ("cards", *_OWN_DEAL),
                "a deal, which has hands",
                owner=f"{self.owner} without hands",
            )
            return {}
        names_of_seats = {str(seat) for seat in self.table.procedure.seats}
        names_of_both = names_of_seats.intersection(pile.name for pile in terms.piles)
        if names_of_both:
            first = min(names_of_both)
            raise Refused(
                "piles", f"Each pile needs a name of its own; {first!r} is a seat."
            )
        return {"cards": None} if terms.packets else {}


class DeckContents(Contents):
    """The cards of a deck, drawn one by one or dealt to hands of one's own."""

    owner = "A shoe of a deck"
    required = ("deck", "decks", "exclude")
    optional = tuple(OPTIONS)

    @cached_property
    def shoe(self) -> Shoe | None:
        return build_shoe(DECKS[self.terms.deck or ""], self.terms)

    def resolve(self) -> dict[str, Any]:
        self._refuse(_NUMBERS, "a shoe with max")
        self._refuse(("players", "board"), "a shoe with a game")
        self._refuse(("piles",), "a shoe of items")
        assert self.shoe is not None  # noqa: S101 (for the type checker)
        packs = {
            "decks": self.shoe.pack_count,
            "exclude": self.shoe.excluded_codes,
            "only": (),
        }
        return packs | self._resolve_deal()


class GameContents(Contents):
    """The cards of a game, dealt stage by stage as its players deal them."""

    owner = "A shoe of a game"
    required = ("game", "players", *DeckContents.required)
    optional = (*OPTIONS, "cards", "board")
    can_deal = False

    @cached_property
    def table(self) -> GameTable:
        terms = self.terms
        return set_up(GAMES[terms.game or ""], terms.players, terms, terms.cards)

    @cached_property
    def shoe(self) -> Shoe:
        return self.table.shoe

    @cached_property
    def unit(self) -> str:  # type: ignore[override]
        return self.table.game.unit

    def resolve(self) -> dict[str, Any]:
        self._refuse(_NUMBERS, "a shoe with max")
        self._refuse(_OWN_DEAL, "a shoe of a deck or of items")
        table = self.table
        shoe = self.shoe
        if self.terms.board is not None and "board" not in table.game.options:
            owners = (game.name for game in GAMES.values() if "board" in game.options)
            raise UnsupportedParameter(table.game.name, "board", belongs_to=owners)
        packs = {"decks": shoe.pack_count, "exclude": shoe.excluded_codes}
        members = {"deck": shoe.deck.name, "players": table.players, "only": ()}
        return members | shoe.options.explicit_values | packs


class IntegerContents(Contents):
    """The integers from `min` to `max`, which may stand for the items of a list that the terms have the hash of."""

    owner = "A shoe of integers"
    unit = "integer"
    cards_member = "integers"
    required = ("min", "max")
    optional = ("items_sha256",)
    can_deal = False

    @cached_property
    def size(self) -> int:
        return (self.terms.max or 0) - (self.terms.min or 0) + 1

    def label(self, index: int) -> int:
        return (self.terms.min or 0) + index

    def resolve(self) -> dict[str, Any]:
        self._refuse((*_TABLE, *_OWN_DEAL, *PACK_FIELDS), "other shoes")
        smallest = 1 if self.terms.min is None else self.terms.min
        largest_possible = min(MAX_INDEX, smallest + MAX_INDEX - 1)
        check_range("max", self.terms.max or 0, smallest, largest_possible)
        return {"min": smallest}


class ItemContents(Contents):
    """Items of one's own, drawn one by one or dealt to hands of one's own."""

    owner = "A shoe of items"
    required = ("items",)

    def label(self, index: int) -> CardLabel:
        item: CardLabel = self.terms.items[index]
        return item

    def resolve(self) -> dict[str, Any]:
        self._refuse((*_NUMBERS, "players", "board", *PACK_FIELDS), "other shoes")
        items = self.terms.items
        check_range("items", len(items), 1, MAX_ITEMS)
        size = sum(len(str(item).encode()) for item in items)
        if size > MAX_ITEMS_BYTES:
            raise Refused(
                "items",
                f"The items have {size:,} bytes of UTF-8; they may have {MAX_ITEMS_BYTES:,}.",
            )
        return self._resolve_deal()


CONTENTS: Mapping[str, type[Contents]] = {
    "game": GameContents,
    "max": IntegerContents,
    "items": ItemContents,
    "deck": DeckContents,
}
"""By member of the terms, the contents that it gives a shoe."""


def list_members(members: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the members about the shoe's contents: first those that published terms must have, then optional ones."""
    contents = next(
        (CONTENTS[name] for name in CONTENTS if name in members), DeckContents
    )
    deal = ("cards", *_OWN_DEAL) if contents.can_deal and "hands" in members else ()
    return contents.required, (*contents.optional, *deal)

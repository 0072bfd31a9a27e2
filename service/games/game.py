"""Games, as far as they are dealt, and tables: a table is a shoe of cards and the procedure that deals it."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, ClassVar, TypeVar

from ..cards.card import Card
from ..cards.deck import get_deck
from ..cards.options import (
    COUNTED,
    PACK_DEFAULTS,
    PACK_FIELDS,
    PackOptions,
    pack_values,
)
from ..cards.packs.french import list_jokers
from ..cards.shoe import MAX_CACHED_EXCLUDED, Shoe, build_shoe, parse_excluded
from ..core.errors import Refused, UnsupportedParameter, join_words
from ..rankings.house import HouseRule
from .notation import parse_steps
from .procedures import Deal, PileCards, Procedure, all_cards

_Value = TypeVar("_Value")


class Direction(StrEnum):
    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


@dataclass(frozen=True)
class Players:
    """The numbers of players of a game: `min` to `max` but for the numbers in `without`, and the usual number."""

    min: int
    max: int
    default: int
    without: tuple[int, ...] = ()

    def __iter__(self) -> Iterator[int]:
        return (
            number
            for number in range(self.min, self.max + 1)
            if number not in self.without
        )

    def __str__(self) -> str:
        if not self.without:
            return (
                str(self.max) if self.min == self.max else f"{self.min} to {self.max}"
            )
        return join_words(list(self), "or")


def expand_seats(text: str, players: int) -> tuple[str, ...]:
    """Return the names of the seats in a text: `N, E, S, W`; `none`; or `1, …, n` with the number of players for n."""
    names, _, dealer = text.partition("…, n")
    if names == text:
        return () if text == "none" else tuple(text.split(", "))
    numbered = players - 1 if dealer.startswith(" - 1") else players
    return (
        *map(str, range(1, numbered + 1)),
        *(["dealer"] if dealer.endswith(", dealer") else []),
    )


@dataclass(frozen=True, kw_only=True)
class FileFormat:
    """A file format of the game's software: `header`, then every deal by `format_deal`, with `separator` between.

    The header of a file with other characters than ASCII ends with `charset_line`, which declares its encoding.
    `format_deal` takes the table, the deal, the number of the board, a comment, which may be empty, and the event, site
    and date. `occasion` names the members of these three that the format has a place for.
    """

    ENCODING: ClassVar[str] = "utf-8"

    media_type: str
    format_deal: "Callable[[GameTable, Deal, int, str, Mapping[str, str]], str]"
    header: str = ""
    charset_line: str = ""
    separator: str = ""
    occasion: Collection[str] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Misdeal:
    """A deal that the rules do not accept, so that the dealer deals again.

    `sentence` says which deals are misdeals. `where` is a condition that every other deal fulfils.
    """

    sentence: str
    where: Mapping[str, Any]

    def find_condition(self, players: int) -> Mapping[str, Any]:
        """Return the condition for a number of players, if `where` has a condition for each; otherwise `where`."""
        by_players = {
            int(number): where
            for number, where in self.where.items()
            if number.isdigit()
        }
        return find_by_players(by_players, players) if by_players else self.where


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """One entry of the table of games (catalogue.py).

    A mapping from numbers of players has a value for each number and all above it, up to the next number.

    `steps` are in the notation of notation.py. `counts` are the numbers of cards for the names in braces there. If
    `max_cards` has numbers, a request may say how many cards each hand gets: the count `cards`, from 1 to the number
    for its players. `seats` name the seats as `expand_seats` reads them; the first gets
    the first card. `packs` are the default options of `deck`, and the codes that are always taken out;
    `removed_by_players` are further codes for exactly that number of players, as far as the packs have them.
    `parameters` are the parameters that this game takes and not every game does. None stands for `suit_order` of a
    French deck, and `exclude` if a deal leaves cards or deals out all of them. `direction` is None if the hands are not
    at a round table; `start` says where a deal begins, if not beside the dealer. `extra_fields` returns further
    response members of a deal (extras.py). `files` are file formats of a deal by their extension.
    `numbered_order` returns the order of a published deal, given its number. `ranking` names the rules in `RANKINGS`
    that rank its hands, and `house` compares them with the dealer's hand. With `continues` the next hand is dealt from
    the rest of the shoe. `unit` is the word for what is dealt: card, tile or ball. `laid` has, by pile, the cards that
    lie there before the deal; the packs are without them. `seating` is a sentence on players who sit out or seats that
    are empty. `other_numbers` names the entries of the game for other numbers of players, and `other_cards` for other
    numbers of cards. `source` names the document that has the rule, and `second_source` a document that agrees with it.
    `aliases` are other names of the same game, `near` has names of games that are nearly this one, each with a clause
    on the difference (suggestions.py).
    """

    title: str
    source: str
    players: Players
    steps: str | Mapping[int, str]
    counts: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    deck: str = "standard"
    packs: PackOptions = field(default_factory=PackOptions)
    removed_by_players: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    parameters: tuple[str, ...] | None = None
    max_cards: Mapping[int, int] = field(default_factory=dict)
    seats: str | Mapping[int, str] = "1, …, n - 1, dealer"
    direction: Direction | None = Direction.CLOCKWISE
    start: str = ""
    extra_fields: "Callable[[GameTable, Deal, int], dict[str, Any]] | None" = None
    files: Mapping[str, FileFormat] = field(default_factory=dict)
    numbered_order: Callable[[int], Sequence[int]] | None = None
    ranking: str | None = None
    house: HouseRule | None = None
    continues: bool = False
    unit: str = "card"
    void_deal: Misdeal | None
    laid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seating: str = ""
    other_numbers: tuple[str, ...] = ()
    other_cards: tuple[str, ...] = ()
    near: Mapping[str, str] = field(default_factory=dict)
    second_source: str = ""
    aliases: tuple[str, ...] = ()
    name: str = ""
    family: str = ""

    @cached_property
    def options(self) -> tuple[str, ...]:
        """The names of the parameters that this game accepts and not every game does."""
        if self.parameters is not None:
            return self.parameters
        texts = (self.steps,) if isinstance(self.steps, str) else self.steps.values()
        leaves_cards = any(
            word in text for text in texts for word in (" rest", "×rest", "all_out")
        )
        suit_order = (
            ("suit_order",) if "suit_order" in get_deck(self.deck).options else ()
        )
        return (*suit_order, "exclude") if leaves_cards else suit_order

    @property
    def is_against_house(self) -> bool:
        """Whether the dealer is the house, with a hand besides the players' hands."""
        return isinstance(self.seats, str) and self.seats.endswith("n, dealer")

    def resolve_players(self, players: int | None) -> int:
        """Return the requested number of players, or the default. Raises `Refused` if nobody plays it with so many."""
        if players is None or players in self.players:
            return self.players.default if players is None else players
        if not self.players.max:
            raise Refused("players", f"{self.name} deals no hands; leave players out.")
        noun = "player" if self.players.max == 1 else "players"
        house = " and the house" if self.is_against_house else ""
        others = (
            f" Other numbers: {', '.join(self.other_numbers)}."
            if self.other_numbers
            else ""
        )
        sentence = (
            f"{self.name} deals to {self.players} {noun}{house}, not to {players}."
        )
        raise Refused("players", f"{sentence} {self.seating}".rstrip() + others)

    def build_procedure(self, players: int, cards: int | None = None) -> Procedure:
        """Return the procedure for a number of players and a number of cards in each hand (None: the usual number)."""
        counts = {
            name: find_by_players(numbers, players)
            for name, numbers in self.counts.items()
        }
        if cards is not None:
            counts["cards"] = cards
        text = (
            self.steps
            if isinstance(self.steps, str)
            else find_by_players(self.steps, players)
        )
        names = (
            self.seats
            if isinstance(self.seats, str)
            else find_by_players(self.seats, players)
        )
        seats = expand_seats(names, players)
        return Procedure(seats, parse_steps(text.format_map(counts), seats))

    @property
    def pack_defaults(self) -> Mapping[str, Any]:
        """The default value of each pack option in this game, by name."""
        return {**PACK_DEFAULTS, **self.packs.explicit_values}

    def removed_cards(self, players: int, packs: PackOptions) -> tuple[str, ...]:
        """Return the codes of cards that the game takes out of packs with these options for a number of players."""
        removed_codes = (*self.packs.exclude, *self.removed_by_players.get(players, ()))
        codes = (
            {card.code for card in get_deck(self.deck).list_cards(packs)}
            if removed_codes
            else ()
        )
        return tuple(code for code in removed_codes if code in codes)


def find_by_players(values: Mapping[int, _Value], players: int) -> _Value:
    """Return the value for a number of players: `values[n]` with the largest n up to `players`."""
    return values[max(number for number in values if number <= players)]


@dataclass(frozen=True, eq=False, kw_only=True)
class DealTable:
    """A number of cards or items without faces, and the procedure that deals them.

    With `continues` the next hand of a sealed shoe is dealt from the rest of the shoe. After `boards` boards the first
    card goes to the same seat again; it is 1 in a game without boards.
    """

    procedure: Procedure
    count: int = 0
    continues: bool = False
    boards: int = 1

    @property
    def size(self) -> int:
        return self.count

    @property
    def pack(self) -> Sequence[Card]:
        """One of the identical packs, for a procedure that needs the faces of the cards."""
        return ()

    def first_seat(self, board: int) -> int:
        """Return the number, from 0, of the seat that gets the first card of a board."""
        return board % self.boards

    def deal(self, order: Sequence[int], board: int = 1) -> Deal:
        """Deal the shoe in a shuffled order, of all its indices; in a game with boards, as that board."""
        if self.procedure.needs_faces:
            return self.procedure.deal(order, self.pack, self.first_seat(board))
        return self._positions.map_to(order)

    @cached_property
    def _positions(self) -> Deal:
        return self.procedure.deal(range(self.size))


@dataclass(frozen=True, eq=False, kw_only=True)
class Table(DealTable):
    """A shoe, the procedure that deals it, and the name of the rules that rank the hands, if there are any."""

    shoe: Shoe
    ranking: str | None = "poker"

    @property
    def size(self) -> int:
        return len(self.shoe)

    @property
    def pack(self) -> Sequence[Card]:
        return self.shoe.pack


@dataclass(frozen=True, eq=False, kw_only=True)
class GameTable(Table):
    """The table of a game for a number of players; `cards` is the requested number of cards in each hand, if any."""

    game: Game
    players: int
    cards: int | None

    def deal(self, order: Sequence[int], board: int = 1) -> Deal:
        first_seat = self.first_seat(board)
        if self.procedure.needs_faces or len(order) > MAX_CACHED_CARDS:
            return self.procedure.deal(order, self.shoe.pack, first_seat)
        return _deal_positions(self, first_seat).map_to(order)

    def describe_deal(self) -> list[str]:
        """Return sentences that describe the deal: the shoe, the order of the seats, and every step."""
        game = self.game
        lines = [_describe_shoe(self.shoe)]
        if len(self.procedure.seats) > 1:
            order = ", ".join(self.procedure.seats_from(self.first_seat(1)))
            direction = (
                f", {game.direction}{game.start or _NEIGHBOURS[game.direction]}"
                if game.direction
                else ""
            )
            lines.append(
                f"The hands get their cards in this order{direction}: {order}."
            )
        lines += [*_describe_jokers(self.shoe), *self.procedure.describe()]
        if game.void_deal:
            lines.append(
                f"{game.void_deal.sentence}: shuffle all the cards and deal again."
            )
        return [line.replace("card", game.unit) for line in lines]

    def card_codes(self, pile: PileCards) -> list[str]:
        """Return the codes of the cards in a hand or a pile."""
        pack = self.shoe.pack
        return [pack[card % len(pack)].code for card in all_cards(pile)]


_NEIGHBOURS = {
    Direction.CLOCKWISE: " from the dealer's left",
    Direction.ANTICLOCKWISE: " from the dealer's right",
}


def _describe_shoe(shoe: Shoe) -> str:
    packs, per_pack = (
        ("1 pack", "")
        if shoe.pack_count == 1
        else (f"{shoe.pack_count} packs", " each")
    )
    counts = {
        name.replace("_", " "): getattr(shoe.options, name) or 0 for name in COUNTED
    }
    words = (
        f"{count} {name if count > 1 else name[:-1]}{per_pack}"
        for name, count in counts.items()
        if count
    )
    additions = "".join(f", with {addition}" for addition in words)
    exclusions = (
        f", without {join_words(_describe_excluded(shoe))}"
        if shoe.excluded_codes
        else ""
    )
    deck = shoe.deck.name.replace("_", " ")
    return f"Shuffle {packs} of the {deck} deck{additions}{exclusions}: {len(shoe)} cards in all."


def _describe_jokers(shoe: Shoe) -> list[str]:
    """Return a list with the sentence that tells big jokers from small jokers, or [] if the pack lacks either."""
    small, big = list_jokers(shoe.pack)
    if not small or not big:
        return []
    first = f"The small, black joker{' is' if len(small) == 1 else 's are'} {join_words(small)}"
    return [
        f"{first}; the big, red one{' is' if len(big) == 1 else 's are'} {join_words(big)}."
    ]


def _describe_excluded(shoe: Shoe) -> list[str]:
    """Return the suits that are excluded whole, and the codes of further excluded cards."""
    full_pack = list(shoe.deck.list_cards(shoe.options))
    remaining_suits = {card.suit for card in shoe.pack}
    suits = dict.fromkeys(
        card.suit
        for card in full_pack
        if card.suit and card.suit not in remaining_suits
    )
    codes = {card.code for card in full_pack if card.suit in suits}
    return [*suits, *(code for code in shoe.excluded_codes if code not in codes)]


MAX_CACHED_CARDS = 512  # the deals of larger shoes are not cached, as their positions take too much memory


@lru_cache(maxsize=64)
def _deal_positions(table: GameTable, first_seat: int) -> Deal:
    """Return where each position 0…n-1 of an order is dealt, by a procedure that does not need faces."""
    return table.procedure.deal(range(len(table.shoe)), first_seat=first_seat)


def set_up(
    game: Game, players: int | None, options: PackOptions, cards: int | None = None
) -> GameTable:
    """Return the table of a game for a number of players (None: the default), from a cache.

    `cards` is the number of cards of each hand, in a game that has a choice. `options` may be an instance of a
    subclass, such as a request. An option with the game's own value is accepted always. Raises `Refused` for a number
    of players or cards out of range, for an option that the game does not take, and if the deal needs another number
    of cards.
    """
    players = game.resolve_players(players)
    if cards is not None:
        others = (
            f" Other numbers: {', '.join(game.other_cards)}."
            if game.other_cards
            else ""
        )
        if not game.max_cards and others:
            raise Refused("cards", f"{game.name} takes no number of cards.{others}")
        if not game.max_cards:
            raise UnsupportedParameter(game.name, "cards", accepted=game.options)
        if not 1 <= cards <= (most := find_by_players(game.max_cards, players)):
            sentence = f"{game.name} deals 1 to {most} cards to each of {players} players, not {cards:,}."
            raise Refused("cards", sentence + others)
    make = (
        _set_up_cached
        if len(options.exclude) + len(options.only) <= MAX_CACHED_EXCLUDED
        else _set_up
    )
    return make(game, players, cards, pack_values(options))


def _set_up(
    game: Game, players: int, cards: int | None, values: tuple[Any, ...]
) -> GameTable:
    explicit_values = PackOptions(
        **dict(zip(PACK_FIELDS, values, strict=True))
    ).explicit_values
    removed_codes = game.removed_cards(players, replace(game.packs, **explicit_values))
    defaults = {**game.pack_defaults, "exclude": removed_codes}
    options = {
        name: value
        for name, value in explicit_values.items()
        if value != defaults.get(name)
    }
    for name in options:
        if ("exclude" if name == "only" else name) not in game.options:
            raise UnsupportedParameter(game.name, name, accepted=game.options)
    deck = get_deck(game.deck)
    packs = replace(game.packs, **{"exclude": (), **options})
    excluded = (
        code for code in parse_excluded(deck, packs) if code not in removed_codes
    )
    shoe = build_shoe(
        deck, replace(packs, only=(), exclude=(*removed_codes, *excluded))
    )
    procedure = game.build_procedure(players, cards)
    required = procedure.required_cards(len(shoe))
    size = len(shoe)
    if required != size:
        recipients = f" to {players} players" if players > 1 else ""
        difference = (
            f"{required - size} too few"
            if required > size
            else f"{size - required} would be left over"
        )
        sentence = f"{game.name} deals {required} {game.unit}s{recipients}, but there are {size}: {difference}."
        raise Refused(["players", *options][-1], sentence)
    return GameTable(
        shoe=shoe,
        procedure=procedure,
        ranking=game.ranking,
        continues=game.continues,
        boards=len(procedure.seats) if "board" in game.options else 1,
        game=game,
        players=players,
        cards=cards,
    )


_set_up_cached = lru_cache(maxsize=128)(_set_up)

"""Games, as far as the deal goes, and tables: a table is a shoe of cards and the procedure that deals the shoe."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Annotated, Any, ClassVar, TypeVar

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
from ..core.errors import Bounds, Reason, Refused, UnsupportedParameter, join_words
from ..rankings.house import HouseRule
from .notation import parse_steps
from .procedures import Deal, PileCards, Procedure, all_cards

_Value = TypeVar("_Value")

FAMILY_WORDS: Mapping[str, str] = {
    "patience": "solitaire solitär solitario paciencia réussite pasjans patiens пасьянс"
}
"""Words for a family, which people add to the name of a game of the family."""


class Direction(StrEnum):
    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


@dataclass(frozen=True)
class Players:
    """The numbers of players of a game: `min` to `max`, except the numbers in `without`; and the usual number."""

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
    """Return the names of the seats in a text, for a number of players.

    `N, E, S, W` are these four, and `none` is (). For three players, `1, …, n` is 1, 2, 3, `1, …, n, dealer` is 1, 2,
    3, dealer, and `1, …, n - 1, dealer` is 1, 2, dealer.
    """
    names, _, ending = text.partition("…, n")
    if names == text:
        return () if text == "none" else tuple(text.split(", "))
    last_number = players - 1 if ending.startswith(" - 1") else players
    numbers = tuple(map(str, range(1, last_number + 1)))
    return (*numbers, "dealer") if ending.endswith(", dealer") else numbers


@dataclass(frozen=True, kw_only=True)
class FileFormat:
    """A file format of the game's software: `header`, then each deal by `format_deal`, with `separator` in between.

    If a file has characters outside ASCII, its header ends with `charset_line`, which declares the encoding.
    `format_deal` takes the table, the deal, the number of the board, a comment, which may be empty, and a mapping with
    the event, site and date. `occasion` names those of these three that a file can have.
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
        """Return the condition for a number of players if `where` has a condition for each, or else `where` itself."""
        by_players = {
            int(number): where
            for number, where in self.where.items()
            if number.isdigit()
        }
        return find_by_players(by_players, players) if by_players else self.where


class PlayerBounds(Bounds, total=False):
    """The numbers of players for which a game is dealt."""

    without: Annotated[Sequence[int], "Numbers between them that are refused as well"]
    other_games: Annotated[Sequence[str], "Games for other numbers of players"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """One entry of the table of games (catalogue.py).

    In a mapping from numbers of players, a value is for its number and all higher numbers, up to the next number.
    """

    title: str
    source: str
    """The document that has the rule; `second_source` agrees with it."""
    players: Players
    steps: str | Mapping[int, str]
    """The steps in the notation of notation.py, or the steps for each number of players."""
    counts: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """Numbers of cards by number of players, for the names in braces in `steps`."""
    deck: str = "standard"
    packs: PackOptions = field(default_factory=PackOptions)
    """The default options of the `deck`, and the codes that are always taken out."""
    removed_by_players: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """By number of players, further codes that are taken out for exactly this number, if the packs have them."""
    parameters: tuple[str, ...] | None = None
    """The parameters that this game takes but not every game; None stands for the usual parameters (`options`)."""
    max_cards: Mapping[int, int] = field(default_factory=dict)
    """If not empty, a request may choose how many cards a hand gets, from 1 to this: the count `cards` of `steps`."""
    seats: str | Mapping[int, str] = "1, …, n - 1, dealer"
    """The seats, as `expand_seats` reads them. The first seat gets the first card."""
    direction: Direction | None = Direction.CLOCKWISE
    """None if the hands are not at a round table."""
    start: str = ""
    """Words for where a deal begins, if it does not begin beside the dealer."""
    extra_fields: "Callable[[GameTable, Deal, int], dict[str, Any]] | None" = None
    """Returns further response members of a deal, such as its board (extras.py)."""
    files: Mapping[str, FileFormat] = field(default_factory=dict)
    """File formats of a deal by their extension."""
    numbered_order: Callable[[int], Sequence[int]] | None = None
    """Takes the number of a published deal, and returns its order."""
    ranking: str | None = None
    """The name in `RANKINGS` of the rules that rank the hands; `house` compares them with the dealer's hand."""
    house: HouseRule | None = None
    continues: bool = False
    """Whether the next hand is dealt from the rest of the shoe."""
    unit: str = "card"
    """The word for what is dealt: card, tile or ball."""
    void_deal: Misdeal | None
    laid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By pile, the codes of cards that lie there before the deal. The packs do not have these cards."""
    seating: str = ""
    """A sentence on players who sit out or seats that are empty."""
    other_numbers: tuple[str, ...] = ()
    """The game's entries for other numbers of players; `other_cards` are its entries for other numbers of cards."""
    other_cards: tuple[str, ...] = ()
    near: Mapping[str, str] = field(default_factory=dict)
    """Names of games that are nearly this one, each with a clause on the difference (suggestions.py)."""
    second_source: str = ""
    aliases: tuple[str, ...] = ()
    """Other names of the same game."""
    name: str = ""
    family: str = ""

    @property
    def said_words(self) -> str:
        """The words that people say beside the name: each name of the family (suggestions.py)."""
        return f"{self.family} {FAMILY_WORDS.get(self.family, '')}"

    @property
    def said_numbers(self) -> Players:
        """The numbers that people say beside the name: the numbers of players."""
        return self.players

    @cached_property
    def options(self) -> tuple[str, ...]:
        """The names of the parameters that this game accepts but not every game."""
        if self.parameters is not None:
            return self.parameters
        takes_suit_order = "suit_order" in get_deck(self.deck).options
        usual = ("suit_order",) if takes_suit_order else ()
        return (*usual, "exclude") if self._deals_any_number else usual

    @property
    def _deals_any_number(self) -> bool:
        """Whether a deal leaves cards over or deals all cards out, so that cards can be taken out of the packs."""
        texts = [self.steps] if isinstance(self.steps, str) else self.steps.values()
        signs = (" rest", "×rest", "all_out")
        return any(sign in text for text in texts for sign in signs)

    @property
    def is_against_house(self) -> bool:
        """Whether the dealer is the house, with a hand besides the players' hands."""
        return isinstance(self.seats, str) and self.seats.endswith("n, dealer")

    def resolve_players(self, players: int | None) -> int:
        """Return the requested number of players, or the default.

        Raises `Refused` for another number: "holdem deals to 2 to 11 players, not to 30."
        """
        if players is None:
            return self.players.default
        if players in self.players:
            return players
        if not self.players.max:
            raise Refused("players", f"{self.name} deals no hands; leave players out.")
        noun = "player" if self.players.max == 1 else "players"
        house = " and the house" if self.is_against_house else ""
        sentences = [
            f"{self.name} deals to {self.players} {noun}{house}, not to {players}."
        ]
        if self.seating:
            sentences.append(self.seating)
        if self.other_numbers:
            sentences.append(f"Other numbers: {', '.join(self.other_numbers)}.")
        raise Refused("players", " ".join(sentences), self._build_reason())

    def _build_reason(self) -> Reason:
        """Return the reason for refusing a number of players: of hold'em {"least": 2, "most": 11}."""
        details = PlayerBounds(least=self.players.min, most=self.players.max)
        if self.players.without:
            details["without"] = self.players.without
        if self.other_numbers:
            details["other_games"] = self.other_numbers
        return Reason("player_count", details)

    def build_procedure(self, players: int, cards: int | None = None) -> Procedure:
        """Return the procedure for a number of players and a number of cards in each hand (None: the usual number)."""
        counts = {
            name: find_by_players(numbers, players)
            for name, numbers in self.counts.items()
        }
        if cards is not None:
            counts["cards"] = cards
        seats = expand_seats(_find_text(self.seats, players), players)
        steps = _find_text(self.steps, players).format_map(counts)
        return Procedure(seats, parse_steps(steps, seats))

    @property
    def pack_defaults(self) -> Mapping[str, Any]:
        """The default value of each pack option in this game, by name."""
        return dict(PACK_DEFAULTS) | self.packs.explicit_values

    def removed_cards(self, players: int, packs: PackOptions) -> tuple[str, ...]:
        """Return the codes of cards that the game takes out of packs with these options for a number of players."""
        removed_codes = (*self.packs.exclude, *self.removed_by_players.get(players, ()))
        if not removed_codes:
            return ()
        codes = {card.code for card in get_deck(self.deck).list_cards(packs)}
        return tuple(code for code in removed_codes if code in codes)


def find_by_players(values: Mapping[int, _Value], players: int) -> _Value:
    """Return the value for a number of players: `values[n]` with the largest n up to `players`."""
    return values[max(number for number in values if number <= players)]


def _find_text(texts: str | Mapping[int, str], players: int) -> str:
    """Return the text for a number of players, or the only text if there is just one."""
    return texts if isinstance(texts, str) else find_by_players(texts, players)


@dataclass(frozen=True, eq=False, kw_only=True)
class DealTable:
    """The procedure of a deal, and the number of cards or items without faces that it deals.

    With `continues`, a sealed shoe deals its next hand from the cards that the hand before left. The seat that gets
    the first card moves on by one with each board, and is the same again after `boards` boards: 4 in bridge, 1 in a
    game without boards.
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
        """Deal the shoe in a shuffled order of all its indices; in a game with boards, as this board."""
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
    """The table of a game for a number of players; `cards` is the requested number of cards in each hand, or None."""

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
            lines.append(self._describe_order())
        lines += _describe_jokers(self.shoe)
        lines += self.procedure.describe()
        if game.void_deal:
            lines.append(
                f"{game.void_deal.sentence}: shuffle all the cards and deal again."
            )
        return [line.replace("card", game.unit) for line in lines]

    def _describe_order(self) -> str:
        """Return the sentence that lists the seats in the order of dealing."""
        game = self.game
        direction = ""
        if game.direction:
            start = game.start or _NEIGHBOURS[game.direction]
            direction = f", {game.direction}{start}"
        seats = ", ".join(self.procedure.seats_from(self.first_seat(1)))
        return f"The hands get their cards in this order{direction}: {seats}."

    def card_codes(self, pile: PileCards) -> list[str]:
        """Return the codes of the cards in a hand or a pile."""
        pack = self.shoe.pack
        return [pack[card % len(pack)].code for card in all_cards(pile)]


_NEIGHBOURS = {
    Direction.CLOCKWISE: " from the dealer's left",
    Direction.ANTICLOCKWISE: " from the dealer's right",
}


def _describe_shoe(shoe: Shoe) -> str:
    """Return a sentence such as `Shuffle 1 pack of the standard deck, with 2 jokers: 54 cards in all.`"""
    if shoe.pack_count == 1:
        packs = "1 pack"
        per_pack = ""
    else:
        packs = f"{shoe.pack_count} packs"
        per_pack = " each"
    deck = shoe.deck.name.replace("_", " ")
    parts = [f"Shuffle {packs} of the {deck} deck"]
    for name in COUNTED:
        count = getattr(shoe.options, name)
        if count:
            plural = name.replace("_", " ")
            words = plural if count > 1 else plural.removesuffix("s")
            parts.append(f"with {count} {words}{per_pack}")
    if shoe.excluded_codes:
        parts.append(f"without {join_words(_describe_excluded(shoe))}")
    return f"{', '.join(parts)}: {len(shoe)} cards in all."


def _describe_jokers(shoe: Shoe) -> list[str]:
    """Return a list with the sentence that tells big jokers from small jokers, or [] if the pack lacks either."""
    small, big = list_jokers(shoe.pack)
    if not small or not big:
        return []
    verb = " is" if len(small) == 1 else "s are"
    big_verb = " is" if len(big) == 1 else "s are"
    return [
        f"The small, black joker{verb} {join_words(small)}; the big, red one{big_verb} {join_words(big)}."
    ]


def _describe_excluded(shoe: Shoe) -> list[str]:
    """Return the suits that are excluded completely, and the codes of further excluded cards."""
    full_pack = list(shoe.deck.list_cards(shoe.options))
    remaining_suits = {card.suit for card in shoe.pack}
    missing_suits = dict.fromkeys(
        card.suit
        for card in full_pack
        if card.suit and card.suit not in remaining_suits
    )
    codes_of_suits = {card.code for card in full_pack if card.suit in missing_suits}
    further = [code for code in shoe.excluded_codes if code not in codes_of_suits]
    return list(missing_suits) + further


MAX_CACHED_CARDS = 512  # the deals of larger shoes are not cached, as their positions take too much memory


@lru_cache(maxsize=64)
def _deal_positions(table: GameTable, first_seat: int) -> Deal:
    """Return where each position 0…n-1 of an order is dealt, for a procedure that needs no faces."""
    return table.procedure.deal(range(len(table.shoe)), first_seat=first_seat)


def set_up(
    game: Game, players: int | None, options: PackOptions, cards: int | None = None
) -> GameTable:
    """Return the table of a game for a number of players (None: the default), from a cache.

    `cards` is the number of cards of each hand, in a game that has a choice. `options` may be an instance of a
    subclass, such as a request. An option with the game's own value is always accepted. Raises `Refused` for a number
    of players or cards out of range, for an option that the game does not take, and if the deal needs another number
    of cards.
    """
    players = game.resolve_players(players)
    if cards is not None:
        _check_cards(game, players, cards)
    values = pack_values(options)
    if len(options.exclude) + len(options.only) > MAX_CACHED_EXCLUDED:
        return _set_up(game, players, cards, values)
    return _set_up_cached(game, players, cards, values)


def _check_cards(game: Game, players: int, cards: int) -> None:
    """Raise `Refused` if a request cannot choose this number of cards for each hand."""
    others = (
        f" Other numbers: {', '.join(game.other_cards)}." if game.other_cards else ""
    )
    if not game.max_cards:
        if others:
            raise Refused("cards", f"{game.name} takes no number of cards.{others}")
        raise UnsupportedParameter(game.name, "cards", accepted=game.options)
    max_cards = find_by_players(game.max_cards, players)
    if not 1 <= cards <= max_cards:
        raise Refused(
            "cards",
            f"{game.name} deals 1 to {max_cards} cards to each of {players} players, not {cards:,}.{others}",
        )


def _set_up(
    game: Game, players: int, cards: int | None, values: tuple[Any, ...]
) -> GameTable:
    """Return the table of a game; `values` are the request's values of `PACK_FIELDS`, which a cache can compare.

    A value of None or () is an option that the request does not have. Raises `Refused` if the game needs another number
    of cards: for `exclude=("2S",)` "hearts deals 48 cards to 4 players, but there are 51: 3 would be left over."
    """
    request = PackOptions(**dict(zip(PACK_FIELDS, values, strict=True)))
    removed_codes = game.removed_cards(
        players, replace(game.packs, **request.explicit_values)
    )
    options = _select_options(game, request, removed_codes)
    shoe = _build_game_shoe(game, options, removed_codes)
    procedure = game.build_procedure(players, cards)
    required = procedure.required_cards(len(shoe))
    if required != len(shoe):
        last_parameter = ["players", *options][-1]
        raise _refuse_size(last_parameter, game, players, required, len(shoe))
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


def _select_options(
    game: Game, request: PackOptions, removed_codes: tuple[str, ...]
) -> dict[str, Any]:
    """Return, by name, the requested options that differ from the game's own. Raises `Refused` for other options.

    Canasta has `decks=2` itself: a request with `decks=2` and `exclude=["2S"]` gives `{"exclude": ("2S",)}`.
    """
    own_values = dict(game.pack_defaults) | {"exclude": removed_codes}
    options = {
        name: value
        for name, value in request.explicit_values.items()
        if value != own_values.get(name)
    }
    for name in options:
        parameter = "exclude" if name == "only" else name  # a game takes both or none
        if parameter not in game.options:
            raise UnsupportedParameter(game.name, name, accepted=game.options)
    return options


def _build_game_shoe(
    game: Game, options: Mapping[str, Any], removed_codes: tuple[str, ...]
) -> Shoe:
    """Return the shoe of a game with these options. The codes that the game removes are excluded first."""
    deck = get_deck(game.deck)
    packs = replace(game.packs, exclude=())
    packs = replace(packs, **options)
    excluded = [
        code for code in parse_excluded(deck, packs) if code not in removed_codes
    ]
    return build_shoe(
        deck, replace(packs, only=(), exclude=(*removed_codes, *excluded))
    )


def _refuse_size(
    field: str, game: Game, players: int, required: int, available: int
) -> Refused:
    """Return the error, naming `field`, for a shoe of `available` cards where the deal takes the `required` number."""
    recipients = f" to {players} players" if players > 1 else ""
    difference = f"{available - required} would be left over"
    if required > available:
        difference = f"{required - available} too few"
    return Refused(
        field,
        f"{game.name} deals {required} {game.unit}s{recipients}, but there are {available}: {difference}.",
    )


_set_up_cached = lru_cache(maxsize=128)(_set_up)

"""Games, as far as their deal goes, and game tables: a game with its players and its shoe."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache, partial
from typing import Any, ClassVar, TypeVar

from service.core.cards.card import Card
from service.core.cards.decks import get_deck
from service.core.cards.options import COUNTED, PACK_DEFAULTS, PACK_FIELDS, PackOptions
from service.core.cards.packs.french import list_jokers
from service.core.cards.shoes import MAX_CACHED_EXCLUDED, Shoe, build_shoe, parse_excluded
from service.core.errors import Refused, UnsupportedParameter
from service.core.games.notation import parse_steps
from service.core.games.procedures import Deal, PileCards, Procedure, all_cards

_Value = TypeVar("_Value")


class Direction(StrEnum):
    """The sense in which a deal goes round the table."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


FRENCH_OPTIONS = ("suit_order", "exclude")
"""The options of a game that is played with one French-suited pack."""


@dataclass(frozen=True)
class Players:
    """The minimum, the maximum and the default number of players."""

    min: int
    max: int
    default: int

    def resolve(self, game: str, players: int | None) -> int:
        """Return the requested number of players, or the default. Raises `Refused` if it is out of range."""
        if players is None:
            return self.default
        if players not in self:
            sentence = f"{game} is for {self} players; {players} cannot play it."
            raise Refused("players", sentence if self.max else f"{game} deals no hands; leave players out.")
        return players

    def __contains__(self, players: int) -> bool:
        return self.min <= players <= self.max

    def __str__(self) -> str:
        return str(self.max) if self.min == self.max else f"{self.min} to {self.max}"


def exactly(players: int) -> Players:
    """Return the range of a game for one number of players."""
    return Players(players, players, default=players)


def round_table(players: int) -> tuple[str, ...]:
    """Return the seats of a round table: 1, 2, … from the dealer's left, and the dealer last."""
    return (*(str(seat) for seat in range(1, players)), "dealer")


def numbered_seats(players: int) -> tuple[str, ...]:
    """Return the seats of a table without a dealer: 1, 2, …."""
    return tuple(map(str, range(1, players + 1)))


def house_table(players: int) -> tuple[str, ...]:
    """Return the seats of a game against the house: 1, 2, … and the dealer, who is none of the players."""
    return (*numbered_seats(players), "dealer")


def no_seats(_: int) -> tuple[str, ...]:
    """Return no seats: all the cards go to piles."""
    return ()


@dataclass(frozen=True, kw_only=True)
class FileFormat:
    """A file format of the game's software: `header`, then every deal by `format_deal`, with `separator` between.

    `format_deal` takes the table, the deal, the number of the board, a comment, which may be empty, and the occasion;
    `occasion` are the names of what the format has a place for. Files are in `ENCODING`.
    """

    ENCODING: ClassVar[str] = "iso-8859-1"
    """The character set that PBN prescribes."""

    media_type: str
    format_deal: "Callable[[GameTable, Deal, int, str, Mapping[str, str]], str]"
    header: str = ""
    separator: str = ""
    occasion: Collection[str] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class VoidDeal:
    """A deal that is none by the rules, so that the dealer deals again.

    `sentence` says which, and `where` is the condition on a deal that every other one fulfils.
    """

    sentence: str
    where: Mapping[str, Any]


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """One entry of the table of games.

    Callables that take an integer are given the number of players, unless noted otherwise. A mapping from a number of
    players has the value for so many and more, up to its next number.

    `steps` are the steps of its deal in the notation of notation.py, and `counts` the numbers of cards for the names in
    braces there. In a game with the option `cards` a request may say how many cards each hand gets, the count `cards`,
    up to what `max_cards` returns. `seats` returns the seats in the order in which they get cards.
    `packs` are the options of `deck` that it is played with by default, and the codes that are taken out in any case;
    `removed_by_players` are those that are taken out for exactly that number of players, as far as its packs have them.
    `parameters` are the parameters that this game accepts and not every game does, None for those of most games:
    `suit_order` of a French deck, and `exclude` if a deal leaves cards or deals out all of them. `direction` is the
    sense in which the deal goes round, None if the hands are not at a round table; `start` are the words for where it
    begins, if not with the dealer's neighbour. In a game with boards it begins at the seat `first_seat`, given the
    board's number. `extra_fields` returns further response members of a deal; `files` are the file formats of a deal by
    their extension; both are given the board's number. `numbered_order` returns the order of a deal that has a
    published number, given that number. `ranking` is the name of the rules that rank its hands, if they are in
    `RANKINGS`. With `continues` the next hand is dealt from the rest of the shoe. `unit` is the word for what is dealt:
    card, tile or ball. `void_deal` is the deal that the rules do not accept, if there is one. `source` names the
    document that has the rule, and `second_source` another that agrees with it. `aliases` are other names that people
    have for it (suggestions.py). `name` and `family` are set by the table of games (catalogue.py).
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
    max_cards: Callable[[int], int] | None = None
    seats: Callable[[int], tuple[str, ...]] = round_table
    direction: Direction | None = Direction.CLOCKWISE
    start: str = ""
    first_seat: Callable[[int], int] = lambda _: 0
    extra_fields: "Callable[[GameTable, Deal, int], dict[str, Any]] | None" = None
    files: Mapping[str, FileFormat] = field(default_factory=dict)
    numbered_order: Callable[[int], Sequence[int]] | None = None
    ranking: str | None = None
    continues: bool = False
    unit: str = "card"
    void_deal: VoidDeal | None = None
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
        leaves_cards = any(word in text for text in texts for word in (" rest", "×rest", "all_out"))
        suit_order = ("suit_order",) if "suit_order" in get_deck(self.deck).options else ()
        return (*suit_order, "exclude") if leaves_cards else suit_order

    def build_procedure(self, players: int, cards: int | None = None) -> Procedure:
        """Return the procedure for that number of players, and of cards of each hand (None: the usual one)."""
        counts = {name: _by_players(numbers, players) for name, numbers in self.counts.items()}
        if cards is not None:
            counts["cards"] = cards
        text = self.steps if isinstance(self.steps, str) else _by_players(self.steps, players)
        seats = self.seats(players)
        return Procedure(seats, parse_steps(text.format_map(counts), seats))

    @property
    def pack_defaults(self) -> Mapping[str, Any]:
        """The value that each pack option has in this game if a request does not give it, by name."""
        return {**PACK_DEFAULTS, **self.packs.explicit_values}

    def removed_cards(self, players: int, packs: PackOptions) -> tuple[str, ...]:
        """Return the codes of the cards of those packs that are not in the shoe of that number of players."""
        removed = (*self.packs.exclude, *self.removed_by_players.get(players, ()))
        codes = {card.code for card in get_deck(self.deck).build_pack(packs)} if removed else ()
        return tuple(code for code in removed if code in codes)


AnticlockwiseGame = partial(Game, direction=Direction.ANTICLOCKWISE)
"""A game whose deal goes round anticlockwise."""


def _by_players(values: Mapping[int, _Value], players: int) -> _Value:
    """Return the value for a number of players: that of the highest number up to it."""
    return values[max(number for number in values if number <= players)]


@dataclass(frozen=True, eq=False, kw_only=True)
class DealTable(ABC):
    """A number of cards, and the procedure by which they are dealt."""

    procedure: Procedure

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of cards."""

    @property
    def pack(self) -> Sequence[Card]:
        """One of the identical packs, for a procedure that needs the faces of the cards."""
        return ()

    @property
    def continues(self) -> bool:
        """Whether the next hand of a sealed shoe is dealt from what the last one left."""
        return False

    @property
    def boards(self) -> int:
        """The number of boards after which the deals begin at the same seat again."""
        return 1

    def first_seat(self, board: int) -> int:  # noqa: ARG002 (of games with boards)
        """Return the number of the seat at which the deal of a board begins."""
        return 0


@dataclass(frozen=True, eq=False, kw_only=True)
class ItemTable(DealTable):
    """A number of items without faces, and the procedure by which they are dealt."""

    count: int

    @property
    def size(self) -> int:
        """The number of items."""
        return self.count


@dataclass(frozen=True, eq=False, kw_only=True)
class Table(DealTable):
    """A shoe, and the procedure by which it is dealt.

    `ranking` is the name of the rules that rank the hands, None if there are none.
    """

    shoe: Shoe
    ranking: str | None = "poker"

    @property
    def size(self) -> int:
        """The number of cards in the shoe."""
        return len(self.shoe)

    @property
    def pack(self) -> Sequence[Card]:
        """One of the identical packs of the shoe."""
        return self.shoe.pack

    def deal(self, order: Sequence[int], board: int = 1) -> Deal:
        """Deal the shoe in a shuffled order; in a game with boards, as that board."""
        if self.procedure.needs_faces:
            return self.procedure.deal(order, self.shoe.pack, self.first_seat(board))
        return self._positions.map_to(order)

    @cached_property
    def _positions(self) -> Deal:
        return self.procedure.deal(range(len(self.shoe)))


@dataclass(frozen=True, eq=False, kw_only=True)
class GameTable(Table):
    """The table of a game for a number of players.

    `cards` is the number of cards of each hand, None if it is the game's usual one.
    """

    game: Game
    players: int
    cards: int | None

    @property
    def continues(self) -> bool:
        """Whether the next hand of a sealed shoe is dealt from what the last one left."""
        return self.game.continues

    @property
    def boards(self) -> int:
        """The number of boards after which the deals begin at the same seat again."""
        return len(self.procedure.seats) if "board" in self.game.options else 1

    def first_seat(self, board: int) -> int:
        """Return the number of the seat at which the deal of a board begins."""
        return self.game.first_seat(board)

    def deal(self, order: Sequence[int], board: int = 1) -> Deal:
        """Deal the shoe in a shuffled order; in a game with boards, as that board."""
        first_seat = self.game.first_seat(board)
        if self.procedure.needs_faces or len(order) > MAX_CACHED_CARDS:
            return self.procedure.deal(order, self.shoe.pack, first_seat)
        return _deal_positions(self, first_seat).map_to(order)

    def describe_deal(self) -> list[str]:
        """Return the sentences of the deal: what is shuffled, in which order the seats are, and every step."""
        game, lines = self.game, [_describe_shoe(self.shoe)]
        if len(self.procedure.seats) > 1:
            order = ", ".join(self.procedure.seats_from(game.first_seat(1)))
            direction = f", {game.direction}{game.start or _NEIGHBOURS[game.direction]}" if game.direction else ""
            lines.append(f"The hands get their cards in this order{direction}: {order}.")
        lines += [*_describe_jokers(self.shoe), *self.procedure.describe()]
        if game.void_deal:
            lines.append(f"{game.void_deal.sentence}: shuffle all the cards and deal again.")
        return [line.replace("card", game.unit) for line in lines]

    def card_codes(self, pile: PileCards) -> list[str]:
        """Return the codes of the cards in a hand or a pile."""
        pack = self.shoe.pack
        return [pack[card % len(pack)].code for card in all_cards(pile)]


_NEIGHBOURS = {
    Direction.CLOCKWISE: " from the dealer's left",
    Direction.ANTICLOCKWISE: " from the dealer's right",
}
"""The seats at which a deal begins, if its game does not say otherwise."""


def _describe_shoe(shoe: Shoe) -> str:
    packs, per_pack = ("1 pack", "") if shoe.pack_count == 1 else (f"{shoe.pack_count} packs", " each")
    counts = {name: getattr(shoe.options, name) for name in COUNTED}
    additions = "".join(
        f", with {count} {name.replace('_', ' ')[: None if count > 1 else -1]}{per_pack}"
        for name, count in counts.items()
        if count
    )
    exclusions = f", without {_join(_describe_excluded(shoe))}" if shoe.excluded_codes else ""
    deck = shoe.deck.name.replace("_", " ")
    return f"Shuffle {packs} of the {deck} deck{additions}{exclusions}: {len(shoe)} cards in all."


def _describe_jokers(shoe: Shoe) -> list[str]:
    """Return the sentence that tells the big jokers from the small ones; none if the pack does not have both."""
    small, big = list_jokers(shoe.pack)
    if not small or not big:
        return []
    first = f"The small, black joker{' is' if len(small) == 1 else 's are'} {_join(small)}"
    return [f"{first}; the big, red one{' is' if len(big) == 1 else 's are'} {_join(big)}."]


def _join(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _describe_excluded(shoe: Shoe) -> list[str]:
    """Return the suits of which no card is left, and the codes of the other excluded cards."""
    full = list(shoe.deck.build_pack(shoe.options))
    left = {card.suit for card in shoe.pack}
    suits = dict.fromkeys(card.suit for card in full if card.suit and card.suit not in left)
    codes = {card.code for card in full if card.suit in suits}
    return [*suits, *(code for code in shoe.excluded_codes if code not in codes)]


MAX_CACHED_CARDS = 512
"""Number of cards above which the deal of a shoe is not cached, as its positions take too much memory."""


@lru_cache(maxsize=64)
def _deal_positions(table: GameTable, first_seat: int) -> Deal:
    """Return the deal of the positions 0…n-1, of a procedure that does not need the faces of the cards."""
    return table.procedure.deal(range(len(table.shoe)), first_seat=first_seat)


def set_up(game: Game, players: int | None, options: PackOptions, cards: int | None = None) -> GameTable:
    """Return the table of a game for that number of players (None: the default), from a cache.

    `cards` is the number of cards of each hand, for a game that has a choice. `options` may be an instance of a
    subclass, such as a request. An option with the value that it has in this game is as if it was left out, even if the
    game does not accept it. Raises `Refused` for a number of players or of cards out of range, for an option that does
    not fit, and if the cards do not go round.
    """
    players = game.players.resolve(game.name, players)
    if cards is not None:
        _check_cards(game, players, cards)
    make = _set_up_cached if len(options.exclude) + len(options.only) <= MAX_CACHED_EXCLUDED else _set_up
    return make(game, players, cards, options.pack_values)


def _check_cards(game: Game, players: int, cards: int) -> None:
    if game.max_cards is None:
        raise UnsupportedParameter(game.name, "cards", accepted=game.options)
    if not 1 <= cards <= (most := game.max_cards(players)):
        raise Refused("cards", f"{game.name} deals 1 to {most} cards to each of {players} players, not {cards:,}.")


def _set_up(game: Game, players: int, cards: int | None, values: tuple[Any, ...]) -> GameTable:
    given = PackOptions(**dict(zip(PACK_FIELDS, values, strict=True))).explicit_values
    removed = game.removed_cards(players, replace(game.packs, **given))
    defaults = {**game.pack_defaults, "exclude": removed}
    options = {name: value for name, value in given.items() if value != defaults.get(name)}
    for name in options:
        if ("exclude" if name == "only" else name) not in game.options:
            raise UnsupportedParameter(game.name, name, accepted=game.options)
    shoe = build_shoe(get_deck(game.deck), _merge_options(game, removed, options))
    procedure = game.build_procedure(players, cards)
    required, size = procedure.required_cards(len(shoe)), len(shoe)
    if required != size:
        recipients = f" to {players} players" if players > 1 else ""
        difference = f"{required - size} too few" if required > size else f"{size - required} would be left over"
        raise Refused(
            ["players", *options][-1],
            f"{game.name} deals {required} {game.unit}s{recipients}, but there are {size}: {difference}.",
        )
    return GameTable(shoe=shoe, procedure=procedure, ranking=game.ranking, game=game, players=players, cards=cards)


_set_up_cached = lru_cache(maxsize=128)(_set_up)


def _merge_options(game: Game, removed: tuple[str, ...], options: Mapping[str, Any]) -> PackOptions:
    """Return the given options over those of the game, without the removed cards."""
    packs = replace(game.packs, **{"exclude": (), **options})
    excluded = parse_excluded(get_deck(game.deck), packs)
    return replace(packs, only=(), exclude=(*removed, *(code for code in excluded if code not in removed)))

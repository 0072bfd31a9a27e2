"""Games, as far as their deal goes, and game tables: a game with its players and its shoe."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from service.core.cards.decks import get_deck
from service.core.cards.options import PACK_DEFAULTS, PACK_FIELDS, PackOptions
from service.core.cards.shoes import MAX_CACHED_EXCLUDED, Shoe, build_shoe, parse_card
from service.core.errors import Refused, UnsupportedParameter
from service.core.games.procedures import Deal, Pile, Procedure, Step, all_cards

Steps = tuple[Step, ...]


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


def round_table(players: int) -> tuple[str, ...]:
    """Return the seats of a round table: 1, 2, … from the dealer's left, and the dealer last."""
    return (*(str(seat) for seat in range(1, players)), "dealer")


def numbered_seats(players: int) -> tuple[str, ...]:
    """Return the seats of a table without a dealer: 1, 2, …."""
    return tuple(map(str, range(1, players + 1)))


def no_seats(_: int) -> tuple[str, ...]:
    """Return no seats: all the cards go to piles."""
    return ()


@dataclass(frozen=True, kw_only=True)
class FileFormat:
    """A file format of the game's software: `header`, then every deal by `format_deal`, with `separator` between.

    `format_deal` takes the table, the deal, the number of the board and a comment, which may be empty.
    """

    media_type: str
    format_deal: "Callable[[GameTable, Deal, int, str], str]"
    header: str = ""
    separator: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """One entry of the table of games.

    Callables that take an integer are given the number of players, unless noted otherwise.

    `steps` returns the steps of its deal. In a game with the option `cards` it may be given the number of cards of each
    hand as well, up to what `max_cards` returns. `seats` returns the seats in the order in which they get cards.
    `packs` are the options of `deck` that it is played with by default, and the codes that are taken out in any case;
    `removed_by_players` are those that are taken out for that number of players, as far as its packs have them.
    `options` are the parameters that this game accepts and not every game does. `direction` is the sense in which the
    deal goes round, None if the hands are not at a round table; `start` are the words for where it begins, if not with
    the dealer's neighbour. In a game with boards it begins at the seat `first_seat`, given the board's number.
    `extra_fields` returns further response members of a deal; `files` are the file formats of a deal by their
    extension; both are given the board's number. `numbered_order` returns the order of a deal that has a published
    number, given that number. `ranking` is the name of the rules that rank its hands, if they are in `RANKINGS`. With
    `continues` the next hand is dealt from the rest of the shoe. `unit` is the word for what is dealt: card, tile or
    ball. `family` is set by the table of games (catalogue.py).
    """

    name: str
    title: str
    source: str
    deck: str
    players: Players
    steps: Callable[..., Steps]
    max_cards: Callable[[int], int] | None = None
    seats: Callable[[int], tuple[str, ...]] = round_table
    packs: PackOptions = field(default_factory=PackOptions)
    removed_by_players: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    options: tuple[str, ...] = FRENCH_OPTIONS
    direction: Direction | None = Direction.CLOCKWISE
    start: str = ""
    first_seat: Callable[[int], int] = lambda _: 0
    extra_fields: "Callable[[GameTable, Deal, int], dict[str, Any]] | None" = None
    files: Mapping[str, FileFormat] = field(default_factory=dict)
    numbered_order: Callable[[int], Sequence[int]] | None = None
    ranking: str | None = None
    continues: bool = False
    unit: str = "card"
    family: str = ""

    @property
    def pack_defaults(self) -> Mapping[str, Any]:
        """The value that each pack option has in this game if a request does not give it, by name."""
        return {**PACK_DEFAULTS, **self.packs.explicit_values}

    def removed_cards(self, players: int, packs: PackOptions) -> tuple[str, ...]:
        """Return the codes of the cards of those packs that are not in the shoe of that number of players."""
        removed = (*self.packs.exclude, *self.removed_by_players.get(players, ()))
        codes = {card.code for card in get_deck(self.deck).build_pack(packs)} if removed else ()
        return tuple(code for code in removed if code in codes)


@dataclass(frozen=True, eq=False)
class GameTable:
    """A game, its number of players, and the shoe and the procedure that they play with.

    `cards` is the number of cards of each hand, None if it is the game's usual one.
    """

    game: Game
    players: int
    cards: int | None
    shoe: Shoe
    procedure: Procedure

    def deal(self, order: Sequence[int], board: int = 1) -> Deal:
        """Deal the shoe in a shuffled order; in a game with boards, as that board."""
        first_seat = self.game.first_seat(board)
        if self.procedure.needs_faces or len(order) > MAX_CACHED_CARDS:
            return self.procedure.deal(order, self.shoe.pack, first_seat)
        return _deal_positions(self, first_seat).map_to(order)

    def card_codes(self, pile: Pile) -> list[str]:
        """Return the codes of the cards in a hand or a pile."""
        pack = self.shoe.pack
        return [pack[card % len(pack)].code for card in all_cards(pile)]


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
    make = _set_up_cached if len(options.exclude) <= MAX_CACHED_EXCLUDED else _set_up
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
        if name not in game.options:
            raise UnsupportedParameter(game.name, name, accepted=game.options)
    shoe = build_shoe(get_deck(game.deck), _merge_options(game, removed, options))
    procedure = Procedure(game.seats(players), game.steps(players) if cards is None else game.steps(players, cards))
    required, size = procedure.required_cards(len(shoe)), len(shoe)
    if required != size:
        recipients = f" to {players} players" if players > 1 else ""
        difference = f"{required - size} too few" if required > size else f"{size - required} would be left over"
        raise Refused(
            ["players", *options][-1],
            f"{game.name} deals {required} {game.unit}s{recipients}, but there are {size}: {difference}.",
        )
    return GameTable(game, players, cards, shoe, procedure)


_set_up_cached = lru_cache(maxsize=128)(_set_up)


def _merge_options(game: Game, removed: tuple[str, ...], options: Mapping[str, Any]) -> PackOptions:
    """Return the given options over those of the game, without the removed cards."""
    packs = replace(game.packs, **options)
    deck = get_deck(game.deck)
    excluded = options.get("exclude", ())
    others = (text for text in excluded if parse_card("exclude", text, deck, packs).code not in removed)
    return replace(packs, exclude=(*removed, *others))

"""What a game is, as far as its deal goes, and a sitting: a game with its players and its shoe."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

from service.core.cards.decks import Packs, deck_named
from service.core.cards.shoes import Shoe, lay_out, read_card
from service.core.errors import Refused
from service.core.games.procedures import Dealt, Pile, Procedure, Step, together

Steps = tuple[Step, ...]

CLOCKWISE = "clockwise from the dealer's left"
ANTICLOCKWISE = "anticlockwise from the dealer's right"
FRENCH = ("suit_order", "exclude")
"""The options of a game that is played with one French-suited pack."""


@dataclass(frozen=True)
class Players:
    """How many can play: from `least` to `most`, and as many as `usual` if nothing is said."""

    least: int
    most: int
    usual: int

    def settled(self, game: str, asked: int | None) -> int:
        """How many play. Raises `Refused` if so many cannot."""
        if asked is None:
            return self.usual
        if not self.least <= asked <= self.most:
            some = f"{game} is for {self} players; {asked} cannot play it."
            raise Refused("players", some if self.most else f"{game} deals no hands; leave players out.")
        return asked

    def __str__(self) -> str:
        return str(self.most) if self.least == self.most else f"{self.least} to {self.most}"


def around(players: int) -> tuple[str, ...]:
    """The seats of a round table: from the dealer's left 1, 2, …, and the dealer last."""
    return (*(str(seat) for seat in range(1, players)), "dealer")


def nowhere(_: int) -> tuple[str, ...]:
    """No seats: all the cards go to piles."""
    return ()


@dataclass(frozen=True, kw_only=True)
class File:
    """A file of deals that the game's software reads: an `entry` for each, `head` before and `between` them."""

    media_type: str
    entry: "Callable[[Sitting, Dealt, int], str]"
    head: str = ""
    between: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """One entry of the table.

    `steps` deal it, given the number of players, to the `seats`, which are in the order in which they get cards.
    `packs` is what it is played with, of its `deck`, unless a request says otherwise; `without` are the codes that are
    taken out if so many play. `options` are the parameters that fit this game and not every game. `turn` says which way
    round the deal goes; if the game has boards, it begins at the seat number `first` of a board. `remarks` tell more of
    a deal than what is where, and `files` are its other forms, by the name that they have after a dot; both are given
    the board's number. `numbered` is the order that has a published number, if orders have. `piece` is what is dealt: a
    card, a tile, a ball.
    """

    name: str
    title: str
    source: str
    deck: str
    players: Players
    steps: Callable[[int], Steps]
    seats: Callable[[int], tuple[str, ...]] = around
    packs: Packs = field(default_factory=Packs)
    without: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    options: tuple[str, ...] = FRENCH
    turn: str = CLOCKWISE
    first: Callable[[int], int] = lambda _: 0
    remarks: "Callable[[Sitting, Dealt, int], dict[str, Any]] | None" = None
    files: Mapping[str, File] = field(default_factory=dict)
    numbered: Callable[[int], Sequence[int]] | None = None
    piece: str = "card"


@dataclass(frozen=True, eq=False)
class Sitting:
    """A game, so many players, and the shoe that they play with."""

    game: Game
    players: int
    shoe: Shoe
    procedure: Procedure

    def deal(self, order: Sequence[int], board: int = 1) -> Dealt:
        """Deal the shuffled shoe; of a game with boards, that board."""
        first = self.game.first(board)
        if self.procedure.looks:
            return self.procedure.deal(order, self.shoe.pack, first)
        return _places(self, first).placed(order)

    def codes(self, pile: Pile) -> list[str]:
        """The codes of the cards in a hand or a pile."""
        pack = self.shoe.pack
        return [pack[card % len(pack)].code for card in together(pile)]

    def words(self) -> list[str]:
        """What is done, step by step."""
        said = [_shuffle(self.shoe)]
        seats = self.procedure.seats
        if len(seats) > 1:
            first = self.game.first(1)
            order = ", ".join(seats[first:] + seats[:first])
            said.append(f"The hands get their cards in this order{self.game.turn and ', ' + self.game.turn}: {order}.")
        said += self.procedure.words()
        return [line.replace("card", self.game.piece) for line in said]


def _shuffle(shoe: Shoe) -> str:
    """What is shuffled, in words."""
    packs, each = ("1 pack", "") if shoe.packs == 1 else (f"{shoe.packs} packs", " each")
    more = {"jokers": shoe.asked.jokers, "red fives": shoe.asked.red_fives}
    added = "".join(f", with {count} {kind}{each}" for kind, count in more.items() if count)
    out = f", without {' and '.join(shoe.excluded)}" if shoe.excluded else ""
    return f"Shuffle {packs} of the {shoe.deck.name} deck{added}{out}: {len(shoe)} cards in all."


@lru_cache(maxsize=64)
def _places(sitting: Sitting, first: int) -> Dealt:
    """Where each place of an order goes, if that does not depend on what is on the cards."""
    return sitting.procedure.deal(range(len(sitting.shoe)), first=first)


def sit_down(game: Game, asked_players: int | None, asked: Packs) -> Sitting:
    """The game with so many players and such packs.

    What it is played with anyway may be asked for as well, so that a request can be made of what an answer says. Raises
    `Refused` if so many cannot play, for an option that does not fit, and if the cards do not go round.
    """
    packs = Packs(**{option.name: getattr(asked, option.name) for option in fields(Packs)})
    return _sit_down(game, game.players.settled(game.name, asked_players), packs)


@lru_cache(maxsize=256)
def _sit_down(game: Game, players: int, asked: Packs) -> Sitting:
    for option, value in _said(asked).items():
        if option not in game.options and value != getattr(game.packs, option):
            takes = f"; it takes {', '.join(game.options)}" if game.options else ""
            raise Refused(option, f"{game.name} takes no {option}{takes}.")
    shoe = lay_out(deck_named(game.deck), _packs(game, players, asked))
    procedure = Procedure(game.seats(players), game.steps(players))
    needed, held = procedure.needed(len(shoe)), len(shoe)
    if needed != held:
        among = f" to {players} players" if players > 1 else ""
        raise Refused(
            _blamed(asked),
            f"{game.name} deals {needed} {game.piece}s{among}, but there are {held}: "
            f"{f'{needed - held} too few' if needed > held else f'{held - needed} would be left over'}.",
        )
    return Sitting(game, players, shoe, procedure)


def _packs(game: Game, players: int, asked: Packs) -> Packs:
    """What is played with: what is asked, and the game's own packs for the rest."""
    packs = replace(game.packs, **_said(asked))
    without = game.without.get(players, ())
    deck = deck_named(game.deck)
    more = (text for text in packs.exclude if read_card("exclude", text, deck, packs).code not in without)
    return replace(packs, exclude=(*without, *more))


def _said(asked: Packs) -> dict[str, Any]:
    """What is not as it is by default."""
    values = ((option.name, getattr(asked, option.name)) for option in fields(Packs))
    return {name: value for name, value in values if value not in {None, ()}}


def _blamed(asked: Packs) -> str:
    """The parameter on account of which there are too few cards, or too many."""
    return ["players", *_said(asked)][-1]

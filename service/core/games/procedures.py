"""Deal procedures: the steps by which the cards of a shuffled order go to hands and piles.

A procedure is data. Each `Step` deals some cards and describes itself in a sentence. notation.py reads the steps of a
game from its entry.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import chain

from service.core.cards.card import Card

PileCards = dict[str, list[int]]
"""The cards of a hand or a pile, from the top, by the name of their part; cards without a named part are under ""."""


class Face(StrEnum):
    """The players who see a dealt card: all of them (UP), its hand (OWN), or nobody (DOWN and BURNED).

    A card that lies DOWN is still to be drawn; a BURNED one is out of play.
    """

    UP = "up"
    OWN = "own"
    DOWN = "down"
    BURNED = "burned"


@dataclass(slots=True)
class Deal:
    """The hands by seat and the piles by name, in the order in which the game names them."""

    hands: dict[str, PileCards]
    piles: dict[str, PileCards]

    def map_to(self, order: Sequence[int]) -> "Deal":
        """Return the deal of `order`, given that this one is the deal of the positions 0…n-1."""
        return Deal(_map_piles(self.hands, order), _map_piles(self.piles, order))


def _map_piles(piles: Mapping[str, PileCards], order: Sequence[int]) -> dict[str, PileCards]:
    card_at = order.__getitem__
    mapped: dict[str, PileCards] = {}
    for name, pile in piles.items():
        cards = mapped[name] = {}
        for part, positions in pile.items():
            cards[part] = list(map(card_at, positions))
    return mapped


def all_cards(pile: PileCards) -> list[int]:
    """Return the cards of every part of a hand or a pile, one part after the other."""
    return list(chain.from_iterable(pile.values()))


class DealState(Deal):
    """A deal in progress: `order` lies face down, and cards leave it at the top or at the end.

    `seats` are in the order in which they get cards. `pack` is one of the identical packs of the shoe. The faces with
    which cards are laid are for subclasses; a plain deal has no use for them.
    """

    def __init__(self, order: Sequence[int], seats: Sequence[str], pack: Sequence[Card] = ()) -> None:
        super().__init__({seat: {} for seat in seats}, {})
        self.order, self.seats, self.pack = order, seats, pack
        self.top, self.end = 0, len(order)

    def take(self, count: int) -> Sequence[int]:
        """Remove and return `count` cards from the top."""
        self.top += count
        return self.order[self.top - count : self.top]

    def take_last(self, count: int) -> Sequence[int]:
        """Remove and return the last `count` cards, in the order in which they lie."""
        self.end -= count
        return self.order[self.end : self.end + count]

    def face(self, card: int) -> Card:
        """Return the card that has this index in the shoe."""
        return self.pack[card % len(self.pack)]

    @property
    def remaining(self) -> int:
        """Number of cards that have not been dealt."""
        return self.end - self.top

    def give(self, seat: str, cards: Sequence[int], part: str = "", face: Face = Face.OWN) -> None:
        """Add cards to a hand."""
        self.lay("hands", seat, part, cards, face)

    def put(self, pile: str, cards: Sequence[int], part: str = "", face: Face = Face.UP) -> None:
        """Add cards to a pile, under those that are there."""
        self.lay("piles", pile, part, cards, face)

    def lay(self, kind: str, name: str, part: str, cards: Sequence[int], face: Face) -> None:  # noqa: ARG002
        """Add cards to a part of a hand or a pile; `kind` is hands or piles."""
        piles = self.hands if kind == "hands" else self.piles
        piles.setdefault(name, {}).setdefault(part, []).extend(cards)


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of a procedure.

    `deal` does it; `description` is its sentence, empty if that of the step before tells it too. `max_cards` returns
    the maximum number of cards that it takes, given the number of hands and of remaining cards. `piles` are the piles
    that it deals to. With `needs_faces` it depends on the faces of the cards. `default_pile` is the pile of all cards
    that are left, face down, from which the game goes on. `stage` is the part of the deal that the step belongs to.
    """

    deal: Callable[[DealState], None]
    description: str
    max_cards: Callable[[int, int], int]
    piles: tuple[str, ...] = ()
    needs_faces: bool = False
    default_pile: str | None = None
    stage: str = "deal"


@dataclass(frozen=True)
class Procedure:
    """A sequence of steps, and the seats in the order in which they get cards.

    Every card of an order goes to exactly one hand or pile.
    """

    seats: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def piles(self) -> list[str]:
        """The names of the piles, in the order in which they get their first card."""
        return list(dict.fromkeys(pile for step in self.steps for pile in step.piles))

    @property
    def default_pile(self) -> str | None:
        """The name of the pile from which the game goes on after the deal; None if there is none."""
        return next((step.default_pile for step in self.steps if step.default_pile), None)

    @property
    def stock(self) -> str | None:
        """The name of the pile of cards that the deal leaves; None if it leaves none, or deals nothing else."""
        return self.default_pile if len(self.steps) > 1 else None

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """The names of the stages, in order."""
        return tuple(dict.fromkeys(step.stage for step in self.steps))

    @cached_property
    def needs_faces(self) -> bool:
        """Whether the faces of the cards decide where any of them goes."""
        return any(step.needs_faces for step in self.steps)

    def seats_from(self, first_seat: int) -> tuple[str, ...]:
        """Return the seats in the order in which they get cards if the first is seat number `first_seat`."""
        return self.seats[first_seat:] + self.seats[:first_seat]

    def describe(self) -> list[str]:
        """Return the sentences of the steps."""
        return [step.description for step in self.steps if step.description]

    def required_cards(self, size: int) -> int:
        """Return how many cards the steps take at most from a shoe of that size; it may be more than there are."""
        remaining = size
        for step in self.steps:
            remaining -= step.max_cards(len(self.seats), remaining)
        return size - remaining

    def steps_from(self, start: int) -> tuple[Step, ...]:
        """Return the steps of a deal that begins at a position of the shoe: above 0, without the cards burned first."""
        return self.steps[start > 0 and self.steps[0].piles == ("burns",) :]

    def hand_cards(self, start: int) -> int:
        """Return how many cards a deal takes at most, from a position of the shoe on, before it leaves the stock."""
        return sum(step.max_cards(len(self.seats), 0) for step in self.steps_from(start))

    def deal(self, order: Sequence[int], pack: Sequence[Card] = (), first_seat: int = 0) -> Deal:
        """Deal `order` from the top, beginning with seat number `first_seat`; `pack` is one pack of the shoe."""
        state = DealState(order, self.seats_from(first_seat), pack)
        state.hands = {seat: {} for seat in self.seats}
        for step in self.steps:
            step.deal(state)
        return state

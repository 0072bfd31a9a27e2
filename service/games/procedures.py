"""Deal procedures: steps that deal the cards of a shuffled order to hands and piles.

A procedure is data. Each `Step` deals some cards and describes itself in a sentence. notation.py reads the steps of a
game from its entry.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import Literal, NamedTuple, get_args

from ..cards.card import Card
from .sentences import Description, write_sentences

PileCards = dict[str, list[int]]
"""The indices of the cards in each part of a hand or pile, from the top; cards outside named parts are under ""."""

PlaceKind = Literal["hands", "piles"]
"""Whether a place is a hand or a pile. It is the name of the member of a deal that has the place."""
PLACE_KINDS: tuple[PlaceKind, ...] = get_args(PlaceKind)


class PlacePart(NamedTuple):
    """A part of a hand or pile, such as `PlacePart("piles", "board", "turn")`; `part` is "" for cards without one."""

    kind: PlaceKind
    name: str
    part: str


class Face(StrEnum):
    """Who sees a dealt card: all (UP), its hand (OWN), all other hands (OTHERS), or nobody.

    A card that nobody sees can be drawn later (DOWN), or is out of play (BURNED).
    """

    UP = "up"
    OWN = "own"
    OTHERS = "others"
    DOWN = "down"
    BURNED = "burned"

    def is_seen(self, hand: str, seats: Collection[str] | None) -> bool:
        """Return whether one of `seats`, or any player for None, sees a card that lies in `hand` with this face."""
        if self is Face.OTHERS:
            return seats is None or any(seat != hand for seat in seats)
        return self is Face.UP or (
            self is Face.OWN and (seats is None or hand in seats)
        )


@dataclass
class Deal:
    """The hands by seat and the piles by name, in the game's order."""

    hands: dict[str, PileCards]
    piles: dict[str, PileCards]

    def map_to(self, order: Sequence[int]) -> "Deal":
        """Return this deal with each position replaced by the card at that position in `order`.

        A hand of the positions 0 and 2 has, of the order [7, 5, 9], the cards 7 and 9.
        """
        return Deal(_map_piles(self.hands, order), _map_piles(self.piles, order))


def _map_piles(
    piles: Mapping[str, PileCards], order: Sequence[int]
) -> dict[str, PileCards]:
    card_at = order.__getitem__
    mapped: dict[str, PileCards] = {}
    for name, pile in piles.items():
        mapped[name] = {
            part: list(map(card_at, positions)) for part, positions in pile.items()
        }
    return mapped


def all_cards(pile: PileCards) -> list[int]:
    """Return the cards of a hand or a pile in one list: {"": [3, 8], "up": [5]} is [3, 8, 5]."""
    return list(chain.from_iterable(pile.values()))


class DealState(Deal):
    """A deal in progress. Steps take cards from the top or the end of `order`, and lay them in hands and piles.

    The first of `seats` gets the first card. `pack` is one of the identical packs of the shoe. The undealt cards are
    `order[top:end]`. Subclasses note the faces of the cards that are laid; this class ignores faces.
    """

    def __init__(
        self, order: Sequence[int], seats: Sequence[str], pack: Sequence[Card] = ()
    ) -> None:
        super().__init__({seat: {} for seat in seats}, {})
        self.order = order
        self.seats = seats
        self.pack = pack
        self.top = 0
        self.end = len(order)

    def take(self, count: int) -> Sequence[int]:
        """Remove and return `count` cards from the top."""
        self.top += count
        return self.order[self.top - count : self.top]

    def take_last(self, count: int) -> Sequence[int]:
        """Remove and return the last `count` cards, in their order."""
        self.end -= count
        return self.order[self.end : self.end + count]

    def face(self, card: int) -> Card:
        """Return the card with this index in the shoe."""
        return self.pack[card % len(self.pack)]

    @property
    def remaining(self) -> int:
        return self.end - self.top

    def give(
        self, seat: str, cards: Sequence[int], part: str = "", face: Face = Face.OWN
    ) -> None:
        self.lay("hands", seat, part, cards, face)

    def put(
        self, pile: str, cards: Sequence[int], part: str = "", face: Face = Face.UP
    ) -> None:
        """Add cards at the bottom of a pile."""
        self.lay("piles", pile, part, cards, face)

    def lay(
        self,
        kind: PlaceKind,
        name: str,
        part: str,
        cards: Sequence[int],
        face: Face,  # noqa: ARG002
    ) -> None:
        """Add cards at the bottom of a part of a hand or a pile."""
        places = self.places_of(kind)
        places.setdefault(name, {}).setdefault(part, []).extend(cards)

    def places_of(self, kind: PlaceKind) -> dict[str, PileCards]:
        """Return the hands or the piles."""
        return self.hands if kind == "hands" else self.piles


class Step(NamedTuple):
    """One step of a procedure."""

    deal: Callable[[DealState], None]
    """Make the step."""
    description: Description
    """What the step's sentence is written from. It is empty if the sentence of the step before describes both."""
    max_cards: Callable[[int, int], int]
    """Takes the numbers of hands and of remaining cards, and returns the most cards that the step takes."""
    piles: tuple[str, ...] = ()
    """The piles that get cards."""
    needs_faces: bool = False
    """Whether the faces of the cards decide where a card goes."""
    default_pile: str | None = None
    """A pile of all remaining cards, face down, which players draw from."""
    face: Face = Face.OWN
    """The face of the cards that the step gives to hands."""
    stage: str = "deal"
    """The part of the deal, such as `flop`."""

    @property
    def sentence(self) -> str:
        """The sentence on this step alone. It is empty if the sentence of the step before describes both."""
        return "".join(write_sentences([self.description]))


@dataclass(frozen=True)
class Procedure:
    """The steps of a deal, which deal each card to one hand or pile, and the seats: the first gets the first card."""

    seats: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def piles(self) -> list[str]:
        """The names of the piles, in the order of their first cards."""
        return list(dict.fromkeys(pile for step in self.steps for pile in step.piles))

    @property
    def default_pile(self) -> str | None:
        """The name of the pile that players draw from after the deal; None if there is none."""
        return next(
            (step.default_pile for step in self.steps if step.default_pile), None
        )

    @property
    def stock(self) -> str | None:
        """The name of the pile of undealt cards; None if the game has none.

        A game of one step and no hands has none: the caller of bingo calls all balls, the pile `called`.
        """
        return self.default_pile if len(self.steps) > 1 or self.seats else None

    @cached_property
    def stages(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(step.stage for step in self.steps))

    @cached_property
    def needs_faces(self) -> bool:
        """Whether the faces of cards decide where any card is dealt."""
        return any(step.needs_faces for step in self.steps)

    @cached_property
    def hand_face(self) -> Face:
        """The face of a card that a hand draws after the deal: OTHERS where only the other hands see it, else OWN."""
        return (
            Face.OTHERS
            if any(step.face is Face.OTHERS for step in self.steps)
            else Face.OWN
        )

    def seats_from(self, first_seat: int) -> tuple[str, ...]:
        """Return all seats, round the table from seat number `first_seat`, 0 for the first."""
        return self.seats[first_seat:] + self.seats[:first_seat]

    def describe(self) -> list[str]:
        """Return the sentences that describe all steps."""
        return write_sentences(step.description for step in self.steps)

    def required_cards(self, size: int) -> int:
        """Return the largest number of cards that the steps take from a shoe of `size` cards; it may exceed `size`."""
        count_left = size
        for step in self.steps:
            count_left -= step.max_cards(len(self.seats), count_left)
        return size - count_left

    def steps_from(self, start: int) -> tuple[Step, ...]:
        """Return the steps of a hand that begins at position `start` of the shoe. Above 0, it burns no first cards."""
        if start > 0 and self.steps[0].piles == ("burns",):
            return self.steps[1:]
        return self.steps

    def hand_cards(self, start: int) -> int:
        """Return the largest number of cards, without the stock, of a hand that begins at position `start`."""
        return sum(
            step.max_cards(len(self.seats), 0) for step in self.steps_from(start)
        )

    def deal(
        self, order: Sequence[int], pack: Sequence[Card] = (), first_seat: int = 0
    ) -> Deal:
        """Deal `order` from the top, beginning with seat number `first_seat`; `pack` is one pack of the shoe."""
        state = DealState(order, self.seats_from(first_seat), pack)
        state.hands = {seat: {} for seat in self.seats}
        for step in self.steps:
            step.deal(state)
        return state

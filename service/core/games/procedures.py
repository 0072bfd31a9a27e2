"""Deal procedures: the steps by which the cards of a shuffled order go to hands and piles.

A procedure is data. Each `Step` deals some cards and describes itself in a sentence. To add a way of dealing, add a
function here that returns a step; a step of one game alone stands in the module of that game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, reduce
from itertools import chain

from service.core.cards.card import Card

Pile = dict[str, list[int]]
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

    hands: dict[str, Pile]
    piles: dict[str, Pile]

    def map_to(self, order: Sequence[int]) -> "Deal":
        """Return the deal of `order`, given that this one is the deal of the positions 0…n-1."""
        return Deal(_map_piles(self.hands, order), _map_piles(self.piles, order))


def _map_piles(piles: Mapping[str, Pile], order: Sequence[int]) -> dict[str, Pile]:
    return {
        name: {part: [order[position] for position in positions] for part, positions in pile.items()}
        for name, pile in piles.items()
    }


def all_cards(pile: Pile) -> list[int]:
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

    def give(self, seat: str, cards: Sequence[int], part: str = "", face: Face = Face.OWN) -> None:  # noqa: ARG002
        """Add cards to a hand."""
        self.hands[seat].setdefault(part, []).extend(cards)

    def put(self, pile: str, cards: Sequence[int], part: str = "", face: Face = Face.UP) -> None:  # noqa: ARG002
        """Add cards to a pile, under those that are there."""
        self.piles.setdefault(pile, {}).setdefault(part, []).extend(cards)


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of a procedure.

    `deal` does it; `description` is its sentence. `max_cards` returns the maximum number of cards that it takes, given
    the number of hands and of remaining cards. `piles` are the piles that it deals to. With `needs_faces` it depends on
    the faces of the cards. `stock` is the pile that it leaves undealt, face down; `default_pile` is the one from which
    the game goes on. `stage` is the part of the deal that the step belongs to. With `starts_shoe` it is left out of a
    further hand from the same shoe. With `draws_last` players take the last card of its piles first.
    """

    deal: Callable[[DealState], None]
    description: str
    max_cards: Callable[[int, int], int]
    piles: tuple[str, ...] = ()
    needs_faces: bool = False
    stock: str | None = None
    default_pile: str | None = None
    stage: str = "deal"
    starts_shoe: bool = False
    draws_last: bool = False


def stage(name: str, *steps: Step) -> tuple[Step, ...]:
    """Return the steps as those of a stage."""
    return tuple(replace(step, stage=name) for step in steps)


def combine(*steps: Step, description: str) -> Step:
    """Deal several steps as one, which has a description of its own."""

    def deal(state: DealState) -> None:
        for step in steps:
            step.deal(state)

    def max_cards(hands: int, remaining: int) -> int:
        return remaining - reduce(lambda left, step: left - step.max_cards(hands, left), steps, remaining)

    piles = tuple(dict.fromkeys(pile for step in steps for pile in step.piles))
    return Step(deal=deal, description=description, max_cards=max_cards, piles=piles)


def each(cards: int, part: str = "", note: str = "", skip: str = "", face: Face = Face.OWN) -> Step:
    """Deal a number of cards to each hand but that of the seat `skip`, one at a time."""
    singly = ", one at a time" if cards > 1 else ""
    exception = _exception(skip)
    return _packets((1,) * cards, f"Each hand{exception} gets {count_of_cards(cards)}{singly}", part, note, skip, face)


def packets(*sizes: int, note: str = "", skip: str = "") -> Step:
    """Deal packets round the table: cards of the first size to each hand at once, then of the next size, and so on."""
    then = "".join(f", then {size} at once" for size in sizes[1:])
    exception = _exception(skip)
    return _packets(sizes, f"Each hand{exception} gets {count_of_cards(sizes[0])} at once{then}", "", note, skip)


def _exception(skip: str) -> str:
    return f" but the {skip}'s" if skip else ""


def _packets(
    sizes: Sequence[int], description: str, part: str, note: str, skip: str = "", face: Face = Face.OWN
) -> Step:
    def deal(state: DealState) -> None:
        for size in sizes:
            for seat in state.seats:
                if seat != skip:
                    state.give(seat, state.take(size), part, face)

    return Step(
        deal=deal,
        description=_sentence(description, part, note),
        max_cards=lambda hands, _: (hands - bool(skip)) * sum(sizes),
    )


def packets_in_turn(*rounds: tuple[int, ...]) -> Step:
    """Deal packets of different sizes: each round has one size for each hand."""

    def deal(state: DealState) -> None:
        for sizes in rounds:
            for seat, size in zip(state.seats, sizes, strict=True):
                state.give(seat, state.take(size))

    then = ", then ".join(_join(sizes) for sizes in rounds)
    return Step(
        deal=deal,
        description=f"In turn the hands get {then} cards at once.",
        max_cards=lambda *_: sum(map(sum, rounds)),
    )


def deal_out(*, is_even: bool = True) -> Step:
    """Deal all the cards to the hands, one at a time; if not `is_even`, the first ones may get one more."""

    def deal(state: DealState) -> None:
        start, hands = state.top, len(state.seats)
        for position, seat in enumerate(state.seats):
            state.give(seat, state.order[start + position : state.end : hands])
        state.top = state.end

    return Step(
        deal=deal,
        description="All the cards are dealt out, one at a time"
        + (", to each hand the same number." if is_even else "; the first hands may get one more."),
        max_cards=lambda hands, remaining: remaining // hands * hands if is_even else remaining,
    )


def to_seat(seat: str, cards: int, part: str = "", note: str = "", face: Face = Face.OWN) -> Step:
    """Deal a number of cards to one hand."""
    return Step(
        deal=lambda state: state.give(seat, state.take(cards), part, face),
        description=_sentence(f"{'the ' if seat == 'dealer' else ''}{seat} gets {count_of_cards(cards)}", part, note),
        max_cards=lambda *_: cards,
    )


def turn_last(cards: int) -> tuple[Step, ...]:
    """Deal a number of cards to each hand, one at a time, the dealer's last one face up as the trump."""
    last = replace(
        to_seat("dealer", 1, "trump", face=Face.UP),
        description="The dealer gets the last card, turned face up: the trump.",
    )
    return (each(cards - 1), each(1, skip="dealer"), last)


def burn(cards: int = 1) -> Step:
    """Deal a number of cards to the pile `burns`, unseen."""
    return to_pile("burns", cards, description=f"Burn {count_of_cards(cards)}.", face=Face.BURNED)


def to_pile(pile: str, cards: int, part: str = "", note: str = "", description: str = "", face: Face = Face.UP) -> Step:
    """Deal a number of cards to a pile."""
    return Step(
        deal=lambda state: state.put(pile, state.take(cards), part, face),
        description=description
        or _sentence(f"{count_of_cards(cards)} to the {pile}" if cards else f"The {pile} begins empty", part, note),
        max_cards=lambda *_: cards,
        piles=(pile,),
    )


def turn_trump(pile: str = "trump", *, is_drawn_last: bool = False) -> Step:
    """Turn a card face up; if it `is_drawn_last`, it is the last card of the stock."""
    turn = ", which is drawn last, after the stock" if is_drawn_last else ""
    return to_pile(pile, 1, description=f"Turn 1 card face up: the {pile}{turn}.")


def columns(
    pile: str, *sizes: int, note: str = "", description: str = "", face: Face = Face.UP, last: Face | None = None
) -> Step:
    """Deal row by row to columns of those sizes: in each row one card to every column that is not full.

    `last` is the face of the last card of each column, if it is not that of the others.
    """

    def deal(state: DealState) -> None:
        for row in range(max(sizes)):
            for column, size in enumerate(sizes, start=1):
                if row < size:
                    state.put(pile, state.take(1), str(column), (last or face) if row == size - 1 else face)

    return Step(
        deal=deal,
        description=description
        or _sentence(
            f"Row by row, from left to right, the {pile} of {len(sizes)} columns: {_join(sizes)} cards", "", note
        ),
        max_cards=lambda *_: sum(sizes),
        piles=(pile,),
        draws_last=True,
    )


def rest(pile: str, note: str = "") -> Step:
    """Leave all the remaining cards as a pile, face down."""
    return Step(
        deal=lambda state: state.put(pile, state.take(state.remaining), face=Face.DOWN),
        description=_sentence(f"The cards that are left are the {pile}", "", note),
        max_cards=lambda _, remaining: max(remaining, 0),
        piles=(pile,),
        stock=pile,
        default_pile=pile,
    )


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
    def stock(self) -> str | None:
        """The name of the pile of undealt cards, which lies face down; None if every card is dealt."""
        return next((step.stock for step in self.steps if step.stock), None)

    @property
    def default_pile(self) -> str | None:
        """The name of the pile from which the game goes on after the deal; None if there is none."""
        return next((step.default_pile for step in self.steps if step.default_pile), None)

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
        """Return the sentence of every step."""
        return [step.description for step in self.steps]

    def required_cards(self, size: int) -> int:
        """Return how many cards the steps take at most from a shoe of that size; it may be more than there are."""
        remaining = size
        for step in self.steps:
            remaining -= step.max_cards(len(self.seats), remaining)
        return size - remaining

    def steps_from(self, start: int) -> tuple[Step, ...]:
        """Return the steps of a deal that begins at a position of the shoe: above 0, without those that start it."""
        return tuple(step for step in self.steps if not (start and step.starts_shoe))

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


def count_of_cards(cards: int) -> str:
    """Return a number of cards as text: `1 card`, `2 cards`."""
    return "1 card" if cards == 1 else f"{cards} cards"


def _join(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))


def _sentence(description: str, part: str, note: str) -> str:
    part_name = f": the {part.replace('_', ' ')}" if part else ""
    return f"{description[0].upper()}{description[1:]}{part_name}{', ' + note if note else ''}."

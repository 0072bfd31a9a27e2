"""The steps of deals: functions that return one, or several.

To add a way of dealing, add a function here; a step of one game alone stands in the module of that game.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from service.core.games.procedures import DealState, Face, Step


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


def count_of_cards(cards: int) -> str:
    """Return a number of cards as text: `1 card`, `2 cards`."""
    return "1 card" if cards == 1 else f"{cards} cards"


def _join(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))


def _sentence(description: str, part: str, note: str) -> str:
    part_name = f": the {part.replace('_', ' ')}" if part else ""
    return f"{description[0].upper()}{description[1:]}{part_name}{', ' + note if note else ''}."

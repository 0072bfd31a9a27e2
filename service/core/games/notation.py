"""The notation of deals, in which the entry of a game has its steps; docs/stream-decks.md defines it.

    hole: each 1×2 (face down); flop: burns 1, board/flop 3; …; river: burns 1, board/river 1, stock rest

Besides the steps, with their stages and faces, an entry has words in parentheses. They end the sentence of the step;
with a full stop they are the whole sentence, and empty ones mean that the sentence before says this step as well. Words
after square brackets are the sentence of all the steps in them. special_steps.py has the steps that decide by faces.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from service.core.games.procedures import DealState, Face, Step
from service.core.games.special_steps import SPECIAL_STEPS

_STEP = re.compile(
    r"(?:(?P<stage>\w+): )?"
    r"(?:(?:(?P<times>\d+)×)?\[(?P<group>[^]]*)\]|(?P<step>[^,;()\[\]]+?))"
    r"(?: \((?P<words>[^)]*)\))?(?:[,;] |$)"
)
_CARDS = re.compile(
    r"(?P<place>\w+)(?:/(?P<part>\w+))?"
    r" (?P<sizes>rest|\d[\d×-]*(?: \d[\d×-]*)*)"
    r"(?: (?P<face>up|down|down/up))?"
)


def parse_steps(text: str, seats: Sequence[str]) -> tuple[Step, ...]:
    """Return the steps of a deal to those seats. Raises `ValueError`, with the text from the wrong step on."""
    steps: list[Step] = []
    stage, position = "deal", 0
    while position < len(text):
        match = _STEP.match(text, position)
        if match is None:
            raise ValueError(f"This is no step of a deal: {text[position:]!r}.")
        position, stage = match.end(), match["stage"] or stage
        steps += (replace(step, stage=stage) for step in _parse_step(match, seats))
    return tuple(steps)


def _parse_step(match: re.Match[str], seats: Sequence[str]) -> list[Step]:
    words = match["words"]
    if match["group"]:
        steps = [*parse_steps(match["group"], seats)] * int(match["times"] or 1)
    elif match["step"] in SPECIAL_STEPS:
        return [SPECIAL_STEPS[match["step"]]]
    else:
        steps = [_parse_cards(match["step"], words or "", seats)]
        if words != "":
            return steps
    if words is None:
        return steps
    return [replace(step, description="" if at else words) for at, step in enumerate(steps)]


def _parse_cards(text: str, words: str, seats: Sequence[str]) -> Step:
    """Return the step of a place, its number of cards and their face."""
    if text in {"all_out", "each 1×rest"}:
        return deal_out(is_even=text != "all_out")
    match = _CARDS.fullmatch(text)
    if match is None:
        raise ValueError(f"This is no step of a deal: {text!r}.")
    place, part, sizes = match["place"], match["part"] or "", _repeat(match["sizes"])
    is_hand = place in {"each", "others", *seats}
    first, _, last = (match["face"] or (Face.OWN if is_hand else Face.UP)).partition("/")
    face = Face(first)
    if sizes == ["rest"]:
        step = rest(place, words)
    elif place == "turns":
        step = packets_in_turn([int(size) for size in sizes], len(seats))
    elif place in {"each", "others"}:
        skip = "dealer" if place == "others" else ""
        step = packets([int(size) for size in sizes], part=part, skip=skip, face=face, words=words)
    elif "-" in sizes[0]:
        bounds = [map(int, size.split("-")) for size in sizes]
        rows = [range(left, right + 1) for left, right in bounds]
        step = columns(place, rows, face=face, last=Face(last) if last else None, words=words)
    elif place == "burns":
        step = burn(int(sizes[0]))
    else:
        deal = to_seat if is_hand else to_pile
        step = deal(place, int(sizes[0]), part=part, face=face, words=words)
    return step


def _repeat(text: str) -> list[str]:
    """Return the items of a text such as `3×2 1`: 3, 3, 1."""
    items = (item.partition("×") for item in text.split())
    return [size for size, _, times in items for _ in range(int(times or 1))]


def packets(sizes: Sequence[int], *, part: str = "", skip: str = "", face: Face = Face.OWN, words: str = "") -> Step:
    """Deal packets round the table: cards of the first size to each hand at once, then of the next size, and so on.

    The seat `skip` gets none.
    """

    def deal(state: DealState) -> None:
        for size in sizes:
            for seat in state.seats:
                if seat != skip:
                    state.give(seat, state.take(size), part, face)

    if all(size == 1 for size in sizes):
        cards = _count_of_cards(len(sizes)) + (", one at a time" if len(sizes) > 1 else "")
    else:
        cards = f"{_count_of_cards(sizes[0])} at once" + "".join(f", then {size} at once" for size in sizes[1:])
    exception = f" but the {skip}'s" if skip else ""
    return Step(
        deal=deal,
        description=_sentence(f"Each hand{exception} gets {cards}", part, words),
        max_cards=lambda hands, _: (hands - bool(skip)) * sum(sizes),
    )


def packets_in_turn(sizes: Sequence[int], hands: int) -> Step:
    """Deal packets of different sizes: the first to the first of the hands, the next to the next, round and round."""

    def deal(state: DealState) -> None:
        for position, size in enumerate(sizes):
            state.give(state.seats[position % hands], state.take(size))

    rounds = (_join(sizes[start : start + hands]) for start in range(0, len(sizes), hands))
    return Step(
        deal=deal,
        description=f"In turn the hands get {', then '.join(rounds)} cards at once.",
        max_cards=lambda *_: sum(sizes),
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


def to_seat(seat: str, cards: int, *, part: str = "", face: Face = Face.OWN, words: str = "") -> Step:
    """Deal a number of cards to one hand."""
    return Step(
        deal=lambda state: state.give(seat, state.take(cards), part, face),
        description=_sentence(f"{'the ' if seat == 'dealer' else ''}{seat} gets {_count_of_cards(cards)}", part, words),
        max_cards=lambda *_: cards,
    )


def to_pile(pile: str, cards: int, *, part: str = "", face: Face = Face.UP, words: str = "") -> Step:
    """Deal a number of cards to a pile."""
    sentence = f"{_count_of_cards(cards)} to the {pile}" if cards else f"The {pile} begins empty"
    return Step(
        deal=lambda state: state.put(pile, state.take(cards), part, face),
        description=_sentence(sentence, part, words),
        max_cards=lambda *_: cards,
        piles=(pile,),
    )


def burn(cards: int) -> Step:
    """Deal a number of cards to the pile `burns`, unseen."""
    return to_pile("burns", cards, face=Face.BURNED, words=f"Burn {_count_of_cards(cards)}.")


def columns(
    pile: str, rows: Sequence[range], *, face: Face = Face.UP, last: Face | None = None, words: str = ""
) -> Step:
    """Deal row by row: in each row one card to every column of a range, from left to right.

    `last` is the face of the last card of each column, if it is not that of the others.
    """
    column_faces = [
        (str(column), (last or face) if not any(column in later for later in rows[at:]) else face)
        for at, row in enumerate(rows, start=1)
        for column in row
    ]

    def deal(state: DealState) -> None:
        for column, column_face in column_faces:
            state.put(pile, state.take(1), column, column_face)

    sizes = [sum(column in row for row in rows) for column in range(1, max(row.stop for row in rows))]
    sentence = f"Row by row, from left to right, the {pile} of {len(sizes)} columns: {_join(sizes)} cards"
    return Step(
        deal=deal,
        description=_sentence(sentence, "", words),
        max_cards=lambda *_: len(column_faces),
        piles=(pile,),
    )


def rest(pile: str, words: str = "") -> Step:
    """Leave all the remaining cards as a pile, face down, from which the game goes on."""
    return Step(
        deal=lambda state: state.put(pile, state.take(state.remaining), face=Face.DOWN),
        description=_sentence(f"The cards that are left are the {pile}", "", words),
        max_cards=lambda _, remaining: max(remaining, 0),
        piles=(pile,),
        default_pile=pile,
    )


def _count_of_cards(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


def _join(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))


def _sentence(sentence: str, part: str, words: str) -> str:
    if words.endswith("."):
        return words
    part_name = f": the {part.replace('_', ' ')}" if part else ""
    return f"{sentence[0].upper()}{sentence[1:]}{part_name}{', ' + words if words else ''}."

"""Parse the notation of the steps of a deal, which entries of games have; docs/definitions/decks.md defines it.

    hole: each 1×2 (face down); flop: burns 1, board/flop 3; …; river: burns 1, board/river 1, stock rest

Words in parentheses end the sentence that describes a step; with a full stop they are the whole sentence, and empty
parentheses mean that the sentence before describes this step too. Words after square brackets are the sentence of all
steps in the brackets. special_steps.py has the steps that depend on faces.
"""

import re
from collections.abc import Sequence

from ..core.errors import join_words
from .procedures import DealState, Face, Step
from .special_steps import SPECIAL_STEPS

_STEP = re.compile(
    r"(?:(?P<stage>\w+): )?"
    r"(?:(?:(?P<times>\d+)×)?\[(?P<group>[^]]*)\]|(?P<step>[^,;()\[\]]+?))"
    r"(?: \((?P<words>[^)]*)\))?(?:[,;] |$)"
)
_CARDS = re.compile(
    r"(?P<place>\w+)(?:/(?P<part>\w+))?"
    r" (?P<sizes>rest|\d[\d×-]*(?: \d[\d×-]*)*)"
    r"(?: (?P<face>up|down|down/up|others))?"
)


def parse_steps(text: str, seats: Sequence[str]) -> tuple[Step, ...]:
    """Parse the steps of a deal to these seats and return them. Raises `ValueError`, with the text that is wrong."""
    steps: list[Step] = []
    stage = "deal"
    position = 0
    while position < len(text):
        match = _STEP.match(text, position)
        if match is None:
            raise ValueError(f"This is no step of a deal: {text[position:]!r}.")
        position, stage = match.end(), match["stage"] or stage
        steps += (step._replace(stage=stage) for step in _parse_step(match, seats))
    return tuple(steps)


def _parse_step(match: re.Match[str], seats: Sequence[str]) -> list[Step]:
    words = match["words"]
    if match["group"]:
        steps = list(parse_steps(match["group"], seats)) * int(match["times"] or 1)
    elif match["step"] in SPECIAL_STEPS:
        return [SPECIAL_STEPS[match["step"]]]
    else:
        steps = [_parse_cards(match["step"], words or "", seats)]
        if words != "":
            return steps
    if words is None:
        return steps
    return [
        step._replace(description=words if number == 0 else "")
        for number, step in enumerate(steps)
    ]


def _parse_cards(text: str, words: str, seats: Sequence[str]) -> Step:  # noqa: PLR0911 (a return for each notation)
    dealt_out = text.removesuffix(" down")
    if dealt_out in {"all_out", "each 1×rest"}:
        face = Face.OWN if text == dealt_out else Face.DOWN
        return deal_out(is_even=dealt_out != "all_out", face=face, words=words)
    match = _CARDS.fullmatch(text)
    if match is None:
        raise ValueError(f"This is no step of a deal: {text!r}.")
    place = match["place"]
    part = match["part"] or ""
    sizes = _repeat(match["sizes"])
    is_hand = place in {"each", "others", *seats}
    first, _, last = (match["face"] or (Face.OWN if is_hand else Face.UP)).partition(
        "/"
    )
    face = Face(first)
    if sizes == ["rest"]:
        return rest(place, words)
    if "-" in sizes[0]:
        bounds = [map(int, size.split("-")) for size in sizes]
        rows = [range(start, end + 1) for start, end in bounds]
        return columns(
            place, rows, face=face, last=Face(last) if last else None, words=words
        )
    numbers = [int(size) for size in sizes]
    if place == "turns":
        return packets_in_turn(numbers, len(seats))
    if place in {"each", "others"}:
        skip = "dealer" if place == "others" else ""
        return packets(numbers, part=part, skip=skip, face=face, words=words)
    if place == "burns":
        return burn(numbers[0])
    if is_hand:
        return to_seat(place, numbers[0], part=part, face=face, words=words)
    return to_pile(place, numbers[0], part=part, face=face, words=words)


def _repeat(text: str) -> list[str]:
    """Return the sizes in a text such as `3×2 1`: 3, 3, 1, each as a text."""
    items = (item.partition("×") for item in text.split())
    return [size for size, _, times in items for _ in range(int(times or 1))]


def packets(
    sizes: Sequence[int],
    *,
    part: str = "",
    skip: str = "",
    face: Face = Face.OWN,
    words: str = "",
) -> Step:
    """Return the step that gives each hand a packet of the first size, then of the next; the seat `skip` gets none."""
    are_single = all(size == 1 for size in sizes)

    def deal(state: DealState) -> None:
        seats = [seat for seat in state.seats if seat != skip]
        if are_single:  # a slice for each hand: a game that needs faces deals every candidate of a search
            cards = state.take(len(sizes) * len(seats))
            for position, seat in enumerate(seats):
                state.give(seat, cards[position :: len(seats)], part, face)
            return
        for size in sizes:
            for seat in seats:
                state.give(seat, state.take(size), part, face)

    if are_single:
        cards = _count_of_cards(len(sizes)) + (
            ", one at a time" if len(sizes) > 1 else ""
        )
    elif len(sizes) > 1 and len(set(sizes)) == 1:
        cards = f"{_count_of_cards(sum(sizes))}, {sizes[0]} at a time"
    else:
        cards = f"{_count_of_cards(sizes[0])} at once" + "".join(
            f", then {size}" for size in sizes[1:]
        )
    exception = f" but the {skip}'s" if skip else ""
    sentence = _sentence(f"Each hand{exception} gets {cards}", part, words)
    return Step(
        deal=deal,
        description=sentence,
        max_cards=lambda hands, _: (hands - bool(skip)) * sum(sizes),
        face=face,
    )


def packets_in_turn(sizes: Sequence[int], hands: int) -> Step:
    """Return the step that gives a packet of the first size to the first hand, the next to the next hand, in turn."""

    def deal(state: DealState) -> None:
        for position, size in enumerate(sizes):
            state.give(state.seats[position % hands], state.take(size))

    rounds = [
        join_words(sizes[start : start + hands])
        for start in range(0, len(sizes), hands)
    ]
    later_rounds = "".join(f", then of {sizes}" for sizes in rounds[1:])
    sentence = f"The hands in turn get packets of {rounds[0]} cards{later_rounds}."
    return Step(deal=deal, description=sentence, max_cards=lambda *_: sum(sizes))


def deal_out(*, is_even: bool = True, face: Face = Face.OWN, words: str = "") -> Step:
    """Return the step that deals all cards one at a time; without `is_even` the first hands may get one more."""

    def deal(state: DealState) -> None:
        start = state.top
        hands = len(state.seats)
        for position, seat in enumerate(state.seats):
            state.give(
                seat, state.order[start + position : state.end : hands], face=face
            )
        state.top = state.end

    return Step(
        deal=deal,
        description=words
        or f"All the cards are dealt out, one at a time{', face down' if face is Face.DOWN else ''}"
        + (
            "; each hand gets the same number."
            if is_even
            else "; the first hands may get one more than the last."
        ),
        max_cards=lambda hands, remaining: (
            remaining // hands * hands if is_even else remaining
        ),
    )


def to_seat(
    seat: str, cards: int, *, part: str = "", face: Face = Face.OWN, words: str = ""
) -> Step:
    title = {"dealer": "the "}.get(seat, "player " if seat.isdigit() else "")
    return Step(
        deal=lambda state: state.give(seat, state.take(cards), part, face),
        description=_sentence(
            f"{title}{seat} gets {_count_of_cards(cards)}", part, words
        ),
        max_cards=lambda *_: cards,
        face=face,
    )


def to_pile(
    pile: str, cards: int, *, part: str = "", face: Face = Face.UP, words: str = ""
) -> Step:
    sentence = (
        f"{_count_of_cards(cards)} to the {pile}"
        if cards
        else f"The {pile} begins empty"
    )
    return Step(
        deal=lambda state: state.put(pile, state.take(cards), part, face),
        description=_sentence(sentence, part, words),
        max_cards=lambda *_: cards,
        piles=(pile,),
    )


def burn(cards: int) -> Step:
    """Return the step that puts a number of cards into the pile `burns`, unseen."""
    return to_pile(
        "burns", cards, face=Face.BURNED, words=f"Burn {_count_of_cards(cards)}."
    )


def columns(
    pile: str,
    rows: Sequence[range],
    *,
    face: Face = Face.UP,
    last: Face | None = None,
    words: str = "",
) -> Step:
    """Return the step that deals row by row: one card to every column of the row's range, from left to right.

    `last` is the face of the last card of each column, None if every card of the column has the face `face`.
    """
    column_faces = [
        (
            str(column),
            (last or face)
            if not any(column in later for later in rows[number:])
            else face,
        )
        for number, row in enumerate(rows, start=1)
        for column in row
    ]

    def deal(state: DealState) -> None:
        for card, (column, column_face) in zip(
            state.take(len(column_faces)), column_faces, strict=True
        ):
            state.put(pile, [card], column, column_face)

    sizes = [
        sum(column in row for row in rows)
        for column in range(1, max(row.stop for row in rows))
    ]
    sentence = f"Row by row, from left to right, lay out the {pile} of {len(sizes)} columns: {_describe_columns(sizes)}"
    sentence = _sentence(sentence, "", words)
    return Step(
        deal=deal,
        description=sentence,
        max_cards=lambda *_: len(column_faces),
        piles=(pile,),
    )


def rest(pile: str, words: str = "") -> Step:
    """Return the step that puts all remaining cards into a pile, face down, for players to draw from later."""
    return Step(
        deal=lambda state: state.put(pile, state.take(state.remaining), face=Face.DOWN),
        description=_sentence(f"The cards that are left are the {pile}", "", words),
        max_cards=lambda _, remaining: max(remaining, 0),
        piles=(pile,),
        default_pile=pile,
    )


def _count_of_cards(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


def _describe_columns(sizes: Sequence[int]) -> str:
    if len(set(sizes)) == 1:
        return f"{sizes[0]} cards each"
    if sizes == list(range(sizes[0], sizes[-1] + 1)):
        return f"{sizes[0]} to {sizes[-1]} cards"
    return ", then ".join(
        f"{sizes.count(size)} of {size} cards" for size in dict.fromkeys(sizes)
    )


def _sentence(sentence: str, part: str, words: str) -> str:
    if words.endswith("."):
        return words
    part_name = f": the {part.replace('_', ' ')}" if part else ""
    return f"{sentence[0].upper()}{sentence[1:]}{part_name}{', ' + words if words else ''}."

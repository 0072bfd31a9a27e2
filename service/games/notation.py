"""Parse the notation for the steps of a deal in entries of games. docs/definitions/decks.md defines the notation.

    hole: each 1×2 (face down); flop: burns 1, board/flop 3; …; river: burns 1, board/river 1, stock rest

Words in parentheses end the sentence that describes a step. With a full stop, they are the whole sentence. Empty
parentheses mean that the sentence before describes this step too. Words after square brackets are the sentence for all
steps in the brackets. special_steps.py has the steps that depend on faces.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..core.errors import join_words
from .procedures import DealState, Face, Step
from .sentences import (
    EACH_HAND,
    DealSentence,
    Description,
    Receivers,
    end_sentence,
    write_count,
)
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
    """Parse the steps of a deal to these seats, and return them. Raises `ValueError`, with the wrong text."""
    steps: list[Step] = []
    stage = "deal"
    position = 0
    while position < len(text):
        match = _STEP.match(text, position)
        if match is None:
            raise ValueError(f"This is no step of a deal: {text[position:]!r}.")
        stage = match["stage"] or stage
        steps += (step._replace(stage=stage) for step in _parse_step(match, seats))
        position = match.end()
    return tuple(steps)


def _parse_step(match: re.Match[str], seats: Sequence[str]) -> list[Step]:
    """Return the steps of a match of `_STEP`: several steps for a group in brackets, otherwise one step.

    "each 5" is one step, and "3×[each 2, board 1]" is six. If words in parentheses follow a group, its first step has
    the sentence, and the further steps have an empty sentence. Raises `ValueError` for a text that is no step.
    """
    words = match["words"]  # None without parentheses, "" for empty ones
    step = match["step"]
    if match["group"]:
        group = parse_steps(match["group"], seats)
        steps = list(group) * int(match["times"] or 1)
        return steps if words is None else _describe_together(steps, words)
    if step in SPECIAL_STEPS:
        return [SPECIAL_STEPS[step]]
    if step.removesuffix(" down") in _DEALT_OUT:
        steps = [_parse_dealt_out(step, words or "")]
    else:
        steps = [_build_step(_parse_cards(step), words or "", seats)]
    return _describe_together(steps, "") if words == "" else steps


def _describe_together(steps: Sequence[Step], sentence: str) -> list[Step]:
    """Return the steps with one sentence for all: the first step has the sentence, the others have an empty one."""
    first, *further = steps
    description: Description = sentence
    if sentence and isinstance(first.description, DealSentence):
        description = replace(first.description, sentence=sentence)
    described = [first._replace(description=description)]
    described += (step._replace(description="") for step in further)
    return described


_DEALT_OUT = {"all_out": False, "each 1×rest": True}
"""The notations that deal out all cards, and whether each hand gets the same number."""


def _parse_dealt_out(text: str, words: str) -> Step:
    notation = text.removesuffix(" down")
    face = Face.OWN if text == notation else Face.DOWN
    return deal_out(is_even=_DEALT_OUT[notation], face=face, words=words)


class _CardsStep(NamedTuple):
    """The members of a step that deals numbers of cards, such as `each/up 2×3 1 up` or `tableau 1-7 2-7 down/up`."""

    place: str
    """`each`, `others` (each but the dealer), `turns`, `burns`, a seat or a pile."""
    part: str
    """The part of the hand or the pile, "" for none."""
    sizes: list[str]
    """["rest"], numbers of cards, or ranges of columns. A size with × is in the list as often as × says."""
    face: Face | None
    """None stands for the usual face of the place."""
    last_face: Face | None
    """The face of the last card of each column, if it is different."""


def _parse_cards(text: str) -> _CardsStep:
    """Return the members of a step such as `board/flop 3`. Raises `ValueError` for another text."""
    match = _CARDS.fullmatch(text)
    if match is None:
        raise ValueError(f"This is no step of a deal: {text!r}.")
    first_face, _, last_face = (match["face"] or "").partition("/")
    return _CardsStep(
        place=match["place"],
        part=match["part"] or "",
        sizes=_list_sizes(match["sizes"]),
        face=Face(first_face) if first_face else None,
        last_face=Face(last_face) if last_face else None,
    )


def _list_sizes(text: str) -> list[str]:
    """Return the sizes in a text, as texts: `3×2 1` is 3, 3, 1."""
    sizes = []
    for item in text.split():
        size, _, times = item.partition("×")
        sizes += [size] * int(times or 1)
    return sizes


def _build_step(  # noqa: PLR0911 (a return for each kind of place)
    cards: _CardsStep, words: str, seats: Sequence[str]
) -> Step:
    """Return the step that deals cards to a place; `words` end its sentence, or are the whole sentence.

    `each 2` gives two cards to each hand, `others 1` to each but the dealer's, `dealer 1 up` one to this seat, and
    `board/flop 3` three to a pile. Without a face, cards of hands are seen by their player, and piles lie face up.
    """
    place = cards.place
    part = cards.part
    is_hand = place in {"each", "others", *seats}
    face = cards.face or (Face.OWN if is_hand else Face.UP)
    if cards.sizes == ["rest"]:
        return rest(place, words)
    if "-" in cards.sizes[0]:
        rows = [_parse_range(size) for size in cards.sizes]
        return columns(place, rows, face=face, last=cards.last_face, words=words)
    numbers = [int(size) for size in cards.sizes]
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


def _parse_range(text: str) -> range:
    """Return the columns of a row: `2-7` is 2 to 7."""
    first, last = text.split("-")
    return range(int(first), int(last) + 1)


def packets(
    sizes: Sequence[int],
    *,
    part: str = "",
    skip: str = "",
    face: Face = Face.OWN,
    words: str = "",
) -> Step:
    """Return the step that gives each hand a packet of the first size, then of the next; the seat `skip` gets none.

    `sizes` are numbers of cards: [3, 2] gives each hand in turn 3 cards at once, then 2; [1, 1] is one at a time.
    """
    are_single = all(size == 1 for size in sizes)

    # One slice for each hand, for speed: a game that needs faces deals every candidate of a search.
    def deal_one_at_a_time(state: DealState) -> None:
        seats = [seat for seat in state.seats if seat != skip]
        cards = state.take(len(sizes) * len(seats))
        for position, seat in enumerate(seats):
            state.give(seat, cards[position :: len(seats)], part, face)

    def deal_packets(state: DealState) -> None:
        seats = [seat for seat in state.seats if seat != skip]
        for size in sizes:
            for seat in seats:
                state.give(seat, state.take(size), part, face)

    def count_cards(hands: int, _: int) -> int:
        receiving_hands = hands - 1 if skip else hands
        return receiving_hands * sum(sizes)

    receiver = f"{EACH_HAND} but the {skip}'s" if skip else EACH_HAND
    return Step(
        deal=deal_one_at_a_time if are_single else deal_packets,
        description=_build_dealt_cards(Receivers.HANDS, receiver, sizes, part, words),
        max_cards=count_cards,
        face=face,
    )


def packets_in_turn(sizes: Sequence[int], hands: int) -> Step:
    """Return the step that gives a packet of the first size to the first hand, the next to the next hand, in turn.

    With [3, 2, 2, 3] and two hands, the first hand gets 3 and later 2 cards, the second hand gets 2 and later 3.
    """

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
    """Return the step that deals all cards one at a time. Without `is_even`, the first hands may get one more.

    With `is_even`, `max_cards` is a multiple of the hands, such as 48 of 51 cards to 4 hands. Cards of such a pack
    would be left over, so `set_up` refuses the pack before anything is dealt.
    """

    def deal(state: DealState) -> None:
        hands = len(state.seats)
        for position, seat in enumerate(state.seats):
            cards = state.order[state.top + position : state.end : hands]
            state.give(seat, cards, face=face)
        state.top = state.end

    def count_cards(hands: int, remaining: int) -> int:
        return remaining // hands * hands if is_even else remaining

    face_down = ", face down" if face is Face.DOWN else ""
    numbers = (
        "each hand gets the same number"
        if is_even
        else "the first hands may get one more than the last"
    )
    sentence = f"All the cards are dealt out, one at a time{face_down}; {numbers}."
    return Step(deal=deal, description=words or sentence, max_cards=count_cards)


def to_seat(
    seat: str, cards: int, *, part: str = "", face: Face = Face.OWN, words: str = ""
) -> Step:
    """Return the step that gives a number of cards at once to one hand."""
    if seat == "dealer":
        holder = "the dealer"
    elif seat.isdigit():
        holder = f"player {seat}"
    else:
        holder = seat
    return Step(
        deal=lambda state: state.give(seat, state.take(cards), part, face),
        description=_build_dealt_cards(Receivers.HAND, holder, [cards], part, words),
        max_cards=lambda *_: cards,
        face=face,
    )


def to_pile(
    pile: str, cards: int, *, part: str = "", face: Face = Face.UP, words: str = ""
) -> Step:
    """Return the step that puts a number of cards into a pile. With 0 cards, the pile exists but is empty."""
    description: Description
    if cards:
        description = _build_dealt_cards(Receivers.PILE, pile, [cards], part, words)
    else:
        description = _complete_sentence(f"The {pile} begins empty", part, words)
    return Step(
        deal=lambda state: state.put(pile, state.take(cards), part, face),
        description=description,
        max_cards=lambda *_: cards,
        piles=(pile,),
    )


def burn(cards: int) -> Step:
    """Return the step that puts a number of cards into the pile `burns`, unseen."""
    return to_pile(
        "burns", cards, face=Face.BURNED, words=f"Burn {write_count(cards)}."
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

    Columns are numbered from 1, and are the parts of the pile. The rows 1-3 and 2-3 deal five cards: column 1 gets the
    first, column 2 the second and the fourth, column 3 the third and the fifth. `last` is the face of the last card of
    each column, or None if every card of the column has the face `face`.
    """
    places = _list_column_places(rows, face, last)

    def deal(state: DealState) -> None:
        cards = state.take(len(places))
        for card, place in zip(cards, places, strict=True):
            state.put(pile, [card], place.column, place.face)

    sizes = [
        sum(column in row for row in rows)
        for column in range(1, max(row.stop for row in rows))
    ]
    sentence = f"Row by row, from left to right, lay out the {pile} of {len(sizes)} columns: {_describe_columns(sizes)}"
    return Step(
        deal=deal,
        description=_complete_sentence(sentence, "", words),
        max_cards=lambda *_: len(places),
        piles=(pile,),
    )


class _ColumnPlace(NamedTuple):
    """Where a card comes in a layout of columns: its column, which is the name of a part, and its face."""

    column: str
    face: Face


def _list_column_places(
    rows: Sequence[range], face: Face, last: Face | None
) -> list[_ColumnPlace]:
    """Return the place of each card of a layout, row by row, as `columns` deals it.

    The rows 1-2 and 2-2, face down with the last card up, have the places 1 up, 2 down, and 2 up.
    """
    last_rows = {column: number for number, row in enumerate(rows) for column in row}
    places = []
    for number, row in enumerate(rows):
        for column in row:
            is_last = number == last_rows[column]
            card_face = last if last and is_last else face
            places.append(_ColumnPlace(str(column), card_face))
    return places


def rest(pile: str, words: str = "") -> Step:
    """Return the step that puts all remaining cards into a pile, face down, for players to draw from later."""
    return Step(
        deal=lambda state: state.put(pile, state.take(state.remaining), face=Face.DOWN),
        description=_complete_sentence(
            f"The cards that are left are the {pile}", "", words
        ),
        max_cards=lambda _, remaining: max(remaining, 0),
        piles=(pile,),
        default_pile=pile,
    )


def _describe_columns(sizes: Sequence[int]) -> str:
    """Return words for the numbers of cards in the columns: [1, 2, 3] is `1 to 3 cards`, [7, 7] is `7 cards each`."""
    if len(set(sizes)) == 1:
        return f"{sizes[0]} cards each"
    if sizes == list(range(sizes[0], sizes[-1] + 1)):
        return f"{sizes[0]} to {sizes[-1]} cards"
    return ", then ".join(
        f"{sizes.count(size)} of {size} cards" for size in dict.fromkeys(sizes)
    )


def _build_dealt_cards(
    receivers: Receivers, receiver: str, sizes: Sequence[int], part: str, words: str
) -> DealSentence:
    """Return the description of packets for hands or a pile: `words` if they are a sentence with a full stop."""
    if words.endswith("."):
        return DealSentence(receivers, receiver, sizes, sentence=words)
    return DealSentence(receivers, receiver, sizes, part=part, words=words)


def _complete_sentence(beginning: str, part: str, words: str) -> str:
    """Return the sentence of a step: `words` if they are a sentence with a full stop, otherwise they end it."""
    if words.endswith("."):
        return words
    return f"{beginning}{end_sentence(part, words)}"

"""The notation of deals, in which the entry of a game has its steps; docs/stream-decks.md defines it.

    hole: each 1×2 (face down); flop: burns 1, board/flop 3; …; river: burns 1, board/river 1, stock rest

Besides the steps, with their stages and faces, an entry has words in parentheses. They end the sentence of the step;
with a full stop they are the whole sentence, and empty ones mean that the sentence before says this step as well. Words
after square brackets are the sentence of all the steps in them.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from service.core.games.procedures import Face, Step
from service.core.games.special_steps import SPECIAL_STEPS
from service.core.games.steps import burn, columns, deal_out, packets, packets_in_turn, rest, to_pile, to_seat

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

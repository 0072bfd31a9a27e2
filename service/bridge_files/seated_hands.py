"""Hands as PBN writes them, after their seats, in the output of other programs.

dealer writes `n AKQ.JT9.876.5432 e …` (printoneline, printcompact), dds `PBN 0 0 4 0 "N:AKQ.JT9.876.5432 … … …"`, and
JSON `{"north": "AKQ.JT9.876.5432"}`.
"""

import re
from collections.abc import Iterator, Mapping

from ..cards.bridge_notations import CLOCKWISE, SEATS
from .boards import MAX_EXCERPT, SEAT_WORDS, FileBoard, refuse_known_deal

_RANKS = "(?:10|[2-9TJQKA]){0,13}"
_KNOWN_HAND = rf"{_RANKS}(?:\.{_RANKS}){{3}}"
_HAND = f"(?:{_KNOWN_HAND}|-)"
_BEGINS = r"(?<![\w.])"
_ENDS = r"(?![\w.])"
_SEAT = f"(?P<seat>{'|'.join(sorted(SEAT_WORDS, key=len, reverse=True))})"
_SEATED_HANDS = re.compile(
    rf"""{_BEGINS}{_SEAT}[\s:="']{{1,6}}(?P<hands>{_HAND}(?: {_HAND}){{3}}|{_KNOWN_HAND}){_ENDS}""",
    re.IGNORECASE,
)
_STRAY_HAND = re.compile(
    rf"""{_BEGINS}(?:{_KNOWN_HAND}|[^\s.:"']{{0,40}}(?:\.[^\s.:"']{{0,40}}){{3}}(?<!\.\.\.)){_ENDS}""",
    re.IGNORECASE,
)
"""Matches a hand, and a word that may be one with a wrong rank; a word with an ellipsis is none."""


def parse_seated_hands(text: str) -> Iterator[FileBoard]:
    """Yield the boards of a text in which one hand follows its seat, or four hands follow the seat of the first one.

    A seat that a board already has begins the next board. All other words are not read. Raises `Refused` if one of
    them may be a hand: it has no seat, or a wrong rank.
    """
    left_over = _SEATED_HANDS.sub("", text)
    if left_over == text:
        return
    stray = _STRAY_HAND.search(left_over)
    if stray:
        raise refuse_known_deal(
            f"{stray[0][:MAX_EXCERPT]!r} is no hand after its seat. It must be as N AKQ.JT9.876.5432, or four of them."
        )
    hands: dict[str, str] = {}
    for match in _SEATED_HANDS.finditer(text):
        seats = CLOCKWISE[SEAT_WORDS[match["seat"].lower()]]
        next_hands = dict(zip(seats, match["hands"].split(), strict=False))
        if hands.keys() & next_hands.keys():
            yield _close_board(hands, left_over)
            hands = {}
        hands |= next_hands
    yield _close_board(hands, left_over)


def _close_board(hands: Mapping[str, str], left_over: str) -> FileBoard:
    """Return the board with these hands, by seat; a hand that is not there is not known."""
    written = " ".join([hands.get(seat, "-") for seat in SEATS])
    return FileBoard({"other text": left_over}, deal=f"N:{written}")

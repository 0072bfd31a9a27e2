"""Bridge: dealer and vulnerability of a board, and the deal notations PBN and LIN.

Dealer and vulnerability: Laws of Duplicate Bridge 2017, Law 2. PBN: Portable Bridge Notation 2.1 (Veugen, 2007), in its
export format, which fixes every byte: lines end with CR and LF; the numbers in brackets are its chapters. LIN has no
published standard: this is LIN as Bridge Base Online writes it, a line for each board, which ends with LF.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import Any

from ..core.errors import Refused
from ..core.value_types import JsonSchema, Text

CodesBySeat = Mapping[
    str, Sequence[str]
]  # the codes of four hands, by seat: N, E, S, W

SEATS = "NESW"
# the seats from each seat on
CLOCKWISE = {"N": "NESW", "E": "ESWN", "S": "SWNE", "W": "WNES"}
SUITS = "SHDC"
RANKS = "AKQJT98765432"

PBN_HEADER = "% PBN 2.1\r\n% EXPORT\r\n"
PBN_UTF_8 = "%Content-type: text/x-pbn; charset=UTF-8\r\n"
"""The line that programs add to the header to declare UTF-8; PBN prescribes ISO 8859-1, which has few scripts."""

_PBN_HAND = rf"[{RANKS}]*(?:\.[{RANKS}]*){{3}}"
_PBN_DEAL = re.compile(rf"[{SEATS}]:{_PBN_HAND}(?: {_PBN_HAND}){{3}}")
_VULNERABILITIES = ("None", "NS", "EW", "All")
_LIN_VULNERABILITIES = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
_LIN_SEATS = "SWNE"
_NOWHERE: Mapping[str, str] = {}


# an escaped bar, as JavaScript's flag v needs it
_NOT_IN_TAGS = '\\x00-\\x1f"\\\\\\|\\x7f'


@dataclass(frozen=True, eq=False)
class TagText(Text):
    """A text that a tag of PBN or a title of LIN can have: characters of any script that separate nothing there."""

    max_length: int = 100
    pattern: str = f"^[^#{_NOT_IN_TAGS}][^{_NOT_IN_TAGS}]{{0,99}}$"

    @property
    def schema(self) -> JsonSchema:
        return {"type": "string", "pattern": self.pattern}

    @property
    def accepted(self) -> str:
        return f'a text of 1 to {self.max_length} characters in a line, none of " \\ |, the first one not #'

    accepted_in_requests = accepted

    def fits(self, value: object) -> bool:
        """Return whether a value is such a text; a text that begins with # would repeat the game before (3.3)."""
        return isinstance(value, str) and re.fullmatch(self.pattern, value) is not None


@dataclass(frozen=True, eq=False)
class TagDate(TagText):
    """A date as PBN writes it (3.4.3), or with hyphens."""

    pattern: str = r"^[1-9][0-9]{3}[.\-](0[1-9]|1[0-2])[.\-](0[1-9]|[12][0-9]|3[01])$"

    @property
    def accepted(self) -> str:
        return "a date of the calendar such as 2026.11.22 or 2026-11-22"

    accepted_in_requests = accepted
    reason = None

    def fits(self, value: object) -> bool:
        try:
            return super().fits(value) and bool(
                date.fromisoformat(str(value).replace(".", "-"))
            )
        except ValueError:
            return False

    def convert(self, value: Any) -> str:
        return str(value).replace("-", ".")


def find_dealer(board: int) -> str:
    """Return the seat that deals a board, numbered from 1: north deals the first, then clockwise."""
    return SEATS[(board - 1) % len(SEATS)]


def find_vulnerable(board: int) -> str:
    """Return who is vulnerable on a board, numbered from 1: None, NS, EW or All."""
    return _VULNERABILITIES[(board - 1 + (board - 1) // 4) % 4]


def format_pbn_deal(hands: CodesBySeat, first: str = "N") -> str:
    """Return four hands as the value of PBN's tag Deal (3.4.11), clockwise from the seat `first`."""
    return f"{first}:{' '.join([format_pbn_hand(hands[seat]) for seat in CLOCKWISE[first]])}"


def parse_pbn_deal(field: str, text: str) -> dict[str, list[str]]:
    """Return the hands by seat in the value of PBN's tag Deal; the number of cards is not checked.

    Raises `Refused`, naming `field`, unless there are four hands with four suits each.
    """
    if not _PBN_DEAL.fullmatch(text):
        raise Refused(
            field,
            f"{field} must be a seat, a colon and the hands clockwise from it, with a space between them, each its "
            "spades, hearts, diamonds and clubs, with full stops between them: N:AKQ.JT9.876.5432 and so on.",
        )
    hands = {}
    for seat, hand_text in zip(CLOCKWISE[text[0]], text[2:].split(" "), strict=True):
        suits = zip(SUITS, hand_text.split("."), strict=True)
        hands[seat] = [rank + suit for suit, ranks in suits for rank in ranks]
    return hands


def format_pbn_board(
    board: int,
    hands: CodesBySeat,
    comment: str = "",
    occasion: Mapping[str, str] = _NOWHERE,
) -> str:
    """Return one board as a game of a PBN file: the fifteen mandatory tags in their order (3.4).

    `occasion` may have an `event`, a `site` and a `date`. The tags of players and results are empty. The dealer's hand
    is first, as in export format. A comment follows the tags, in braces (3.8). Board 2 has the lines [Dealer "E"],
    [Vulnerable "NS"] and [Deal "E:…"].
    """
    dealer = find_dealer(board)
    tags = {
        name.capitalize(): occasion.get(name, "") for name in ("event", "site", "date")
    }
    tags["Board"] = str(board)
    tags |= dict.fromkeys(("West", "North", "East", "South"), "")
    tags["Dealer"] = dealer
    tags["Vulnerable"] = find_vulnerable(board)
    tags["Deal"] = format_pbn_deal(hands, dealer)
    tags |= dict.fromkeys(("Scoring", "Declarer", "Contract", "Result"), "")
    lines = [f'[{name} "{value}"]\r\n' for name, value in tags.items()]
    if comment:
        lines.append(f"{{{comment}}}\r\n")
    return "".join(lines)


def format_lin_board(
    board: int,
    hands: CodesBySeat,
    comment: str = "",
    occasion: Mapping[str, str] = _NOWHERE,
) -> str:
    """Return one board as a line of a LIN file.

    As in files of Bridge Base Online, south, west and north have hands, each suit's lowest card first; east has the
    rest. `occasion` may have an `event`, which is the title (mn). A comment is a text (at), as a note (nt) belongs to a
    call.
    """
    deal = ",".join([_format_lin_hand(hands[seat]) for seat in _LIN_SEATS[:3]])
    title = f"mn|{occasion['event']}|" if "event" in occasion else ""
    note = f"at|{comment}|" if comment else ""
    return (
        f"qx|o{board}|{title}pn|South,West,North,East|st||md|{_LIN_SEATS.index(find_dealer(board)) + 1}{deal},|rh||"
        f"ah|Board {board}|sv|{_LIN_VULNERABILITIES[find_vulnerable(board)]}|{note}pg||\n"
    )


def _format_lin_hand(hand: Sequence[str]) -> str:
    """Return a hand as in LIN, each suit's lowest card first, such as `SKAH67…`."""
    ranks_by_suit = _ranks_by_suit(hand)
    return "".join([suit + ranks[::-1] for suit, ranks in ranks_by_suit.items()])


def format_origin(seed: str, index: int, board: int | None) -> str:
    """Return the comment for a board in a file: its seed and index, and its `board` in the deal unless None.

    Raises `Refused` for a seed with characters that a comment cannot have in both formats, or too long for a line.
    """
    if not _COMMENT_TEXT.fullmatch(seed):
        raise Refused(
            "seed",
            f'A file has a seed of up to {_MAX_SEED} characters of ASCII, none of " \\ {{ }} |; this one is another.',
        )
    dealt_as = f", dealt as board {board}" if board is not None else ""
    return f'seed "{seed}", index {index}{dealt_as}'


def parse_lin_deal(text: str) -> tuple[str | None, dict[str, list[str]] | None]:
    """Return the dealer and the hands by seat in a LIN deal (md), each None if it cannot be read.

    A deal has the hands of S, W, N and perhaps E; without a hand in the text E has the rest of the cards. In
    `1SAKHJ…,…,…,` the digit says that south deals, and south's hand is AS KS JH ….
    """
    dealer = _LIN_SEATS[int(text[0]) - 1] if text[:1] in {"1", "2", "3", "4"} else None
    return dealer, _parse_lin_hands(text[1:].upper())


def _parse_lin_hands(text: str) -> dict[str, list[str]] | None:
    """Return the hands of S, W, N and E in a text; None if a hand cannot be read, or more than one is missing.

    "SAKH5…,…,…," gives {"S": ["AS", "KS", "5H", …], "W": […], "N": […], "E": […]}: an empty or missing last hand gets
    the cards that no other hand has.
    """
    hands: list[list[str]] = []
    for hand_text in text.split(",", 4)[:4]:
        match = _LIN_HAND.fullmatch(hand_text)
        if match is None:
            return None
        hands.append([rank + suit for suit in SUITS for rank in match[suit] or ""])
    if len(hands) == 4 and not hands[3]:
        hands.pop()
    if len(hands) == 3:
        known = {code for hand in hands for code in hand}
        hands.append([code for code in POSITIONS if code not in known])
    if len(hands) < 4:
        return None
    return dict(zip(_LIN_SEATS, hands, strict=True))


def format_pbn_hand(hand: Sequence[str]) -> str:
    """Return a hand as in PBN's tag Deal, such as `AKQ.JT9.876.5432`; a repeated card stays repeated."""
    return ".".join(_ranks_by_suit(hand).values())


# characters of a seed in a comment; a line of PBN has at most 255 (2.4)
_MAX_SEED = 180
_COMMENT_TEXT = re.compile(rf"[ !#-\[\]-z~]{{1,{_MAX_SEED}}}")
_LIN_HAND = re.compile("".join(rf"(?:{suit}(?P<{suit}>[{RANKS}]*))?" for suit in SUITS))


def _ranks_by_suit(hand: Sequence[str]) -> dict[str, str]:
    """Return the ranks of each suit in a hand, the highest first."""
    ranks = dict.fromkeys(SUITS, "")
    for code in sorted(hand, key=POSITIONS.__getitem__):
        ranks[code[1]] += code[0]
    return ranks


POSITIONS = {
    rank + suit: position for position, (suit, rank) in enumerate(product(SUITS, RANKS))
}

"""Bridge: dealer and vulnerability of a board, and the deal notations PBN and LIN.

Dealer and vulnerability: Laws of Duplicate Bridge 2017, Law 2. PBN: Portable Bridge Notation 2.1 (Veugen, 2007), in its
export format, which fixes every byte; the numbers in brackets are its chapters. LIN has no published standard: this
is LIN as Bridge Base Online writes it.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import product

from service.core.errors import Refused

Hands = Mapping[str, Sequence[str]]
"""The codes of four hands, by seat: N, E, S, W."""

SEATS = "NESW"
SUITS = "SHDC"
RANKS = "AKQJT98765432"

PBN_HEADER = "% PBN 2.1\r\n% EXPORT\r\n"

_PBN_HAND = rf"[{RANKS}]*(?:\.[{RANKS}]*){{3}}"
_PBN_DEAL = re.compile(rf"[{SEATS}]:{_PBN_HAND}(?: {_PBN_HAND}){{3}}")
_VULNERABILITIES = ("None", "NS", "EW", "All")
_LIN_VULNERABILITIES = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
_LIN_SEATS = "SWNE"


def find_dealer(board: int) -> str:
    """Return the seat that deals a board, numbered from 1: north deals the first, then clockwise."""
    return SEATS[(board - 1) % len(SEATS)]


def find_vulnerable(board: int) -> str:
    """Return who is vulnerable on a board, numbered from 1: None, NS, EW or All.

    The cycle of four begins one later every four boards.
    """
    return _VULNERABILITIES[(board - 1 + (board - 1) // 4) % 4]


def format_pbn_deal(hands: Hands, first: str = "N") -> str:
    """Return four hands as the value of a Deal tag (3.4.11), clockwise from the seat `first`."""
    return f"{first}:{' '.join([_pbn_hand(hands[seat]) for seat in _clockwise(SEATS, first)])}"


def parse_pbn_deal(field: str, text: str) -> dict[str, list[str]]:
    """Return the hands in the value of a Deal tag; the number of cards is not checked.

    Raises `Refused`, naming `field`, unless there are four hands with four suits each.
    """
    if not _PBN_DEAL.fullmatch(text):
        raise Refused(
            field,
            f"{field} must be a seat, a colon and the hands clockwise from it, with a space between them, each its "
            "spades, hearts, diamonds and clubs, with full stops between them: N:AKQ.JT9.876.5432 and so on.",
        )
    hands = (zip(SUITS, hand.split("."), strict=True) for hand in text[2:].split(" "))
    return {
        seat: [rank + suit for suit, ranks in hand for rank in ranks]
        for seat, hand in zip(_clockwise(SEATS, text[0]), hands, strict=True)
    }


def format_pbn_board(board: int, hands: Hands, comment: str = "") -> str:
    """Return one board as a game of a PBN file: the fifteen mandatory tags in their order (3.4).

    The tags of events, players and results are empty. The first hand is the dealer's, as export format has it. A
    comment follows the tags, in braces (3.8).
    """
    dealer = find_dealer(board)
    tags = {
        **dict.fromkeys(("Event", "Site", "Date"), ""),
        "Board": str(board),
        **dict.fromkeys(("West", "North", "East", "South"), ""),
        "Dealer": dealer,
        "Vulnerable": find_vulnerable(board),
        "Deal": format_pbn_deal(hands, dealer),
        **dict.fromkeys(("Scoring", "Declarer", "Contract", "Result"), ""),
    }
    lines = [f'[{name} "{value}"]\r\n' for name, value in tags.items()]
    return "".join([*lines, f"{{{comment}}}\r\n"] if comment else lines)


def format_lin_board(board: int, hands: Hands, comment: str = "") -> str:
    """Return one board as a line of a LIN file.

    As in files of Bridge Base Online, the hands are those of south, west and north, each suit's lowest card first; the
    hand of east, which follows from them, is left out. A comment is a note (nt).
    """
    deal = ",".join(_lin_hand(hands[seat]) for seat in _LIN_SEATS[:3])
    note = f"nt|{comment}|" if comment else ""
    return (
        f"qx|o{board}|pn|South,West,North,East|st||md|{_LIN_SEATS.index(find_dealer(board)) + 1}{deal},|rh||"
        f"ah|Board {board}|sv|{_LIN_VULNERABILITIES[find_vulnerable(board)]}|{note}pg||\n"
    )


def _clockwise(seats: str, first: str) -> str:
    start = seats.index(first)
    return seats[start:] + seats[:start]


def _pbn_hand(hand: Sequence[str]) -> str:
    return ".".join(_ranks_by_suit(hand).values())


def _lin_hand(hand: Sequence[str]) -> str:
    return "".join([suit + ranks[::-1] for suit, ranks in _ranks_by_suit(hand).items()])


def _ranks_by_suit(hand: Sequence[str]) -> dict[str, str]:
    """Return the ranks of each suit in a hand, the highest first."""
    ranks = dict.fromkeys(SUITS, "")
    for code in sorted(hand, key=_POSITIONS.__getitem__):
        ranks[code[1]] += code[0]
    return ranks


_POSITIONS = {rank + suit: position for position, (suit, rank) in enumerate(product(SUITS, RANKS))}

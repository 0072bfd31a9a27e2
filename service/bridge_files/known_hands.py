"""The hands of a board whose cards need not all be known: its deal is read as PBN or as LIN, and checked."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..cards.bridge_notations import CLOCKWISE, POSITIONS, RANKS, SEATS, SUITS
from ..core.errors import Refused
from .boards import HAND_SIZE, MAX_EXCERPT, SUIT_NAMES, FileBoard, refuse_known_deal

_SEAT_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
_ALL_BUT_EAST = dict.fromkeys("SWN", HAND_SIZE) | {"E": 0}  # numbers of known cards


def read_hands(board: FileBoard) -> dict[str, list[str]]:
    """Return the codes of the known cards of a board by seat, without seats that have none.

    The deal `S:QT8... - - -` of a board in PBN gives `{"S": ["QS", "TS", "8S"]}`. LIN may leave out the last hand: if
    the hands of south, west and north are complete, an empty east gets the other 13 cards.
    Raises `Refused` for another text, for an unknown rank, for too many cards in a hand, for a card that is there twice
    ("given.deal: Board 3, east: AS is in the hand of north already."), and if no card is known.
    """
    title = f"Board {board.number}" if board.number else "The deal"
    notation = _LIN if "md" in board.tags else _PBN
    deal = (board.deal or "").upper()
    hands: dict[str, list[str]] = {}
    holders: dict[str, str] = {}  # by the code of a card: the name of its hand
    for seat, hand_text in notation.split_deal(title, deal).items():
        seat_name = _SEAT_NAMES[seat]
        place = f"{title}, {seat_name}"
        hands[seat] = _list_codes(place, notation.split_hand(place, hand_text))
        for code in hands[seat]:
            if code in holders:
                raise refuse_known_deal(
                    f"{place}: {code} is in the hand of {holders[code]} already."
                )
            holders[code] = seat_name
    if not holders:
        raise refuse_known_deal(f"{title} has no known card; leave given out.")
    counts = {seat: len(hand) for seat, hand in hands.items()}
    if notation.implies_east and counts == _ALL_BUT_EAST:
        hands["E"] = [code for code in POSITIONS if code not in holders]
    return {seat: hands[seat] for seat in SEATS if hands[seat]}


def _split_pbn_deal(title: str, deal: str) -> dict[str, str]:
    """Return the texts of the hands by seat, clockwise from the seat at the start: `S:AK... - - -` begins with S."""
    first_seat, _, texts = deal.partition(":")
    seats = CLOCKWISE.get(first_seat.strip(), "")
    hand_texts = texts.split()
    if not seats or len(hand_texts) != len(seats):
        raise _refuse_deal(title, "N:AKQ.JT9.876.5432 - - -: four hands", deal)
    return dict(zip(seats, hand_texts, strict=True))


def _split_lin_deal(title: str, deal: str) -> dict[str, str]:
    """Return the texts of the hands by seat, in LIN's order S, W, N, E: `1SAK,HQ` has "SAK", "HQ", "" and ""."""
    seats = CLOCKWISE["S"]
    without_dealer = re.sub(r"^[0-4]|\s", "", deal)
    hand_texts = without_dealer.split(",")
    if any(hand_texts[len(seats) :]):
        raise _refuse_deal(title, "md|1S…H…D…C…,…,…,|: S, W, N and E", deal)
    return dict.fromkeys(seats, "") | dict(zip(seats, hand_texts, strict=False))


def _refuse_deal(title: str, form: str, deal: str) -> Refused:
    return refuse_known_deal(
        f"{title} must be as {form}. It is {deal[:MAX_EXCERPT]!r}."
    )


def _split_pbn_hand(place: str, text: str) -> dict[str, str]:
    """Return the ranks of a hand by suit. A hand or a suit that is a hyphen has no cards."""
    suits = text.split(".") if text != "-" else [""] * len(SUITS)
    if len(suits) != len(SUITS):
        raise refuse_known_deal(
            f"{place}: A hand is as AKQ.JT9.876.5432, or - if unknown; this is {text[:MAX_EXCERPT]!r}."
        )
    return {
        suit: "" if ranks == "-" else ranks
        for suit, ranks in zip(SUITS, suits, strict=True)
    }


def _split_lin_hand(place: str, text: str) -> dict[str, str]:
    """Return the ranks of a hand by suit, in any order of the suits."""
    suits = dict(re.findall(f"([{SUITS}])([^{SUITS}]*)", text))
    if sum(map(len, suits.values())) + len(suits) != len(text):
        raise refuse_known_deal(
            f"{place}: A hand is as SAKQHJT9D876C5432, each suit once; this is {text[:MAX_EXCERPT]!r}."
        )
    return suits


class _Notation(NamedTuple):
    """A notation of hands, as the functions that read it."""

    split_deal: Callable[[str, str], dict[str, str]]
    """Takes the title of a board and the text of its deal, and returns the texts of the hands by seat."""
    split_hand: Callable[[str, str], dict[str, str]]
    """Takes the place of a hand in words and its text, and returns the ranks of the hand by suit."""
    implies_east: bool
    """Whether east may be left out if the other three hands are complete."""


_PBN = _Notation(_split_pbn_deal, _split_pbn_hand, implies_east=False)
_LIN = _Notation(_split_lin_deal, _split_lin_hand, implies_east=True)


def _list_codes(place: str, ranks_by_suit: Mapping[str, str]) -> list[str]:
    """Return the codes of a hand, spades first. Raises `Refused` for an unknown rank and for too many cards."""
    codes = [
        rank + suit
        for suit in SUITS
        for rank in _split_ranks(place, suit, ranks_by_suit.get(suit, ""))
    ]
    if len(codes) > HAND_SIZE:
        raise refuse_known_deal(
            f"{place}: A hand has at most {HAND_SIZE} cards; this one has {len(codes)}."
        )
    return codes


def _split_ranks(place: str, suit: str, text: str) -> list[str]:
    """Return the ranks in a text: "AK10" has A, K and T. Raises `Refused` for an unknown rank."""
    ranks = list(text.replace("10", "T"))
    for rank in ranks:
        if rank not in RANKS:
            raise refuse_known_deal(
                f"{place}, {SUIT_NAMES[suit]}: {rank!r} is no rank: A K Q J T (or 10) 9 to 2. Leave unknown cards out."
            )
    return ranks

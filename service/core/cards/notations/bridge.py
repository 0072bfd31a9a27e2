"""Bridge: what follows from a board's number, and the two notations in which bridge software keeps deals.

Dealer and vulnerability: Laws of Duplicate Bridge 2017, Law 2. PBN: Portable Bridge Notation 2.1 (Veugen, 2007), in its
export format, which fixes every byte; the numbers in brackets are its chapters. LIN has no published standard: it is
here as Bridge Base Online itself writes it, since its readers were made to read that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

Hands = Mapping[str, Sequence[str]]
"""The codes of four hands, by seat: N, E, S, W."""

SEATS = "NESW"
SUITS = "SHDC"
RANKS = "AKQJT98765432"

PBN_HEADER = "% PBN 2.1\r\n% EXPORT\r\n"

_VULNERABILITIES = ("None", "NS", "EW", "All")
_LIN_VULNERABILITIES = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
_LIN_SEATS = "SWNE"


def dealer(board: int) -> str:
    """The seat that deals a board, 1 or more: north the first, and on clockwise."""
    return SEATS[(board - 1) % len(SEATS)]


def vulnerable(board: int) -> str:
    """Who is vulnerable on a board, 1 or more: None, NS, EW or All; every four boards the cycle begins one later."""
    return _VULNERABILITIES[(board - 1 + (board - 1) // 4) % 4]


def format_pbn_deal(hands: Hands, first: str = "N") -> str:
    """Four hands as the value of a Deal tag (3.4.11), clockwise from the first."""
    return f"{first}:{' '.join(_pbn_hand(hands[seat]) for seat in _clockwise(SEATS, first))}"


def format_pbn_board(board: int, hands: Hands) -> str:
    """One board as a game of a PBN file: the fifteen tags that no game may lack, in their order (3.4).

    A dealer knows nothing of events, players and results; their tags are there and empty. The first hand is the
    dealer's, as export format has it.
    """
    deals = dealer(board)
    tags = {
        **dict.fromkeys(("Event", "Site", "Date"), ""),
        "Board": str(board),
        **dict.fromkeys(("West", "North", "East", "South"), ""),
        "Dealer": deals,
        "Vulnerable": vulnerable(board),
        "Deal": format_pbn_deal(hands, deals),
        **dict.fromkeys(("Scoring", "Declarer", "Contract", "Result"), ""),
    }
    return "".join(f'[{name} "{value}"]\r\n' for name, value in tags.items())


def format_pbn_file(boards: Iterable[tuple[int, Hands]]) -> Iterator[str]:
    """A PBN file, part by part: its header, and the boards with an empty line between them (3)."""
    yield PBN_HEADER
    for place, (board, hands) in enumerate(boards):
        yield ("\r\n" if place else "") + format_pbn_board(board, hands)


def format_lin_board(board: int, hands: Hands) -> str:
    """One board as a line of a LIN file.

    As Bridge Base Online writes it: south, west and north, each suit's lowest card first; east, who has what is left,
    is left out.
    """
    deal = ",".join(_lin_hand(hands[seat]) for seat in _LIN_SEATS[:3])
    return (
        f"qx|o{board}|pn|South,West,North,East|st||md|{_LIN_SEATS.index(dealer(board)) + 1}{deal},|rh||"
        f"ah|Board {board}|sv|{_LIN_VULNERABILITIES[vulnerable(board)]}|pg||\n"
    )


def _clockwise(seats: str, first: str) -> str:
    start = seats.index(first)
    return seats[start:] + seats[:start]


def _pbn_hand(hand: Sequence[str]) -> str:
    return ".".join(_held(hand, suit, RANKS) for suit in SUITS)


def _lin_hand(hand: Sequence[str]) -> str:
    return "".join(suit + _held(hand, suit, RANKS[::-1]) for suit in SUITS)


def _held(hand: Sequence[str], suit: str, ranks: str) -> str:
    """The ranks of a suit in a hand, in that order."""
    return "".join(rank for rank in ranks if rank + suit in hand)

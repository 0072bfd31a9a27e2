"""The text of a deal in a request, the member `deal` of `given`: the board that it tells of, and its known hands.

It may be a PBN, a LIN or an RBN file, a link to BBO's handviewer, hands in PBN after their seats, or a hand record.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..cards.bridge_notations import find_dealer, find_vulnerable
from .boards import FileBoard, parse_first, refuse_known_deal
from .hand_records import parse_record
from .known_hands import read_hands
from .lin import parse_lin, parse_link
from .pbn import parse_bare_deals, parse_pbn
from .rbn import parse_rbn
from .seated_hands import parse_seated_hands

MAX_KNOWN_TEXT = 100_000  # characters of a text with known hands: the boards of an evening, with their auctions
_MAX_BOARDS = 1_000
_MAX_NAMES = 20  # of tags that were not read
_MAX_NUMBERS = 10  # of boards in a message
_PARSERS = (
    parse_pbn,
    parse_lin,
    parse_rbn,
    parse_bare_deals,
    parse_seated_hands,
    parse_record,
)
_LINK = re.compile(r"https?://[^\s?]*\?(?P<query>.*)", re.DOTALL)


class KnownDeal(NamedTuple):
    """The known hands of one board of a text."""

    hands: Mapping[str, list[str]]
    """The codes of the known cards by seat; a seat without a known card is not there."""
    number: int | None
    not_read: list[str]
    """The names of parts that were not read: tags, and "3 other boards"."""


def read_known_deal(text: str, number: int | None) -> KnownDeal:
    """Return the known hands in a text; if it has different deals, the hands of its board `number`.

    Raises `Refused` for a text that is too long or has no deal, for a board that is not there or not named, and for
    hands with an unknown rank, with more than 13 cards or with one card twice.
    """
    boards = _parse_known(text)
    board = _select_board(boards, number)
    hands = read_hands(board)
    not_read = _list_unread(board, board.number or number)
    count = sum(other.deal != board.deal for other in boards)
    if count:
        not_read.append(f"{count} other board{'s' if count > 1 else ''}")
    return KnownDeal(hands, board.number, not_read)


def _parse_known(text: str) -> list[FileBoard]:
    """Return the boards of a text, in the first notation of `_PARSERS` in which it has any.

    `N:AKQ.JT9.876.5432 - - -` gives one board with this `deal`, which is not read yet. A link is read for its query
    alone. Raises `Refused` for no board or too many.
    """
    if len(text) > MAX_KNOWN_TEXT:
        raise refuse_known_deal(
            f"It has {len(text):,} characters, and may have {MAX_KNOWN_TEXT:,}; send the lines of one board."
        )
    text = text.removeprefix("\ufeff").strip()
    link = _LINK.fullmatch(text)
    if link:
        boards = parse_first(link["query"], (parse_link,), _MAX_BOARDS)
    else:
        boards = parse_first(text, _PARSERS, _MAX_BOARDS)
    if not boards:
        reason = ", and the service opens no link" if link else ""
        raise refuse_known_deal(
            f"No deal is in it{reason}. It may be a deal in PBN, such as N:AKQ.JT9.876.5432 - - -, a PBN, LIN or RBN "
            "file, hands after their seats, such as n AKQ.JT9.876.5432, a hand record, in which the suits of each hand "
            "follow their sign or letter, or a link to BBO's handviewer."
        )
    if len(boards) > _MAX_BOARDS:
        raise refuse_known_deal(
            f"It has more than {_MAX_BOARDS:,} boards; send the lines of one."
        )
    return boards


def _select_board(boards: list[FileBoard], number: int | None) -> FileBoard:
    """Return the board with this number, or the only deal. Boards without a number are counted from 1.

    If a text has a single board without a number, return this board for any number. Raises `Refused` if no board has
    the number, and for boards with different deals: "It has no board 7; say by board which of its 2 boards: 1, 2."
    """
    # The numbers that boards have if they name none.
    usual_numbers: Sequence[int | None] = range(1, len(boards) + 1)
    if len(boards) == 1:
        usual_numbers = [number]
    numbers = [
        board.number or usual_number
        for board, usual_number in zip(boards, usual_numbers, strict=True)
    ]
    selected = [
        board
        for board, board_number in zip(boards, numbers, strict=True)
        if number is None or board_number == number
    ]
    if len({board.deal for board in selected}) == 1:
        return selected[0]
    if number and selected:
        raise refuse_known_deal(
            f"It has board {number} with different hands; send the lines of one of them."
        )
    names = list(dict.fromkeys(str(board_number) for board_number in numbers))
    shown = ", ".join(names[:_MAX_NUMBERS])
    missing = f"no board {number}" if number else "different deals"
    raise refuse_known_deal(
        f"It has {missing}; say by board which of its {len(boards):,} boards: {shown}."
    )


def _list_unread(board: FileBoard, number: int | None) -> list[str]:
    """Return the names of tags with a value that were not read. Tags that a deal of the board implies count as read.

    The number of a board implies its dealer and who is vulnerable, so these are unread only if the file has others. A
    PBN board with the tags Event, Board 1, Dealer S and Deal has `["event", "dealer"]`, as north deals board 1.
    """
    read = {"board", "deal", "qx", "md", "ah", "b", "h"}
    if number and board.dealer == find_dealer(number):
        read.add("dealer")
    if number and board.vulnerable in {None, find_vulnerable(number)}:
        read |= {"vulnerable", "sv"}
    values = board.tags | {"dealer": board.dealer or ""}
    unread = [
        name
        for name, value in values.items()
        if name not in read and re.search(r"[^\W_]", value)
    ]
    showable = [
        name for name in unread if re.fullmatch(r"[A-Za-z][\w ]{0,39}", name, re.ASCII)
    ]
    shown = showable[:_MAX_NAMES]
    hidden_count = len(unread) - len(shown)
    if hidden_count:
        shown.append(f"{hidden_count} others")
    return shown

"""Hand records: deals as people print them, the suits of each hand below its seat or around a table.

A line is searched for suits, seats and numbers of boards; all else in it is left out. Spades begin a hand, so hands
that lie beside each other can be told apart.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..cards.bridge_notations import SEATS, SUITS, format_pbn_hand
from .boards import (
    HAND_SIZE,
    MAX_EXCERPT,
    SEAT_WORDS,
    SUIT_NAMES,
    FileBoard,
    refuse_known_deal,
)

_MAX_LINE = 1_000  # characters of a line of a hand record; the rest is not read
_SUIT_SIGNS = dict(
    zip("\u2660\u2665\u2666\u2663\u2664\u2661\u2662\u2667", SUITS * 2, strict=True)
)
_CODES = re.compile(
    r"(?:(?:10|[2-9TJQKA])[SHDC][ \t]){51}(?:10|[2-9TJQKA])[SHDC]\s{0,9}"
)
"""Matches a line with all cards of a deal."""

# What is read in a line: a suit with its ranks, the number of a board, or a seat.
_WORD_BEGINS = r"(?<![^\W_])"
_WORD_ENDS = r"(?![^\W_])"
_BLANKS = r"[ \t]{0,9}"
_RANK = "(?:10|[2-9TJQKAXtjqkax])"
_HOLDING = rf"(?:{_RANK}(?:[ \t]?{_RANK}){{0,25}}|[-\u2013\u2014]{{1,9}}){_WORD_ENDS}"
_NO_BID = f"(?<!{_WORD_BEGINS}[1-7])"  # 1♠ is a bid
_SIGN = rf"(?P<sign>[{''.join(_SUIT_SIGNS)}])[\ufe0e\ufe0f]?"
_SUIT_BY_SIGN = f"{_NO_BID}{_SIGN}:?{_BLANKS}(?P<signed>{_HOLDING})?"
_LETTER = f"{_WORD_BEGINS}(?P<letter>[SHDC])"
_SUIT_BY_LETTER = rf"{_LETTER}(?::{_BLANKS}|[ \t]{{1,9}})(?P<lettered>{_HOLDING})"
_BOARD_NUMBER = r"\b[Bb]oard\W{0,3}(?P<number>[0-9]{1,9})(?![0-9])"
_SEAT_NAME = "|".join(
    form
    for word in SEAT_WORDS
    if len(word) > 1
    for form in (word, word.upper(), word.capitalize())
)
_SEAT = rf"{_WORD_BEGINS}(?P<seat>[NESW](?={_BLANKS}(?::|$))|{_SEAT_NAME}){_WORD_ENDS}"
_RECORD = re.compile(f"{_SUIT_BY_SIGN}|{_SUIT_BY_LETTER}|{_BOARD_NUMBER}|{_SEAT}")
_DIAGRAM = ("N", "WE", "S")  # the seats in each row of hands laid out as at a table


class _RecordHand(NamedTuple):
    """A hand of a hand record: the seat named before it, or None, and the ranks of each suit."""

    seat: str | None
    ranks: dict[str, str]


@dataclass
class _RecordBoard:
    """One board of a hand record, while its lines are read.

    Hands that lie beside each other share their lines: the first holding of a suit in a line belongs to the first hand
    of the row, the second holding to the second hand. So the number of earlier holdings of the suit in the line decides
    which hand a holding belongs to.
    """

    number: int | None = None
    seat: str | None = None
    """The seat that was named last, until its hand begins."""
    left_over: list[str] = field(default_factory=list)
    """The parts of its lines that were not read."""
    rows: list[list[_RecordHand]] = field(default_factory=list)
    """The hands, row by row; hands with their spades in the same line are a row."""
    count_in_line: Counter[str] = field(default_factory=Counter)
    """By suit, how many holdings of this board the current line has so far."""

    def begin_line(self) -> None:
        self.count_in_line.clear()

    def is_ended_by(self, token: re.Match[str]) -> bool:
        """Return whether this board has all hands, and a token begins the next board, by a number or a row of hands."""
        begins_row = _find_suit(token) == "S" and not self.count_in_line["S"]
        if not token["number"] and not begins_row:
            return False
        return sum(len(row) for row in self.rows) >= len(SEATS)

    def read(self, token: re.Match[str]) -> None:
        """Add what a match of `_RECORD` says: a holding, a seat or the number of the board."""
        suit = _find_suit(token)
        if suit:
            written = token["signed"] or token["lettered"] or ""
            ranks = re.sub(r"[\s\u2013\u2014-]", "", written)
            self._add_holding(suit, ranks, token.string)
        elif token["number"]:
            self.number = int(token["number"]) or None
        else:
            self.seat = SEAT_WORDS[token["seat"].lower()]

    def _add_holding(self, suit: str, ranks: str, line: str) -> None:
        """Add the next holding of a suit in a line to its hand. Spades begin each hand.

        The line "S AK S QJ" adds a row of two hands, {"S": "AK"} and {"S": "QJ"}. With the line "H T9 H 8" below it,
        "T9" goes to the first hand of this row, and "8" to the second. Raises `Refused` for a holding of a hand that
        has not begun, and for a second holding of the same suit in a hand.
        """
        position = self.count_in_line[suit]
        self.count_in_line[suit] += 1
        if suit == "S":
            if position == 0:
                self.rows.append([])
            self.rows[-1].append(_RecordHand(self.seat, {}))
            self.seat = None
        row = self.rows[-1] if self.rows else []
        if position >= len(row) or suit in row[position].ranks:
            raise refuse_known_deal(
                f"In {line.strip()[:MAX_EXCERPT]!r} {SUIT_NAMES[suit]} are of no hand; spades begin each hand."
            )
        row[position].ranks[suit] = ranks

    def close(self) -> FileBoard:
        """Return the board with its hands as a deal in PBN: `N:AKQ.JT9.876.5432 … … …`, from north clockwise.

        A missing hand is empty, `...`. Three rows of one, two and one hands are a diagram: north, west and east, south,
        whatever seats are named. Raises `Refused` unless each hand has a seat of its own.
        """
        hands = [hand for row in self.rows for hand in row]
        seats = [hand.seat for hand in hands]
        is_diagram = [len(row) for row in self.rows] == [len(row) for row in _DIAGRAM]
        if is_diagram:
            seats = list("".join(_DIAGRAM))
        if None in seats or len(set(seats)) < len(seats):
            raise refuse_known_deal(
                "A seat is missing or there twice: write North, East, South and West, each above its hand."
            )
        ranks_at = {seat: hand.ranks for seat, hand in zip(seats, hands, strict=True)}
        written = [
            ".".join(ranks_at.get(seat, {}).get(suit, "") for suit in SUITS)
            for seat in SEATS
        ]
        tags = {"other text": " ".join(self.left_over)}
        return FileBoard(tags, self.number, deal=f"N:{' '.join(written)}")


def _find_suit(token: re.Match[str]) -> str:
    """Return the suit of a holding that was found in a line, S, H, D or C; "" for a seat or a number."""
    if token["sign"]:
        return _SUIT_SIGNS[token["sign"]]
    return token["letter"] or ""


def parse_record(text: str) -> Iterator[FileBoard]:
    """Yield the boards of a hand record.

    Either a line has all codes of a deal, in the order N E S W; or each suit of a hand follows its sign or letter,
    spades first. The seat is above a hand or before it, unless the hands lie as at a table: north, west beside east,
    south.
    """
    board = _RecordBoard()
    for line in re.split(r"[\r\n]+", text):
        if _CODES.fullmatch(line):
            yield FileBoard(deal=_format_codes(line))
            continue
        board.left_over += [_RECORD.sub("", line[:_MAX_LINE]), line[_MAX_LINE:]]
        board.begin_line()
        for token in _RECORD.finditer(line[:_MAX_LINE]):
            if board.is_ended_by(token):
                yield board.close()
                board = _RecordBoard(board.number, board.seat)
            board.read(token)
    if board.rows:
        yield board.close()


def _format_codes(line: str) -> str:
    """Return a line of 52 codes (the hands of N, E, S and W) as a deal in PBN."""
    codes = line.replace("10", "T").split()
    hands = [
        format_pbn_hand(codes[start : start + HAND_SIZE])
        for start in range(0, len(codes), HAND_SIZE)
    ]
    return f"N:{' '.join(hands)}"

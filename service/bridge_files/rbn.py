"""Boards in RBN, Richard's Bridge Notation 3.2 (Pavlicek, rpbridge.net/7a12.htm)."""

import re
from collections.abc import Iterator

from .boards import FileBoard, parse_number, parse_vulnerable

_FIELD = re.compile(r"^(?P<label>[A-Z]) (?P<value>[^\r\n]*)", re.MULTILINE)
_HANDS = re.compile(r"(?P<first>[NESW]):(?P<hands>[^\s:]{0,60}\.[^\r\n]*)")
_AUCTION = re.compile(r"(?P<dealer>[NESW])(?P<vulnerable>[ZNEB?]):.*")


def parse_rbn(text: str) -> Iterator[FileBoard]:
    """Yield the boards of an RBN file: its records, with a blank line between them, that have hands.

    Each line of a record is a label, a blank and a value; B is the number of the board, H its hands, and A begins with
    the dealer and who is vulnerable.
    """
    for record in re.split(r"\n[ \t\r]*\n", text):
        values = {
            field["label"].lower(): field["value"].strip()
            for field in _FIELD.finditer(record)
        }
        hands = _HANDS.match(values.get("h", ""))
        if hands is None:
            continue
        board = FileBoard(
            tags=values,
            number=parse_number(values.get("b", "")),
            deal=_write_pbn_deal(hands["first"], hands["hands"].split(":")),
        )
        auction = _AUCTION.match(values.get("a", ""))
        if auction:
            board.dealer = auction["dealer"]
            board.vulnerable = parse_vulnerable(auction["vulnerable"])
        yield board


def _write_pbn_deal(first: str, hands: list[str]) -> str:
    """Return the hands of a record as the value of PBN's tag Deal; one that is left empty is not known."""
    return f"{first}:{' '.join([hand or '-' for hand in hands])}"

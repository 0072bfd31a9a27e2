"""Boards in LIN, the notation of Bridge Base Online: files, and links to its handviewer."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl

from ..cards.bridge_notations import parse_lin_deal
from .boards import FileBoard, parse_number, parse_vulnerable


def parse_lin(text: str) -> Iterator[FileBoard]:
    """Yield the boards of a LIN file. A deal (md), or the label (qx) before it, begins the next board."""
    board = FileBoard()
    words = re.sub(r"[\r\n]+", "", text).split("|")  # name, value, name, value, …
    for word, value in zip(words[::2], words[1::2], strict=False):
        name = word.strip(" \t").lower()
        if name in {"qx", "md"} and board.deal is not None:
            yield board
            board = FileBoard()
        board.tags[name] = value
        _read_field(board, name, value)
    if board.deal is not None:
        yield board


def _read_field(board: FileBoard, name: str, value: str) -> None:
    """Set what a field of LIN says about a board; `sv` is who is vulnerable, and `at` and `nt` are comments."""
    match name:
        case "qx":  # o7 or c7: the seventh board in the open or the closed room
            board.number = parse_number(value[1:])
        case "ah":
            number = parse_number(value.removeprefix("Board "))
            board.number = number or board.number
        case "sv":
            board.vulnerable = parse_vulnerable(value)
        case "at" | "nt":
            board.read_comment(value)
        case "md":
            board.deal = value
            board.dealer, board.hands = parse_lin_deal(value)


def parse_link(query: str) -> Iterator[FileBoard]:
    """Yield the boards of a link to BBO's handviewer: LIN in `lin`, or the hands in `n`, `e`, `s` and `w`."""
    values = {name.lower(): value for name, value in parse_qsl(query)}
    if "lin" in values:
        yield from parse_lin(values["lin"])
    elif any(seat in values for seat in "nesw"):
        hands = ",".join([values.pop(seat, "") for seat in "swne"])
        number = parse_number(values.pop("b", ""))
        yield FileBoard(tags={"md": ""} | values, number=number, deal=hands)

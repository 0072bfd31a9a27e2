"""Boards in Portable Bridge Notation: files with tags, and lines that are a deal alone."""

import re
from collections.abc import Iterator

from ..cards.bridge_notations import parse_pbn_deal
from ..core.errors import Refused
from .boards import FileBoard, parse_number, parse_vulnerable

_TAG_OR_COMMENT = re.compile(
    r'\[\s{0,9}(?P<name>\w{1,40})\s{0,9}"(?P<value>[^"\r\n]*)"\s{0,9}\]|\{(?P<comment>[^{}]*)\}',
    re.ASCII,
)
_ESCAPED = re.compile(r"(?<![^\r\n])%[^\r\n]*")
_BARE_DEAL = re.compile(
    r"^[ \t]{0,9}([NESWnesw]:[ \t]{0,9}(?:-[ \t]|[^\s.]{0,40}\.)[^\r\n:]*)(?=[\r\n]|\Z)",
    re.MULTILINE,
)


def parse_pbn(text: str) -> Iterator[FileBoard]:
    """Yield the boards of a PBN file. A tag that a board already has begins the next board."""
    board = FileBoard()
    for token in _TAG_OR_COMMENT.finditer(_ESCAPED.sub("", text)):
        if token["name"] is None:
            board.read_comment(token["comment"])
            continue
        name = token["name"].lower()
        if name in board.tags:
            if "deal" in board.tags:
                yield _read_tags(board)
            board = FileBoard()
        board.tags[name] = token["value"]
    if "deal" in board.tags:
        yield _read_tags(board)


def _read_tags(board: FileBoard) -> FileBoard:
    """Set what the tags of a PBN board say, among them its deal, and return the board."""
    tags = board.tags
    board.number = parse_number(tags.get("board", ""))
    board.dealer = tags.get("dealer", "").upper() or None
    board.vulnerable = parse_vulnerable(tags.get("vulnerable", ""))
    board.deal = tags["deal"]
    try:
        board.hands = parse_pbn_deal("file", board.deal.strip().upper())
    except Refused:
        board.hands = None
    return board


def parse_bare_deals(text: str) -> Iterator[FileBoard]:
    """Yield the deals of lines that are the value of a tag Deal. A second colon is not in such a line."""
    return (FileBoard(deal=match[1]) for match in _BARE_DEAL.finditer(text))

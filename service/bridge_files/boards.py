"""What a text says about a bridge board, and what the parsers of such texts share."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ..core.errors import Refused

HAND_SIZE = 13
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
MAX_EXCERPT = 60  # characters of a text in a message
SEAT_WORDS = (
    dict.fromkeys(("north", "nord", "norden", "norte", "n"), "N")
    | dict.fromkeys(("east", "este", "est", "osten", "ost", "e"), "E")
    | dict.fromkeys(("south", "s\u00fcden", "s\u00fcd", "sud", "sur", "s"), "S")
    | dict.fromkeys(("west", "westen", "ouest", "oeste", "w"), "W")
)
"""The seats by their words in lower case, in English, German, French and Spanish, and by their letters."""


@dataclass
class FileBoard:
    """What a text says about one board, while the text is read. None stands for what the text lacks."""

    tags: dict[str, str] = field(default_factory=dict)
    """By name in lower case, the tags of PBN or the fields of LIN, with the last value of each."""
    number: int | None = None
    """The number of the board, which decides who deals and who is vulnerable."""
    dealer: str | None = None
    """A seat: N, E, S or W."""
    vulnerable: str | None = None
    """None, NS, EW or All as a text, or another text that is there."""
    deal: str | None = None
    """The text of the hands, in PBN's notation or LIN's."""
    hands: Mapping[str, list[str]] | None = None
    """The codes of the cards by seat; None if `deal` is not a whole deal. known_hands.py reads a part of a deal."""
    seed: str | None = None
    index: int = 0
    dealt_as: int | None = None
    """The number of the board when it was dealt from its seed, if this is not `number`."""

    def read_comment(self, comment: str) -> None:
        """Set the seed, the index and `dealt_as` from a comment that has them. Other comments change nothing."""
        origin = _ORIGIN.search(comment)
        if origin is None:
            return
        self.seed = origin["seed"]
        self.index = int(origin["index"])
        self.dealt_as = int(origin["board"]) if origin["board"] else None


_ORIGIN = re.compile(
    r'\bseed "(?P<seed>[^"]{1,256})", index (?P<index>[0-9]{1,15})'
    r"(?:, dealt as board (?P<board>[1-9][0-9]{0,14}))?(?![0-9])",
    re.ASCII,
)
_VULNERABILITIES = (
    dict.fromkeys(("none", "love", "-", "o", "0", "z"), "None")
    | dict.fromkeys(("ns", "n-s", "n"), "NS")
    | dict.fromkeys(("ew", "e-w", "e"), "EW")
    | dict.fromkeys(("all", "both", "b"), "All")
)


def parse_first(
    text: str, parsers: Sequence[Callable[[str], Iterator[FileBoard]]], max_boards: int
) -> list[FileBoard]:
    """Return the boards from the first parser that finds boards, or [] if no parser finds a board.

    One board more than `max_boards` is enough to show that there are too many, so no further board is parsed.
    """
    for parse in parsers:
        boards = list(islice(parse(text), max_boards + 1))
        if boards:
            return boards
    return []


def parse_number(text: str) -> int | None:
    """Return the number of a board, above 0; None for any other text."""
    if not re.fullmatch(r"[0-9]{1,15}", text):
        return None
    return int(text) or None


def parse_vulnerable(text: str) -> str | None:
    """Return the vulnerability in PBN's words: None, NS, EW or All; an unknown text unchanged; None if empty."""
    return _VULNERABILITIES.get(text.lower(), text) or None


def refuse_known_deal(sentence: str) -> Refused:
    """Return the error for the text of a deal in a request, the member `deal` of `given`; the caller raises it."""
    return Refused("given", f"given.deal: {sentence}")

"""Check files of bridge boards, PBN or LIN: deal each board again from the seed in its comment, and compare.

docs/stream-decks.md defines the comment with the seed. Other programs write such files too, and people edit them: tags
are read in any order and in any case, hands from any seat, and ranks in any order. A stricter parser would miss deals
that tolerant programs show.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from service.core.cards.bridge_notations import (
    SEATS,
    find_dealer,
    find_vulnerable,
    format_pbn_hand,
    parse_lin_deal,
    parse_pbn_deal,
)
from service.core.cards.options import PackOptions
from service.core.errors import Refused
from service.core.games.catalogue import get_game
from service.core.games.deals import Deals
from service.core.games.game import GameTable, set_up
from service.core.shuffles.plans import Limits, ShuffleRequest
from service.core.verification import SEEDED, Difference, VerificationResult, build_result

MAX_BOARDS = 5_000  # the most boards of a file; they are checked in about a second


@dataclass
class FileBoard:
    """The tags, seed and index of one board of a file; None stands for a tag or a comment that the file lacks.

    `deal` is the text of the hands in the file, `hands` are the hands in it, None if the text cannot be read.
    """

    tags: dict[str, str] = field(default_factory=dict)
    number: int | None = None
    dealer: str | None = None
    vulnerable: str | None = None
    deal: str | None = None
    hands: Mapping[str, list[str]] | None = None
    seed: str | None = None
    index: int = 0
    dealt_as: int | None = None

    def add(self, comment: str) -> None:
        """Set the seed, the index and `dealt_as`, the number in the deal, from a comment that has them."""
        if origin := _ORIGIN.search(comment):
            self.seed, self.index = origin[1], int(origin[2])
            self.dealt_as = int(origin[3]) if origin[3] else None


_ORIGIN = re.compile(
    r'\bseed "([^"]{1,256})", index ([0-9]{1,15})(?:, dealt as board ([1-9][0-9]{0,14}))?(?![0-9])', re.ASCII
)
_TOKEN = re.compile(r'\[\s{0,9}(\w{1,40})\s{0,9}"([^"\r\n]*)"\s{0,9}\]|\{([^{}]*)\}', re.ASCII)
_ESCAPED = re.compile(r"(?<![^\r\n])%[^\r\n]*")
_VULNERABILITIES = {
    **dict.fromkeys(("none", "love", "-", "o", "0"), "None"),
    **dict.fromkeys(("ns", "n-s", "n"), "NS"),
    **dict.fromkeys(("ew", "e-w", "e"), "EW"),
    **dict.fromkeys(("all", "both", "b"), "All"),
}


def check_file(text: str, limits: Limits) -> VerificationResult:
    """Deal every board with a seed again, and compare its hands, dealer and vulnerability; return the result.

    Raises `Refused` for a text that is no PBN or LIN file, and for a file without a seed.
    """
    lists = (list(islice(parse(text), MAX_BOARDS + 1)) for parse in (_parse_pbn, _parse_lin))
    boards = next(filter(None, lists), [])
    if not boards:
        raise Refused("file", "file must be a PBN or a LIN file as text, with at least one deal.")
    if len(boards) > MAX_BOARDS:
        raise Refused("file", f"The file has more boards than the {MAX_BOARDS:,} that are checked at once.")
    seeded = [board for board in boards if board.seed is not None]
    if not seeded:
        raise Refused(
            "file",
            "No board of this file has its seed, so that none can be dealt again. Files have it that were requested "
            "with include_seed; others are checked as JSON: send the response to the same request without format.",
        )
    unnumbered = [board for board in seeded if board.number is None]
    table = set_up(get_game("bridge"), None, PackOptions())
    differences = (_compare(board, table, limits) for board in seeded if board.number is not None)
    reasons = {
        "seeds": (len(boards) - len(seeded), "without a seed"),
        "numbers": (len(unnumbered), "without a number, which decides who gets the first card"),
    }
    return build_result(
        {"boards": len(boards), "seeds": list(dict.fromkeys(board.seed for board in seeded))[:_MAX_SEEDS]},
        {"boards": next(filter(None, differences), None)},
        {name: f"{count:,} of {len(boards):,} boards are {words}" for name, (count, words) in reasons.items() if count},
        origin=SEEDED,
    )


_MAX_SEEDS = 10  # in the result, for the eye


def _compare(board: FileBoard, table: GameTable, limits: Limits) -> Difference | None:
    """Return the first difference between a board and the deal of its seed and index."""
    number = board.number or 0
    request = ShuffleRequest(seed=board.seed, index=board.index)
    order = Deals(table).plan(request, limits).draw(request.randomness).indices
    deal = table.deal(list(order), board.dealt_as or number)
    hands = {seat: table.card_codes(hand) for seat, hand in deal.hands.items()}
    pairs = [("Dealer", find_dealer(number), board.dealer), ("Vulnerable", find_vulnerable(number), board.vulnerable)]
    for seat in SEATS:  # of a deal that cannot be read, the text
        text = board.deal and board.deal[:256] if board.hands is None else format_pbn_hand(board.hands[seat])
        pairs.append((seat, format_pbn_hand(hands[seat]), text))
    for name, dealt_value, file_value in pairs:
        if file_value != dealt_value and not (file_value is None and name not in SEATS):
            detail = f"Board {number} of the file is not the one of its seed at index {board.index}."
            return Difference(where=f"board {number}, {name}", expected=dealt_value, seen=file_value, detail=detail)
    return None


def _parse_pbn(text: str) -> Iterator[FileBoard]:
    """Yield the boards of a PBN file; a tag that a board already has begins the next board."""
    board = FileBoard()
    for tag, value, comment in _TOKEN.findall(_ESCAPED.sub("", text)):
        name = tag.lower()
        if name in board.tags:
            if "deal" in board.tags:
                yield _read_tags(board)
            board = FileBoard()
        if name:
            board.tags[name] = value
        else:
            board.add(comment)
    if "deal" in board.tags:
        yield _read_tags(board)


def _read_tags(board: FileBoard) -> FileBoard:
    tags = board.tags
    board.number = _parse_number(tags.get("board", ""))
    board.dealer = tags.get("dealer", "").upper() or None
    board.vulnerable = _parse_vulnerable(tags.get("vulnerable", ""))
    board.deal = tags["deal"]
    try:
        board.hands = parse_pbn_deal("file", board.deal.strip().upper())
    except Refused:
        board.hands = None
    return board


def _parse_lin(text: str) -> Iterator[FileBoard]:
    """Yield the boards of a LIN file; a deal (md), or the label (qx) before it, begins the next board."""
    board = FileBoard()
    words = re.sub(r"[\r\n]+", "", text).split("|")
    for word, value in zip(words[::2], words[1::2], strict=False):
        name = word.strip(" \t").lower()
        if name in {"qx", "md"} and board.deal is not None:
            yield board
            board = FileBoard()
        match name:
            case "qx":
                board.number = _parse_number(value[1:])
            case "ah":
                board.number = _parse_number(value.removeprefix("Board ")) or board.number
            case "sv":
                board.vulnerable = _parse_vulnerable(value)
            case "at" | "nt":
                board.add(value)
            case "md":
                board.deal = value
                board.dealer, board.hands = parse_lin_deal(value)
    if board.deal is not None:
        yield board


def _parse_number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,15}", text) and int(text) > 0 else None


def _parse_vulnerable(text: str) -> str | None:
    """Return the vulnerability in PBN's words: None, NS, EW or All; an unknown text unchanged; None if empty."""
    return _VULNERABILITIES.get(text.lower(), text) or None

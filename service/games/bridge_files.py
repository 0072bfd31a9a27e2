"""Read files of bridge boards, PBN or LIN: check each board with its seed, or take the known hands of one board.

docs/definitions/decks.md defines the comment with the seed. Other programs write such files too, and people edit them,
so tags are read in any order and in any case, hands from any seat, and ranks in any order. A stricter parser would miss
deals that tolerant programs show. Known hands are also read from a hand record and from a link to BBO's handviewer.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple
from urllib.parse import parse_qsl

from ..cards.bridge_notations import (
    CLOCKWISE,
    POSITIONS,
    RANKS,
    SEATS,
    SUITS,
    find_dealer,
    find_vulnerable,
    format_pbn_hand,
    parse_lin_deal,
    parse_pbn_deal,
)
from ..cards.options import PackOptions
from ..core.errors import Refused
from ..core.limits import Limits
from ..core.shuffle_requests import ShuffleRequest
from ..verdicts.verdict import SEEDED, Difference, VerificationResult, build_result
from .catalogue import get_game
from .dealing import Deals
from .game import GameTable, set_up

MAX_BOARDS = 5_000  # the most boards of a file; they are checked in about a second


@dataclass
class FileBoard:
    """What a file says about one board, while the file is read. None stands for what the file lacks."""

    tags: dict[str, str] = field(default_factory=dict)
    """By name in lower case, the tags of PBN or the fields of LIN, with the last value of each."""
    number: int | None = None
    """The number of the board, which decides who deals and who is vulnerable."""
    dealer: str | None = None
    """A seat: N, E, S or W."""
    vulnerable: str | None = None
    """The text "None", "NS", "EW" or "All", or another text that the file has."""
    deal: str | None = None
    """The text of the hands, in PBN's notation or LIN's."""
    hands: Mapping[str, list[str]] | None = None
    """The codes of the cards by seat; None also if `deal` cannot be read. `_read_hands` reads known hands."""
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
_TAG_OR_COMMENT = re.compile(
    r'\[\s{0,9}(?P<name>\w{1,40})\s{0,9}"(?P<value>[^"\r\n]*)"\s{0,9}\]|\{(?P<comment>[^{}]*)\}',
    re.ASCII,
)
_ESCAPED = re.compile(r"(?<![^\r\n])%[^\r\n]*")
_VULNERABILITIES = (
    dict.fromkeys(("none", "love", "-", "o", "0"), "None")
    | dict.fromkeys(("ns", "n-s", "n"), "NS")
    | dict.fromkeys(("ew", "e-w", "e"), "EW")
    | dict.fromkeys(("all", "both", "b"), "All")
)
_MAX_SEEDS = 10  # seeds in the result, for people to look at


def check_file(text: str, limits: Limits) -> VerificationResult:
    """Deal every board with a seed again, and compare its hands, dealer and vulnerability; return the result.

    Raises `Refused` for a text that is no PBN or LIN file, and for a file without a seed.
    """
    boards = _parse_file(text)
    seeded = [board for board in boards if board.seed is not None]
    if not seeded:
        raise Refused(
            "file",
            "No board of this file has its seed, so that none can be dealt again. Files have it that were requested "
            "with include_seed; others are checked as JSON: send the response to the same request without format.",
        )
    seeds = list(dict.fromkeys(board.seed for board in seeded))
    return build_result(
        {"boards": len(boards), "seeds": seeds[:_MAX_SEEDS]},
        {"boards": _find_difference(seeded, limits)},
        _describe_unchecked(boards, seeded),
        origin=SEEDED,
    )


def _parse_file(text: str) -> list[FileBoard]:
    """Return the boards of a file, read as PBN, or as LIN if PBN finds none. Raises `Refused` for none or too many."""
    boards = _parse_first(text, (_parse_pbn, _parse_lin), MAX_BOARDS)
    if not boards:
        raise Refused(
            "file", "file must be a PBN or a LIN file as text, with at least one deal."
        )
    if len(boards) > MAX_BOARDS:
        raise Refused(
            "file",
            f"The file has more boards than the {MAX_BOARDS:,} that are checked at once.",
        )
    return boards


def _parse_first(
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


def _find_difference(seeded: list[FileBoard], limits: Limits) -> Difference | None:
    """Return the first difference in boards with a seed and a number. Boards without a number are left out."""
    table = set_up(get_game("bridge"), None, PackOptions())
    for board in seeded:
        if board.number is None:
            continue
        difference = _compare_board(board, board.number, table, limits)
        if difference:
            return difference
    return None


def _describe_unchecked(
    boards: list[FileBoard], seeded: list[FileBoard]
) -> dict[str, str]:
    """Return the reasons why some of the boards are not checked, such as `{"seeds": "1 of 3 boards are …"}`."""
    unseeded = len(boards) - len(seeded)
    unnumbered = sum(board.number is None for board in seeded)
    reasons = {}
    if unseeded:
        reasons["seeds"] = f"{unseeded:,} of {len(boards):,} boards are without a seed"
    if unnumbered:
        reasons["numbers"] = (
            f"{unnumbered:,} of {len(boards):,} boards are without a number, which decides who gets the first card"
        )
    return reasons


def _compare_board(
    board: FileBoard, number: int, table: GameTable, limits: Limits
) -> Difference | None:
    """Return the first difference between a board with this number, and the deal of its seed and index."""
    hands = _deal_again(board, number, table, limits)
    dealt = {"Dealer": find_dealer(number), "Vulnerable": find_vulnerable(number)}
    in_file = {"Dealer": board.dealer, "Vulnerable": board.vulnerable}
    for seat in SEATS:
        dealt[seat] = format_pbn_hand(hands[seat])
        in_file[seat] = _show_hand(board, seat)
    for name, dealt_value in dealt.items():
        file_value = in_file[name]
        if file_value is None:  # a file may lack a dealer and a vulnerability
            continue
        if file_value != dealt_value:
            return Difference(
                where=f"board {number}, {name}",
                expected=dealt_value,
                seen=file_value,
                detail=f"Board {number} of the file is not the one of its seed at index {board.index}.",
            )
    return None


def _show_hand(board: FileBoard, seat: str) -> str:
    """Return a hand of a board in PBN's notation, or the start of the whole deal if the deal cannot be read."""
    if board.hands is None:
        return (board.deal or "")[:_MAX_UNREAD]
    return format_pbn_hand(board.hands[seat])


_MAX_UNREAD = 256  # characters shown of a deal that cannot be read


def _deal_again(
    board: FileBoard, number: int, table: GameTable, limits: Limits
) -> dict[str, list[str]]:
    """Return the codes of the hands by seat that the seed and the index of a board deal."""
    request = ShuffleRequest(seed=board.seed, index=board.index)
    sampler = Deals(table).sampler(request, limits)
    order = sampler.draw(request.randomness).indices
    deal = table.deal(list(order), board.dealt_as or number)
    return {seat: table.card_codes(hand) for seat, hand in deal.hands.items()}


def _parse_pbn(text: str) -> Iterator[FileBoard]:
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
            board.number = _parse_number(value[1:])
        case "ah":
            number = _parse_number(value.removeprefix("Board "))
            board.number = number or board.number
        case "sv":
            board.vulnerable = _parse_vulnerable(value)
        case "at" | "nt":
            board.read_comment(value)
        case "md":
            board.deal = value
            board.dealer, board.hands = parse_lin_deal(value)


def _parse_number(text: str) -> int | None:
    """Return the number of a board, above 0; None for any other text."""
    if not re.fullmatch(r"[0-9]{1,15}", text):
        return None
    return int(text) or None


def _parse_vulnerable(text: str) -> str | None:
    """Return the vulnerability in PBN's words: None, NS, EW or All; an unknown text unchanged; None if empty."""
    return _VULNERABILITIES.get(text.lower(), text) or None


class KnownDeal(NamedTuple):
    """The known hands of one board of a text."""

    hands: Mapping[str, list[str]]
    """The codes of the known cards by seat; a seat without a known card is not there."""
    number: int | None
    not_read: list[str]
    """The names of parts that were not read: tags, and "3 other boards"."""


MAX_KNOWN_TEXT = 100_000  # characters of a text with known hands: the boards of an evening, with their auctions
_MAX_KNOWN_BOARDS = 1_000
_MAX_NAMES = 20  # of tags that were not read
_MAX_NUMBERS = 10  # of boards in a message
_MAX_EXCERPT = 60
_MAX_LINE = 1_000  # characters of a line of a hand record; the rest is not read
_HAND = 13
_SEAT_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
_SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_SUIT_SIGNS = dict(
    zip("\u2660\u2665\u2666\u2663\u2664\u2661\u2662\u2667", SUITS * 2, strict=True)
)
_SEAT_WORDS = (
    dict.fromkeys(("north", "nord", "norden", "norte", "n"), "N")
    | dict.fromkeys(("east", "este", "est", "osten", "ost", "e"), "E")
    | dict.fromkeys(("south", "s\u00fcden", "s\u00fcd", "sud", "sur", "s"), "S")
    | dict.fromkeys(("west", "westen", "ouest", "oeste", "w"), "W")
)
_LINK = re.compile(r"https?://[^\s?]*\?(?P<query>.*)", re.DOTALL)
_BARE_DEAL = re.compile(
    r"^[ \t]{0,9}([NESWnesw]:[ \t]{0,9}(?:-[ \t]|[^\s.]{0,40}\.)[^\r\n]*)", re.MULTILINE
)
_CODES = re.compile(
    r"(?:(?:10|[2-9TJQKA])[SHDC][ \t]){51}(?:10|[2-9TJQKA])[SHDC]\s{0,9}"
)
_RANK = "(?:10|[2-9TJQKAXtjqkax])"
_HOLDING = rf"(?:{_RANK}(?:[ \t]?{_RANK}){{0,25}}|[-\u2013\u2014]{{1,9}})(?![^\W_])"
_WORDS = "|".join(
    form
    for word in _SEAT_WORDS
    if len(word) > 1
    for form in (word, word.upper(), word.capitalize())
)
_RECORD = re.compile(
    rf"(?<!(?<![^\W_])[1-7])(?P<sign>[{''.join(_SUIT_SIGNS)}])[\ufe0e\ufe0f]?:?[ \t]{{0,9}}(?P<signed>{_HOLDING})?"
    rf"|(?<![^\W_])(?P<letter>[SHDC])(?::[ \t]{{0,9}}|[ \t]{{1,9}})(?P<lettered>{_HOLDING})"
    r"|\b[Bb]oard\W{0,3}(?P<number>[0-9]{1,9})(?![0-9])"
    rf"|(?<![^\W_])(?P<seat>[NESW](?=[ \t]{{0,9}}(?::|$))|{_WORDS})(?![^\W_])"
)
"""Matches what is read in a line of a hand record: a suit and its ranks, the number of a board, or a seat."""
_DIAGRAM = ("N", "WE", "S")  # the seats in each row of hands laid out as at a table


def read_known_deal(text: str, number: int | None) -> KnownDeal:
    """Return the known hands in a text; if it has different deals, the hands of its board `number`.

    Raises `Refused` for a text that is too long or has no deal, for a board that is not there or not named, and for
    hands with an unknown rank, with more than 13 cards or with one card twice.
    """
    boards = _parse_known(text)
    board = _select_board(boards, number)
    hands = _read_hands(board)
    not_read = _list_unread(board, board.number or number)
    count = sum(other.deal != board.deal for other in boards)
    if count:
        not_read.append(f"{count} other board{'s' if count > 1 else ''}")
    return KnownDeal(hands, board.number, not_read)


def _parse_known(text: str) -> list[FileBoard]:
    """Return the boards of a text, in any notation that can be read. Raises `Refused` for none or too many."""
    if len(text) > MAX_KNOWN_TEXT:
        raise _refuse(
            f"It has {len(text):,} characters, and may have {MAX_KNOWN_TEXT:,}; send the lines of one board."
        )
    text = text.removeprefix("\ufeff").strip()
    link = _LINK.fullmatch(text)
    if link:
        boards = _parse_first(link["query"], (_parse_link,), _MAX_KNOWN_BOARDS)
    else:
        parsers = (_parse_pbn, _parse_lin, _parse_deals, _parse_record)
        boards = _parse_first(text, parsers, _MAX_KNOWN_BOARDS)
    if not boards:
        reason = ", and the service opens no link" if link else ""
        raise _refuse(
            f"No deal is in it{reason}. It may be a deal in PBN, such as N:AKQ.JT9.876.5432 - - -, a PBN or LIN file, "
            "a hand record, in which the suits of each hand follow their sign or letter, or a link to BBO's handviewer."
        )
    if len(boards) > _MAX_KNOWN_BOARDS:
        raise _refuse(
            f"It has more than {_MAX_KNOWN_BOARDS:,} boards; send the lines of one."
        )
    return boards


def _refuse(sentence: str) -> Refused:
    return Refused("given", f"given.deal: {sentence}")


def _parse_link(query: str) -> Iterator[FileBoard]:
    """Yield the boards of a link to BBO's handviewer: LIN in `lin`, or the hands in `n`, `e`, `s` and `w`."""
    values = {name.lower(): value for name, value in parse_qsl(query)}
    if "lin" in values:
        yield from _parse_lin(values["lin"])
    elif any(seat in values for seat in "nesw"):
        hands = ",".join([values.pop(seat, "") for seat in "swne"])
        number = _parse_number(values.pop("b", ""))
        yield FileBoard(tags={"md": ""} | values, number=number, deal=hands)


def _parse_deals(text: str) -> Iterator[FileBoard]:
    """Yield the deals of lines, if each line is the value of a tag Deal."""
    return (FileBoard(deal=match[1]) for match in _BARE_DEAL.finditer(text))


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
    has_other_text: bool = False
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
            self.seat = _SEAT_WORDS[token["seat"].lower()]

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
            raise _refuse(
                f"In {line.strip()[:_MAX_EXCERPT]!r} {_SUIT_NAMES[suit]} are of no hand; spades begin each hand."
            )
        row[position].ranks[suit] = ranks

    def close(self) -> FileBoard:
        """Return the board with its hands as a deal in PBN. Raises `Refused` unless each hand has a seat of its own."""
        hands = [hand for row in self.rows for hand in row]
        seats = [hand.seat for hand in hands]
        is_diagram = [len(row) for row in self.rows] == [len(row) for row in _DIAGRAM]
        if is_diagram:
            seats = list("".join(_DIAGRAM))
        if None in seats or len(set(seats)) < len(seats):
            raise _refuse(
                "A seat is missing or there twice: write North, East, South and West, each above its hand."
            )
        ranks_at = {seat: hand.ranks for seat, hand in zip(seats, hands, strict=True)}
        written = [
            ".".join(ranks_at.get(seat, {}).get(suit, "") for suit in SUITS)
            for seat in SEATS
        ]
        tags = {"other text": _UNREAD_TEXT} if self.has_other_text else {}
        return FileBoard(tags, self.number, deal=f"N:{' '.join(written)}")


_UNREAD_TEXT = "a"  # any text with a letter, because `_list_unread` names no empty tag


def _find_suit(token: re.Match[str]) -> str:
    """Return the suit of a holding that was found in a line, S, H, D or C; "" for a seat or a number."""
    if token["sign"]:
        return _SUIT_SIGNS[token["sign"]]
    return token["letter"] or ""


def _parse_record(text: str) -> Iterator[FileBoard]:
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
        if len(line) > _MAX_LINE or re.search(r"[^\W_]", _RECORD.sub("", line)):
            board.has_other_text = True
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
        format_pbn_hand(codes[start : start + _HAND])
        for start in range(0, len(codes), _HAND)
    ]
    return f"N:{' '.join(hands)}"


def _select_board(boards: list[FileBoard], number: int | None) -> FileBoard:
    """Return the board with this number, or the only deal. Boards without a number are counted from 1.

    If a text has a single board without a number, return this board for any number.
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
        raise _refuse(
            f"It has board {number} with different hands; send the lines of one of them."
        )
    names = list(dict.fromkeys(str(board_number) for board_number in numbers))
    shown = ", ".join(names[:_MAX_NUMBERS])
    missing = f"no board {number}" if number else "different deals"
    raise _refuse(
        f"It has {missing}; say by board which of its {len(boards):,} boards: {shown}."
    )


def _read_hands(board: FileBoard) -> dict[str, list[str]]:
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
                raise _refuse(
                    f"{place}: {code} is in the hand of {holders[code]} already."
                )
            holders[code] = seat_name
    if not holders:
        raise _refuse(f"{title} has no known card; leave given out.")
    counts = {seat: len(hand) for seat, hand in hands.items()}
    if notation.implies_east and counts == {"S": _HAND, "W": _HAND, "N": _HAND, "E": 0}:
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
    return _refuse(f"{title} must be as {form}. It is {deal[:_MAX_EXCERPT]!r}.")


def _split_pbn_hand(place: str, text: str) -> dict[str, str]:
    """Return the ranks of a hand by suit. A hand or a suit that is a hyphen has no cards."""
    suits = text.split(".") if text != "-" else [""] * len(SUITS)
    if len(suits) != len(SUITS):
        raise _refuse(
            f"{place}: A hand is as AKQ.JT9.876.5432, or - if unknown; this is {text[:_MAX_EXCERPT]!r}."
        )
    return {
        suit: "" if ranks == "-" else ranks
        for suit, ranks in zip(SUITS, suits, strict=True)
    }


def _split_lin_hand(place: str, text: str) -> dict[str, str]:
    """Return the ranks of a hand by suit, in any order of the suits."""
    suits = dict(re.findall(f"([{SUITS}])([^{SUITS}]*)", text))
    if sum(map(len, suits.values())) + len(suits) != len(text):
        raise _refuse(
            f"{place}: A hand is as SAKQHJT9D876C5432, each suit once; this is {text[:_MAX_EXCERPT]!r}."
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
    if len(codes) > _HAND:
        raise _refuse(
            f"{place}: A hand has at most {_HAND} cards; this one has {len(codes)}."
        )
    return codes


def _split_ranks(place: str, suit: str, text: str) -> list[str]:
    """Return the ranks in a text: "AK10" has A, K and T. Raises `Refused` for an unknown rank."""
    ranks = list(text.replace("10", "T"))
    for rank in ranks:
        if rank not in RANKS:
            raise _refuse(
                f"{place}, {_SUIT_NAMES[suit]}: {rank!r} is no rank: A K Q J T (or 10) 9 to 2. Leave unknown cards out."
            )
    return ranks


def _list_unread(board: FileBoard, number: int | None) -> list[str]:
    """Return the names of tags with a value that were not read. Tags that a deal of the board implies count as read.

    The number of a board implies its dealer and who is vulnerable, so these are unread only if the file has others. A
    PBN board with the tags Event, Board 1, Dealer S and Deal has `["event", "dealer"]`, as north deals board 1.
    """
    read = {"board", "deal", "qx", "md", "ah"}
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

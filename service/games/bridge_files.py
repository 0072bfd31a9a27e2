"""Read files of bridge boards, PBN or LIN: check each board that has its seed, or take the known hands of one board.

docs/definitions/decks.md defines the comment with the seed. Other programs write such files too, and people edit them:
tags are read in any order and in any case, hands from any seat, and ranks in any order. A stricter parser would miss
deals that tolerant programs show. Known hands are also read from a hand record and from a link to BBO's handviewer.
"""

import re
from collections.abc import Iterator, Mapping
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
from ..core.shuffles.samplers import Limits, ShuffleRequest
from ..core.verification import SEEDED, Difference, VerificationResult, build_result
from .catalogue import get_game
from .deals import Deals
from .game import GameTable, set_up

MAX_BOARDS = 5_000  # the most boards of a file; they are checked in about a second


@dataclass
class FileBoard:
    """The tags, seed and index of one board of a file; None stands for a tag or a comment that the file lacks.

    The tags of LIN are its fields, with the last value of each.

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
    r'\bseed "([^"]{1,256})", index ([0-9]{1,15})(?:, dealt as board ([1-9][0-9]{0,14}))?(?![0-9])',
    re.ASCII,
)
_TOKEN = re.compile(
    r'\[\s{0,9}(\w{1,40})\s{0,9}"([^"\r\n]*)"\s{0,9}\]|\{([^{}]*)\}', re.ASCII
)
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
    lists = (
        list(islice(parse(text), MAX_BOARDS + 1)) for parse in (_parse_pbn, _parse_lin)
    )
    boards = next(filter(None, lists), [])
    if not boards:
        raise Refused(
            "file", "file must be a PBN or a LIN file as text, with at least one deal."
        )
    if len(boards) > MAX_BOARDS:
        raise Refused(
            "file",
            f"The file has more boards than the {MAX_BOARDS:,} that are checked at once.",
        )
    seeded = [board for board in boards if board.seed is not None]
    if not seeded:
        raise Refused(
            "file",
            "No board of this file has its seed, so that none can be dealt again. Files have it that were requested "
            "with include_seed; others are checked as JSON: send the response to the same request without format.",
        )
    unnumbered = [board for board in seeded if board.number is None]
    table = set_up(get_game("bridge"), None, PackOptions())
    differences = (
        _compare(board, table, limits) for board in seeded if board.number is not None
    )
    reasons = {
        "seeds": (len(boards) - len(seeded), "without a seed"),
        "numbers": (
            len(unnumbered),
            "without a number, which decides who gets the first card",
        ),
    }
    return build_result(
        {
            "boards": len(boards),
            "seeds": list(dict.fromkeys(board.seed for board in seeded))[:_MAX_SEEDS],
        },
        {"boards": next(filter(None, differences), None)},
        {
            name: f"{count:,} of {len(boards):,} boards are {words}"
            for name, (count, words) in reasons.items()
            if count
        },
        origin=SEEDED,
    )


_MAX_SEEDS = 10  # in the result, for the eye


def _compare(board: FileBoard, table: GameTable, limits: Limits) -> Difference | None:
    """Return the first difference between a board and the deal of its seed and index."""
    number = board.number or 0
    request = ShuffleRequest(seed=board.seed, index=board.index)
    order = Deals(table).sampler(request, limits).draw(request.randomness).indices
    deal = table.deal(list(order), board.dealt_as or number)
    hands = {seat: table.card_codes(hand) for seat, hand in deal.hands.items()}
    pairs = [
        ("Dealer", find_dealer(number), board.dealer),
        ("Vulnerable", find_vulnerable(number), board.vulnerable),
    ]
    for seat in SEATS:  # of a deal that cannot be read, the text
        text = (
            board.deal and board.deal[:256]
            if board.hands is None
            else format_pbn_hand(board.hands[seat])
        )
        pairs.append((seat, format_pbn_hand(hands[seat]), text))
    for name, dealt_value, file_value in pairs:
        if file_value != dealt_value and not (file_value is None and name not in SEATS):
            detail = f"Board {number} of the file is not the one of its seed at index {board.index}."
            return Difference(
                where=f"board {number}, {name}",
                expected=dealt_value,
                seen=file_value,
                detail=detail,
            )
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
        board.tags[name] = value
        match name:
            case "qx":
                board.number = _parse_number(value[1:])
            case "ah":
                board.number = (
                    _parse_number(value.removeprefix("Board ")) or board.number
                )
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


class KnownDeal(NamedTuple):
    """The known hands of one board: codes by seat, the number of the board, and the names of what was not read."""

    hands: Mapping[str, list[str]]
    number: int | None
    not_read: list[str]


MAX_KNOWN_TEXT = 100_000  # characters of a text with known hands: the boards of an evening, with their auctions
_MAX_KNOWN_BOARDS = 1_000
_MAX_NAMES = 20  # of tags that were not read
_MAX_NUMBERS = 10  # of boards in a message
_MAX_EXCERPT = 60
_MAX_LINE = 1_000  # characters of a line of a hand record; the others are not read
_HAND = 13
_SEAT_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
_SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_SUIT_SIGNS = dict(
    zip("\u2660\u2665\u2666\u2663\u2664\u2661\u2662\u2667", SUITS * 2, strict=True)
)
_SEAT_WORDS = {
    **dict.fromkeys(("north", "nord", "norden", "norte", "n"), "N"),
    **dict.fromkeys(("east", "este", "est", "osten", "ost", "e"), "E"),
    **dict.fromkeys(("south", "s\u00fcden", "s\u00fcd", "sud", "sur", "s"), "S"),
    **dict.fromkeys(("west", "westen", "ouest", "oeste", "w"), "W"),
}
_LINK = re.compile(r"https?://[^\s?]*\?(.*)", re.DOTALL)
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
    rf"(?<!(?<![^\W_])[1-7])([{''.join(_SUIT_SIGNS)}])[\ufe0e\ufe0f]?:?[ \t]{{0,9}}({_HOLDING})?"
    rf"|(?<![^\W_])([SHDC])(?::[ \t]{{0,9}}|[ \t]{{1,9}})({_HOLDING})"
    r"|\b[Bb]oard\W{0,3}([0-9]{1,9})(?![0-9])"
    rf"|(?<![^\W_])([NESW](?=[ \t]{{0,9}}(?::|$))|{_WORDS})(?![^\W_])"
)
_TABLE = ("N", "WE", "S")  # the seats in the rows of a diagram
_Row = list[
    tuple[str | None, dict[str, str]]
]  # the seat, if it is known, and the suits of each hand


def read_known_deal(text: str, number: int | None) -> KnownDeal:
    """Return the known hands in a text, of its board `number` if it has different deals.

    Raises `Refused` for a text that is too long or has no deal, for a board that is not there or not named, and for
    hands with an unknown rank, with more than 13 cards or with one card twice.
    """
    if len(text) > MAX_KNOWN_TEXT:
        raise _refuse(
            f"It has {len(text):,} characters, and may have {MAX_KNOWN_TEXT:,}; send the lines of one board."
        )
    text = text.removeprefix("\ufeff").strip()
    link = _LINK.fullmatch(text)
    parsers = (
        (_parse_link,)
        if link
        else (_parse_pbn, _parse_lin, _parse_deals, _parse_record)
    )
    parsed = (
        islice(parse(link[1] if link else text), _MAX_KNOWN_BOARDS + 1)
        for parse in parsers
    )
    boards: list[FileBoard] = next(filter(None, map(list, parsed)), [])
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
    board = _select_board(boards, number)
    count = sum(other.deal != board.deal for other in boards)
    others = [f"{count} other board{'s' if count > 1 else ''}"] if count else []
    return KnownDeal(
        _read_hands(board),
        board.number,
        [*_list_unread(board, board.number or number), *others],
    )


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
        yield FileBoard(tags={"md": "", **values}, number=number, deal=hands)


def _parse_deals(text: str) -> Iterator[FileBoard]:
    """Yield the deals of lines that are each the value of a tag Deal."""
    return (FileBoard(deal=match[1]) for match in _BARE_DEAL.finditer(text))


def _parse_record(text: str) -> Iterator[FileBoard]:
    """Yield the boards of a hand record.

    A line has all codes of a deal, in the order N E S W; or the suits of each hand follow their sign or letter, spades
    first. The seat is above a hand or before it, unless the hands lie as at a table: north, west beside east, south.
    """
    board = FileBoard()
    rows = list[_Row]()
    seat = None
    for line in re.split(r"[\r\n]+", text):
        if _CODES.fullmatch(line):
            codes = line.replace("10", "T").split()
            hands = [
                format_pbn_hand(codes[start : start + _HAND])
                for start in range(0, len(codes), _HAND)
            ]
            yield FileBoard(deal=f"N:{' '.join(hands)}")
            continue
        if len(line) > _MAX_LINE or re.search(r"[^\W_]", _RECORD.sub("", line)):
            board.tags["other text"] = "a"
        found = dict.fromkeys(
            SUITS, 0
        )  # the number of holdings of each suit in the line
        for sign, signed, letter, lettered, number, word in _RECORD.findall(
            line[:_MAX_LINE]
        ):
            suit = _SUIT_SIGNS.get(sign, letter)
            if (number or (suit == "S" and not found["S"])) and sum(
                map(len, rows)
            ) >= len(SEATS):
                yield _close_record(board, rows)
                board, rows = FileBoard(number=board.number), []
            if suit:
                if suit == "S":
                    rows += [[]] if not found["S"] else []
                    rows[-1].append((seat, {}))
                    seat = None
                hand = (
                    rows[-1][found[suit]][1]
                    if rows and found[suit] < len(rows[-1])
                    else {suit: ""}
                )
                if suit in hand:
                    excerpt = line.strip()[:_MAX_EXCERPT]
                    raise _refuse(
                        f"In {excerpt!r} {_SUIT_NAMES[suit]} are of no hand; spades begin each hand."
                    )
                hand[suit] = re.sub(r"[\s\u2013\u2014-]", "", signed or lettered)
                found[suit] += 1
            elif number:
                board.number = int(number) or None
            else:
                seat = _SEAT_WORDS[word.lower()]
    if rows:
        yield _close_record(board, rows)


def _close_record(board: FileBoard, rows: list[_Row]) -> FileBoard:
    """Return the board of a record with the hands in its rows."""
    hands = [hand for row in rows for hand in row]
    if list(map(len, rows)) == list(map(len, _TABLE)):
        hands = [
            (seat, suits)
            for seat, (_, suits) in zip("".join(_TABLE), hands, strict=True)
        ]
    by_seat = dict(hands)
    if None in by_seat or len(by_seat) < len(hands):
        raise _refuse(
            "A seat is missing or there twice: write North, East, South and West, each above its hand."
        )
    written = (
        ".".join(by_seat.get(seat, {}).get(suit, "") for suit in SUITS)
        for seat in SEATS
    )
    board.deal = f"N:{' '.join(written)}"
    return board


def _select_board(boards: list[FileBoard], number: int | None) -> FileBoard:
    """Return the board of that number, or the only deal; boards without a number are counted from 1."""
    numbers = [
        board.number or (i if len(boards) > 1 else number)
        for i, board in enumerate(boards, 1)
    ]
    selected = [
        board
        for board, other in zip(boards, numbers, strict=True)
        if number in {None, other}
    ]
    if len({board.deal for board in selected}) == 1:
        return selected[0]
    if number and selected:
        raise _refuse(
            f"It has board {number} with different hands; send the lines of one of them."
        )
    shown = ", ".join(list(dict.fromkeys(map(str, numbers)))[:_MAX_NUMBERS])
    missing = f"no board {number}" if number else "different deals"
    raise _refuse(
        f"It has {missing}; say by board which of its {len(boards):,} boards: {shown}."
    )


def _read_hands(board: FileBoard) -> dict[str, list[str]]:
    """Return the known hands of a board by seat, those with a card."""
    where = f"Board {board.number}" if board.number else "The deal"
    is_lin = "md" in board.tags
    deal = (board.deal or "").upper()
    if is_lin:
        seats = "SWNE"
        texts = re.sub(r"^[0-4]|\s", "", deal).split(",")
        texts += [""] * (len(seats) - len(texts))
    else:
        seat, _, rest = deal.partition(":")
        seats = CLOCKWISE.get(seat.strip(), "")
        texts = rest.split()
    if len(texts) < len(seats) or not seats or any(texts[len(seats) :]):
        form = (
            "md|1S…H…D…C…,…,…,|: S, W, N and E"
            if is_lin
            else "N:AKQ.JT9.876.5432 - - -: four hands"
        )
        raise _refuse(f"{where} must be as {form}. It is {deal[:_MAX_EXCERPT]!r}.")
    hands: dict[str, list[str]] = {}
    owners: dict[str, str] = {}
    for seat, text in zip(seats, texts, strict=False):
        place = f"{where}, {_SEAT_NAMES[seat]}"
        suits = _split_lin_hand(place, text) if is_lin else _split_pbn_hand(place, text)
        hands[seat] = [
            rank + suit
            for suit in SUITS
            for rank in _split_ranks(place, suit, suits.get(suit, ""))
        ]
        if len(hands[seat]) > _HAND:
            raise _refuse(
                f"{place}: A hand has at most {_HAND} cards; this one has {len(hands[seat])}."
            )
        for code in hands[seat]:
            if code in owners:
                raise _refuse(
                    f"{place}: {code} is in the hand of {owners[code]} already."
                )
            owners[code] = _SEAT_NAMES[seat]
    if is_lin and list(map(len, hands.values())) == [_HAND, _HAND, _HAND, 0]:
        hands["E"] = [code for code in POSITIONS if code not in owners]
    if not owners:
        raise _refuse(f"{where} has no known card; leave given out.")
    return {seat: hands[seat] for seat in SEATS if hands[seat]}


def _split_pbn_hand(place: str, text: str) -> dict[str, str]:
    """Return the ranks of a hand by suit; a hand or a suit that is a hyphen has none."""
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


def _split_ranks(place: str, suit: str, text: str) -> list[str]:
    ranks = list(text.replace("10", "T"))
    if wrong := [rank for rank in ranks if rank not in RANKS]:
        raise _refuse(
            f"{place}, {_SUIT_NAMES[suit]}: {wrong[0]!r} is no rank: A K Q J T (or 10) 9 to 2. Leave unknown cards out."
        )
    return ranks


def _list_unread(board: FileBoard, number: int | None) -> list[str]:
    """Return the names of the tags that were not read; the number of a board tells its dealer and who is vulnerable."""
    read = {"board", "deal", "qx", "md", "ah"}
    tags = {**board.tags, "dealer": board.dealer or ""}
    if number and board.dealer == find_dealer(number):
        read.add("dealer")
    if number and board.vulnerable in {None, find_vulnerable(number)}:
        read |= {"vulnerable", "sv"}
    names = [
        name
        for name, value in tags.items()
        if name not in read and re.search(r"[^\W_]", value)
    ]
    shown = [
        name for name in names if re.fullmatch(r"[A-Za-z][\w ]{0,39}", name, re.ASCII)
    ][:_MAX_NAMES]
    return [
        *shown,
        *([f"{len(names) - len(shown)} others"] if len(names) > len(shown) else []),
    ]

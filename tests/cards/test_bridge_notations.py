"""Boards and the files of bridge software, compared with endplay and with the rules."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from service.cards.bridge_notations import (
    PBN_HEADER,
    TagDate,
    TagText,
    find_dealer,
    find_vulnerable,
    format_lin_board,
    format_origin,
    format_pbn_board,
    format_pbn_deal,
    parse_lin_deal,
    parse_pbn_deal,
)
from service.core.errors import Refused
from service.core.rng.streams import MAX_INDEX
from tests.tables import for_each

BOARDS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "bridge.json").read_text()
)
TAGS = (
    "Event Site Date Board West North East South "
    "Dealer Vulnerable Deal Scoring Declarer Contract Result"
)
every_board = for_each("board", BOARDS, ids=lambda board: str(board["board"]))


def build_file() -> str:
    """Return a file of all boards in PBN."""
    games = [format_pbn_board(board["board"], board["hands"]) for board in BOARDS]
    return PBN_HEADER + "\r\n".join(games)


def sort_hands(hands: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return hands with the cards of each in alphabetical order."""
    return {seat: sorted(hand) for seat, hand in hands.items()}


def test_sixteen_boards_are_dealt_as_law_2_lists_them_and_then_again() -> None:
    assert "".join(map(find_dealer, range(1, 17))) == "NESW" * 4
    assert "".join(map(find_dealer, range(1617, 1633))) == "NESW" * 4


@for_each(
    ("vulnerable", "numbers"),
    [
        ("None", [1, 8, 11, 14]),
        ("NS", [2, 5, 12, 15]),
        ("EW", [3, 6, 9, 16]),
        ("All", [4, 7, 10, 13]),
    ],
)
def test_sixteen_boards_are_vulnerable_as_law_2_lists_them_and_then_again(
    vulnerable: str, numbers: list[int]
) -> None:
    for start in (0, 1616):
        boards = [n for n in range(1, 17) if find_vulnerable(start + n) == vulnerable]
        assert boards == numbers


@every_board
def test_a_board_is_written_and_read_as_by_endplay(board: dict[str, Any]) -> None:
    number = board["board"]
    hands = board["hands"]
    assert find_dealer(number) == board["dealer"]
    vulnerable = find_vulnerable(number).lower()
    assert vulnerable.replace("all", "both") == board["vulnerable"]
    assert format_pbn_deal(hands, find_dealer(number)) == board["pbn"]
    assert f"|md|{board['lin']}|" in format_lin_board(number, hands)
    read_hands = parse_pbn_deal("pbn", board["pbn"])
    assert sort_hands(read_hands) == sort_hands(hands)
    dealer, parsed_hands = parse_lin_deal(board["lin"])
    assert dealer == board["dealer"]
    assert sort_hands(parsed_hands or {}) == sort_hands(hands)


@for_each(
    "text",
    [
        "",
        "N:",
        "N:... ... ...",
        "N:... ... ... ... ...",
        "N:... ...  ... ...",
        "n:... ... ... ...",
        "X:... ... ... ...",
        "N: ... ... ... ...",
        "N:... ... ... ...\n",
        "N:.. ... ... ...",
        "N:.... ... ... ...",
        "N:10... ... ... ...",
        "N:a... ... ... ...",
        "N:- ... ... ...",
    ],
)
def test_a_text_that_is_no_deal_in_pbn_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="pbn must be a seat, a colon and the hands"):
        parse_pbn_deal("pbn", text)


def test_hands_go_clockwise_from_whichever_is_first() -> None:
    hands = BOARDS[0]["hands"]
    assert format_pbn_deal(hands) == format_pbn_deal(hands, "N")
    north, east, south, west = format_pbn_deal(hands)[2:].split()
    assert format_pbn_deal(hands, "W") == f"W:{west} {north} {east} {south}"


def test_a_void_is_nothing_between_two_dots() -> None:
    suits = {
        seat: [rank + suit for rank in "23456789TJQKA"]
        for seat, suit in zip("NESW", "SHDC", strict=True)
    }
    whole = "AKQJT98765432"
    assert format_pbn_deal(suits) == f"N:{whole}... .{whole}.. ..{whole}. ...{whole}"
    assert format_lin_board(4, suits) == (
        "qx|o4|pn|South,West,North,East|st||md|2SHD23456789TJQKAC,SHDC23456789TJQKA,S23456789TJQKAHDC,|rh||"
        "ah|Board 4|sv|b|pg||\n"
    )


def test_a_file_is_in_export_format() -> None:
    text = build_file()
    assert text.startswith(PBN_HEADER)
    assert text.isascii()
    lines = text.split("\r\n")
    assert not any("\n" in line or "\r" in line for line in lines)
    assert lines.pop() == ""
    assert max(map(len, lines)) < 80
    games = "\n".join(lines[2:]).split("\n\n")
    assert len(games) == len(BOARDS)
    for game in games:
        tags = re.findall(r'^\[(\w+) "[^"]*"\]$', game, re.MULTILINE)
        assert " ".join(tags) == TAGS
        assert len(game.split("\n")) == len(tags)


def test_a_file_names_its_event() -> None:
    occasion = {"event": "Coupe d'été #3", "site": "Bern", "date": "2026.11.22"}
    pbn = format_pbn_board(7, BOARDS[6]["hands"], "index 6", occasion)
    head = """[Event "Coupe d'été #3"]\r\n[Site "Bern"]\r\n[Date "2026.11.22"]\r\n[Board "7"]\r\n"""
    assert pbn.startswith(head)
    assert pbn.endswith('[Result ""]\r\n{index 6}\r\n')
    lin = format_lin_board(7, BOARDS[6]["hands"], "index 6", occasion)
    assert lin.startswith("qx|o7|mn|Coupe d'été #3|pn|")


@for_each(
    ("kind", "value", "converted"),
    [
        (TagText(), "Coupe d'été #3", "Coupe d'été #3"),
        (TagText(), "x" * 100, "x" * 100),
        (TagText(), "Турнир 上海 ♠ 🏆", "Турнир 上海 ♠ 🏆"),
        (TagDate(), "2024.02.29", "2024.02.29"),
        (TagDate(), "2026-11-22", "2026.11.22"),
    ],
)
def test_the_event_is_a_text_and_a_date_that_pbn_can_have(
    kind: TagText | TagDate, value: str, converted: str
) -> None:
    assert kind.fits(value) is True
    assert kind.convert(value) == converted


@for_each("value", ["", "x" * 101, "#", '"', "\\", "|", "a\nb", "\x7f", 7])
def test_a_text_that_pbn_cannot_have_is_no_event(value: object) -> None:
    assert TagText().fits(value) is False


@for_each(
    "value", ["2026.02.29", "22.11.2026", "2026.11", "", "2026.11.22 ", "0000.01.01", 7]
)
def test_a_day_that_there_is_not_is_no_date(value: object) -> None:
    assert TagDate().fits(value) is False


def test_the_longest_lines_of_a_file_are_those_that_pbn_allows() -> None:
    origin = format_origin("x" * 180, MAX_INDEX, MAX_INDEX)
    occasion = {"event": "x" * 100, "site": "x" * 100}
    longest = format_pbn_board(MAX_INDEX, BOARDS[0]["hands"], origin, occasion)
    assert max(map(len, longest.split("\r\n"))) < 255
    assert format_origin("x", 1, None) == 'seed "x", index 1'
    for seed in ("x" * 181, '"', "\\", "{", "}", "|", "é", "\n"):
        with pytest.raises(Refused, match="up to 180 characters of ASCII"):
            format_origin(seed, 0, None)


def test_a_deal_in_lin_has_no_hands_if_the_last_one_cannot_be_read() -> None:
    board = BOARDS[0]
    lin = f"{board['lin'].rstrip(',')},east"
    assert parse_lin_deal(lin) == (board["dealer"], None)


def test_tags_without_a_known_value_are_empty() -> None:
    text = format_pbn_board(7, BOARDS[6]["hands"])
    tags = dict(re.findall(r'\[(\w+) "(.+)"\]', text))
    assert tags.keys() == {"Board", "Dealer", "Vulnerable", "Deal"}
    assert tags["Board"] == "7"
    assert tags["Dealer"] == "S"
    assert tags["Vulnerable"] == "All"
    assert tags["Deal"][0] == "S"

"""Boards and the files of bridge software, compared with endplay and with the rules."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from service.core.cards.bridge_notations import (
    PBN_HEADER,
    find_dealer,
    find_vulnerable,
    format_lin_board,
    format_pbn_board,
    format_pbn_deal,
    parse_pbn_deal,
)
from service.core.errors import Refused
from tests.tables import for_each

BOARDS: list[dict[str, Any]] = json.loads((Path(__file__).parents[2] / "vectors" / "bridge.json").read_text())
TAGS = [
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result"),
]
every_board = for_each("board", BOARDS, ids=lambda board: str(board["board"]))


def build_file() -> str:
    return PBN_HEADER + "\r\n".join(format_pbn_board(board["board"], board["hands"]) for board in BOARDS)


def test_sixteen_boards_are_dealt_and_vulnerable_as_law_2_lists_them() -> None:
    boards = range(1, 17)
    assert "".join(map(find_dealer, boards)) == "NESW" * 4
    assert {board for board in boards if find_vulnerable(board) == "None"} == {1, 8, 11, 14}
    assert {board for board in boards if find_vulnerable(board) == "NS"} == {2, 5, 12, 15}
    assert {board for board in boards if find_vulnerable(board) == "EW"} == {3, 6, 9, 16}
    assert {board for board in boards if find_vulnerable(board) == "All"} == {4, 7, 10, 13}


def test_the_cycle_begins_again_with_board_17() -> None:
    assert [(find_dealer(n), find_vulnerable(n)) for n in range(1, 17)] == [
        (find_dealer(n), find_vulnerable(n)) for n in range(1617, 1633)
    ]


@every_board
def test_a_board_agrees_with_endplay(board: dict[str, Any]) -> None:
    number, hands = board["board"], board["hands"]
    assert find_dealer(number) == board["dealer"]
    assert find_vulnerable(number).lower().replace("all", "both") == board["vulnerable"]
    assert format_pbn_deal(hands, find_dealer(number)) == board["pbn"]
    assert f"|md|{board['lin']}|" in format_lin_board(number, hands)


@every_board
def test_a_deal_in_pbn_is_read_as_endplay_writes_it(board: dict[str, Any]) -> None:
    hands = parse_pbn_deal("pbn", board["pbn"])
    assert {seat: sorted(hand) for seat, hand in hands.items()} == {
        seat: sorted(hand) for seat, hand in board["hands"].items()
    }


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
    suits = {seat: [rank + suit for rank in "23456789TJQKA"] for seat, suit in zip("NESW", "SHDC", strict=True)}
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
        assert [re.fullmatch(r'\[(\w+) "[^"]*"\]', line)[1] for line in game.split("\n")] == TAGS  # type: ignore[index]


def test_tags_without_a_known_value_are_empty() -> None:
    tags = dict(re.findall(r'\[(\w+) "(.*)"\]', format_pbn_board(7, BOARDS[6]["hands"])))
    assert {name for name, value in tags.items() if value} == {"Board", "Dealer", "Vulnerable", "Deal"}
    assert (tags["Board"], tags["Dealer"], tags["Vulnerable"], tags["Deal"][0]) == ("7", "S", "All", "S")

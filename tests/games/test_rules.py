"""The notation of tests/games/rules is read as its docstring says, and a wrong line fails with its text."""

import re

import pytest

from tests.games.rules import Piles, read_rules
from tests.tables import for_each


@for_each(
    ("line", "hands", "piles"),
    [
        (
            "3 | 2 -1 1 | kitty=6,10",
            {"1": {"": [0, 1, 7]}, "2": {"": [2, 3, 8]}, "dealer": {"": [4, 5, 9]}},
            {"kitty": {"": [6, 10]}},
        ),
        (
            "2 | S=0-6/3 N=1-4/3 | stock=2,5-7",
            {"S": {"": [0, 3, 6]}, "N": {"": [1, 4]}},
            {"stock": {"": [2, 5, 6, 7]}},
        ),
        (
            "2 | 1×2 1:upcard to east west | stock=6-9",
            {"east": {"": [0, 2], "upcard": [4]}, "west": {"": [1, 3], "upcard": [5]}},
            {"stock": {"": [6, 7, 8, 9]}},
        ),
        (
            "2 | 1=0 2= | dealer.trump=1 board=2;3,4 columns=rows:2,1",
            {"1": {"": [0]}, "2": {}},
            {
                "dealer": {"trump": [1]},
                "board": {"1": [2], "2": [3, 4]},
                "columns": {"1": [0, 2], "2": [1]},
            },
        ),
    ],
)
def test_a_line_has_hands_and_piles(line: str, hands: Piles, piles: Piles) -> None:
    [rule] = read_rules(f"whist: a book\n    {line}")
    assert rule.hands == hands
    assert rule.piles == piles


def test_a_line_is_for_each_game_above_it_and_goes_on_where_it_is_indented() -> None:
    text = "whist hearts: a book\n    4 board 2 | 1×13\n        |\nwar: another\n    2 | 1×26 |"
    assert [str(rule) for rule in read_rules(text)] == [
        "whist-4-2 (a book)",
        "hearts-4-2 (a book)",
        "war-2-1 (another)",
    ]


@for_each(
    "line",
    [
        "4 | 1×13",  # no piles
        "4 | 1×13 | stock=1 | kitty=2",
        "four | 1×13 |",
        "4 board two | 1×13 |",
        "4 | 1*13 |",
        "2 | 1 to |",
        "2 | 1 | stock",
        "2 | 1 | stock=2=3",
        "2 | 1 | stock=9-2",
        "2 | 1 | stock=a",
        "2 | 1 | stock=2 stock=3",
        "2 | 1 | dealer.trump=2 dealer.trump=3",
        "2 | 1 | columns=rows:2;1",
    ],
)
def test_a_wrong_line_fails_and_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=rf"^{re.escape(line)}: "):
        list(read_rules(f"whist: a book\n    {line}"))


@for_each(
    ("text", "sentence"),
    [
        ("    4 | 1×13 |", "no game is named above"),
        ("whist\n    4 | 1×13 |", "whist: "),
    ],
)
def test_a_line_without_a_game_and_its_source_fails(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        list(read_rules(text))

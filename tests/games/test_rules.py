"""A line of tests/games/rules that is wrong fails with its text; test_deals.py compares what the others say."""

import re

import pytest

from tests.games.rules import read_rules
from tests.tables import for_each


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

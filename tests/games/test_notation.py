"""The notation of deals: each kind of step, its sentence, its stage and its faces."""

import pytest

from service.games.notation import parse_steps
from service.games.procedures import Procedure
from tests.tables import for_each, read_table

SEATS = ("1", "dealer")
TABLES = read_table("games/notation.yaml")


def deal(steps: str) -> dict[str, list[int]]:
    """Return the positions 0 to 11 that the steps deal to the hands and piles, or to their parts: `board/flop`."""
    dealt = Procedure(SEATS, parse_steps(steps, SEATS)).deal(range(12))
    places: dict[str, list[int]] = {}
    for name, pile in (dealt.hands | dealt.piles).items():
        for part, cards in pile.items():
            place = f"{name}/{part}" if part else name
            places[place] = cards
    return places


@for_each(("steps", "places"), TABLES["places"])
def test_a_step_deals_the_cards_that_it_says(
    steps: str, places: dict[str, list[int]]
) -> None:
    assert deal(steps) == places


@for_each(("steps", "sentences"), TABLES["sentences"])
def test_a_step_says_in_a_sentence_what_it_deals(
    steps: str, sentences: list[str]
) -> None:
    procedure = Procedure(SEATS, parse_steps(steps, SEATS))
    assert procedure.describe() == sentences


@for_each(
    ("text", "stages"),
    [
        (
            "first: each 1, burns 1; second: each 1 (so; then, so)",
            ["first", "first", "second"],
        ),
        ("each 1, stock rest", ["deal", "deal"]),
    ],
)
def test_a_stage_lasts_to_the_next_one(text: str, stages: list[str]) -> None:
    steps = parse_steps(text, SEATS)
    assert [step.stage for step in steps] == stages


@for_each(
    "steps",
    [
        "each",
        "each x",
        "each 1 2 sideways",
        "each 1 (so",
        "[each 1",
        "each 1;each 1",
        "3×4",
    ],
)
def test_what_is_no_step_stops_the_start(steps: str) -> None:
    with pytest.raises(ValueError, match="no step of a deal"):
        parse_steps(steps, SEATS)

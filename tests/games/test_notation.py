"""The notation of deals: each kind of step, its sentence, its stage and its faces."""

from typing import Any

import pytest

from service.games.notation import parse_steps
from service.games.procedures import Procedure
from tests.tables import for_each

SEATS = ("1", "dealer")


def deal(steps: str, cards: int = 12) -> dict[str, Any]:
    """Return the hands and piles, and their named parts, that the steps deal of the positions 0, 1, 2, …."""
    dealt = Procedure(SEATS, parse_steps(steps, SEATS)).deal(range(cards))
    places = {**dealt.hands, **dealt.piles}
    return {
        "/".join(filter(None, (name, part))): cards
        for name, pile in places.items()
        for part, cards in pile.items()
    }


@for_each(
    ("steps", "places"),
    [
        ("each 1×2", {"1": [0, 2], "dealer": [1, 3]}),
        ("each 2 1", {"1": [0, 1, 4], "dealer": [2, 3, 5]}),
        ("others 2, dealer 1", {"1": [0, 1], "dealer": [2]}),
        ("turns 3 2 2 3", {"1": [0, 1, 2, 5, 6], "dealer": [3, 4, 7, 8, 9]}),
        (
            "burns 2, each 1×rest",
            {"burns": [0, 1], "1": [2, 4, 6, 8, 10], "dealer": [3, 5, 7, 9, 11]},
        ),
        ("burns 9, all_out", {"burns": list(range(9)), "1": [9, 11], "dealer": [10]}),
        (
            "burns 9, all_out down",
            {"burns": list(range(9)), "1": [9, 11], "dealer": [10]},
        ),
        (
            "board/flop 3, each/up 1",
            {"board/flop": [0, 1, 2], "1/up": [3], "dealer/up": [4]},
        ),
        (
            "table 0, tableau 1-3×2 2-3",
            {
                "table": [],
                "tableau/1": [0, 3],
                "tableau/2": [1, 4, 6],
                "tableau/3": [2, 5, 7],
            },
        ),
        (
            "2×[1 1, table 2], stock rest",
            {"1": [0, 3], "table": [1, 2, 4, 5], "stock": list(range(6, 12))},
        ),
    ],
)
def test_a_step_deals_the_cards_that_it_says(
    steps: str, places: dict[str, list[int]]
) -> None:
    assert deal(steps) == places


@for_each(
    ("steps", "sentences"),
    [
        ("each 1×2 (face down)", ["Each hand gets 2 cards, one at a time, face down."]),
        ("each 3 2", ["Each hand gets 3 cards at once, then 2."]),
        ("each 3×4", ["Each hand gets 12 cards, 3 at a time."]),
        ("each 4×3, each 1", ["Each hand gets 12 cards, 4 at a time, then 1."]),
        (
            "each 1×4, each 1×3",
            [
                "Each hand gets 4 cards, one at a time.",
                "Each hand gets 3 more cards, one at a time.",
            ],
        ),
        (
            "dealer 2, 1 3, dealer 1",
            [
                "The dealer gets 2 cards.",
                "Player 1 gets 3 cards.",
                "The dealer gets 1 more card.",
            ],
        ),
        (
            "turns 3 2 2 3",
            ["The hands in turn get packets of 3 and 2 cards, then of 2 and 3."],
        ),
        (
            "tableau 1-2×3",
            [
                "Row by row, from left to right, lay out the tableau of 2 columns: 3 cards each."
            ],
        ),
        (
            "tableau 1-3 2-3 3-3",
            [
                "Row by row, from left to right, lay out the tableau of 3 columns: 1 to 3 cards."
            ],
        ),
        ("others 1 up", ["Each hand but the dealer's gets 1 card."]),
        (
            "dealer/hole_card 1 down (face down)",
            ["The dealer gets 1 card: the hole card, face down."],
        ),
        (
            "table 4, discards 1 (Turn 1 card.)",
            ["4 cards to the table.", "Turn 1 card."],
        ),
        ("crib 0", ["The crib begins empty."]),
        ("2×[each 1, table 1] (All in turn.), each 1 ()", ["All in turn."]),
        (
            "2×[each 1, table 1]",
            [
                sentence.format(more)
                for more in ("", " more")
                for sentence in ("Each hand gets 1{} card.", "1{} card to the table.")
            ],
        ),
    ],
)
def test_a_step_says_in_a_sentence_what_it_deals(
    steps: str, sentences: list[str]
) -> None:
    assert Procedure(SEATS, parse_steps(steps, SEATS)).describe() == sentences


def test_a_stage_lasts_to_the_next_one() -> None:
    steps = parse_steps("first: each 1, burns 1; second: each 1 (so; then, so)", SEATS)
    assert [step.stage for step in steps] == ["first", "first", "second"]
    assert [step.stage for step in parse_steps("each 1, stock rest", SEATS)] == [
        "deal",
        "deal",
    ]


@pytest.mark.parametrize(
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

"""The odds of a roll equal the enumeration of all its results."""

from fractions import Fraction
from random import Random

import pytest

from service.core.errors import Refused
from service.core.limits import Limits, TooMany
from service.dice.notation import parse_roll
from service.dice.odds import find_odds
from tests.dice.enumeration import DiceOfATest, enumerate_totals
from tests.dice.random_rolls import draw_roll
from tests.tables import for_each

D6 = range(1, 7)


def list_probabilities(notation: str) -> dict[int, Fraction]:
    odds = find_odds(parse_roll(notation), Limits())
    return {outcome.total: outcome.probability for outcome in odds.outcomes}


@for_each("seed", range(60))
def test_random_rolls_have_the_odds_of_an_enumeration(seed: int) -> None:
    roll = draw_roll(Random(seed))
    expected = enumerate_totals(roll.terms, roll.constant, roll.success)
    possible = {total: part for total, part in expected.items() if part}
    assert list_probabilities(roll.notation) == possible, roll.notation


def test_a_roll_of_an_ability_score_has_its_published_odds() -> None:
    probabilities = list_probabilities("4d6kh3")
    assert probabilities == enumerate_totals([DiceOfATest(4, D6, keeps=[("kh", 3)])])
    assert probabilities[18] == Fraction(21, 1296)
    odds = find_odds(parse_roll("4d6kh3"), Limits())
    assert odds.mean == Fraction(15869, 1296)
    assert odds.outcomes[0].at_least == 1


def test_a_chain_of_extra_dice_ends_after_ten() -> None:
    probabilities = list_probabilities("1d2!")
    assert max(probabilities) == 22
    assert probabilities[22] == Fraction(1, 2**11)
    assert probabilities[21] == Fraction(1, 2**11)


@for_each(
    ("notation", "sentence"),
    [
        ("4d6!kh3", "no exact odds of 4d6!kh3"),
        ("1d1000000", "1,000,001 totals"),
        ("1000d1000", "totals"),
        ("100d100", "bits for exact odds"),
        ("60d6kh30", "steps for exact odds"),
    ],
)
def test_odds_that_cannot_be_computed_are_refused(notation: str, sentence: str) -> None:
    with pytest.raises((Refused, TooMany), match=sentence):
        find_odds(parse_roll(notation), Limits())

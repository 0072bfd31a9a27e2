"""Limbo, the wheel, and the two ways of writing mines and diamonds, compared with the results of stake_results.py."""

from dataclasses import replace

import pytest

from service.schemes.stake import (
    RISKS,
    SEGMENTS,
    Bet,
    build_wheel,
    check_bet,
    compute_limbo,
)
from service.verdicts.verdict import Difference
from tests.schemes import first_difference
from tests.schemes.stake_results import RESULTS
from tests.tables import for_each


@for_each("bet", RESULTS["limbo"])
def test_limbo_has_the_published_multipliers(bet: Bet) -> None:
    assert check_bet(bet).checks == {"seen": True}
    other = check_bet(replace(bet, seen=("9.87",)))
    [event] = other.derived["events"]
    assert other.difference == Difference(where="seen[0]", expected=event, seen="9.87")


def test_a_multiplier_of_limbo_by_another_formula_is_unchecked() -> None:
    """The calculator of 2020 shows 3807692.3 for this bet (fair), one with 2^24 would show 3321888.76."""
    [bet] = (bet for bet in RESULTS["limbo"] if bet.seen == ("3807692.3",))
    result = check_bet(replace(bet, seen=("3321888.76",)))
    assert result.valid is None
    assert result.unchecked.keys() == {"server_seed_hash", "seen"}
    assert check_bet(replace(bet, seen=("3321888.77",))).valid is False


def test_limbo_has_an_edge_of_one_per_cent() -> None:
    assert compute_limbo(2**32 - 1) == "0.99"
    assert compute_limbo(2**31 - 1) == "1.98"
    assert compute_limbo(2**30 - 1) == "3.96"
    assert compute_limbo(2**32 - 1, minimum=1) == "1.00"
    assert compute_limbo(0) == "99000000.00"


@for_each("bet", RESULTS["wheel"])
def test_the_wheel_has_the_published_multipliers(bet: Bet) -> None:
    assert check_bet(bet).checks == {"seen": True}
    [seen] = bet.seen or ()
    wheel = build_wheel(bet.segments, bet.risk)
    wins = (outcome for outcome in wheel.outcomes if float(outcome))
    other = "0" if float(seen) else next(wins)
    result = check_bet(replace(bet, seen=(other,)))
    assert result.checks == {"seen": False}
    assert first_difference(result).where == "seen[0]"


@for_each("bet", RESULTS["segment"])
def test_the_wheel_stops_at_the_published_segment(bet: Bet) -> None:
    [number] = check_bet(replace(bet, seen=None)).derived["floats"]
    segment = int(number * bet.segments)
    assert bet.seen == (str(segment),)


@for_each("segments", SEGMENTS)
@for_each("risk", RISKS)
def test_a_wheel_has_an_edge_of_one_per_cent(segments: int, risk: str) -> None:
    wheel = build_wheel(segments, risk)
    assert len(wheel.outcomes) == segments
    assert sum(map(float, wheel.outcomes)) == pytest.approx(0.99 * segments)


@for_each("bet", RESULTS["squares"])
def test_mines_are_counted_from_the_square_that_the_caller_says(bet: Bet) -> None:
    assert check_bet(bet).checks == {"seen": True}
    _, *others = bet.seen or ()
    board = [str(bet.first_square + index) for index in range(25)]
    free = next(square for square in board if square not in (bet.seen or ()))
    result = check_bet(replace(bet, seen=(free, *others)))
    assert result.checks == {"seen": False}


@for_each("bet", RESULTS["diamonds"])
@for_each("name", ["pink", "orange", "Orange"])
def test_the_sixth_gem_has_two_names(bet: Bet, name: str) -> None:
    seen = tuple(name if gem in {"pink", "orange"} else gem for gem in bet.seen or ())
    assert check_bet(replace(bet, seen=seen)).checks == {"seen": True}

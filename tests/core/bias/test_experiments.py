"""Trials add up however they are divided, agree with exact distributions, and detect broken shuffles."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from service.core.bias.distributions import order_probabilities
from service.core.bias.reports import build_report
from service.core.bias.statistics import STATISTICS
from service.core.bias.trials import Counts, run_trials
from service.core.errors import Refused
from service.core.rng.sources import Source
from service.core.rng.streams import MAX_INDEX, Randomness
from service.core.shuffles.algorithms import SHUFFLES
from service.core.shuffles.plans import Limits, Plan, ShuffleRequest, plan_shuffle
from tests.core.bias.definitions import DEFINITIONS
from tests.tables import for_each


def make_plan(
    n: int, index: int = 0, name: str = "fisher_yates", **arguments: int | str
) -> tuple[Plan, ShuffleRequest]:
    request = ShuffleRequest(seed="trials", index=index, algorithm=name, arguments=arguments)
    return plan_shuffle(n, request, Limits()), request


@for_each("name", SHUFFLES)
def test_counts_of_parts_of_a_seed_add_up_to_the_whole(name: str) -> None:
    edges = [0, 1, 300, 307, 700]
    parts = [run_trials(*make_plan(6, index=start, name=name), stop - start) for start, stop in pairwise(edges)]
    assert sum(parts[1:], parts[0]) == run_trials(*make_plan(6, name=name), 700)


@pytest.mark.parametrize("n", [2, 9, 52, 300])
def test_every_trial_is_counted_once_for_any_size_of_blocks(n: int) -> None:
    trials = 2 * 2**17 // n // 100 + 777
    counts = run_trials(*make_plan(n), trials)
    assert counts.trials == trials
    assert counts.draws == trials * (n - 1)
    assert (counts.positions.sum(axis=0) == trials).all()
    assert (counts.positions.sum(axis=1) == trials).all()
    assert sum(counts.tallies["fixed_points"].histogram) == trials
    assert counts.tallies["fixed_points"].total == np.trace(counts.positions)


def test_trials_are_the_single_results_of_their_indices() -> None:
    plan, request = make_plan(7, index=20)
    orders = [plan.draw(request, offset).indices for offset in range(400)]
    counts = run_trials(plan, request, 400)
    for name, statistic in STATISTICS.items():
        values = [DEFINITIONS[name](order) * statistic.scale(7) + statistic.offset(7) for order in orders]
        assert counts.tallies[name].total == sum(values), name


EXACT = [
    *[(name, n, {}) for name in ("fisher_yates", "durstenfeld", "inside_out", "sattolo", "faro") for n in (3, 4, 5)],
    *[("naive_swap", n, {}) for n in (3, 4, 5)],
    *[("sort_keys", n, {"key_bits": 2}) for n in (3, 4, 5)],
    *[("riffle", n, {"passes": 2}) for n in (3, 4, 5)],
    *[("overhand", n, {"passes": 1}) for n in (3, 4, 5)],
]


@for_each(("name", "n", "arguments"), [case for case in EXACT if case[0] != "faro" or case[1] == 4])
def test_trials_agree_with_the_exact_distribution(name: str, n: int, arguments: dict[str, int]) -> None:
    """Within five standard errors, which chance alone exceeds once in two million times."""
    trials = 100_000
    shuffle = SHUFFLES[name]
    probabilities = order_probabilities(lambda source: shuffle.draw(n, source, n, {**shuffle.defaults, **arguments}))
    counts = run_trials(*make_plan(n, 0, name, **arguments), trials)

    def check_mean(observed: Fraction, values: Callable[[tuple[int, ...]], Fraction | int], name: str) -> None:
        mean = sum((p * values(order) for order, p in probabilities.items() if order), Fraction(0))
        variance = sum((p * (values(order) - mean) ** 2 for order, p in probabilities.items() if order), Fraction(0))
        assert abs(observed - mean) <= 5 * sqrt(variance / trials), name

    for position in range(n):
        for item in range(n):
            check_mean(
                Fraction(int(counts.positions[position, item]), trials),
                lambda order, position=position, item=item: int(order[position] == item),  # type: ignore[misc]
                f"item {item} at position {position}",
            )
    for key, statistic in STATISTICS.items():
        total = Fraction(counts.tallies[key].total, trials)
        check_mean((total - statistic.offset(n)) / statistic.scale(n), DEFINITIONS[key], key)


def off_by_one(n: int, source: Source) -> list[int]:
    """Durstenfeld's swaps without the last one."""
    order = list(range(n))
    for i in range(n - 1, 1, -1):
        j = source.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def exclusive_upper_bound(n: int, source: Source) -> list[int]:
    """Excludes an upper bound that should be included."""
    order = list(range(n))
    for i in range(n - 1):
        j = i + source.below(max(n - 1 - i, 1))
        order[i], order[j] = order[j], order[i]
    return order


def short_generator(n: int, source: Source) -> list[int]:
    """Takes the remainder of a number with few random bits."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = source.below(2 ** (n - 1).bit_length()) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def sattolo_by_accident(n: int, source: Source) -> list[int]:
    """Excludes the item's own position."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = source.below(i)
        order[i], order[j] = order[j], order[i]
    return order


def naive_swap(n: int, source: Source) -> list[int]:
    """Swaps every position with any other."""
    order = list(range(n))
    for i in range(n):
        j = source.below(n)
        order[i], order[j] = order[j], order[i]
    return order


def one_cut(n: int, source: Source) -> list[int]:
    """Gives every item every position with the same probability, but only cuts the deck."""
    cut = source.below(n)
    return [*range(cut, n), *range(cut)]


def correct_shuffle(n: int, source: Source) -> list[int]:
    """Fisher and Yates, one draw after the other."""
    order = list(range(n))
    for i in range(n - 1):
        j = i + source.below(n - i)
        order[i], order[j] = order[j], order[i]
    return order


@dataclass(frozen=True, kw_only=True)
class RulePlan(Plan):
    rule: Callable[[int, Source], list[int]]

    def draw_from(self, source: Source) -> list[int]:
        return self.rule(self.n, source)


def run_rule(rule: Callable[[int, Source], list[int]], n: int, trials: int) -> Counts:
    return run_trials(RulePlan(n=n, count=n, cost=n, rule=rule), Randomness(seed="broken"), trials)


@for_each("n", [10, 52])
@for_each("rule", [off_by_one, exclusive_upper_bound, short_generator, sattolo_by_accident, naive_swap, one_cut])
def test_a_broken_shuffle_is_detected_beyond_doubt(rule: Callable[[int, Source], list[int]], n: int) -> None:
    report = build_report(run_rule(rule, n, 3_000))
    assert report.is_biased
    assert min(test.corrected for test in report.tests) < 1e-12


@pytest.mark.parametrize("n", [10, 52])
def test_a_correct_shuffle_is_not_called_biased(n: int) -> None:
    assert not build_report(run_rule(correct_shuffle, n, 6_000)).is_biased


def test_the_matrix_of_positions_alone_does_not_detect_a_single_cut() -> None:
    positions, *others = build_report(run_rule(one_cut, 10, 6_000)).tests
    assert not positions.is_significant
    assert any(other.is_significant for other in others)


@for_each("name", SHUFFLES)
def test_a_shuffle_is_as_uniform_as_the_catalogue_says(name: str) -> None:
    arguments = {"passes": 3} if "passes" in SHUFFLES[name].defaults else {}
    report = build_report(run_trials(*make_plan(52, 0, name, **arguments), 10_000))
    assert report.is_biased == (SHUFFLES[name].uniformity in {"biased", "deterministic"})


@pytest.mark.parametrize("n", [0, 1, 513])
def test_trials_are_of_two_to_512_items(n: int) -> None:
    with pytest.raises(Refused, match="2 to 512") as caught:
        run_trials(*make_plan(n), 10)
    assert caught.value.field == "n"


def test_trials_are_of_whole_permutations() -> None:
    with pytest.raises(Refused, match="whole permutations"):
        run_trials(plan_shuffle(52, ShuffleRequest(seed="s"), Limits(), 5), ShuffleRequest(seed="s"), 10)


def test_trials_are_at_least_one_and_within_the_seed() -> None:
    with pytest.raises(Refused, match="At least one"):
        run_trials(*make_plan(5), 0)
    assert run_trials(*make_plan(5, MAX_INDEX - 1), 2).trials == 2
    with pytest.raises(Refused, match="index above"):
        run_trials(*make_plan(5, MAX_INDEX - 1), 3)


def test_unseeded_trials_are_different_every_time() -> None:
    unseeded = plan_shuffle(52, ShuffleRequest(), Limits()), ShuffleRequest()
    assert run_trials(*unseeded, 300) != run_trials(*unseeded, 300)

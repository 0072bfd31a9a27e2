"""Trials add up however they are divided, agree with what is known exactly, and show what is wrong with a shuffle."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from service.core.bias.exact.enumeration import order_probabilities
from service.core.bias.trials.counts import Counts
from service.core.bias.trials.experiments import run_trials
from service.core.bias.trials.reports import build_report
from service.core.bias.trials.statistics import STATISTICS
from service.core.errors import Refused
from service.core.rng.sources import Source
from service.core.rng.streams import MAX_INDEX, Randomness
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import Limits, Plan, ShuffleRequest, plan_shuffle
from tests.core.bias.trials.definitions import DEFINITIONS


def planned(n: int, index: int = 0, name: str = "fisher_yates", **arguments: int | str) -> tuple[Plan, ShuffleRequest]:
    request = ShuffleRequest(seed="trials", index=index, algorithm=name, arguments=arguments)
    return plan_shuffle(n, request, Limits()), request


@pytest.mark.parametrize("name", SHUFFLES)
def test_windows_of_one_seed_add_up_to_the_whole(name: str) -> None:
    edges = [0, 1, 300, 307, 700]
    parts = [run_trials(*planned(6, index=start, name=name), stop - start) for start, stop in pairwise(edges)]
    assert sum(parts[1:], parts[0]) == run_trials(*planned(6, name=name), 700)


@pytest.mark.parametrize("n", [2, 9, 52, 300])
def test_every_trial_is_counted_once_whatever_the_size_of_blocks(n: int) -> None:
    trials = 2 * 2**17 // n // 100 + 777
    counts = run_trials(*planned(n), trials)
    assert counts.trials == trials
    assert counts.draws == trials * (n - 1)
    assert (counts.positions.sum(axis=0) == trials).all()
    assert (counts.positions.sum(axis=1) == trials).all()
    assert sum(counts.tallies["fixed_points"].histogram) == trials
    assert counts.tallies["fixed_points"].total == np.trace(counts.positions)


def test_trials_are_the_single_results() -> None:
    plan, request = planned(7, index=20)
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


@pytest.mark.parametrize(("name", "n", "arguments"), [case for case in EXACT if case[0] != "faro" or case[1] == 4])
def test_trials_come_to_what_every_sequence_of_draws_comes_to(name: str, n: int, arguments: dict[str, int]) -> None:
    """To five standard errors, which chance alone exceeds once in two million times."""
    trials = 100_000
    shuffle = SHUFFLES[name]
    chances = order_probabilities(lambda source: shuffle.draw(n, source, n, {**shuffle.defaults, **arguments}))
    counts = run_trials(*planned(n, 0, name, **arguments), trials)

    def agree(observed: Fraction, values: Callable[[tuple[int, ...]], Fraction | int], what: str) -> None:
        mean = sum((p * values(order) for order, p in chances.items() if order), Fraction(0))
        variance = sum((p * (values(order) - mean) ** 2 for order, p in chances.items() if order), Fraction(0))
        assert abs(observed - mean) <= 5 * sqrt(variance / trials), what

    for place in range(n):
        for item in range(n):
            agree(
                Fraction(int(counts.positions[place, item]), trials),
                lambda order, place=place, item=item: int(order[place] == item),  # type: ignore[misc]
                f"item {item} at place {place}",
            )
    for key, statistic in STATISTICS.items():
        total = Fraction(counts.tallies[key].total, trials)
        agree((total - statistic.offset(n)) / statistic.scale(n), DEFINITIONS[key], key)


def off_by_one(n: int, source: Source) -> list[int]:
    """Durstenfeld's swaps, the last of which is forgotten."""
    order = list(range(n))
    for i in range(n - 1, 1, -1):
        j = source.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def never_the_last(n: int, source: Source) -> list[int]:
    """An upper end that is meant to be included and is not."""
    order = list(range(n))
    for i in range(n - 1):
        j = i + source.below(max(n - 1 - i, 1))
        order[i], order[j] = order[j], order[i]
    return order


def short_generator(n: int, source: Source) -> list[int]:
    """As few random bits as will do, and the remainder for a place."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = source.below(2 ** (n - 1).bit_length()) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def sattolo_by_accident(n: int, source: Source) -> list[int]:
    """An item may not stay where it is."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = source.below(i)
        order[i], order[j] = order[j], order[i]
    return order


def naive_swap(n: int, source: Source) -> list[int]:
    """Every place with any other."""
    order = list(range(n))
    for i in range(n):
        j = source.below(n)
        order[i], order[j] = order[j], order[i]
    return order


def one_cut(n: int, source: Source) -> list[int]:
    """Every item is equally likely at every place, and yet nothing is shuffled."""
    cut = source.below(n)
    return [*range(cut, n), *range(cut)]


def honest(n: int, source: Source) -> list[int]:
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


def trials_of(rule: Callable[[int, Source], list[int]], n: int, trials: int) -> Counts:
    return run_trials(RulePlan(n=n, count=n, cost=n, rule=rule), Randomness(seed="broken"), trials)


@pytest.mark.parametrize("n", [10, 52])
@pytest.mark.parametrize(
    "rule", [off_by_one, never_the_last, short_generator, sattolo_by_accident, naive_swap, one_cut]
)
def test_a_broken_shuffle_is_found_out_beyond_doubt(rule: Callable[[int, Source], list[int]], n: int) -> None:
    report = build_report(trials_of(rule, n, 6_000))
    assert report.is_biased
    assert min(one.corrected for one in report.tests) < 1e-12


@pytest.mark.parametrize("n", [10, 52])
def test_one_that_is_not_broken_is_not(n: int) -> None:
    assert not build_report(trials_of(honest, n, 6_000)).is_biased


def test_the_matrix_of_positions_alone_would_not_find_a_single_cut() -> None:
    matrix, *others = build_report(trials_of(one_cut, 10, 6_000)).tests
    assert not matrix.is_significant
    assert any(other.is_significant for other in others)


@pytest.mark.parametrize("name", SHUFFLES)
def test_a_shuffle_is_what_the_table_says_of_it(name: str) -> None:
    arguments = {"passes": 3} if name == "overhand" else {}
    report = build_report(run_trials(*planned(52, 0, name, **arguments), 10_000))
    assert report.is_biased == (SHUFFLES[name].uniformity in {"biased", "deterministic"})


@pytest.mark.parametrize("n", [0, 1, 513])
def test_trials_are_of_two_to_512_items(n: int) -> None:
    with pytest.raises(Refused, match="2 to 512") as caught:
        run_trials(*planned(n), 10)
    assert caught.value.field == "n"


def test_trials_are_of_whole_permutations() -> None:
    with pytest.raises(Refused, match="whole permutations"):
        run_trials(plan_shuffle(52, ShuffleRequest(seed="s"), Limits(), 5), ShuffleRequest(seed="s"), 10)


def test_trials_are_at_least_one_and_within_the_seed() -> None:
    with pytest.raises(Refused, match="At least one"):
        run_trials(*planned(5), 0)
    assert run_trials(*planned(5, MAX_INDEX - 1), 2).trials == 2
    with pytest.raises(Refused, match="index above"):
        run_trials(*planned(5, MAX_INDEX - 1), 3)


def test_unseeded_trials_are_different_every_time() -> None:
    plan, request = plan_shuffle(52, ShuffleRequest(), Limits()), ShuffleRequest()
    assert run_trials(plan, request, 300) != run_trials(plan, request, 300)

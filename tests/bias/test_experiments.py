"""Trials add up however they are divided, agree with exact distributions, and detect broken shuffles."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from service.bias.reports import build_report
from service.bias.statistics import STATISTICS
from service.bias.trials import Counts, run_trials
from service.core.errors import Refused
from service.core.rng.scripted import order_probabilities
from service.core.rng.sources import Source
from service.core.rng.streams import MAX_INDEX, Randomness
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import (
    Limits,
    Sampler,
    ShuffleRequest,
    prepare_shuffle,
)
from tests.bias.definitions import DEFINITIONS
from tests.tables import for_each


def make_plan(
    n: int, index: int = 0, name: str = "fisher_yates", **arguments: int | str
) -> tuple[Sampler, ShuffleRequest]:
    request = ShuffleRequest(
        seed="trials", index=index, algorithm=name, arguments=arguments
    )
    return prepare_shuffle(n, request, Limits()), request


@for_each("name", SHUFFLES)
def test_counts_of_parts_of_a_seed_add_up_to_the_whole(name: str) -> None:
    edges = [0, 1, 300, 307, 700]
    parts = [
        run_trials(*make_plan(6, index=start, name=name), stop - start)
        for start, stop in pairwise(edges)
    ]
    assert sum(parts[1:], parts[0]) == run_trials(*make_plan(6, name=name), 700)


@for_each("n", [2, 9, 52, 300])
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
    sampler, request = make_plan(7, index=20)
    orders = [sampler.draw(request, offset).indices for offset in range(400)]
    counts = run_trials(sampler, request, 400)
    for name, statistic in STATISTICS.items():
        values = [
            DEFINITIONS[name](order) * statistic.scale(7) + statistic.offset(7)
            for order in orders
        ]
        assert counts.tallies[name].total == sum(values), name


EXACT: dict[str, dict[str, int]] = {
    **{
        name: {}
        for name in (
            "fisher_yates",
            "durstenfeld",
            "inside_out",
            "sattolo",
            "faro",
            "naive_swap",
        )
    },
    "sort_keys": {"key_bits": 2},
    "riffle": {"passes": 2},
    "overhand": {"passes": 1},
}


@for_each(
    ("name", "n", "arguments"),
    [
        (name, n, EXACT[name])
        for name in EXACT
        for n in (3, 4, 5)
        if SHUFFLES[name].size_error(n) is None
    ],
)
def test_trials_agree_with_the_exact_distribution(
    name: str, n: int, arguments: dict[str, int]
) -> None:
    """Within five standard errors, which chance alone exceeds once in two million times."""
    trials = 100_000
    shuffle = SHUFFLES[name]
    probabilities = order_probabilities(
        lambda source: shuffle.draw(n, source, n, {**shuffle.defaults, **arguments})
    )
    counts = run_trials(*make_plan(n, 0, name, **arguments), trials)

    def check_mean(
        trial_mean: Fraction,
        values: Callable[[tuple[int, ...]], Fraction | int],
        name: str,
    ) -> None:
        mean = sum(
            (p * values(order) for order, p in probabilities.items() if order),
            Fraction(0),
        )
        variance = sum(
            (
                p * (values(order) - mean) ** 2
                for order, p in probabilities.items()
                if order
            ),
            Fraction(0),
        )
        assert abs(trial_mean - mean) <= 5 * sqrt(variance / trials), name

    for position in range(n):
        for item in range(n):
            check_mean(
                Fraction(int(counts.positions[position, item]), trials),
                lambda order, position=position, item=item: int(
                    order[position] == item
                ),  # type: ignore[misc]
                f"item {item} at position {position}",
            )
    for key, statistic in STATISTICS.items():
        total = Fraction(counts.tallies[key].total, trials)
        check_mean(
            (total - statistic.offset(n)) / statistic.scale(n), DEFINITIONS[key], key
        )


Algorithm = Callable[[int, Source], list[int]]


def make_rule(
    positions: Callable[[int], Iterable[int]],
    partner: Callable[[int, int, Source], int],
) -> Algorithm:
    """Return an algorithm that swaps each position i of n with `partner(n, i, source)`."""

    def algorithm(n: int, source: Source) -> list[int]:
        order = list(range(n))
        for i in positions(n):
            j = partner(n, i, source)
            order[i], order[j] = order[j], order[i]
        return order

    return algorithm


def downwards(n: int) -> range:
    return range(n - 1, 0, -1)


def one_cut(n: int, source: Source) -> list[int]:
    """Give every item every position with the same probability, but only cut the deck."""
    cut = source.below(n)
    return [*range(cut, n), *range(cut)]


BROKEN = {
    "the last swap is missing": make_rule(
        lambda n: range(n - 1, 1, -1), lambda n, i, source: source.below(i + 1)
    ),
    "the upper bound is excluded": make_rule(
        lambda n: range(n - 1), lambda n, i, source: i + source.below(max(n - 1 - i, 1))
    ),
    "the remainder of a number with few random bits": make_rule(
        downwards,
        lambda n, i, source: source.below(2 ** (n - 1).bit_length()) % (i + 1),
    ),
    "the item's own position is excluded": make_rule(
        downwards, lambda n, i, source: source.below(i)
    ),
    "every position is swapped with any": make_rule(
        range, lambda n, i, source: source.below(n)
    ),
    "one cut": one_cut,
}


@dataclass(frozen=True, kw_only=True)
class AlgorithmSampler(Sampler):
    algorithm: Algorithm

    def draw_from(self, source: Source) -> list[int]:
        return self.algorithm(self.n, source)


def run_algorithm(algorithm: Algorithm, n: int, trials: int) -> Counts:
    return run_trials(
        AlgorithmSampler(n=n, count=n, steps=n, algorithm=algorithm),
        Randomness(seed="broken"),
        trials,
    )


@for_each("n", [10, 52])
@for_each("fault", BROKEN)
def test_a_broken_shuffle_is_detected_beyond_doubt(fault: str, n: int) -> None:
    report = build_report(run_algorithm(BROKEN[fault], n, 3_000))
    assert report.is_biased
    assert min(test.corrected for test in report.tests) < 1e-12


@for_each("name", SHUFFLES)
def test_a_shuffle_is_as_uniform_as_the_catalogue_says(name: str) -> None:
    arguments = {"passes": 3} if "passes" in SHUFFLES[name].defaults else {}
    report = build_report(run_trials(*make_plan(52, 0, name, **arguments), 10_000))
    assert report.is_biased == (
        SHUFFLES[name].uniformity in {"biased", "deterministic"}
    )


def test_trials_are_of_whole_permutations_of_two_to_512_items_at_least_one_and_within_the_seed() -> (
    None
):
    for n in (0, 1, 513):
        with pytest.raises(Refused, match="2 to 512") as error:
            run_trials(*make_plan(n), 10)
        assert error.value.field == "n"
    with pytest.raises(Refused, match="whole permutations"):
        run_trials(
            prepare_shuffle(52, ShuffleRequest(seed="s"), Limits(), 5),
            ShuffleRequest(seed="s"),
            10,
        )
    with pytest.raises(Refused, match="At least one"):
        run_trials(*make_plan(5), 0)
    assert run_trials(*make_plan(5, MAX_INDEX - 1), 2).trials == 2
    with pytest.raises(Refused, match="index above"):
        run_trials(*make_plan(5, MAX_INDEX - 1), 3)


def test_unseeded_trials_are_different_every_time() -> None:
    unseeded = prepare_shuffle(52, ShuffleRequest(), Limits()), ShuffleRequest()
    assert run_trials(*unseeded, 300) != run_trials(*unseeded, 300)

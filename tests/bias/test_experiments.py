"""Trials add up however they are divided, agree with exact distributions, and detect broken shuffles."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import sqrt

import numpy as np
import pytest

from service.bias.methods import bind_algorithm
from service.bias.reports import build_report
from service.bias.statistics import STATISTICS
from service.bias.trials import Counts, run_trials
from service.core.errors import Refused
from service.core.limits import Limits
from service.core.rng.scripted import order_probabilities
from service.core.rng.sources import Source
from service.core.rng.streams import MAX_INDEX, Randomness
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import Sampler
from tests.bias.definitions import DEFINITIONS
from tests.tables import for_each


def count_trials(
    trials: int,
    n: int,
    index: int = 0,
    name: str = "fisher_yates",
    **arguments: int | str,
) -> Counts:
    """Return the counts of trials of a shuffle of n items, from an index of a seed."""
    request = ShuffleRequest(
        seed="trials", index=index, algorithm=name, arguments=arguments
    )
    sampler = prepare_shuffle(n, request, Limits())
    return run_trials(sampler, request, trials)


@for_each("name", SHUFFLES)
def test_counts_of_parts_of_a_seed_add_up_to_the_whole(name: str) -> None:
    whole = count_trials(700, n=6, name=name)
    parts = count_trials(1, n=6, name=name)
    for start, stop in pairwise([1, 300, 307, 700]):
        parts += count_trials(stop - start, n=6, index=start, name=name)
    assert parts == whole


@for_each("n", [2, 9, 52, 300])
def test_every_trial_is_counted_once_for_any_size_of_blocks(n: int) -> None:
    trials = 2 * 2**17 // n // 100 + 777
    counts = count_trials(trials, n)
    assert counts.trials == trials
    assert counts.draws == trials * (n - 1)
    assert (counts.positions.sum(axis=0) == trials).all()
    assert (counts.positions.sum(axis=1) == trials).all()
    fixed_points = counts.tallies["fixed_points"]
    assert sum(fixed_points.histogram) == trials
    assert fixed_points.total == np.trace(counts.positions)


def test_trials_are_the_single_results_of_their_indices() -> None:
    request = ShuffleRequest(seed="trials", index=20)
    sampler = prepare_shuffle(7, request, Limits())
    orders = [sampler.draw(request, offset).indices for offset in range(400)]
    counts = run_trials(sampler, request, 400)
    for name, statistic in STATISTICS.items():
        total = sum(DEFINITIONS[name](order) for order in orders)
        scaled = total * statistic.scale(7) + len(orders) * statistic.offset(7)
        assert counts.tallies[name].total == scaled, name


Order = tuple[int, ...]
TRIALS = 100_000


def is_near(
    mean: Fraction,
    values: Callable[[Order], Fraction | int],
    probabilities: dict[Order, Fraction],
) -> bool:
    """Return whether a mean is within five standard errors, which chance alone exceeds once in two million times."""
    exact = sum(p * values(order) for order, p in probabilities.items())
    variance = Fraction(0)
    for order, p in probabilities.items():
        variance += p * (values(order) - exact) ** 2
    return abs(mean - exact) <= 5 * sqrt(variance / TRIALS)


def is_at(position: int, item: int, order: Order) -> bool:
    """Return whether an order has an item at a position."""
    return order[position] == item


@for_each(
    ("name", "arguments"),
    [
        ("fisher_yates", {}),
        ("durstenfeld", {}),
        ("inside_out", {}),
        ("sattolo", {}),
        ("faro", {}),
        ("naive_swap", {}),
        ("random_comparator", {}),
        ("sort_keys", {"key_bits": 2}),
        ("riffle", {"passes": 2}),
        ("overhand", {"passes": 1}),
    ],
)
@for_each("n", [3, 4, 5])
def test_trials_agree_with_the_exact_distribution(
    name: str, arguments: dict[str, int], n: int
) -> None:
    shuffle = SHUFFLES[name]
    if shuffle.size_error(n):
        return
    algorithm = bind_algorithm(shuffle, n, dict(shuffle.defaults) | arguments)
    all_probabilities = order_probabilities(algorithm)
    probabilities = {order: p for order, p in all_probabilities.items() if order}
    counts = count_trials(TRIALS, n, 0, name, **arguments)

    for position, item in product(range(n), range(n)):
        share = Fraction(int(counts.positions[position, item]), TRIALS)
        has_item = partial(is_at, position, item)
        assert is_near(share, has_item, probabilities), (position, item)
    for key, statistic in STATISTICS.items():
        total = Fraction(counts.tallies[key].total, TRIALS)
        mean = (total - statistic.offset(n)) / statistic.scale(n)
        assert is_near(mean, DEFINITIONS[key], probabilities), key


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
    """Return the positions of n items from the last to the second."""
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
    """A sampler of an algorithm that no catalogue has."""

    algorithm: Algorithm

    def draw_from(self, source: Source) -> list[int]:
        return self.algorithm(self.n, source)


@for_each("n", [10, 52])
@for_each("fault", BROKEN)
def test_a_broken_shuffle_is_detected_beyond_doubt(fault: str, n: int) -> None:
    sampler = AlgorithmSampler(n=n, count=n, steps=n, algorithm=BROKEN[fault])
    report = build_report(run_trials(sampler, Randomness(seed="broken"), 3_000))
    assert report.is_biased
    p_values = [test.corrected for test in report.tests]
    assert min(p_values) < 1e-12


@for_each("name", SHUFFLES)
def test_a_shuffle_is_as_uniform_as_the_catalogue_says(name: str) -> None:
    shuffle = SHUFFLES[name]
    arguments = {"passes": 3} if "passes" in shuffle.defaults else {}
    report = build_report(count_trials(10_000, 52, 0, name, **arguments))
    assert report.is_biased == (shuffle.uniformity in {"biased", "deterministic"})


@for_each("n", [0, 1, 513])
def test_trials_are_of_two_to_512_items(n: int) -> None:
    with pytest.raises(Refused, match="2 to 512") as refusal:
        count_trials(10, n)
    assert refusal.value.field == "n"


def test_trials_are_of_whole_permutations() -> None:
    request = ShuffleRequest(seed="s")
    hands = prepare_shuffle(52, request, Limits(), 5)
    with pytest.raises(Refused, match="whole permutations"):
        run_trials(hands, request, 10)


def test_trials_are_at_least_one_and_within_the_seed() -> None:
    with pytest.raises(Refused, match="At least one"):
        count_trials(0, n=5)
    assert count_trials(2, n=5, index=MAX_INDEX - 1).trials == 2
    with pytest.raises(Refused, match="index above"):
        count_trials(3, n=5, index=MAX_INDEX - 1)


def test_unseeded_trials_are_different_every_time() -> None:
    request = ShuffleRequest()
    sampler = prepare_shuffle(52, request, Limits())
    first = run_trials(sampler, request, 300)
    assert run_trials(sampler, request, 300) != first

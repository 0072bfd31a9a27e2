"""Each statistic equals its textbook definition, and its mean and variance are those over every order."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial

import numpy as np

from service.bias.statistics import STATISTICS, TrialBlock
from service.core.limits import Limits
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from tests.bias.definitions import DEFINITIONS
from tests.tables import for_each


def make_block(orders: Sequence[Sequence[int]]) -> TrialBlock:
    """Return a block of orders of the same number of items."""
    block = TrialBlock(len(orders[0]), len(orders))
    block.fill([np.array(orders)])
    return block


def test_every_statistic_has_a_textbook_definition() -> None:
    assert set(DEFINITIONS) == set(STATISTICS)


@for_each("name", STATISTICS)
@for_each("n", range(2, 8))
def test_mean_and_variance_are_those_over_every_order(name: str, n: int) -> None:
    values = [DEFINITIONS[name](order) for order in permutations(range(n))]
    mean = Fraction(sum(values), factorial(n))
    assert STATISTICS[name].mean(n) == mean
    squares = sum((value - mean) ** 2 for value in values)
    assert STATISTICS[name].variance(n) == squares / factorial(n)


@for_each("name", STATISTICS)
@for_each("n", [2, 3, 52, 255, 256, 257, 512])
def test_the_values_of_a_block_are_those_of_its_orders(name: str, n: int) -> None:
    request = ShuffleRequest(seed="block")
    sampler = prepare_shuffle(n, request, Limits())
    orders = [list(range(n)), list(range(n))[::-1], [*range(1, n), 0]]
    trials = 6 if n > 52 else 30
    orders += [list(sampler.draw(request, offset).indices) for offset in range(trials)]
    statistic = STATISTICS[name]
    values = statistic.values(make_block(orders))[: len(orders)].tolist()
    for order, value in zip(orders, values, strict=True):
        unscaled = (value - statistic.offset(n)) / statistic.scale(n)
        assert unscaled == DEFINITIONS[name](order)


def test_a_statistic_does_not_change_the_block_for_the_others() -> None:
    orders = list(permutations(range(5)))
    block = make_block(orders)
    for _ in range(2):
        for name, statistic in STATISTICS.items():
            values = statistic.values(make_block(orders))
            assert np.array_equal(statistic.values(block), values), name


def test_a_block_can_be_filled_again() -> None:
    block = make_block(list(permutations(range(4))))
    STATISTICS["cycles"].values(block)
    reversals = np.array([[3, 2, 1, 0]] * 10)
    identities = np.array([[0, 1, 2, 3]] * 14)
    block.fill([reversals, identities])
    cycles = STATISTICS["cycles"].values(block)
    assert cycles[:24].tolist() == [2] * 10 + [4] * 14

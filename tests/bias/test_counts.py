"""Counts add up, pass through JSON, and accept permutations only."""

import json
from itertools import permutations

import numpy as np
import pytest

from service.bias.statistics import STATISTICS, TrialBlock
from service.bias.trials import Counts
from service.core.errors import Refused
from tests.bias.definitions import DEFINITIONS
from tests.tables import for_each

ORDERS = list(permutations(range(4)))


def count_orders(orders: list[tuple[int, ...]]) -> Counts:
    """Return the counts of trials that had these orders."""
    block = TrialBlock(len(orders[0]), len(orders))
    block.fill([np.array(orders)])
    return Counts.from_block(block, draws=3 * len(orders))


@for_each("name", STATISTICS)
def test_a_tally_is_the_sum_of_its_values(name: str) -> None:
    statistic = STATISTICS[name]
    tally = count_orders(ORDERS).tallies[name]
    values = [
        int(DEFINITIONS[name](order) * statistic.scale(4) + statistic.offset(4))
        for order in ORDERS
    ]
    assert tally.total == sum(values)
    assert tally.squares == sum(value**2 for value in values)
    if statistic.has_histogram:
        assert list(tally.histogram) == [values.count(value) for value in range(5)]
    else:
        assert not tally.histogram


def test_addition_of_counts_is_commutative_and_associative() -> None:
    a = count_orders(ORDERS[:5])
    b = count_orders(ORDERS[5:6])
    c = count_orders(ORDERS[6:])
    whole = count_orders(ORDERS)
    assert (a + b) + c == whole
    assert a + (b + c) == whole
    assert c + (a + b) == whole
    assert a + b != whole


def test_counts_pass_through_json_unchanged() -> None:
    counts = count_orders(ORDERS)
    text = json.dumps(counts.to_json())
    assert Counts.from_json(json.loads(text)) == counts


def test_counts_of_different_numbers_of_items_do_not_add_up() -> None:
    with pytest.raises(Refused, match="do not add up") as refusal:
        count_orders(ORDERS) + count_orders([(1, 0)])
    assert refusal.value.field == "n"


@for_each("order", [(0, 0, 1), (2, 1, 2)])
def test_an_order_that_is_no_permutation_is_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="each item once"):
        count_orders([(0, 1, 2), order])

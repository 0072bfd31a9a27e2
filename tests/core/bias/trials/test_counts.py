"""Counts add up, go through JSON and refuse what is no permutation."""

import json
from itertools import permutations

import numpy as np
import pytest

from service.core.bias.trials.blocks import Block
from service.core.bias.trials.counts import Counts
from service.core.bias.trials.statistics import STATISTICS
from service.core.errors import Refused
from tests.core.bias.trials.definitions import DEFINITIONS

ORDERS = list(permutations(range(4)))


def counted(orders: list[tuple[int, ...]]) -> Counts:
    block = Block(len(orders[0]), len(orders))
    block.fill([np.array(orders)])
    return Counts.from_block(block, draws=3 * len(orders))


def test_every_order_once_puts_every_item_everywhere_equally_often() -> None:
    counts = counted(ORDERS)
    assert counts.positions.tolist() == [[6] * 4] * 4
    assert (counts.trials, counts.draws) == (24, 72)


@pytest.mark.parametrize("name", STATISTICS)
def test_a_tally_is_what_its_values_add_up_to(name: str) -> None:
    statistic, tally = STATISTICS[name], counted(ORDERS).tallies[name]
    values = [int(DEFINITIONS[name](order) * statistic.scale(4) + statistic.offset(4)) for order in ORDERS]
    assert tally.total == sum(values)
    assert tally.squares == sum(value**2 for value in values)
    assert list(tally.histogram) == ([values.count(value) for value in range(5)] if statistic.has_histogram else [])


def test_a_position_is_a_row_and_an_item_a_column() -> None:
    assert counted([(2, 0, 1)]).positions.tolist() == [[0, 0, 1], [1, 0, 0], [0, 1, 0]]


def test_parts_add_up_to_the_whole_in_any_order_and_grouping() -> None:
    a, b, c = counted(ORDERS[:5]), counted(ORDERS[5:6]), counted(ORDERS[6:])
    assert (a + b) + c == a + (b + c) == c + (a + b) == counted(ORDERS)
    assert a + b != counted(ORDERS)


def test_counts_go_through_json_unchanged() -> None:
    counts = counted(ORDERS)
    assert Counts.from_json(json.loads(json.dumps(counts.to_json()))) == counts


def test_trials_of_other_numbers_of_items_do_not_add_up() -> None:
    with pytest.raises(Refused, match="do not add up") as caught:
        counted(ORDERS) + counted([(1, 0)])
    assert caught.value.field == "n"


@pytest.mark.parametrize("broken", [(0, 0, 1), (2, 1, 2)])
def test_what_is_no_permutation_is_not_counted(broken: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="each item once"):
        counted([(0, 1, 2), broken])

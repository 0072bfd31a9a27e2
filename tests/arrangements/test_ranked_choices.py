"""A rank means one way, and a rank that is not below the number of ways raises an error."""

import pytest

from service.arrangements.groups.choices import NodeChoice, NodeChoices
from service.arrangements.groups.counting import Drawing, _find_takers
from service.arrangements.groups.counts import count_arrangements
from service.arrangements.neighbours.order_counts import Shape, count_orders
from service.arrangements.ranked_choices import choose_by_rank
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.work import Work
from tests.arrangements.enumeration import CASES
from tests.arrangements.rule_requests import read_table
from tests.tables import for_each

NOT_BELOW = "The rank is not below the sum of the ways"


def test_each_choice_has_as_many_ranks_as_ways() -> None:
    ways = {"a": 2, "none": 0, "b": 3}
    chosen = [choose_by_rank(ways.items(), rank) for rank in range(5)]
    assert chosen == [("a", 0), ("a", 1), ("b", 0), ("b", 1), ("b", 2)]


@for_each("excess", [0, 1])
def test_a_rank_that_is_not_below_the_ways_is_an_error(excess: int) -> None:
    with pytest.raises(AssertionError, match=NOT_BELOW):
        choose_by_rank({"a": 2, "b": 3}.items(), 5 + excess)
    with pytest.raises(AssertionError, match=NOT_BELOW):
        choose_by_rank((), excess)


@for_each("excess", [0, 1])
def test_groups_of_a_rank_that_is_not_below_their_number_are_an_error(
    excess: int,
) -> None:
    _, request = CASES["uneven groups, lists apart and a minimum"]
    counter = count_arrangements(read_table(request).grouping, Work()).counter
    assert counter is not None
    [start] = counter.starts
    source = WordSource(sd1("a"))
    with pytest.raises(AssertionError, match=NOT_BELOW):
        Drawing(counter).draw(counter.total + excess, start.nodes, source, Work().spend)


def test_the_takers_of_a_rank_end_with_the_ways() -> None:
    each_takes_one = ((1, 2),)
    one_takes_both = ((0, 1), (2, 1))
    choices = [
        NodeChoice(units=2, shift=1, ways=2, takers=each_takes_one),
        NodeChoice(units=2, shift=1, ways=2, takers=one_takes_both),
    ]
    of_node = [NodeChoices(0, choices, {0: {0: 1}})]
    takers = [_find_takers(of_node, rank, 2, 1)[0] for rank in range(4)]
    assert takers == [each_takes_one] * 2 + [one_takes_both] * 2
    for rank in (4, 5):
        with pytest.raises(AssertionError, match=NOT_BELOW):
            _find_takers(of_node, rank, 2, 1)


@for_each("excess", [0, 1])
def test_an_order_of_a_rank_that_is_not_below_their_number_is_an_error(
    excess: int,
) -> None:
    """The patterns a b a b and b a b a have the ranks 0 and 1."""
    counter = count_orders([[0, 1], [2, 3]], Work(), Shape())
    assert counter._choose_insertion(1, 2, 1, 1, Work()).rank == 0
    with pytest.raises(AssertionError, match=NOT_BELOW):
        counter._choose_insertion(1, 2, 1, 2 + excess, Work())

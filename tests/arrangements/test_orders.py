"""Orders by neighbours, compared with every order that fulfils the rules."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import factorial
from random import Random
from typing import Any

import pytest

from service.arrangements.attributes import ListedItems
from service.arrangements.neighbours import orders
from service.arrangements.neighbours.order_counts import count_orders
from service.arrangements.neighbours.orders import Neighbours, prepare_order
from service.core.errors import OverLimit, Refused
from service.core.limits import Limits
from service.core.object_types import ObjectOf
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.value_types import REQUEST
from service.core.work import Work
from tests.arrangements.enumeration import enumerate_orders, is_uniform
from tests.arrangements.order_requests import CASES, KINDS, make_request
from tests.tables import for_each, sample


def make_plan(
    request: dict[str, Any], *, is_counted: bool = True
) -> orders.OrderSampler:
    """Return what draws the order of a request."""
    items = ListedItems(request["items"])
    rules = ObjectOf(members=Neighbours)
    neighbours: Neighbours = rules.read(REQUEST, request["neighbours"])
    return prepare_order(items, neighbours, Limits(), 0, is_counted=is_counted)


@pytest.mark.sampled
@for_each("kind", KINDS)
def test_orders_are_those_that_enumeration_finds(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "DRAWS_OF_REJECTION", 10_000)
    wrong = []
    found = Counter[bool]()
    for case in sample(range(CASES), 5):
        request = make_request(kind, Random(f"{kind} {case}"))
        every = enumerate_orders(request)
        found[bool(every)] += 1
        try:
            sampler = make_plan(request)
            work = Work()
            order = sampler.draw_within(WordSource(sd1(str(case))), work)
            count = sampler.describe_work(work)["arrangements"]
            if tuple(order) not in every or count not in {str(len(every)), None}:
                wrong.append(request)
            if (count is None) != (not sampler.is_single):
                wrong.append(request)
        except Refused as error:
            if every or (kind in {"row", "circle"} and isinstance(error, OverLimit)):
                wrong.append(request)
    assert wrong == []
    assert found[True] > found.total() / 10


@for_each(
    ("classes", "is_circle"),
    [
        ([[0, 1, 2], [3, 4], [5]], False),
        ([[0, 1], [2, 3, 4], [5]], True),
        ([[1, 3], [0, 2], [4, 5]], True),
        ([[0, 1, 2], [3], [4, 5], [6]], False),
    ],
)
def test_counted_orders_are_uniform(
    classes: Sequence[Sequence[int]], *, is_circle: bool
) -> None:
    counter = count_orders(classes, Work(), is_circle=is_circle)
    source = WordSource(sd1("a"))
    values = {item: value for value, members in enumerate(classes) for item in members}
    items = [values[item] for item in range(len(values))]
    every = enumerate_orders({"items": items, "neighbours": {"circle": is_circle}})
    assert counter.total == len(every)
    drawn = Counter(tuple(counter.draw(source, Work())) for _ in range(10 * len(every)))
    assert is_uniform(drawn, every)


@for_each("sizes", [[2] * 250, [100, 100] + [1] * 300], ids=["pairs", "two large"])
def test_orders_of_500_items_are_counted_within_the_steps_of_a_response(
    sizes: list[int],
) -> None:
    borders = pairwise(accumulate(sizes, initial=0))
    classes = [range(start, end) for start, end in borders]
    work = Work(2_000_000)
    counter = count_orders(classes, work, is_circle=True)
    order = counter.draw(WordSource(sd1("a")), work)
    assert sorted(order) == list(range(500))


def test_a_draw_counts_a_step_for_each_four_items_that_it_looks_at() -> None:
    """Class by class, it looks at the items of the class and at the order so far."""
    counter = count_orders(
        [(i, i + 1) for i in range(0, 500, 2)], Work(), is_circle=False
    )
    items = sum(range(2, 501, 2))
    work = Work()
    counter.draw(WordSource(sd1("a")), work)
    assert items // 4 < work.spent < items // 2


def test_a_board_has_up_to_60_places() -> None:
    board = {"edges": [[0, 59]]}
    make_plan({"items": list(range(60)), "neighbours": board})
    with pytest.raises(Refused, match="up to 60 places"):
        make_plan({"items": list(range(61)), "neighbours": board})


def test_orders_without_equal_items_are_counted_without_a_draw() -> None:
    sampler = make_plan({"items": list("ABCDE"), "neighbours": {"circle": True}})
    work = Work()
    sampler.draw_within(WordSource(sd1("a")), work)
    assert sampler.describe_work(work) == {"arrangements": str(factorial(5))}
    row = {"items": list("ABCDE"), "neighbours": {}}
    assert make_plan(row, is_counted=False).is_certain


def test_rare_orders_are_not_called_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "DRAWS_OF_REJECTION", 50)
    sampler = make_plan({"items": list("AAABBBCCCDDD"), "neighbours": {"apart": 4}})
    with pytest.raises(OverLimit, match=r"This does not show that there is none"):
        sampler.draw_within(WordSource(sd1("a")), Work())

"""Orders by neighbours, compared with every order that fulfils the rules."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import factorial, prod
from random import Random
from typing import Any

import pytest

from service.arrangements.attributes import ListedItems
from service.arrangements.neighbours import orders
from service.arrangements.neighbours.order_counts import Shape, count_orders
from service.arrangements.neighbours.orders import Neighbours, prepare_order
from service.arrangements.neighbours.place_counts import count_places
from service.arrangements.neighbours.places import PlaceRules, read_places
from service.core.errors import OverLimit, Refused
from service.core.limits import Limits
from service.core.object_types import ObjectOf
from service.core.rng.sources import Source, WordSource
from service.core.rng.streams import sd1
from service.core.value_types import REQUEST
from service.core.work import Work
from tests.arrangements.enumeration import enumerate_orders, is_uniform
from tests.arrangements.order_requests import (
    CASES,
    KINDS,
    make_placed_request,
    make_request,
)
from tests.tables import for_each, sample


def make_plan(
    request: dict[str, Any], *, is_counted: bool = True
) -> orders.OrderSampler:
    """Return what draws the order of a request."""
    items = ListedItems(request["items"])
    neighbours: Neighbours | None = None
    if "neighbours" in request:
        neighbours = ObjectOf(members=Neighbours).read(REQUEST, request["neighbours"])
    names = ("first", "last", "fixed")
    members = {name: request[name] for name in names if name in request}
    rules: PlaceRules = ObjectOf(members=PlaceRules).read(REQUEST, members)
    places = read_places(items, rules, Work())
    return prepare_order(
        items, neighbours, Limits(), 0, places=places, is_counted=is_counted
    )


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
            if every or (
                kind in {"row", "circle", "run"} and isinstance(error, OverLimit)
            ):
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
    counter = count_orders(classes, Work(), Shape(is_circle=is_circle))
    source = WordSource(sd1("a"))
    values = {item: value for value, members in enumerate(classes) for item in members}
    items = [values[item] for item in range(len(values))]
    every = enumerate_orders({"items": items, "neighbours": {"circle": is_circle}})
    assert counter.total == len(every)
    drawn = Counter(tuple(counter.draw(source, Work())) for _ in range(10 * len(every)))
    assert is_uniform(drawn, every)


def make_classes(sizes: Sequence[int]) -> list[range]:
    """Return classes of these sizes, whose items ascend: [2, 1] gives those of 0 and 1, and of 2."""
    borders = pairwise(accumulate(sizes, initial=0))
    return [range(start, end) for start, end in borders]


@for_each("sizes", [[2] * 250, [100, 100] + [1] * 300], ids=["pairs", "two large"])
def test_orders_of_500_items_are_counted_within_the_steps_of_a_response(
    sizes: list[int],
) -> None:
    work = Work(2_000_000)
    counter = count_orders(make_classes(sizes), work, Shape(is_circle=True))
    order = counter.draw(WordSource(sd1("a")), work)
    assert sorted(order) == list(range(500))


def test_a_draw_counts_a_step_for_each_four_items_that_it_looks_at() -> None:
    """Class by class, it looks at the items of the class and at the order so far."""
    classes = [(i, i + 1) for i in range(0, 500, 2)]
    counter = count_orders(classes, Work(), Shape())
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


class Branches(Source):
    """Takes every outcome of every draw in turn: `find_chances` adds up the chances of the results."""

    def __init__(self) -> None:
        self.taken: list[tuple[int, int]] = []  # the outcome and the bound of each draw
        self.draws = 0

    def _draw(self, bound: int) -> int:
        if self.draws > len(self.taken):
            self.taken.append((0, bound))
        return self.taken[self.draws - 1][0]

    def go_on(self) -> bool:
        """Take the next outcome of the last draw that has another one; return whether there is any."""
        self.draws = 0
        while self.taken:
            outcome, bound = self.taken.pop()
            if outcome + 1 < bound:
                self.taken.append((outcome + 1, bound))
                return True
        return False

    @property
    def chance(self) -> Fraction:
        return Fraction(1, prod(bound for _, bound in self.taken))


def find_chances(
    draw: Callable[[Source], Sequence[int] | None],
) -> dict[tuple[int, ...], Fraction]:
    """Return the chance of each order that is drawn; a draw that fails has none."""
    source = Branches()
    chances = Counter[tuple[int, ...]]()
    has_more = True
    while has_more:
        order = draw(source)
        if order is not None:
            chances[tuple(order)] += source.chance  # type: ignore[assignment]
        has_more = source.go_on()
    return dict(chances)  # type: ignore[arg-type]


def assert_orders(request: dict[str, Any]) -> bool:
    """Check that attempts and counted draws have every order with one chance; return whether there are orders.

    A request of which no order is possible is refused, unless another attribute or another distance rules out the last.
    """
    every = enumerate_orders(request)
    neighbours = request.get("neighbours", {})
    is_simple = len(neighbours.get("different", "a")) == 1 and "apart" not in neighbours
    try:
        sampler: Any = make_plan(request)
    except Refused:
        assert not every, request
        return False
    if not every:
        assert not (is_simple and sampler.is_single), request
        return False
    draws = [
        lambda source: sampler.attempt(source, Work(), sampler.list_orders(), [[]])
    ]
    if sampler.classes and sampler.has_rules and sampler.is_single:
        draws.append(lambda source: sampler._count(Work()).draw(source, Work()))
    for draw in draws:
        chances = find_chances(draw)
        assert chances.keys() == every, request
        assert len(set(chances.values())) == 1, request
    work = Work()
    if sampler.is_single:
        sampler._count_total(work)
        assert sampler.find_total(work) == len(every), request
    return True


@for_each(
    ("kind", "cases"),
    [("free", 100), ("row", 90), ("circle", 60), ("apart", 25), ("attributes", 25)],
)
def test_all_orders_with_places_have_one_chance(kind: str, cases: int) -> None:
    requests = [
        make_placed_request(kind, Random(f"places {kind} {case}"), 5)
        for case in range(cases)
    ]
    assert sum(map(assert_orders, requests)) > cases / 10


def test_all_orders_by_runs_have_one_chance() -> None:
    requests = [make_request("run", Random(f"runs {case}")) for case in range(240)]
    requests += [
        make_placed_request("run", Random(f"runs {case}"), 4) for case in range(100)
    ]
    short = [request for request in requests if len(request["items"]) < 6]
    assert len(short) > 200
    assert sum(map(assert_orders, short)) > 100


@for_each("sizes", [[50, 50], [20] * 5, [10] * 10, [2] * 50])
def test_runs_of_100_items_are_counted_within_the_steps_of_a_response(
    sizes: list[int],
) -> None:
    work = Work(5_000_000)
    shape = Shape(run=2, first=0, last=99)
    counter = count_orders(make_classes(sizes), work, shape)
    order = counter.draw(WordSource(sd1("a")), work)
    assert sorted(order) == list(range(100))
    assert (order[0], order[-1]) == (0, 99)


def test_places_that_can_be_shared_in_too_many_ways_are_refused() -> None:
    random = Random(1)
    lists = {item: sorted(random.sample(range(30), 9)) for item in range(20)}
    with pytest.raises(Refused, match="in too many ways"):
        count_places(lists, Work())
    halves = {item: range(60) for item in range(40)}
    halves |= {item: range(40, 100) for item in range(40, 80)}
    draw = count_places(halves, Work(5_000_000)).draw(WordSource(sd1("a")))
    assert sorted(draw.values()) == list(range(80))

"""Bounded attempts, counted cycles and possible gifts, compared with every arrangement that fulfils the rules."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, count, islice, pairwise, permutations, product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
import pytest

from service.arrangements.attributes import ListedItems
from service.arrangements.bounded_attempts import (
    AcceptanceBounds,
    BoundedAttempts,
    Weights,
    list_bits,
    list_degrees,
    load_bounds,
    locate,
)
from service.arrangements.gifts import pairs, possible_gifts
from service.arrangements.gifts.cycles import Cycles
from service.arrangements.gifts.pairs import ForbiddenPair, PairRules, prepare_pairs
from service.arrangements.gifts.possible_gifts import find_gifts
from service.arrangements.groups import sampler as group_sampler
from service.arrangements.groups.meetings import MeetingAttempts
from service.arrangements.groups.sampler import prepare_groups
from service.arrangements.groups.search import Grouping
from service.arrangements.item_graphs import find_joint, list_components
from service.arrangements.requested_rules import FixedItem, GroupRules
from service.core.errors import OverLimit, Refused
from service.core.limits import Limits
from service.core.rng.sources import Source, WordSource
from service.core.rng.streams import sd1
from service.core.work import OutOfStepsError, Work
from tests.arrangements.enumeration import enumerate_groups, enumerate_pairs, is_uniform
from tests.tables import for_each, list_some

Draw = Callable[[WordSource, Work], Any]

S = 2**32 + 1
DRAWS = 500


def sum_exponential(x: Fraction, terms: int) -> Fraction:
    """Return the sum of the first terms of the series of exp(x)."""
    return sum((x**k / factorial(k) for k in range(terms)), Fraction())


def test_the_inequality_of_the_bounds_holds_exactly() -> None:
    """exp(x) < its first 9 terms + the last of them for 0 < x < 1; exp(1) > its first 30 terms."""
    t = AcceptanceBounds().t[:502]
    assert t[1] < S * sum_exponential(Fraction(1), 30)
    for before, after in pairwise(t[1:]):
        x = Fraction(S, before)
        assert after >= before * (sum_exponential(x, 9) + x**8 / factorial(8))
    for r in range(1, 500):
        assert t[r - 1] * t[r + 1] <= t[r] ** 2


@for_each("degree", [1, 2, 3, 100, 1_001])
def test_a_root_is_rounded_up(degree: int) -> None:
    bounds = load_bounds()
    root = bounds.root[degree]
    square = bounds.t[degree] << 128
    assert (root - 1) ** 2 * bounds.t[1] < square
    assert square <= root**2 * bounds.t[1]


def test_the_root_of_nothing_is_zero() -> None:
    bounds = load_bounds()
    assert bounds.root[0] == 0
    assert bounds.t[0] == 0


class Digits(Source):
    """A source of given integers."""

    def __init__(self, *given: int) -> None:
        self.given = list(given)

    def _draw(self, bound: int) -> int:
        assert bound == 2**64
        return self.given.pop(0)


THIRD = int("01" * 32, 2)
"""The first 64 digits of 1/3, 0101…, which is a boundary as 2/3 is."""


@for_each(
    ("digits", "place"), [(0, 0), (THIRD - 1, 0), (THIRD + 1, 1), (2 * THIRD + 1, None)]
)
def test_the_first_digits_tell_a_place(digits: int, place: int | None) -> None:
    assert locate(Digits(), digits, Weights([1, 1], 3)) == place


@for_each(
    ("more", "place"),
    [([THIRD - 1], 0), ([THIRD, THIRD, THIRD + 1], 1), ([THIRD, 0], 0)],
)
def test_digits_are_drawn_until_they_tell(more: list[int], place: int) -> None:
    source = Digits(*more)
    assert locate(source, THIRD, Weights([1, 1], 3)) == place
    assert source.given == []


def test_digits_that_are_a_boundary_tell() -> None:
    assert locate(Digits(), 2**63, Weights([1, 1], 2)) == 1


def test_a_choice_is_the_one_that_integers_make() -> None:
    rng = random.Random(4)
    t = load_bounds().t
    for number in range(300):
        neighbours = [
            (1 << rng.choice([1, 2, 3, 9])) - 1 for _ in range(rng.randint(2, 6))
        ]
        items = (1 << len(neighbours)) - 1
        sizes = [one.bit_count() for one in neighbours]
        whole = prod(t[size] for size in sizes)
        order = sorted(range(len(sizes)), key=sizes.__getitem__)
        weights = [
            t[1] * prod(t[size - 1] for size in sizes[:item] + sizes[item + 1 :])
            for item in order
        ]
        boundary = sum(weights[: rng.randint(1, len(weights))]) * 2**64 // whole
        near = min(max(boundary - rng.randint(0, 1), 0), 2**64 - 1)
        for digits in (rng.getrandbits(64), near):
            place = locate(Digits(number), digits, Weights(weights, whole))
            draw = BoundedAttempts(Digits(digits, number), Work())  # type: ignore[arg-type]
            chosen = draw.draw_candidate(list_degrees(neighbours, items), items)
            assert chosen == (None if place is None else order[place])


Meetings = Sequence[tuple[int, int]]


def choose_meetings(rng: random.Random) -> Meetings:
    """Return some of the pairs of ten items, at least one."""
    density = rng.random()
    chosen = [pair for pair in combinations(range(10), 2) if rng.random() < density]
    return chosen or [(0, 1)]


RANDOM_MEETINGS = [choose_meetings(random.Random(seed)) for seed in range(30)]
SQUARE_AND_TRIANGLE = [(0, 2), (2, 5), (5, 4), (4, 0), (5, 1), (1, 3), (3, 5)]
"""The item 5 is in both; the items of the square that are tried first do not fit."""


@for_each(
    ("meetings", "unfit"),
    [*((meetings, 0) for meetings in RANDOM_MEETINGS), (SQUARE_AND_TRIANGLE, 1)],
)
def test_shares_of_meetings_are_their_weights_and_the_first_item_that_fits_is_found(
    meetings: Meetings, unfit: int
) -> None:
    draw = MeetingAttempts(WordSource(sd1("a")), Work())
    draw.meets = np.zeros((10, 10))
    for x, y in meetings:
        draw.meets[x, y] = 1
        draw.meets[y, x] = 1
    degrees = draw.meets.sum(axis=1).astype(int)
    by_degree = np.argsort(degrees, kind="stable")
    left = by_degree[degrees[by_degree] > 0]
    totals: dict[int, Fraction] = {}
    for item, partners, shares in draw._list_shares(degrees, left):
        weights, whole = draw._weigh(degrees, left, item, partners.tolist())
        assert shares == pytest.approx(
            [weight / whole for weight in weights], abs=1e-12
        )
        totals[item] = Fraction(sum(weights), whole)
    fitting = [item for item, total in totals.items() if total <= 1]
    assert draw._find_fitting(degrees, left).item == fitting[0]
    assert list(totals).index(fitting[0]) == unfit


def make_pairs(rng: random.Random) -> dict[str, Any]:
    """Return a random request for pairs of a few items."""
    n = rng.randint(3, 5)
    items = list(map(str, range(n)))
    density = rng.random() * 0.6
    forbidden = [
        {"giver": x, "receiver": y}
        for x in items
        for y in items
        if x != y and rng.random() < density
    ]
    return {
        "items": items,
        "forbidden": forbidden,
        "mutual": rng.random() < 0.5,
        "cycle": rng.random() < 0.4,
    }


def make_meetings(rng: random.Random) -> dict[str, Any]:
    """Return a random request for groups of two."""
    n = rng.randint(4, 6)
    items = list(map(str, range(n)))
    density = rng.random() * 0.6
    apart = [[x, y] for x in items for y in items if x < y and rng.random() < density]
    fixed = [
        {"item": x, "group": rng.randint(1, n - n // 2)}
        for x in rng.sample(items, rng.choice([0, 0, 1, 2]))
    ]
    return {"items": items, "groups": n - n // 2, "apart": apart, "fixed": fixed}


def draw_pairs(request: dict[str, Any]) -> Draw:
    """Return what draws the receivers of a request by bounded attempts."""
    forbidden = tuple(ForbiddenPair(**entry) for entry in request["forbidden"])
    rules = PairRules(
        forbidden=forbidden, mutual=request["mutual"], cycle=request["cycle"]
    )
    sampler = prepare_pairs(ListedItems(request["items"]), rules, Limits(), 0)
    return lambda source, work: tuple(sampler.draw_bounded(source, work))


def draw_meetings(request: dict[str, Any]) -> Draw:
    """Return what draws the groups of two of a request by bounded attempts."""
    fixed = tuple(FixedItem(**entry) for entry in request["fixed"])
    apart = tuple(map(tuple, request["apart"]))
    rules = GroupRules(groups=request["groups"], apart=apart, fixed=fixed)
    sampler = prepare_groups(ListedItems(request["items"]), rules, Limits(), 0)

    def draw(source: WordSource, work: Work) -> Any:
        result = sampler.draw_bounded(source, work)
        starts = range(0, len(result), 2)
        return tuple(tuple(result[start : start + 2]) for start in starts)

    return draw


class Kind(NamedTuple):
    """How requests are made, drawn and enumerated, and the items up to which cycles are counted."""

    make: Callable[[random.Random], dict[str, Any]]
    open_draw: Callable[[dict[str, Any]], Draw]
    enumerate_all: Callable[[dict[str, Any]], set[Any]]
    counted: int


KINDS = {
    "pairs": Kind(make_pairs, draw_pairs, enumerate_pairs, 16),
    "pairs without a count": Kind(make_pairs, draw_pairs, enumerate_pairs, 1),
    "meetings": Kind(make_meetings, draw_meetings, enumerate_groups, 16),
}


class RandomRequest(NamedTuple):
    """A random request, its number among those of its kind, and all arrangements that fulfil it."""

    number: int
    body: dict[str, Any]
    arrangements: set[Any]


def generate_requests(kind: Kind) -> Iterator[RandomRequest]:
    """Yield random requests of a kind without end, the same ones each time."""
    rng = random.Random(kind.counted)
    for number in count():
        body = kind.make(rng)
        yield RandomRequest(number, body, kind.enumerate_all(body))


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Kind:
    """A kind of requests; the service counts cycles up to its number of items."""
    kind = KINDS[request.param]
    for module in (pairs, possible_gifts):
        monkeypatch.setattr(module, "MAX_COUNTED", kind.counted)
    return kind


def test_random_rules_are_fulfilled_or_refused_if_no_arrangement_fulfils_them(
    kind: Kind,
) -> None:
    for number, body, arrangements in islice(generate_requests(kind), 24):
        work = Work(1e6 if arrangements else 1e4)
        sources = [WordSource(sd1(f"{number}"))]
        counts = count_draws(kind.open_draw, body, sources, work)
        assert bool(counts) == bool(arrangements), body
        assert counts.keys() <= arrangements, body


def test_random_rules_have_uniform_draws(kind: Kind) -> None:
    requests = generate_requests(kind)
    with_few = (request for request in requests if 2 < len(request.arrangements) < 40)
    for number, body, arrangements in islice(with_few, 3):
        sources = [WordSource(sd1(f"{number}", index)) for index in range(DRAWS)]
        counts = count_draws(kind.open_draw, body, sources, Work(1e6))
        assert is_uniform(counts, arrangements), body


def count_draws(
    open_draw: Callable[[dict[str, Any]], Draw],
    request: dict[str, Any],
    sources: list[WordSource],
    work: Work,
) -> Counter[Any]:
    """Return how often each arrangement is drawn; none for a request that is refused."""
    try:
        draw = open_draw(request)
        return Counter(draw(source, work) for source in sources)
    except (Refused, OverLimit, OutOfStepsError):
        return Counter()


def list_parts(near: list[int]) -> list[int]:
    """Return the parts of a graph, each as the bits of its items; `near` has the neighbours of each item as bits."""
    return list(list_components(near, Work()))


def list_connected_graphs() -> list[list[int]]:
    """Return some of 300 random graphs of two to eight items: those in one part."""
    rng = random.Random(9)
    graphs = []
    for _ in range(300):
        size = rng.randint(2, 8)
        density = rng.random()
        near = [0] * size
        for x, y in combinations(range(size), 2):
            if rng.random() < density:
                near[x] |= 1 << y
                near[y] |= 1 << x
        graphs.append(near)
    return [near for near in graphs if len(list_parts(near)) == 1]


def list_joints(near: list[int]) -> list[int]:
    """Return the bits of the items without each of which the others fall into parts."""
    return [1 << item for item in range(len(near)) if is_joint(near, item)]


def is_joint(near: list[int], item: int) -> bool:
    """Return whether the others fall into parts without an item, which is then a part itself."""
    without = [one & ~(1 << item) for one in near]
    without[item] = 0
    return len(list_parts(without)) > 2


def test_no_item_is_found_where_none_joins_others() -> None:
    graphs = list_connected_graphs()
    for near in list_some(near for near in graphs if not list_joints(near)):
        assert find_joint(near, Work()) is None, near


def test_an_item_that_joins_others_is_found_with_one_of_the_parts() -> None:
    graphs = list_connected_graphs()
    for near in list_some(near for near in graphs if list_joints(near)):
        found = find_joint(near, Work())
        assert found, near
        island, joint = found
        everyone = (1 << len(near)) - 1
        others = everyone ^ island ^ joint
        assert joint in list_joints(near)
        assert island & joint == 0
        assert 0 < island < everyone ^ joint
        for item in list_bits(island):
            assert near[item] & others == 0


class Gifts(NamedTuple):
    """The receivers that each giver may have, as bits, and all arrangements of the gifts."""

    allowed: list[int]
    arrangements: list[tuple[int, ...]]


def list_gifts() -> list[Gifts]:
    """Return random rules for two to six people, who give to somebody else."""
    rng = random.Random(7)
    return [make_gifts(rng) for _ in range(100)]


def make_gifts(rng: random.Random) -> Gifts:
    """Return a rule that allows half of the gifts."""
    people = range(rng.randint(2, 6))
    allowed = [
        sum(1 << y for y in people if y != x and rng.random() < 0.5) for x in people
    ]
    arrangements = [
        receivers
        for receivers in permutations(people)
        if all(allowed[x] >> y & 1 for x, y in enumerate(receivers))
    ]
    return Gifts(allowed, arrangements)


def find_possible(allowed: list[int]) -> possible_gifts.Gifts:
    """Return what the service finds of the gifts that are allowed."""
    items = ListedItems(list(range(len(allowed))))
    return find_gifts(items, allowed, Work(), mutual=True, cycle=False)


def test_gifts_without_an_arrangement_are_refused() -> None:
    for gifts in list_some(gifts for gifts in list_gifts() if not gifts.arrangements):
        with pytest.raises(Refused):
            find_possible(gifts.allowed)


def test_possible_gifts_are_the_gifts_of_all_arrangements() -> None:
    for allowed, arrangements in list_some(
        gifts for gifts in list_gifts() if gifts.arrangements
    ):
        possible = find_possible(allowed)
        receivers = [set(list_bits(bits)) for bits in possible.receivers]
        assert receivers == [set(column) for column in zip(*arrangements, strict=True)]
        parts = [item for part in possible.components for item in list_bits(part)]
        assert sorted(parts) == list(range(len(allowed)))


Pair = tuple[str, str]


def list_others(items: str, ways: str) -> list[Pair]:
    """Return all pairs of items, in both directions, but those of the ways between two."""
    allowed = {pair for way in ways.split() for pair in permutations(way)}
    return [pair for pair in product(items, items) if pair not in allowed]


def join(givers: str, receivers: str) -> list[Pair]:
    """Return the pairs of every giver with every receiver."""
    return list(product(givers, receivers))


SPOKES = list_others("uabcxyz", "ua ub uc ax by cz xy yz xz")
THREE_WAYS = list_others("uabcdefv", "ua ab bv uc cd dv ue ef fv")
TWO_ISLANDS = join("ab", "cd") + join("cd", "ab")


@for_each(
    ("rules", "sentence"),
    [
        (
            {"mutual": False, "items": list("uabcxyz"), "forbidden": SPOKES},
            "No arrangement fulfils these rules: in all ways, two of {u, a, b, c, x, y, z} give to each other.",
        ),
        (
            {"cycle": True, "forbidden": TWO_ISLANDS},
            "One cycle of all items is not possible: islands {a, b} and {c, d} never give to each other.",
        ),
        (
            {"mutual": False, "forbidden": join("ab", "cd")},
            "No arrangement fulfils these rules: if no two give to each other, {b} may give to nobody.",
        ),
        (
            {"forbidden": join("abc", "abc")},
            "No arrangement fulfils these rules: {a, b} may give only to {d}.",
        ),
        (
            {"cycle": True, "forbidden": TWO_ISLANDS, "items": list("abcde")},
            "One cycle of all items is not possible: islands {a, b} and {c, d} never give to each other; {e} alone "
            "joins them, and one cycle passes it once.",
        ),
        (
            {"cycle": True, "forbidden": THREE_WAYS, "items": list("uabcdefv")},
            "No one cycle of all items fulfils these rules: all ways were counted.",
        ),
    ],
)
def test_what_is_impossible_is_told(rules: dict[str, Any], sentence: str) -> None:
    forbidden = [{"giver": x, "receiver": y} for x, y in rules["forbidden"]]
    usual = {"items": list("abcd"), "mutual": True, "cycle": False}
    draw = draw_pairs(usual | rules | {"forbidden": forbidden})
    with pytest.raises(Refused) as refused:
        draw(WordSource(sd1("a")), Work())
    assert str(refused.value) == sentence


def test_the_search_for_the_rule_to_blame_has_its_own_share_of_the_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A tenth of the steps: more than the search for any groups may take, less than the search for the rule may."""
    ceiling = 10**6
    steps = ceiling // 10

    def search(grouping: Grouping, work: Work) -> bool:
        if grouping.rules:
            return False
        work.spend(steps)
        return True

    monkeypatch.setattr(group_sampler, "find_groups", search)
    rules = GroupRules(groups=2, apart=(("A", "B"),))
    sampler = prepare_groups(ListedItems(["A", "B", "C", "D"]), rules, Limits(), 0)
    work = Work(ceiling)
    with pytest.raises(Refused, match=r"without apart\[0\] there are some"):
        sampler.draw_bounded(WordSource(sd1("a")), work)
    assert steps < work.spent < 2 * steps


@for_each(("receivers", "total"), [([0b0], 0), ([0b1], 1)])
def test_one_item_is_a_cycle_if_it_may_give_to_itself(
    receivers: Sequence[int], total: int
) -> None:
    assert Cycles(receivers).total == total

"""Groups drawn item after item, compared with a look at all arrangements before each item is placed.

Rules, blocks and shuffles are written here again, as docs/definitions/rules.md words them.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple

import pytest

from service.arrangements.attributes import ListedItems
from service.arrangements.groups.sampler import prepare_groups
from service.core.errors import OverLimit, Refused
from service.core.limits import Limits
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.work import Work
from tests.arrangements.enumeration import Groups, attribute_of, enumerate_groups
from tests.arrangements.rule_requests import RULES, make_request, prepare, read_rules
from tests.memory import measure_peak

CASES = 200
STEPS = 5_000_000
"""The steps of a request, if the operator does not say otherwise."""


class Rule(NamedTuple):
    """A set of items: each group has at least `least` and at most `most` of them."""

    members: list[int]
    least: int
    most: int


class Block(NamedTuple):
    """Items that are not fixed, and the number of places for them in each group."""

    items: list[int]
    places: list[int]


def list_sources(request: dict[str, Any]) -> list[list[Rule]]:
    """Return the rules that a group can break, by their sources."""
    items = request["items"]
    position = {item["name"]: i for i, item in enumerate(items)}
    sources = [
        [Rule(members, 0, 1) for members in group_items(items, attribute).values()]
        for attribute in request["different"]
    ]
    for limit in request["limits"]:
        values = group_items(items, limit["attribute"])
        if "value" in limit:
            values = {limit["value"]: values[limit["value"]]}
        least = limit.get("min", 0)
        most = limit.get("max", len(items))
        sources.append([Rule(members, least, most) for members in values.values()])
    for names in [*request["apart"], *request.get("met", ())]:
        sources.append([Rule([position[name] for name in names], 0, 1)])
    return [
        [rule for rule in source if rule.least or len(rule.members) > rule.most]
        for source in sources
    ]


def group_items(items: Sequence[Any], attribute: str) -> dict[str, list[int]]:
    """Return the positions of the items with each value of an attribute."""
    values = defaultdict(list)
    for i, item in enumerate(items):
        value = attribute_of(item, attribute)
        if value is not None:
            values[value].append(i)
    return values


def count_exact(rule: Rule, sizes: Sequence[int]) -> list[int] | None:
    """Return how many items of an exact rule each group has, None for any other rule."""
    most = [min(rule.most, size) for size in sizes]
    least = [rule.least for _ in sizes]
    if len(rule.members) == sum(most):
        return most
    return least if len(rule.members) == sum(least) else None


def list_blocks(request: dict[str, Any]) -> list[Block]:
    """Return the blocks of a request in order, without its fixed items and their places."""
    items = request["items"]
    count = request["groups"]
    sizes = [len(items[number::count]) for number in range(count)]
    sources = [
        [(rule, places) for rule in source if (places := count_exact(rule, sizes))]
        for source in list_sources(request)
    ]
    sources.sort(key=lambda source: -sum(len(rule.members) for rule, _ in source))
    left = set(range(len(items)))
    free = sizes
    blocks = []
    for rule, places in [exact for source in sources for exact in source]:
        if left.issuperset(rule.members):
            left.difference_update(rule.members)
            free = [before - own for before, own in zip(free, places, strict=True)]
            blocks.append(Block(sorted(rule.members), places))
    blocks.append(Block(sorted(left), free))
    for entry in request["fixed"]:
        item = [item["name"] for item in items].index(entry["item"])
        for block in blocks:
            if item in block.items:
                block.items.remove(item)
                block.places[entry["group"] - 1] -= 1
    return blocks


def shuffle(items: Sequence[int], source: WordSource) -> list[int]:
    """Return items in the order of `fisher_yates`."""
    order = list(items)
    for place in range(len(order) - 1):
        partner = place + source.below(len(order) - place)
        order[place], order[partner] = order[partner], order[place]
    return order


def draw_by_looking(
    request: dict[str, Any], arrangements: set[Groups], source: WordSource
) -> Groups:
    """Place each item in the first group in which some of the arrangements have it."""
    left = list(arrangements)
    for block in list_blocks(request):
        places = list(block.places)
        for item in shuffle(block.items, source):
            order = sorted(
                range(len(places)), key=lambda group: (-places[group], group)
            )
            group = next(
                group
                for group in order
                if places[group] and any(item in one[group] for one in left)
            )
            left = [one for one in left if item in one[group]]
            places[group] -= 1
    (drawn,) = left
    return drawn


PATHS = [["left", "1"], ["right", "1"], ["left", "2"]]


def make_sequential(random: Random) -> dict[str, Any]:
    """Return a request with random rules, whose groups have paths and whose items may have pots."""
    request = make_request(random)
    items = request["items"]
    groups = request["groups"]
    names = [item["name"] for item in items]
    for position, item in enumerate(items):
        item["pot"] = position // groups
    request["different"] += random.choice([[], ["pot"]])
    for rule in random.sample(["met", "placed"], random.randint(0, 2)):
        request[rule] = RULES[rule](random, names)
    return request | {"paths": PATHS[:groups]}


def draw_in_sequence(
    request: dict[str, Any], source: WordSource
) -> tuple[int, ...] | None:
    """Return the items of all groups as the service draws them; None if no groups keep the rules.

    Raises `OverLimit` for a request that is given up.
    """
    try:
        rules = read_rules(request | {"method": "sequential"})
        sampler = prepare_groups(ListedItems(request["items"]), rules, Limits(), 0)
        drawn = sampler.draw_within(source, Work(STEPS))
    except OverLimit:
        raise
    except Refused:
        return None
    return tuple(drawn)


def test_each_item_comes_to_the_first_group_that_leaves_an_arrangement() -> None:
    random = Random(3)
    drawn = 0
    for seed in map(str, range(CASES)):
        request = make_sequential(random)
        arrangements = enumerate_groups(request)
        result = draw_in_sequence(request, WordSource(sd1(seed)))
        if arrangements:
            looked = draw_by_looking(request, arrangements, WordSource(sd1(seed)))
            assert result == tuple(chain.from_iterable(looked)), request
            drawn += 1
        else:
            assert result is None, request
    assert drawn > CASES / 5


def test_a_single_group_takes_all_items_if_its_rules_allow_them() -> None:
    items = [{"name": name, "a": "x" if name in "AC" else "y"} for name in "ABCDE"]
    for most in range(1, len(items) + 1):
        limit = {"attribute": "a", "value": "x", "min": 1, "max": most}
        request = {"items": items, "groups": 1, "limits": [limit]}
        result = draw_in_sequence(request, WordSource(sd1("one")))
        assert sorted(result or ()) == (list(range(len(items))) if most >= 2 else [])


PATHS_OF_MANY = [
    [side, str(number)] for number in range(1, 6) for side in ("left", "right")
]


def make_limits(random: Random, items: Sequence[Any], size: int) -> list[Any]:
    """Return limits of the attributes a and b for groups of up to `size` items."""
    limits: list[dict[str, Any]] = []
    for attribute in "ab":
        if random.random() < 0.6:
            most = random.randint(1, max(1, size // 2 + 1))
            limits.append({"attribute": attribute, "max": most})
            if random.random() < 0.5:
                limits[-1]["min"] = random.randint(0, 1)
    if random.random() < 0.3:
        limits.append({"attribute": "b", "value": items[0]["b"], "min": 1})
    return limits


def make_many(random: Random) -> dict[str, Any]:
    """Return a request of up to 30 items in up to 8 groups, with pots and rules of every kind."""
    n = random.randint(6, 30)
    groups = random.randint(2, min(8, n // 2))
    names = [f"n{i}" for i in range(n)]
    values = "abcdefgh"[: random.randint(2, 8)]
    items = [
        {
            "name": name,
            "a": random.choice(values),
            "b": random.choice("tuvw"[: random.randint(2, 4)]),
            "pot": i // groups,
        }
        for i, name in enumerate(names)
    ]

    def list_names(most: int) -> list[list[str]]:
        return [
            random.sample(names, random.randint(2, min(4, groups)))
            for _ in range(random.randint(0, most))
        ]

    request = {
        "items": items,
        "groups": groups,
        "limits": make_limits(random, items, -(-n // groups)),
        "different": [name for name in ("a", "pot") if random.random() < 0.35],
        "apart": list_names(n // 2),
        "fixed": [
            {"item": name, "group": random.randint(1, groups)}
            for name in random.sample(names, random.randint(0, 3))
        ],
        "met": list_names(6),
    }
    if random.random() < 0.4:
        request["paths"] = PATHS_OF_MANY[:groups]
        request["placed"] = [
            {"items": random.sample(names, 2), "level": random.randint(1, 2)}
            for _ in range(random.randint(1, 3))
        ]
    return request


@pytest.mark.parametrize(
    "cases", [150, pytest.param(3_000, marks=pytest.mark.exhaustive)]
)
def test_no_request_of_thirty_items_is_given_up(cases: int) -> None:
    drawn = 0
    for seed in range(cases):
        request = make_many(Random(seed))
        result = draw_in_sequence(request, WordSource(sd1(str(seed))))
        if result is None:
            continue
        drawn += 1
        groups = split_groups(result, request["groups"])
        for rule in chain.from_iterable(list_sources(request)):
            for group in groups:
                number = len(group.intersection(rule.members))
                assert rule.least <= number <= rule.most, (seed, rule)
        for entry in request["fixed"]:
            item = int(entry["item"][1:])
            assert item in groups[entry["group"] - 1], (seed, entry)
    assert drawn > cases / 10


def split_groups(result: Sequence[int], count: int) -> list[set[int]]:
    """Return the items of each group from the items of all groups in one list."""
    items = iter(result)
    sizes = [len(result[number::count]) for number in range(count)]
    return [set(islice(items, size)) for size in sizes]


def test_a_search_keeps_few_bytes_for_each_of_its_steps() -> None:
    random = Random(1)
    attributes = [f"a{number}" for number in range(20)]
    steps = 200_000
    items = [
        {"name": f"n{i}"} | {name: random.randrange(6) for name in attributes}
        for i in range(100)
    ]
    limits = [{"attribute": name, "max": 4, "min": 1} for name in attributes]
    request = {"items": items, "groups": 10, "limits": limits, "method": "sequential"}
    sampler = prepare(request)

    def search() -> None:
        with pytest.raises(OverLimit):
            sampler.draw_within(WordSource(sd1("42")), Work(steps))

    assert measure_peak(search, 20 * steps) < 20 * steps

"""Groups drawn item after item, compared with a look at all arrangements before each item is placed.

Rules, blocks and shuffles are written here again, as docs/definitions/rules.md words them.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
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
from tests.arrangements.rule_requests import RULES, make_request, read_rules
from tests.memory import measure_peak

CASES = 200


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
    """Return the items of all groups as the service draws them; None for a request that it refuses."""
    try:
        rules = read_rules(request | {"method": "sequential"})
        sampler = prepare_groups(ListedItems(request["items"]), rules, Limits(), 0)
        drawn = sampler.draw_within(source, Work(10**6))
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
    sampler = prepare_groups(ListedItems(items), read_rules(request), Limits(), 0)

    def search() -> None:
        with pytest.raises(OverLimit):
            sampler.draw_within(WordSource(sd1("42")), Work(steps))

    assert measure_peak(search, 20 * steps) < 20 * steps

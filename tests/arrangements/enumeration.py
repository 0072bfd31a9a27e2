"""Every arrangement of a few items that fulfils the rules of a request, found by trying all of them.

Each rule is checked as docs/definitions/rules.md words it. There are no blocks and no attempts here, so a mistake in
these cannot repeat itself.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from itertools import combinations, permutations
from string import ascii_uppercase
from typing import Any

import rfc8785
from scipy import special

from tests.tables import read_table

Fields = dict[str, Any]
Groups = tuple[tuple[int, ...], ...]
"""The indices of the items in each group, ascending."""
Receivers = tuple[int, ...]
"""To whom each item gives."""
Order = tuple[int, ...]
"""The items in order."""

DRAWS = 100_000
MIN_P = 0.001
"""The draws of a case, and the p-value that none of them is below: their seeds are fixed."""


def text_of(value: Any) -> str | None:
    """Return the text by which names and attributes are compared."""
    if value is None or isinstance(value, str):
        return value
    return rfc8785.dumps(value).decode()


def name_of(item: Any) -> str | None:
    """Return the name of an item, if it has one."""
    return text_of(item.get("name") if isinstance(item, dict) else item)


def attribute_of(item: Any, attribute: str) -> str | None:
    """Return the text of an attribute of an item, if it has one."""
    return text_of(item.get(attribute)) if isinstance(item, dict) else None


def are_different(items: Sequence[Any], attribute: str) -> bool:
    """Return whether no two items have the same value of an attribute."""
    values = [attribute_of(item, attribute) for item in items]
    known = [value for value in values if value is not None]
    return len(known) == len(set(known))


def are_apart(items: Iterable[Any], names: Sequence[Any]) -> bool:
    """Return whether at most one of the items is named."""
    return sum(name_of(item) in names for item in items) < 2


def is_within(group: Sequence[Any], items: Sequence[Any], limit: Fields) -> bool:
    """Return whether a group fulfils an entry of `limits`, for its value or for each value that an item has."""
    attribute = limit["attribute"]
    if "value" in limit:
        values = {text_of(limit["value"])}
    else:
        values = {attribute_of(item, attribute) for item in items} - {None}
    least = limit.get("min", 0)
    most = limit.get("max", len(items))
    counts = Counter(attribute_of(item, attribute) for item in group)
    return all(least <= counts[value] <= most for value in values)


def enumerate_groups(request: Fields) -> set[Groups]:
    """Return all groups of a request that fulfil its rules."""
    items = request["items"]
    sizes = request.get("sizes")
    if not sizes:
        count = request.get("groups") or len(items) // request["group_size"]
        sizes = [len(items[number::count]) for number in range(count)]
    return {
        groups
        for groups in fill_groups(sizes)
        if are_right_groups([[items[i] for i in group] for group in groups], request)
    }


def fill_groups(sizes: Sequence[int]) -> Iterable[Groups]:
    """Return all ways to put the indices of items into groups of these sizes."""
    ways: list[Groups] = [((),) * len(sizes)]
    for i in range(sum(sizes)):
        ways = [
            (*groups[:number], (*groups[number], i), *groups[number + 1 :])
            for groups in ways
            for number, size in enumerate(sizes)
            if len(groups[number]) < size
        ]
    return ways


def are_right_groups(groups: list[list[Any]], request: Fields) -> bool:
    """Return whether groups fulfil the rules for each of them, and the rules for all."""

    def is_fixed(entry: Fields) -> bool:
        return entry["item"] in map(name_of, groups[entry["group"] - 1])

    return (
        all(
            is_right_group(group, request, number)
            for number, group in enumerate(groups, start=1)
        )
        and all(is_fixed(entry) for entry in request.get("fixed", ()))
        and all(are_together(groups, names) for names in request.get("together", ()))
        and all(
            are_placed(groups, request["paths"], entry)
            for entry in request.get("placed", ())
        )
    )


def is_right_group(group: Sequence[Any], request: Fields, number: int) -> bool:
    """Return whether a group fulfils the rules for each group, and those for its number."""
    items = request["items"]
    limits = [
        limit
        for limit in request.get("limits", ())
        if limit.get("group", number) == number
    ]
    return (
        all(are_different(group, name) for name in request.get("different", ()))
        and all(is_within(group, items, limit) for limit in limits)
        and all(are_apart(group, names) for names in request.get("apart", ()))
        and all(are_apart(group, list_old(old)) for old in request.get("met", ()))
        and all(is_in_range(group, entry) for entry in request.get("sums", ()))
    )


def list_old(group: Any) -> Any:
    """Return the names of an old group, as a list or as a response has it."""
    if isinstance(group, dict):
        return group.get("items") or [group["giver"], group["receiver"]]
    return group


def are_together(groups: list[list[Any]], names: Sequence[Any]) -> bool:
    """Return whether one group has all the names."""
    return sum(not set(names).isdisjoint(map(name_of, group)) for group in groups) == 1


def is_in_range(group: Sequence[Any], entry: Fields) -> bool:
    """Return whether a group has the sum of an entry of `sums`."""
    total = sum(Decimal(attribute_of(item, entry["attribute"]) or 0) for item in group)
    least = Decimal(str(entry.get("min", "-inf")))
    most = Decimal(str(entry.get("max", "inf")))
    return least <= total <= most


def are_placed(groups: list[list[Any]], paths: list[list[str]], entry: Fields) -> bool:
    """Return whether the items of an entry are in its part, or each in another part of its level."""
    parts = [
        path
        for group, path in zip(groups, paths, strict=True)
        for item in group
        if name_of(item) in entry["items"]
    ]
    if "path" in entry:
        return all(path[: len(entry["path"])] == entry["path"] for path in parts)
    return len({tuple(path[: entry["level"]]) for path in parts}) == len(parts)


def enumerate_pairs(request: Fields) -> set[Receivers]:
    """Return all receivers of a request that fulfil its rules."""
    items = request["items"]
    return {
        receivers
        for receivers in permutations(range(len(items)))
        if are_right_pairs(receivers, request)
    }


def are_right_pairs(receivers: Receivers, request: Fields) -> bool:
    """Return whether each pair fulfils the rules, and all of them are mutual or not and one cycle or not."""
    items = request["items"]
    if request.get("cycle") and len(follow(receivers)) < len(receivers):
        return False
    if not request.get("mutual", True) and has_mutual(receivers):
        return False
    return all(
        is_right_pair(items[giver], items[receiver], request)
        for giver, receiver in enumerate(receivers)
    )


def has_mutual(receivers: Receivers) -> bool:
    """Return whether two give to each other."""
    return any(receivers[receiver] == i for i, receiver in enumerate(receivers))


def is_right_pair(giver: Any, receiver: Any, request: Fields) -> bool:
    """Return whether an item may give to another one."""
    pair = (giver, receiver)
    names = (name_of(giver), name_of(receiver))
    forbidden = request.get("forbidden", ())
    return (
        giver is not receiver
        and all((one["giver"], one["receiver"]) != names for one in forbidden)
        and all(are_different(pair, name) for name in request.get("different", ()))
        and all(are_apart(pair, apart) for apart in request.get("apart", ()))
    )


def follow(receivers: Receivers) -> list[int]:
    """Return the items from the first on, each after the one that gives to it, until one gives to the first."""
    cycle = [0]
    while receivers[cycle[-1]] != 0:
        cycle.append(receivers[cycle[-1]])
    return cycle


def enumerate_orders(request: Fields) -> set[Order]:
    """Return all orders of a request that fulfil its rules."""
    items = request["items"]
    return {
        order
        for order in permutations(range(len(items)))
        if is_right_order([items[i] for i in order], request)
    }


def is_right_order(order: Sequence[Any], request: Fields) -> bool:
    """Return whether items in order fulfil the rules of a request."""
    neighbours = request.get("neighbours")
    if not all(order_has(order, entry) for entry in list_places(request)):
        return False
    return neighbours is None or all(
        may_be_neighbours([order[place] for place in places], neighbours)
        for places in list_neighbours(len(order), neighbours)
    )


def list_places(request: Fields) -> Iterable[tuple[Any, Sequence[int]]]:
    """Return each name for which a request has positions, with these, from 1."""
    if "first" in request:
        yield request["first"], [1]
    if "last" in request:
        yield request["last"], [len(request["items"])]
    for entry in request.get("fixed", ()):
        yield entry["item"], entry.get("positions") or [entry["position"]]


def order_has(order: Sequence[Any], entry: tuple[Any, Sequence[int]]) -> bool:
    """Return whether the item with a name has one of these positions in an order."""
    name, positions = entry
    return any(name_of(order[position - 1]) == name for position in positions)


def list_neighbours(n: int, neighbours: Fields) -> list[tuple[int, ...]]:
    """Return the sets of places that must not all have equal values: of a `run` one place more than may."""
    if neighbours.get("edges"):
        return list(map(tuple, neighbours["edges"]))
    run = neighbours.get("run", 1)
    if run > 1:
        return [tuple(range(start, start + run + 1)) for start in range(n - run)]
    apart = neighbours.get("apart", 2)
    pairs: list[tuple[int, ...]] = []
    for one, other in combinations(range(n), 2):
        distance = other - one
        if neighbours.get("circle"):
            distance = min(distance, n - distance)
        if distance < apart:
            pairs.append((one, other))
    return pairs


def may_be_neighbours(items: Sequence[Any], neighbours: Fields) -> bool:
    """Return whether items may lie together at places that must not all have equal values."""
    attributes = neighbours.get("different", ())
    texts = [[attribute_of(item, name) for item in items] for name in attributes]
    if not attributes:
        texts = [list(map(name_of, items))]
    return all(None in values or len(set(values)) > 1 for values in texts)


def is_uniform(counts: Counter[Any], arrangements: set[Any]) -> bool:
    """Return whether counted draws are arrangements that fulfil the rules, and pass the chi-square test."""
    expected = counts.total() / len(arrangements)
    squares = sum((counts[one] - expected) ** 2 for one in arrangements)
    p = two_sided_p(squares / expected, len(arrangements) - 1)
    return counts.keys() <= arrangements and p > MIN_P


def two_sided_p(chi_square: float, degrees: int) -> float:
    """Return twice the probability of the smaller tail of the chi-square distribution."""
    lower = special.chdtr(degrees, chi_square)
    upper = special.chdtrc(degrees, chi_square)
    return 2 * float(min(lower, upper))


def make_items(**attributes: str) -> list[Fields]:
    """Return items named A, B, C, …, with the attributes in columns; an item with a space has none."""
    items: list[Fields] = []
    for name, *values in zip(ascii_uppercase, *attributes.values(), strict=False):
        row = zip(attributes, values, strict=True)
        items.append(
            {"name": name} | {key: value for key, value in row if value != " "}
        )
    return items


def read_case(case: Fields) -> tuple[str, Fields]:
    """Return the endpoint and the body of a case."""
    items = make_items(**case["columns"]) if "columns" in case else case["items"]
    return case["endpoint"], {"items": items} | case["rules"]


CASES: dict[str, tuple[str, Fields]] = {
    name: read_case(case)
    for name, case in read_table("arrangements/cases.yaml").items()
}
"""Requests without a seed, by what they try: the endpoint and the body."""

ENUMERATIONS: dict[str, Callable[[Fields], set[Any]]] = {
    "groups": enumerate_groups,
    "pairs": enumerate_pairs,
    "shuffle": enumerate_orders,
}

"""Every arrangement of a few items that fulfils the rules of a request, found by trying all of them.

Each rule is checked as docs/definitions/rules.md words it. There are no blocks and no attempts here, so a mistake in
these cannot repeat itself.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from itertools import combinations, permutations
from typing import Any

import rfc8785
from scipy import special

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
    return (
        value
        if value is None or isinstance(value, str)
        else rfc8785.dumps(value).decode()
    )


def name_of(item: Any) -> str | None:
    return text_of(item.get("name") if isinstance(item, dict) else item)


def attribute_of(item: Any, attribute: str) -> str | None:
    return text_of(item.get(attribute)) if isinstance(item, dict) else None


def are_different(items: Sequence[Any], attribute: str) -> bool:
    values = [attribute_of(item, attribute) for item in items]
    known = [value for value in values if value is not None]
    return len(known) == len(set(known))


def are_apart(items: Iterable[Any], names: Sequence[Any]) -> bool:
    return sum(name_of(item) in names for item in items) < 2


def is_within(group: Sequence[Any], items: Sequence[Any], limit: Fields) -> bool:
    """Return whether a group fulfils an entry of `limits`, for its value or for each value that an item has."""
    attribute = limit["attribute"]
    values = (
        {text_of(limit["value"])}
        if "value" in limit
        else {attribute_of(item, attribute) for item in items} - {None}
    )
    counts = Counter(attribute_of(item, attribute) for item in group)
    return all(
        limit.get("min", 0) <= counts[value] <= limit.get("max", len(items))
        for value in values
    )


def enumerate_groups(request: Fields) -> set[Groups]:
    items = request["items"]
    count = (
        request["groups"]
        if "groups" in request
        else len(items) // request["group_size"]
    )
    sizes = [len(items[number::count]) for number in range(count)]
    arrangements: list[Groups] = [((),) * count]
    for i in range(len(items)):
        arrangements = [
            (*groups[:number], (*groups[number], i), *groups[number + 1 :])
            for groups in arrangements
            for number, size in enumerate(sizes)
            if len(groups[number]) < size
        ]
    return {
        groups
        for groups in arrangements
        if are_right_groups([[items[i] for i in group] for group in groups], request)
    }


def are_right_groups(groups: list[list[Any]], request: Fields) -> bool:
    return (
        all(
            are_different(group, attribute)
            for attribute in request.get("different", ())
            for group in groups
        )
        and all(
            is_within(group, request["items"], limit)
            for limit in request.get("limits", ())
            for group in groups
        )
        and all(
            are_apart(group, names)
            for names in request.get("apart", ())
            for group in groups
        )
        and all(
            entry["item"] in map(name_of, groups[entry["group"] - 1])
            for entry in request.get("fixed", ())
        )
        and all(are_together(groups, names) for names in request.get("together", ()))
        and all(
            are_apart(group, list_old(old))
            for old in request.get("met", ())
            for group in groups
        )
        and all(
            is_in_range(group, entry)
            for entry in request.get("sums", ())
            for group in groups
        )
        and all(
            are_placed(groups, request["paths"], entry)
            for entry in request.get("placed", ())
        )
    )


def list_old(group: Any) -> Sequence[Any]:
    return (
        group.get("items") or [group["giver"], group["receiver"]]
        if isinstance(group, dict)
        else group
    )


def are_together(groups: list[list[Any]], names: Sequence[Any]) -> bool:
    return sum(not set(names).isdisjoint(map(name_of, group)) for group in groups) == 1


def is_in_range(group: list[Any], entry: Fields) -> bool:
    total = sum(Decimal(attribute_of(item, entry["attribute"]) or 0) for item in group)
    least, most = (
        Decimal(str(entry.get(name, infinite)))
        for name, infinite in (("min", "-inf"), ("max", "inf"))
    )
    return least <= total <= most


def are_placed(groups: list[list[Any]], paths: list[list[str]], entry: Fields) -> bool:
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
    items = request["items"]
    return {
        receivers
        for receivers in permutations(range(len(items)))
        if are_right_pairs(receivers, request)
    }


def are_right_pairs(receivers: Receivers, request: Fields) -> bool:
    pairs = [
        (request["items"][giver], request["items"][receiver])
        for giver, receiver in enumerate(receivers)
    ]
    forbidden = [
        (entry["giver"], entry["receiver"]) for entry in request.get("forbidden", ())
    ]
    return (
        all(giver is not receiver for giver, receiver in pairs)
        and all(
            are_different(pair, attribute)
            for attribute in request.get("different", ())
            for pair in pairs
        )
        and all(
            are_apart(pair, names)
            for names in request.get("apart", ())
            for pair in pairs
        )
        and all(
            (name_of(giver), name_of(receiver)) not in forbidden
            for giver, receiver in pairs
        )
        and (
            request.get("mutual", True)
            or all(receivers[receivers[i]] != i for i in range(len(receivers)))
        )
        and (not request.get("cycle") or len(follow(receivers)) == len(receivers))
    )


def follow(receivers: Receivers) -> list[int]:
    """Return the items from the first on, each after the one that gives to it, until one gives to the first."""
    cycle = [0]
    while receivers[cycle[-1]] != 0:
        cycle.append(receivers[cycle[-1]])
    return cycle


def enumerate_orders(request: Fields) -> set[Order]:
    items = request["items"]
    neighbours = request["neighbours"]
    pairs = list_neighbours(len(items), neighbours)
    return {
        order
        for order in permutations(range(len(items)))
        if all(
            may_be_neighbours(items[order[one]], items[order[other]], neighbours)
            for one, other in pairs
        )
    }


def list_neighbours(n: int, neighbours: Fields) -> list[tuple[int, ...]]:
    """Return the pairs of places that must not have equal values."""
    if "edges" in neighbours:
        return list(map(tuple, neighbours["edges"]))
    distances = {(one, other): other - one for one, other in combinations(range(n), 2)}
    if neighbours.get("circle"):
        distances = {
            pair: min(distance, n - distance) for pair, distance in distances.items()
        }
    return [
        pair
        for pair, distance in distances.items()
        if distance < neighbours.get("apart", 2)
    ]


def may_be_neighbours(one: Any, other: Any, neighbours: Fields) -> bool:
    attributes = neighbours.get("different", ())
    if not attributes:
        return name_of(one) is None or name_of(one) != name_of(other)
    return all(are_different([one, other], attribute) for attribute in attributes)


def is_uniform(counts: Counter[Any], arrangements: set[Any]) -> bool:
    """Return whether counted draws are arrangements that fulfil the rules, and pass the chi-square test."""
    expected = counts.total() / len(arrangements)
    squares = sum((counts[one] - expected) ** 2 for one in arrangements)
    return (
        counts.keys() <= arrangements
        and two_sided_p(squares / expected, len(arrangements) - 1) > MIN_P
    )


def two_sided_p(chi_square: float, degrees: int) -> float:
    """Return twice the probability of the smaller tail of the chi-square distribution."""
    lower = special.chdtr(degrees, chi_square)
    upper = special.chdtrc(degrees, chi_square)
    return 2 * float(min(lower, upper))


def make_items(**attributes: str) -> list[Fields]:
    """Return items named A, B, C, …, with the attributes in columns; an item with a space has none."""
    columns = {name: list(column) for name, column in attributes.items()}
    size = max(map(len, columns.values()))
    rows = (
        {name: column[i] for name, column in columns.items() if column[i] != " "}
        for i in range(size)
    )
    return [{"name": chr(ord("A") + i)} | row for i, row in enumerate(rows)]


COUPLES = [["A", "B"], ["C", "D"]]
CASES: dict[str, tuple[str, Fields]] = {
    "pots and countries": (
        "groups",
        {
            "items": make_items(pot="111222333", country="xyzxwv yx"),
            "groups": 3,
            "different": ["pot", "country"],
        },
    ),
    "uneven groups, lists apart and a minimum": (
        "groups",
        {
            "items": make_items(role="ffgmmmg"),
            "groups": 3,
            "apart": COUPLES,
            "limits": [
                {"attribute": "role", "value": "f", "max": 1},
                {"attribute": "role", "value": "m", "min": 1},
            ],
        },
    ),
    "fixed items and limits of each value": (
        "groups",
        {
            "items": make_items(club="xxxyyyzz"),
            "group_size": 4,
            "limits": [{"attribute": "club", "min": 1, "max": 2}],
            "fixed": [{"item": "C", "group": 2}, {"item": "H", "group": 1}],
        },
    ),
    "lists together, one of them fixed, and old groups": (
        "groups",
        {
            "items": make_items(role="ffgmmmgfmf"),
            "groups": 2,
            "together": [["A", "B"], ["C", "D"], ["D", "E"]],
            "met": [{"items": ["A", "C"], "group": 1}, ["G", "H"]],
            "fixed": [{"item": "B", "group": 2}],
        },
    ),
    "lists together in groups of two": (
        "groups",
        {
            "items": list("ABCDEFG"),
            "groups": 4,
            "together": [["A", "C"]],
            "met": [{"giver": "D", "receiver": "B", "indices": [3, 1]}, ["E", "F"]],
        },
    ),
    "sums and placed items": (
        "groups",
        {
            "items": [
                {"name": name, "rating": rating}
                for name, rating in zip(
                    "ABCDEFGH", [1, 2.1, "1e-1", 4, 0.3, 2, 1, 3], strict=True
                )
            ],
            "groups": 4,
            "apart": [["A", "B"]],
            "sums": [{"attribute": "rating", "min": 1.1, "max": 5.1}],
            "paths": [["left", "1"], ["left", "2"], ["right", "1"], ["right", "2"]],
            "placed": [
                {"items": ["C", "D"], "level": 1},
                {"items": ["E"], "path": ["left"]},
            ],
        },
    ),
    "a forbidden pair": (
        "pairs",
        {
            "items": make_items(family="xxyyzw"),
            "different": ["family"],
            "forbidden": [{"giver": "E", "receiver": "F"}],
        },
    ),
    "one cycle": ("pairs", {"items": list("ABCDEF"), "apart": COUPLES, "cycle": True}),
    "no mutual pairs": (
        "pairs",
        {"items": list("ABCDEF"), "apart": COUPLES, "mutual": False},
    ),
    "a row": ("shuffle", {"items": list("AAABBCD"), "neighbours": {}}),
    "a circle": (
        "shuffle",
        {
            "items": make_items(party="aaabbb "),
            "neighbours": {"different": ["party"], "circle": True},
        },
    ),
    "two others between": (
        "shuffle",
        {"items": list("AABBCDD"), "neighbours": {"apart": 3}},
    ),
    "a board": (
        "shuffle",
        {
            "items": make_items(red="rrr bb"),
            "neighbours": {"different": ["red"], "edges": [[0, 1], [1, 2], [3, 1]]},
        },
    ),
    "two attributes": (
        "shuffle",
        {
            "items": make_items(artist="aabbcc", mood="xyxyzz"),
            "neighbours": {"different": ["artist", "mood"]},
        },
    ),
}
"""Requests without a seed, by what they try: the endpoint and the body."""

ENUMERATIONS: dict[str, Callable[[Fields], set[Any]]] = {
    "groups": enumerate_groups,
    "pairs": enumerate_pairs,
    "shuffle": enumerate_orders,
}

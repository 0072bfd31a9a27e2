"""Requests for groups with random rules, and what is read of a request."""

from collections.abc import Callable
from random import Random
from typing import Any

from service.arrangements.attributes import ListedItems
from service.arrangements.groups.sampler import GroupSampler, prepare_groups
from service.arrangements.groups.table import GroupTable, resolve_groups
from service.arrangements.requested_rules import GroupRules
from service.core.limits import Limits
from service.core.object_types import ObjectOf
from service.core.value_types import REQUEST


def read_rules(request: dict[str, Any]) -> GroupRules:
    """Return the rules of a request."""
    members = {name: value for name, value in request.items() if name != "items"}
    rules: GroupRules = ObjectOf(members=GroupRules).read(REQUEST, members)
    return rules


def read_table(request: dict[str, Any]) -> GroupTable:
    """Return the groups of a request, with what its rules leave."""
    return resolve_groups(ListedItems(request["items"]), read_rules(request))


def prepare(request: dict[str, Any]) -> GroupSampler:
    """Return the sampler that draws the groups of a request."""
    items = ListedItems(request["items"])
    return prepare_groups(items, read_rules(request), Limits(), 0)


def make_request(random: Random) -> dict[str, Any]:
    """Return a request of a few items with rules of every kind."""
    names = "ABCDEF"[: random.randint(3, 6)]
    groups = random.randint(2, 3)
    items = [
        {"name": name, "a": random.choice("xyz"), "b": random.choice("tuv")}
        for name in names
    ]
    limits: list[dict[str, Any]] = [
        {"attribute": random.choice("ab"), "max": random.randint(1, 3)}
    ]
    if random.random() < 0.4:
        limits.append({"attribute": "b", "value": items[0]["b"], "min": 1})
    return {
        "items": items,
        "groups": groups,
        "different": ["a"] if random.random() < 0.3 else [],
        "limits": limits,
        "apart": [
            random.sample(names, random.randint(2, 3))
            for _ in range(random.randint(0, 3))
        ],
        "fixed": [
            {"item": item, "group": random.randint(1, groups)}
            for item in "AC"
            if random.random() < 0.3
        ],
    }


def make_together(random: Random, names: list[str]) -> list[Any]:
    return [random.sample(names, 2) for _ in range(random.randint(1, 2))]


def make_met(random: Random, names: list[str]) -> list[Any]:
    return [random.sample(names, random.randint(1, 3)) for _ in range(3)]


def make_sums(random: Random, _: list[str]) -> list[Any]:
    least = random.choice([0, 0.3])
    most = random.choice([0.9, 1.2])
    return [{"attribute": "number", "min": least, "max": most}]


def make_placed(random: Random, names: list[str]) -> list[Any]:
    path = ["left", "1"]
    return [
        {"items": random.sample(names, 2), "level": random.randint(1, 2)},
        {"items": names[-1:], "path": path[: random.randint(1, 2)]},
    ]


RULES: dict[str, Callable[[Random, list[str]], list[Any]]] = {
    "together": make_together,
    "met": make_met,
    "sums": make_sums,
    "placed": make_placed,
}
"""What makes the value of a rule for items with names."""

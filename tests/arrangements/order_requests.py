"""Requests for orders with random rules of every kind."""

from itertools import permutations
from random import Random
from string import ascii_uppercase
from typing import Any

CASES = 100
KINDS = ["row", "circle", "apart", "edges", "attributes", "run"]


def make_neighbours(kind: str, random: Random, n: int) -> dict[str, Any]:
    """Return random rules of a kind for so many items."""
    pairs = [list(pair) for pair in permutations(range(n), 2)]
    rules: dict[str, dict[str, Any]] = {
        "row": {"different": ["a"]},
        "circle": {"different": ["a"], "circle": True},
        "apart": {
            "different": ["a"],
            "apart": random.randint(2, 4),
            "circle": random.random() < 0.5,
        },
        "edges": {
            "different": ["a"],
            "edges": random.sample(pairs, random.randint(1, min(6, len(pairs)))),
        },
        "attributes": {"different": ["a", "b"], "circle": random.random() < 0.5},
        "run": {"different": ["a"], "run": random.randint(2, 3)},
    }
    return rules[kind]


def make_request(kind: str, random: Random) -> dict[str, Any]:
    """Return a random request by rules of a kind."""
    n = random.randint(2, 6)
    values = [*"vwxyz"[: random.randint(1, 5)], None]
    items = [{name: random.choice(values) for name in "ab"} for _ in range(n)]
    return {
        "items": [{"a": "v", "b": "w"}, *items],
        "neighbours": make_neighbours(kind, random, n + 1),
    }


def make_placed_request(kind: str, random: Random, most: int) -> dict[str, Any]:
    """Return a random request of up to `most` named items with places for some; of the kind "free" without neighbours.

    With neighbours, half of the requests give the ends alone.
    """
    n = random.randint(2, most)
    names = ascii_uppercase[:n]
    items = [
        {
            "name": name,
            "a": random.choice("vwxyz"),
            "b": random.choice(["v", "w", None]),
        }
        for name in names
    ]
    request: dict[str, Any] = {"items": items}
    if kind != "free":
        request["neighbours"] = make_neighbours(kind, random, n)
    if random.random() < 0.6:
        request["first"] = random.choice(names)
    if random.random() < 0.6:
        request["last"] = random.choice(names)
    if kind == "free" or random.random() < 0.5:
        request["fixed"] = [
            make_entry(random, names) for _ in range(random.randint(1, 3))
        ]
    return request


def make_entry(random: Random, names: str) -> dict[str, Any]:
    """Return a random item that is fixed, at a position or at several."""
    positions = range(1, len(names) + 1)
    item = random.choice(names)
    if random.random() < 0.3:
        return {"item": item, "position": random.choice(positions)}
    chosen = random.sample(positions, random.randint(1, len(positions)))
    return {"item": item, "positions": chosen}

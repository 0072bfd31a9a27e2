"""Requests for orders with random rules of every kind."""

from itertools import permutations
from random import Random
from typing import Any

CASES = 100
KINDS = ["row", "circle", "apart", "edges", "attributes"]


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

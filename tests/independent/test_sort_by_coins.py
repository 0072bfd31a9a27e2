"""The shuffle `random_comparator` is the sort of Node, whose comparisons are the coins."""

from random import Random
from typing import Any

import pytest

from service.core.rng.scripted import ScriptedSource
from service.core.shuffles.algorithms import random_comparator
from service.core.shuffles.registry import SHUFFLES
from tests.independent.verifier import run_node

pytestmark = pytest.mark.node
MOST_COINS = 1_000


def test_node_sorts_every_number_of_items_by_coins_as_the_shuffle_does() -> None:
    random = Random("coins")
    most = SHUFFLES["random_comparator"].sizes.most
    assert most is not None
    sorts: list[dict[str, Any]] = [
        {"n": n, "coins": random.choices([0, 1], k=MOST_COINS)}
        for n in range(most + 1)
        for _ in range(20)
    ]
    results = run_node("tests/independent/sort_by_coins.mjs", sorts)
    for sort, result in zip(sorts, results, strict=True):
        source = ScriptedSource(sort["coins"], MOST_COINS)
        order = random_comparator(sort["n"], source)
        assert result == {"order": order, "tossed": len(source.bounds)}, sort["n"]

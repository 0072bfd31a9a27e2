"""Groups and pairs that the service draws, compared with every arrangement that fulfils the rules."""

from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.core.arrangements.enumeration import CASES, DRAWS, ENUMERATIONS, is_uniform


def read_groups(groups: list[Any]) -> Any:
    return tuple(tuple(group["indices"]) for group in groups)


def read_pairs(pairs: list[Any]) -> Any:
    return tuple(pair["indices"][1] for pair in pairs)


READERS = {"groups": read_groups, "pairs": read_pairs}
MAX_REPEATS = 1_000


@pytest.mark.parametrize("draws", [2_000, pytest.param(DRAWS, marks=pytest.mark.exhaustive)])
def test_draws_by_rules_are_uniform_over_all_arrangements(draws: int, client: FlaskClient) -> None:
    wrong = []
    for name, (kind, request) in CASES.items():
        counts: Counter[Any] = Counter()
        while (index := counts.total()) < draws:
            batch = {"seed": "a", "index": index, "repeats": min(draws - index, MAX_REPEATS)}
            response = client.post(f"/v1/items/{kind}/batch", json=request | batch)
            counts.update(map(READERS[kind], (response.json or {})[kind]))
        if not is_uniform(counts, ENUMERATIONS[kind](request)):
            wrong.append(name)
    assert wrong == []

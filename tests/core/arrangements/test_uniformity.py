"""Groups and pairs that the service draws, compared with every arrangement that fulfils the rules."""

from collections import Counter
from typing import Any

from flask.testing import FlaskClient

from tests.api.spec import post
from tests.core.arrangements.enumeration import CASES, DRAWS, ENUMERATIONS, is_uniform
from tests.tables import for_each


def read_groups(groups: list[Any]) -> Any:
    return tuple(tuple(group["indices"]) for group in groups)


def read_pairs(pairs: list[Any]) -> Any:
    return tuple(pair["indices"][1] for pair in pairs)


BATCH = 10_000
READERS = {"groups": read_groups, "pairs": read_pairs}


@for_each("name", CASES)
def test_draws_by_rules_are_uniform_over_all_arrangements(name: str, client: FlaskClient) -> None:
    kind, request = CASES[name]
    counts: Counter[Any] = Counter()
    for index in range(0, DRAWS, BATCH):
        batch = post(client, f"/v1/items/{kind}/batch", **request, seed="a", index=index, repeats=BATCH)
        counts.update(map(READERS[kind], batch[kind]))
    assert counts.total() == DRAWS
    assert is_uniform(counts, ENUMERATIONS[kind](request))

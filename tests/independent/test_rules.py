"""Groups, pairs and orders that verify.mjs draws, compared with every arrangement that fulfils the rules."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.core.arrangements.enumeration import CASES, DRAWS, ENUMERATIONS, enumerate_orders, is_uniform
from tests.core.arrangements.test_orders import CASES as CASES_OF_ORDERS
from tests.core.arrangements.test_orders import KINDS, make_request
from tests.independent.verifier import run_node
from tests.tables import for_each, sample

pytestmark = pytest.mark.node

COUNT = str(Path(__file__).parent / "count_arrangements.mjs")


@for_each("name", CASES)
def test_draws_by_rules_are_uniform_over_all_arrangements(name: str) -> None:
    kind, request = CASES[name]
    asked = {"kind": kind, "request": request, "draws": DRAWS}
    (counts,) = run_node(COUNT, [asked])
    assert sum(counts.values()) == DRAWS
    assert is_uniform(
        Counter({freeze(json.loads(text)): count for text, count in counts.items()}), ENUMERATIONS[kind](request)
    )


@pytest.mark.sampled
@for_each("kind", KINDS)
def test_orders_are_those_that_enumeration_finds(kind: str) -> None:
    requests = [make_request(kind, Random(f"{kind} {case}")) for case in sample(range(CASES_OF_ORDERS), 10)]
    if kind not in {"row", "circle"}:  # to find none of the others takes 250,000 draws
        requests = [request for request in requests if enumerate_orders(request)]
    asked = [{"kind": "shuffle", "request": request | {"arrangements": True}, "draws": 5} for request in requests]
    wrong = []
    for request, counts in zip(requests, run_node(COUNT, asked), strict=True):
        every, arrangements = enumerate_orders(request), counts.pop("arrangements", None)
        drawn = {freeze(json.loads(text)) for text in counts}
        if not drawn <= every or bool(drawn) != bool(every) or arrangements not in {str(len(every)), None}:
            wrong.append(request)
    assert wrong == []


def freeze(value: Any) -> Any:
    return tuple(map(freeze, value)) if isinstance(value, list) else value

"""Groups and pairs that verify.mjs draws, compared with every arrangement that fulfils the rules."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.core.arrangements.enumeration import CASES, DRAWS, ENUMERATIONS, is_uniform
from tests.independent.verifier import run_node
from tests.tables import for_each

pytestmark = pytest.mark.node


@for_each("name", CASES)
def test_draws_by_rules_are_uniform_over_all_arrangements(name: str) -> None:
    kind, request = CASES[name]
    asked = {"kind": kind, "request": request, "draws": DRAWS}
    (counts,) = run_node(str(Path(__file__).parent / "count_arrangements.mjs"), [asked])
    assert sum(counts.values()) == DRAWS
    assert is_uniform(
        Counter({freeze(json.loads(text)): count for text, count in counts.items()}), ENUMERATIONS[kind](request)
    )


def freeze(value: Any) -> Any:
    return tuple(map(freeze, value)) if isinstance(value, list) else value

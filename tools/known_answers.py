"""Add the known answers of new shuffles for the self-test (service/core/known_answers.json).

The first order of a known answer is a golden vector, which the independent implementation wrote; the others follow by
the shuffle's plain algorithm. A known answer that exists stays as it is.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from service.core.limits import Limits
from service.core.selftest import (
    FILE,
    ITEMS,
    KNOWN_ANSWERS,
    RESULTS,
    KnownAnswer,
    digest,
)
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.shuffles.registry import SHUFFLES

GOLDEN = Path(__file__).parent.parent / "tests" / "vectors" / "sd1.json"


def list_vectors(name: str) -> list[dict[str, Any]]:
    """Return the golden vectors of a shuffle of `ITEMS` items."""
    return [
        case
        for case in _read_vectors()
        if (case["algorithm"], case["n"]) == (name, ITEMS)
    ]


@cache
def _read_vectors() -> list[dict[str, Any]]:
    vectors: list[dict[str, Any]] = json.loads(GOLDEN.read_bytes())["shuffles"]
    return vectors


def compute_known_answer(name: str, case: Mapping[str, Any]) -> KnownAnswer:
    """Return the known answer that begins with a golden vector. Raises ValueError if its first order is another."""
    arguments = {
        parameter: case[parameter]
        for parameter in SHUFFLES[name].defaults
        if parameter in case
    }
    request = ShuffleRequest(
        seed=case["seed"], index=case["index"], algorithm=name, arguments=arguments
    )
    plan = prepare_shuffle(ITEMS, request, Limits())
    orders = [plan.draw(request, offset).indices for offset in range(RESULTS)]
    if list(orders[0]) != case["indices"]:
        raise ValueError(
            f"The algorithm of {name} in Python differs from the golden vector of the seed {case['seed']!r}."
        )
    return KnownAnswer(
        request.seed or "", request.index or 0, digest(orders), arguments
    )


def format_known_answers(known_answers: Mapping[str, KnownAnswer]) -> str:
    """Return the text of the file, with one shuffle on each line."""
    rows = {
        name: {member: value for member, value in asdict(answer).items() if value != {}}
        for name, answer in known_answers.items()
    }
    return (
        "{\n"
        + ",\n".join(
            f"{json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items()
        )
        + "\n}\n"
    )


def build_files() -> Mapping[Path, str]:
    """Return the text of the known answers in the order of the shuffles. Raises ValueError if there is none of one."""
    answers = {
        name: KNOWN_ANSWERS.get(name)
        or compute_known_answer(name, list_vectors(name)[0])
        for name in SHUFFLES
    }
    return {FILE: format_known_answers(answers)}

"""Refusals of what the document allows, which the suite `fuzz` expects: by the service's own types of problems.

The types tell what no schema can state: values that contradict each other or pass a limit, the state of a shoe, a
token. Only a value that is refused for itself needs a reason of fuzz_reasons.yaml.
"""

import re
from itertools import chain
from typing import Any

from service.http.problems import PROBLEM_TYPES_BY_ERROR, InvalidValues
from tests.tables import read_table

OF_A_VALUE = PROBLEM_TYPES_BY_ERROR[InvalidValues]
_REASONS: dict[str, list[str]] = read_table("http/endpoints/fuzz_reasons.yaml")
_PATTERN = re.compile("|".join(chain.from_iterable(_REASONS.values())))


def type_of(problem: dict[str, Any]) -> str:
    """Return the name of a problem's type."""
    return str(problem["type"]).rpartition("/")[2]


def list_unexplained(problem: dict[str, Any]) -> list[str]:
    """Return what a problem says of values that are refused for themselves, and for no reason of the table."""
    if type_of(problem) != OF_A_VALUE:
        return []
    return [
        text
        for text in chain.from_iterable(problem["errors"].values())
        if not _PATTERN.search(text)
    ]

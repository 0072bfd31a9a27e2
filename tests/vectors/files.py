"""Golden vectors, as the tests of several folders read them."""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from service.settings import Settings
from tests.tables import Test, for_each

Json = dict[str, Any]

VECTORS: Json = json.loads(
    (Path(__file__).parent / "sd1.json").read_text(encoding="utf-8")
)
LIMITS = Settings(max_items=10**7, max_shuffled=10**7, max_draws=10**8).limits


def describe(case: Json) -> str:
    """Return the parameters of a case in a line, with long texts cut."""
    parameters = case.get("asked", case)
    names = [
        name
        for name in parameters
        if name not in {"indices", "values", "hex", "sha256"}
    ]
    return "-".join(str(parameters[name])[:12] for name in names)


def cases(kind: str) -> Callable[[Test], Test]:
    """Return a decorator that makes a function one test of all cases of a kind."""
    return for_each("case", VECTORS[kind], ids=describe)


def digest(values: Sequence[int | str]) -> str:
    """Return the SHA-256 of values, as the vectors have it in place of long lists."""
    return hashlib.sha256(" ".join(map(str, values)).encode()).hexdigest()

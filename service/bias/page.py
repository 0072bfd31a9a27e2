"""The variables of the page Fairness: shuffles, tests of uniformity, and all results of a biased shuffle."""

from collections.abc import Mapping
from typing import Any

from ..core.rng.scripted import enumerate_draws
from ..core.shuffles.algorithms import naive_swap
from ..core.shuffles.registry import SHUFFLES
from .distributions import MAX_N
from .reports import POSITIONS, POSITIONS_MEANING
from .statistics import STATISTICS

_SHUFFLE_TITLES = {
    "fisher_yates": "Fisher–Yates",
    "inside_out": "Inside-out",
    "sort_keys": "Sort by random keys",
    "rejection": "Draw again if taken",
}
"""Titles of shuffles for people, where their names as words are not good enough."""
_VERDICTS = {
    "exact": "exactly fair",
    "near": "nearly fair",
    "biased": "biased",
    "deterministic": "no chance in it",
}
"""What the page says for a shuffle's uniformity."""


def describe_page() -> Mapping[str, Any]:
    """Return the variables of the fairness page: shuffles, tests of uniformity, and all results of naive_swap."""
    meanings = {
        POSITIONS: POSITIONS_MEANING,
        **{name: statistic.meaning for name, statistic in STATISTICS.items()},
    }
    outcomes = enumerate_draws(lambda source: naive_swap(3, source))
    words = ["".join("ABC"[item] for item in order or ()) for order, _ in outcomes]
    return {
        "shuffles": SHUFFLES.values(),
        "titles": {
            name: _SHUFFLE_TITLES.get(name, name.replace("_", " ").capitalize())
            for name in SHUFFLES
        },
        "verdicts": _VERDICTS,
        "max_n": MAX_N,
        "tests": {
            name: (name.replace("_", " ").capitalize(), meaning)
            for name, meaning in meanings.items()
        },
        # A row for each first draw, a column for each second and third draw.
        "naive": [words[:9], words[9:18], words[18:]],
    }

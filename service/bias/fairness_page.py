"""The variables of the page Fairness: shuffles, tests of uniformity, and all results of a biased shuffle."""

from collections.abc import Mapping
from typing import Any

from ..core.rng.scripted import enumerate_draws
from ..core.shuffles.algorithms import naive_swap
from ..core.shuffles.registry import SHUFFLES
from ..core.shuffles.shuffle import Shuffle, Uniformity
from .distributions import MAX_N
from .positions import compute_positions
from .reports import POSITIONS, POSITIONS_MEANING
from .statistics import STATISTICS

_SHUFFLE_TITLES = {
    "fisher_yates": "Fisher–Yates",
    "inside_out": "Inside-out",
    "sort_keys": "Sort by random keys",
    "random_comparator": "Sort by coins",
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

_FIRST_N = 6
"""The items of each heat map when the page is opened; a slider changes their number."""


def describe_page() -> Mapping[str, Any]:
    """Return the variables of the fairness page: shuffles, tests of uniformity, and all results of naive_swap.

    `titles` are {"sattolo": "Sattolo", …}, `tests` {"fixed_points": ("Fixed points", its meaning in a sentence), …},
    `positions` the first heat maps by shuffle, so that they need no request.
    """
    meanings = {POSITIONS: POSITIONS_MEANING}
    for name, statistic in STATISTICS.items():
        meanings[name] = statistic.meaning
    return {
        "shuffles": SHUFFLES.values(),
        "titles": {
            name: _SHUFFLE_TITLES.get(name, _capitalize(name)) for name in SHUFFLES
        },
        "verdicts": _VERDICTS,
        "max_n": MAX_N,
        "first_n": _FIRST_N,
        "positions": {
            name: _list_positions(shuffle)
            for name, shuffle in SHUFFLES.items()
            if shuffle.uniformity not in {Uniformity.EXACT, Uniformity.NEAR}
        },
        "tests": {
            name: (_capitalize(name), meaning) for name, meaning in meanings.items()
        },
        "naive": _list_naive_results(),
    }


def _capitalize(name: str) -> str:
    """Return a name as words: `random_slot` is "Random slot"."""
    return name.replace("_", " ").capitalize()


def _list_positions(shuffle: Shuffle) -> list[list[float]]:
    """Return the probabilities of each place of each item, rounded as finely as a colour needs."""
    positions = compute_positions(shuffle, _FIRST_N, dict(shuffle.defaults))
    return [[round(value, 6) for value in row] for row in positions.values]


def _list_naive_results() -> list[list[str]]:
    """Return the results of naive_swap of the items A, B and C, such as "BCA", for all 27 sequences of three draws.

    A row is for a first draw, 0 to 2, and a column for a second and third draw.
    """
    results = []
    for order, _ in enumerate_draws(lambda source: naive_swap(3, source)):
        # The order is None only beyond the limit of draws, and three draws are below it.
        results.append("".join("ABC"[item] for item in order or ()))
    return [results[:9], results[9:18], results[18:]]

"""The variables of the page Fairness: shuffles, tests of uniformity, and what it shows before it asks for anything."""

import math
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ..core.ratios import Ratio
from ..core.rng.scripted import enumerate_draws
from ..core.shuffles.algorithms import naive_swap
from ..core.shuffles.registry import SHUFFLES
from ..core.shuffles.shuffle import Shuffle
from .distributions import MAX_N
from .positions import compute_positions, has_positions
from .reports import POSITIONS, POSITIONS_MEANING
from .riffles import riffle_table, riffles_needed
from .statistics import STATISTICS
from .summary import exact_bias

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
_RACERS = ("naive_swap", "fisher_yates")
_RACE_CARDS = 13
_RACE_TRIALS = 20_000
_PACK = 52
_RIFFLES = 12
_ENOUGH = 0.5
_MAX_PASSES = 10
"""The most passes whose exact bias is computed before the page is sent; 100 take half a second."""
_MAX_FRACTION = 20
"""The most characters of a fraction that the page shows."""


class Racer(NamedTuple):
    """The averages of the counts of a shuffle in the race."""

    positions: list[list[float]]
    most: float
    """The most frequent cell, as a multiple of the uniform probability."""
    deviation: float
    """The distance of all counts from uniform, in standard deviations."""


@cache
def describe_page() -> Mapping[str, Any]:
    """Return the variables of the fairness page: shuffles, tests of uniformity, and all results of naive_swap.

    `titles` are {"sattolo": "Sattolo", …}, `tests` {"fixed_points": ("Fixed points", its meaning in a sentence), …}.
    `racers`, `first` and `riffles` are the first pictures, so that they need no request: what the race comes to, the
    bias of each shuffle, and what riffles do to a pack.
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
        "first": {name: _sum_up(shuffle) for name, shuffle in SHUFFLES.items()},
        "race_cards": _RACE_CARDS,
        "race_trials": _RACE_TRIALS,
        "racers": {name: _foresee(SHUFFLES[name]) for name in _RACERS},
        "riffles": _describe_riffles(),
        "tests": {
            name: (_capitalize(name), meaning) for name, meaning in meanings.items()
        },
        "naive": _list_naive_results(),
    }


def _capitalize(name: str) -> str:
    """Return a name as words: `random_slot` is "Random slot"."""
    return name.replace("_", " ").capitalize()


def _sum_up(shuffle: Shuffle) -> Mapping[str, Any]:
    """Return the exact bias of a shuffle as the page reads it of a response; of many passes the positions alone.

    Where there is no method for the positions, the bias is computed of all passes, which takes longer.
    """
    passes = dict(shuffle.defaults).get("passes", 1)
    if passes > _MAX_PASSES and has_positions(shuffle, _FIRST_N):
        return {
            "n": _FIRST_N,
            "arguments": dict(shuffle.defaults),
            "positions": {"values": _list_positions(shuffle, _FIRST_N)},
        }
    bias = exact_bias(shuffle, _FIRST_N, {})
    return {
        "n": bias.n,
        "arguments": dict(bias.arguments),
        "exact": {
            "orders": bias.orders,
            "reachable": bias.reachable,
            "distance": _shorten(bias.distance),
            "separation": _shorten(bias.separation),
            "fixed_points": _shorten(bias.fixed_points),
            "most_likely": {"times_uniform": _shorten(bias.most_likely.times_uniform)},
            "least_likely": {
                "times_uniform": _shorten(bias.least_likely.times_uniform)
            },
            "positions": [
                [{"value": _round(cell.value)} for cell in row]
                for row in bias.positions
            ],
        },
    }


def _list_positions(shuffle: Shuffle, n: int) -> list[list[float]]:
    """Return the probabilities of each place of each item."""
    positions = compute_positions(shuffle, n, dict(shuffle.defaults))
    return [[_round(value) for value in row] for row in positions.values]


def _round(probability: float | None) -> float:
    """Return a probability as finely as a colour needs; it is None if it is too small for a float."""
    return round(probability or 0.0, 6)


def _shorten(ratio: Ratio) -> Mapping[str, Any]:
    """Return a ratio as in a response, {"value": 0.5, "fraction": "1/2"}, without a fraction too long for the page."""
    fraction = ratio.fraction or ""
    if len(fraction) > _MAX_FRACTION:
        return {"value": ratio.value}
    return {"value": ratio.value, "fraction": fraction}


def _foresee(shuffle: Shuffle) -> Racer:
    """Return the averages of the counts of the race, with the excess of chi-square that the bias alone brings.

    The test is that of reports.py, so the excess is trials · (n - 1)/n² · Σ (cell · n - 1)².
    """
    n = _RACE_CARDS
    positions = _list_positions(shuffle, n)
    times = [n * cell for row in positions for cell in row]
    squares = sum((cell - 1) ** 2 for cell in times)
    excess = _RACE_TRIALS * (n - 1) / n**2 * squares
    return Racer(
        positions=positions,
        most=max(times),
        deviation=excess / math.sqrt(2 * (n - 1) ** 2),
    )


def _describe_riffles() -> Mapping[str, Any]:
    """Return the distances of a pack after each riffle, and how many are enough, as in a response."""
    enough = riffles_needed(_PACK, _ENOUGH)
    rows = [
        {
            "passes": row.passes,
            "distance": {"value": row.distance.value},
            "separation": {"value": row.separation.value},
        }
        for row in riffle_table(_PACK, _RIFFLES).rows
    ]
    return {
        "n": _PACK,
        "riffles": {
            "rows": rows,
            "enough": {
                "passes": enough.passes,
                "distance": {"value": enough.distance.value},
            },
        },
    }


def _list_naive_results() -> list[list[str]]:
    """Return the results of naive_swap of the items A, B and C, such as "BCA", for all 27 sequences of three draws.

    A row is for a first draw, 0 to 2, and a column for a second and third draw.
    """
    results = []
    for order, _ in enumerate_draws(lambda source: naive_swap(3, source)):
        # The order is None only beyond the limit of draws, and three draws are below it.
        results.append("".join("ABC"[item] for item in order or ()))
    return [results[:9], results[9:18], results[18:]]

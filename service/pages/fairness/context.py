"""Variables of the fairness page's template: shuffles and tests, so that the layout is stable from the start."""

from typing import Any

from service.core.bias.exact.distributions import MAX_N
from service.core.bias.exact.enumeration import enumerate_draws
from service.core.bias.trials.reports import POSITIONS, POSITIONS_MEANING
from service.core.bias.trials.statistics import STATISTICS
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.rules import naive_swap


def fairness_context() -> dict[str, Any]:
    """Return the variables by name."""
    meanings = {POSITIONS: POSITIONS_MEANING, **{name: one.meaning for name, one in STATISTICS.items()}}
    return {
        "shuffles": SHUFFLES.values(),
        "max_n": MAX_N,
        "tests": {name: (name.replace("_", " ").capitalize(), meaning) for name, meaning in meanings.items()},
        "naive": _naive_swaps_of_three(),
    }


def _naive_swaps_of_three() -> list[list[str]]:
    """Return where naive_swap takes A, B and C: a row for each first draw, a column for each second and third draw."""
    outcomes = enumerate_draws(lambda source: naive_swap(3, source))
    words = ["".join("ABC"[item] for item in order or ()) for order, _ in outcomes]
    return [words[:9], words[9:18], words[18:]]

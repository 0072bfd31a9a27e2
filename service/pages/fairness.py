"""What the page on fairness has in its text: the shuffles and the tests, so that nothing moves when figures arrive."""

from typing import Any

from service.core.bias.distributions import MAX_N
from service.core.bias.reports import POSITIONS, POSITIONS_MEANING
from service.core.bias.statistics import STATISTICS
from service.core.shuffles import SHUFFLES

NAIVE_OF_THREE = (
    "CAB BCA BAC CBA ACB ABC BCA ABC ACB".split(),
    "CBA ACB ABC CAB BCA BAC ACB BAC BCA".split(),
    "ACB BAC BCA ABC CAB CBA BAC CBA CAB".split(),
)
"""Where naive_swap brings A, B, C: a row for each first draw, a column for each second and third."""


def contents() -> dict[str, Any]:
    """By the name that the template knows it by."""
    meanings = {POSITIONS: POSITIONS_MEANING, **{name: one.meaning for name, one in STATISTICS.items()}}
    return {
        "shuffles": SHUFFLES.values(),
        "most": MAX_N,
        "tests": {name: (name.replace("_", " ").capitalize(), meaning) for name, meaning in meanings.items()},
        "naive": NAIVE_OF_THREE,
    }

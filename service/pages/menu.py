"""The pages, in the order of the menu. To add one, add a folder with its template and an entry to `PAGES`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from service.core.bias.distributions import MAX_N, enumerate_draws
from service.core.bias.reports import POSITIONS, POSITIONS_MEANING
from service.core.bias.statistics import STATISTICS
from service.core.shuffles.algorithms import SHUFFLES
from service.core.shuffles.rules import naive_swap
from service.pages.form import parameter_types, table_context
from service.pages.offline import AUDITORS


@dataclass(frozen=True)
class Page:
    """One page: the name of its folder, its path, its title, its label in the menu, and a sentence that describes it.

    `context` returns the variables that its template needs besides those of every page.
    """

    name: str
    path: str
    title: str
    entry: str
    summary: str
    context: Callable[[], Mapping[str, Any]] = dict

    @property
    def template(self) -> str:
        """Return the name of its template."""
        return f"{self.name}/{self.name}.html"


def fairness_context() -> Mapping[str, Any]:
    """Return the shuffles and tests of the fairness page; in the template, so that its layout is stable at once."""
    meanings = {POSITIONS: POSITIONS_MEANING, **{name: one.meaning for name, one in STATISTICS.items()}}
    outcomes = enumerate_draws(lambda source: naive_swap(3, source))
    words = ["".join("ABC"[item] for item in order or ()) for order, _ in outcomes]
    return {
        "shuffles": SHUFFLES.values(),
        "max_n": MAX_N,
        "tests": {name: (name.replace("_", " ").capitalize(), meaning) for name, meaning in meanings.items()},
        # A row for each first draw, a column for each second and third draw.
        "naive": [words[:9], words[9:18], words[18:]],
    }


FRONT = Page(
    "table",
    "/",
    "Shuffle and deal",
    "Table",
    "Deal any deck or game, from a seed, at random or sealed, and see the request that does it.",
    table_context,
)

PAGES: Mapping[str, Page] = {
    page.name: page
    for page in (
        FRONT,
        Page(
            "verify",
            "/verify",
            "Verify a deal",
            "Verify",
            "Check a receipt or a seeded response in your own browser.",
            lambda: {"auditors": AUDITORS, "parameters": parameter_types()},
        ),
        Page(
            "fairness",
            "/fairness",
            "How fair is a shuffle?",
            "Fairness",
            "See how biased each shuffle is, and why.",
            fairness_context,
        ),
        Page("docs", "/docs", "API documentation", "API", "Every endpoint, to read and to try."),
    )
}
"""Every page by name, in the order of the menu."""

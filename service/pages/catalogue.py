"""The pages, in the order of the menu. To add one, add a folder with its template and an entry to `PAGES`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from service.pages.fairness.context import fairness_context
from service.pages.table.context import parameter_types, table_context
from service.pages.verify.offline import AUDITORS


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
        """The name of its template."""
        return f"{self.name}/{self.name}.html"


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

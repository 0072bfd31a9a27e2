"""The guides, docs/*.md as pages.

Each is one entry in `GUIDES`, and a template that `python -m tools.guides` writes.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Guide:
    """A page made of a file in docs/: the file's name, the page's title, its entry in the menu, one sentence on it."""

    name: str
    title: str
    entry: str
    summary: str

    @property
    def path(self) -> str:
        """Where it is."""
        return f"/docs/guide/{self.name}".removesuffix("/")

    @property
    def template(self) -> str:
        """What its template is called."""
        return f"guides/{self.name}.html"


OVERVIEW = Guide("", "Guides", "All guides", "How to build on this service, and what it is built on.")

GUIDES: Mapping[str, Guide] = {
    guide.name: guide
    for guide in (
        Guide(
            "integration",
            "Integration",
            "Integration",
            "From the first request to a game in production: seeds, batches, retries, caching, sealed shoes.",
        ),
        Guide(
            "operations",
            "Operations",
            "Operations",
            "Running it: size, what stands in front, replicas and keys, updates, limits, and what was done to it.",
        ),
        Guide(
            "fairness",
            "Fairness",
            "Fairness",
            "What is proven, to whom, and what cannot be: for players, auditors and operators.",
        ),
        Guide(
            "fairness-report",
            "Fairness, measured",
            "Fairness, measured",
            "How biased each shuffle is: exactly where it can be worked out, by experiment where it cannot.",
        ),
        Guide(
            "signed-answers",
            "Signed answers",
            "Signed answers",
            "A signature over an answer that has no seed, and how to verify it in Python and in JavaScript.",
        ),
        Guide(
            "stream",
            "The stream sd1",
            "The stream",
            "From a seed to the cards in a hand, exactly, so that any language can do the same.",
        ),
        Guide(
            "trials",
            "Trials",
            "Trials",
            "A thousand million shuffles, and ten million bad ones, held against equally likely orders.",
        ),
        Guide(
            "dieharder",
            "The raw words",
            "The raw words",
            "What dieharder, a battery of tests of random numbers, finds in the words that everything is drawn from.",
        ),
    )
}
"""Every guide by name, in the order of the menu; the name is that of its file in docs/."""

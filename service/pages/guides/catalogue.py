"""The guides: files of docs/ that are served as pages. To add one, add an entry to `GUIDES`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from service.paths import project_path

DOCS = project_path("docs")
RENDERED = Path(__file__).parent / "rendered"
"""The folder of guides that were rendered in advance, as the container image's are; a checkout has none."""

IMAGES = RENDERED if RENDERED.is_dir() else DOCS


@dataclass(frozen=True)
class Guide:
    """A page made of `docs/{name}.md`: its title, its label in the menu, and a sentence that describes it."""

    name: str
    title: str
    entry: str
    summary: str

    @property
    def path(self) -> str:
        """Return the path of the page."""
        return f"/docs/guide/{self.name}".removesuffix("/")

    @property
    def template(self) -> str:
        """Return the name of its template, which is rendered from Markdown."""
        return f"guides/rendered/{self.name}.html" if self.name else "guides/index.html"


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
            "clients",
            "Generated clients",
            "Generated clients",
            "Typed clients in your language: the command, the flags and an example for each generator.",
        ),
        Guide(
            "reference",
            "Reference",
            "Reference",
            "Every path, parameter, response member, media type, setting and limit.",
        ),
        Guide(
            "games",
            "Games",
            "Games",
            "The games by family, a request that deals each, and the names of its hands and piles.",
        ),
        Guide(
            "conditional-deals",
            "Conditional deals",
            "Conditional deals",
            "Deals that fulfil a condition, such as a strong no-trump, and deals in which some cards are known.",
        ),
        Guide(
            "decks-and-hands",
            "Decks and hands",
            "Decks and hands",
            "The decks and their options, how cards are written, their pictures, and the ranking of hands.",
        ),
        Guide(
            "operations",
            "Operations",
            "Operations",
            "Run the service: sizing, reverse proxies, replicas and keys, updates, limits, and tests under load.",
        ),
        Guide(
            "stability",
            "Stability",
            "Stability",
            "What every later version keeps, what may change, and what a client should tolerate.",
        ),
        Guide(
            "proofs",
            "Which proof do I want?",
            "Proofs",
            "Seed, signature, sealed shoe or game, VRF, beacon: whom to trust, when the proof is there, its cost.",
        ),
        Guide(
            "fairness",
            "Fairness",
            "Fairness",
            "What can be proven, to whom, and what cannot: for players, auditors and operators.",
        ),
        Guide(
            "verify",
            "Check a proof: verify.mjs",
            "verify.mjs",
            "The program that checks receipts, proofs and seeded responses without the service, and its verdicts.",
        ),
        Guide(
            "fairness-report",
            "Fairness, measured",
            "Fairness, measured",
            "The bias of each shuffle: exact where it can be computed, measured where it cannot.",
        ),
        Guide(
            "signed-answers",
            "Signed answers",
            "Signed answers",
            "Signatures over responses without a seed, and how to verify them in Python and in JavaScript.",
        ),
        Guide(
            "stream",
            "The stream sd1",
            "The stream",
            "The exact way from a seed to an order and to integers, so that any language can reproduce them.",
        ),
        Guide(
            "stream-decks",
            "Decks and games, defined",
            "Decks and games, defined",
            "Every card of every deck in its order, and the steps of every deal and game.",
        ),
        Guide(
            "stream-conditions",
            "Given cards and conditions, defined",
            "Conditions, defined",
            "The exact rules of known cards and of conditions, with an example from seed to card.",
        ),
        Guide(
            "stream-shoes",
            "Sealed shoes and games, defined",
            "Sealed shoes, defined",
            "Commitments, keys, rounds, draws, stages, digests and receipts, with examples from seed to card.",
        ),
        Guide(
            "stream-proofs",
            "Proved deals, defined",
            "Proved deals, defined",
            "The function, its input and the checks of a proof, with examples from key to card.",
        ),
        Guide(
            "stream-vectors",
            "Vectors and reasons",
            "Vectors and reasons",
            "The golden vectors for an implementation, and why the definitions are as they are.",
        ),
        Guide(
            "trials",
            "Trials",
            "Trials",
            "A thousand million shuffles, and ten million biased ones, compared with equally likely orders.",
        ),
        Guide(
            "dieharder",
            "The raw words",
            "The raw words",
            "The results of dieharder, a battery of tests of random numbers, for the words of the stream.",
        ),
        Guide(
            "history",
            "The five systems",
            "The five systems",
            "Five published ways to shuffle, and the requests that run them.",
        ),
    )
}
"""Every guide by name, in the order of the menu."""

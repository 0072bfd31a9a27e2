"""The guides: files of docs/ as HTML pages. To add one, add an entry to `GUIDES`."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import BaseLoader, Environment, TemplateNotFound

from service.paths import project_path

DOCS = project_path("docs")
RENDERED = Path(__file__).parent / "rendered"
"""The folder of guides that were rendered in advance, as the container image's are; a checkout has none."""

CHAPTERS = "chapters.json"
"""The file in that folder that has the chapters of all guides."""

IMAGES = RENDERED if RENDERED.is_dir() else DOCS


@dataclass(frozen=True)
class Guide:
    """A page made of `docs/{name}.md`: a sentence that describes it, its title, and its label in the menu.

    The title is the name in words unless it is given, and the label is the title.
    """

    name: str
    summary: str
    title: str = ""
    entry: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", self.title or self.name.replace("-", " ").capitalize())
        object.__setattr__(self, "entry", self.entry or self.title)

    @property
    def path(self) -> str:
        """Return the path of the page."""
        return f"/docs/guide/{self.name}".removesuffix("/")

    @property
    def template(self) -> str:
        """Return the name of its template, which is rendered from Markdown."""
        return f"guides/rendered/{self.name}.html" if self.name else "guides/index.html"


OVERVIEW = Guide("", "How to build on this service, and what it is built on.", "Guides", "All guides")

GUIDES: Mapping[str, Guide] = {
    guide.name: guide
    for guide in (
        Guide(
            "integration",
            "From the first request to a game in production: seeds, batches, retries, caching, sealed shoes.",
        ),
        Guide(
            "clients",
            "Typed clients in your language: the command, the flags and an example for each generator.",
            title="Generated clients",
        ),
        Guide("reference", "Every path, parameter, response member, media type, setting and limit."),
        Guide("games", "The games by family, a request that deals each, and the names of its hands and piles."),
        Guide(
            "sources",
            "Of each game its pack, its hands and packets, and the documents from which its deal is taken.",
            title="Where the deals are from",
            entry="Sources",
        ),
        Guide(
            "conditional-deals",
            "Deals that fulfil a condition, such as a strong no-trump, and deals in which some cards are known.",
        ),
        Guide(
            "decks-and-hands",
            "The decks and their options, how cards are written, their pictures, and the ranking of hands.",
        ),
        Guide(
            "operations",
            "Run the service: sizing, reverse proxies, replicas and keys, updates, limits, and tests under load.",
        ),
        Guide("stability", "What every later version keeps, what may change, and what a client should tolerate."),
        Guide(
            "proofs",
            "Seed, signature, sealed shoe or game, VRF, beacon: whom to trust, when the proof is there, its cost.",
            title="Which proof do I want?",
            entry="Proofs",
        ),
        Guide("fairness", "What can be proven, to whom, and what cannot: for players, auditors and operators."),
        Guide(
            "verify",
            "The program that checks receipts, proofs and seeded responses without the service, and its verdicts.",
            title="Check a proof: verify.mjs",
            entry="verify.mjs",
        ),
        Guide(
            "fairness-report",
            "The bias of each shuffle: exact where it can be computed, measured where it cannot.",
            title="Fairness, measured",
        ),
        Guide(
            "signed-answers",
            "Signatures over responses without a seed, and how to verify them in Python and in JavaScript.",
        ),
        Guide(
            "stream",
            "The exact way from a seed to an order and to integers, so that any language can reproduce them.",
            title="The stream sd1",
            entry="The stream",
        ),
        Guide(
            "stream-decks",
            "Every card of every deck in its order, and the steps of every deal and game.",
            title="Decks and games, defined",
        ),
        Guide(
            "stream-conditions",
            "The exact rules of known cards and of conditions, with an example from seed to card.",
            title="Given cards and conditions, defined",
            entry="Conditions, defined",
        ),
        Guide(
            "sealed",
            "The scheme of sealed shoes: commitments, rounds, draws, stages, shown cards, consent, views and receipts.",
            title="Sealed shoes, defined",
        ),
        Guide(
            "stream-proofs",
            "The function, its input and the checks of a proof, with examples from key to card.",
            title="Proved deals, defined",
        ),
        Guide(
            "stream-vectors",
            "The golden vectors for an implementation, and why the definitions are as they are.",
            title="Vectors and reasons",
        ),
        Guide(
            "trials", "A thousand million shuffles, and ten million biased ones, compared with equally likely orders."
        ),
        Guide(
            "dieharder",
            "The results of dieharder, a battery of tests of random numbers, for the words of the stream.",
            title="The raw words",
        ),
        Guide("history", "Five published ways to shuffle, and the requests that run them.", title="The five systems"),
    )
}
"""Every guide by name, in the order of the menu."""


def read_chapters() -> Mapping[str, Sequence[Sequence[str]]]:
    """Return the anchor, the heading and the words of each chapter of each guide, by the name of the guide."""
    if RENDERED.is_dir():
        chapters: Mapping[str, Sequence[Sequence[str]]] = json.loads((RENDERED / CHAPTERS).read_text())
        return chapters
    from service.pages.guides.render import index_chapters  # noqa: PLC0415 (as below)

    return index_chapters()


class GuideLoader(BaseLoader):
    """A Jinja loader of the templates that `Guide.template` names, rendered from Markdown once per process."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:  # noqa: ARG002
        """Return the source of a guide's template. Raise TemplateNotFound for any other name."""
        for guide in GUIDES.values():
            if guide.template == template:
                # Imported on demand: where guides were rendered in advance, no process loads Markdown and Pygments.
                from service.pages.guides.render import render_guide  # noqa: PLC0415

                return render_guide(guide), None, None
        raise TemplateNotFound(template)

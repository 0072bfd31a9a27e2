"""Write docs/README.md: what each reader reads and skips, the guides by reader, and the pages for contributors."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from service.pages.guides.catalogue import GUIDES
from tools.files import ROOT

INDEX = ROOT / "docs" / "README.md"


class Reader(NamedTuple):
    """Whoever reads the documents: what they want, what they read, in this order, and what they skip."""

    you: str
    read: str
    skip: str


_READERS = (
    Reader("want a deal or a draw now", "[The pages](pages.md)", "all else"),
    Reader(
        "build a game or a draw",
        "[Start](start.md), [Which call?](how/which-call.md), the page of *Build a game* or *Build a draw* that is "
        "nearest to yours; look things up in the [reference](reference.md)",
        "*Definitions*, *Operate*, the pages of other games",
    ),
    Reader(
        "run the service",
        "[Operations](operate.md) to its alerts, [the settings](reference.md#settings), "
        "[deploy/](../deploy/README.md) for your platform, [SECURITY.md](../SECURITY.md)",
        "*Build*, *Definitions*; the figures at the end of Operations, until you size a cluster",
    ),
    Reader(
        "check a result, or audit",
        "[Fairness](fairness.md), [verify.mjs](definitions/verify.md), [the stream](definitions/stream.md), then the "
        "definition of what you check: [decks and games](definitions/decks.md), [sealed shoes](definitions/sealed.md), "
        "[proved deals](definitions/proofs.md) or [plans](definitions/plans.md)",
        "*Build*, *Operate*; [draws with rules](definitions/rules.md) and [counting](definitions/counting.md), unless "
        "groups, pairs or orders are drawn",
    ),
    Reader(
        "change the service",
        "[the first hour](contribute.md#the-first-hour), [architecture](architecture.md), [style](style.md), then "
        "[the recipe](contribute.md#recipes) of your change, and the definition that it touches",
        "all else, until you need it",
    ),
)

_FOR_CONTRIBUTORS = {
    "[Contribute](contribute.md)": "The first hour, the commands, and the recipes: each kind of change step by step.",
    "[Architecture](architecture.md)": "The folders, the way of a request, who may import whom, the words.",
    "[Style](style.md)": "How code, comments and sentences are written.",
    "[Paths](paths.md)": "Which view answers a path.",
    "[Decisions](decisions.md)": "What binds a change in principle, and why; skip it for a recipe.",
    "[A fault in a hard part](faults.md)": "Where to begin if something is wrong; skip it until then.",
    "[Release](release.md)": "The steps of a release; for maintainers.",
}
"""The pages that no guide is made of, by their links."""

_FRAME = """\
# Documents

Here you find the page that answers your question. A running service has the same pages, with a search, at
`/docs/guide`; its endpoints are at `/docs`, and [openapi.yaml](../openapi.yaml) has their schemas.

## What to read, and what to skip

| you | read, in this order | skip |
|---|---|---|
{readers}
{groups}"""


def format_index() -> str:
    """Return the index: what each reader reads and skips, and a table of pages for each kind of reader."""
    readers = "".join(f"| {' | '.join(reader)} |\n" for reader in _READERS)
    groups = [
        _format_group(
            group,
            ((f"[{guide.entry}]({guide.name}.md)", guide.summary) for guide in guides),
        )
        for group, guides in groupby(GUIDES.values(), key=lambda guide: guide.group)
    ]
    groups.append(_format_group("Change the service", _FOR_CONTRIBUTORS.items()))
    return _FRAME.format(readers=readers, groups="\n".join(groups))


def _format_group(title: str, pages: Iterable[tuple[str, str]]) -> str:
    """Return a heading, and a table of links to pages with what each has."""
    rows = "".join(f"| {link} | {summary} |\n" for link, summary in pages)
    return f"## {title}\n\n| page | what you find |\n|---|---|\n{rows}"

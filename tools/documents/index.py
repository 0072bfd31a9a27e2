"""Write docs/README.md, the index of the documents by reader, from the table of the guides."""

from itertools import groupby

from service.pages.guides.catalogue import GUIDES
from tools.files import ROOT

INDEX = ROOT / "docs" / "README.md"

_FRAME = """\
# Documents

Here you find the page that answers your question. A running service has the same pages, with a search, at
`/docs/guide`; its endpoints are at `/docs`, and [openapi.yaml](../openapi.yaml) has their schemas.

{groups}
To change the service itself, go to [its architecture](architecture.md), and then to [contribute](contribute.md);
[release](release.md) is for maintainers.
If something is wrong in a hard part, [a fault in a hard part](faults.md) says where to begin.
"""


def format_index() -> str:
    """Return the index: a heading for each kind of reader, and a table of the guides below it."""
    groups = ""
    for group, guides in groupby(GUIDES.values(), key=lambda guide: guide.group):
        rows = "".join(
            f"| [{guide.entry}]({guide.name}.md) | {guide.summary} |\n"
            for guide in guides
        )
        groups += f"## {group}\n\n| page | what you find |\n|---|---|\n{rows}\n"
    return _FRAME.format(groups=groups)

"""A generated line that a document lost is written again; `make check` compares the documents themselves."""

import pytest

from tests.docs.tables import list_writers
from tests.tables import for_each
from tools.documents import proofs
from tools.files import ROOT

LINES = [
    ("compose.yaml", "  HOST:"),
    ("deploy/swarm/stack.yaml", "  HOST:"),
    ("docs/architecture.md", "        bridge_files/"),
    ("docs/architecture.md", "| sealed | capabilities"),
    ("docs/definitions/conditions.md", "| `losers` |"),
    ("docs/definitions/decks.md", "| `holdem` |"),
    ("docs/definitions/proofs.md", "| `/v1/items/draw` |"),
    ("docs/definitions/verify.md", "| [check.mjs]"),
    ("docs/fairness.md", "| `standard`, `decks` 6 |"),
    ("docs/reference.md", "| `PORT` |"),
    ("docs/reference/clients.md", "import createClient"),
    ("docs/reference/conditions.md", '| `"points": "controls"` |'),
    ("docs/reference/decks.md", "| `tarot` |"),
    ("docs/reference/games.md", "| Texas hold'em |"),
]
"""The beginning of a generated line of each document."""


@for_each(("name", "start"), LINES)
def test_a_line_that_a_document_lost_is_written_again(name: str, start: str) -> None:
    path = ROOT / name
    lines = path.read_text("utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(start)]
    assert len(kept) == len(lines) - 1
    written = list_writers()[path]("".join(kept)).splitlines()
    assert any(line.startswith(start) for line in written)


def test_every_document_with_generated_lines_is_tried() -> None:
    assert {ROOT / name for name, _ in LINES} == list_writers().keys()


@for_each(
    ("path", "name"),
    [("/v1/integers", "replacement"), ("/v1/items/pairs", "items_sha256")],
)
def test_a_row_that_lacks_a_member_of_proofs_is_refused(path: str, name: str) -> None:
    lines = proofs.GUIDE.read_text("utf-8").splitlines(keepends=True)
    changed = [
        line.replace(f"`{name}`", "") if line.startswith(f"| `{path}` |") else line
        for line in lines
    ]
    with pytest.raises(ValueError, match=f"row of `{path}` lacks `{name}`"):
        proofs.fill_requests("".join(changed))

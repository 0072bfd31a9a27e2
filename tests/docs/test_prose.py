"""Prose has at most 120 columns, so that a change of a sentence is a change of few lines."""

from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt

from tests.tables import for_each
from tools.files import ROOT, list_files

MAX_COLUMNS = 120
PAGES = [path for path in list_files() if path.suffix == ".md"]


def list_paragraphs(text: str) -> Iterator[list[str]]:
    """Yield the lines of each paragraph, also of those in lists; tables, code and headings have none."""
    lines = text.splitlines()
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "paragraph_open" and token.map is not None:
            first, end = token.map
            yield lines[first:end]


@for_each("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_line_of_prose_has_at_most_120_columns(page: Path) -> None:
    long_lines = [
        line
        for paragraph in list_paragraphs(page.read_text())
        for line in paragraph
        if len(line) > MAX_COLUMNS and " " in line.strip()
    ]
    assert not long_lines

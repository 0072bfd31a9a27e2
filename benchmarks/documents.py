"""Markdown that the benchmarks write: tables, code blocks, and sections and files that are replace_section."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import fill

DOCS = Path(__file__).parents[1] / "docs"


def format_table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Return a Markdown table; the first `left` columns are aligned left, the others, which are numbers, right."""
    marks = ["---"] * left + ["--:"] * (len(head) - left)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, marks, *rows))


def format_code(text: str, language: str = "") -> str:
    """Return a fenced code block."""
    return f"```{language}\n{text.strip()}\n```"


def wrap(text: str) -> str:
    """Return a paragraph in lines of at most 120 characters."""
    return fill(text, 120, break_long_words=False, break_on_hyphens=False)


def replace_section(document: str, heading: str, text: str) -> str:
    """Return the document with `text` below `heading`, up to the next heading of the second level."""
    before, after = document.split(heading)
    _, following, rest = after.partition("\n## ")
    return f"{before}{heading}\n{text}{following}{rest}"


def replace_file(file: Path, text: str) -> None:
    """Write a file atomically: a reader finds the old text or the new one, never a part."""
    draft = file.with_suffix(".new")
    draft.write_text(text)
    draft.replace(file)

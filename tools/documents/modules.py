"""Write into docs/definitions/verify.md the modules of verify/ that a check loads, by their imports and comments."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from posixpath import basename, dirname, join, normpath
from textwrap import fill

from tools.files import ROOT

FOLDER = ROOT / "verify"
GUIDE = ROOT / "docs" / "definitions/verify.md"
IMPORT = re.compile(r'^(?:import .*|\}) from "(\.[\w./]+\.mjs)";$', re.MULTILINE)
COMMENT = re.compile(r"\A(?:/\*\*|[^\n]* = //)\s(.*?)\.\s", re.DOTALL)
LINES = re.compile(r"(?<=\bsome )[\d,]+(?= lines\b)")
ROWS = re.compile(r"(?<=\| file \| contents \|\n\|---\|---\|\n)(?:\|.*\n)*")
FOLDERS = re.compile(r"(?<=<!-- modules -->\n).*?(?=<!-- end -->)", re.DOTALL)


def read_module(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def list_modules(*names: str) -> list[str]:
    """Return modules of verify/ and those that they always import, each below the first that imports it.

    A name is the path from verify/: `core/json.mjs`.
    """
    modules = list(names)
    for name in modules:
        imported = [
            normpath(join(dirname(name), path))
            for path in IMPORT.findall(read_module(name))
        ]
        modules += dict.fromkeys(other for other in imported if other not in modules)
    return modules


RECEIPT = list_modules("verify.mjs", "sealed/sealed_draws.mjs")
"""The modules that check a full receipt."""
RESPONSE = [
    name
    for name in list_modules("responses/responses.mjs", "responses/results.mjs")
    if name not in RECEIPT
]
"""The modules that check a response beside these."""


def format_row(name: str) -> str:
    """Return the row of a module: its name, and the first sentence of its comment."""
    comment = COMMENT.search(read_module(name))
    if comment is None:
        raise ValueError(f"{name} begins with no comment.")
    contents = " ".join(line.strip(" *") for line in comment[1].splitlines())
    return f"| [{name}](../../verify/{name}) | {contents} |\n"


def list_by_folder(names: Iterable[str]) -> Iterator[str]:
    """Yield a line for each folder of modules: "- **cards**: faces, written_cards"."""
    for folder, group in groupby(sorted(names), key=dirname):
        modules = ", ".join(basename(name).removesuffix(".mjs") for name in group)
        yield f"{wrap_item(f'- **{folder}**: {modules}')}\n"


def wrap_item(text: str) -> str:
    """Return an item of a list in lines of at most 120 characters."""
    return fill(text, 120, subsequent_indent="  ", break_on_hyphens=False)


def count_lines(names: Iterable[str]) -> str:
    """Return the lines of modules to the nearest 50, without the tables."""
    lines = sum(
        len(read_module(name).splitlines())
        for name in names
        if not name.endswith("_table.mjs")
    )
    return f"{50 * round(lines / 50):,}"


def fill_modules(text: str) -> str:
    """Return docs/definitions/verify.md with the modules of a receipt, those of a response, and their lines."""
    rows = "".join(map(format_row, RECEIPT))
    folders = "".join(list_by_folder(RESPONSE))
    counts = map(count_lines, (RECEIPT, RESPONSE))
    with_rows = ROWS.sub(lambda _: rows, text)
    with_folders = FOLDERS.sub(lambda _: folders, with_rows)
    return LINES.sub(lambda _: next(counts), with_folders)

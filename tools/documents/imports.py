"""Write into docs/architecture.md which folder of service imports which, as a drawing and as a table."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tools.files import ROOT

GUIDE = ROOT / "docs" / "architecture.md"
LEFT_OUT = {"capability", "core", "http"}
"""Folders and modules that nearly all others import: they have no row, and no place in the others."""
_DRAWING = re.compile(r"( +capabilities\.py .*\n)((?: .*\n)*)")
_COMMENT = re.compile(r"^ +(\w+)/ {3,}(.*)$", re.MULTILINE)
_COMMENT_COLUMN = 46
_TABLE = re.compile(r"(\| folder \| is imported by \|.*\n\|---.*\n)((?:\|.*\n)*)")


def fill_imports(text: str) -> str:
    """Return docs/architecture.md with the folders of service: a drawing, and a row for each.

    The drawing has those below capabilities.py, with the comments that it has already.
    """
    table = read_table()
    layers = list_layers(table, "capabilities", list_folders())
    drawn = _DRAWING.sub(
        lambda match: match[1] + "".join(draw_layers(layers, match[2])), text
    )
    rows = "".join(format_rows(table, list_folders() - LEFT_OUT))
    return _TABLE.sub(lambda match: match[1] + rows, drawn)


def read_table() -> dict[str, list[str]]:
    """Return the table of pyproject.toml: what each module and folder of service may import."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    (table,) = (
        contract["may_import"]
        for contract in contracts
        if contract["type"] == "import_table"
    )
    return dict(table)


def list_folders() -> set[str]:
    """Return the names of the folders of service."""
    return {file.parent.name for file in (ROOT / "service").glob("*/__init__.py")}


def list_layers(
    table: Mapping[str, Sequence[str]], top: str, folders: Iterable[str]
) -> list[list[str]]:
    """Return the folders below a module in layers: each imports folders of lower layers alone.

    The layer of a folder is its longest way from the top. The table has importers above what they import.
    """
    depths = {top: 0}
    for name, imported in table.items():
        if name in depths:
            for other in imported:
                depths[other] = max(depths.get(other, 0), depths[name] + 1)
    layers: dict[int, list[str]] = {}
    for name in sorted(depths.keys() & set(folders)):
        layers.setdefault(depths[name], []).append(name)
    return [layers[depth] for depth in sorted(layers)]


def draw_layers(layers: Iterable[Sequence[str]], drawing: str) -> Iterator[str]:
    """Yield the lines of the layers, each with an arrow above it.

    A folder that is alone in its layer keeps the comment that it has in the old `drawing`.
    """
    comments = dict(_COMMENT.findall(drawing))
    for names in layers:
        line = "        " + "  ".join(f"{name}/" for name in names)
        if len(names) == 1 and names[0] in comments:
            line = line.ljust(_COMMENT_COLUMN) + comments[names[0]]
        yield "             ▼\n"
        yield f"{line}\n"


def format_rows(
    table: Mapping[str, Sequence[str]], folders: Iterable[str]
) -> Iterator[str]:
    """Yield the row of each folder, with what imports it and what it imports, in the order of the table."""
    shown = set(folders)
    for name, imported in table.items():
        if name in shown:
            importers = [other for other, names in table.items() if name in names]
            yield f"| {name} | {_join(importers)} | {_join(imported)} |\n"


def _join(names: Iterable[str]) -> str:
    return ", ".join(sorted(set(names) - LEFT_OUT)) or "–"

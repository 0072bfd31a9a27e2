"""`python -m tools.verify_imports`: compare the imports of JavaScript with those that tools/verify_imports.toml allows.

It has a table for verify/ and one for service/pages. An import that it does not allow is refused, and so is an entry
that no import needs. lint-imports does so for the modules in Python.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tools.files import ROOT

Arrows = Mapping[str, Sequence[str]]
"""By a folder or a module of a tree those that it may import."""

TABLE = ROOT / "tools" / "verify_imports.toml"


@dataclass(frozen=True, kw_only=True)
class Tree:
    """A folder whose modules have a table."""

    folder: Path
    common: str
    """The folder that all may import."""
    outside: Mapping[str, Path] = field(default_factory=dict)
    """Folders outside that have a row, by its name."""


TREES: Mapping[str, Tree] = {
    "verify": Tree(folder=ROOT / "verify", common="core"),
    "pages": Tree(
        folder=ROOT / "service" / "pages",
        common="shared",
        outside={"independent": ROOT / "verify"},
    ),
}
"""What has a table in `TABLE`, by its name there."""


class Import(NamedTuple):
    """An import: which folder or module of the table imports which."""

    place: str
    """The path and the line: "verify/games/games.mjs:4"."""
    importer: str
    imported: str
    """".." for what is outside of the tree and has no row."""


_IMPORT = re.compile(r'\b(?:from|import)\b\s*\(?\s*"(?P<path>\.[^"]+)"')
"""An import with names or without, one that is loaded later, or of a type in a comment."""


def read_arrows(name: str) -> Arrows:
    """Return the table of what may be imported in a tree, from the highest on."""
    arrows: Arrows = tomllib.loads(TABLE.read_text())[name]
    return arrows


def find_wrong_arrows(arrows: Arrows) -> Iterator[str]:
    """Yield a sentence for each arrow of the table that does not point down it."""
    order = list(arrows)
    for position, (importer, imported) in enumerate(arrows.items()):
        for name in imported:
            if name not in order[position + 1 :]:
                yield f"{TABLE.name}: {importer} -> {name} is no arrow down: {name} is not below {importer}."


def find_scattered_rows(arrows: Arrows) -> Iterator[str]:
    """Yield a sentence for each folder if a row of another folder stands between its rows.

    While the rows of each folder stand together, no two folders know each other by way of the folders within them.
    """
    known: set[str] = set()
    for folder, _ in groupby(arrows, get_top):
        if folder in known:
            yield f"{TABLE.name}: the rows of {folder} do not stand together."
        known.add(folder)


def get_top(name: str) -> str:
    """Return the outermost folder of a row: "table" for "table/felt"."""
    return name.partition("/")[0]


def list_imports(tree: Tree, names: Iterable[str]) -> Iterator[Import]:
    """Yield the imports in the modules of a tree whose table has rows with these names."""
    rows = set(names)
    for module in sorted(tree.folder.rglob("*.mjs")):
        text = module.read_text(encoding="utf-8")
        for match in _IMPORT.finditer(text):
            line = text.count("\n", 0, match.start("path")) + 1
            imported = (module.parent / match["path"]).resolve()
            yield Import(
                place=f"{module.relative_to(tree.folder.parent)}:{line}",
                importer=_find_owner(module, tree, rows),
                imported=_find_owner(imported, tree, rows),
            )


def find_wrong_imports(
    imports: Iterable[Import], arrows: Arrows, common: str
) -> Iterator[str]:
    """Yield a sentence for each import that no arrow covers."""
    for place, importer, imported in imports:
        allowed = {common, *arrows.get(importer, ())}
        if imported not in {importer, *allowed}:
            yield (
                f"{place}: {importer} -> {imported} is not allowed; "
                f"{importer} may import {', '.join(sorted(allowed - {importer}))} ({TABLE.name})."
            )


def find_unused_arrows(imports: Iterable[Import], arrows: Arrows) -> Iterator[str]:
    """Yield a sentence for each arrow of the table that no import needs."""
    used = {(importer, imported) for _, importer, imported in imports}
    for importer, names in arrows.items():
        for imported in names:
            if (importer, imported) not in used:
                yield f"{TABLE.name}: {importer} does not import {imported}: take it out of the row."


def _find_owner(module: Path, tree: Tree, rows: set[str]) -> str:
    """Return the row that a module belongs to.

    It is that of the module itself or of the innermost folder around it that has one; without one the outermost folder.
    """
    for name, folder in tree.outside.items():
        if module.is_relative_to(folder):
            return name
    if not module.is_relative_to(tree.folder):
        return ".."
    path = module.relative_to(tree.folder).with_suffix("")
    around = [folder.as_posix() for folder in (path, *path.parents[:-1])]
    return next((name for name in around if name in rows), around[-1])


def find_wrong(name: str) -> Iterator[str]:
    """Yield a sentence for everything that is wrong in a tree and its table."""
    tree = TREES[name]
    arrows = read_arrows(name)
    imports = list(list_imports(tree, arrows))
    yield from find_wrong_arrows(arrows)
    yield from find_scattered_rows(arrows)
    yield from find_wrong_imports(imports, arrows, tree.common)
    yield from find_unused_arrows(imports, arrows)


def main() -> int:
    """Print what is wrong, and return 1 if anything is."""
    wrong = [sentence for name in TREES for sentence in find_wrong(name)]
    for sentence in wrong:
        print(sentence)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

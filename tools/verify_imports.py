"""`python -m tools.verify_imports`: compare the imports in verify/ with those that tools/verify_imports.toml allows.

An import that it does not allow is refused, and so is an entry that no import needs. lint-imports does so for the
service.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.files import ROOT

Arrows = Mapping[str, Sequence[str]]
"""By a folder or a module of verify/ those that it may import."""

FOLDER = ROOT / "verify"
TABLE = ROOT / "tools" / "verify_imports.toml"
COMMON = "core"
"""May be imported by all."""


class Import(NamedTuple):
    """An import in verify/: which folder or module of the table imports which."""

    place: str
    """The path and the line: "verify/games/games.mjs:4"."""
    importer: str
    imported: str
    """".." for what is outside of verify/."""


_IMPORT = re.compile(r'\b(?:from|import)\b\s*\(?\s*"(?P<path>\.[^"]+)"')
"""An import with names or without, one that is loaded later, or of a type in a comment."""


def read_arrows() -> Arrows:
    """Return the table of what may be imported, from the highest on."""
    return tomllib.loads(TABLE.read_text())


def find_wrong_arrows(arrows: Arrows) -> Iterator[str]:
    """Yield a sentence for each arrow of the table that does not point down it."""
    order = list(arrows)
    for position, (importer, imported) in enumerate(arrows.items()):
        for name in imported:
            if name not in order[position + 1 :]:
                yield f"{TABLE.name}: {importer} -> {name} is no arrow down: {name} is not below {importer}."


def list_imports(folder: Path) -> Iterator[Import]:
    """Yield the imports in the modules of a folder."""
    for module in sorted(folder.rglob("*.mjs")):
        text = module.read_text(encoding="utf-8")
        for match in _IMPORT.finditer(text):
            line = text.count("\n", 0, match.start("path")) + 1
            yield Import(
                place=f"{module.relative_to(folder.parent)}:{line}",
                importer=_find_owner(module, folder),
                imported=_find_owner((module.parent / match["path"]).resolve(), folder),
            )


def find_wrong_imports(imports: Iterable[Import], arrows: Arrows) -> Iterator[str]:
    """Yield a sentence for each import that no arrow covers."""
    for place, importer, imported in imports:
        allowed = {COMMON, *arrows.get(importer, ())}
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


def _find_owner(module: Path, folder: Path) -> str:
    """Return what a module belongs to in the table: its folder, or its own name; ".." if it is outside."""
    if not module.is_relative_to(folder):
        return ".."
    first, *_ = module.relative_to(folder).parts
    return first.removesuffix(".mjs")


def main() -> int:
    """Print what is wrong, and return 1 if anything is."""
    arrows = read_arrows()
    imports = list(list_imports(FOLDER))
    wrong = [
        *find_wrong_arrows(arrows),
        *find_wrong_imports(imports, arrows),
        *find_unused_arrows(imports, arrows),
    ]
    for sentence in wrong:
        print(sentence)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

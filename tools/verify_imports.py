"""`python -m tools.verify_imports`: refuse imports in verify/ that tools/verify_imports.toml does not allow.

lint-imports does so for the service.
"""

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tools.files import ROOT

Arrows = Mapping[str, Sequence[str]]
"""By a folder or a module of verify/ those that it may import."""

FOLDER = ROOT / "verify"
TABLE = ROOT / "tools" / "verify_imports.toml"
COMMON = "core"
"""May be imported by all."""

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


def find_wrong_imports(folder: Path, arrows: Arrows) -> Iterator[str]:
    """Yield a sentence for each import below a folder that no arrow covers."""
    for module in sorted(folder.rglob("*.mjs")):
        importer = _find_owner(module, folder)
        text = module.read_text(encoding="utf-8")
        for match in _IMPORT.finditer(text):
            imported = _find_owner((module.parent / match["path"]).resolve(), folder)
            allowed = (importer, COMMON, *arrows.get(importer, ()))
            if imported not in allowed:
                line = text.count("\n", 0, match.start("path")) + 1
                yield (
                    f"{module.relative_to(folder.parent)}:{line}: {importer} -> {imported} is not allowed; "
                    f"{importer} may import {', '.join(sorted(set(allowed) - {importer}))} ({TABLE.name})."
                )


def _find_owner(module: Path, folder: Path) -> str:
    """Return what a module belongs to in the table: its folder, or its own name; ".." if it is outside."""
    if not module.is_relative_to(folder):
        return ".."
    first, *_ = module.relative_to(folder).parts
    return first.removesuffix(".mjs")


def main() -> int:
    """Print what is wrong, and return 1 if anything is."""
    arrows = read_arrows()
    wrong = [*find_wrong_arrows(arrows), *find_wrong_imports(FOLDER, arrows)]
    for sentence in wrong:
        print(sentence)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

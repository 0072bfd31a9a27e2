"""The folders of pages build on each other: none needs a folder that needs it."""

import re
from collections import defaultdict
from graphlib import TopologicalSorter
from posixpath import dirname, join, normpath

from tools.files import ROOT

PAGES = ROOT / "service" / "pages"
IMPORT = re.compile(r'"(\.\.?/[^"\s]+\.mjs)"')
"""The path of an import, of a dynamic one, and of an import of types in a comment."""


def list_needed(folder: str, text: str) -> set[str]:
    """Return the other folders of pages from which a module in `folder` imports values or types.

    `import { t } from "../shared/texts.mjs";` in a module of table gives {"shared"}.
    """
    needed = {dirname(normpath(join(folder, path))) for path in IMPORT.findall(text)}
    return {name for name in needed if not name.startswith("..")} - {folder}


def test_no_folder_needs_one_that_needs_it() -> None:
    needed_by_folder: dict[str, set[str]] = defaultdict(set)
    for path in PAGES.rglob("*.mjs"):
        folder = path.parent.relative_to(PAGES).as_posix()
        needed_by_folder[folder] |= list_needed(folder, path.read_text())
    assert "shared" in needed_by_folder["deals"]
    order = tuple(TopologicalSorter(needed_by_folder).static_order())
    assert order.index("deals") < order.index("verdicts/view") < order.index("table")

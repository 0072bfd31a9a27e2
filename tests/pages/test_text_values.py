"""A text that a module shows gets a value for each of its places: one without would say `undefined` to people."""

import re
from pathlib import Path

from service.pages.languages import TEXTS
from tests.tables import for_each
from tools.files import ROOT

PAGES = ROOT / "service" / "pages"
MODULES = sorted(PAGES.rglob("*.mjs"))
# A call with the values written out: what is spread, or made elsewhere, is left to the browser.
CALL = re.compile(r'\bt\(\s*"([\w.]+)",\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\},?\s*\)')
COMMENT = re.compile(r"^ *(?:/?\*|//).*$", re.MULTILINE)
NESTED = re.compile(r"\([^()]*\)|\{[^{}]*\}|`[^`]*`")
NAME = re.compile(r"(?:^|,)\s*(\w+)\s*(?=[:,]|$)")


def find_text(path: str) -> str:
    """Return the English text of a path such as `table.hints.usual`; "" for one with several forms."""
    found: object = TEXTS["en"]
    for name in path.split("."):
        assert isinstance(found, dict), path
        found = found[name]
    return found if isinstance(found, str) else ""


def list_missing(program: str) -> list[str]:
    """Return the texts of the calls in a module that lack a value, each with the names that are missing."""
    missing = []
    for path, values in CALL.findall(COMMENT.sub("", program)):
        names = NESTED.sub("", values)
        lacking = set(re.findall(r"\{(\w+)\}", find_text(path))) - set(
            NAME.findall(names)
        )
        if lacking and "..." not in names:
            missing.append(f"{path}: {', '.join(sorted(lacking))}")
    return missing


@for_each("module", MODULES, ids=lambda path: str(path.relative_to(PAGES)))
def test_a_text_gets_a_value_for_each_of_its_places(module: Path) -> None:
    assert list_missing(module.read_text()) == []


def test_a_value_that_is_missing_is_found() -> None:
    program = 't("table.hints.playersRange", { least, most: (a, b) })'
    assert list_missing(program) == ["table.hints.playersRange: usual"]

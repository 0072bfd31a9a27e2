"""docs/architecture.md is true of the folders of the service, and each of these has a README."""

import re

from tests.conftest import ROOT
from tools.documents.imports import GUIDE, fill_imports, format_rows, list_folders
from tools.documents.service_modules import describe, fill_modules

SERVICE = ROOT / "service"
TEXT = GUIDE.read_text(encoding="utf-8")
PATH = re.compile(
    r"(?:`|\*\*|\()((?:[\w-]+/)*[\w-]+\.(?:py|mjs)|(?:[\w-]+/)+)(?:`|\*\*|\))"
)
ROOTS = (SERVICE, ROOT, ROOT / "tests" / "independent")
"""The folders from which the page names files."""


MAX_README = 20
"""Lines. The page of the server, into which other documents link, has more."""


def test_the_tables_of_imports_and_modules_are_the_generated_ones() -> None:
    assert fill_modules(fill_imports(TEXT)) == TEXT, "run: make generate"


def test_every_module_says_what_it_does() -> None:
    silent = [path for path in SERVICE.rglob("*.py") if not describe(path)]
    assert not silent


def test_a_row_has_both_directions() -> None:
    table = {"a": ["b", "core"], "d": ["b", "a"], "b": ["e"], "core": []}
    assert list(format_rows(table, ["a", "b"])) == [
        "| a | d | b |\n",
        "| b | a, d | e |\n",
    ]


def test_every_file_that_the_page_names_is_there() -> None:
    by_hand = TEXT.partition("<!-- modules -->")[0]
    names = set(PATH.findall(by_hand))
    missing = [
        name
        for name in sorted(names)
        if not any((root / name).exists() for root in ROOTS)
    ]
    assert len(names) > 50
    assert not missing


def test_the_drawing_has_every_folder() -> None:
    drawing = TEXT.partition("```text\n")[2].partition("```")[0]
    for folder in sorted(list_folders()):
        assert f"{folder}/" in drawing


def test_every_folder_has_a_short_readme() -> None:
    for folder in sorted(list_folders()):
        lines = (SERVICE / folder / "README.md").read_text().splitlines()
        assert folder == "server" or len(lines) <= MAX_README

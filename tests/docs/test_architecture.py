"""docs/architecture.md is true of the folders of the service, and each of these has a README."""

import re

from tests.conftest import ROOT
from tools.documents.imports import GUIDE, fill_imports, format_rows, list_folders

SERVICE = ROOT / "service"
TEXT = GUIDE.read_text(encoding="utf-8")
PATH = re.compile(
    r"(?:`|\*\*|\()((?:[\w-]+/)*[\w-]+\.(?:py|mjs)|(?:[\w-]+/)+)(?:`|\*\*|\))"
)
ROOTS = (SERVICE, ROOT, ROOT / "tests" / "independent")
"""The folders from which the page names files."""


MAX_README = 20
"""Lines. The page of the server, into which other documents link, has more."""


def test_the_table_of_imports_is_the_generated_one() -> None:
    assert fill_imports(TEXT) == TEXT, "run: make generate"


def test_a_row_has_both_directions() -> None:
    table = {"a": ["b", "core"], "d": ["b", "a"], "b": ["e"], "core": []}
    assert list(format_rows(table, ["a", "b"])) == [
        "| a | d | b |\n",
        "| b | a, d | e |\n",
    ]


def test_every_file_that_the_page_names_is_there() -> None:
    names = set(PATH.findall(TEXT))
    missing = [
        name
        for name in sorted(names)
        if not any((root / name).exists() for root in ROOTS)
    ]
    assert len(names) > 100
    assert not missing


def test_the_page_has_every_folder_in_each_of_its_parts() -> None:
    drawing = TEXT.partition("```text\n")[2].partition("```")[0]
    decided = TEXT.partition("\n## Where a thing is decided\n")[2]
    for folder in sorted(list_folders()):
        assert f"{folder}/" in drawing
        assert f"{folder}/" in decided


def test_every_folder_has_a_short_readme() -> None:
    for folder in sorted(list_folders()):
        lines = (SERVICE / folder / "README.md").read_text().splitlines()
        assert folder == "server" or len(lines) <= MAX_README

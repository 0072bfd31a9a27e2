"""docs/architecture.md is true of the folders of the service, and each of these has a README."""

import re

from tests.conftest import ROOT
from tools.documents.needs import GUIDE, fill_needs, format_rows

SERVICE = ROOT / "service"
TEXT = GUIDE.read_text(encoding="utf-8")
PATH = re.compile(
    r"(?:`|\*\*|\()((?:[\w-]+/)*[\w-]+\.(?:py|mjs)|(?:[\w-]+/)+)(?:`|\*\*|\))"
)
ROOTS = (SERVICE, ROOT, ROOT / "tests" / "independent")
"""The folders from which the page names files."""


MAX_README = 20
"""Lines. The page of the server, into which other documents link, has more."""


def list_folders() -> list[str]:
    """Return the names of the folders of service that have Python."""
    return sorted(file.parent.name for file in SERVICE.glob("*/__init__.py"))


def test_the_table_of_imports_is_the_generated_one() -> None:
    assert fill_needs(TEXT) == TEXT, "run: make generate"


def test_a_row_has_both_directions() -> None:
    contracts = [
        {"id": "layers", "type": "layers", "layers": ["service.a | service.b", "c"]},
        {
            "id": "who-needs-b",
            "type": "protected",
            "protected_modules": ["service.b"],
            "allowed_importers": ["service.c", "service.a"],
        },
        {
            "id": "who-needs-a",
            "type": "protected",
            "protected_modules": ["service.a"],
            "allowed_importers": ["service.d"],
        },
    ]
    assert list(format_rows(contracts)) == ["| a | d | b |\n", "| b | a, c | – |\n"]


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
    for folder in list_folders():
        assert f"{folder}/" in drawing
        assert f"{folder}/" in decided


def test_every_folder_has_a_short_readme() -> None:
    for folder in list_folders():
        lines = (SERVICE / folder / "README.md").read_text().splitlines()
        assert folder == "server" or len(lines) <= MAX_README

"""docs/architecture.md is true of the folders of the service, and each of these has a README."""

import re

from tests.tables import for_each
from tools.documents.imports import (
    GUIDE,
    draw_layers,
    format_rows,
    list_folders,
    list_layers,
)
from tools.files import ROOT

SERVICE = ROOT / "service"
TEXT = GUIDE.read_text(encoding="utf-8")
PATH = re.compile(
    r"(?:`|\*\*|\()((?:[\w-]+/)*[\w-]+\.(?:py|mjs)|(?:[\w-]+/)+)(?:`|\*\*|\))"
)
NAMES = sorted(set(PATH.findall(TEXT)))
ROOTS = (SERVICE, ROOT, ROOT / "tests", ROOT / "tests" / "independent")
"""The folders from which the page names files."""
FOLDERS = sorted(list_folders())
_, _, BELOW_DRAWING = TEXT.partition("```text\n")
DRAWING, _, _ = BELOW_DRAWING.partition("```")
MAX_README = 220
"""Words of the README of a folder of the service."""


def test_a_row_has_both_directions() -> None:
    table = {"a": ["b", "core"], "d": ["b", "a"], "b": ["e"], "core": []}
    assert list(format_rows(table, ["a", "b"])) == [
        "| a | d | b |\n",
        "| b | a, d | e |\n",
    ]


def test_a_folder_is_drawn_below_all_that_import_it_and_keeps_its_comment() -> None:
    table = {"top": ["a", "b"], "b": ["a"], "a": ["c", "m"], "m": ["c"], "c": []}
    assert list_layers(table, "top", "abcd") == [["b"], ["a"], ["c"]]
    drawing = "        c/  d/\n        b/          the highest\n"
    assert list(draw_layers([["b"], ["a", "c"]], drawing)) == [
        "             ▼\n",
        f"        b/{' ' * 36}the highest\n",
        "             ▼\n",
        "        a/  c/\n",
    ]


def test_the_page_names_many_files() -> None:
    assert len(NAMES) > 50


@for_each("name", NAMES)
def test_every_file_that_the_page_names_is_there(name: str) -> None:
    assert any((root / name).exists() for root in ROOTS)


@for_each("folder", FOLDERS)
def test_the_drawing_has_every_folder(folder: str) -> None:
    assert f"{folder}/" in DRAWING


@for_each(
    ("folder", "most_words"),
    [(f"service/{folder}", MAX_README) for folder in FOLDERS if folder != "server"]
    + [(folder, MAX_README + 20) for folder in ("verify", "tools")]
    + [("tests", MAX_README + 180)],  # with the ten tests to read first
)
def test_every_folder_has_a_short_readme(folder: str, most_words: int) -> None:
    """The page of the server, into which other documents link, has more words."""
    assert len((ROOT / folder / "README.md").read_text().split()) <= most_words

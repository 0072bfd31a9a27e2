"""The contract of imports in verify/ and the pages: what it refuses, and what it says."""

from pathlib import Path

from tests.tables import for_each, read_table
from tools.verify_imports import (
    Import,
    Tree,
    find_scattered_rows,
    find_unused_arrows,
    find_wrong_arrows,
    find_wrong_imports,
    list_imports,
)

TABLES = read_table("tools/verify_imports.yaml")

ARROWS = {"command": ["games"], "games": ["cards"], "cards": [], "core": []}
PAGES = {
    "verify": ["table/deal"],
    "table": ["independent", "table/deal"],
    "table/deal": [],
    "shared": [],
    "independent": [],
}


def list_wrong_imports(folder: Path) -> list[str]:
    """Return what is said of the imports in a folder that stands for verify/."""
    tree = Tree(folder=folder, common="core")
    return list(find_wrong_imports(list_imports(tree, ARROWS), ARROWS, tree.common))


@for_each(("module", "text", "owner"), TABLES["imports"])
def test_an_import_that_no_arrow_covers_is_refused(
    tmp_path: Path, module: str, text: str, owner: str | None
) -> None:
    folder = tmp_path / "verify"
    path = folder / module
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    refused = [
        sentence.partition(" -> ")[2].partition(" ")[0]
        for sentence in list_wrong_imports(folder)
    ]
    path.unlink()
    assert refused == ([] if owner is None else [owner])


def test_what_is_refused_has_its_line_and_what_would_be_allowed(tmp_path: Path) -> None:
    module = tmp_path / "verify" / "games" / "a.mjs"
    module.parent.mkdir(parents=True)
    module.write_text('/** A game. */\nimport {\n  b,\n} from "../command.mjs";\n')
    assert list_wrong_imports(tmp_path / "verify") == [
        "verify/games/a.mjs:4: games -> command is not allowed; games may import cards, core (verify_imports.toml)."
    ]


def test_an_arrow_that_no_import_needs_is_refused() -> None:
    imports = [Import("verify/games/a.mjs:1", "games", "cards")]
    assert list(find_unused_arrows(imports, ARROWS)) == [
        "verify_imports.toml: command does not import games: take it out of the row."
    ]


def test_an_arrow_points_down_the_table() -> None:
    assert not list(find_wrong_arrows(ARROWS))
    missing, up = find_wrong_arrows({"games": ["dice"], "cards": ["games"]})
    assert "games -> dice is no arrow down" in missing
    assert "cards -> games is no arrow down" in up


@for_each(("module", "text", "owner"), TABLES["pages"])
def test_a_folder_within_a_page_has_the_row_that_is_nearest(
    tmp_path: Path, module: str, text: str, owner: str | None
) -> None:
    tree = Tree(
        folder=tmp_path / "pages",
        common="shared",
        outside={"independent": tmp_path / "verify"},
    )
    path = tree.folder / module
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    wrong = find_wrong_imports(list_imports(tree, PAGES), PAGES, tree.common)
    refused = [sentence.partition(" -> ")[2].partition(" ")[0] for sentence in wrong]
    path.unlink()
    assert refused == ([] if owner is None else [owner])


def test_rows_of_a_page_stand_together_so_that_no_two_pages_know_each_other() -> None:
    circle = {"table": ["verify/view"], "verify/view": ["table/deal"], "table/deal": []}
    assert not list(find_scattered_rows(PAGES))
    assert not list(find_wrong_arrows(circle))
    assert list(find_scattered_rows(circle)) == [
        "verify_imports.toml: the rows of table do not stand together."
    ]

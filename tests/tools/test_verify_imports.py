"""The contract of imports in verify/: what it refuses, and what it says."""

from pathlib import Path

from tests.tables import for_each
from tools.verify_imports import (
    Import,
    find_unused_arrows,
    find_wrong_arrows,
    find_wrong_imports,
    list_imports,
)

ARROWS = {"command": ["games"], "games": ["cards"], "cards": [], "core": []}


@for_each(
    ("module", "text", "owner"),
    [
        ("command.mjs", 'import { a } from "./games/a.mjs";', None),
        ("games/a.mjs", 'import { b } from "./b.mjs";', None),
        ("games/a.mjs", 'import { sum } from "../core/lists.mjs";', None),
        ("games/deep/a.mjs", 'import { c } from "../../cards/c.mjs";', None),
        ("games/a.mjs", 'import { isUtf8 } from "node:buffer";', None),
        ("cards/c.mjs", 'import { a } from "../games/a.mjs";', "games"),
        ("cards/c.mjs", 'import {\n  a,\n} from "../games/a.mjs";', "games"),
        ("cards/c.mjs", 'import "../games/a.mjs";', "games"),
        ("cards/c.mjs", 'export { a } from "../games/a.mjs";', "games"),
        ("cards/c.mjs", 'const a = await import("../games/a.mjs");', "games"),
        ("cards/c.mjs", 'const a = await import(\n  "../games/a.mjs"\n);', "games"),
        ("cards/c.mjs", '/** @import { A } from "../games/a.mjs" */', "games"),
        ("cards/c.mjs", '/** @type {import("../games/a.mjs").A} */', "games"),
        ("core/json.mjs", 'import { c } from "../cards/c.mjs";', "cards"),
        ("games/a.mjs", 'import { d } from "../dice/d.mjs";', "dice"),
        ("dice/d.mjs", 'import { c } from "../cards/c.mjs";', "cards"),
        ("games/a.mjs", 'import { x } from "../../service/x.mjs";', ".."),
    ],
)
def test_an_import_that_no_arrow_covers_is_refused(
    tmp_path: Path, module: str, text: str, owner: str | None
) -> None:
    folder = tmp_path / "verify"
    path = folder / module
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    refused = [
        sentence.partition(" -> ")[2].partition(" ")[0]
        for sentence in find_wrong_imports(list_imports(folder), ARROWS)
    ]
    path.unlink()
    assert refused == ([] if owner is None else [owner])


def test_what_is_refused_has_its_line_and_what_would_be_allowed(tmp_path: Path) -> None:
    module = tmp_path / "verify" / "games" / "a.mjs"
    module.parent.mkdir(parents=True)
    module.write_text('/** A game. */\nimport {\n  b,\n} from "../command.mjs";\n')
    imports = list_imports(tmp_path / "verify")
    assert list(find_wrong_imports(imports, ARROWS)) == [
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

"""Code may become easier to read, not denser: each habit of packing is found, and a denser room is named."""

import ast
import json
from pathlib import Path

import pytest

from tests.tables import for_each
from tools import density
from tools.density import (
    Room,
    find_denser,
    find_habits,
    find_wrong_tables,
    measure_rooms,
    write_record,
)

HABITS = {
    "a, b = 1, 2": ["a, b = x, y"],
    "a[i], a[j] = a[j], a[i]": [],
    "a = b = 1": ["a = b = x"],
    "def f():\n    'told'\n    'told'": ["text as a statement"],
    "a = 1\n'what it is'": [],
    "f(a := 1)": ["walrus"],
    "while a := f(): pass": [],
    "c = [b for a in x if (b := a)]": [],
    "c = map(lambda a: a, x)": ["map()"],
    "c = map(f, x)": [],
    "c = property(lambda self: 1)": ["property(lambda)"],
    "c = {**a, 'b': 1}": ["{**x}"],
    "c = [*a]": ["[*x]"],
    "c = [*a, b]": [],
    "c = a if b else d if e else f": ["nested ternary"],
    "c = 'and' * (a > b)": ["x * (a > b)"],
    "c = (a > b) * 2": ["x * (a > b)"],
    "c = 'and' * (not a)": ["x * (a > b)"],
    "c = 'and' * a.startswith(b)": ["x * (a > b)"],
    "c = isinstance(a, b) * 2": ["x * (a > b)"],
    "c = '-' * len(a)": [],
    "c = 2 * issue(a)": [],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a project without files and tables, whose record is beside them."""
    (tmp_path / ".gitignore").write_text("")
    monkeypatch.setattr(density, "ROOT", tmp_path)
    (tmp_path / "tables.toml").write_text("")
    monkeypatch.setattr(density, "RECORD", tmp_path / "density.json")
    monkeypatch.setattr(density, "TABLES", tmp_path / "tables.toml")
    monkeypatch.setattr(
        density, "list_files", lambda: sorted(tmp_path.rglob("*.[pm][yj]*"))
    )
    return tmp_path


@for_each(("code", "habits"), list(HABITS.items()))
def test_habits_are_found(code: str, habits: list[str]) -> None:
    assert [habit for _, habit in find_habits(ast.parse(code))] == habits


def test_a_room_that_becomes_denser_is_named_and_one_that_becomes_less_is_recorded(
    folder: Path,
) -> None:
    program = folder / "tools" / "program.py"
    script = folder / "verify" / "script.mjs"
    program.parent.mkdir()
    script.parent.mkdir()
    program.write_text('"""A docstring."""\n\na = 1  # a comment\nb = 2\n')
    script.write_text("/* a\ncomment */\nconst a = 1;\n")
    write_record(measure_rooms())
    assert json.loads(density.RECORD.read_text()) == {
        "mjs verify": {"tokens": 5.0},
        "py tools": {"tokens": 3.0},
    }
    program.write_text("a, b = 1, 2\n")
    script.write_text(f"// a comment\nconst a = {'b' * 100};\n")
    assert find_denser(measure_rooms()) == [
        "mjs verify: long line: 0 before, 1 now",
        "py tools: tokens: 3.0 before, 7.0 now",
        "py tools: a, b = x, y: 0 before, 1 now",
    ]
    write_record(measure_rooms())
    program.write_text("pass\n")
    write_record(measure_rooms())
    assert json.loads(density.RECORD.read_text())["py tools"] == {"tokens": 1.0}


def test_a_formatted_text_is_one_token_in_every_version(folder: Path) -> None:
    (folder / "a.py").write_text("a = f'{b + f(c):{d}} {e}'\n")
    [room] = measure_rooms().values()
    assert room.tokens == len(["a", "=", "f'{b + f(c):{d}} {e}'"])


@for_each(
    ("tokens", "sentences"),
    [(82, []), (83, []), (84, ["py rules: tokens: 8.2 before, 8.4 now"])],
)
def test_a_room_may_be_denser_by_what_one_long_statement_adds(
    folder: Path, tokens: int, sentences: list[str]
) -> None:
    density.RECORD.write_text('{"py rules": {"tokens": 8.2}}')
    rooms = {"py rules": Room(tokens=tokens, units=10)}
    assert find_denser(rooms) == sentences
    write_record(rooms)
    assert json.loads(density.RECORD.read_text()) == {"py rules": {"tokens": 8.2}}


def test_a_new_room_asks_for_its_record(folder: Path) -> None:
    write_record({})
    assert find_denser({"py new": Room()}) == ["py new is new: make generate"]


def test_make_generate_adds_rooms_and_leaves_the_others_as_they_were(
    folder: Path,
) -> None:
    (folder / "verify").mkdir()
    (folder / "plain.py").write_text("clubs = 1\n")
    (folder / "verify" / "script.mjs").write_text("const a = 1;\n")
    density.RECORD.write_text('{"py .": {"tokens": 9.0}, "py gone": {"tokens": 1.0}}')
    [(path, text)] = density.build_files().items()
    assert path == density.RECORD
    assert json.loads(text) == {"mjs verify": {"tokens": 5.0}, "py .": {"tokens": 9.0}}


TABLE = "SUITS = (('clubs', 'C', '♣'), ('hearts', 'H', '♥'))\n"


def test_a_table_is_counted_in_no_room_but_its_habits_are(folder: Path) -> None:
    (folder / "plain.py").write_text("clubs = 1\n")
    (folder / "suits.py").write_text(TABLE + "clubs, hearts = SUITS[0], SUITS[1]\n")
    density.TABLES.write_text('"suits.py" = "suits"\n')
    assert find_wrong_tables() == []
    assert measure_rooms()["py ."].measure() == {"tokens": 3.0, "a, b = x, y": 1}


def test_a_table_that_is_missing_or_no_table_is_named(folder: Path) -> None:
    (folder / "plain.py").write_text("clubs = 1\n")
    density.TABLES.write_text('"gone.py" = "suits"\n"plain.py" = "suits"\n')
    assert find_wrong_tables() == [
        "tables.toml: gone.py is no file",
        "tables.toml: plain.py is no denser than other code",
    ]

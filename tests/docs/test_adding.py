"""docs/contribute.md and docs/recipes do what they say: their steps, made in a copy of the tree, pass their tests.

Each section ends with `make fix generate check`. Here that is what takes seconds of it: format and lint of Python,
`make generate`, who imports whom, chance in tests, and density. Types are checked once, in the copy with everything
that the pages add; prettier, TypeScript, bandit and benchmarks are left to whoever follows a page.
"""

import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import pytest

from service.games.catalogue import read_games
from service.verify_tables import parse_table
from tests.copies import copy_file, copy_tree, run, run_make
from tests.docs.adding import Command, Edit, Removal, parse_section
from tests.docs.examples import section
from tests.docs.imports import list_missing_names
from tests.games.tables import check_game
from tests.tables import for_each
from tools.files import ROOT

INDEX = ROOT / "docs" / "contribute.md"
NO_RECIPES = {"Commands and tests", "Recipes"}
"""The sections that change nothing."""


def list_pages() -> list[Path]:
    """Return the index, then the pages of recipes in the order in which it lists them."""
    names = re.findall(r"^\| \[.*?\]\((recipes/.+?)\)", INDEX.read_text(), re.MULTILINE)
    return [INDEX, *(INDEX.parent / name for name in names)]


PAGES = {
    title: page
    for page in list_pages()
    for title in re.findall(r"^## (.*)$", page.read_text(), re.MULTILINE)
    if title not in NO_RECIPES
}
"""The page of each section, by the title of the section."""
TITLES = list(PAGES)
MAX_FILES = {
    "The first hour": 1,
    "A game": 2,
    "A deck": 3,
    "An endpoint that draws": 6,
    "An endpoint on a caller's list": 7,
    "A parameter": 5,
    "A member of a response": 3,
    "A shuffle": 4,
    "A setting": 2,
    "A member of a shoe's terms": 6,
    "A ranking": 4,
    "A predicate": 2,
    "A format": 3,
    "A scheme": 6,
    "A text of a page": 5,
    "A field of the page Draw": 10,
    "A page": 9,
    "Taking a scheme away": 5,
    "Taking an endpoint away": 7,
}
"""The files that each section may change by hand."""


def test_the_index_lists_every_page_and_every_recipe() -> None:
    assert set(list_pages()) == {INDEX, *(ROOT / "docs" / "recipes").glob("*.md")}
    text = section(INDEX, "Recipes").lower()
    others = [title for title in TITLES if title != "The first hour"]
    assert [title for title in others if f"[{title.lower()}]" not in text] == []
    assert MAX_FILES.keys() == set(TITLES)


@for_each("title", TITLES)
def test_a_section_changes_few_files_and_ends_with_tests(
    tmp_path_factory: pytest.TempPathFactory, title: str
) -> None:
    *steps, last = parse_section(read_section(title))
    assert isinstance(last, Command)
    assert last.line.startswith("make test")
    assert Command("make " + " ".join(COMPLETE)) in steps
    edits = [step for step in steps if isinstance(step, Edit)]
    paths = {edit.path for edit in edits}
    assert 1 <= len(paths) <= MAX_FILES[title]
    assert all(
        (ROOT / step.path).is_file() for step in steps if isinstance(step, Removal)
    )
    folder = tmp_path_factory.mktemp("tree")
    for path in filter(Path.is_file, map(ROOT.joinpath, paths)):
        copy_file(path, folder)
    for edit in edits:
        edit.apply(folder)
    find_file = partial(find_in_tree, folder)
    missing = [
        f"{program.name}: {name}"
        for program in folder.rglob("*.py")
        for name in list_missing_names(
            program.relative_to(folder), program.read_text(), find_file
        )
    ]
    assert missing == []
    run([sys.executable, *FIND_UNDEFINED_NAMES], folder)
    for table in folder.glob("verify/*/*_table.mjs"):
        parse_table(table.stem, table.read_text("utf-8"))
    if title == "A game":
        for family in read_games(
            (folder / "verify" / "games" / "game_table.mjs").read_text("utf-8")
        ).values():
            for game in family.games:
                check_game(game)
    for edit in edits:  # what is added for good leaves its page right
        if edit.where not in {"new file", "from"}:
            edit.apply(folder)


def find_in_tree(edited: Path, path: Path) -> Path | None:
    """Return the file at a path of the tree, as the section has edited it, or None if there is none."""
    return next(
        (root / path for root in (edited, ROOT) if (root / path).is_file()), None
    )


ADDING = [title for title in TITLES if not title.startswith("Taking")]
TAKING = [title for title in TITLES if title.startswith("Taking")]
COMPLETE = ["fix", "generate", "check"]
"""The targets of make that complete a change."""
FIND_UNDEFINED_NAMES = shlex.split("-m ruff check --isolated --no-cache --select F821")
QUICK_CHECKS = (
    ["lint-imports"],
    ["python", "-m", "tools.verify_imports"],
    ["python", "-m", "tools.chance"],
    ["python", "-m", "tools.density"],
)


@pytest.mark.exhaustive
@pytest.mark.long
def test_the_tree_with_all_that_the_page_adds_passes_tests(tmp_path: Path) -> None:
    make_steps(tmp_path, ADDING)
    complete(tmp_path)
    run_tool(["mypy"], tmp_path)
    link_build("npm", tmp_path)
    for suite in ("", "node"):
        run_suite(suite, ADDING, tmp_path)


@pytest.mark.browser
@pytest.mark.long
def test_the_pages_with_what_is_added_to_them_pass_tests_in_a_browser(
    tmp_path: Path,
) -> None:
    titles = [title for title in ADDING if "browser" in list_tests([title])]
    make_steps(tmp_path, titles)
    link_build("axe", tmp_path)
    run_suite("browser", titles, tmp_path)


@pytest.mark.node
@pytest.mark.long
def test_the_tree_without_what_the_page_takes_away_passes_tests(tmp_path: Path) -> None:
    make_steps(tmp_path, TAKING)
    complete(tmp_path)
    link_build("npm", tmp_path)
    for suite in ("", "node"):
        run_suite(suite, TAKING, tmp_path)


def list_steps(titles: Iterable[str]) -> list[Edit | Removal | Command]:
    return [step for title in titles for step in parse_section(read_section(title))]


def read_section(title: str) -> str:
    return section(PAGES[title], title)


def make_steps(folder: Path, titles: Iterable[str]) -> None:
    """Make the edits and removals of sections in one copy of the tree, since each command takes a minute."""
    copy_tree(folder)
    for step in list_steps(titles):
        if not isinstance(step, Command):
            step.apply(folder)


def link_build(name: str, folder: Path) -> None:
    """Link a folder of build, which a suite needs, into a copy of the tree."""
    path = Path("build") / name
    (folder / "build").mkdir(exist_ok=True)
    (folder / path).symlink_to(ROOT / path)


def run_tool(command: Sequence[str], folder: Path) -> None:
    """Run a program of the environment in a copy of the tree."""
    program, *arguments = command
    run([f".venv/bin/{program}", *arguments], folder)


def complete(folder: Path) -> None:
    """Do in a copy of the tree what takes seconds of `make fix generate check`."""
    run_tool(["ruff", "format", "."], folder)
    run_tool(["ruff", "check", "--fix", "."], folder)
    run_make(["generate"], folder)
    for check in QUICK_CHECKS:
        run_tool(check, folder)


def run_suite(suite: str, titles: Iterable[str], folder: Path) -> None:
    """Run the tests of a suite that sections name; "" is the suite of `make test` alone."""
    paths = list_tests(titles)[suite]
    of_suite = [f"SUITE={suite}"] if suite else []
    run_make(["test", *of_suite, "ARGS=" + " ".join(paths)], folder)


def list_tests(titles: Iterable[str]) -> dict[str, list[str]]:
    """Return the tests that the commands of sections run, each once, by suite."""
    commands = [step for step in list_steps(titles) if isinstance(step, Command)]
    joined: dict[str, dict[str, None]] = {}
    for command in commands:
        program, target, *variables = shlex.split(command.line)
        assert program == "make", command
        if [target, *variables] == COMPLETE or target == "bench":
            continue
        assert target == "test", command
        values = dict(variable.split("=", 1) for variable in variables)
        assert values.keys() <= {"SUITE", "ARGS"}, command
        paths = joined.setdefault(values.get("SUITE", ""), {})
        paths.update(dict.fromkeys(values["ARGS"].split()))
    return {suite: list(paths) for suite, paths in joined.items()}


PARAGRAPH = "A line goes\ninto a file. "
BLOCK = "\n\n```python\n    new\n```\n"


@for_each(
    ("sentence", "path", "expected"),
    [
        (
            "In `file.txt`, below `second`:",
            "file.txt",
            "first\n  the second line\n    new\nthird\n",
        ),
        (
            "In `file.txt`, above `the second`:",
            "file.txt",
            "first\n    new\n  the second line\nthird\n",
        ),
        (
            "In `file.txt`, above\n`` second ``:",
            "file.txt",
            "first\n    new\n  the second line\nthird\n",
        ),
        ("In `file.txt`, in place of `second`:", "file.txt", "first\n    new\nthird\n"),
        (
            "At the end of `file.txt`:",
            "file.txt",
            "first\n  the second line\nthird\n    new\n",
        ),
        ("It is a new file `other.txt`:", "other.txt", "    new\n"),
        ("From `file.txt`, delete:", "file.txt", "first\n  the second line\nthird\n"),
    ],
)
def test_lines_are_added_where_the_sentence_says(
    tmp_path: Path, sentence: str, path: str, expected: str
) -> None:
    deleted = "    new\n" if sentence.startswith("From") else ""
    start = f"first\n  the second line\n{deleted}third\n"
    (tmp_path / "file.txt").write_text(start)
    (edit,) = parse_section(PARAGRAPH + sentence + BLOCK)
    assert isinstance(edit, Edit)
    edit.apply(tmp_path)
    assert (tmp_path / path).read_text() == expected


@for_each(
    ("sentence", "message"),
    [
        ("In `file.txt`, below `fourth`:", "0 lines of file.txt have: fourth"),
        ("In `file.txt`, below `ir`:", "2 lines of file.txt have: ir"),
        ("A new file `file.txt`:", "There is a file file.txt already."),
        ("In `file.txt`:", "This names no file and place"),
        ("In `file.txt`, below `first`.", "This names no file and place"),
        ("From `file.txt`, delete:", "file.txt has these lines 0 times:     new"),
    ],
)
def test_a_place_that_is_not_there_is_an_error(
    tmp_path: Path, sentence: str, message: str
) -> None:
    (tmp_path / "file.txt").write_text("first\n  the second line\nthird\n")
    with pytest.raises(ValueError, match=message):  # noqa: PT012 (either of them raises it)
        (edit,) = parse_section(PARAGRAPH + sentence + BLOCK)
        assert isinstance(edit, Edit)
        edit.apply(tmp_path)


def test_blocks_need_text_shown_ones_add_no_step_and_commands_keep_order() -> None:
    with pytest.raises(ValueError, match="needs a paragraph"):
        list(parse_section("```python\nnew\n```\n"))
    shown = "It prints\n\n```console\n$ curl\n```\n"
    commands = "Then run\n\n```sh\nrm a.py b.py\nmake generate\nmake test\n```\n"
    steps = [
        Removal("a.py"),
        Removal("b.py"),
        Command("make generate"),
        Command("make test"),
    ]
    assert list(parse_section(shown + commands)) == steps


def test_a_line_that_is_deleted_may_be_shown_in_part(tmp_path: Path) -> None:
    (tmp_path / "file.txt").write_text("first\nthe second line\nthird\n")
    Edit("file.txt", "from", "", "the …\nthird\n").apply(tmp_path)
    assert (tmp_path / "file.txt").read_text() == "first\n"

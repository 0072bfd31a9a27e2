"""docs/adding.md does what it says: its additions, made in a copy of the tree, pass the tests that it names."""

import os
import re
import shlex
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.docs.adding import Addition, Command, parse_section
from tests.docs.examples import section
from tests.tables import for_each

PAGE = ROOT / "docs" / "adding.md"
TITLES = re.findall(r"^## (.*)$", PAGE.read_text(), re.MULTILINE)
MAX_FILES = {
    "A game": 4,
    "A deck": 4,
    "A shuffle": 4,
    "An endpoint that draws": 3,
    "A setting": 2,
    "A member of a shoe's terms": 3,
}
"""The files that each section may change by hand."""


@for_each("title", TITLES)
def test_a_section_changes_few_files_where_it_says_and_ends_with_the_tests(
    tmp_path_factory: pytest.TempPathFactory, title: str
) -> None:
    *steps, last = parse_section(section(PAGE, title))
    assert isinstance(last, Command)
    assert last.line.startswith("make test")
    additions = [step for step in steps if isinstance(step, Addition)]
    paths = {addition.path for addition in additions}
    assert 1 <= len(paths) <= MAX_FILES[title]
    folder = tmp_path_factory.mktemp("tree")
    for path in filter(Path.is_file, map(ROOT.joinpath, paths)):
        copy_file(path, folder)
    for addition in additions:
        addition.apply(folder)
    for addition in additions:  # what is added for good leaves the page right
        if addition.where != "new file":
            addition.apply(folder)


@pytest.mark.node
@pytest.mark.long
def test_what_the_page_adds_passes_the_tests(tmp_path: Path) -> None:
    """All additions are made in one copy, since each command takes a minute."""
    copy_tree(tmp_path)
    steps = [step for title in TITLES for step in parse_section(section(PAGE, title))]
    for step in steps:
        if isinstance(step, Addition):
            step.apply(tmp_path)
    for command in join_commands(step for step in steps if isinstance(step, Command)):
        run_make(command, tmp_path)


def join_commands(commands: Iterable[Command]) -> list[list[str]]:
    """Return the arguments of each command once, with the ARGS of all that differ in nothing else."""
    joined: dict[tuple[str, ...], dict[str, None]] = {}
    for command in commands:
        program, *arguments = shlex.split(command.line)
        assert program == "make", command
        paths = [path for argument in arguments if argument.startswith("ARGS=") for path in argument[5:].split()]
        rest = tuple(argument for argument in arguments if not argument.startswith("ARGS="))
        joined.setdefault(rest, {}).update(dict.fromkeys(paths))
    return [[*rest, "ARGS=" + " ".join(paths)] for rest, paths in joined.items()]


def copy_tree(folder: Path) -> None:
    """Copy the files of the project that git has or would add, and link the environment."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for path in filter(Path.is_file, (ROOT / name for name in listed if name)):
        copy_file(path, folder)
    (folder / ".venv").symlink_to(ROOT / ".venv", target_is_directory=True)


def copy_file(path: Path, folder: Path) -> None:
    copy = folder / path.relative_to(ROOT)
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(path.read_bytes())
    copy.chmod(path.stat().st_mode)


def run_make(arguments: Sequence[str], folder: Path) -> None:
    """Run make in a folder whose environment is ready, and find the folder's modules before others."""
    ready = [f"--assume-old=.venv/{name}" for name in ("service", "extra-dev", "extra-endplay")]
    inherited = ("MAKE", "MFLAGS", "PYTEST_", "SUITE", "ARGS")  # make exports the variables of its command line
    environment = {name: value for name, value in os.environ.items() if not name.startswith(inherited)}
    done = subprocess.run(
        ["make", *ready, *arguments],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"make {shlex.join(arguments)}\n{done.stdout[-20_000:]}\n{done.stderr[-5_000:]}"


PARAGRAPH = "A line goes\ninto a file. "
BLOCK = "\n\n```python\n    new\n```\n"


@for_each(
    ("sentence", "path", "expected"),
    [
        ("In `file.txt`, below `second`:", "file.txt", "first\n  the second line\n    new\nthird\n"),
        ("In `file.txt`, above `the second`:", "file.txt", "first\n    new\n  the second line\nthird\n"),
        ("In `file.txt`, above\n`` second ``:", "file.txt", "first\n    new\n  the second line\nthird\n"),
        ("In `file.txt`, in place of `second`:", "file.txt", "first\n    new\nthird\n"),
        ("At the end of `file.txt`:", "file.txt", "first\n  the second line\nthird\n    new\n"),
        ("It is a new file `other.txt`:", "other.txt", "    new\n"),
    ],
)
def test_lines_are_added_where_the_sentence_says(
    tmp_path_factory: pytest.TempPathFactory, sentence: str, path: str, expected: str
) -> None:
    folder = tmp_path_factory.mktemp("tree")
    (folder / "file.txt").write_text("first\n  the second line\nthird\n")
    (addition,) = parse_section(PARAGRAPH + sentence + BLOCK)
    assert isinstance(addition, Addition)
    addition.apply(folder)
    assert (folder / path).read_text() == expected


@for_each(
    ("sentence", "message"),
    [
        ("In `file.txt`, below `fourth`:", "0 lines of file.txt have: fourth"),
        ("In `file.txt`, below `ir`:", "2 lines of file.txt have: ir"),
        ("A new file `file.txt`:", "There is a file file.txt already."),
        ("In `file.txt`:", "This names no file and place"),
        ("In `file.txt`, below `first`.", "This names no file and place"),
    ],
)
def test_a_place_that_is_not_there_is_an_error(
    tmp_path_factory: pytest.TempPathFactory, sentence: str, message: str
) -> None:
    folder = tmp_path_factory.mktemp("tree")
    (folder / "file.txt").write_text("first\n  the second line\nthird\n")
    with pytest.raises(ValueError, match=message):  # noqa: PT012 (either of them raises it)
        (addition,) = parse_section(PARAGRAPH + sentence + BLOCK)
        assert isinstance(addition, Addition)
        addition.apply(folder)


def test_blocks_that_are_shown_add_nothing_and_commands_are_in_their_order() -> None:
    shown = "It prints\n\n```console\n$ curl\n```\n"
    commands = "Then run\n\n```sh\nmake generate\nmake test\n```\n"
    assert list(parse_section(shown + commands)) == [Command("make generate"), Command("make test")]
    with pytest.raises(ValueError, match="needs a paragraph"):
        list(parse_section("```python\nnew\n```\n"))

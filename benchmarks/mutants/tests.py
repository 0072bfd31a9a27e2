"""The tests of mutants: the files that reach each line of the service, and their runs in a clone of the last commit.

Each process works in a clone of its own. `python -m benchmarks.mutants.tests FILE…` measures files of tests: it prints,
by file, its seconds and the lines of the service that it runs, as JSON.
"""

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cache
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from benchmarks.documents import DOCS
from benchmarks.mutants.mutations import Mutant
from benchmarks.runs import Piece

ROOT = DOCS.parent
FOLDER = ROOT / "build/mutants"
_OTHERS = {
    "benchmarks",
    "browser",
    "clients",
    "deploy",
    "firefox",
    "independent",
    "packages",
    "pages",
}
"""Folders of tests that take a browser, a compiler or a container, or try no module of the service."""
FOLDERS = tuple(
    f"tests/{folder.name}"
    for folder in sorted((ROOT / "tests").iterdir())
    if folder.is_dir() and any(folder.glob("test_*.py")) and folder.name not in _OTHERS
)
MIN_TIMEOUT = 60
OF_IMPORTS = "tests/tools/test_openapi.py"
"""The tests of what modules say as they are imported: limits, names and defaults."""

_SUITES = "not (alerts or exhaustive or forks or fuzz or load or node or otel or ratelimit or soak)"
_OPTIONS = (
    "-q",
    "--tb=no",
    "-p",
    "no:cacheprovider",
    "-p",
    "pytest_randomly",
    "--randomly-dont-reorganize",
)
_SEEDS = ("-p", "_hypothesis_pytestplugin", "--hypothesis-seed=1", "--randomly-seed=1")
_PYTEST = (*_OPTIONS, *_SEEDS, "-m", _SUITES)
_ENDED = {0, 1, 5}
"""How pytest ends when it has run what there is: all pass, some fail, or there are no tests of this run."""
_MAX_SECONDS = 400  # of the tests of a mutant, without the change


class Outcome(StrEnum):
    """The outcome of the tests of a mutant; all but the last kill it."""

    FAILED = "a test fails"
    BROKEN = "does not start"
    UNTERMINATED = "does not end"
    SURVIVED = "survived"


class MeasuredFile(NamedTuple):
    """A file of tests, the seconds that it takes, and the lines that it runs of each module."""

    name: str
    seconds: float
    lines: Mapping[str, Sequence[int]]


def git(*arguments: str) -> str:
    """Run git in the project and return its standard output without the last line break."""
    return subprocess.check_output(("git", "-C", ROOT, *arguments), text=True).strip()  # noqa: S603, S607


def remove_clones() -> None:
    """Remove the clones of earlier runs."""
    for folder in FOLDER.glob("clone-*"):
        shutil.rmtree(folder)


@cache
def make_clone() -> Path:
    """Clone the last commit for this process, and return the folder."""
    folder = FOLDER / f"clone-{os.getpid()}"
    subprocess.run(("git", "clone", "--quiet", "--shared", ROOT, folder), check=True)  # noqa: S603, S607
    # Compiled code is valid by the hash of its source: a mutant may have the size and the second of the original.
    run_python(
        folder,
        (
            "-m",
            "compileall",
            "-q",
            "--invalidation-mode",
            "checked-hash",
            "service",
            "tools",
            "tests",
        ),
    )
    return folder


def run_python(
    folder: Path, command: Sequence[str], timeout: float | None = None
) -> tuple[int, str]:
    """Run Python in a clone, so that it imports what is there, and return its status and its output.

    Raise `subprocess.TimeoutExpired` after the timeout. The processes that it started end with it.
    """
    paths = f"{folder}:{os.environ.get('PYTHONPATH', '')}"
    environment = {
        **os.environ,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": paths,
    }
    arguments = (sys.executable, *command)
    with (
        TemporaryFile("w+") as output,
        subprocess.Popen(  # noqa: S603
            arguments,
            cwd=folder,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        try:
            status = process.wait(timeout)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        output.seek(0)
        return status, output.read()


def list_pieces() -> list[Piece[list[str]]]:
    """Return a piece of work for each folder of tests, with its files; its name changes with their content."""
    folders: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in git("ls-tree", "-r", "HEAD", *FOLDERS).splitlines():
        mode_and_blob, _, name = row.partition("\t")
        if Path(name).name.startswith("test_"):
            folders["/".join(name.split("/")[:3])].append((name, mode_and_blob[-10:]))
    return [
        Piece(
            f"{folder} {' '.join(blob for _, blob in files)}",
            [name for name, _ in files],
            len(files),
        )
        for folder, files in folders.items()
    ]


def measure(names: Sequence[str]) -> Any:
    """Return files of tests as JSON; one with a test that fails without a change is left out.

    Raises `RuntimeError` if pytest does not come to its end: every mutant would count as killed.
    """
    status, output = run_python(
        make_clone(), ("-m", "benchmarks.mutants.tests", *names)
    )
    if status:
        raise RuntimeError(f"The tests do not run without a change:\n{output}")
    files = json.loads(output.splitlines()[-1])
    return [file for file in files if file[1] is not None]


def main(names: Sequence[str]) -> None:
    """Run files of tests in this process; print, as JSON, the seconds and the lines of the service of each file."""
    import coverage  # noqa: PLC0415
    import pytest  # noqa: PLC0415

    root = Path.cwd()
    seconds: dict[str, float | None] = dict.fromkeys(names, 0.0)
    tracer = coverage.Coverage(
        data_file=None, include=[f"{root}/service/*"], config_file=False
    )

    class ByFile:
        """Record the lines and the seconds of a test for its file."""

        def pytest_runtest_logstart(self, nodeid: str) -> None:
            tracer.switch_context(nodeid.partition("::")[0])

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            name = report.nodeid.partition("::")[0]
            total = seconds[name]
            seconds[name] = (
                None if report.failed or total is None else total + report.duration
            )

    tracer.start()
    status = pytest.main([*_PYTEST, *names], plugins=[ByFile()])
    tracer.stop()
    if status not in _ENDED:
        sys.exit(status)
    data = tracer.get_data()
    lines: dict[str, dict[str, list[int]]] = {name: {} for name in names}
    for path in data.measured_files():
        module = str(Path(path).relative_to(root))
        for name in names:
            data.set_query_contexts([f"^{name}$"])
            lines[name][module] = sorted(data.lines(path) or ())
    print("\n" + json.dumps([(name, seconds[name], lines[name]) for name in names]))


def select_tests(
    mutant: Mutant, source: str, files: Sequence[MeasuredFile]
) -> list[tuple[list[str], float]]:
    """Return the test files that run the statement of a mutant, with their seconds: tests of its package, other tests.

    A line that only imports run belongs to `OF_IMPORTS` and every file that runs anything of the module, or to all
    files. Lines that run in the processes of a server are not recorded: all files of tests/server belong to every
    module of http and server.
    """
    folder = "/".join(("tests", *Path(mutant.module).parent.parts[1:3])) + "/"
    stem = Path(mutant.module).stem.rstrip("s")
    is_served = mutant.module.startswith(("service/http/", "service/server/"))
    reached = {file.name: file for file in files if file.lines.get(mutant.module)}
    statement = _statement(source, mutant.line)
    running = [
        file
        for file in reached.values()
        if statement.intersection(file.lines[mutant.module])
    ]
    selection = {file.name: file for file in running or list(reached.values()) or files}
    selection |= {
        file.name: file for file in files if not running and file.name == OF_IMPORTS
    }
    selection |= {
        file.name: file
        for file in files
        if is_served and file.name.startswith("tests/server/")
    }

    def rank(file: MeasuredFile) -> tuple[bool, bool, float]:
        has_stem = stem in Path(file.name).name
        return (
            not (has_stem or file.name.startswith(folder)),
            not has_stem,
            file.seconds,
        )

    ranked = sorted(selection.values(), key=rank)
    totals = accumulate(file.seconds for file in ranked)
    ranked = [
        file
        for file, total in zip(ranked, totals, strict=True)
        if file is ranked[0] or total < _MAX_SECONDS
    ]
    groups = (
        [file for file in ranked if not rank(file)[0]],
        [file for file in ranked if rank(file)[0]],
    )
    return [
        ([file.name for file in group], sum(file.seconds for file in group))
        for group in groups
    ]


def _statement(source: str, line: int) -> set[int]:
    """Return the lines of the innermost statement around a line; of one with a body, those up to the line."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    around = [node for node in nodes if node.lineno <= line <= (node.end_lineno or 0)]
    inner = max(around, key=lambda node: node.lineno, default=None)
    if inner is None or isinstance(inner, ast.ClassDef):  # a decorator
        return {line}
    return set(
        range(
            inner.lineno,
            1 + (line if hasattr(inner, "body") else inner.end_lineno or line),
        )
    )


def run_mutant(
    task: tuple[Mutant, Sequence[tuple[Sequence[str], float]]],
    clone: Callable[[], Path] = make_clone,
) -> str:
    """Return the outcome of a mutant: `task` has groups of files of tests too, each with its seconds."""
    mutant, groups = task
    folder = clone()
    file = folder / mutant.module
    source = file.read_text()
    try:
        file.write_text(mutant.source)
        for names, seconds in groups:
            outcome = (
                _run_tests(folder, names, MIN_TIMEOUT + 4 * seconds)
                if names
                else Outcome.SURVIVED
            )
            if outcome is not Outcome.SURVIVED:
                return outcome
        return Outcome.SURVIVED
    finally:
        file.write_text(source)


def _run_tests(folder: Path, names: Sequence[str], timeout: float) -> Outcome:
    try:
        status, _ = run_python(
            folder, ("-m", "pytest", *_PYTEST, "-x", *names), timeout
        )
    except subprocess.TimeoutExpired:
        return Outcome.UNTERMINATED
    return {0: Outcome.SURVIVED, 1: Outcome.FAILED}.get(status, Outcome.BROKEN)


if __name__ == "__main__":
    main(sys.argv[1:])

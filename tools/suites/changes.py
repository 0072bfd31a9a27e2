"""The files that each suite depends on, and the suites that did not run since such a file changed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from tools.files import ROOT, list_files
from tools.imports import list_imported_names, list_module_paths
from tools.needs import SUITES
from tools.suites.green import Green, list_changed

TEST = "test"
"""The tests that `make test` runs without SUITE, which .ci/run always tries."""
OF_ALL = {"smoke", "exhaustive"}
"""The suites with tests of all others."""
SECONDS = 120
"""How long .ci/run may try suites beside `smoke`, so that all of it ends within 15 minutes on two cores."""


def list_suites() -> list[str]:
    """Return the suites that have tests of their own, and `test`."""
    own = (
        name for name, suite in SUITES.items() if name not in OF_ALL and not suite.paths
    )
    return [TEST, *own]


def list_paths() -> set[str]:
    """Return the paths of all files of the project."""
    return {str(file.relative_to(ROOT)) for file in list_files()}


def list_tests(suite: str, paths: Iterable[str]) -> set[str]:
    """Return the files with tests of a suite."""
    mark = f"pytest.mark.{suite}"
    return {
        path
        for path in paths
        if re.fullmatch(r"tests/.*/test_\w+\.py", path) and mark in read_text(path)
    }


def list_subjects(suite: str, paths: set[str]) -> set[str]:
    """Return the files that a suite depends on: its tests, what they import or name, and its `through` (needs.py).

    Modules of the service are not followed to what they import: each leads to nearly all others.
    """
    if suite == TEST:
        return paths
    found: set[str] = set()
    rest = list_tests(suite, paths)
    while rest:
        path = rest.pop()
        found.add(path)
        if path.endswith(".py") and not path.startswith("service/"):
            rest |= (_list_imported(path, paths) | _list_named(path, paths)) - found
    return found | {path for path in paths if _is_below(path, SUITES[suite].through)}


def _list_imported(path: str, paths: set[str]) -> set[str]:
    """Return the files of the modules that a module imports."""
    modules: set[str] = set()
    for imported in list_imported_names(Path(path), read_text(path)):
        modules |= {imported.module, str(imported)}
    return paths & {
        str(module_path)
        for module in modules
        for module_path in list_module_paths(module)
    }


def _list_named(path: str, paths: set[str]) -> set[str]:
    """Return the files whose paths a module has in its texts, from the root or from its own folder."""
    texts = set(re.findall(r'"([\w./-]+\.\w+)"', read_text(path)))
    folder = Path(path).parent
    return paths & (texts | {str(folder / text) for text in texts})


def _is_below(path: str, folders: Sequence[str]) -> bool:
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)


@cache
def read_text(path: str) -> str:
    """Return the text of a file of the project."""
    return (ROOT / path).read_text()


def find_stale(suites: Iterable[str], green: Mapping[str, Green]) -> dict[str, str]:
    """Return the suites to run, with the reason: what changed since they were green, or that no commit is known."""
    paths = list_paths()
    stale: dict[str, str] = {}
    for suite in suites:
        changed = list_changed(green[suite].commit) if suite in green else None
        if changed is None:
            stale[suite] = "no commit is known at which it was green"
        elif touched := sorted(
            changed & (list_subjects(suite, paths) | changed - paths)
        ):
            stale[suite] = (
                f"{touched[0]} changed"
                if len(touched) == 1
                else f"{len(touched)} files changed"
            )
    return stale


def list_bare() -> list[str]:
    """Return the suites that .ci/run may try."""
    return [name for name, suite in SUITES.items() if suite.is_bare]


def choose(
    stale: Iterable[str], green: Mapping[str, Green]
) -> tuple[list[str], list[str]]:
    """Return the suites that take at most `SECONDS` together, the shortest first, and the others."""
    chosen: list[str] = []
    seconds = 0
    by_time = sorted(stale, key=lambda suite: green[suite].seconds)
    for suite in by_time:
        seconds += green[suite].seconds
        if seconds <= SECONDS:
            chosen.append(suite)
    return chosen, [suite for suite in by_time if suite not in chosen]

"""The suites of tests: the files that each depends on, and those that did not run since such a file changed.

    python -m tools.suites stale                 name the suites to run before a release
    python -m tools.suites changed               name the suites that .ci/run tries beside `smoke`
    python -m tools.suites record RESULTS STEP   note that a step of `make test-all` and its suites are green
    python -m tools.suites report RESULTS STEP…  print what `make test-all` found, and the steps of another commit

.ci/green has a line for each suite, and for each step, that `make test-all` found green: its name, the commit, and the
seconds that it took.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tools.files import ROOT, list_files

GREEN = ROOT / ".ci" / "green"
TEST = "test"
"""The tests that `make test` runs without SUITE, which .ci/run always tries."""
NOT_SUITES = {"long", "sampled", "smoke", "exhaustive"}
"""Markers that are no suites, and suites with tests of all others."""

BARE = (
    "alerts",
    "browser",
    "drand",
    "endplay",
    "forks",
    "fuzz",
    "nginx",
    "node",
    "otel",
    "packages",
    "ratelimit",
)
"""The suites that a bare machine can run beside other programs: they need no other daemon, kernel module or quiet."""
SECONDS = 420
"""How long .ci/run may try suites beside `smoke`, so that all of it ends within 15 minutes on two cores."""

THROUGH_A_SERVICE: Mapping[str, Sequence[str]] = {
    "browser": ("service/pages", "verify"),
    "clients": ("openapi.yaml", "service/http/schemas"),
    "firefox": ("service/pages", "verify"),
    "forks": ("service/server", "service/core/rng"),
    "fuzz": ("openapi.yaml", "service/http"),
    "load": ("service/server", "deploy/nginx"),
    "node": ("service", "verify"),
    "packages": ("clients",),
    "soak": ("service/server",),
    "swarm": ("deploy",),
    "compose": ("compose.yaml", "deploy"),
    "container": ("Dockerfile", "deploy/container"),
}
"""What suites try through a running service or another program, so that no module of theirs imports it."""


class Green(NamedTuple):
    """When a suite was green: the commit, and how long it took."""

    commit: str
    seconds: int


def list_suites() -> list[str]:
    """Return the suites of pyproject.toml that have tests of their own, and `test`."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"][
        "ini_options"
    ]
    markers = [marker.partition(":")[0] for marker in settings["markers"]]
    return [TEST, *(marker for marker in markers if marker not in NOT_SUITES)]


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
    """Return the files that a suite depends on: its tests, what they import or name, and what they try otherwise.

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
    return found | {
        path for path in paths if _is_below(path, THROUGH_A_SERVICE.get(suite, ()))
    }


def _list_imported(path: str, paths: set[str]) -> set[str]:
    """Return the files of the modules that a module imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(read_text(path))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {
                node.module,
                *(f"{node.module}.{alias.name}" for alias in node.names),
            }
    modules = {name.replace(".", "/") for name in names}
    return paths & {
        f"{module}{end}" for module in modules for end in (".py", "/__init__.py")
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


def read_green() -> dict[str, Green]:
    """Return when each suite was green, by suite; those that nobody has run are missing."""
    rows = (
        [line.split() for line in GREEN.read_text().splitlines()]
        if GREEN.exists()
        else []
    )
    return {suite: Green(commit, int(seconds)) for suite, commit, seconds in rows}


class Result(NamedTuple):
    """What a step of `make test-all` found, as tests/conftest.py writes it, and the seconds that each suite took."""

    step: str
    passed: int
    failed: int
    cpu_seconds: int
    suites: Mapping[str, int]


def read_results(file: Path) -> dict[str, Result]:
    """Return the last result of each step, by the step."""
    results: dict[str, Result] = {}
    for line in file.read_text().splitlines() if file.exists() else ():
        step, passed, failed, cpu_seconds, *pairs = line.split()
        suites = {
            suite: int(seconds)
            for suite, seconds in (pair.split("=") for pair in pairs)
        }
        results[step] = Result(step, int(passed), int(failed), int(cpu_seconds), suites)
    return results


def write_green(step: str, result: Result | None) -> None:
    """Note that a step and its suites are green at the present commit; a step without tests has no result."""
    commit = _git("rev-parse", "HEAD")
    if commit is None or list_changed("HEAD"):
        print("Not recorded in .ci/green: these files are those of no commit.")
        return
    seconds = {step: result.cpu_seconds, **result.suites} if result else {step: 0}
    green = read_green() | {
        name: Green(commit.strip(), number) for name, number in seconds.items()
    }
    GREEN.write_text(
        "".join(
            f"{name} {row.commit} {row.seconds}\n"
            for name, row in sorted(green.items())
        )
    )


def list_changed(commit: str) -> set[str] | None:
    """Return the paths of the files that differ from a commit; None if git does not know it, or there is no git."""
    differing = _git("diff", "--name-only", "-z", commit)
    added = _git("ls-files", "-z", "--others", "--exclude-standard")
    if differing is None or added is None:
        return None
    return {path for path in (differing + added).split("\0") if path} - {
        str(GREEN.relative_to(ROOT))
    }


def _git(*arguments: str) -> str | None:
    """Return what git prints, or None if it fails or is missing."""
    try:
        done = subprocess.run(  # noqa: S603
            ["git", *arguments],  # noqa: S607
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


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


def report(
    results: Iterable[Result], steps: Sequence[str], green: Mapping[str, Green]
) -> Iterator[str]:
    """Yield the lines of a table of what each step found, and one for the steps that were not green at this commit."""
    yield f"{'step':<14}{'passed':>8}{'failed':>8}{'CPU seconds':>13}"
    for result in results:
        yield f"{result.step:<14}{result.passed:>8}{result.failed:>8}{result.cpu_seconds:>13}"
    others = [
        step
        for step in steps
        if step not in green or list_changed(green[step].commit) != set()
    ]
    yield (
        f"Not green at this commit: {' '.join(others)}"
        if others
        else "Every step is green at this commit."
    )


def main(arguments: Sequence[str]) -> int:
    """Run a command of the module's docstring, and return the exit code."""
    command, *rest = arguments
    green = read_green()
    if command == "record":
        results, step = rest
        write_green(step, read_results(Path(results)).get(step))
    elif command == "report":
        results, *steps = rest
        print(*report(read_results(Path(results)).values(), steps, green), sep="\n")
    elif command == "stale":
        stale = find_stale(list_suites(), green)
        print(*(f"{suite}: {reason}" for suite, reason in stale.items()), sep="\n")
    else:
        known = [
            suite
            for suite in BARE
            if suite in green and list_changed(green[suite].commit) is not None
        ]
        chosen, others = choose(find_stale(known, green), green)
        print(*chosen)
        for suite in others:
            print(f"Not tried, as the time is up: {suite}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""When each suite and each step of `make test-all` was green.

.ci/green has a line for each: its name, the commit, and the seconds that it took.
"""

import subprocess
from collections.abc import Mapping
from typing import NamedTuple

from tools.files import ROOT

GREEN = ROOT / ".ci" / "green"


class Green(NamedTuple):
    """When a suite was green: the commit, and how long it took."""

    commit: str
    seconds: int


def read_green() -> dict[str, Green]:
    """Return when each suite was green, by suite; those that nobody has run are missing."""
    rows = (
        [line.split() for line in GREEN.read_text().splitlines()]
        if GREEN.exists()
        else []
    )
    return {suite: Green(commit, int(seconds)) for suite, commit, seconds in rows}


def write_green(seconds: Mapping[str, int]) -> None:
    """Note the seconds that steps and suites took, which are green at the present commit."""
    commit = _git("rev-parse", "HEAD")
    if commit is None or list_changed("HEAD"):
        print("Not recorded in .ci/green: these files are those of no commit.")
        return
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

"""The steps of `make test-all`: what each runs, and what each found.

Each step is a command of make, one after the other. tests/conftest.py adds a line to `RESULTS` for each run of pytest.
"""

import os
import shlex
import subprocess
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

from tools.files import ROOT
from tools.needs import SUITES
from tools.suites.green import Green, list_changed, read_green, write_green

RESULTS = ROOT / "build" / "test-all"
PAGES = "browser"
"""A process of its own: the event loop of Playwright lets no other loop run beside it."""
EVERYTHING = "exhaustive"
"""The last step, as it takes hours."""
_ELSEWHERE = {"container", "smoke"}
"""Suites that are no steps: image-check runs the one, and the other has tests of all others."""


class Step(NamedTuple):
    """A step of `make test-all`: its name, and the arguments of make."""

    name: str
    arguments: Sequence[str]


def list_steps(pythons: Iterable[str], skip: Collection[str] = ()) -> list[Step]:
    """Return the steps in their order, without what is left out; `pythons` are later versions to test with."""
    suites = [name for name in SUITES if name not in skip]
    alone = [name for name in suites if SUITES[name].is_alone]
    apart = [name for name in suites if SUITES[name].environment]
    together = [
        name for name in suites if name not in {PAGES, EVERYTHING, *alone, *apart}
    ]
    steps = [
        Step("test", ["test"]),
        *(Step(python, [python]) for python in pythons),
        Step("extras", ["extras"]),
        Step("suites", ["test", f"SUITE={' '.join(together)}"]),
        _run_suite(PAGES),
        *map(_run_suite, apart),
        Step("image-check", ["image-check"]),
        *(_run_suite(name) for name in alone if name not in _ELSEWHERE),
        _run_suite(EVERYTHING),
    ]
    return [step for step in steps if step.name not in skip]


def join_suites(names: Iterable[str]) -> list[str]:
    """Return SUITE of each `make test` that runs these suites: those that can run together, then each of the others.

    Of drand, nginx and otel it is "drand otel" and "nginx", as nginx needs the machine for itself.
    """
    names = list(names)
    alone = [name for name in names if name == PAGES or SUITES[name].is_alone]
    together = [name for name in names if name not in alone]
    return [" ".join(together), *alone] if together else alone


def _run_suite(name: str) -> Step:
    return Step(name, ["test", f"SUITE={name}"])


def list_pythons() -> list[str]:
    """Return the later versions of Python to test with: the machine's 3.12, and 3.13, which Debian 13 has."""
    finder = str(ROOT / "tools" / "find_python.sh")
    done = subprocess.run(  # noqa: S603
        [finder, "python3.12"], capture_output=True, text=True, check=True
    )
    return [*done.stdout.split(), "python3.13"]


def go_on_from(start: str, steps: Sequence[Step]) -> list[Step]:
    """Return the steps from one on. Raises ValueError if there is no such step."""
    names = [step.name for step in steps]
    if start not in names:
        raise ValueError(f"FROM is one of {' '.join(names)}")
    return list(steps[names.index(start) :])


def draw_seed() -> str:
    """Return a seed that no run had before, as pytest-randomly takes it."""
    return str(SystemRandom().randrange(2**32))


def run_steps(steps: Sequence[Step], make: str, seed: str) -> bool:
    """Run steps until one fails, note those that are green, and return whether all are."""
    RESULTS.parent.mkdir(exist_ok=True)
    for step in steps:
        start = time.monotonic()
        is_green = run_step(step, make, seed)
        minutes, seconds = divmod(round(time.monotonic() - start), 60)
        print(f"{minutes}m{seconds}s: {step.name}", flush=True)
        if not is_green:
            print(f"To go on from here: make test-all FROM={step.name} SEED={seed}")
            return False
        record(step.name)
    return True


def run_step(step: Step, make: str, seed: str) -> bool:
    """Run make, and return whether it succeeded."""
    variables = {
        "SEED": seed,
        "TEST_ALL_RESULTS": str(RESULTS),
        "TEST_ALL_STEP": step.name,
    }
    command = [*shlex.split(make), *step.arguments]
    done = subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=os.environ | variables, check=False
    )
    return done.returncode == 0


def is_dry_run() -> bool:
    """Return whether this runs under `make -n`: the first word of MAKEFLAGS has the options of one letter."""
    letters = os.environ.get("MAKEFLAGS", "").partition(" ")[0]
    return "n" in letters and not letters.startswith("-")


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


def record(step: str) -> None:
    """Note that a step and its suites are green; a step without tests has no result."""
    result = read_results(RESULTS).get(step)
    if result is None:
        write_green({step: 0})
    else:
        write_green({step: result.cpu_seconds, **result.suites})


def report(
    results: Iterable[Result], steps: Iterable[str], green: Mapping[str, Green]
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


def print_report(steps: Iterable[Step]) -> None:
    """Print what all steps found."""
    names = [step.name for step in steps]
    print(*report(read_results(RESULTS).values(), names, read_green()), sep="\n")

"""Print the targets of the Makefile and the variables that they read: `python -m tools.help`.

A target is listed if its line ends with a comment after `##`.
"""

import re
import textwrap
from collections.abc import Iterator

from tools.files import ROOT
from tools.needs import BENCHMARKS, SUITES
from tools.suites.steps import list_pythons, list_steps

_TARGET = re.compile(r"^([a-z-]+):.*?## *(.*)$", re.MULTILINE)
_WIDTH = 110


def list_variables() -> dict[str, str]:
    """Return what each variable of a command of make may be."""
    steps = " ".join(step.name for step in list_steps(list_pythons()))
    return {
        "SUITE": " ".join(SUITES),
        "NAME": " ".join(BENCHMARKS),
        "EXTRAS": "fast: large shuffles by numba · otel: OpenTelemetry · ratelimit: RATE_LIMIT",
        "SEED": "1: the tests with the same SEED try the same examples in the same order; test-all draws one",
        "FROM": f"a step of test-all, where it goes on: {steps}",
        "SKIP": "suites that test-all leaves out, such as exhaustive",
        "ARGS": "arguments for pytest or the benchmark, such as ARGS=--cov",
    }


def format_help(makefile: str) -> Iterator[str]:
    """Yield the lines of the help."""
    for target, sentence in _TARGET.findall(makefile):
        yield f"{target:<14}{sentence}"
    yield ""
    for name, text in list_variables().items():
        yield from textwrap.wrap(
            f"{name:<8}{text}",
            _WIDTH,
            subsequent_indent=" " * 8,
            break_on_hyphens=False,
        )


if __name__ == "__main__":
    print(*format_help((ROOT / "Makefile").read_text()), sep="\n")

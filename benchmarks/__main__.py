"""Run one of the benchmarks: `python -m benchmarks NAME [options]`; without a name, list them.

To add one, write a module with a function `main(arguments)` that returns an exit status, and add it to `COMMANDS`.
"""

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

COMMANDS: Mapping[str, tuple[str, str]] = {
    "speed": (
        "speed.command",
        "compare the service with libraries and other programs; writes benchmarks/RESULTS.md",
    ),
    "capacity": (
        "limits.capacity",
        "measure the cost of a response, and compute the cores for a million a second",
    ),
    "slowest": (
        "limits.slowest",
        "search for the slowest request of each operation that the default limits allow",
    ),
    "overload": (
        "limits.overload",
        "compare the throughput at four times the connections that are served in time",
    ),
    "isolation": (
        "isolation.command",
        "compare what long requests do to others, in two checkouts of the service",
    ),
    "soak": ("soak", "keep up a steady load for an hour, and watch memory and latency"),
    "mutants": (
        "mutants.command",
        "change the service in many places, and count the changes that no test detects",
    ),
    "report": (
        "report.command",
        "test every shuffle, also as gaming laboratories do; writes sections of docs/measured.md",
    ),
    "trials": (
        "trials",
        "count 10^9 shuffles, and write its section of docs/measured.md",
    ),
    "dieharder": (
        "dieharder.command",
        "run the dieharder test suite on the random words, and write its section of docs/measured.md",
    ),
    "words": (
        "dieharder.words",
        "write random words to standard output until the reader closes it",
    ),
}
"""The benchmarks by name, each with its module below `benchmarks`, imported when it is run, and a line of help."""


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark that the first argument names, and return its exit status."""
    name, *options = arguments or ("",)
    if name in COMMANDS:
        status: int = import_module(f"benchmarks.{COMMANDS[name][0]}").main(options)
        return status
    output = sys.stdout if name in {"", "--help", "-h"} else sys.stderr
    output.write(
        "usage: python -m benchmarks NAME [options]; NAME --help lists the options of one\n\n"
    )
    output.writelines(
        f"  {command:10}  {text}\n" for command, (_, text) in COMMANDS.items()
    )
    return 0 if output is sys.stdout else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

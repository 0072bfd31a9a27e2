"""Compare what long requests do to others in two checkouts of the service, in one run.

    make bench NAME=isolation ARGS="--before ../before"            # this checkout against another, all parts
    python -m benchmarks isolation --before ../before --after ../after --only cpu,small
    python -m benchmarks isolation --before ../before --only beside --inputs all --share 20 --seconds 5
    python -m benchmarks isolation --before ../before --json build/isolation.json

Each checkout has its own `.venv`, by which its service is run as the image does. The parts:

- beside: twenty connections of 127.0.0.2 repeat a hostile request, while 127.0.0.1 shuffles and 127.0.0.3 draws groups
  of 24 names from the same worker. The shuffles and the worst of them are compared with those without attackers, which
  are measured anew before every tenth request. `--inputs five` are those of isolation/inputs.py that once stopped a
  worker, `--inputs all` also those of limits/hostile.py; `--share N` takes one in N of them, `--seconds` is for each.
- small: forty small draws of groups at once, alone and beside attackers.
- cpu: CPU time in all processes of the service for a request, from a cgroup, and latency; it needs root.
- memory: two workers in a cgroup of 256 MiB, all inputs and the largest responses; it needs root too.
- kills: a child, the ancestor that forks children, a worker and the master are killed, SIGTERM, SIGHUP and
  `max_requests`, all under load; a row says so if a checkout has no such process.

Services take turns, every other round in reverse. Goals are for the tree after; those that are missed are listed below
the tables, and make the exit status 1. Beside other work on the machine, the ratio of two equal trees is up to 0.07
from 1 (`--rounds 45` brings it nearer), delays are longer, and the share of shuffles is smaller, as attackers, clients
and all processes of a service need the same cores.
"""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.isolation.beside import measure_beside
from benchmarks.isolation.cpu import measure_cpu
from benchmarks.isolation.inputs import list_inputs
from benchmarks.isolation.kills import measure_kills
from benchmarks.isolation.memory import measure_memory
from benchmarks.isolation.results import Result
from benchmarks.isolation.small import measure_small
from benchmarks.isolation.trees import Tree
from tools.files import ROOT

PARTS: Mapping[str, Callable[[Sequence[Tree], argparse.Namespace], Result]] = {
    "beside": lambda trees, options: measure_beside(
        trees, list_inputs(options.inputs, options.share), options.seconds
    ),
    "small": lambda trees, options: measure_small(trees, options.rounds),
    "cpu": lambda trees, options: measure_cpu(trees, options.rounds),
    "memory": lambda trees, options: measure_memory(
        trees, list_inputs(options.inputs, options.share)
    ),
    "kills": lambda trees, _: measure_kills(trees),
}
"""The parts by name, in the order in which they run."""


def main(arguments: Sequence[str]) -> int:
    """Print a table for each part; return 1 if a goal is missed."""
    options = _parse(arguments)
    trees = [
        Tree("before", options.before.resolve()),
        Tree("after", options.after.resolve()),
    ]
    results = {}
    for part in options.only:
        results[part] = PARTS[part](trees, options)
        print(f"\n{results[part].render()}\n", flush=True)
        if options.json:  # as soon as it is known
            options.json.write_text(
                json.dumps(
                    {name: asdict(result) for name, result in results.items()}, indent=1
                )
            )
    return int(any(result.missed for result in results.values()))


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks isolation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--before", type=Path, required=True, help="a checkout with a .venv"
    )
    parser.add_argument(
        "--after",
        type=Path,
        default=ROOT,
        help="the checkout to compare with it (this one)",
    )
    parser.add_argument(
        "--only", type=_parse_parts, default=list(PARTS), help=f"of {','.join(PARTS)}"
    )
    parser.add_argument(
        "--inputs",
        choices=["five", "all"],
        default="five",
        help="hostile requests (five)",
    )
    parser.add_argument(
        "--share", type=int, default=1, help="take one in so many of them (1)"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=10,
        help="for each hostile request and tree (10)",
    )
    parser.add_argument(
        "--rounds", type=int, default=15, help="alternations of small and cpu (15)"
    )
    parser.add_argument("--json", type=Path, help="a file for the figures")
    return parser.parse_args(arguments)


def _parse_parts(text: str) -> list[str]:
    parts = text.split(",")
    if unknown := set(parts) - set(PARTS):
        raise argparse.ArgumentTypeError(
            f"there is no part {unknown.pop()!r}; known: {', '.join(PARTS)}"
        )
    return parts

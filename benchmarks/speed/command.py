"""Compare the speed of the service with libraries and other programs, and write benchmarks/RESULTS.md.

To add a section, write a function of a `Scale` that returns its tables, and add it to `SECTIONS`.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

from benchmarks.documents import describe_machine
from benchmarks.speed import candidates, conditions, frameworks, in_process, over_http
from benchmarks.speed.results import (
    RESULTS,
    Scale,
    Table,
    render_document,
    replace_table,
)
from benchmarks.timing import pin, select_cores

SECTIONS: Mapping[str, Callable[[Scale], Table | list[Table]]] = {
    "batches": over_http.measure_batches,
    "single": over_http.measure_single_requests,
    "frameworks": frameworks.measure_frameworks,
    "requests": in_process.measure_requests,
    "draws": in_process.measure_draws,
    "deck": in_process.measure_one_deck,
    "sealed": in_process.measure_sealed_games,
    "proofs": in_process.measure_proofs,
    "conditions": conditions.measure_conditions,
    "candidates": candidates.measure_games,
}
"""The sections by name, in the order of the document."""

_IN_PROCESS = {"requests", "draws", "deck", "sealed", "proofs", "candidates"}


def main(arguments: Sequence[str]) -> int:
    """Measure sections, and write RESULTS.md; with `--quick`, print tables of meaningless figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks speed", description=__doc__
    )
    parser.add_argument(
        "sections",
        nargs="*",
        help=f"those to measure and to replace (all): {', '.join(SECTIONS)}",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="check in a minute that everything runs; print the tables",
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=7,
        help="rounds for each server; three times as many in process",
    )
    options = parser.parse_args(arguments)
    if unknown := set(options.sections) - set(SECTIONS):
        parser.error(
            f"there is no section {unknown.pop()!r}; known: {', '.join(SECTIONS)}"
        )
    seconds, load_seconds, rounds = (
        (0.005, 1.0, 1) if options.quick else (0.05, 3.0, options.rounds)
    )
    scale = Scale(seconds, load_seconds, rounds, *select_cores())
    machine = describe_machine()
    tables = list(_measure(options.sections or list(SECTIONS), scale))
    if options.quick:
        print(*tables, sep="\n\n")
    elif options.sections:
        text = RESULTS.read_text()
        for table in tables:
            text = replace_table(text, table)
        RESULTS.write_text(text)
    else:
        RESULTS.write_text(render_document(machine, _describe_method(scale), tables))
    return 0


def _measure(names: Sequence[str], scale: Scale) -> Iterator[Table]:
    for name in names:
        print(f"benchmarks: {name}", file=sys.stderr)
        with pin(scale.server_core if name in _IN_PROCESS else None):
            tables = SECTIONS[name](scale)
        yield from tables if isinstance(tables, list) else [tables]


def _describe_method(scale: Scale) -> str:
    apart = "server and load each pinned to their own core"
    pinning = "not pinned: one core only" if scale.server_core is None else apart
    rounds = f"{scale.rounds} rounds of {scale.load_seconds:g} s for each server, {3 * scale.rounds} in process"
    return f"{pinning}; {rounds}, interleaved"

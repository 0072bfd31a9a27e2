"""Compare the speed of the service with that of other servers and libraries, and write benchmarks/RESULTS.md."""

import argparse
import sys
from collections.abc import Sequence

from benchmarks.machine import describe_machine
from benchmarks.speed import conditions, growth, in_process, latency, over_http, proofs, sealed
from benchmarks.speed.results import RESULTS, render_document
from benchmarks.timing import pin, select_cores


def main(arguments: Sequence[str]) -> int:
    """Measure every section, and write RESULTS.md; with `--quick`, print a text whose figures mean nothing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks speed", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="check in a minute that everything runs; print the text")
    parser.add_argument("--rounds", type=int, default=7, help="rounds for each server; three times as many in process")
    options = parser.parse_args(arguments)
    quick: bool = options.quick
    seconds, load_seconds, rounds = (0.005, 1.0, 1) if quick else (0.05, 3.0, options.rounds)
    server_core, load_core = select_cores()
    machine = describe_machine()

    sections: list[object] = []
    _report_progress("batches over HTTP")
    sections.append(over_http.measure_batches(4 * seconds, 2 * rounds, server_core, load_core))
    _report_progress("single requests over HTTP")
    sections.append(over_http.measure_single_requests(load_seconds, rounds, server_core, load_core))
    with pin(server_core):
        _report_progress("requests in process")
        sections.append(in_process.measure_requests(seconds, 3 * rounds))
        _report_progress("draws in process")
        sections.append(in_process.measure_draws(seconds, 3 * rounds))
        _report_progress("one deck in process")
        sections.append(in_process.measure_one_deck(seconds, rounds))
        _report_progress("sealed games in process")
        sections.append(sealed.measure_sealed_games(seconds, 3 * rounds))
        _report_progress("proofs in process")
        sections.append(proofs.measure_proofs(seconds, 3 * rounds))
    _report_progress("latency beside experiments")
    sections.append(latency.measure_latency(load_seconds, rounds, server_core, load_core))
    _report_progress("conditional deals")
    sections += conditions.measure_conditions(load_seconds, rounds, server_core, load_core)
    _report_progress("memory and start")
    sections.append(over_http.measure_processes(rounds, server_core))
    _report_progress("growth")
    with pin(server_core):
        sections.append(growth.measure_growth(seconds, rounds))

    pinning = "not pinned: one core only" if server_core is None else "server and load each pinned to their own core"
    method = f"{pinning}; {rounds} rounds of {load_seconds:g} s for each server, {3 * rounds} in process, interleaved"
    text = render_document(machine, method, [str(section) for section in sections])
    if quick:
        sys.stdout.write(text)
    else:
        RESULTS.write_text(text)
    return 0


def _report_progress(step: str) -> None:
    sys.stderr.write(f"benchmarks: {step}\n")

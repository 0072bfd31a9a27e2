"""`python -m benchmarks` measures everything and writes RESULTS.md; `--quick` only shows, in a minute, that it runs."""

import argparse
import sys
from pathlib import Path

from benchmarks import growth, in_process, latency, machine, over_http, results
from benchmarks.timing import cores, pinned

RESULTS = Path(__file__).with_name("RESULTS.md")


def main() -> None:
    """Measure, and write what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few and short rounds, printed and not written")
    parser.add_argument("--rounds", type=int, default=7, help="of each server; three times as many in process")
    asked = parser.parse_args()
    quick: bool = asked.quick
    seconds, load_seconds, rounds = (0.005, 1.0, 1) if quick else (0.05, 3.0, asked.rounds)
    server_core, load_core = cores()
    facts = machine.described()

    sections: list[object] = []
    _say("batches over HTTP")
    sections.append(over_http.batch(4 * seconds, 2 * rounds, server_core, load_core))
    _say("single requests over HTTP")
    sections.append(over_http.single(load_seconds, rounds, server_core, load_core))
    with pinned(server_core):
        for name, measure in (("requests", in_process.requests), ("draws", in_process.draws)):
            _say(f"{name} in process")
            sections.append(measure(seconds, 3 * rounds))
        _say("one deck in process")
        sections.append(in_process.one_deck(seconds, rounds))
    _say("latency beside experiments")
    sections.append(latency.beside_experiments(load_seconds, rounds, server_core, load_core))
    _say("memory and start")
    sections.append(over_http.processes(rounds, server_core))
    _say("growth")
    with pinned(server_core):
        sections.append(growth.curves(seconds, rounds))

    where = "not pinned: one core only" if server_core is None else "server and load each pinned to a core of their own"
    how = f"{where}; {rounds} rounds of {load_seconds:g} s for each server, {3 * rounds} in process, in turn"
    text = results.document(facts, how, [str(section) for section in sections])
    if quick:
        sys.stdout.write(text)
    else:
        RESULTS.write_text(text)


def _say(what: str) -> None:
    sys.stderr.write(f"benchmarks: {what}\n")


if __name__ == "__main__":
    main()

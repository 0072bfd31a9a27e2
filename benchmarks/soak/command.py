"""Load a gunicorn steadily for an hour, and record its memory and latency.

The figures are written to docs/soak.json, their picture to docs/soak.svg, and a table into docs/operations.md. The exit
status is 1 if a response was wrong or if memory grew.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

from benchmarks.documents import DOCS
from benchmarks.machine import describe_machine
from benchmarks.servers import gunicorn, start_server
from benchmarks.soak.load import Load
from benchmarks.soak.results import Soak, find_problems, write

_SAMPLES = 60
_WARM_UP = 0.1  # of the duration: the caches are full after it


def main(arguments: Sequence[str]) -> int:
    """Load the server, print the samples, and write the documents."""
    options = _parse(arguments)
    seconds = options.minutes * 60
    command = replace(gunicorn(options.application), environment={"WEB_CONCURRENCY": str(options.workers)})
    with start_server(command, "/readyz", None) as server:
        port, master = server.port, server.process.pid
        list(Load(port, options.rate).sample(seconds * _WARM_UP, seconds * _WARM_UP, master))
        load, samples = Load(port, options.rate), []
        for sample in load.sample(seconds, seconds / _SAMPLES, master):
            print(sample, flush=True)
            samples.append(sample)
    soak = Soak(options.minutes, options.rate, options.workers, describe_machine(), tuple(samples))
    if not options.dry_run:
        write(soak, DOCS)
    problems = [*find_problems(soak), *load.first_errors]
    print(*problems, sep="\n", file=sys.stderr)
    return int(bool(problems))


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=100, help="requests per second (100)")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--application", default="service.wsgi:app", help="the WSGI application that gunicorn serves")
    parser.add_argument("--dry-run", action="store_true", help="print the samples, and write no documents")
    return parser.parse_args(arguments)

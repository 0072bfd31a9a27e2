"""`python -m benchmarks.soak` loads a gunicorn steadily for an hour, and writes down what memory and latency did.

The figures go to docs/soak.json, the picture of them to docs/soak.svg, and a table into docs/operations.md. The exit
status is 1 if any answer was not as it must be, or if memory grew.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from benchmarks.machine import described
from benchmarks.servers import gunicorn, running
from benchmarks.soak.load import Load
from benchmarks.soak.results import Soak, complaints, write

DOCS = Path(__file__).parent.parent.parent / "docs"
_SAMPLES = 60
_WARM_UP = 0.1  # of the whole: what is remembered of queries has its size by then


def main() -> int:
    """Load, and write down."""
    asked = _arguments()
    seconds = asked.minutes * 60
    server = replace(gunicorn(asked.application), environment={"WEB_CONCURRENCY": str(asked.workers)})
    with running(server, "/readyz", None) as running_server:
        port, master = running_server.port, running_server.process.pid
        list(Load(port, asked.rate).samples(seconds * _WARM_UP, seconds * _WARM_UP, master))
        load, samples = Load(port, asked.rate), []
        for sample in load.samples(seconds, seconds / _SAMPLES, master):
            print(sample, flush=True)
            samples.append(sample)
    soak = Soak(asked.minutes, asked.rate, asked.workers, described(), tuple(samples))
    if asked.docs:
        write(soak, asked.docs)
    wrong = [*complaints(soak), *load.told]
    print(*wrong, sep="\n", file=sys.stderr)
    return int(bool(wrong))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=100, help="requests a second, far from all that it can do (100)")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--application", default="service.wsgi:app", help="what gunicorn serves")
    parser.add_argument("--docs", type=Path, help="where the figures are written; nowhere, if not given")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

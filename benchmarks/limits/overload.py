"""Compare the throughput of an overloaded worker with that of a busy one.

wrk requests batches that take some milliseconds from one worker whose `MAX_WAIT` is a second: over as many connections
as it can serve within that second, and over four times as many. Only responses with status 200 count. Throughput is
given by wall clock time and by CPU time of the worker; the second is reliable on a machine with other load. wrk sends
`X-Request-Start` as nginx would.
"""

import argparse
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.servers import RunningServer, gunicorn, start_server
from benchmarks.timing import Quartiles, format_figure

_PATH = "/v1/decks/standard/shuffle/batch?repeats=300"
_PROBE = "/livez"
_SCRIPT = Path(__file__).with_name("request_start.lua")
_CONNECTIONS = 200
_OVERLOAD_FACTOR = 4
_SECONDS = 5
_ROUNDS = 5
_MIN_RATIO = 0.9


@dataclass(frozen=True)
class Throughput:
    """Responses per second by wall clock time and by CPU time, and rejected requests per second."""

    by_clock: float
    by_cpu: float
    rejected: float


def measure_throughput(server: RunningServer, connections: int) -> Throughput:
    """Load a server over so many connections for some seconds."""
    cpu_before = server.worker_cpu()
    url = f"http://127.0.0.1:{server.port}{_PATH}"
    command = ["wrk", "-t1", f"-c{connections}", f"-d{_SECONDS}s", "--timeout", "20s", "--script", str(_SCRIPT), url]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    cpu = server.worker_cpu() - cpu_before
    totals = re.search(r"(\d+) requests in ([\d.]+)s", output)
    if not totals:
        raise RuntimeError(output)
    errors = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    rejected, seconds = int(errors[1]) if errors else 0, float(totals[2])
    responses = int(totals[1]) - rejected
    return Throughput(responses / seconds, responses / cpu, rejected / seconds)


def main(arguments: Sequence[str]) -> int:
    """Print the ratios; return 1 if throughput by CPU time falls below nine tenths."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks overload", description=__doc__)
    parser.parse_args(arguments)
    by_clock, by_cpu, rejected = [], [], []
    with start_server(gunicorn("service.wsgi:app", MAX_WAIT="1", TRUSTED_PROXIES="1"), _PROBE, None) as server:
        for _ in range(_ROUNDS):
            busy, overloaded = (measure_throughput(server, _CONNECTIONS * times) for times in (1, _OVERLOAD_FACTOR))
            by_clock.append(overloaded.by_clock / busy.by_clock)
            by_cpu.append(overloaded.by_cpu / busy.by_cpu)
            rejected.append(overloaded.rejected / overloaded.by_clock)
    ratio = Quartiles.of(by_cpu).median
    print(
        f"Throughput over {_CONNECTIONS * _OVERLOAD_FACTOR} connections relative to {_CONNECTIONS}: "
        f"{format_figure(ratio)} by CPU time, {format_figure(Quartiles.of(by_clock).median)} by wall clock time; "
        f"{format_figure(Quartiles.of(rejected).median)} rejected requests per response."
    )
    return int(ratio < _MIN_RATIO)

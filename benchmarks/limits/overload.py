"""Compare the throughput of an overloaded worker and of a busy worker, and look for lost and late responses.

wrk requests batches that take a dozen milliseconds from one worker whose `MAX_WAIT` is a second: over as many
connections as it can serve within that second, and over four times as many. Throughput counts responses with status
200; it is given by wall clock time and by CPU time of the worker; the second is reliable on a machine with other load.
wrk waits for `Retry-After` after a refusal. A request is lost without a response, or with a response other than 200
and 503 with `Retry-After`.
"""

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.servers import RunningServer, run_wrk, start_server
from benchmarks.timing import Quartiles, format_figure

_PATH = "/v1/games/bridge/deal/batch?repeats=200"
_SCRIPT = Path(__file__).with_name("ages.lua")
_MAX_WAIT = 1  # seconds
_FEW = 10  # connections that keep the worker busy, and wait for nothing else
_OVERLOAD_FACTOR = 4
_SECONDS = 5
_ROUNDS = 5
_MIN_RATIO = 0.9
_MAX_REFUSAL = 2 * _MAX_WAIT


@dataclass(frozen=True)
class Load:
    """Responses per second by wall clock time and by CPU time, rejected requests per second, and lost requests.

    `latest_refusal` is the greatest number of seconds from a request to its rejection.
    """

    by_clock: float
    by_cpu: float
    rejected: float
    latest_refusal: float
    lost: int


def measure_load(server: RunningServer, connections: int) -> Load:
    """Load a server over a number of connections for some seconds."""
    cpu_before = server.worker_cpu()
    output = run_wrk(
        server.port, _PATH, connections, _SECONDS, "--script", str(_SCRIPT)
    )
    cpu = server.worker_cpu() - cpu_before
    duration = re.search(r"requests in ([\d.]+)s", output)
    totals = re.search(
        r"served (\d+), at most \d+ ms\s+refused (\d+), at most (\d+) ms\s+lost (\d+)",
        output,
    )
    if not duration or not totals:
        raise RuntimeError(output)
    seconds = float(duration[1])
    served = int(totals[1])
    rejected = int(totals[2])
    return Load(
        served / seconds,
        served / cpu,
        rejected / seconds,
        int(totals[3]) / 1000,
        int(totals[4]),
    )


def main(arguments: Sequence[str]) -> int:
    """Print the figures; return 1 for too little throughput by CPU time, a lost request, or a late refusal."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks overload", description=__doc__
    )
    parser.parse_args(arguments)
    by_clock = []
    by_cpu = []
    rejected = []
    refusals = []
    lost = 0
    with start_server(MAX_WAIT=str(_MAX_WAIT)) as server:
        connections = max(_FEW, round(measure_load(server, _FEW).by_clock * _MAX_WAIT))
        for _ in range(_ROUNDS):
            busy, overloaded = (
                measure_load(server, connections * times)
                for times in (1, _OVERLOAD_FACTOR)
            )
            by_clock.append(overloaded.by_clock / busy.by_clock)
            by_cpu.append(overloaded.by_cpu / busy.by_cpu)
            rejected.append(overloaded.rejected / overloaded.by_clock)
            refusals.append(overloaded.latest_refusal)
            lost += busy.lost + overloaded.lost
    ratio = Quartiles.of(by_cpu).median
    print(
        f"Throughput over {connections * _OVERLOAD_FACTOR} connections relative to {connections}: "
        f"{format_figure(ratio)} by CPU time, {format_figure(Quartiles.of(by_clock).median)} by wall clock time; "
        f"{format_figure(Quartiles.of(rejected).median)} rejected requests per response, the latest after "
        f"{max(refusals):.2f} s with a MAX_WAIT of {_MAX_WAIT} s; {lost} requests lost."
    )
    return int(ratio < _MIN_RATIO or lost > 0 or max(refusals) > _MAX_REFUSAL)

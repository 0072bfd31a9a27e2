"""Measure the cost of a response, and compute the cores, memory and network for a million a second.

The cost is the CPU time of one worker, which other load on the machine disturbs least, divided by the number of
requests that wrk counts. The figures are written into docs/operations.md.
"""

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from benchmarks.documents import describe_machine, format_table, write_guide
from benchmarks.servers import RunningServer, run_wrk, start_server

HEADING = "## A million a second\n"

GOAL = 1_000_000
MAX_UTILISATION = 0.6
"""Planned CPU utilisation: the rest is for peaks, and for replicas that are being replaced."""
WORKER_MEMORY = 100
"""Planned memory of a worker, in MiB: more than the soak measures."""
_CONNECTIONS, _SECONDS = 8, 8
_SHUFFLE = "/v1/decks/standard/shuffle"


@dataclass(frozen=True)
class Workload:
    """A request to measure, and the number of decks in its response."""

    name: str
    path: str
    decks: int = 1
    accept: str = "application/json"


WORKLOADS = (
    Workload("one deck a request, unseeded", _SHUFFLE),
    Workload("one deck a request, seeded", f"{_SHUFFLE}?seed=42"),
    Workload("a deal of hold'em for nine, a request", "/v1/games/holdem/deal?players=9"),
    Workload("100 decks a request", f"{_SHUFFLE}/batch?repeats=100", 100),
    Workload("1,000 decks a request, as NDJSON", f"{_SHUFFLE}/batch?repeats=1000", 1000, "application/x-ndjson"),
    Workload("1,000 decks a request, as text", f"{_SHUFFLE}/batch?repeats=1000", 1000, "text/plain"),
)


@dataclass(frozen=True)
class Cost:
    """The cost of one response: CPU time in seconds, and its size in bytes with its head."""

    name: str
    decks: int
    cpu: float
    size: float

    @property
    def decks_per_second(self) -> float:
        """Decks, or deals, that a fully used core draws in a second."""
        return self.decks / self.cpu

    @property
    def cores(self) -> int:
        """Cores for the goal, at the planned utilisation."""
        return ceil(GOAL / self.decks_per_second / MAX_UTILISATION)

    @property
    def gigabits_per_second(self) -> float:
        """Network throughput for the goal."""
        return GOAL / self.decks * self.size * 8 / 1e9


def measure_cost(server: RunningServer, workload: Workload) -> Cost:
    """Load a server with one workload for some seconds, and return the cost of a response."""
    cpu_before = server.worker_cpu()
    output = run_wrk(server.port, workload.path, _CONNECTIONS, _SECONDS, "--header", f"Accept: {workload.accept}")
    cpu = server.worker_cpu() - cpu_before
    totals = re.search(r"(\d+) requests in .*?, ([\d.]+)(KB|MB|GB) read", output)
    if not totals or "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(f"wrk {workload.path}: {output}")
    size = float(totals[2]) * 1024 ** ("KB", "MB", "GB").index(totals[3]) * 1024
    return Cost(workload.name, workload.decks, cpu / int(totals[1]), size / int(totals[1]))


def render_section(costs: Sequence[Cost], rss: float, pss: float, machine: Mapping[str, str]) -> str:
    """Return the section of docs/operations.md, without its heading."""
    rows = [
        (
            cost.name,
            f"{cost.cpu * 1e6:,.0f} µs",
            f"{cost.decks_per_second:,.0f}",
            f"{cost.size:,.0f}",
            f"{cost.cores:,}",
            f"{ceil(cost.cores * WORKER_MEMORY / 1024):,} GiB",
            f"{cost.gigabits_per_second:,.1f} Gbit/s",
        )
        for cost in costs
    ]
    head = ("request", "CPU per response", "decks/s per core", "bytes per response", "cores", "memory", "network")
    single = costs[0]
    replicas = ceil(single.cores / 4)
    return (
        f"The resources for {GOAL:,} decks (or deals) a second, computed from the cost of a response on one worker. "
        f"Cores: {GOAL:,} / (decks per second per core) / {MAX_UTILISATION:g}, as a core should be planned at that "
        f"utilisation at most. Memory: one worker per core at {WORKER_MEMORY} MiB (measured: {rss:.1f} MiB "
        f"RSS, {pss:.1f} MiB PSS). Network: {GOAL:,} / (decks per response) × bytes × 8. Proxies in front are "
        "not included.\n\n"
        f"{format_table(head, rows)}\n\n"
        f"A million single requests a second take some {single.cores:,} cores: for example {replicas:,} replicas of 4 "
        "workers on 4 cores, which share nothing but their keys. A million decks a second in batches take "
        f"{min(cost.cores for cost in costs):,} to "
        f"{max(cost.cores for cost in costs if cost.decks > 1):,} cores, so large numbers of decks should be "
        "requested in batches. Replicas share no state, so the numbers grow linearly; but this is a computation, and "
        "a cluster of that size was not tried.\n\n"
        f"Measured on {machine['CPU']}, {machine['memory']}; {machine['Python']}, "
        f"{machine['libraries']}. Load before the run: {machine['load before the run']}. The "
        "figures hold for this machine alone: measure your own.\n"
    )


def main(arguments: Sequence[str]) -> int:
    """Measure, and replace the section of docs/operations.md."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks capacity", description=__doc__)
    parser.parse_args(arguments)
    with start_server() as server:
        costs = [measure_cost(server, workload) for workload in WORKLOADS]
        memory = server.worker_memory()
    write_guide(HEADING, render_section(costs, *memory, describe_machine()))
    return 0

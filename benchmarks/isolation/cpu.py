"""CPU time of a request in all processes of a service, and its latency, in both trees in turn."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from statistics import median

from benchmarks.isolation.groups import CpuGroup, count_cpu, find_obstacle
from benchmarks.isolation.inputs import GROUPS, NDJSON, NPY, SHUFFLE_PATH
from benchmarks.isolation.results import Record, Result
from benchmarks.isolation.trees import Service, Tree
from benchmarks.servers import fetch
from benchmarks.timing import Samples, compare, interleave

MOST_LATER = 1.0  # ms of a small POST

_PATIENCE = 90  # seconds
_TURNS = 200


def send_get(
    connection: HTTPConnection, path: str, accept: str = "application/json"
) -> None:
    """Send a GET, and read its response."""
    fetch(connection, path, accept=accept)


def send_post(connection: HTTPConnection) -> None:
    """Draw groups of a few names."""
    fetch(connection, GROUPS.path, GROUPS.body)


def play_shoe(connection: HTTPConnection) -> None:
    """Open a sealed shoe, and draw from it card by card."""
    shoe = json.loads(
        fetch(connection, "/v1/shoes", b'{"deck": "standard", "decks": 6}')
    )["shoe"]
    for _ in range(_TURNS):
        body = json.dumps({"shoe": shoe, "count": 1}).encode()
        shoe = json.loads(fetch(connection, "/v1/shoes/draw", body))["shoe"]


@dataclass(frozen=True)
class Load:
    """A request, the `count` of times that it is sent for a sample, and its goal.

    The goal is that it takes at most `most_times` the CPU time that it takes in the tree before.
    """

    send: Callable[[HTTPConnection], None]
    count: int
    most_times: float
    is_small: bool = False


LOADS: Mapping[str, Load] = {
    "a shuffle": Load(partial(send_get, path=SHUFFLE_PATH), 1000, 1.03, is_small=True),
    "1,000 decks as JSON": Load(
        partial(send_get, path=f"{SHUFFLE_PATH}/batch?repeats=1000"), 100, 1.1
    ),
    "a small POST": Load(send_post, 500, 1.5, is_small=True),
    "200 turns of a sealed shoe": Load(play_shoe, 1, 1.3),
    "an array of a million decks": Load(
        partial(
            send_get,
            path=f"{SHUFFLE_PATH}/batch?repeats=1000000",
            accept=dict(NPY)["Accept"],
        ),
        1,
        1.1,
    ),
    "NDJSON of 100,000 decks": Load(
        partial(
            send_get,
            path=f"{SHUFFLE_PATH}/batch?repeats=100000",
            accept=dict(NDJSON)["Accept"],
        ),
        1,
        1.1,
    ),
}


@dataclass
class Contender:
    """A service in a group and a load, and the median milliseconds of a request in each sample."""

    service: Service
    group: CpuGroup
    load: Load
    milliseconds: list[float] = field(default_factory=list)

    def measure(self) -> float:
        """Send the load on a new connection, and return the CPU milliseconds of one request."""
        connection = HTTPConnection("127.0.0.1", self.service.port, timeout=_PATIENCE)
        cpu = self.group.seconds()
        self.milliseconds.append(
            median(self._time(connection) for _ in range(self.load.count))
        )
        cpu = self.group.seconds() - cpu
        connection.close()
        return cpu * 1000 / self.load.count

    def _time(self, connection: HTTPConnection) -> float:
        """Send the request once, and return the milliseconds until its response was read."""
        start = time.monotonic()
        self.load.send(connection)
        return (time.monotonic() - start) * 1000


def measure_cpu(trees: Sequence[Tree], rounds: int) -> Result:
    """Return CPU time and latency of each load in both trees, medians of the rounds."""
    result = Result(
        f"CPU time and latency of a request, one worker, medians of {rounds} rounds"
    )
    if (obstacle := find_obstacle()) is not None:
        result.missed.append(f"nothing is measured: {obstacle}")
        return result
    with ExitStack() as stack:
        groups = {tree.name: stack.enter_context(count_cpu()) for tree in trees}
        services = {
            tree.name: stack.enter_context(tree.start(group=groups[tree.name].path))
            for tree in trees
        }
        for title, load in LOADS.items():
            contenders = {
                name: Contender(service, groups[name], load)
                for name, service in services.items()
            }
            samples = interleave(
                {name: contender.measure for name, contender in contenders.items()},
                rounds,
                warm_up=True,
            )
            latencies = {
                name: contender.milliseconds[1:]
                for name, contender in contenders.items()
            }
            _add(result, title, load, samples, latencies)
    return result


def _add(
    result: Result, title: str, load: Load, samples: Samples, latencies: Samples
) -> None:
    """Add a record of one load."""
    before, after = samples
    cpu = {name: median(times) for name, times in samples.items()}
    latency = {name: median(times) for name, times in latencies.items()}
    times = cpu[after] / cpu[before]
    within_rounds = compare(samples, after, before)
    quartiles = f"{within_rounds.lower:.3f} – {within_rounds.upper:.3f}"
    record: Record = {"request": title}
    for name, figure in cpu.items():
        record[f"CPU {name}, ms"] = figure
    record["CPU after : before"] = f"{times:.3f}"
    record["at most"] = load.most_times
    record["quartiles within rounds"] = quartiles
    for name, figure in latency.items():
        record[f"latency {name}, ms"] = figure
    record["latency after : before"] = f"{latency[after] / latency[before]:.3f}"
    result.add(record)
    result.require_most(f"{title}, times the CPU before", times, load.most_times)
    if load.is_small:
        result.require_most(
            f"{title}, latency",
            latency[after] - latency[before],
            MOST_LATER,
            " ms later",
        )

"""Processes that are killed, stopped and replaced under load: what is lost, and what is left."""

import os
import re
import shutil
import signal
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread

from benchmarks.isolation.clients import (
    ATTACKER,
    DROPPED,
    GROUPER,
    LOST,
    REFUSED,
    SHUFFLER,
    Client,
    compose,
)
from benchmarks.isolation.inputs import GROUPS, LONG, SHUFFLE
from benchmarks.isolation.results import Record, Result, format_counts
from benchmarks.isolation.trees import LASTING, Service, Tree, stop
from tools.serving import wait_until

_WORKERS = 2
_CONNECTIONS = 4  # of each kind of request
_RESPONSES = 200  # before, between and after events
_KILLS = 5  # of processes that are replaced
_MAX_REQUESTS = 150
_LOG_LINE = re.compile(r'"method":"(?:GET|POST)","route":"/v1/')


@dataclass(frozen=True)
class Disturbance:
    """A way to disturb a service: `times` a signal goes to its process with a `role`, such as its master.

    `ends` says whether the service then ends; connections that end with it do not count, as the kernel resets those
    that nobody has accepted. Without a signal, workers are replaced by `--max-requests`. `spoilt` is how many requests
    without 200 it may cost each time, by default as many as there are connections.
    """

    role: str
    number: signal.Signals | None
    times: int = 1
    ends: bool = False
    spoilt: int = 2 * _CONNECTIONS
    environment: Mapping[str, str] = field(default_factory=dict)


DISTURBANCES: Mapping[str, Disturbance] = {
    "SIGKILL of a child": Disturbance("child", signal.SIGKILL, _KILLS, spoilt=1),
    "SIGKILL of an ancestor": Disturbance("ancestor", signal.SIGKILL, _KILLS),
    "SIGKILL of a worker": Disturbance("worker", signal.SIGKILL, _KILLS),
    "SIGKILL of the master": Disturbance("master", signal.SIGKILL, ends=True, spoilt=0),
    "SIGTERM": Disturbance("master", signal.SIGTERM, ends=True, spoilt=0),
    "SIGHUP": Disturbance("master", signal.SIGHUP, _KILLS, spoilt=0),
    "max_requests": Disturbance(
        "master",
        None,
        spoilt=0,
        environment={"GUNICORN_CMD_ARGS": f"--max-requests {_MAX_REQUESTS}"},
    ),
}


class Load:
    """Threads that shuffle by GET and draw groups by POST, on a connection each, and one with long requests."""

    def __init__(self, port: int) -> None:
        self.statuses = Counter[int]()
        self._lock = Lock()
        self._is_over = Event()
        requests = (
            [(SHUFFLER, SHUFFLE)] * _CONNECTIONS
            + [(GROUPER, GROUPS)] * _CONNECTIONS
            + [(ATTACKER, LONG)]
        )
        self._threads = [
            Thread(
                target=self._send,
                args=(Client(port, address), compose(request)),
                daemon=True,
            )
            for address, request in requests
        ]
        for thread in self._threads:
            thread.start()

    def _send(self, client: Client, request: bytes) -> None:
        """Send a request again and again, until nobody accepts connections."""
        while not self._is_over.is_set():
            status = client.ask(request)
            with self._lock:
                self.statuses[status] += 1
            if status == REFUSED:
                break
        client.close()

    def wait_for_responses(self) -> None:
        """Wait until some more requests have got 200."""
        wanted = self.statuses[200] + _RESPONSES
        wait_until(lambda: self.statuses[200] >= wanted)

    def end(self) -> None:
        """Wait until the last responses have come, or nobody accepts connections."""
        self._is_over.set()
        for thread in self._threads:
            thread.join()


def measure_kills(trees: Sequence[Tree]) -> Result:
    """Return the statuses, the lost requests and what was left by each disturbance in both trees."""
    result = Result(
        f"Disturbances under load, {_WORKERS} workers, {2 * _CONNECTIONS + 1} connections"
    )
    for title, disturbance in DISTURBANCES.items():
        for tree in trees:
            effect = _disturb(tree, disturbance)
            if effect is None:
                result.add(
                    {
                        "disturbance": title,
                        "tree": tree.name,
                        "statuses": f"no {disturbance.role}",
                    }
                )
                continue
            result.add(_describe(title, tree, effect))
            if tree is trees[-1]:
                _judge(result, title, disturbance, effect)
    return result


@dataclass(frozen=True)
class Effect:
    """The statuses that came, the lines of the log, and the processes and files that are left at the end.

    A service that `is_whole` has ended as it should, or had all its processes again after each disturbance.
    """

    statuses: Counter[int]
    is_whole: bool
    logged: int
    processes: list[str]
    files: list[str]

    @property
    def answered(self) -> Counter[int]:
        """The statuses of responses."""
        return Counter(
            {status: count for status, count in self.statuses.items() if status > 0}
        )


def _disturb(tree: Tree, disturbance: Disturbance) -> Effect | None:
    """Return what a disturbance does; None if the tree has no process of the role."""
    environment = {"ACCESS_LOG": "true"} | dict(disturbance.environment)
    with tree.start(_WORKERS, environment=environment) as service:
        load = Load(service.port)
        load.wait_for_responses()
        if not service.pids(disturbance.role):
            load.end()
            return None
        usual = _count_lasting(service)
        files = service.find_files()
        is_whole = True
        for _ in range(disturbance.times):
            is_whole = is_whole and _disturb_once(service, disturbance, load, usual)
            files |= service.find_files()
        load.end()
        processes = stop(service)
        files_left = _remove_left(service, files)
        logged = len(_LOG_LINE.findall(service.output.read_text()))
    return Effect(load.statuses, is_whole, logged, processes, files_left)


def _count_lasting(service: Service) -> Counter[str]:
    return Counter(role for role in service.roles().values() if role in LASTING)


def _describe(title: str, tree: Tree, effect: Effect) -> Record:
    """Return the row of a disturbance of one tree."""
    return {
        "disturbance": title,
        "tree": tree.name,
        "lost": effect.statuses[LOST],
        "dropped": effect.statuses[DROPPED],
        "statuses": format_counts(effect.answered),
        "whole again": "yes" if effect.is_whole else "no",
        "logged beyond responses": effect.logged - effect.answered.total(),
        "processes left": ", ".join(effect.processes) or "none",
        "files left": ", ".join(effect.files) or "none",
    }


def _disturb_once(
    service: Service, disturbance: Disturbance, load: Load, usual: Counter[str]
) -> bool:
    """Disturb a service; return whether it has ended as it should, or has all its processes again and answers."""
    workers = set(service.pids("worker"))
    victim = service.pick(disturbance.role)
    if disturbance.number is not None:
        with suppress(ProcessLookupError):  # it has ended by itself
            os.kill(victim, disturbance.number)
    leaving = workers if disturbance.number == signal.SIGHUP else {victim}

    def is_replaced() -> bool:
        if disturbance.number is None:
            return (
                not workers <= set(service.pids("worker"))
                and _count_lasting(service) >= usual
            )
        return leaving.isdisjoint(service.roles()) and _count_lasting(service) >= usual

    try:
        wait_until(service.is_over if disturbance.ends else is_replaced)
        if not disturbance.ends:
            load.wait_for_responses()
    except TimeoutError:
        return False
    return True


def _remove_left(service: Service, files: set[Path]) -> list[str]:
    """Remove the files that a service left, and return their names."""
    paths = [path for path in files if path.exists()]
    paths += service.folder.iterdir()
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    return sorted(path.name for path in paths)


def _judge(
    result: Result, title: str, disturbance: Disturbance, effect: Effect
) -> None:
    """Note what the tree after misses."""
    spoilt = effect.answered.total() - effect.statuses[200]
    if not disturbance.ends:
        spoilt += effect.statuses[LOST]
    # A process that is killed drops the requests that it was answering.
    if disturbance.number == signal.SIGKILL and not disturbance.ends:
        spoilt += effect.statuses[DROPPED]
    result.require_most(
        f"{title}, requests without 200", spoilt, disturbance.spoilt * disturbance.times
    )
    result.require_most(f"{title}, processes not replaced", int(not effect.is_whole), 0)
    result.require_most(f"{title}, processes left", len(effect.processes), 0)
    result.require_most(f"{title}, files left", len(effect.files), 0)

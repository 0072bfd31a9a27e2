"""Two workers in 256 MiB, which all hostile requests and the largest ones reach: what the kernel kills."""

import os
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from benchmarks.isolation.clients import ATTACKER, DROPPED, LOST, REFUSED, Client, compose
from benchmarks.isolation.inputs import LARGEST, name
from benchmarks.isolation.results import Result, format_counts
from benchmarks.isolation.trees import LASTING, Service, Tree
from benchmarks.limits.structures import Attack
from tools.ports import free_port

MEMORY = 256 << 20

_UNANSWERED = {LOST, DROPPED, REFUSED}
_CONTROLLERS = Path("/sys/fs/cgroup")
_IS_FIRST_VERSION = (_CONTROLLERS / "memory").is_dir()
_PARENT = _CONTROLLERS / "memory" if _IS_FIRST_VERSION else _CONTROLLERS
_CLIENTS = 8
_INTERVAL = 0.3  # seconds between looks at the processes
_MOST_TRIES = 200  # of a request that is refused because others are answered
_PAUSE = 0.2  # seconds after a refusal


@dataclass(frozen=True)
class MemoryGroup:
    """A cgroup of the kernel, version 1 or 2, whose processes share `MEMORY` bytes."""

    path: Path

    def kills(self) -> int:
        """Return how many processes the kernel has killed because the memory was used up."""
        (kills,) = re.findall(r"^oom_kill (\d+)$", self._read("memory.events", "memory.oom_control"), re.MULTILINE)
        return int(kills)

    def peak(self) -> float:
        """Return the most MiB that were in use at a time, with the page cache."""
        return int(self._read("memory.peak", "memory.max_usage_in_bytes")) / 2**20

    def _read(self, *files: str) -> str:
        """Return the text of the first of the files that exists."""
        return next((self.path / file).read_text() for file in files if (self.path / file).exists())


@contextmanager
def limit_memory() -> Iterator[MemoryGroup]:
    """Make a cgroup, and remove it at the exit, when its processes have ended."""
    path = _PARENT / f"shuffle-and-deal-{free_port()}"
    path.mkdir()
    try:
        (path / ("memory.limit_in_bytes" if _IS_FIRST_VERSION else "memory.max")).write_text(str(MEMORY))
        yield MemoryGroup(path)
    finally:
        path.rmdir()


@dataclass
class Ended:
    """The processes of a service that have ended, by role, as far as looks at short intervals find them."""

    service: Service
    roles: dict[int, str] = field(default_factory=dict)

    def watch(self, is_over: Event) -> Counter[str]:
        """Look until the event, and return how many processes of each role ended."""
        ended = Counter[str]()
        while True:
            roles = self.service.roles()
            ended.update(role for pid, role in self.roles.items() if pid not in roles)
            self.roles = roles
            if is_over.wait(_INTERVAL):
                return ended


def send_patiently(port: int, request: Attack) -> int:
    """Send a request on a new connection, again while it is refused with 503, and return its status."""
    client = Client(port, ATTACKER)
    data = compose(request)
    status = client.ask(data)
    for _ in range(_MOST_TRIES):
        if status != 503:
            break
        time.sleep(_PAUSE)
        status = client.ask(data)
    client.close()
    return status


def measure_memory(trees: Sequence[Tree], inputs: Sequence[Attack]) -> Result:
    """Return what ended in both trees, the statuses and the most memory."""
    requests = [*LARGEST, *inputs, *LARGEST]
    result = Result(f"{len(requests)} requests from {_CLIENTS} clients, two workers in {MEMORY >> 20} MiB")
    if not os.access(_PARENT, os.W_OK):
        result.missed.append(f"nothing is measured: a folder of {_PARENT} limits the memory, and may not be made")
        return result
    for tree in trees:
        with limit_memory() as group:
            _measure(result, tree, group, requests, is_judged=tree is trees[-1])
    return result


def _measure(result: Result, tree: Tree, group: MemoryGroup, requests: Sequence[Attack], *, is_judged: bool) -> None:
    """Add a record of one tree."""
    is_over = Event()
    with tree.start(workers=2, group=group.path) as service, ThreadPoolExecutor(_CLIENTS + 1) as pool:
        watching = pool.submit(Ended(service).watch, is_over)
        try:
            statuses = list(pool.map(lambda request: send_patiently(service.port, request), requests))
        finally:
            is_over.set()
        ended = watching.result()
        kills, peak = group.kills(), group.peak()
    lost = [name(request) for request, status in zip(requests, statuses, strict=True) if status in _UNANSWERED]
    result.add(
        {
            "tree": tree.name,
            "statuses": format_counts(Counter(statuses)),
            "killed by the kernel": kills,
            "ended": format_counts(ended),
            "most memory, MiB": peak,
            "without a response": "; ".join(lost) or "none",
        }
    )
    if is_judged:
        result.require_most("requests without a response", len(lost), 0)
        result.require_most("processes that ended and should last", sum(ended[role] for role in LASTING), 0)

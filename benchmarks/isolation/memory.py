"""Two workers in 256 MiB, which all hostile requests and the largest ones reach: what the kernel kills."""

import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event

from benchmarks.isolation.clients import (
    ATTACKER,
    DROPPED,
    LOST,
    REFUSED,
    Client,
    compose,
)
from benchmarks.isolation.groups import MemoryGroup, find_obstacle, limit_memory
from benchmarks.isolation.inputs import LARGEST, name
from benchmarks.isolation.results import Result, format_counts
from benchmarks.isolation.trees import LASTING, Service, Tree
from benchmarks.limits.structures import Attack

MEMORY = 256 << 20

_UNANSWERED = {LOST, DROPPED, REFUSED}
_CLIENTS = 8
_INTERVAL = 0.3  # seconds between looks at the processes
_MOST_TRIES = 200  # of a request that is refused because others are answered
_PAUSE = 0.2  # seconds after a refusal


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
    result = Result(
        f"{len(requests)} requests from {_CLIENTS} clients, two workers in {MEMORY >> 20} MiB"
    )
    if (obstacle := find_obstacle()) is not None:
        result.missed.append(f"nothing is measured: {obstacle}")
        return result
    for tree in trees:
        with limit_memory(MEMORY) as group:
            _measure(result, tree, group, requests, is_judged=tree is trees[-1])
    return result


def _measure(
    result: Result,
    tree: Tree,
    group: MemoryGroup,
    requests: Sequence[Attack],
    *,
    is_judged: bool,
) -> None:
    """Add a record of one tree."""
    is_over = Event()
    with (
        tree.start(workers=2, group=group.path) as service,
        ThreadPoolExecutor(_CLIENTS + 1) as pool,
    ):
        watching = pool.submit(Ended(service).watch, is_over)
        try:
            statuses = list(
                pool.map(
                    lambda request: send_patiently(service.port, request), requests
                )
            )
        finally:
            is_over.set()
        ended = watching.result()
        kills = group.kills()
        peak = group.peak()
    lost = [
        name(request)
        for request, status in zip(requests, statuses, strict=True)
        if status in _UNANSWERED
    ]
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
        result.require_most(
            "processes that ended and should last",
            sum(ended[role] for role in LASTING),
            0,
        )

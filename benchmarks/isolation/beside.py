"""Shuffles and small draws of groups of two clients, while twenty connections of another repeat a hostile request."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.isolation.clients import (
    GROUPER,
    SHUFFLER,
    Client,
    Outcome,
    attacked,
    compose,
    repeat_beside,
)
from benchmarks.isolation.inputs import GROUPS, SHUFFLE, name
from benchmarks.isolation.results import Record, Result, format_counts
from benchmarks.isolation.trees import Service, Tree
from benchmarks.limits.structures import Attack

LEAST_SHARE = 0.5
MOST_DELAY = 0.1  # seconds above the control's
MOST_99 = 1.0  # seconds

_CONTROLS = 10  # hostile requests until shuffles are measured without attackers again
_FIRST = 20  # requests that fill the caches


@dataclass(frozen=True)
class Window:
    """What two clients and the attackers got, and the processes of the service that ended meanwhile by role."""

    shuffles: Outcome
    groups: Outcome
    attacks: Counter[int]
    ended: Counter[str]

    @property
    def shuffled(self) -> int:
        """The shuffles that were answered with 200."""
        return self.shuffles.statuses[200]

    @property
    def refused_groups(self) -> int:
        """The draws of groups that were not answered with 200."""
        return self.groups.statuses.total() - self.groups.statuses[200]


def measure_beside(
    trees: Sequence[Tree], inputs: Sequence[Attack], seconds: float
) -> Result:
    """Return for each hostile request what the clients got in both trees, against a run without attackers."""
    result = Result(f"Beside twenty connections, for {seconds:g} s each")
    controls: dict[str, Window] = {}
    for number, request in enumerate(inputs):
        ordered = trees[:: -1 if number % 2 else 1]
        if number % _CONTROLS == 0:
            controls = {tree.name: _watch(tree, None, seconds) for tree in ordered}
        measured = {tree.name: _watch(tree, request, seconds) for tree in ordered}
        windows = {tree.name: measured[tree.name] for tree in trees}
        result.add(_compare(name(request), windows, controls))
        _judge(result, name(request), windows[trees[-1].name], controls[trees[-1].name])
    return result


def _watch(tree: Tree, request: Attack | None, seconds: float) -> Window:
    """Return what the clients get of a new service with one worker, beside attackers unless there is no request."""
    requests = {SHUFFLER: compose(SHUFFLE), GROUPER: compose(GROUPS)}
    with tree.start() as service:
        _fill_caches(service, requests)
        roles = service.roles()
        with attacked(service.port, compose(request) if request else None) as attacks:
            outcomes = repeat_beside(service.port, requests, seconds)
        left = service.roles()
        ended = Counter(role for pid, role in roles.items() if pid not in left)
        return Window(outcomes[SHUFFLER], outcomes[GROUPER], attacks, ended)


def _fill_caches(service: Service, requests: Mapping[str, bytes]) -> None:
    for address, request in requests.items():
        client = Client(service.port, address)
        for _ in range(_FIRST):
            client.ask(request)
        client.close()


def _compare(
    title: str, windows: Mapping[str, Window], controls: Mapping[str, Window]
) -> Record:
    """Return the row of a hostile request: each figure of the tree before, and of the tree after."""
    record: Record = {"request": title}
    for tree, window in windows.items():
        record[f"attacks {tree}"] = format_counts(window.attacks)
    for tree, window in windows.items():
        record[f"share of shuffles {tree}"] = _share(window, controls[tree])
    for tree, window in windows.items():
        record[f"worst shuffle later, ms {tree}"] = (
            _delay(window, controls[tree]) * 1000
        )
    for tree, window in windows.items():
        record[f"groups {tree}"] = format_counts(window.groups.statuses)
    for tree, window in windows.items():
        record[f"groups 99 %, ms {tree}"] = window.groups.percentile_99 * 1000
    for tree, window in windows.items():
        record[f"ended {tree}"] = format_counts(window.ended)
    return record


def _share(window: Window, control: Window) -> float:
    return window.shuffled / max(1, control.shuffled)


def _delay(window: Window, control: Window) -> float:
    return window.shuffles.worst - control.shuffles.worst


def _judge(result: Result, title: str, window: Window, control: Window) -> None:
    """Note what the tree after misses."""
    result.require_least(
        f"{title}, share of shuffles", _share(window, control), LEAST_SHARE
    )
    result.require_most(
        f"{title}, worst shuffle later",
        _delay(window, control) * 1000,
        MOST_DELAY * 1000,
        " ms",
    )
    result.require_most(
        f"{title}, draws of groups without 200", window.refused_groups, 0
    )
    result.require_most(
        f"{title}, 99 % of draws of groups", window.groups.percentile_99, MOST_99, " s"
    )

"""Forty small draws of groups that are sent at once: all are answered, and how long it takes until the last."""

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial

from benchmarks.isolation.clients import SHUFFLER, Client, attacked, compose
from benchmarks.isolation.inputs import FIVE, GROUPS
from benchmarks.isolation.results import Record, Result, format_counts
from benchmarks.isolation.trees import Service, Tree
from benchmarks.limits.structures import Attack
from benchmarks.timing import Quartiles, compare, interleave

MOST_TIMES = 1.5

_DRAWS = 40
_PLACED = FIVE[2]


def draw_at_once(port: int, statuses: Counter[int]) -> float:
    """Send the draws on a connection each, count their statuses, and return the seconds until the last response."""
    request = compose(GROUPS)
    clients = [Client(port, SHUFFLER) for _ in range(_DRAWS)]
    for client in clients:
        client.connect()
    start = time.monotonic()
    for client in clients:
        client.send(request)
    statuses.update(client.receive() for client in clients)
    seconds = time.monotonic() - start
    for client in clients:
        client.close()
    return seconds


def measure_small(trees: Sequence[Tree], rounds: int) -> Result:
    """Return the seconds in both trees: alone, and beside twenty connections that repeat a hostile request."""
    result = Result(f"{_DRAWS} small draws of groups at once, one worker")
    with ExitStack() as stack:
        services = {tree.name: stack.enter_context(tree.start()) for tree in trees}
        for title, hostile in (
            ("alone", None),
            (f"beside {_PLACED.structure}", _PLACED),
        ):
            _measure(result, title, services, hostile, rounds)
    return result


def _measure(
    result: Result,
    title: str,
    services: dict[str, Service],
    hostile: Attack | None,
    rounds: int,
) -> None:
    """Add a record of one situation."""
    statuses = {name: Counter[int]() for name in services}
    request = compose(hostile) if hostile else None

    def draw_beside(name: str) -> float:
        with attacked(services[name].port, request):
            return draw_at_once(services[name].port, statuses[name])

    samples = interleave(
        {name: partial(draw_beside, name) for name in services}, rounds, warm_up=True
    )
    before, after = services
    times = compare(samples, after, before)
    record: Record = {"situation": title}
    for name in services:
        record[f"{name}, ms"] = Quartiles.of(samples[name]).median * 1000
    record["after : before"] = times.median
    for name in services:
        record[f"statuses {name}"] = format_counts(statuses[name])
    result.add(record)
    result.require_most(
        f"{title}, draws without 200", statuses[after].total() - statuses[after][200], 0
    )
    if hostile is None:
        result.require_most(
            f"{title}, times the seconds before", times.median, MOST_TIMES
        )

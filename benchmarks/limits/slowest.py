"""Time the largest request of each kind that the default limits allow.

The size of a request is reduced until it is accepted. The table is written into docs/operations.md. The exit status is
1 if a request takes more than `MAX_SECONDS` of CPU time, or on a slower machine more than `MAX_RATIO` times the time in
which fisher_yates shuffles a million integers.
"""

import argparse
import gc
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import orjson
from flask.testing import FlaskClient

from benchmarks.documents import DOCS, format_table, replace_section
from benchmarks.limits.largest import KINDS
from benchmarks.machine import describe_machine
from service.app import create_app
from service.core.crypto.tokens import generate_key
from service.core.shuffles.plans import Limits, ShuffleRequest, plan_shuffle
from service.settings import Settings

HEADING = "## The longest requests\n"
MAX_SECONDS = 1.5
MAX_RATIO = 12

_OK, _REJECTED = 200, {413, 422}
_JSON = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class LargestRequest:
    """The largest accepted request of a kind: its size, its CPU time in seconds, and the bytes of its response."""

    kind: str
    count: int
    seconds: float
    response_bytes: int


def iterate_counts() -> Iterator[int]:
    """Yield 99,000,000, 98,000,000, … 10,000,000, 9,900,000, … 10."""
    for exponent in range(6, -1, -1):
        yield from (digits * 10**exponent for digits in range(99, 9, -1))


def measure_largest(client: FlaskClient, kind: str) -> LargestRequest:
    """Send requests of a kind, the largest first, until one is accepted, and return that one."""
    for count in iterate_counts():
        request = KINDS[kind](client, count)
        if request is None:
            continue
        path, body = request
        text = None if body is None else orjson.dumps(body)
        start = time.process_time()
        with client.open(path, method="GET" if text is None else "POST", data=text, headers=_JSON) as response:
            response_bytes, status = len(response.data), response.status_code
        if status == _OK:
            largest = LargestRequest(kind, count, time.process_time() - start, response_bytes)
            print(f"{largest.seconds:.2f} s: {count:,} {kind}", flush=True)
            return largest
        if status not in _REJECTED:
            raise RuntimeError(f"{kind}, {count}: {status}")
    raise RuntimeError(f"{kind}: every request was rejected")


def render_section(requests: list[LargestRequest], machine: Mapping[str, str]) -> str:
    """Return the section of docs/operations.md, without its heading."""
    rows = [
        (request.kind, f"{request.count:,}", f"{request.seconds:.2f} s", f"{request.response_bytes / 2**20:.1f} MiB")
        for request in sorted(requests, key=lambda request: -request.seconds)
    ]
    return (
        "There is no timeout for a request, as a thread cannot be stopped; the size of requests is limited instead. "
        "These are the largest requests of each kind that the default limits allow, to two significant digits, with "
        "their CPU time. A batch as NDJSON or as text may have `MAX_STREAMED` items and lasts as long as its client "
        "reads; other requests are served between its chunks, and it ends when the client disconnects.\n\n"
        f"{format_table(('request', 'count', 'CPU', 'response'), rows)}\n\n"
        f"Measured on {machine['CPU']}; {machine['Python']}, {machine['libraries']}. "
        f"Load before the run: {machine['load before the run']}; other work on the machine adds to CPU time as well.\n"
    )


def main(arguments: Sequence[str]) -> int:
    """Measure, and replace the section of docs/operations.md; return 1 if a request takes too long."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks slowest", description=__doc__)
    parser.parse_args(arguments)
    machine = describe_machine()
    client = create_app(Settings(shoe_keys=(generate_key(),))).test_client()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)  # both as in service/server/gunicorn.conf.py
    requests = [measure_largest(client, kind) for kind in KINDS]
    guide = DOCS / "operations.md"
    guide.write_text(replace_section(guide.read_text(), HEADING, render_section(requests, machine)))
    slowest = max(requests, key=lambda request: request.seconds)
    ratio = slowest.seconds / _time_reference()
    print(
        f"The slowest request: {slowest.count:,} {slowest.kind}, {slowest.seconds:.2f} s of CPU time, {ratio:.1f} "
        "times that of a shuffle of a million integers."
    )
    return int(slowest.seconds > MAX_SECONDS and ratio > MAX_RATIO)


def _time_reference() -> float:
    """Return the CPU time in which fisher_yates shuffles a million integers, the least of three."""
    request, times = ShuffleRequest(seed="reference"), []
    plan = plan_shuffle(1_000_000, request, Limits())
    for _ in range(3):
        start = time.process_time()
        plan.draw(request)
        times.append(time.process_time() - start)
    return min(times)

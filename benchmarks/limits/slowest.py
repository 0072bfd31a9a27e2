"""Time the largest request of each kind that the default limits allow.

The size of a request is reduced until it is accepted. The table is written into docs/operations.md. The exit status is
1 if a request takes more than `MAX_SECONDS` of CPU time.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from benchmarks.documents import DOCS, format_table, replace_section
from benchmarks.machine import describe_machine
from service.app import create_app
from service.core.crypto.tokens import generate_key
from service.core.shuffles.catalogue import SHUFFLES
from service.settings import Settings

HEADING = "## The longest requests\n"
MAX_SECONDS = 10.0
"""CPU time on a machine that is not old: a worker that shuts down waits half a minute."""

KINDS = {
    **{f"integers, `{name}`": f"/v1/integers?max={{}}&algorithm={name}" for name in SHUFFLES},
    "integers out of 2^53": "/v1/integers?max=9007199254740991&count={}",
    "shuffles of a pack": "/v1/decks/standard/shuffle/batch?repeats={}",
    "deals of hold'em for nine": "/v1/games/holdem/deal/batch?players=9&repeats={}",
    "bridge deals": "/v1/games/bridge/deal/batch?repeats={}",
    **{f"trials of `{name}` with 52 items": f"/v1/algorithms/{name}/bias?n=52&trials={{}}" for name in SHUFFLES},
}
_TABLE = {f"{rank}{suit}": 20 * number for number, suit in enumerate("SHDC") for rank in "A23456789TJQK"}
_NEVER = {"hand": "N", "shape": "13-0-0-0"}
SEARCHES: dict[str, tuple[str, dict[str, Any]]] = {
    "candidates of bridge, one predicate": ("bridge", _NEVER),
    "candidates of bridge, 63 predicates of points": (
        "bridge",
        {"all": [{"any": [{"hand": hand, "points": "hcp", "min": 37} for hand in "NESW"] * 15}, _NEVER]},
    ),
    "candidates of bridge, 60 tables of all cards": (
        "bridge",
        {
            "any": [
                {
                    "hand": hand,
                    "sum": {card: value + at for at, (card, value) in enumerate(_TABLE.items())},
                    "min": 1_200,
                }
                for hand in "NESW"
            ]
            * 15
        },
    ),
    "candidates of hold'em, 60 categories": (
        "holdem",
        {"any": [{"hand": seat, "category": "royal_flush"} for seat in ("1", "2", "3")] * 20},
    ),
    "candidates of blackjack": ("blackjack", {"hand": "stock", "cards": ["AS"], "max": 0}),
    "candidates of baccarat": ("baccarat", {"hand": "stock", "cards": ["AS"], "max": 0}),
}
"""Games and conditions of searches, which hardly a deal fulfils."""

_OK, _REJECTED = 200, 422


@dataclass(frozen=True)
class LargestRequest:
    """The largest accepted request of a kind: its size, its CPU time in seconds, and the bytes of its response."""

    kind: str
    count: int
    seconds: float
    response_bytes: int


def iterate_counts() -> Iterator[int]:
    """Yield 100,000,000, 90,000,000, … 20,000,000, 10,000,000, 9,000,000, … 1."""
    for exponent in range(8, -1, -1):
        yield from (digit * 10**exponent for digit in range(1 if exponent == 8 else 9, 0, -1))


def measure_largest(client: FlaskClient, kind: str) -> LargestRequest:
    """Send requests of a kind, the largest first, until one is accepted, and return that one."""
    for count in iterate_counts():
        start = time.process_time()
        with _send(client, kind, count) as response:
            response_bytes, status = len(response.data), response.status_code
        if status == _OK:
            return LargestRequest(kind, count, time.process_time() - start, response_bytes)
        if status != _REJECTED:
            raise RuntimeError(f"{kind}, {count}: {status}")
    raise RuntimeError(f"{kind}: every request was rejected")


def _send(client: FlaskClient, kind: str, count: int) -> TestResponse:
    """Return the response to the request of a kind and a size."""
    if kind in KINDS:
        return client.get(KINDS[kind].format(count))
    game, where = SEARCHES[kind]
    body = {"repeats": 1_000, "max_candidates": count, "where": where}
    return client.post(f"/v1/games/{game}/deal/batch", json=body)


def render_section(requests: list[LargestRequest]) -> str:
    """Return the section of docs/operations.md, without its heading."""
    rows = [
        (request.kind, f"{request.count:,}", f"{request.seconds:.2f} s", f"{request.response_bytes / 2**20:.1f} MiB")
        for request in sorted(requests, key=lambda request: -request.seconds)
    ]
    machine = describe_machine()
    return (
        "There is no timeout for a request, as a thread cannot be stopped; the size of requests is limited instead. "
        "These are the largest requests of each kind that the default limits allow, to one significant digit, with "
        "their CPU time. A batch as NDJSON or as text may have `MAX_STREAMED` items and lasts as long as its client "
        "reads; other requests are served between its chunks, and it ends when the client disconnects.\n\n"
        f"{format_table(('request', 'count', 'CPU', 'response'), rows)}\n\n"
        f"Measured on {machine['CPU']}; {machine['Python']}, {machine['libraries']}.\n"
    )


def main(arguments: Sequence[str]) -> int:
    """Measure, and replace the section of docs/operations.md; return 1 if a request takes too long."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks slowest", description=__doc__)
    parser.parse_args(arguments)
    client = create_app(Settings(shoe_keys=(generate_key(),))).test_client()
    requests = [measure_largest(client, kind) for kind in (*KINDS, *SEARCHES)]
    guide = DOCS / "operations.md"
    guide.write_text(replace_section(guide.read_text(), HEADING, render_section(requests)))
    slowest = max(requests, key=lambda request: request.seconds)
    print(f"The slowest request: {slowest.count:,} {slowest.kind}, {slowest.seconds:.2f} s of CPU time.")
    return int(slowest.seconds > MAX_SECONDS)

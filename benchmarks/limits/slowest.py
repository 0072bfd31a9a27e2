"""`python -m benchmarks.limits.slowest` asks for the most that one request may ask for, and writes down how long it takes.

Of each kind it asks for less and less until that is within the default limits, so that the figure is that of the
largest request that is answered. The table goes into docs/operations.md. The exit status is 1 if one takes longer than
`MOST` seconds of CPU time.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from flask.testing import FlaskClient

from benchmarks.limits.capacity import DOCS, replaced
from benchmarks.machine import described
from benchmarks.report.section import table
from service.app import create_app
from service.core.crypto.tokens import generate_key
from service.core.shuffles.catalogue import SHUFFLES
from service.settings import Settings

HEADING = "## The longest requests\n"
MOST = 10.0
"""Seconds of CPU time on a machine that is not old: half a minute is as long as a stopping worker waits."""

KINDS = {
    **{f"integers, `{name}`": f"/v1/integers?max={{}}&algorithm={name}" for name in SHUFFLES},
    "integers out of 2^53": "/v1/integers?max=9007199254740991&count={}",
    "shuffles of a pack": "/v1/decks/standard/shuffle/batch?repeats={}",
    "hands of hold'em for nine": "/v1/games/holdem/deal/batch?players=9&repeats={}",
    "bridge deals": "/v1/games/bridge/deal/batch?repeats={}",
    **{f"trials of `{name}` with 52 items": f"/v1/algorithms/{name}/bias?n=52&trials={{}}" for name in SHUFFLES},
}
_OK, _REFUSED = 200, 422


@dataclass(frozen=True)
class Longest:
    """The largest request of a kind: how many were asked for, the seconds of CPU time, and the bytes of the answer."""

    kind: str
    count: int
    seconds: float
    size: int


def counts() -> Iterator[int]:
    """100,000,000, 90,000,000, … 20,000,000, 10,000,000, 9,000,000, … 1."""
    for exponent in range(8, -1, -1):
        yield from (digit * 10**exponent for digit in range(1 if exponent == 8 else 9, 0, -1))


def longest(client: FlaskClient, kind: str) -> Longest:
    """The largest of a kind that is answered."""
    for count in counts():
        start = time.process_time()
        with client.get(KINDS[kind].format(count)) as answer:
            size, status = len(answer.data), answer.status_code
        if status == _OK:
            return Longest(kind, count, time.process_time() - start, size)
        if status != _REFUSED:
            raise RuntimeError(f"{kind}, {count}: {status}")
    raise RuntimeError(f"{kind}: nothing is answered")


def section(found: list[Longest]) -> str:
    """The table, as a section of docs/operations.md without its heading."""
    rows = [
        (each.kind, f"{each.count:,}", f"{each.seconds:.2f} s", f"{each.size / 2**20:.1f} MiB")
        for each in sorted(found, key=lambda each: -each.seconds)
    ]
    machine = described()
    return (
        "No clock ends a request, as a thread cannot be stopped: what may be asked for is bounded instead. This is "
        "the most of each kind, to one digit, that is answered with the default limits, and the CPU time that it "
        "takes. A batch that is sent line by line or as text may have `MAX_STREAMED` items, and lasts as long as its "
        "reader does; between two of its parts others have their turn, and whoever hangs up ends it.\n\n"
        f"{table(('what', 'how many', 'CPU', 'answer'), rows)}\n\n"
        f"Measured on {machine['CPU']}; {machine['Python']}, {machine['libraries']}.\n"
    )


def main() -> int:
    """Measure, and write down."""
    client = create_app(Settings(shoe_keys=(generate_key(),))).test_client()
    found = [longest(client, kind) for kind in KINDS]
    guide: Path = DOCS / "operations.md"
    guide.write_text(replaced(guide.read_text(), HEADING, section(found)))
    slowest = max(found, key=lambda each: each.seconds)
    print(f"The longest: {slowest.count:,} {slowest.kind}, {slowest.seconds:.2f} s of CPU time.")
    return int(slowest.seconds > MOST)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m benchmarks.limits.capacity` measures what an answer costs, and computes what a million a second would take.

The cost is the CPU time of one worker, which a busy machine disturbs least, divided by what wrk counts meanwhile. The
figures go to docs/capacity.json, and with the computation into docs/operations.md.
"""

import json
import re
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path

from benchmarks.machine import described
from benchmarks.report.section import table
from benchmarks.servers import Running, gunicorn, running

DOCS = Path(__file__).parent.parent / "docs"
HEADING = "## A million a second\n"

GOAL = 1_000_000
BUSY = 0.6
"""How much of a core is planned with: the rest is for peaks, and for replicas that are being replaced."""
PLANNED = 100
"""MiB for each worker: more than any that the soak has seen."""
_SECONDS = 8
_SHUFFLE = "/v1/decks/standard/shuffle"


@dataclass(frozen=True)
class Asked:
    """What is measured: a request, and how many decks are in its answer."""

    name: str
    path: str
    decks: int = 1
    accept: str = "application/json"


ASKED = (
    Asked("one deck a request, unseeded", _SHUFFLE),
    Asked("one deck a request, seeded", f"{_SHUFFLE}?seed=42"),
    Asked("a hand of hold'em for nine, a request", "/v1/games/holdem/deal?players=9"),
    Asked("100 decks a request", f"{_SHUFFLE}/batch?repeats=100", 100),
    Asked("1,000 decks a request, line by line", f"{_SHUFFLE}/batch?repeats=1000", 1000, "application/x-ndjson"),
    Asked("1,000 decks a request, as text", f"{_SHUFFLE}/batch?repeats=1000", 1000, "text/plain"),
)


@dataclass(frozen=True)
class Cost:
    """What one answer costs: CPU in seconds, and bytes on the wire, its head included."""

    name: str
    decks: int
    cpu: float
    size: float

    @property
    def a_core(self) -> float:
        """Decks, or deals, that one core gives in a second."""
        return self.decks / self.cpu

    @property
    def cores(self) -> int:
        """For the goal, each core as busy as is planned."""
        return ceil(GOAL / self.a_core / BUSY)

    @property
    def gigabits(self) -> float:
        """A second, for the goal."""
        return GOAL / self.decks * self.size * 8 / 1e9


@dataclass(frozen=True)
class Capacity:
    """What was measured: on what machine, the costs, and the memory of a worker afterwards, in MiB."""

    machine: Mapping[str, str]
    costs: tuple[Cost, ...]
    rss: float
    pss: float

    @classmethod
    def read(cls, file: Path) -> "Capacity":
        """One that was written."""
        members = json.loads(file.read_text())
        return cls(**members | {"costs": tuple(Cost(**cost) for cost in members["costs"])})


def measured() -> Capacity:
    """Ask for each in turn."""
    with running(gunicorn("service.wsgi:app"), "/readyz", None) as server:
        costs = tuple(cost(server, asked) for asked in ASKED)
        rss, pss = server.worker_mib()
    return Capacity(described(), costs, round(rss, 1), round(pss, 1))


def cost(server: Running, asked: Asked) -> Cost:
    """What one kind of answer costs."""
    url = f"http://127.0.0.1:{server.port}{asked.path}"
    command = ["wrk", "-t1", "-c8", f"-d{_SECONDS}s", "--timeout=30s", f"-HAccept: {asked.accept}", url]
    before = server.worker_cpu()
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    taken = server.worker_cpu() - before
    counted = re.search(r"(\d+) requests in .*?, ([\d.]+)(KB|MB|GB) read", done.stdout)
    if not counted or "Non-2xx" in done.stdout or "Socket errors" in done.stdout:
        raise RuntimeError(f"wrk {url}: {done.stdout}")
    size = float(counted[2]) * 1024 ** ("KB", "MB", "GB").index(counted[3]) * 1024
    return Cost(asked.name, asked.decks, taken / int(counted[1]), size / int(counted[1]))


def section(capacity: Capacity) -> str:
    """The computation, as a section of docs/operations.md without its heading."""
    rows = [
        (
            cost.name,
            f"{cost.cpu * 1e6:,.0f} µs",
            f"{cost.a_core:,.0f}",
            f"{cost.size:,.0f}",
            f"{cost.cores:,}",
            f"{ceil(cost.cores * PLANNED / 1024):,} GiB",
            f"{cost.gigabits:,.1f} Gbit/s",
        )
        for cost in capacity.costs
    ]
    head = ("asked", "CPU an answer", "decks/s a core", "bytes an answer", "cores", "memory", "network")
    single = capacity.costs[0]
    replicas = ceil(single.cores / 4)
    return (
        f"What {GOAL:,} decks (or deals) a second would take, from what one answer costs one worker here. Cores are "
        f"{GOAL:,} / (decks a second a core) / {BUSY:g}, as no core should be planned to be busier than that; memory "
        f"is one worker a core at {PLANNED} MiB (here it had {capacity.rss:g}, {capacity.pss:g} its own); network "
        f"is {GOAL:,} / (decks an answer) × bytes × 8. What the proxies in front take comes on top.\n\n"
        f"{table(head, rows)}\n\n"
        f"So a million single requests a second take some {single.cores:,} cores: for example {replicas:,} replicas "
        "of 4 workers on 4 cores, and nothing between them but the same keys. A million decks a second in batches "
        f"take {min(cost.cores for cost in capacity.costs):,} to "
        f"{max(cost.cores for cost in capacity.costs if cost.decks > 1):,}: whoever needs many asks for many at a "
        "time. Nothing is shared, so nothing else grows with their number; but this is a computation, and no such "
        "fleet was run.\n\n"
        f"Measured on {capacity.machine['CPU']}, {capacity.machine['memory']}; {capacity.machine['Python']}, "
        f"{capacity.machine['libraries']}. Load before the run: {capacity.machine['load before the run']}. The "
        "figures are this machine's alone: make them anew on yours.\n"
    )


def replaced(guide: str, heading: str, text: str) -> str:
    """A guide with that text under that heading, up to the next of its level."""
    before, after = guide.split(heading)
    _, following, rest = after.partition("\n## ")
    return f"{before}{heading}\n{text}{following}{rest}"


def main() -> None:
    """Measure, and write down."""
    capacity = measured()
    (DOCS / "capacity.json").write_text(json.dumps(asdict(capacity), indent=1) + "\n")
    guide = DOCS / "operations.md"
    guide.write_text(replaced(guide.read_text(), HEADING, section(capacity)))


if __name__ == "__main__":
    main()

"""What a soak found: its table, its picture, and whether anything in it is amiss."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median

from benchmarks.limits.capacity import replaced
from benchmarks.report.section import figure, svg, table
from benchmarks.soak.load import Sample

MOST_GROWTH = 2.0
"""MiB that a worker may have grown from the second third of a soak to the last, beyond what is noise."""

HEADING = "## The soak\n"


@dataclass(frozen=True)
class Soak:
    """One soak: how long, how many requests a second, on how many workers and what machine, and what was sampled."""

    minutes: float
    rate: float
    workers: int
    machine: Mapping[str, str]
    samples: tuple[Sample, ...]

    @classmethod
    def read(cls, file: Path) -> "Soak":
        """One that was written."""
        members = json.loads(file.read_text())
        samples = (Sample(**{**s, "rss": tuple(s["rss"]), "pss": tuple(s["pss"])}) for s in members.pop("samples"))
        return cls(**members, samples=tuple(samples))

    def thirds(self) -> Iterator[tuple[Sample, ...]]:
        """The samples of the beginning, the middle and the end."""
        third = len(self.samples) // 3
        yield from (self.samples[:third], self.samples[third:-third], self.samples[-third:])

    @property
    def growth(self) -> float:
        """MiB by which the median worker's resident memory grew from the middle of the soak to its end."""
        _, middle, end = (median(fmean(sample.rss) for sample in third) for third in self.thirds())
        return end - middle


def complaints(soak: Soak) -> Iterator[str]:
    """What is amiss, in words."""
    requests, errors = (sum(getattr(sample, name) for sample in soak.samples) for name in ("requests", "errors"))
    if errors:
        yield f"{errors} of {requests} answers were not as they must be."
    if requests < 0.9 * soak.minutes * 60 * soak.rate:
        yield f"{requests} requests are fewer than {soak.rate:.0f} a second: the machine cannot bear this load."
    if soak.growth > MOST_GROWTH:
        yield f"A worker grew by {soak.growth:.2f} MiB from the middle to the end; {MOST_GROWTH} are the most."


def section(soak: Soak) -> str:
    """The soak as a section of docs/operations.md, without its heading."""
    total, errors = (sum(getattr(sample, name) for sample in soak.samples) for name in ("requests", "errors"))
    rows = [
        (
            f"{third[0].minute:.0f} – {third[-1].minute:.0f}",
            f"{sum(sample.requests for sample in third):,}",
            str(sum(sample.errors for sample in third)),
            f"{median(sample.median for sample in third):.1f} ms",
            f"{median(sample.percentile_99 for sample in third):.1f} ms",
            f"{max(sample.slowest for sample in third):.0f} ms",
            f"{median(fmean(sample.rss) for sample in third):.1f} MiB",
            f"{median(fmean(sample.pss) for sample in third):.1f} MiB",
        )
        for third in soak.thirds()
    ]
    head = ("minutes", "requests", "errors", "median", "99 %", "slowest", "RSS a worker", "PSS a worker")
    return (
        f"{soak.minutes:.0f} minutes of {soak.rate:.0f} requests a second on {soak.workers} workers, from "
        f"{len(soak.samples)} samples: {total:,} requests, {errors} errors, and {soak.growth:+.2f} MiB a worker from "
        "the middle of the run to its end. Every answer's status is checked, and what can be checked in it. Latencies "
        "are those of a busy machine that runs the clients too, counted from when a request was due; the median, the "
        "99th percentile and the memory are the medians of the samples'.\n\n"
        f"{table(head, rows)}\n\n"
        f"![Above, latency over the run on a logarithmic scale: median, 99th percentile, slowest. Below, memory of "
        f"each worker, resident and its own share.](soak.svg)\n\n"
        f"Measured on {soak.machine['CPU']}, {soak.machine['memory']}; {soak.machine['Python']}, "
        f"{soak.machine['libraries']}. Load before the run: {soak.machine['load before the run']}.\n"
    )


def picture(soak: Soak) -> str:
    """Latency and memory over time."""
    drawn = figure(8, 6)
    latency, memory = drawn.subplots(2, 1, sharex=True)
    minutes = [sample.minute for sample in soak.samples]
    for name, label in (("slowest", "slowest"), ("percentile_99", "99th percentile"), ("median", "median")):
        latency.plot(minutes, [getattr(sample, name) for sample in soak.samples], label=label)
    latency.set(yscale="log", ylabel="ms", title=f"Latency at {soak.rate:.0f} requests a second")
    latency.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=3)  # above, where no line is
    for name, label in (("rss", "RSS"), ("pss", "PSS")):
        for worker in range(soak.workers):
            sizes = [getattr(sample, name)[worker] for sample in soak.samples]
            memory.plot(minutes, sizes, label=f"{label}, worker {worker + 1}")
    memory.set(xlabel="minutes", ylabel="MiB", title="Memory", ylim=(0, None))
    memory.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2 * soak.workers, fontsize="small")
    return svg(drawn)


def write(soak: Soak, docs: Path) -> None:
    """Write figures, picture and section."""
    (docs / "soak.json").write_text(json.dumps(asdict(soak), indent=1) + "\n")
    (docs / "soak.svg").write_text(picture(soak))
    guide = docs / "operations.md"
    guide.write_text(replaced(guide.read_text(), HEADING, section(soak)))

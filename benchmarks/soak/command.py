"""Load a gunicorn steadily for an hour, and record its memory and latency.

The figures are written to docs/soak.json, their picture to docs/soak.svg, and a table into docs/operations.md. The exit
status is 1 if a response was wrong or if memory grew.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean, median

from benchmarks.documents import DOCS, describe_machine, format_table, replace_section
from benchmarks.plots import new_figure, render_svg
from benchmarks.servers import gunicorn, start_server
from benchmarks.soak.load import Load, Sample

MAX_GROWTH = 2.0
"""Memory by which a worker may grow from the second third of the run to the last, in MiB; less than that is noise."""

HEADING = "## The soak\n"


@dataclass(frozen=True)
class Soak:
    """One run: its minutes, requests per second and workers, the machine, and the samples."""

    minutes: float
    rate: float
    workers: int
    machine: Mapping[str, str]
    samples: tuple[Sample, ...]

    @classmethod
    def from_file(cls, file: Path) -> "Soak":
        """Read a run from docs/soak.json."""
        fields = json.loads(file.read_text())
        samples = (Sample(**{**s, "rss": tuple(s["rss"]), "pss": tuple(s["pss"])}) for s in fields.pop("samples"))
        return cls(**fields, samples=tuple(samples))

    def thirds(self) -> Iterator[tuple[Sample, ...]]:
        """Yield the samples of the beginning, of the middle and of the end."""
        third = len(self.samples) // 3
        yield from (self.samples[:third], self.samples[third:-third], self.samples[-third:])

    @property
    def growth(self) -> float:
        """Growth of a worker's median RSS from the middle of the run to its end, in MiB."""
        _, middle, end = (median(fmean(sample.rss) for sample in third) for third in self.thirds())
        return end - middle


def find_problems(soak: Soak) -> Iterator[str]:
    """Yield a sentence for each problem of a run."""
    requests, errors = (sum(getattr(sample, name) for sample in soak.samples) for name in ("requests", "errors"))
    if errors:
        yield f"{errors} of {requests} responses were not the expected ones."
    if requests < 0.9 * soak.minutes * 60 * soak.rate:
        yield f"{requests} requests are fewer than {soak.rate:.0f} a second: the machine is too slow for this load."
    if soak.growth > MAX_GROWTH:
        yield f"A worker grew by {soak.growth:.2f} MiB from the middle to the end; the limit is {MAX_GROWTH}."


def render_section(soak: Soak) -> str:
    """Return the section of docs/operations.md, without its heading."""
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
    head = ("minutes", "requests", "errors", "median", "99 %", "slowest", "RSS per worker", "PSS per worker")
    return (
        f"{soak.minutes:.0f} minutes of {soak.rate:.0f} requests a second on {soak.workers} workers, from "
        f"{len(soak.samples)} samples: {total:,} requests, {errors} errors, and {soak.growth:+.2f} MiB per worker from "
        "the middle of the run to its end. The status of every response is checked, and its content where it is known. "
        "Latency counts from the scheduled time of a request, on a busy machine that also runs the clients; the "
        "median, the 99th percentile and the memory are medians over the samples.\n\n"
        f"{format_table(head, rows)}\n\n"
        f"![Above: latency over the run on a logarithmic scale, median, 99th percentile and slowest. Below: memory of "
        f"each worker, RSS and PSS.](soak.svg)\n\n"
        f"Measured on {soak.machine['CPU']}, {soak.machine['memory']}; {soak.machine['Python']}, "
        f"{soak.machine['libraries']}. Load before the run: {soak.machine['load before the run']}.\n"
    )


def render_picture(soak: Soak) -> str:
    """Return an SVG of latency and memory over time."""
    figure = new_figure(8, 6)
    latency, memory = figure.subplots(2, 1, sharex=True)
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
    return render_svg(figure)


def write(soak: Soak, docs: Path) -> None:
    """Write the figures, the picture and the section."""
    (docs / "soak.json").write_text(json.dumps(asdict(soak), indent=1) + "\n")
    (docs / "soak.svg").write_text(render_picture(soak))
    guide = docs / "operations.md"
    guide.write_text(replace_section(guide.read_text(), HEADING, render_section(soak)))


_SAMPLES = 60
_WARM_UP = 0.1  # of the duration: the caches are full after it


def main(arguments: Sequence[str]) -> int:
    """Load the server, print the samples, and write the documents."""
    options = _parse(arguments)
    seconds = options.minutes * 60
    command = replace(gunicorn(options.application), environment={"WEB_CONCURRENCY": str(options.workers)})
    with start_server(command, "/readyz", None) as server:
        port, master = server.port, server.process.pid
        list(Load(port, options.rate).sample(seconds * _WARM_UP, seconds * _WARM_UP, master))
        load, samples = Load(port, options.rate), []
        for sample in load.sample(seconds, seconds / _SAMPLES, master):
            print(sample, flush=True)
            samples.append(sample)
    soak = Soak(options.minutes, options.rate, options.workers, describe_machine(), tuple(samples))
    if not options.dry_run:
        write(soak, DOCS)
    problems = [*find_problems(soak), *load.first_errors]
    print(*problems, sep="\n", file=sys.stderr)
    return int(bool(problems))


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=100, help="requests per second (100)")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--application", default="service.wsgi:app", help="the WSGI application that gunicorn serves")
    parser.add_argument("--dry-run", action="store_true", help="print the samples, and write no documents")
    return parser.parse_args(arguments)

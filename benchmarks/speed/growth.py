"""The growth of the CPU time of a request with the number of items and with the number of decks in a batch."""

from itertools import pairwise
from math import log, log10

from benchmarks.documents import wrap
from benchmarks.speed.in_process import INTEGERS, SHUFFLE, make_wsgi_caller
from benchmarks.timing import Quartiles, interleave, make_contender
from service.app import create_app
from service.settings import Settings

_BAR_LENGTH = 40


def measure_growth(seconds: float, rounds: int) -> str:
    """Return a section with both curves; each point is the CPU time of one WSGI call."""
    app = create_app(Settings())
    integers, decks = make_wsgi_caller(app, INTEGERS), make_wsgi_caller(app, f"{SHUFFLE}/batch")
    points = {f"max={n}": (integers, n) for n in (10**power for power in range(7))}
    points |= {f"repeats={n}": (decks, n) for n in (10**power for power in range(5))}
    contenders = {
        query: make_contender(lambda call=call, query=query: call(query), seconds)  # type: ignore[misc]
        for query, (call, _) in points.items()
    }
    samples = {query: Quartiles.of(times) for query, times in interleave(contenders, rounds).items()}
    text = (
        "CPU time of one WSGI call on this machine. The slope is that of the logarithms from one row to the next: 0 "
        "where the fixed cost of a request dominates, 1 where the cost is proportional to the number."
    )
    return "\n\n".join(
        ["## How the cost grows", wrap(text)]
        + [
            _render_curve(label, {n: samples[query] for query, (_, n) in points.items() if query.startswith(start)})
            for label, start in (("unique integers", "max"), ("decks in a batch", "repeats"))
        ]
    )


def _render_curve(label: str, times: dict[int, Quartiles]) -> str:
    per_item = {n: quartiles.scale(1e9 / n) for n, quartiles in times.items()}
    slopes = {
        n: f"{log(times[n].median / times[before].median) / log(n / before):.2f}" for before, n in pairwise(times)
    }
    min_time = min(quartiles.median for quartiles in per_item.values())
    max_time = max(quartiles.median for quartiles in per_item.values())
    rows = [
        f"| {label} | ns for each: median (quartiles) | slope | the same on a logarithmic scale |",
        "|---|---|---|---|",
    ]
    for n, quartiles in per_item.items():
        share = log10(quartiles.median / min_time) / max(log10(max_time / min_time), 1e-9)
        rows.append(f"| {n:,} | {quartiles} | {slopes.get(n, '')} | {'█' * (1 + round(_BAR_LENGTH * share))} |")
    return "\n".join(rows)

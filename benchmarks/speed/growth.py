"""How the cost grows: with the items of one answer, and with the decks of one batch."""

from itertools import pairwise
from math import log, log10

from benchmarks.speed.in_process import INTEGERS, SHUFFLE, caller
from benchmarks.speed.results import wrapped
from benchmarks.timing import Spread, interleaved, timed
from service.app import create_app
from service.settings import Settings

_WIDTH = 40


def curves(seconds: float, rounds: int) -> str:
    """Both, each of its points the CPU time of one WSGI call."""
    app = create_app(Settings())
    integers, decks = caller(app, INTEGERS), caller(app, f"{SHUFFLE}/batch")
    points = {f"max={n}": (integers, n) for n in (10**power for power in range(7))}
    points |= {f"repeats={n}": (decks, n) for n in (10**power for power in range(5))}
    contenders = {
        query: timed(lambda call=call, query=query: call(query), seconds)  # type: ignore[misc]
        for query, (call, _) in points.items()
    }
    samples = interleaved(contenders, rounds)
    spreads = {query: Spread.of(taken) for query, taken in samples.items()}
    text = (
        "CPU of one WSGI call, on this machine. The slope is that of the logarithms from one row to the next: 0 while "
        "the request itself is all the cost, 1 where the cost is proportional."
    )
    return "\n\n".join(
        ["## How the cost grows", wrapped(text)]
        + [
            _curve(what, {n: spreads[query] for query, (_, n) in points.items() if query.startswith(start)})
            for what, start in (("unique integers", "max"), ("decks in a batch", "repeats"))
        ]
    )


def _curve(what: str, spreads: dict[int, Spread]) -> str:
    each = {n: spread.times(1e9 / n) for n, spread in spreads.items()}
    slopes = {
        n: f"{log(spreads[n].median / spreads[before].median) / log(n / before):.2f}" for before, n in pairwise(spreads)
    }
    least = min(spread.median for spread in each.values())
    most = max(spread.median for spread in each.values())
    rows = [
        f"| {what} | ns for each: median (quartiles) | slope | the same on a logarithmic scale |",
        "|---|---|---|---|",
    ]
    for n, spread in each.items():
        bar = "█" * (1 + round(_WIDTH * log10(spread.median / least) / max(log10(most / least), 1e-9)))
        rows.append(f"| {n:,} | {spread} | {slopes.get(n, '')} | {bar} |")
    return "\n".join(rows)

"""Each algorithm: which item comes to which place how often, and how far its orders are from uniform."""

from dataclasses import replace

from benchmarks.report.algorithms.bounds import lower_bound
from benchmarks.report.algorithms.distances import bounds_found, distances, naive_orders
from benchmarks.report.algorithms.maps import cell_error, large_map, small_maps
from benchmarks.report.samples import Sample, counted, on_all_cores
from benchmarks.report.section import Scale, Section, code, picture, table
from service.core.bias.trials.counts import Counts
from service.core.bias.trials.reports import LEVEL, build_report
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES

TRIALS = 1_000_000
EVENTS = 250_000
"""Trials of each of the three parts of a lower bound."""

_BY_PASSES = (("riffle", 1), ("riffle", 4), ("riffle", 7), ("overhand", 10), ("overhand", 40), ("overhand", 100))
_BOUNDED = ("naive_swap", "overhand passes=10", "overhand passes=40", "overhand passes=100")
_CONTROLS = ("riffle passes=7", "fisher_yates")


def samples(trials: int) -> list[Sample]:
    """Every shuffle as it is by default, the uniform ones first, and some with fewer passes."""
    several = {name for name, _ in _BY_PASSES}
    once = [name for name in SHUFFLES if name not in several]
    once.sort(key=lambda name: SHUFFLES[name].uniformity is not Uniformity.EXACT)
    return [
        *(Sample(name, trials) for name in once),
        *(Sample(name, trials, {"passes": passes}) for name, passes in _BY_PASSES),
    ]


def section(scale: Scale) -> Section:
    """Position matrices, verdicts, distances."""
    asked = samples(scale.trials(TRIALS))
    found = {one.name: (one, counts) for one, counts in zip(asked, counted(asked), strict=True)}
    events = [replace(found[name][0], index=TRIALS, trials=scale.trials(EVENTS)) for name in _BOUNDED + _CONTROLS]
    bounds = dict(zip(_BOUNDED + _CONTROLS, on_all_cores(lower_bound, events), strict=True))
    trials = asked[0].trials
    text = "\n\n".join(
        (
            _MAPS.format(trials=trials, error=f"{100 * cell_error(trials):.2g} %"),
            picture("matrices.svg", _MAPS_ALT),
            _DIAGONAL,
            picture("naive-swap.svg", _DIAGONAL_ALT),
            code(_REQUEST.format(trials=trials), "sh"),
            "### Verdicts",
            _VERDICTS.format(trials=trials),
            table(_HEAD, (_verdict(*one) for one in found.values()), left=3),
            code(_PROGRAM.format(trials=trials), "python"),
            "### Distance from uniform",
            distances(asked, bounds),
            "### Bounds by experiment",
            bounds_found(bounds, events[0]),
            "### What others found of naive swap",
            naive_orders(),
        )
    )
    pictures = {"matrices.svg": small_maps(found), "naive-swap.svg": large_map(*found["naive_swap"])}
    return Section("Each algorithm", text, pictures)


def _verdict(sample: Sample, counts: Counts) -> tuple[str, ...]:
    report = build_report(counts)
    surprising = [one.name.replace("_", " ") for one in report.tests if one.is_significant]
    least = min(one.corrected for one in report.tests)
    return (
        f"`{sample.name}`",
        "**biased**" if report.is_biased else "no sign of bias",
        "all seven" if len(surprising) == len(report.tests) else ", ".join(surprising),
        f"{least:.2g}" if least else "< 1e-300",
        f"{report.draws:,.2f}",
    )


_MAPS = """\
A row is an item, by where it was, and a column the place that it came to, both from 0. White is as often as if every
order were equally likely, blue is less often, vermilion more. All fifteen have one scale, whose steps grow outwards, so
that faint and strong structure is seen side by side. By chance alone a cell has a standard deviation of {error} with
these {trials:,} trials each, and white goes from −3 % to +3 %: a coloured speck means nothing, and a shape does. (Off
its diagonal, sattolo has each cell 2 % above uniform, which brings some to the edge of white.)"""
_MAPS_ALT = (
    "Fifteen small heat maps of 52 items by 52 places. The five exactly uniform shuffles and sort_keys are white "
    "all over. naive_swap has a sharp edge along the diagonal, sattolo an empty diagonal, faro single cells on "
    "two lines, one riffle two bands; four and seven riffles have streaks at the first and last items; ten "
    "overhand passes have deep colours in the corners, forty pale ones, and a hundred none."
)
_DIAGONAL = """\
Naive swap once more, large and on a scale of its own. The famous diagonal: an item is likeliest to come to a place
shortly before its own, and less likely to stay or to come after it."""
_DIAGONAL_ALT = (
    "A heat map of naive swap with a sharp edge along the diagonal: left of it, at places before an item's own, "
    "cells are vermilion, up to 1.36 times uniform, fading to blue, 0.74 times, in the corner far before it; "
    "right of the diagonal they are pale blue."
)
_REQUEST = "curl 'localhost:8000/v1/algorithms/naive_swap/bias.svg?n=52&trials={trials}&seed=report'"
_VERDICTS = f"""\
What the service says of those {{trials:,}} trials each, seed `report`, indices from 0. It makes seven tests: positions,
fixed points, rising sequences, cycles, pairs kept, inversions and serial correlation ([trials.md](trials.md) explains
them). *Corrected* is p for having looked at all seven (Holm 1979); below {LEVEL} a shuffle is called biased, as one in
a thousand reports on a uniform one is. No sign of bias is no proof that there is none: it is what can be seen with so
many trials."""
_HEAD = ("algorithm", "verdict", "by", "least corrected p", "draws each")
_PROGRAM = """\
# Or: curl 'localhost:8000/v1/algorithms/sattolo/bias?n=52&trials={trials}&seed=report', as far as MAX_TRIALS goes
from benchmarks.report.samples import Sample, counted
from service.core.bias.trials.reports import build_report

if __name__ == "__main__":
    (counts,) = counted([Sample("riffle", {trials}, {{"passes": 4}})])
    print(build_report(counts).verdict, counts.positions)  # a row for each place, a column for each item"""

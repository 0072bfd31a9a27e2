"""The section on each algorithm: its position matrix, the verdict of the tests, and its distance from uniform."""

from dataclasses import replace

from benchmarks.documents import format_code, format_table
from benchmarks.report.algorithms.bounds import lower_bound
from benchmarks.report.algorithms.distances import render_bounds, render_distances, render_naive_orders
from benchmarks.report.algorithms.maps import cell_error, render_large_map, render_small_maps
from benchmarks.report.samples import Sample, count_samples, map_on_all_cores
from benchmarks.report.section import Scale, Section, format_picture
from service.core.bias.reports import LEVEL, build_report
from service.core.bias.trials import Counts
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES

TRIALS = 1_000_000
BOUND_TRIALS = 250_000
"""Trials of each of the three parts of a lower bound."""

_BY_PASSES = (("riffle", 1), ("riffle", 4), ("riffle", 7), ("overhand", 10), ("overhand", 40), ("overhand", 100))
_WITHOUT_FORMULA = ("naive_swap", "overhand passes=10", "overhand passes=40", "overhand passes=100")
_CONTROLS = ("riffle passes=7", "fisher_yates")


def list_samples(trials: int) -> list[Sample]:
    """Return a sample of every shuffle with its defaults, the uniform ones first, and some with other passes."""
    with_passes = {name for name, _ in _BY_PASSES}
    names = [name for name in SHUFFLES if name not in with_passes]
    names.sort(key=lambda name: SHUFFLES[name].uniformity is not Uniformity.EXACT)
    return [
        *(Sample(name, trials) for name in names),
        *(Sample(name, trials, {"passes": passes}) for name, passes in _BY_PASSES),
    ]


def make_section(scale: Scale) -> Section:
    """Return position matrices, verdicts and distances."""
    samples = list_samples(scale.scale_trials(TRIALS))
    counts = {sample.name: (sample, result) for sample, result in zip(samples, count_samples(samples), strict=True)}
    names = _WITHOUT_FORMULA + _CONTROLS
    trials = scale.scale_trials(BOUND_TRIALS)
    bound_samples = [replace(counts[name][0], index=TRIALS, trials=trials) for name in names]
    bounds = dict(zip(names, map_on_all_cores(lower_bound, bound_samples), strict=True))
    trials = samples[0].trials
    text = "\n\n".join(
        (
            _MAPS.format(trials=trials, error=f"{100 * cell_error(trials):.2g} %"),
            format_picture("matrices.svg", _MAPS_ALT),
            _DIAGONAL,
            format_picture("naive-swap.svg", _DIAGONAL_ALT),
            format_code(_REQUEST.format(trials=trials), "sh"),
            "### Verdicts",
            _VERDICTS.format(trials=trials),
            format_table(_HEAD, (_verdict_row(*item) for item in counts.values()), left=3),
            format_code(_PROGRAM.format(trials=trials), "python"),
            "### Distance from uniform",
            render_distances(samples, bounds),
            "### Bounds by experiment",
            render_bounds(bounds, bound_samples[0]),
            "### Published results on naive swap",
            render_naive_orders(),
        )
    )
    pictures = {
        "matrices.svg": render_small_maps(counts),
        "naive-swap.svg": render_large_map(*counts["naive_swap"]),
    }
    return Section("Each algorithm", text, pictures)


def _verdict_row(sample: Sample, counts: Counts) -> tuple[str, ...]:
    report = build_report(counts)
    significant = [test.name.replace("_", " ") for test in report.tests if test.is_significant]
    min_p = min(test.corrected for test in report.tests)
    return (
        f"`{sample.name}`",
        "**biased**" if report.is_biased else "no sign of bias",
        "all seven" if len(significant) == len(report.tests) else ", ".join(significant),
        f"{min_p:.2g}" if min_p else "< 1e-300",
        f"{report.draws:,.2f}",
    )


_MAPS = """\
A row is an item, by its position before the shuffle, and a column its position afterwards, both from 0. White is as
often as if every order were equally likely, blue is less often, vermilion more. All fifteen have one scale, whose steps
grow outwards, so that faint and strong structure are visible side by side. By chance alone a cell has a standard
deviation of {error} with these {trials:,} trials each, and white is from −3 % to +3 %: a coloured speck means
nothing, and a shape does. (Off its diagonal, sattolo has each cell 2 % above uniform, which brings some to the edge of
white.)"""
_MAPS_ALT = (
    "Fifteen small heat maps of 52 items by 52 positions. The five exactly uniform shuffles and sort_keys are white "
    "all over. naive_swap has a sharp edge along the diagonal, sattolo an empty diagonal, faro single cells on "
    "two lines, one riffle two bands; four and seven riffles have streaks at the first and last items; ten "
    "overhand passes have deep colours in the corners, forty pale ones, and a hundred none."
)
_DIAGONAL = """\
Naive swap again, large and on its own scale. On its well-known diagonal, an item is likeliest to come to a position
shortly before its own, and less likely to stay or to come after it."""
_DIAGONAL_ALT = (
    "A heat map of naive swap with a sharp edge along the diagonal: left of it, at positions before an item's own, "
    "cells are vermilion, up to 1.36 times uniform, fading to blue, 0.74 times, in the corner far before it; "
    "right of the diagonal they are pale blue."
)
_REQUEST = "curl 'localhost:8000/v1/algorithms/naive_swap/bias.svg?n=52&trials={trials}&seed=report'"
_VERDICTS = f"""\
The verdict of the service on those {{trials:,}} trials each, seed `report`, indices from 0. It makes seven tests:
positions, fixed points, rising sequences, cycles, pairs kept, inversions and serial correlation
([trials.md](trials.md) defines them). *Corrected* is p adjusted for the seven tests (Holm 1979); below {LEVEL} a
shuffle is called biased, as one in a thousand reports on a uniform one is. No sign of bias is no proof of uniformity:
the bias may be too small for so many trials."""
_HEAD = ("algorithm", "verdict", "by", "smallest corrected p", "draws per trial")
_PROGRAM = """\
# Or: curl 'localhost:8000/v1/algorithms/sattolo/bias?n=52&trials={trials}&seed=report', up to MAX_TRIALS
from benchmarks.report.samples import Sample, count_samples
from service.core.bias.reports import build_report

if __name__ == "__main__":
    (counts,) = count_samples([Sample("riffle", {trials}, {{"passes": 4}})])
    print(build_report(counts).verdict, counts.positions)  # a row for each position, a column for each item"""

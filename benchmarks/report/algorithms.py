"""The section on each algorithm: its position matrix, and the verdict of the tests.

The small pictures of position matrices have one scale; a large one is as the service renders it.
"""

from collections.abc import Mapping
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from benchmarks.documents import format_code, format_table
from benchmarks.plots import new_figure, render_svg
from benchmarks.report import Scale, Section, format_picture
from benchmarks.report.samples import SEED, Sample, count_samples
from service.bias.heatmaps import STEPS, Caption, render_heat_map, step_colour
from service.bias.reports import LEVEL, build_report
from service.bias.trials import Counts
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.shuffle import Uniformity

TRIALS = 1_000_000
_BY_PASSES = (
    ("riffle", 1),
    ("riffle", 4),
    ("riffle", 7),
    ("overhand", 10),
    ("overhand", 40),
    ("overhand", 100),
)


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
    """Return position matrices and verdicts."""
    samples = list_samples(scale.scale_trials(TRIALS))
    counts = {
        sample.name: (sample, result)
        for sample, result in zip(samples, count_samples(samples), strict=True)
    }
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
            format_table(
                _HEAD, (_verdict_row(*item) for item in counts.values()), left=3
            ),
            format_code(_PROGRAM.format(trials=trials), "python"),
        )
    )
    pictures = {
        "matrices.svg": render_small_maps(counts),
        "naive-swap.svg": render_large_map(*counts["naive_swap"]),
    }
    return Section("Each algorithm", text, pictures)


def _verdict_row(sample: Sample, counts: Counts) -> tuple[str, ...]:
    report = build_report(counts)
    significant = [
        test.name.replace("_", " ") for test in report.tests if test.is_significant
    ]
    min_p = min(test.corrected for test in report.tests)
    return (
        f"`{sample.name}`",
        "**biased**" if report.is_biased else "no sign of bias",
        "all seven"
        if len(significant) == len(report.tests)
        else ", ".join(significant),
        f"{min_p:.2g}" if min_p else "< 1e-300",
        f"{report.draws:,.2f}",
    )


_MAPS = """\
A row is an item by its position before the shuffle, a column its position afterwards, both from 0. White is as frequent
as in a uniform shuffle, within 3 %; blue is rarer, vermilion more frequent. A cell has a standard deviation of {error}
by chance ({trials:,} trials each): a speck means nothing, a shape means bias."""
_MAPS_ALT = (
    "Heat maps of shuffles of 52 items: the uniform ones and sort_keys are white, "
    "biased ones show shapes."
)
_DIAGONAL = """\
Naive swap on its own scale:"""
_DIAGONAL_ALT = (
    "A heat map of naive swap: vermilion left of the diagonal, blue to the right."
)
_REQUEST = "curl 'localhost:8000/v1/algorithms/naive_swap/bias.svg?n=52&trials={trials}&seed=report'"
_VERDICTS = f"""\
The verdict of the service on {{trials:,}} trials of each shuffle, seed `report`, indices from 0, by
[seven tests](#a-thousand-million-shuffles). No sign of bias proves no uniformity: the bias may be too small for this
number of trials, and once in a thousand reports a uniform shuffle is called biased (corrected p below {LEVEL})."""
_HEAD = ("algorithm", "verdict", "by", "smallest corrected p", "draws per trial")
_PROGRAM = """\
# Or: curl 'localhost:8000/v1/algorithms/sattolo/bias?n=52&trials={trials}&seed=report', up to MAX_TRIALS
from benchmarks.report.samples import Sample, count_samples
from service.bias.reports import build_report

if __name__ == "__main__":
    (counts,) = count_samples([Sample("riffle", {trials}, {{"passes": 4}})])
    print(build_report(counts).verdict)
    print(counts.positions)  # a row for each position, a column for each item"""


EDGES = (0.25, 0.5, 0.75, 0.88, 0.94, 0.97, 1.03, 1.06, 1.12, 1.25, 1.5, 2.0)
"""The edges between the colours of the small pictures, relative to uniform."""

_MAPS_IN_A_ROW = 5


def cell_error(trials: int, n: int = 52) -> float:
    """Return the standard deviation of a cell under uniformity, relative to its mean."""
    return sqrt((n - 1) / trials)


def render_small_maps(counts_by_name: Mapping[str, tuple[Sample, Counts]]) -> str:
    """Return an SVG of the position matrices: a row for each item, a column for each position."""
    rows = ceil(len(counts_by_name) / _MAPS_IN_A_ROW)
    figure = new_figure(9.5, 1.4 + 2 * rows)
    maps, scale = figure.subfigures(2, 1, height_ratios=(4 * rows, 1.4))
    places = list(maps.subplots(rows, _MAPS_IN_A_ROW, squeeze=False).flat)
    for axes in places[len(counts_by_name) :]:
        axes.set_axis_off()
    for axes, (sample, counts) in zip(places, counts_by_name.values(), strict=False):
        axes.imshow(
            _colour_cells(counts.positions.T * counts.n / counts.trials),
            interpolation="none",
        )
        axes.grid(visible=False)
        axes.spines[:].set_visible(True)
        axes.set_title(
            sample.name.replace(" passes=", ", passes "), fontsize=9, loc="center"
        )
        axes.set_xticks((0, 25, 51))
        axes.set_yticks((0, 25, 51))
        axes.tick_params(labelsize=7)
    maps.suptitle(
        "Which item comes to which place: times as often as if uniform",
        fontweight="bold",
    )
    maps.supxlabel("place", fontsize=9)
    maps.supylabel("item", fontsize=9)
    left, axes, right = scale.subplots(1, 3, width_ratios=(1, 6, 1))
    left.set_axis_off()
    right.set_axis_off()
    axes.bar(np.arange(len(EDGES) + 1), 1, width=1, color=_band_colours() / 255)
    axes.set_xticks(
        np.arange(len(EDGES)) + 0.5, labels=[f"{edge:g}" for edge in EDGES], fontsize=8
    )
    axes.set_yticks(())
    axes.margins(0)
    axes.spines[:].set_visible(True)
    axes.set_xlabel("times uniform", fontsize=9)
    return render_svg(figure)


def render_large_map(sample: Sample, counts: Counts) -> str:
    """Return one matrix, to the byte as /v1/algorithms/{name}/bias.svg returns it."""
    caption = Caption(
        title=f"{sample.name}, {counts.n} items",
        subtitle=f"{counts.trials:,} trials, seed {SEED}",
        chance_deviation=cell_error(counts.trials, counts.n),
    )
    return render_heat_map((counts.positions.T / counts.trials).tolist(), caption)


def _colour_cells(ratios: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the colour of the band of each cell."""
    return _band_colours()[np.searchsorted(EDGES, ratios)]


def _band_colours() -> NDArray[np.uint8]:
    """Return the colours of the bands: white in the middle, blue and vermilion as in the service's heat maps."""
    half = len(EDGES) // 2
    bands = [step_colour(round(STEPS * band / half)) for band in range(-half, half + 1)]
    return np.array([tuple(bytes.fromhex(band[1:])) for band in bands], np.uint8)

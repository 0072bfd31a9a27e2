"""The pictures of position matrices: all small ones on one scale, and a large one as the service renders it."""

from collections.abc import Mapping
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from benchmarks.plots import new_figure, render_svg
from benchmarks.report.samples import SEED, Sample
from service.core.bias.heatmaps import STEPS, Caption, render_heat_map, step_colour
from service.core.bias.trials import Counts

EDGES = (0.25, 0.5, 0.75, 0.88, 0.94, 0.97, 1.03, 1.06, 1.12, 1.25, 1.5, 2.0)
"""The edges between the colours of the small pictures, relative to uniform."""


def cell_error(trials: int, n: int = 52) -> float:
    """Return the standard deviation of a cell under uniformity, relative to its mean."""
    return sqrt((n - 1) / trials)


def render_small_maps(counts_by_name: Mapping[str, tuple[Sample, Counts]]) -> str:
    """Return an SVG of fifteen position matrices: a row for each item, a column for each position."""
    figure = new_figure(9.5, 7.4)
    maps, scale = figure.subfigures(2, 1, height_ratios=(12, 1.4))
    for axes, (sample, counts) in zip(maps.subplots(3, 5).flat, counts_by_name.values(), strict=True):
        axes.imshow(_colour_cells(counts.positions.T * counts.n / counts.trials), interpolation="none")
        axes.grid(visible=False)
        axes.spines[:].set_visible(True)
        axes.set_title(sample.name.replace(" passes=", ", passes "), fontsize=9, loc="center")
        axes.set_xticks((0, 25, 51))
        axes.set_yticks((0, 25, 51))
        axes.tick_params(labelsize=7)
    maps.suptitle("Which item comes to which place: times as often as if uniform", fontweight="bold")
    maps.supxlabel("place", fontsize=9)
    maps.supylabel("item", fontsize=9)
    left, axes, right = scale.subplots(1, 3, width_ratios=(1, 6, 1))
    left.set_axis_off()
    right.set_axis_off()
    axes.bar(np.arange(len(EDGES) + 1), 1, width=1, color=_band_colours() / 255)
    axes.set_xticks(np.arange(len(EDGES)) + 0.5, labels=[f"{edge:g}" for edge in EDGES], fontsize=8)
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
        deviation=cell_error(counts.trials, counts.n),
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

"""What a test says at 99 %, whether it gives one p-value or one for each of many places.

A p-value counts both tails here: too even is no more random than too uneven.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

LEVEL = 0.01
"""How often a test rejects what is random: the other side of a confidence of 99 %."""

_FEWEST_EXPECTED = 5.0  # in a cell of a chi-square test; smaller ones are put together (Knuth 3.3.1)

Values = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Verdict:
    """The p-values of one test; there are several where it is done for each place, or pair of places."""

    p: Values

    @property
    def corrected(self) -> float:
        """The least of them times their number (Bonferroni): how often chance alone has one so small, at the most."""
        return min(1.0, float(self.p.min()) * self.p.size)

    @property
    def fails(self) -> bool:
        """Whether randomness is rejected at 99 %, all p-values taken together."""
        return self.corrected < LEVEL

    @property
    def below(self) -> int:
        """How many of the p-values are below 1 % by themselves."""
        return int((self.p < LEVEL).sum())

    def __str__(self) -> str:
        told = f"{self.corrected:.2g}" if self.corrected > 1e-300 else "< 1e-300"
        counted = f" ({self.below:,} of {self.p.size:,})" if self.p.size > 1 else ""
        return f"**{told}**{counted}" if self.fails else f"{told}{counted}"


def chi_square(observed: Values, probabilities: Values) -> Verdict:
    """Pearson's test of counts, one row for each p-value, against the probabilities of the cells, which add up to 1."""
    observed = np.atleast_2d(observed)
    cells = _cells(observed.sum(axis=1).min() * probabilities)
    observed = np.add.reduceat(observed, cells, axis=1)
    expected = observed.sum(axis=1, keepdims=True) * np.add.reduceat(probabilities, cells)
    distance = ((observed - expected) ** 2 / expected).sum(axis=1)
    degrees = len(cells) - 1
    return Verdict(np.minimum(1, 2 * np.minimum(stats.chi2.cdf(distance, degrees), stats.chi2.sf(distance, degrees))))


def normal(distances: Values | float) -> Verdict:
    """Of distances from the mean, in standard deviations, that are normal or nearly so."""
    return Verdict(np.atleast_1d(2 * stats.norm.sf(np.abs(distances))))


def uniform(several: Verdict) -> Verdict:
    """The test of Kolmogorov and Smirnov of p-values, which are uniform if what they judge is random."""
    return Verdict(np.atleast_1d(stats.kstest(several.p, "uniform").pvalue))


def _cells(expected: Values) -> list[int]:
    """Where each cell begins when neighbours are put together until enough is expected in each."""
    starts, held = [0], 0.0
    for cell, there in enumerate(expected):
        if held >= _FEWEST_EXPECTED and expected[cell:].sum() >= _FEWEST_EXPECTED:
            starts.append(cell)
            held = 0.0
        held += there
    return starts

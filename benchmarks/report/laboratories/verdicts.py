"""Verdicts of statistical tests at 99 %, with one p-value or with one for each of many positions.

P-values are two-sided: frequencies that are too even are as suspicious as uneven ones.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

LEVEL = 0.01
"""The significance level: the probability that a test rejects random decks or numbers."""

# in a cell of a chi-square test; smaller cells are merged (Knuth 3.3.1)
_MIN_EXPECTED = 5.0

Values = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Verdict:
    """The p-values of one test: several if it is done for each position, or pair of positions."""

    p: Values

    @property
    def corrected(self) -> float:
        """The smallest p-value times their number (Bonferroni)."""
        return min(1.0, float(self.p.min()) * self.p.size)

    @property
    def fails(self) -> bool:
        """Whether randomness is rejected at 99 % after the correction."""
        return self.corrected < LEVEL

    @property
    def below(self) -> int:
        """The number of p-values that are below 1 % without the correction."""
        return int((self.p < LEVEL).sum())

    def __str__(self) -> str:
        text = f"{self.corrected:.2g}" if self.corrected > 1e-300 else "< 1e-300"
        count = f" ({self.below:,} of {self.p.size:,})" if self.p.size > 1 else ""
        return f"**{text}**{count}" if self.fails else f"{text}{count}"


def chi_square(observed: Values, probabilities: Values) -> Verdict:
    """Test each row of counts by Pearson's chi-square against the probabilities of the cells, which add up to 1."""
    observed = np.atleast_2d(observed)
    cells = _merge_cells(observed.sum(axis=1).min() * probabilities)
    observed = np.add.reduceat(observed, cells, axis=1)
    expected = observed.sum(axis=1, keepdims=True) * np.add.reduceat(
        probabilities, cells
    )
    distance = ((observed - expected) ** 2 / expected).sum(axis=1)
    degrees = len(cells) - 1
    return Verdict(
        np.minimum(
            1,
            2
            * np.minimum(
                stats.chi2.cdf(distance, degrees), stats.chi2.sf(distance, degrees)
            ),
        )
    )


def normal(distances: Values | float) -> Verdict:
    """Test distances from the mean in standard deviations, which are normal or nearly so."""
    return Verdict(np.atleast_1d(2 * stats.norm.sf(np.abs(distances))))


def uniform(verdict: Verdict) -> Verdict:
    """Test by Kolmogorov and Smirnov whether p-values are uniform, as they are for random decks."""
    return Verdict(np.atleast_1d(stats.kstest(verdict.p, "uniform").pvalue))


def _merge_cells(expected: Values) -> list[int]:
    """Return the start of each cell after neighbours are merged until enough is expected in each."""
    starts = [0]
    total = 0.0
    for cell, count in enumerate(expected):
        if total >= _MIN_EXPECTED and expected[cell:].sum() >= _MIN_EXPECTED:
            starts.append(cell)
            total = 0.0
        total += count
    return starts

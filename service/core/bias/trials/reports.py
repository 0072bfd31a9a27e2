"""What counts say of a shuffle: each statistic beside what uniformity expects, and how likely such a distance is."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from service.core.bias.trials.counts import Counts
from service.core.bias.trials.statistics import STATISTICS
from service.core.bias.trials.tails import beyond_chi_square, beyond_normal
from service.core.errors import Refused

LEVEL = 0.001  # how often trials of a uniform shuffle are called biased, all tests of a report taken together
_FEWEST = 200  # trials, for a mean to be nearly normal

POSITIONS = "positions"
POSITIONS_MEANING = "How unevenly the items come to the places: chi-square over the whole matrix."


@dataclass(frozen=True)
class Measure:
    """One test: what was observed, what is expected if every order is equally likely, and how far apart the two are.

    `error` is the standard deviation of what is observed, `z` the distance in that unit, `p` the probability that
    chance alone goes at least as far, on either side. `corrected` is that over all tests of the report (Holm).
    """

    name: str
    meaning: str
    observed: float
    expected: float
    error: float
    p: float
    corrected: float = 1.0

    @property
    def z(self) -> float:
        """The distance in standard errors."""
        return (self.observed - self.expected) / self.error

    @property
    def surprising(self) -> bool:
        """Whether chance alone should not be believed in."""
        return self.corrected < LEVEL


@dataclass(frozen=True)
class Report:
    """What trials of a shuffle of n items came to. `draws` is their mean for one trial."""

    n: int
    trials: int
    draws: float
    measures: tuple[Measure, ...]

    @property
    def biased(self) -> bool:
        """Whether any test was surprising: of a uniform shuffle, one report in a thousand is."""
        return any(measure.surprising for measure in self.measures)

    @property
    def verdict(self) -> str:
        """One sentence on it."""
        least = min(measure.corrected for measure in self.measures)
        tests = f"the least of {len(self.measures)} corrected p-values is {_words(least)}"
        if not self.biased:
            return f"{self.trials:,} trials show no sign of bias: {tests}."
        names = ", ".join(measure.name.replace("_", " ") for measure in self.measures if measure.surprising)
        return f"{self.trials:,} trials show that the orders are not equally likely, by {names}: {tests}."


def measure(counts: Counts) -> Report:
    """Hold counts against uniformity.

    Statistics are compared by their means, whose distribution is nearly normal. Those that do not vary with so few
    items are left out. Raises `Refused` for fewer than 200 trials, or five for each item: p-values would mean little.
    """
    fewest = max(_FEWEST, 5 * counts.n)
    if counts.trials < fewest:
        raise Refused("trials", f"To judge {counts.n} items takes {fewest:,} trials; these are {counts.trials:,}.")
    measures = [_mean_of(name, counts) for name, statistic in STATISTICS.items() if statistic.variance(counts.n)]
    return Report(counts.n, counts.trials, counts.draws / counts.trials, _holm([_matrix(counts), *measures]))


def _mean_of(name: str, counts: Counts) -> Measure:
    statistic, n = STATISTICS[name], counts.n
    total = counts.tallies[name].total - counts.trials * statistic.zero(n)
    observed = total / statistic.step(n) / counts.trials
    expected, variance = statistic.mean(n), statistic.variance(n) / counts.trials
    error = math.sqrt(variance)
    z = float(observed - expected) / error
    return Measure(name, statistic.meaning, float(observed), float(expected), error, beyond_normal(z))


def _matrix(counts: Counts) -> Measure:
    """The chi-square test of the position matrix, with the correction of R. L. Anderson (1959).

    Rows and columns of a permutation's matrix add up to 1, and its covariance is that of independent cells, less both
    means, times 1/(n - 1). So (n - 1)/n · Σ (O - E)²/E is nearly chi-square with (n - 1)² degrees of freedom.
    """
    n = counts.n
    expected = counts.trials / n
    squares = np.square(counts.positions - expected).sum()
    chi_square = float((n - 1) / n * squares / expected)
    degrees = (n - 1) ** 2
    p = beyond_chi_square(chi_square, degrees)
    return Measure(POSITIONS, POSITIONS_MEANING, chi_square, degrees, math.sqrt(2 * degrees), p)


def _holm(measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """With p corrected for their number, whatever they have to do with each other (S. Holm 1979)."""
    corrected: dict[str, float] = {}
    least = 0.0
    for left, one in zip(range(len(measures), 0, -1), sorted(measures, key=lambda one: one.p), strict=True):
        least = max(least, min(1.0, left * one.p))
        corrected[one.name] = least
    return tuple(replace(one, corrected=corrected[one.name]) for one in measures)


def _words(p: float) -> str:
    return f"{p:.2g}" if p > 0 else "below 1e-300"

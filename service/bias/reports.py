"""Tests of uniformity on the counts of trials: each statistic, its expectation and its two-sided p-value."""

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import Annotated, NamedTuple

import numpy as np

from ..core.errors import Refused
from .statistics import STATISTICS
from .trials import Counts

LEVEL = 0.001  # the significance level: the probability that a report on a uniform shuffle calls it biased

_EPSILON = 1e-17  # terms of a smaller share leave a sum of floats unchanged
_MIN_TRIALS = 200  # below, the distribution of a mean is not close to normal

POSITIONS = "positions"
POSITIONS_MEANING = "How evenly the items are spread over the positions: chi-square of the whole matrix."


class UniformityTest(NamedTuple):
    """The result of one test of the hypothesis that every order is equally likely."""

    name: Annotated[str, "Name of the statistic"]
    meaning: Annotated[str, "Description of the statistic"]
    observed: Annotated[float, "Its mean over all trials; for positions, chi-square"]
    expected: Annotated[float, "Its expectation if every order is equally likely"]
    error: Annotated[float, "Standard error of the observed value"]
    p: Annotated[float, "Two-sided p-value"]
    corrected: Annotated[
        float, "The p-value corrected for all tests of the report (Holm)"
    ] = 1.0

    @property
    def z(self) -> float:
        """Return the distance between the observed and the expected value, in standard errors."""
        return (self.observed - self.expected) / self.error

    @property
    def is_significant(self) -> bool:
        return self.corrected < LEVEL


class Report(NamedTuple):
    """The tests of uniformity on trials of a shuffle of n items."""

    n: int
    trials: Annotated[int, "Number of trials"]
    draws: Annotated[float, "Mean number of draws of one trial"]
    tests: tuple[UniformityTest, ...]

    @property
    def is_biased(self) -> bool:
        """Return whether any test is significant; one report in a thousand on a uniform shuffle says so by chance."""
        return any(test.is_significant for test in self.tests)

    @property
    def verdict(self) -> str:
        minimum = min(test.corrected for test in self.tests)
        p_values = (
            f"the least of {len(self.tests)} corrected p-values is {_format_p(minimum)}"
        )
        if not self.is_biased:
            return f"{self.trials:,} trials show no sign of bias: {p_values}."
        names = ", ".join(
            test.name.replace("_", " ") for test in self.tests if test.is_significant
        )
        return f"{self.trials:,} trials show that the orders are not equally likely, by {names}: {p_values}."


def check_report(n: int, trials: int) -> None:
    """Raise `Refused` for fewer than 200 trials, or fewer than five for each item: p-values would not be reliable."""
    min_trials = max(_MIN_TRIALS, 5 * n)
    if trials < min_trials:
        raise Refused(
            "trials",
            f"A report on {n} items needs at least {min_trials:,} trials, not {trials:,}.",
        )


def build_report(counts: Counts) -> Report:
    """Test the counts of trials for uniformity: the positions by chi-square, and the mean of each statistic.

    Statistics that do not vary for n items are left out. Raises `Refused` as `check_report` does.
    """
    check_report(counts.n, counts.trials)
    tests = [
        _test_mean(name, counts)
        for name, statistic in STATISTICS.items()
        if statistic.variance(counts.n)
    ]
    corrected_tests = _correct_by_holm([_test_positions(counts), *tests])
    return Report(
        counts.n, counts.trials, counts.draws / counts.trials, corrected_tests
    )


def _test_mean(name: str, counts: Counts) -> UniformityTest:
    """Return the test of the mean of the statistic `name`, which is close to normally distributed."""
    statistic = STATISTICS[name]
    n = counts.n
    total = counts.tallies[name].total - counts.trials * statistic.offset(n)
    observed = total / statistic.scale(n) / counts.trials
    expected = statistic.mean(n)
    variance = statistic.variance(n) / counts.trials
    error = math.sqrt(variance)
    p = two_sided_p_normal(float(observed - expected) / error)
    return UniformityTest(
        name, statistic.meaning, float(observed), float(expected), error, p
    )


def _test_positions(counts: Counts) -> UniformityTest:
    """Return the chi-square test of the matrix of positions, with the correction of R. L. Anderson (1959).

    Rows and columns of a permutation's matrix add up to 1. Its covariance is 1/(n - 1) times the covariance of
    independent cells less the means of their row and column. So (n - 1)/n · Σ (O - E)²/E is nearly chi-square with
    (n - 1)² degrees of freedom.
    """
    n = counts.n
    expected = counts.trials / n
    squares = np.square(counts.positions - expected).sum()
    chi_square = float((n - 1) / n * squares / expected)
    degrees = (n - 1) ** 2
    p = two_sided_p_chi_square(chi_square, degrees)
    return UniformityTest(
        POSITIONS, POSITIONS_MEANING, chi_square, degrees, math.sqrt(2 * degrees), p
    )


def _correct_by_holm(tests: Sequence[UniformityTest]) -> tuple[UniformityTest, ...]:
    """Return the tests, each p-value corrected for their number; the tests may be dependent (S. Holm 1979)."""
    by_p = sorted(tests, key=lambda test: test.p)
    products = (
        min(1.0, factor * test.p)
        for factor, test in zip(range(len(tests), 0, -1), by_p, strict=True)
    )
    corrected = dict(
        zip([test.name for test in by_p], accumulate(products, max), strict=True)
    )
    return tuple(test._replace(corrected=corrected[test.name]) for test in tests)


def _format_p(p: float) -> str:
    return f"{p:.2g}" if p > 0 else "below 1e-300"


def two_sided_p_normal(z: float) -> float:
    """Return the probability that a standard normal variable is at least |z| away from 0."""
    return math.erfc(abs(z) / math.sqrt(2))


def two_sided_p_chi_square(x: float, degrees: int) -> float:
    """Return twice the probability of the smaller tail of the chi-square distribution at x ≥ 0, at most 1.

    The result has nine correct digits for 1 to 512² degrees of freedom, and is 0 below the smallest float.
    """
    lower, upper = incomplete_gamma(degrees / 2, x / 2)
    return min(1.0, 2 * min(lower, upper))


def incomplete_gamma(a: float, x: float) -> tuple[float, float]:
    """Return the regularised incomplete gamma functions P(a, x) and Q(a, x), for a > 0 and x ≥ 0: P + Q = 1.

    The series computes P below the mean, the continued fraction computes Q above it (NIST Digital Library of
    Mathematical Functions, 8.11.4 and 8.9.2; the fraction by W. J. Lentz's method, 1976). So the smaller value is never
    computed as a difference.
    """
    if x == 0:
        return 0.0, 1.0
    factor = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        lower = factor * _series(a, x)
        return lower, 1 - lower
    upper = factor * _continued_fraction(a, x)
    return 1 - upper, upper


def _series(a: float, x: float) -> float:
    term = 1 / a
    total = term
    while term > _EPSILON * total:
        a += 1
        term *= x / a
        total += term
    return total


def _continued_fraction(a: float, x: float) -> float:
    """Return 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a - …)))."""
    b = x + 1 - a
    c = math.inf
    d = 1 / b
    result = d
    change = math.inf
    k = 0
    while abs(change - 1) > 1e-15:
        k += 1
        b += 2
        numerator = k * (a - k)
        d = 1 / (b + numerator * d)
        c = b + numerator / c
        change = c * d
        result *= change
    return result

"""The number of draws that a shuffle takes: exact mean and variance."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from service.core.validation import check_range

MAX_COUPONS = 1_024
"""The maximum number of items for which the coupon collector's draws are added up in fractions."""


@dataclass(frozen=True)
class Draws:
    """The number of draws of one shuffle, as a random variable."""

    mean: Fraction
    variance: Fraction

    @property
    def deviation(self) -> float:
        """Return the standard deviation."""
        return sqrt(self.variance)


def fixed_draws(draws: int) -> Draws:
    """Return a constant number of draws."""
    return Draws(Fraction(draws), Fraction(0))


def coupon_collector_draws(n: int) -> Draws:
    """Return the draws below n until every value has appeared: n H(n) on average (de Moivre 1711).

    With k values missing, the draws until the next new value are geometric with probability k/n: their mean is n/k and
    their variance (n/k)² - n/k. A single item takes no draw. Raises `Refused` unless 1 ≤ n ≤ `MAX_COUPONS`.
    """
    check_range("n", n, 1, MAX_COUPONS)
    if n == 1:
        return fixed_draws(0)
    waits = [Fraction(n, missing) for missing in range(1, n + 1)]
    mean = sum(waits, Fraction(0))
    return Draws(mean, sum((wait * wait for wait in waits), Fraction(0)) - mean)

"""How many draws a shuffle takes: their exact mean and variance."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from service.core.validation import check_range

MAX_COUPONS = 1_024
"""The most items for which the draws of a collector are added up in fractions."""


@dataclass(frozen=True)
class Draws:
    """The number of draws of one shuffle, as a random variable."""

    mean: Fraction
    variance: Fraction

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)


def fixed(draws: int) -> Draws:
    """Always that many."""
    return Draws(Fraction(draws), Fraction(0))


def collected(n: int) -> Draws:
    """Draws below n until every value was seen, 1 ≤ n ≤ `MAX_COUPONS`: n H(n) on average (de Moivre 1711).

    With k values missing, the draws until the next new one are geometric, with chance k/n: of mean n/k and variance
    (n/k)² - n/k. A single item takes no draw. Raises `Refused` for other n.
    """
    check_range("n", n, 1, MAX_COUPONS)
    if n == 1:
        return fixed(0)
    waits = [Fraction(n, missing) for missing in range(1, n + 1)]
    mean = sum(waits, Fraction(0))
    return Draws(mean, sum((wait * wait for wait in waits), Fraction(0)) - mean)

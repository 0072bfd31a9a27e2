"""Probabilities of what is at least as far out: of the normal and of the chi-square distribution."""

import math

_ENOUGH = 1e-17  # of the sum: a term so small changes nothing


def beyond_normal(z: float) -> float:
    """The probability that a standard normal variable is at least as far from 0, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def beyond_chi_square(x: float, degrees: int) -> float:
    """Twice the probability of the tail of the chi-square distribution that x ≥ 0 is in; 1 at the most.

    `degrees` of freedom from 1 to 512²; correct to nine digits there, but 0 below the least that a float can hold.
    """
    lower, upper = incomplete_gamma(degrees / 2, x / 2)
    return min(1.0, 2 * min(lower, upper))


def incomplete_gamma(a: float, x: float) -> tuple[float, float]:
    """The regularised incomplete gamma functions P(a, x) and Q(a, x), a > 0, x ≥ 0, which add up to 1.

    Below the mean by the series, above by the continued fraction (NIST Digital Library of Mathematical Functions,
    8.11.4 and 8.9.2; the fraction by W. J. Lentz's method, 1976), so that the smaller of the two is never a difference.
    """
    if x == 0:
        return 0.0, 1.0
    factor = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        lower = factor * _series(a, x)
        return lower, 1 - lower
    upper = factor * _fraction(a, x)
    return 1 - upper, upper


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    while term > _ENOUGH * total:
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a - …)))."""
    b = x + 1 - a
    above, below = math.inf, 1 / b
    result, change, k = below, math.inf, 0
    while abs(change - 1) > 1e-15:
        k += 1
        b += 2
        numerator = k * (a - k)
        below = 1 / (b + numerator * below)
        above = b + numerator / above
        change = above * below
        result *= change
    return result

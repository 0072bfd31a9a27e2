"""Two-sided p-values of the normal and the chi-square distribution."""

import math

_EPSILON = 1e-17  # terms of a smaller share leave a sum of floats unchanged


def two_sided_p_normal(z: float) -> float:
    """Return the probability that a standard normal variable is at least as far from 0, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def two_sided_p_chi_square(x: float, degrees: int) -> float:
    """Return twice the probability of the smaller tail of the chi-square distribution beyond x ≥ 0, at most 1.

    Correct to nine digits for 1 to 512² degrees of freedom; 0 below the smallest float.
    """
    lower, upper = incomplete_gamma(degrees / 2, x / 2)
    return min(1.0, 2 * min(lower, upper))


def incomplete_gamma(a: float, x: float) -> tuple[float, float]:
    """Return the regularised incomplete gamma functions P(a, x) and Q(a, x) for a > 0, x ≥ 0, whose sum is 1.

    Below the mean by the series, above by the continued fraction (NIST Digital Library of Mathematical Functions,
    8.11.4 and 8.9.2; the fraction by W. J. Lentz's method, 1976), so that the smaller of the two is never a difference.
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
    term = total = 1 / a
    while term > _EPSILON * total:
        a += 1
        term *= x / a
        total += term
    return total


def _continued_fraction(a: float, x: float) -> float:
    """Return 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a - …)))."""
    b = x + 1 - a
    c, d = math.inf, 1 / b
    result, change, k = d, math.inf, 0
    while abs(change - 1) > 1e-15:
        k += 1
        b += 2
        numerator = k * (a - k)
        d = 1 / (b + numerator * d)
        c = b + numerator / c
        change = c * d
        result *= change
    return result

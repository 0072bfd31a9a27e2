"""The coupon collector's problem: how many draws a shuffle takes that draws until every value has appeared."""

from math import log, log1p


def coupon_collector_draws(n: int, count: int) -> float:
    """Return the mean number of draws below n until `count` values differ: n (H(n) - H(n - count)) (de Moivre 1711).

    With k values still to come, the next of them takes n/k draws: all 6 faces of a die take 14.7. Below 10,000 this is
    the sum itself. Then up to n // 2 values it is an integral, which is too large by half a draw at most; the more
    values, the larger its error, (n / (n - count) - 1) / 2. Above n // 2 it is a difference of harmonic numbers, too
    large by less than 1 in 1,000: by n / 164 draws where one value is left out, by fewer the more are left out.
    """
    if n < 2:
        return 0
    if n < 10_000:
        return n * sum(1 / k for k in range(n - count + 1, n + 1))
    if count <= n // 2:
        return -n * log1p(-count / n)
    return n * (_harmonic(n) - _harmonic(n - count))


def _harmonic(n: int) -> float:
    """Return 1 + 1/2 + … + 1/n by Euler's expansion, too small by less than 1 / (120 n^4); 0 for n = 0."""
    if n == 0:
        return 0
    return log(n) + 0.5772156649015329 + 1 / (2 * n) - 1 / (12 * n * n)

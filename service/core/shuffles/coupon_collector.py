"""The coupon collector's problem: how many draws a shuffle needs if it draws until every value has appeared."""

from math import log, log1p


def coupon_collector_draws(n: int, count: int) -> float:
    """Return the mean number of draws below n until `count` values differ: n (H(n) - H(n - count)) (de Moivre 1711).

    While k values are still missing, the next new value takes n/k draws: all 6 faces of a die take 14.7. For n below
    10,000 the function computes the sum itself. For larger n and a count up to n // 2, it computes an integral. The
    integral is too large by (n / (n - count) - 1) / 2 draws, which is half a draw at most. For a count above n // 2, it
    computes a difference of harmonic numbers. The difference is too large by less than 1 in 1,000: by n / 164 draws if
    one value is left out, and by fewer draws if more values are left out.
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

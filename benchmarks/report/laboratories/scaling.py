"""The exact bias of methods that scale a random word to a number below n."""

from fractions import Fraction

from scipy import optimize, stats

from service.bias.modulo import modulo_bias

LIMIT = Fraction(1, 50_000_000)
"""The largest bias that 25 CFR 547.14(f) allows."""

_LEVEL = 0.01
_POWER = 0.9


def lemire_words(bound: int, bits: int = 32) -> list[int]:
    """Return how many of the 2^bits words lead to each number below the bound (1 to 2^bits) by Lemire's method.

    Words w with v·2^bits ≤ w·bound < (v + 1)·2^bits lead to the number v. A word is rejected if w·bound mod 2^bits is
    below 2^bits mod bound.
    """
    values = 2**bits
    rejected_words = values % bound
    return [
        -(-(v + 1) * values // bound) + (-v * values - rejected_words) // bound
        for v in range(bound)
    ]


def lemire_error(bound: int, bits: int = 32) -> Fraction:
    """Return the largest relative error of a probability by Lemire's method: exactly 0 if all are equal."""
    words = lemire_words(bound, bits)
    fair = Fraction(sum(words), bound)
    return max(abs(count / fair - 1) for count in words)


def modulo_error(bound: int, bits: int) -> Fraction:
    """Return the largest relative error of a probability by `rand() % bound`."""
    return Fraction(modulo_bias(bound, bits).largest_bias.fraction or 0)


def worst_modulo_error(n: int, bits: int) -> tuple[Fraction, int]:
    """Return the largest `modulo_error` over the bounds 2 to n of a shuffle, and the bound that has it."""
    return max((modulo_error(bound, bits), bound) for bound in range(2, n + 1))


def numbers_to_detect(bound: int, bits: int) -> float:
    """Return the number of numbers after which chi-square at 99 % rejects `rand() % bound` nine times in ten.

    The statistic is non-central chi-square with the non-centrality n · Σ (p - 1/bound)² · bound (Cochran 1952).
    """
    words_per_number, likelier = divmod(2**bits, bound)
    error = sum(
        count * float(Fraction(words, 2**bits) * bound - 1) ** 2 / bound
        for count, words in (
            (likelier, words_per_number + 1),
            (bound - likelier, words_per_number),
        )
    )
    degrees = bound - 1
    threshold = stats.chi2.isf(_LEVEL / 2, degrees)
    noncentrality: float = optimize.brentq(
        lambda nc: stats.ncx2.sf(threshold, degrees, nc) - _POWER, 1e-3, 1e6
    )
    return noncentrality / float(error)

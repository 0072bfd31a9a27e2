"""How far from equal the numbers below n are that are made of one random word, exactly."""

from fractions import Fraction

from scipy import optimize, stats

from service.core.bias.formulas.modulo import modulo_bias

LIMIT = Fraction(1, 50_000_000)
"""What 25 CFR 547.14(f) allows to a scaling algorithm."""

_LEVEL = 0.01
_POWER = 0.9


def lemire_words(bound: int, bits: int = 32) -> list[int]:
    """How many of the 2^bits words lead to each number below the bound, 1 ≤ bound ≤ 2^bits, by Lemire's method.

    Number v is what words with v·2^bits ≤ w·bound < (v + 1)·2^bits give, less those that are drawn again: where
    w·bound mod 2^bits is under 2^bits mod bound.
    """
    values = 2**bits
    unfair = values % bound
    return [-(-(v + 1) * values // bound) + (-v * values - unfair) // bound for v in range(bound)]


def lemire_error(bound: int, bits: int = 32) -> Fraction:
    """The largest relative error of a probability that these words make: exactly 0 if all come equally often."""
    words = lemire_words(bound, bits)
    fair = Fraction(sum(words), bound)
    return max(abs(count / fair - 1) for count in words)


def modulo_error(bound: int, bits: int) -> Fraction:
    """The largest relative error of a probability with `rand() % bound`."""
    return Fraction(modulo_bias(bound, bits).largest_bias.fraction or 0)


def worst(n: int, bits: int) -> tuple[Fraction, int]:
    """The largest of these errors over the bounds of a shuffle of n items, and for which bound."""
    return max((modulo_error(bound, bits), bound) for bound in range(2, n + 1))


def numbers_to_see(bound: int, bits: int) -> float:
    """How many numbers it takes until chi-square at 99 % rejects `rand() % bound` nine times in ten.

    The statistic is then non-central chi-square, its centre moved by n · Σ (p - 1/bound)² · bound (Cochran 1952).
    """
    often, likelier = divmod(2**bits, bound)
    error = sum(
        count * float(Fraction(words, 2**bits) * bound - 1) ** 2 / bound
        for count, words in ((likelier, often + 1), (bound - likelier, often))
    )
    degrees = bound - 1
    enough = stats.chi2.isf(_LEVEL / 2, degrees)
    moved: float = optimize.brentq(lambda by: stats.ncx2.sf(enough, degrees, by) - _POWER, 1e-3, 1e6)
    return moved / float(error)

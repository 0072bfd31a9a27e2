"""Exact numbers as an answer gives them: a fraction to be checked by hand, and the number nearest to it."""

from dataclasses import dataclass
from fractions import Fraction

MAX_DIGITS = 1_000

_BITS_OF_A_DIGIT = 3.3219


@dataclass(frozen=True)
class Ratio:
    """An exact number.

    `fraction` is it in lowest terms ("5/27", "2"); None if that has more than about 1,000 digits. `value` is the
    nearest float; None if that would be zero or infinite and the number is not.
    """

    fraction: str | None
    value: float | None


def ratio(exact: Fraction) -> Ratio:
    """That number for an answer."""
    bits = exact.numerator.bit_length() + exact.denominator.bit_length()
    return Ratio(str(exact) if bits <= MAX_DIGITS * _BITS_OF_A_DIGIT else None, nearest(exact))


def nearest(exact: Fraction) -> float | None:
    """The nearest float; None if there is none but zero or infinity."""
    try:
        value = float(exact)
    except OverflowError:
        return None
    return None if exact and not value else value

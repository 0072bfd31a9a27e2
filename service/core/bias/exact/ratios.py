"""Exact numbers in responses: the fraction, which can be checked by hand, and the nearest float."""

from dataclasses import dataclass, field
from fractions import Fraction

MAX_DIGITS = 1_000

_BITS_PER_DIGIT = 3.3219


@dataclass(frozen=True)
class Ratio:
    """An exact number."""

    fraction: str | None = field(
        metadata={"description": "In lowest terms, such as 5/27 or 2; null if it has more than about 1,000 digits"}
    )
    value: float | None = field(
        metadata={"description": "The nearest float; null if that is infinite, or zero for a number that is not"}
    )


def to_ratio(number: Fraction) -> Ratio:
    """Return the number as a response has it."""
    bits = number.numerator.bit_length() + number.denominator.bit_length()
    return Ratio(str(number) if bits <= MAX_DIGITS * _BITS_PER_DIGIT else None, nearest_float(number))


def nearest_float(number: Fraction) -> float | None:
    """Return the nearest float, or None if that is infinite, or zero for a number that is not zero."""
    try:
        value = float(number)
    except OverflowError:
        return None
    return None if number and not value else value

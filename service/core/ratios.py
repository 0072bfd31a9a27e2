"""Exact numbers in responses: a fraction that can be checked by hand, and the nearest float."""

from fractions import Fraction
from typing import Annotated, NamedTuple

_MAX_DIGITS = 1_000
_BITS_PER_DIGIT = 3.3219


class Ratio(NamedTuple):
    """An exact number in a response: the fraction, which can be checked by hand, and the nearest float."""

    fraction: Annotated[
        str | None,
        "In lowest terms, such as 5/27 or 2; null if it has more than about 1,000 digits",
    ]
    value: Annotated[
        float | None,
        "The nearest float; null if that is infinite, or zero for a number that is not",
    ]


def to_ratio(number: Fraction) -> Ratio:
    """Return a number as a response has it: 5/27 is ("5/27", 0.185…); what cannot be written is None."""
    bits = number.numerator.bit_length() + number.denominator.bit_length()
    fraction = str(number) if bits <= _MAX_DIGITS * _BITS_PER_DIGIT else None
    value: float | None
    try:
        value = float(number)
    except OverflowError:
        value = None
    if value == 0 and number:
        value = None
    return Ratio(fraction, value)

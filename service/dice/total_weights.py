"""Distributions of totals, as weights that are whole numbers: sums of independent totals, and of one total repeated."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

_BITS_OF_A_BYTE = 8


@dataclass(frozen=True)
class TotalWeights:
    """The weight of each total from `lowest` on: a total's probability is its weight divided by the sum of all."""

    lowest: int
    weights: Sequence[int]

    @property
    def highest(self) -> int:
        return self.lowest + len(self.weights) - 1

    @cached_property
    def sum_of_weights(self) -> int:
        return sum(self.weights)

    def negate(self) -> "TotalWeights":
        """Return the distribution of the total with the other sign."""
        return TotalWeights(-self.highest, self.weights[::-1])

    def shift(self, number: int) -> "TotalWeights":
        """Return the distribution of the total with a number added."""
        return TotalWeights(self.lowest + number, self.weights)

    def scale(self, factor: int) -> "TotalWeights":
        """Return the same distribution with weights that are so many times as large."""
        return TotalWeights(self.lowest, [weight * factor for weight in self.weights])

    def join(self, other: "TotalWeights") -> "TotalWeights":
        """Return the distribution whose weights are the sums of the weights of both."""
        lowest = min(self.lowest, other.lowest)
        highest = max(self.highest, other.highest)
        weights = [0] * (highest - lowest + 1)
        for part in (self, other):
            start = part.lowest - lowest
            for place, weight in enumerate(part.weights, start):
                weights[place] += weight
        return TotalWeights(lowest, weights)

    def add(self, other: "TotalWeights") -> "TotalWeights":
        """Return the distribution of the sum of two independent totals.

        The weights of each become the digits of a large number. The digits of the product are the sums of products, as
        no digit overflows. Source: L. Kronecker's substitution, 1882.
        """
        largest = self.sum_of_weights * other.sum_of_weights
        digit_size = largest.bit_length() // _BITS_OF_A_BYTE + 1
        product = _join_digits(self.weights, digit_size) * _join_digits(
            other.weights, digit_size
        )
        count = len(self.weights) + len(other.weights) - 1
        return TotalWeights(
            self.lowest + other.lowest, _split_digits(product, digit_size, count)
        )

    def repeat(self, times: int) -> "TotalWeights":
        """Return the distribution of the sum of `times` such totals that are independent; `times` is at least 1."""
        if times == 1:
            return self
        half = self.repeat(times // 2)
        doubled = half.add(half)
        return doubled.add(self) if times % 2 else doubled


def _join_digits(digits: Sequence[int], digit_size: int) -> int:
    """Return the number with these digits, the lowest first, of `digit_size` bytes each."""
    return int.from_bytes(
        b"".join(digit.to_bytes(digit_size, "little") for digit in digits), "little"
    )


def _split_digits(number: int, digit_size: int, count: int) -> list[int]:
    """Return the `count` digits of a number, the lowest first."""
    text = number.to_bytes(digit_size * count, "little")
    return [
        int.from_bytes(text[start : start + digit_size], "little")
        for start in range(0, len(text), digit_size)
    ]

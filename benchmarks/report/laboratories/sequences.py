"""Tests of a sequence of independent numbers 0…d-1, d a multiple of 4.

D. E. Knuth describes them in The Art of Computer Programming 2, 3.3.2, each by a letter. Where Knuth waits
for a set to be complete, each set begins here at a fixed index: the sets are then independent, and can be evaluated all
at once.
"""

from math import factorial, perm

import numpy as np
from scipy.special import stirling2

from benchmarks.report.laboratories.verdicts import Values, Verdict, chi_square, normal

_HAND = 5
_MAX_GAP = 40  # and more
_SET_SIZE = 32  # numbers for four suits; all but 4 in 10,000 are complete by then
_SUITS = 4


def frequencies(numbers: Values, d: int) -> Verdict:
    """Test the frequency of each number by chi-square (3.3.2 A)."""
    return chi_square(np.bincount(numbers, minlength=d), np.full(d, 1 / d))


def subsequences(numbers: Values, d: int) -> Verdict:
    """Test the frequencies of every d-th number, for each of the d starts (3.3.2 K): one p-value for each start."""
    rows = _rows(numbers, d)
    return chi_square(
        np.array([np.bincount(column, minlength=d) for column in rows.T]),
        np.full(d, 1 / d),
    )


def pairs(numbers: Values, d: int) -> Verdict:
    """Test the frequencies of pairs of successive numbers that do not overlap (3.3.2 B, the serial test)."""
    rows = _rows(numbers, 2).astype(np.intp)
    return chi_square(
        np.bincount(rows[:, 0] * d + rows[:, 1], minlength=d * d),
        np.full(d * d, 1 / (d * d)),
    )


def gaps(numbers: Values, d: int) -> Verdict:
    """Test the lengths of the gaps between two numbers of the first quarter (3.3.2 C)."""
    lengths = np.minimum(np.diff(np.flatnonzero(numbers < d // _SUITS)) - 1, _MAX_GAP)
    chances = 1 / _SUITS * (1 - 1 / _SUITS) ** np.arange(_MAX_GAP + 1)
    chances[-1] *= _SUITS
    return chi_square(np.bincount(lengths, minlength=_MAX_GAP + 1), chances)


def hands(numbers: Values, d: int) -> Verdict:
    """Test the number of different numbers in a hand of five (3.3.2 D, the poker test)."""
    rows = np.sort(_rows(numbers, _HAND), axis=1)
    different = (rows[:, 1:] != rows[:, :-1]).sum(axis=1)
    chances = [
        perm(d, r) * stirling2(_HAND, r, exact=True) / d**_HAND
        for r in range(1, _HAND + 1)
    ]
    return chi_square(np.bincount(different, minlength=_HAND), np.array(chances))


def collections(numbers: Values, d: int) -> Verdict:
    """Test the number of numbers until each quarter, or suit, is complete (3.3.2 E, the coupon collector's test)."""
    suits = _rows(numbers, _SET_SIZE) // (d // _SUITS)
    last = np.zeros(len(suits), np.intp)
    for suit in range(_SUITS):
        is_suit = suits == suit
        last = np.maximum(
            last, np.where(is_suit.any(axis=1), is_suit.argmax(axis=1), _SET_SIZE)
        )
    by_length = [
        factorial(_SUITS)
        * stirling2(length - 1, _SUITS - 1, exact=True)
        / _SUITS**length
        for length in range(_SUITS, _SET_SIZE + 1)
    ]
    chances = np.array([*by_length, 1 - sum(by_length)])
    return chi_square(np.bincount(last, minlength=_SET_SIZE + 1)[_SUITS - 1 :], chances)


def permutations(numbers: Values, d: int) -> Verdict:  # noqa: ARG001 (the orders of three are six, whatever d is)
    """Test the order of three successive, different numbers (3.3.2 F)."""
    first, second, third = _rows(numbers, 3).T
    order = (first < second) * 4 + (second < third) * 2 + (first < third)
    order = order[(first != second) & (second != third) & (first != third)]
    possible = [0, 2, 3, 4, 5, 7]  # 1 and 6 contradict themselves
    return chi_square(np.bincount(order, minlength=8)[possible], np.full(6, 1 / 6))


def runs(numbers: Values, d: int) -> Verdict:
    """Test the changes between the lower and the upper half: a fair coin for each number but the first."""
    upper = numbers >= d // 2
    flips = len(numbers) - 1
    return normal((2 * int((upper[1:] != upper[:-1]).sum()) - flips) / np.sqrt(flips))


def serial_correlation(numbers: Values, d: int) -> Verdict:
    """Test the correlation of a number with the next (3.3.2 J), around the mean of uniform numbers."""
    centred = 2 * numbers.astype(np.int64) - (d - 1)
    return normal(
        int(centred[1:] @ centred[:-1]) / np.sqrt(len(numbers) - 1) / ((d * d - 1) / 3)
    )


def _rows(numbers: Values, length: int) -> Values:
    """Return the numbers in rows of that length, without an incomplete last row."""
    return numbers[: len(numbers) // length * length].reshape(-1, length)

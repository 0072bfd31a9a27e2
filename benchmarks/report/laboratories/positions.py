"""Tests of shuffled decks: a row for each deck, a column for each place, as rules for dealt cards ask for them.

South Dakota's rule for video lottery (Administrative Rules 48:02:08:02) names four: each place by chi-square and by a
runs test, each pair of places by correlation, each place with the deck before by serial correlation. All means and
variances are exact for orders that are equally likely.
"""

import numpy as np

from benchmarks.report.laboratories.verdicts import Values, Verdict, chi_square, normal

_AT_ONCE = 2**12  # decks of 52: sums of their products then stay below 2^24, where a short float is exact


def frequencies(decks: Values) -> Verdict:
    """How often each card came to a place: a p-value for each place."""
    size = int(decks.max()) + 1
    counts = np.array([np.bincount(column, minlength=size) for column in decks.T])
    return chi_square(counts, np.full(size, 1 / size))


def runs(decks: Values) -> Verdict:
    """How often a place goes from the lower half of the cards to the upper or back, from one deck to the next.

    For an even number of cards that is a fair coin for each deck but the first. A p-value for each place.
    """
    upper = decks >= decks.shape[1] // 2
    changes = (upper[1:] != upper[:-1]).sum(axis=0)
    flips = len(decks) - 1
    return normal((2 * changes - flips) / np.sqrt(flips))


def correlations(decks: Values) -> Verdict:
    """How much the card at one place goes with that at another in the same deck: a p-value for each pair of places."""
    trials, n = decks.shape
    centred = _centred(n)
    products = np.zeros((n, n))
    for start in range(0, trials, _AT_ONCE):
        places = centred.astype(np.float32)[decks[start : start + _AT_ONCE].T]
        for place in range(n):  # einsum keeps to one thread; on a busy machine BLAS waits for its own
            products[place] += np.einsum("pt,t->p", places, places[place])
    squares, fourths = (centred**2).sum(), (centred**4).sum()
    mean = -squares / (n * (n - 1))
    variance = (squares**2 - fourths) / (n * (n - 1)) - mean**2
    pairs = np.triu_indices(n, 1)
    return normal((products[pairs] - trials * mean) / np.sqrt(trials * variance))


def serial_correlations(decks: Values) -> Verdict:
    """How much the card at a place goes with that of the deck before: a p-value for each place.

    The products of successive numbers of mean 0 are uncorrelated, so that their variances add up.
    """
    trials, n = decks.shape
    centred = _centred(n)
    products = np.zeros(n)
    for start in range(0, trials - 1, _AT_ONCE):
        part = centred[decks[start : start + _AT_ONCE + 1]]
        products += (part[1:] * part[:-1]).sum(axis=0)
    return normal(products / np.sqrt(trials - 1) / (centred**2).mean())


def first_two(decks: Values) -> Verdict:
    """Which two cards lie on top: chi-square over all n (n - 1) pairs."""
    n = decks.shape[1]
    counts = np.bincount(decks[:, 0].astype(np.intp) * n + decks[:, 1], minlength=n * n)
    different = ~np.eye(n, dtype=np.bool_).reshape(-1)
    return chi_square(counts[different], np.full(n * (n - 1), 1 / (n * (n - 1))))


def rises(decks: Values) -> Verdict:
    """How many runs of rising numbers a deck falls into: the Eulerian distribution's mean and variance."""
    trials, n = decks.shape
    falls = int((decks[:, 1:] < decks[:, :-1]).sum())
    return normal((falls - trials * (n - 1) / 2) / np.sqrt(trials * (n + 1) / 12))


def _centred(n: int) -> Values:
    """0…n-1 less their mean, and twice that, so that they are whole."""
    return 2.0 * np.arange(n) - (n - 1)

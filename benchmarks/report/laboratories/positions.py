"""Tests of shuffled decks, given as an array with a row for each deck and a column for each position.

South Dakota's rule for video lottery (Administrative Rules 48:02:08:02) names four: chi-square and a runs test for each
position, correlation for each pair of positions, serial correlation of each position with the deck before. All means
and variances are exact if every order is equally likely.
"""

import numpy as np

from benchmarks.report.laboratories.verdicts import Values, Verdict, chi_square, normal

# decks of 52: sums of their products then stay below 2^24, where a short float is exact
_CHUNK = 2**12


def frequencies(decks: Values) -> Verdict:
    """Test the frequencies of the cards at each position by chi-square: one p-value for each position."""
    size = int(decks.max()) + 1
    counts = np.array([np.bincount(column, minlength=size) for column in decks.T])
    return chi_square(counts, np.full(size, 1 / size))


def runs(decks: Values) -> Verdict:
    """Test the changes between the lower and the upper half of the cards at each position, from deck to deck.

    For an even number of cards a change is a fair coin for each deck but the first. One p-value for each position.
    """
    upper = decks >= decks.shape[1] // 2
    changes = (upper[1:] != upper[:-1]).sum(axis=0)
    flips = len(decks) - 1
    return normal((2 * changes - flips) / np.sqrt(flips))


def correlations(decks: Values) -> Verdict:
    """Test the correlation of each pair of positions within a deck: one p-value for each pair."""
    trials, n = decks.shape
    centred = _centred(n)
    products = np.zeros((n, n))
    for start in range(0, trials, _CHUNK):
        values = centred.astype(np.float32)[decks[start : start + _CHUNK].T]
        for position in range(
            n
        ):  # einsum keeps to one thread; on a busy machine BLAS waits for its own
            products[position] += np.einsum("pt,t->p", values, values[position])
    squares = (centred**2).sum()
    fourths = (centred**4).sum()
    mean = -squares / (n * (n - 1))
    variance = (squares**2 - fourths) / (n * (n - 1)) - mean**2
    pairs = np.triu_indices(n, 1)
    return normal((products[pairs] - trials * mean) / np.sqrt(trials * variance))


def serial_correlations(decks: Values) -> Verdict:
    """Test the correlation of each position with the same one of the deck before: one p-value for each position.

    The products of successive numbers of mean 0 are uncorrelated, so that their variances add up.
    """
    trials, n = decks.shape
    centred = _centred(n)
    products = np.zeros(n)
    for start in range(0, trials - 1, _CHUNK):
        values = centred[decks[start : start + _CHUNK + 1]]
        products += (values[1:] * values[:-1]).sum(axis=0)
    return normal(products / np.sqrt(trials - 1) / (centred**2).mean())


def first_two(decks: Values) -> Verdict:
    """Test the two cards on top by chi-square over all n (n - 1) pairs."""
    n = decks.shape[1]
    counts = np.bincount(decks[:, 0].astype(np.intp) * n + decks[:, 1], minlength=n * n)
    different = ~np.eye(n, dtype=np.bool_).reshape(-1)
    return chi_square(counts[different], np.full(n * (n - 1), 1 / (n * (n - 1))))


def rises(decks: Values) -> Verdict:
    """Test the number of rising runs of a deck by the mean and variance of the Eulerian distribution."""
    trials, n = decks.shape
    falls = int((decks[:, 1:] < decks[:, :-1]).sum())
    return normal((falls - trials * (n - 1) / 2) / np.sqrt(trials * (n + 1) / 12))


def _centred(n: int) -> Values:
    """Return twice the differences of 0…n-1 from their mean, which are integers."""
    return 2.0 * np.arange(n) - (n - 1)

"""Lower bounds of the total variation distance between a shuffle of n items and uniform, if the distance is unknown.

The total variation distance is the largest difference in the probability of any event, so the difference for one event
is a lower bound. The event here is chosen on some trials and measured on other trials, of the shuffle and of a uniform
shuffle: the sum of the logarithms of the position matrix, over the positions of the order, is above a threshold.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from benchmarks.report.samples import Sample
from service.core.shuffles.batches import chunks
from service.core.shuffles.samplers import DEFAULT_SHUFFLE

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Bound:
    """The shares of trials with the event: of the shuffle, and of a uniform shuffle in the same number of trials."""

    shuffled: float
    uniform: float
    trials: int

    @property
    def distance(self) -> float:
        """The difference: its expected value is at most the total variation distance."""
        return self.shuffled - self.uniform

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        return sqrt(
            sum(p * (1 - p) for p in (self.shuffled, self.uniform)) / self.trials
        )


def lower_bound(sample: Sample) -> Bound:
    """Return a lower bound from three times the trials: for the matrix, for the threshold, and for the shares."""
    first = sample.index
    second = first + sample.trials
    third = first + 2 * sample.trials
    logarithms = _log_matrix(sample)
    pair = sample, replace(sample, algorithm=DEFAULT_SHUFFLE, arguments={})
    threshold = _best_threshold(
        *(_scores(replace(part, index=second), logarithms) for part in pair)
    )
    shares = [
        float((_scores(replace(part, index=third), logarithms) > threshold).mean())
        for part in pair
    ]
    return Bound(shares[0], shares[1], sample.trials)


def parity_bound(n: int) -> Fraction:
    """Return an exact lower bound for `naive_swap`, from the event that the order is even (or odd).

    Each step swaps two items with probability (n - 1)/n and changes the sign, independently of the others: so the mean
    of the sign is ((2 - n)/n)^n, where it is 0 if uniform.
    """
    return abs(Fraction(2 - n, n) ** n) / 2


def _log_matrix(sample: Sample) -> Values:
    """Return, by position and item, the logarithm of the share of trials divided by the uniform share."""
    counts = np.ones(
        (sample.n, sample.n)
    )  # 1, not 0, so that an event without a trial has a finite logarithm
    for chunk in chunks(sample.sampler, sample.request, sample.trials):
        for position, items in enumerate(np.asarray(chunk.rows).T):
            counts[position] += np.bincount(items, minlength=sample.n)
    logarithms: Values = np.log(counts * (sample.n / sample.trials))
    return logarithms


def _scores(sample: Sample, logarithms: Values) -> Values:
    """Return the sum of the logarithms over the positions of each order."""
    positions = np.arange(sample.n)
    results = chunks(sample.sampler, sample.request, sample.trials)
    return np.concatenate(
        [logarithms[positions, np.asarray(chunk.rows)].sum(axis=1) for chunk in results]
    )


def _best_threshold(shuffled: Values, uniform: Values) -> float:
    """Return the threshold with the largest difference between the numbers of scores above it."""
    scores = np.sort(np.concatenate((shuffled, uniform)))
    uniform_below, shuffled_below = (
        np.searchsorted(np.sort(part), scores, side="right")
        for part in (uniform, shuffled)
    )
    return float(scores[np.argmax(uniform_below - shuffled_below)])

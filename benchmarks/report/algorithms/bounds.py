"""How far a shuffle of n items is from uniform at least, where nobody knows how far it is.

The total variation distance is the most by which the probability of any event is off; so by how much one event is off
is a lower bound to it. The event here is chosen on some trials and measured on others, of the shuffle and of a uniform
one: that the order is likelier than a threshold by the logarithms of the position matrix, added up as if the places
had nothing to do with each other.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from benchmarks.report.samples import Sample
from service.core.shuffles.batches import windows
from service.core.shuffles.plans import DEFAULT_SHUFFLE

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Bound:
    """How often the event came up in so many trials, shuffled and uniform."""

    shuffled: float
    uniform: float
    trials: int

    @property
    def distance(self) -> float:
        """How much oftener: in the long run no more than the total variation distance."""
        return self.shuffled - self.uniform

    @property
    def error(self) -> float:
        """The standard error of that."""
        return sqrt(sum(p * (1 - p) for p in (self.shuffled, self.uniform)) / self.trials)


def lower_bound(sample: Sample) -> Bound:
    """By three times so many trials of the shuffle: for the matrix, for the threshold, and for the measurement."""
    first = sample.index
    second, third = first + sample.trials, first + 2 * sample.trials
    logarithms = _logarithms(sample)
    uniform = replace(sample, algorithm=DEFAULT_SHUFFLE, arguments={})
    threshold = _best(*(_scores(replace(one, index=second), logarithms) for one in (sample, uniform)))
    shares = [float((_scores(replace(one, index=third), logarithms) > threshold).mean()) for one in (sample, uniform)]
    return Bound(shares[0], shares[1], sample.trials)


def parity_bound(n: int) -> Fraction:
    """The same for `naive_swap`, exactly, by the event that the order is even (or odd).

    Each step swaps two items with probability (n - 1)/n and changes the sign, independently of the others: so the mean
    of the sign is ((2 - n)/n)^n, where it is 0 if uniform.
    """
    return abs(Fraction(2 - n, n) ** n) / 2


def _logarithms(sample: Sample) -> Values:
    """Of how many times the uniform share of the trials has item i at place p."""
    counts = np.ones((sample.n, sample.n))  # nothing is impossible only because it has not been seen
    for window in windows(sample.plan, sample.trials):
        for place, items in enumerate(np.asarray(window.rows).T):
            counts[place] += np.bincount(items, minlength=sample.n)
    logarithms: Values = np.log(counts * (sample.n / sample.trials))
    return logarithms


def _scores(sample: Sample, logarithms: Values) -> Values:
    """The sum of them over the places of each order."""
    places = np.arange(sample.n)
    return np.concatenate(
        [logarithms[places, np.asarray(window.rows)].sum(axis=1) for window in windows(sample.plan, sample.trials)]
    )


def _best(shuffled: Values, uniform: Values) -> float:
    """The threshold above which the most of the one are, less those of the other."""
    scores = np.sort(np.concatenate((shuffled, uniform)))
    above = [np.searchsorted(np.sort(one), scores, side="right") for one in (uniform, shuffled)]
    return float(scores[np.argmax(above[0] - above[1])])

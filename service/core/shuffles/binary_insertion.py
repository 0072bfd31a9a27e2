"""The mean number of coins that `random_comparator` tosses: a first run, then insertions by binary search."""

from functools import cache


@cache
def binary_insertion_draws(n: int) -> float:
    """Return the mean number of coins for n items: 1 for 2 items, 2.75 for 3."""
    if n < 2:
        return 0
    coins = 1.0
    probability = 1.0  # that the first run has at least `run` items
    for run in range(2, n):
        coins += probability  # a coin tells whether the run goes on
        probability /= 2
        coins += probability * sum(map(_insertion_draws, range(run, n)))
    return coins


@cache
def _insertion_draws(i: int) -> float:
    """Return the mean number of coins that find a place among i items: 1 among 1 item, 1.5 among 2."""
    if i == 0:
        return 0
    left = i // 2
    right = i - left - 1
    return 1 + (_insertion_draws(left) + _insertion_draws(right)) / 2

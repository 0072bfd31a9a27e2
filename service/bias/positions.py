"""Compute the matrix of positions of a shuffle of up to 300 items: the probability of each item at each position.

Where an item goes in one step or pass depends on its position alone, so that its positions are a Markov chain: no order
of all items is looked at. Entries are sums and products of numbers that are not negative, and therefore k roundings
change an entry by at most a share of some k · 2^-53.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.rng.scripted import ScriptedSource
from ..core.shuffles.algorithms import faro
from ..core.shuffles.shuffle import Arguments, Shuffle

MAX_N = 300
MAX_ERROR = 1e-12  # for up to 1,000 passes, as many as there may be

_Matrix = NDArray[np.float64]
# twice what one rounding changes at most, as a share of the number
_ROUNDING = 2.0**-52


class Positions(NamedTuple):
    """The probability of each item at each position."""

    error: Annotated[
        float, f"No value is further than this from the true one; at most {MAX_ERROR}"
    ]
    fixed_points: Annotated[
        float,
        "Mean number of items that keep their position; 1 if the shuffle is uniform",
    ]
    values: Annotated[
        list[list[float]],
        "A row for each item: the probability of each final position; 1/n if uniform",
    ]


class _Chain(NamedTuple):
    """One pass of a shuffle."""

    matrix: _Matrix
    """A row for each position before the pass, a column for each position after it: the probability of this move."""
    roundings: int
    """The most roundings of an entry; 0 if its powers have none either."""


def has_positions(shuffle: Shuffle, n: int) -> bool:
    """Return whether `compute_positions` is defined for a shuffle of n items."""
    return shuffle.name in _CHAINS and n <= MAX_N and shuffle.size_error(n) is None


def compute_positions(shuffle: Shuffle, n: int, arguments: Arguments) -> Positions:
    """Return the positions of the items of a shuffle with all its arguments; `has_positions` must be true for it."""
    chain = _CHAINS[shuffle.name](n, arguments)
    passes = arguments.get("passes", 1)
    values = np.linalg.matrix_power(chain.matrix, passes)
    roundings = 0
    if chain.roundings:
        # Those of each pass, and up to n in each product of two passes.
        roundings = passes * chain.roundings + (passes - 1) * n
    return Positions(
        error=roundings * _ROUNDING * float(values.max()),
        fixed_points=float(values.trace()),
        values=values.tolist(),
    )


def _uniform(n: int, _: Arguments) -> _Chain:
    return _Chain(np.full((n, n), 1 / n), 1)


def _naive_swap(n: int, _: Arguments) -> _Chain:
    """Return the chain of naive swaps. Swap i brings an item from i to any position, and another item to i by 1/n."""
    matrix = np.identity(n)
    for i in range(n):
        arriving = matrix[:, i] / n
        matrix *= (n - 1) / n
        matrix += arriving[:, None]
        matrix[:, i] = 1 / n
    return _Chain(matrix, 4 * n)


def _random_comparator(n: int, _: Arguments) -> _Chain:
    """Return the chain of a sort by coins: a first run of two items or more, then an insertion of each other item."""
    matrix = np.zeros((n, n))
    probability = 1.0  # that the first run has more than i items
    for i in range(2, n):
        probability /= 2
        matrix += probability * _toss_direction(n, i)
        matrix @= _insert(n, i)
    matrix += probability * _toss_direction(n, n)
    return _Chain(matrix, 6 * n)


def _toss_direction(n: int, run: int) -> _Matrix:
    """Return the moves of a first run that stays or is reversed, both with probability 1/2."""
    matrix = np.identity(n)
    matrix[:run] += matrix[run - 1 :: -1]
    matrix[run:] *= 2
    return matrix / 2


def _insert(n: int, i: int) -> _Matrix:
    """Return the moves of the insertion of item i among those before it, which make room for it."""
    places = _place_probabilities(i)
    matrix = np.identity(n)
    for position, moved in enumerate(np.cumsum(places)[:i]):
        matrix[position, position] = 1 - moved
        matrix[position, position + 1] = moved
    matrix[i, : i + 1] = places
    return matrix


def _place_probabilities(i: int) -> list[float]:
    """Return the probability of each place that a binary search by coins finds among i items: [0.5, 0.5] for 1."""
    if i == 0:
        return [1.0]
    left = _place_probabilities(i // 2)
    right = _place_probabilities(i - i // 2 - 1)
    return [probability / 2 for probability in left + right]


def _sattolo(n: int, _: Arguments) -> _Chain:
    """Return the chain of Sattolo's shuffle, which makes every cycle of all items equally likely."""
    return _Chain(np.where(np.identity(n) == 1, float(n == 1), 1 / max(n - 1, 1)), 1)


def _riffle(n: int, _: Arguments) -> _Chain:
    """Return the chain of one riffle.

    Item i comes to position j from the left packet if i of the first j bits, and bit j, are zeros: C(j, i) / 2^(j+1).
    For the right packet, the same is true with items and positions counted from the end.
    """
    left = np.zeros((n, n))  # by position, then item: Pascal's triangle
    left[0, 0] = 0.5
    for position in range(1, n):
        left[position] = left[position - 1] / 2
        left[position, 1:] += left[position - 1, :-1] / 2
    return _Chain((left + left[::-1, ::-1]).T, n)


def _overhand(n: int, _: Arguments) -> _Chain:
    """Return the chain of one overhand shuffle: of 2 items the matrix is [[0.8, 0.2], [0.2, 0.8]], with 5 roundings.

    An item with `before` cards above it in its packet and `after` cards below it comes to before + (cards below the
    packet). Both numbers are geometric, cut off at the ends of the deck, and independent.

    A gap is cut with probability 1/5. Row i of the matrix has the probability of each position after the shuffle.
    """
    no_cut = np.array([4**gaps / 5**gaps for gaps in range(n)])  # by number of gaps
    cut_behind = np.array([4**gaps / 5 ** (gaps + 1) for gaps in range(n)])
    matrix = np.empty((n, n))
    for i in range(n):
        below = n - 1 - i
        before = np.append(cut_behind[:i], no_cut[i])  # probability of 0, 1 … i
        after = np.append(cut_behind[:below], no_cut[below])  # of 0, 1 … below
        # The new position is before + (below - after): the sum of two independent numbers.
        matrix[i] = np.convolve(before, after[::-1])
    return _Chain(matrix, roundings=n // 2 + 4)


def _faro(n: int, arguments: Arguments) -> _Chain:
    """Return where one faro brings each item; nothing is drawn, and nothing is rounded."""
    matrix = np.zeros((n, n))
    order = faro(n, ScriptedSource(), 1, arguments["variant"])
    matrix[order, np.arange(n)] = 1
    return _Chain(matrix, 0)


_CHAINS: Mapping[str, Callable[[int, Arguments], _Chain]] = {
    **dict.fromkeys(
        ("fisher_yates", "durstenfeld", "inside_out", "rejection", "random_slot"),
        _uniform,
    ),
    "naive_swap": _naive_swap,
    "random_comparator": _random_comparator,
    "sattolo": _sattolo,
    "riffle": _riffle,
    "overhand": _overhand,
    "faro": _faro,
}

"""The textbook definitions of the statistics, for one order at a time."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

Definition = Callable[[Sequence[int]], Fraction | int]


def fixed_points(order: Sequence[int]) -> int:
    """Return how many items are where they began."""
    return sum(position == item for position, item in enumerate(order))


def cycles(order: Sequence[int]) -> int:
    """Return the number of cycles of a permutation."""
    visited: set[int] = set()
    count = 0
    for start in order:
        count += start not in visited
        while start not in visited:
            visited.add(start)
            start = order[start]  # noqa: PLW2901
    return count


def rising_sequences(order: Sequence[int]) -> int:
    """Return how many runs of successive items are interleaved."""
    positions = map(order.index, range(len(order)))
    return 1 + sum(later < earlier for earlier, later in pairwise(positions))


def pairs_kept(order: Sequence[int]) -> int:
    """Return how many items still follow the one before them."""
    return sum(b == a + 1 for a, b in pairwise(order))


def inversions(order: Sequence[int]) -> int:
    """Return how many pairs are the wrong way round."""
    return sum(a > b for a, b in combinations(order, 2))


def serial_correlation(order: Sequence[int]) -> Fraction:
    """D. E. Knuth, The Art of Computer Programming 2, 3.3.2 K."""
    n = len(order)
    total = sum(order)
    squares = sum(item * item for item in order)
    products = sum(a * b for a, b in pairwise([*order, order[0]]))
    return Fraction(n * products - total**2, n * squares - total**2)


DEFINITIONS: Mapping[str, Definition] = {
    definition.__name__: definition
    for definition in (
        fixed_points,
        cycles,
        rising_sequences,
        pairs_kept,
        inversions,
        serial_correlation,
    )
}

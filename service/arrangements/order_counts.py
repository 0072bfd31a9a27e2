"""Count the orders in which no two neighbours are of one class, and draw one by its number.

docs/definitions/rules.md, "Orders", defines the numbers. Classes are put in one after the other, each as blocks
into gaps of the order so far. A gap between two items of one class is bad: it must be filled later. So all that has to
be known of an order is the number of its bad gaps.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, pairwise
from math import factorial, prod
from operator import mul

from ..core.rng.sources import WordSource
from ..core.shuffles.algorithms import shuffle_list
from ..core.work import Work

_STEPS_OF_SPLITS = 40  # to begin to list them; each of the ways is a step more
_BITS_OF_A_STEP = 500  # of a large integer that is multiplied
_ITEMS_OF_A_STEP = 4  # that are looked at in a draw


class OrderCounter:
    """Counts the orders of items in classes, in a row or in a circle; `total` is their number.

    `_ways[k][b]` has the number of ways to put in the classes from k on if b gaps are bad, so that none is in the end.
    """

    def __init__(
        self, classes: Sequence[Sequence[int]], work: Work, *, is_circle: bool
    ) -> None:
        self._classes = sorted(classes, key=lambda members: (-len(members), members[0]))
        self._is_circle = is_circle
        sizes = [len(members) for members in self._classes]
        self._before = [0, *accumulate(sizes)]
        self._n = self._before[-1]
        if len(sizes) == self._n:
            self._patterns = self.total = factorial(self._n)
            return
        self._first = sizes[0] - 1 + is_circle
        most = accumulate((size - 1 for size in sizes), initial=int(is_circle))
        ways = [[1]]
        for k, bad in reversed(list(enumerate(most))[1:-1]):
            few = self._first if k == 1 else 0
            many = min(bad, self._n - self._before[k])
            ways.append(
                [0] * few
                + [self._count(k, b, ways[-1], work) for b in range(few, many + 1)]
            )
        self._ways = [[], *reversed(ways)]
        self._patterns = sum(self._ways[1][self._first :][:1]) * (
            self._n if is_circle else 1
        )
        self.total = (
            self._patterns
            * prod(map(factorial, sizes))
            // (sizes[0] if is_circle else 1)
        )

    def _list_splits(
        self, k: int, bad: int, later: Sequence[int], work: Work
    ) -> Iterator[tuple[int, int, list[int], int]]:
        """Yield how class k can be put in: a number of blocks and filled bad gaps, and the ways by the blocks.

        The first number of the blocks comes before the ways, and after them the ways to go on, of `later`.
        """
        size = len(self._classes[k])
        gaps = self._before[k] + (not self._is_circle)
        work.spend(_STEPS_OF_SPLITS + size)
        cuts, of_bad, of_good = (
            _list_binomials(n, size) for n in (size - 1, bad, gaps - bad)
        )
        for both in range(max(1, bad + size + 1 - len(later)), bad + size + 1):
            low = max((both + 1) // 2, both - bad)
            high = min(both, size, (gaps - bad + both) // 2)
            if low <= high:
                work.spend(1 + high - low)
                fillings = of_bad[both - high : both - low + 1][::-1]
                others = of_good[2 * low - both : 2 * high - both + 1 : 2]
                yield (
                    both,
                    low,
                    list(map(mul, map(mul, cuts[low - 1 : high], fillings), others)),
                    later[bad + size - both],
                )

    def _count(self, k: int, bad: int, later: Sequence[int], work: Work) -> int:
        if len(self._classes[k]) == 1:  # as below, in a fraction of the time
            work.spend(3 + later[-1].bit_length() // _BITS_OF_A_STEP)
            gaps = self._before[k] + (not self._is_circle)
            fewer = bad * later[bad - 1] if bad else 0
            return fewer + (gaps - bad) * (later[bad] if bad < len(later) else 0)
        total = 0
        for _, _, ways, rest in self._list_splits(k, bad, later, work):
            work.spend(1 + rest.bit_length() // _BITS_OF_A_STEP)
            total += sum(ways) * rest
        return total

    def draw(self, source: WordSource, work: Work) -> list[int]:
        """Return one of the orders, if there are any; all are equally probable."""
        number = source.below(self._patterns)
        turn = 0
        if self._is_circle:
            number, turn = divmod(number, self._n)
        order = [0] * len(self._classes[0])
        bad = self._first
        for k in range(1, len(self._classes)):
            work.spend((len(self._classes[k]) + len(order)) // _ITEMS_OF_A_STEP)
            number, both, blocks = self._choose(k, bad, number, work)
            order = self._put_in(k, order, (both - blocks, blocks), source)
            bad += len(self._classes[k]) - both
        kept = self._classes[0][
            : self._is_circle
        ]  # the first item of a circle, whose place is drawn
        free = [self._classes[0][self._is_circle :], *self._classes[1:]]
        queues = [iter(shuffle_list(members, source)) for members in free]
        queues[0] = chain(kept, queues[0])
        work.spend(self._n)
        arranged = [next(queues[k]) for k in order]
        return arranged[self._n - turn :] + arranged[: self._n - turn]

    def _choose(
        self, k: int, bad: int, number: int, work: Work
    ) -> tuple[int, int, int]:
        """Return the number below the ways that are left, the blocks and filled bad gaps, and the blocks."""
        for both, low, ways, rest in self._list_splits(k, bad, self._ways[k + 1], work):
            size = sum(ways)
            if number < size * rest:
                number, one = divmod(number, size)
                return (
                    number,
                    both,
                    low
                    + next(
                        place for place, end in enumerate(accumulate(ways)) if one < end
                    ),
                )
            number -= size * rest
        raise AssertionError

    def _put_in(
        self, k: int, order: list[int], numbers: tuple[int, int], source: WordSource
    ) -> list[int]:
        """Return an order of classes with class k put in: `numbers` are those of filled bad gaps, and of blocks."""
        filled, blocks = numbers
        ends = (
            [order[-1], *order] if self._is_circle else [-1, *order, -2]
        )  # gap 0 of a circle is after the last item
        gaps: tuple[list[int], list[int]] = [], []
        for gap, (before, after) in enumerate(pairwise(ends)):
            gaps[before == after].append(gap)
        chosen = shuffle_list(gaps[1], source, filled) + shuffle_list(
            gaps[0], source, blocks - filled
        )
        size = len(self._classes[k])
        cuts = sorted(shuffle_list(range(1, size), source, blocks - 1))
        lengths = [end - start for start, end in pairwise([0, *cuts, size])]
        result = list[int]()
        end = 0
        for gap, length in zip(sorted(chosen), lengths, strict=True):
            result += order[end:gap] + [k] * length
            end = gap
        result += order[end:]
        turn = (
            lengths[0] if self._is_circle and 0 in chosen else 0
        )  # the first item stays the first
        return result[turn:] + result[:turn]


def _list_binomials(n: int, most: int) -> list[int]:
    """Return the numbers of ways to choose 0, 1, 2, … of n, up to `most`."""
    numbers = [1]
    for k in range(min(n, most)):
        numbers.append(numbers[-1] * (n - k) // (k + 1))
    return numbers

"""Count the orders without neighbours of the same class, and draw an order by its number.

docs/definitions/rules.md, "Orders", defines the numbers. Classes are put in one after the other, each as blocks into
gaps of the order so far. A gap between two items of the same class is bad: it must be filled later. So the number of
ways to go on depends only on the number of bad gaps.

For example, take the classes [a a a] and [b b] in a row: a a a has two bad gaps, and b must fill both, in 1 way:
a b a b a. The items of each class can then be exchanged, so that there are 3! * 2! = 12 orders.

Source: our own; the numbers of ways are products of binomials, and are counted from the last class back.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from math import factorial, prod
from operator import mul
from typing import NamedTuple

from ...core.rng.sources import WordSource
from ...core.shuffles.algorithms import shuffle_list
from ...core.work import Work
from ..ranked_choices import choose_by_rank

# FREE: all steps, which are steps of `Work`.
_STEPS_OF_SPLITS = 40  # to begin the list of splits; each way is one more step
_BITS_OF_A_STEP = 500  # bits of a large integer that is multiplied
_ITEMS_OF_A_STEP = 4  # items that are looked at in a draw


class _Insertion(NamedTuple):
    """How to put in a class, as numbers, and the rank, from 0, of an order among all orders that begin like this."""

    rank: int
    delta: int
    """The number of blocks, plus the number of bad gaps that they fill."""
    blocks: int

    @property
    def filled(self) -> int:
        """Return the number of bad gaps that blocks fill."""
        return self.delta - self.blocks


@dataclass(frozen=True, eq=False)
class _Sequence:
    """The sizes of classes, in the order of putting them into a row or a circle."""

    sizes: Sequence[int]
    items_before: Sequence[int]
    """For each class, the number of items in all classes before it, and at the end the number of all items."""
    gaps: Sequence[int]
    """For each class, the number of gaps where its blocks can be put; in a row, the two ends are gaps too."""
    is_circle: bool

    @property
    def first_bad(self) -> int:
        """Return the number of bad gaps of the first class alone. In a circle, its last item is next to its first."""
        return self.sizes[0] - 1 + self.is_circle

    def count_ways(self, work: Work) -> Mapping[int, Sequence[int]]:
        """Return, by k from 1 on and by the number of bad gaps, the ways to put in class k and all later classes.

        After the last class, there is 1 way without bad gaps. [3, 2] in a row gives {1: [0, 0, 1], 2: [1]}.
        """
        last = len(self.sizes)
        ways: dict[int, Sequence[int]] = {last: [1]}
        more_bad = (size - 1 for size in self.sizes)
        most_bad = list(accumulate(more_bad, initial=int(self.is_circle)))
        for k in range(last - 1, 0, -1):
            fewest_bad = self.first_bad if k == 1 else 0  # fewer do not occur
            most_bad_here = min(
                most_bad[k], self.items_before[-1] - self.items_before[k]
            )
            later = ways[k + 1]
            counts = [
                self._count_ways_from(k, bad, later, work)
                for bad in range(fewest_bad, most_bad_here + 1)
            ]
            ways[k] = [0] * fewest_bad + counts
        return ways

    def _count_ways_from(
        self, k: int, bad: int, later: Sequence[int], work: Work
    ) -> int:
        """Return the number of ways to put in class k and all later classes, if `bad` gaps are bad.

        `later` has the same for the classes after class k, by the number of bad gaps. If three items are in a row, with
        two bad gaps, and class 1 is the last and has two items, there is 1 way: one item in each bad gap.
        """
        if self.sizes[k] == 1:  # the sum below, in a fraction of the time
            work.spend(3 + later[-1].bit_length() // _BITS_OF_A_STEP)
            good = self.gaps[k] - bad
            into_bad = bad * later[bad - 1] if bad else 0
            into_good = good * later[bad] if bad < len(later) else 0
            return into_bad + into_good
        total = 0
        for delta, ways in self.list_splits(k, bad, len(later) - 1, work):
            ways_after = later[bad + self.sizes[k] - delta]
            work.spend(1 + ways_after.bit_length() // _BITS_OF_A_STEP)
            total += sum(ways) * ways_after
        return total

    def list_splits(
        self, k: int, bad: int, most_bad: int, work: Work
    ) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield how class k can be put in if `bad` gaps are bad before it, and at most `most_bad` may be bad after it.

        Delta, as the definition calls it, is the number of blocks plus the number of bad gaps that they fill.
        Afterwards, bad + size - delta gaps are bad: the class in one block has size - 1 bad gaps, and each cut and each
        filled gap takes one away. Each delta, ascending, comes with numbers of ways, one for each number of blocks from
        the fewest on (half of delta, or delta - bad if that is more): the ways to cut the class times the ways to
        choose bad gaps and good gaps.

        If a class has two items, one of four gaps is bad, and no bad gap may be left, then delta is 3, as one of two
        blocks fills the bad gap, in 3 ways: (3, [3]). A plain pair, as there are hundreds of thousands in a count.
        """
        size = self.sizes[k]
        good = self.gaps[k] - bad
        work.spend(_STEPS_OF_SPLITS + size)
        of_cuts = _list_binomials(size - 1, size)
        of_bad = _list_binomials(bad, size)
        of_good = _list_binomials(good, size)
        for delta in range(max(1, bad + size - most_bad), bad + size + 1):
            fewest = _find_fewest_blocks(delta, bad)
            most = min(delta, size, (good + delta) // 2)
            if fewest <= most:
                work.spend(1 + most - fewest)
                # For each number of blocks: blocks - 1 cuts, delta - blocks bad gaps, good gaps for all others.
                cuts = of_cuts[fewest - 1 : most]
                into_bad = of_bad[delta - most : delta - fewest + 1][::-1]
                into_good = of_good[2 * fewest - delta : 2 * most - delta + 1 : 2]
                yield delta, list(map(mul, map(mul, cuts, into_bad), into_good))


def _find_fewest_blocks(delta: int, bad: int) -> int:
    """Return the fewest blocks for a delta: a block fills at most one bad gap. 3 and 2 bad gaps -> 2."""
    return max((delta + 1) // 2, delta - bad)


def count_orders(
    classes: Sequence[Sequence[int]], work: Work, *, is_circle: bool
) -> "OrderCounter":
    """Count the orders in which no neighbours are of one class, in a row or in a circle.

    [[0, 1], [2]] in a row has the `total` 2, the orders 0 2 1 and 1 2 0; [[0, 1, 2], [3]] has the total 0.

    FROZEN: classes are put in by size, the largest first, and with the same size by their first items.
    """
    ordered = sorted(classes, key=lambda members: (-len(members), members[0]))
    sizes = [len(members) for members in ordered]
    items_before = [0, *accumulate(sizes)]
    n = items_before[-1]
    gaps = items_before if is_circle else [items + 1 for items in items_before]
    sequence = _Sequence(sizes, items_before, gaps, is_circle)
    if len(sizes) == n:  # nothing is ruled out
        return OrderCounter(ordered, sequence, {}, factorial(n), factorial(n))
    ways = sequence.count_ways(work)
    ways_by_bad_gaps = ways[1]
    patterns = 0  # unless the later classes can fill the bad gaps of the first
    if sequence.first_bad < len(ways_by_bad_gaps):
        patterns = ways_by_bad_gaps[sequence.first_bad]
    orders_of_classes = prod(map(factorial, sizes))
    if not is_circle:
        total = patterns * orders_of_classes
        return OrderCounter(ordered, sequence, ways, patterns, total)
    # Each pattern begins with an item of class 0, and a circle can be turned to begin with any item.
    turned_patterns = patterns * n
    total = turned_patterns * orders_of_classes // sizes[0]
    return OrderCounter(ordered, sequence, ways, turned_patterns, total)


@dataclass(frozen=True, eq=False)
class OrderCounter:
    """Draws an order of items in classes by its number; `total` is the number of orders.

    If no items are equal, each is a class of its own: the orders are counted, but never drawn here, as attempts cannot
    fail.
    """

    _classes: Sequence[Sequence[int]]  # the items of each class, the largest first
    _sequence: _Sequence
    _ways: Mapping[int, Sequence[int]]  # as `_Sequence.count_ways` returns them
    _patterns: int  # the number of orders of classes, in a circle with all turns
    total: int

    def draw(self, source: WordSource, work: Work) -> list[int]:
        """Return one of the orders, if there are any; all are equally probable.

        In a circle, the first item of class 0 is at place 0 before the circle is turned. The classes [0, 1] and [2] in
        a row give [0, 2, 1] or [1, 2, 0].

        FROZEN: the order of draws: a rank among all patterns, then the gaps and cuts of each class, then the items of
        each class.
        """
        n = self._sequence.items_before[-1]
        rank = source.below(self._patterns)
        turn = 0
        if self._sequence.is_circle:
            rank, turn = divmod(rank, n)
        pattern = self._draw_pattern(rank, source, work)
        queues = self._shuffle_classes(source)
        work.spend(n)
        arranged = [next(queues[k]) for k in pattern]
        return arranged[n - turn :] + arranged[: n - turn]

    def _draw_pattern(self, rank: int, source: WordSource, work: Work) -> list[int]:
        """Return the class at each place: the rank decides how each class is put in, and draws decide where.

        For the classes of two and of one item in a row, it is [0, 1, 0].
        """
        pattern = [0] * self._sequence.sizes[0]
        bad = self._sequence.first_bad
        for k in range(1, len(self._classes)):
            size = self._sequence.sizes[k]
            work.spend((size + len(pattern)) // _ITEMS_OF_A_STEP)
            insertion = self._choose_insertion(k, bad, rank, work)
            pattern = self._put_in(k, pattern, insertion, source)
            # What the next class begins with:
            rank = insertion.rank
            bad += size - insertion.delta
        return pattern

    def _shuffle_classes(self, source: WordSource) -> list[Iterator[int]]:
        """Return the items of each class in random order. In a circle, the first item of class 0 stays the first."""
        kept = 1 if self._sequence.is_circle else 0
        first, *others = self._classes
        shuffled = [
            shuffle_list(members, source) for members in [first[kept:], *others]
        ]
        queues = [iter(members) for members in shuffled]
        return [chain(first[:kept], queues[0]), *queues[1:]]

    def _choose_insertion(self, k: int, bad: int, rank: int, work: Work) -> _Insertion:
        """Return how the order with this rank puts in class k, if `bad` gaps are bad.

        The orders are counted delta by delta up to the rank. Then the rest of the rank, modulo the ways of this delta,
        decides the number of blocks. If a delta has 1 way with two blocks and 2 ways with three, and its first order
        has the rank 10, then rank 14 is 10 + 1 + 1 * 3: way 1, with three blocks, and rank 1 for the later classes.

        FROZEN: deltas ascend, and so do the numbers of blocks of each delta.
        """
        size = self._sequence.sizes[k]
        later = self._ways[k + 1]
        splits = self._sequence.list_splits(k, bad, len(later) - 1, work)
        orders_by_split = (
            ((delta, ways), sum(ways) * later[bad + size - delta])
            for delta, ways in splits
        )
        (delta, ways), rank_of_order = choose_by_rank(orders_by_split, rank)
        rank_from_here, rank_of_way = divmod(rank_of_order, sum(ways))
        ways_by_blocks = enumerate(ways, _find_fewest_blocks(delta, bad))
        blocks, _ = choose_by_rank(ways_by_blocks, rank_of_way)
        return _Insertion(rank_from_here, delta, blocks)

    def _put_in(
        self, k: int, pattern: Sequence[int], insertion: _Insertion, source: WordSource
    ) -> list[int]:
        """Return the pattern (the class at each place) with class k put in, as blocks in gaps that are drawn.

        If two items of class 2 are two blocks, one in the bad gap, [0, 0, 1] may become [0, 2, 0, 1, 2] in a row.
        """
        size = self._sequence.sizes[k]
        gaps = _find_gaps(pattern, is_circle=self._sequence.is_circle)
        filled = insertion.filled
        # FROZEN: the order of these three draws.
        chosen = shuffle_list(gaps.bad, source, filled)
        chosen += shuffle_list(gaps.good, source, insertion.blocks - filled)
        cuts = shuffle_list(range(1, size), source, insertion.blocks - 1)
        ends_of_blocks = [0, *sorted(cuts), size]
        lengths = [end - start for start, end in pairwise(ends_of_blocks)]
        result = list[int]()
        copied = 0
        for gap, length in zip(sorted(chosen), lengths, strict=True):
            result += pattern[copied:gap]
            result += [k] * length
            copied = gap
        result += pattern[copied:]
        if self._sequence.is_circle and 0 in chosen:
            turn = lengths[0]  # the block before the first item goes to the end
            return result[turn:] + result[:turn]
        return result


class _Gaps(NamedTuple):
    """The gaps of a pattern: `bad` between two items of the same class, else `good`; gap p is before place p."""

    bad: Sequence[int]
    good: Sequence[int]


def _find_gaps(pattern: Sequence[int], *, is_circle: bool) -> _Gaps:
    """Return the gaps of a pattern: [0, 0, 1] in a row -> bad [1], good [0, 2, 3]; in a circle, good [0, 2]."""
    nobody_before = -1
    nobody_after = -2
    ends = (
        [pattern[-1], *pattern]
        if is_circle
        else [nobody_before, *pattern, nobody_after]
    )
    bad = []
    good = []
    for gap, (class_before, class_after) in enumerate(pairwise(ends)):
        if class_before == class_after:
            bad.append(gap)
        else:
            good.append(gap)
    return _Gaps(bad, good)


def _list_binomials(n: int, most: int) -> list[int]:
    """Return the number of ways to choose 0, 1, 2, … of n items, up to `most`: 5 and 3 -> [1, 5, 10, 10]."""
    numbers = [1]
    for k in range(min(n, most)):
        numbers.append(numbers[-1] * (n - k) // (k + 1))
    return numbers

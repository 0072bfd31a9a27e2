"""Count the orders without too many neighbours of the same class, and draw an order by its number.

docs/definitions/rules.md, "Orders", defines the numbers. The items of a class are cut into runs, each a single item
unless more alike may follow each other. Classes are put in one after the other, the runs of each as blocks into gaps of
the order so far. A gap between two runs of the same class is bad: it must be filled later. So the number of ways to go
on depends only on the number of runs so far, which is the number of gaps, and on the number of bad gaps.

For example, take the classes [a a a] and [b b] in a row: a a a has two bad gaps, and b must fill both, in 1 way:
a b a b a. The items of each class can then be exchanged, so that there are 3! * 2! = 12 orders.

An item that stands first or last closes the gap at its end. Its class is put in before all others, so that the gap is
still free then; if both ends are held by different classes, the second class has a block in the gap at the end.

Source: our own; the numbers of ways are products of binomials, and are counted from the last class back.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import comb, factorial, prod
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


@dataclass(frozen=True, kw_only=True)
class Shape:
    """The places of an order: a row or a circle, how many alike may follow each other, and the items at the ends."""

    is_circle: bool = False
    run: int = 1
    first: int | None = None
    """The item that stands first."""
    last: int | None = None

    @property
    def ends(self) -> Sequence[int]:
        """Return the items at the ends: [4] if item 4 stands last, and any other item may stand first."""
        return [item for item in (self.first, self.last) if item is not None]

    @property
    def is_turned(self) -> bool:
        """Return whether the order is a circle that can be turned, as no item stands at an end."""
        return self.is_circle and not self.ends


class _Cut(NamedTuple):
    """A number of runs into which a class can be cut, and the number of ways to do so."""

    runs: int
    ways: int


class _Insertion(NamedTuple):
    """How to put in a class, as numbers, and the rank, from 0, of an order among all orders that begin like this."""

    rank: int
    runs: int
    rank_of_cut: int
    """The number of the cut into so many runs."""
    delta: int
    """The number of blocks, plus the number of bad gaps that they fill."""
    blocks: int

    @property
    def filled(self) -> int:
        """Return the number of bad gaps that blocks fill."""
        return self.delta - self.blocks

    @property
    def more_bad(self) -> int:
        """Return how many more gaps are bad afterwards; it may be less than 0."""
        return self.runs - self.delta


_Ways = Mapping[int, Sequence[int]]
"""Numbers of ways to go on, by the number of runs so far, and by the number of bad gaps."""


class _Sequence:
    """The sizes of classes, in the order of putting them into a row or a circle."""

    def __init__(self, classes: Sequence[Sequence[int]], shape: Shape) -> None:
        self.sizes = [len(members) for members in classes]
        self.items_before = [0, *accumulate(self.sizes)]
        """For each class, the number of items in all classes before it, and at the end the number of all items."""
        self.cuts = [_list_cuts(size, shape.run) for size in self.sizes]
        self.is_circle = shape.is_circle
        self.ends_held = len(shape.ends)
        holds_second_end = self.ends_held == 2 and shape.last not in classes[0]
        self.forced = [int(holds_second_end and k == 1) for k in range(len(classes))]
        """For each class, how many of its blocks have a given gap: 1 if it gets the end that class 0 lacks."""

    def count_gaps(self, runs: int) -> int:
        """Return the number of gaps for the blocks that have no given gap; in a row, open ends are gaps too."""
        return runs if self.is_circle else runs + 1 - self.ends_held

    def count_first_bad(self, runs: int) -> int:
        """Return the number of bad gaps of the first class alone. In a circle, its last item is next to its first."""
        return runs - 1 + self.is_circle

    def count_ways(self, work: Work) -> Mapping[int, _Ways]:
        """Return, by k from 1 on, by runs and bad gaps, the ways to put in class k and all later classes.

        After the last class, there is 1 way without bad gaps. [3, 2] in a row gives {1: {3: [0, 0, 1]}, 2: {5: [1]}}.
        """
        last = len(self.sizes)
        fewest_runs = accumulate((cuts[0].runs for cuts in self.cuts), initial=0)
        runs_before = [
            range(fewest, most + 1)
            for fewest, most in zip(fewest_runs, self.items_before, strict=True)
        ]
        ways: dict[int, _Ways] = {last: {runs: [1] for runs in runs_before[last]}}
        for k in range(last - 1, 0, -1):
            ways[k] = {
                runs: self._count_ways_by_bad(k, runs, ways[k + 1], work)
                for runs in runs_before[k]
            }
        return ways

    def _count_ways_by_bad(
        self, k: int, runs: int, later: _Ways, work: Work
    ) -> Sequence[int]:
        """Return the ways to put in class k and all later classes after so many runs, by the number of bad gaps."""
        first_bad = self.count_first_bad(runs)
        fewest_bad = first_bad if k == 1 else 0  # fewer do not occur
        # Each class but the first has a block, which is in no bad gap of its own.
        most_bad = min(
            first_bad - (k - 1), self.items_before[-1] - self.items_before[k]
        )
        counts = [
            self._count_ways_from(k, runs, bad, later, work)
            for bad in range(fewest_bad, most_bad + 1)
        ]
        return [0] * fewest_bad + counts

    def _count_ways_from(
        self, k: int, runs: int, bad: int, later: _Ways, work: Work
    ) -> int:
        """Return the number of ways to put in class k and all later classes, if of the gaps `bad` are bad.

        `later` has the same for the classes after class k. If three items are in a row, with two bad gaps, and class 1
        is the last and has two items, there is 1 way: one item in each bad gap.
        """
        if self.sizes[k] == 1 and not self.forced[k]:
            # The sum below, in a fraction of the time:
            ways = later[runs + 1]
            work.spend(3 + ways[-1].bit_length() // _BITS_OF_A_STEP)
            good = self.count_gaps(runs) - bad
            into_bad = bad * ways[bad - 1] if bad else 0
            into_good = good * ways[bad] if bad < len(ways) else 0
            return into_bad + into_good
        total = 0
        for cut in self.cuts[k]:
            ways_after = later[runs + cut.runs]
            for delta, ways in self.list_splits(
                k, cut.runs, runs, bad, len(ways_after) - 1, work
            ):
                number_after = ways_after[bad + cut.runs - delta]
                work.spend(1 + number_after.bit_length() // _BITS_OF_A_STEP)
                total += cut.ways * sum(ways) * number_after
        return total

    def list_splits(
        self, k: int, size: int, runs: int, bad: int, most_bad: int, work: Work
    ) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield how class k can be put in as `size` runs if there are `runs` before it, with `bad` gaps between alike.

        At most `most_bad` gaps may be bad after it. Delta, as the definition calls it, is the number of blocks plus the
        number of bad gaps that they fill. Afterwards, bad + size - delta gaps are bad: the class in one block has
        size - 1 bad gaps, and each cut and each filled gap takes one away. Each delta, ascending, comes with numbers of
        ways, one for each number of blocks from the fewest on (`_find_fewest_blocks`): the ways to cut the class into
        blocks times the ways to choose bad gaps and good gaps.

        If a class has two items, one of four gaps is bad, and no bad gap may be left, then delta is 3, as one of two
        blocks fills the bad gap, in 3 ways: (3, [3]). A plain pair, as there are hundreds of thousands in a count.
        """
        forced = self.forced[k]
        good = self.count_gaps(runs) - bad
        work.spend(_STEPS_OF_SPLITS + size)
        of_cuts = _list_binomials(size - 1, size)
        of_bad = _list_binomials(bad, size)
        of_good = _list_binomials(good, size)
        for delta in range(max(1, bad + size - most_bad), bad + size + 1):
            fewest = _find_fewest_blocks(delta, bad, forced)
            most = min(delta, size, (good + delta + forced) // 2)
            if fewest <= most:
                work.spend(1 + most - fewest)
                # For each number of blocks: blocks - 1 cuts, delta - blocks bad gaps, good gaps for all others.
                cuts = of_cuts[fewest - 1 : most]
                into_bad = of_bad[delta - most : delta - fewest + 1][::-1]
                fewest_good = 2 * fewest - delta - forced
                most_good = 2 * most - delta - forced
                into_good = of_good[fewest_good : most_good + 1 : 2]
                yield delta, list(map(mul, map(mul, cuts, into_bad), into_good))


def _find_fewest_blocks(delta: int, bad: int, forced: int) -> int:
    """Return the fewest blocks for a delta: a block fills at most one bad gap, a forced one none. 3 and 2 bad -> 2."""
    return max((delta + forced + 1) // 2, delta - bad)


def _list_cuts(size: int, run: int) -> Sequence[_Cut]:
    """Return the numbers of runs into which a class can be cut, ascending: of 3 items in runs of up to 2, 2 and 3."""
    fewest = -(-size // run)
    return [
        _Cut(runs, _count_cuts(size, runs, run)) for runs in range(fewest, size + 1)
    ]


def _count_cuts(size: int, runs: int, run: int) -> int:
    """Return the number of ways to cut a class into runs of up to `run` items: 3 items into 2 of up to 2 -> 2.

    Of all ways, those are taken away in which some runs are longer (inclusion and exclusion).
    """
    if runs == 0:
        return int(size == 0)
    return sum(
        (-1) ** longer * comb(runs, longer) * comb(size - longer * run - 1, runs - 1)
        for longer in range((size - runs) // run + 1)
    )


def _find_cut(size: int, runs: int, run: int, rank: int) -> Sequence[int]:
    """Return the lengths of the runs in the cut with a rank: 3 items into 2 runs of up to 2, rank 1 -> [2, 1].

    FROZEN: the first run is the shorter one first, then the second, and so on.
    """
    lengths = []
    items_left = size
    for runs_left in range(runs - 1, -1, -1):
        longest = min(run, items_left - runs_left)
        ways = (
            (length, _count_cuts(items_left - length, runs_left, run))
            for length in range(1, longest + 1)
        )
        length, rank = choose_by_rank(ways, rank)
        lengths.append(length)
        items_left -= length
    return lengths


def count_orders(
    classes: Sequence[Sequence[int]], work: Work, shape: Shape
) -> "OrderCounter":
    """Count the orders in which no more neighbours than `shape.run` are of one class, in a row or in a circle.

    [[0, 1], [2]] in a row has the `total` 2, the orders 0 2 1 and 1 2 0; [[0, 1, 2], [3]] has the total 0.

    FROZEN: classes are put in by size, the largest first, and with the same size by their first items; but before all
    others the class of the item that stands first, and then that of the item that stands last.
    """
    ends = shape.ends

    def find_order(members: Sequence[int]) -> tuple[int, int, int]:
        ends_before = [number for number, end in enumerate(ends) if end in members]
        first_end = min(ends_before, default=len(ends))
        return first_end, -len(members), members[0]

    ordered = sorted(classes, key=find_order)
    sequence = _Sequence(ordered, shape)
    ways = sequence.count_ways(work)
    patterns_by_runs = {
        cut.runs: cut.ways * _read_ways(ways[1], sequence, cut.runs)
        for cut in sequence.cuts[0]
    }
    patterns = sum(patterns_by_runs.values())
    if shape.is_turned:
        patterns *= sequence.items_before[-1]
    # Each pattern of a circle begins with an item of class 0.
    kept = shape.ends or (ordered[0][:1] if shape.is_circle else [])
    orders_of_classes = prod(
        factorial(len(set(members).difference(kept))) for members in ordered
    )
    total = patterns * orders_of_classes
    return OrderCounter(
        ordered, sequence, ways, shape, patterns_by_runs, patterns, total
    )


def _read_ways(ways: _Ways, sequence: _Sequence, runs: int) -> int:
    """Return the ways to put in all later classes after so many runs of class 0; later classes may be too few."""
    first_bad = sequence.count_first_bad(runs)
    by_bad = ways[runs]
    return by_bad[first_bad] if first_bad < len(by_bad) else 0


@dataclass(frozen=True, eq=False)
class OrderCounter:
    """Draws an order of items in classes by its number; `total` is the number of orders."""

    _classes: Sequence[Sequence[int]]  # the items of each class
    _sequence: _Sequence
    _ways: Mapping[int, _Ways]  # as `_Sequence.count_ways` returns them
    _shape: Shape
    _patterns_by_runs: Mapping[int, int]  # the orders of classes, by runs of class 0
    _patterns: int  # the number of orders of classes, in a circle with all turns
    total: int

    def draw(self, source: WordSource, work: Work) -> list[int]:
        """Return one of the orders, if there are any; all are equally probable.

        In a circle, the item that stands at an end, or else the first item of class 0, is at place 0 before the circle
        is turned. The classes [0, 1] and [2] in a row give [0, 2, 1] or [1, 2, 0].

        FROZEN: the order of draws: a rank among all patterns, then the gaps and cuts of each class, then the items of
        each class.
        """
        n = self._sequence.items_before[-1]
        rank = source.below(self._patterns)
        turn = 0
        if self._shape.is_turned:
            rank, turn = divmod(rank, n)
        elif self._shape.is_circle and self._shape.first is None:
            turn = n - 1
        pattern = self._draw_pattern(rank, source, work)
        queues = self._shuffle_classes(source)
        work.spend(n)
        arranged = [next(queues[k]) for k in pattern]
        return arranged[n - turn :] + arranged[: n - turn]

    def _draw_pattern(self, rank: int, source: WordSource, work: Work) -> list[int]:
        """Return the class at each place: the rank decides how each class is put in, and draws decide where.

        For the classes of two and of one item in a row, it is [0, 1, 0].
        """
        runs, rank = choose_by_rank(self._patterns_by_runs.items(), rank)
        ways_of_cut = _count_cuts(self._sequence.sizes[0], runs, self._shape.run)
        rank, rank_of_cut = divmod(rank, ways_of_cut)
        lengths = [self._list_lengths(0, runs, rank_of_cut)]
        pattern = [0] * runs  # the class of each run
        bad = self._sequence.count_first_bad(runs)
        for k in range(1, len(self._classes)):
            work.spend((self._sequence.sizes[k] + len(pattern)) // _ITEMS_OF_A_STEP)
            insertion = self._choose_insertion(k, len(pattern), bad, rank, work)
            lengths.append(self._list_lengths(k, insertion.runs, insertion.rank_of_cut))
            pattern = self._put_in(k, pattern, insertion, source)
            # What the next class begins with:
            rank = insertion.rank
            bad += insertion.more_bad
        lengths_left = list(map(iter, lengths))
        return [k for k in pattern for _ in range(next(lengths_left[k]))]

    def _list_lengths(self, k: int, runs: int, rank: int) -> Sequence[int]:
        """Return the lengths of the runs of a class, in the order of the places."""
        return _find_cut(self._sequence.sizes[k], runs, self._shape.run, rank)

    def _shuffle_classes(self, source: WordSource) -> list[Iterator[int]]:
        """Return the items of each class in random order, but an item at an end as the first or last of its class.

        In a circle this item is the first of class 0. If no item is at an end, the first item of class 0 is.
        """
        ends = self._shape.ends
        fronts = [self._shape.first]
        backs = [self._shape.last]
        if self._shape.is_circle:
            fronts = list(ends or self._classes[0][:1])
            backs = []
        kept = {*fronts, *backs}
        queues = []
        for members in self._classes:
            others = [item for item in members if item not in kept]
            shuffled = shuffle_list(others, source)
            front = [item for item in members if item in fronts]
            back = [item for item in members if item in backs]
            queues.append(iter([*front, *shuffled, *back]))
        return queues

    def _choose_insertion(
        self, k: int, runs: int, bad: int, rank: int, work: Work
    ) -> _Insertion:
        """Return how the order with this rank puts in class k after so many runs, if `bad` gaps are bad.

        The orders are counted by the number of runs of the class, and delta by delta, up to the rank. Then the rest of
        the rank, modulo the ways of this delta, decides the cut and the number of blocks. If a delta has 1 way with two
        blocks and 2 ways with three, and its first order has the rank 10, then rank 14 is 10 + 1 + 1 * 3: way 1, with
        three blocks, and rank 1 for the later classes.

        FROZEN: numbers of runs ascend, and so do deltas, and the numbers of blocks of each delta.
        """
        later = self._ways[k + 1]
        orders_by_split = (
            (
                (cut, delta, ways),
                cut.ways * sum(ways) * later[runs + cut.runs][bad + cut.runs - delta],
            )
            for cut in self._sequence.cuts[k]
            for delta, ways in self._sequence.list_splits(
                k, cut.runs, runs, bad, len(later[runs + cut.runs]) - 1, work
            )
        )
        (cut, delta, ways), rank_of_order = choose_by_rank(orders_by_split, rank)
        rank_from_here, rank_of_way = divmod(rank_of_order, cut.ways * sum(ways))
        rank_of_blocks, rank_of_cut = divmod(rank_of_way, cut.ways)
        fewest = _find_fewest_blocks(delta, bad, self._sequence.forced[k])
        blocks, _ = choose_by_rank(enumerate(ways, fewest), rank_of_blocks)
        return _Insertion(rank_from_here, cut.runs, rank_of_cut, delta, blocks)

    def _put_in(
        self, k: int, pattern: Sequence[int], insertion: _Insertion, source: WordSource
    ) -> list[int]:
        """Return the pattern (the class of each run) with class k put in, as blocks in gaps that are drawn.

        If two runs of class 2 are two blocks, one in the bad gap, [0, 0, 1] may become [0, 2, 0, 1, 2] in a row.
        """
        size = insertion.runs
        forced = [len(pattern)] * self._sequence.forced[k]
        gaps = self._find_gaps(pattern)
        filled = insertion.filled
        # FROZEN: the order of these three draws.
        chosen = shuffle_list(gaps.bad, source, filled)
        good = insertion.blocks - filled - len(forced)
        chosen += shuffle_list(gaps.good, source, good)
        cuts = shuffle_list(range(1, size), source, insertion.blocks - 1)
        ends_of_blocks = [0, *sorted(cuts), size]
        lengths = [end - start for start, end in pairwise(ends_of_blocks)]
        result = list[int]()
        copied = 0
        for gap, length in zip(sorted(chosen) + forced, lengths, strict=True):
            result += pattern[copied:gap]
            result += [k] * length
            copied = gap
        result += pattern[copied:]
        if self._sequence.is_circle and 0 in chosen:
            turn = lengths[0]  # the block before the first item goes to the end
            return result[turn:] + result[:turn]
        return result

    def _find_gaps(self, pattern: Sequence[int]) -> "_Gaps":
        """Return the gaps of a pattern: [0, 0, 1] in a row -> bad [1], good [0, 2, 3]; in a circle, good [0, 2].

        An end of a row that an item holds is no gap.
        """
        inner = list(enumerate(pairwise(pattern), start=1))
        bad = [gap for gap, (before, after) in inner if before == after]
        good = [gap for gap, (before, after) in inner if before != after]
        if self._shape.is_circle:
            of_ends = bad if pattern[-1] == pattern[0] else good
            of_ends.insert(0, 0)
        else:
            if self._shape.first is None:
                good.insert(0, 0)
            if self._shape.last is None:
                good.append(len(pattern))
        return _Gaps(bad, good)


class _Gaps(NamedTuple):
    """The gaps of a pattern: `bad` between two runs of the same class, else `good`; gap p is before run p."""

    bad: Sequence[int]
    good: Sequence[int]


def _list_binomials(n: int, most: int) -> list[int]:
    """Return the number of ways to choose 0, 1, 2, … of n items, up to `most`: 5 and 3 -> [1, 5, 10, 10]."""
    numbers = [1]
    for k in range(min(n, most)):
        numbers.append(numbers[-1] * (n - k) // (k + 1))
    return numbers

"""How many results a request leaves, as far as it is known without a search: one, several, or not counted.

Two results are the same if people see the same. The order of the cards in a hand or of the items in a group makes no
difference, nor does it matter which of two equal items is where.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from typing import NamedTuple

Label = str | bytes


class Likeliest(NamedTuple):
    """The number of different items that have a weight, and the weight of the likeliest one, out of the total."""

    items: int
    weight: int
    total: int

    @property
    def share(self) -> Fraction:
        """Return the chance of the likeliest item."""
        return Fraction(self.weight, self.total)


class ResultsLeft(NamedTuple):
    """What is known about the results that a request leaves: whether it `is_one`, or None if they were not counted."""

    is_one: bool | None
    likeliest: Likeliest | None = None

    def describe(self) -> str:
        """Return a sentence for people, for a request that is not known to leave only one result."""
        if self.likeliest is not None:
            items, weight, total = self.likeliest
            return f"Of {items:,} items with a weight the likeliest has {weight:,} of {total:,}."
        return (
            "How many results the request left was not counted."
            if self.is_one is None
            else _SEVERAL
        )


_SEVERAL = "The request left more than one result."
UNCOUNTED = ResultsLeft(None)


@dataclass(frozen=True)
class Labels:
    """What people see of each item, by its index: the same label for equal items, None where it is unknown.

    If the labels `are_items`, rules treat items with equal labels alike. If they are only names, rules may not.
    """

    read: Callable[[int], Label | None]
    are_items: bool = True

    def are_alike(self, indices: Iterable[int]) -> bool | None:
        """Return whether all of these items have the same label, None if that is unknown."""
        labels = set[Label]()
        unknown = 0
        for index in indices:
            label = self.read(index)
            if label is None:
                unknown += 1
            else:
                labels.add(label)
            if len(labels) > 1:
                return False
        return True if unknown == 0 or (unknown == 1 and not labels) else None

    def fill(self, places: int, indices: Iterable[int]) -> bool | None:
        """Return whether there is only one way to fill distinct places with these items, None if that is unknown."""
        return True if places <= 1 else self.are_alike(indices)

    def compare(
        self, total: int | None, places: Sequence[Sequence[int]]
    ) -> bool | None:
        """Return whether all of `total` equally likely arrangements look the same, None if that is unknown.

        `places` has the items of each place in one of the arrangements. To exchange two items with the same label does
        not change what people see. If the items 0 and 1 are alike, and each of three items has a place of its own, 2
        arrangements look the same, and 6 do not.
        """
        if total is None:
            return None
        if total == 1:
            return True
        alike = self._count_alike(places)
        if alike is None:
            return None
        if total > alike:
            return False
        return True if self.are_items else None

    def _count_alike(self, places: Sequence[Sequence[int]]) -> int | None:
        """Return how many arrangements look like `places` if there are no rules, None if a label is unknown.

        If the items 0 and 1 are alike, it is 2 for [[0], [1], [2]], and 1 for [[0, 1], [2]].
        """
        by_place = [Counter(map(self.read, place)) for place in places]
        numbers = Counter[Label | None]()
        for counts in by_place:
            numbers.update(counts)
        if None in numbers:
            return None
        same = prod(
            factorial(number) for counts in by_place for number in counts.values()
        )
        return prod(map(factorial, numbers.values())) // same

    def weigh(self, weights: Sequence[int]) -> ResultsLeft:
        """Return the results left by a draw of one item with weights, one for each item.

        If the items 0 and 1 are alike, the weights [1, 2, 5] leave several results: of two items that look different,
        the likeliest has the weight 5 of 8.
        """
        drawable = [index for index, weight in enumerate(weights) if weight]
        return ResultsLeft(
            self.are_alike(drawable), self.find_likeliest(weights, drawable)
        )

    def find_likeliest(
        self, weights: Sequence[int], indices: Iterable[int]
    ) -> Likeliest:
        """Return how many items look different, and the weight of the likeliest look out of the total.

        `indices` are the items that one is drawn of, at least one; their weights are above 0. If the items 0 and 1 are
        alike, the weights [1, 2, 5] of all three items give 2 items, the likeliest with the weight 5 of 8.
        """
        shares = Counter[Label | int]()
        for index in indices:
            label = self.read(index)
            shares[index if label is None else label] += weights[index]
        return Likeliest(len(shares), max(shares.values()), shares.total())


def all_hold(parts: Iterable[bool | None]) -> bool | None:
    """Return True if all parts hold, False if a part does not, and None if some are unknown and the rest hold."""
    is_known = True
    for part in parts:
        if part is False:
            return False
        is_known = is_known and part is not None
    return True if is_known else None

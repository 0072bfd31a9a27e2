"""Meetings of places over several rounds: who met how often, and further rounds in which few meet again."""

from collections.abc import Sequence
from itertools import permutations

from ..groups.rules import GroupSizes
from .schedules import PlacesByGroup


class Meetings:
    """The numbers of meetings of each two of n places."""

    def __init__(self, n: int, rounds: Sequence[PlacesByGroup]) -> None:
        self._times = [[0] * n for _ in range(n)]
        for groups in rounds:
            self._note(groups)

    def _note(self, groups: PlacesByGroup) -> None:
        for group in groups:
            for place, other in permutations(group, 2):
                self._times[place][other] += 1

    def count_again(self) -> int:
        """Return how many pairs met more than once."""
        twice = sum(times > 1 for row in self._times for times in row)
        return twice // 2

    def add_round(self, sizes: GroupSizes) -> PlacesByGroup:
        """Return one more round, filled group by group, and note who meets in it.

        FROZEN: the next place of a group is, of those without a group, the one with the smallest sum of the squares of
        its meetings with the places of the group, of equal ones the first.
        """
        free = list(range(len(self._times)))
        groups = []
        for size in sizes:
            group: list[int] = []
            sums = dict.fromkeys(free, 0)
            for _ in range(size):
                place = min(sums, key=sums.__getitem__)
                group.append(place)
                del sums[place]
                times = self._times[place]
                for other in sums:
                    sums[other] += times[other] ** 2
            groups.append(group)
            free = list(sums)
        self._note(groups)
        return groups

"""Frozen sets of small integers."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np


class Bitmap(int):
    """A frozen set of integers from 0 up, as the bits of an integer; its size in a token does not reveal its elements.

    Iteration is in ascending order. `to_bytes` raises `OverflowError` if the size has no bit for an element.
    """

    @classmethod
    def of(cls, elements: Iterable[int]) -> "Bitmap":
        """Return the set of some integers from 0 up: 0b1001 for 0 and 3."""
        elements = tuple(elements)
        data = bytearray(max(elements, default=0) // 8 + 1)
        for element in elements:
            data[element >> 3] |= 1 << (element & 7)
        return cls.from_bytes(data, "little")

    def __contains__(self, element: int) -> bool:
        return bool((self >> element) & 1)

    def __iter__(self) -> Iterator[int]:
        size = -(-self.bit_length() // 8)
        data = np.frombuffer(self.to_bytes(size, "little"), np.uint8)
        bits = np.unpackbits(data, bitorder="little")
        elements: list[int] = np.flatnonzero(bits).tolist()
        return iter(elements)

    def __len__(self) -> int:
        return self.bit_count()

    def count_from(self, start: int) -> int:
        """Return the number of elements that are `start` or more."""
        return (self >> start).bit_count()

    def union(self, elements: Iterable[int]) -> "Bitmap":
        """Return the union of this set and `elements`."""
        return Bitmap(self | Bitmap.of(elements))

    def remove_from(self, integers: Sequence[int]) -> Sequence[int]:
        """Return `integers`, in their order, without the elements of this set.

        If only the beginning and end of a range with step 1 are removed, the result is a range, made without a loop:
        `Bitmap.of([3, 4, 9]).remove_from(range(3, 10))` is range(5, 9); with `Bitmap.of([3, 6])` it is [4, 5, 7, 8, 9].
        """
        if isinstance(integers, range) and integers.step == 1:
            size = len(integers)
            all_bits = (1 << size) - 1
            removed = (self >> integers.start) & all_bits  # bit 0 is the first integer
            # If no 1 lies between the lowest 0 and the highest 0, this range of bits is kept.
            lowest_kept = ((removed + 1) & ~removed).bit_length() - 1
            end_of_kept = (removed ^ all_bits).bit_length()
            removed_at_ends = min(lowest_kept + size - end_of_kept, size)
            if removed.bit_count() == removed_at_ends:
                return integers[lowest_kept:end_of_kept]
        return [integer for integer in integers if not (self >> integer) & 1]

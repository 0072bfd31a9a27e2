"""Frozen sets of small integers."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np


class Bitmap(int):
    """A frozen set of integers from 0 up, as the bits of an integer: its size in a token does not reveal its elements.

    Iteration is in ascending order. `to_bytes` raises `OverflowError` for an element that the size has no bit for.
    """

    @classmethod
    def of(cls, elements: Iterable[int]) -> "Bitmap":
        elements = tuple(elements)
        data = bytearray(max(elements, default=0) // 8 + 1)
        for element in elements:
            data[element >> 3] |= 1 << (element & 7)
        return cls.from_bytes(data, "little")

    def __contains__(self, element: int) -> bool:
        return bool(self >> element & 1)

    def __iter__(self) -> Iterator[int]:
        data = np.frombuffer(
            self.to_bytes(-(-self.bit_length() // 8), "little"), np.uint8
        )
        elements: list[int] = np.flatnonzero(
            np.unpackbits(data, bitorder="little")
        ).tolist()
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

        If only the beginning and end of a range with step 1 are removed, the result is a range, made without a loop.
        """
        if isinstance(integers, range) and integers.step == 1:
            bits = self >> integers.start & (1 << len(integers)) - 1
            first = (
                bits + 1 & ~bits
            ).bit_length() - 1  # the lowest integer that is not in the set
            last = (bits ^ (1 << len(integers)) - 1).bit_length()
            if bits.bit_count() == min(first + len(integers) - last, len(integers)):
                return integers[first:last]
        return [integer for integer in integers if not self >> integer & 1]

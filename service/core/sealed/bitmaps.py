"""Sets of small integers as bitmaps, whose size in a token does not depend on their elements."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np


class Bitmap:
    """A frozen set of integers from 0 up; iteration is in ascending order."""

    __slots__ = ("_bits",)

    def __init__(self, elements: Iterable[int] = ()) -> None:
        self._bits = _to_bits(elements)

    def __contains__(self, element: int) -> bool:
        return bool(self._bits >> element & 1)

    def __iter__(self) -> Iterator[int]:
        data = np.frombuffer(self._bits.to_bytes(-(-self._bits.bit_length() // 8), "little"), np.uint8)
        elements: list[int] = np.flatnonzero(np.unpackbits(data, bitorder="little")).tolist()
        return iter(elements)

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bitmap) and self._bits == other._bits

    def __hash__(self) -> int:
        return hash(self._bits)

    def __repr__(self) -> str:
        return f"Bitmap({list(self)})"

    def count_from(self, start: int) -> int:
        """Return the number of elements that are `start` or more."""
        return (self._bits >> start).bit_count()

    def union(self, elements: Iterable[int]) -> "Bitmap":
        """Return this set with more elements."""
        bitmap = Bitmap()
        bitmap._bits = self._bits | _to_bits(elements)
        return bitmap

    def remove_from(self, integers: Sequence[int]) -> Sequence[int]:
        """Return integers, in their order, without the elements of this set.

        Of a range from which the set has the beginning, the end or both, that is a range, and takes no time by element.
        """
        if isinstance(integers, range) and integers.step == 1:
            bits = self._bits >> integers.start & (1 << len(integers)) - 1
            first = (bits + 1 & ~bits).bit_length() - 1  # the lowest integer that is not in the set
            last = (bits ^ (1 << len(integers)) - 1).bit_length()
            if bits.bit_count() == min(first + len(integers) - last, len(integers)):
                return integers[first:last]
        return [integer for integer in integers if integer not in self]

    def to_bytes(self, size: int) -> bytes:
        """Return the bitmap in that many bytes. Raises `OverflowError` for elements beyond."""
        return self._bits.to_bytes(size, "little")

    @classmethod
    def from_bytes(cls, data: bytes) -> "Bitmap":
        """Return the set that `to_bytes` wrote."""
        bitmap = cls()
        bitmap._bits = int.from_bytes(data, "little")
        return bitmap


def _to_bits(elements: Iterable[int]) -> int:
    elements = tuple(elements)
    data = bytearray(max(elements, default=0) // 8 + 1)
    for element in elements:
        data[element >> 3] |= 1 << (element & 7)
    return int.from_bytes(data, "little")

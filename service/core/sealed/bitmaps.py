"""Sets of small integers as bitmaps, whose size in a token does not depend on their elements."""

from collections.abc import Iterable, Iterator

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

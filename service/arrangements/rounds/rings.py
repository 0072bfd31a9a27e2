"""Rings of a number of elements, by which schedules of as many groups are constructed: products of finite fields."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

# FROZEN: the powers of primes that have a field here, and their polynomials.
_REDUCED = {4: 3, 8: 3, 9: 2, 16: 3, 25: 2, 27: 5}
"""By the size of a field, the power x^degree as a lower polynomial: its coefficients are the digits of the number.

In the field of 4 elements x² is x + 1, with the digits 11 in base 2.
"""


@dataclass(frozen=True)
class FiniteField:
    """The field of `base` ** `degree` elements, numbers whose digits are the coefficients of a polynomial.

    With the degree 1 the base may be any number: then these are the integers modulo `base`.
    """

    base: int
    degree: int = 1

    @property
    def size(self) -> int:
        return int(self.base**self.degree)

    def add(self, a: int, b: int) -> int:
        if self.degree == 1:
            return (a + b) % self.base
        pairs = zip(self._list_digits(a), self._list_digits(b), strict=True)
        return self._join((x + y) % self.base for x, y in pairs)

    def multiply(self, a: int, b: int) -> int:
        """Return the product: the digits of `a` from the highest on, times `b`, by Horner's rule."""
        product = 0
        for digit in reversed(self._list_digits(a)):
            product = self.add(self._raise(product), self._scale(b, digit))
        return product

    def _raise(self, a: int) -> int:
        """Return x times an element."""
        highest, others = divmod(a, self.base ** (self.degree - 1))
        reduced = _REDUCED.get(self.size, 0)
        return self.add(others * self.base, self._scale(reduced, highest))

    def _scale(self, a: int, factor: int) -> int:
        """Return an element with each digit multiplied."""
        return self._join(digit * factor % self.base for digit in self._list_digits(a))

    def _list_digits(self, a: int) -> Sequence[int]:
        """Return the digits from the lowest on: [2, 1] for 5 in base 3."""
        return [a // self.base**power % self.base for power in range(self.degree)]

    def _join(self, digits: Iterable[int]) -> int:
        return sum(digit * self.base**power for power, digit in enumerate(digits))


@dataclass(frozen=True)
class Ring:
    """The product of fields: an element has an element of each, and is the number with these as its digits."""

    fields: Sequence[FiniteField]

    @property
    def smallest(self) -> int:
        """Return the size of the smallest field: so many rows differ by elements that divide all others."""
        return min(field.size for field in self.fields)

    def add(self, a: int, b: int) -> int:
        if len(self.fields) == 1:
            return self.fields[0].add(a, b)
        parts = zip(self.fields, self._split(a), self._split(b), strict=True)
        return self._join(field.add(x, y) for field, x, y in parts)

    def multiply(self, row: int, a: int) -> int:
        """Return the product of `a` with the element that is `row` in all fields."""
        parts = zip(self.fields, self._split(a), strict=True)
        return self._join(field.multiply(row, x) for field, x in parts)

    def _split(self, a: int) -> Iterator[int]:
        """Yield the elements of the fields: 2 and 1 for 5, if the first field has the size 3."""
        for field in self.fields:
            a, element = divmod(a, field.size)
            yield element

    def _join(self, elements: Iterable[int]) -> int:
        total = 0
        weight = 1
        for field, element in zip(self.fields, elements, strict=True):
            total += weight * element
            weight *= field.size
        return total


def find_ring(size: int) -> Ring | None:
    """Return the product of the fields of the prime powers that divide a size, or None if it has an unknown one.

    12 is the product of the fields of 4 and of 3 elements.
    """
    fields = []
    base = 2
    while size > 1:
        if base * base > size:
            base = size
        degree = 0
        while size % base == 0:
            size //= base
            degree += 1
        if degree > 1 and base**degree not in _REDUCED:
            return None
        if degree:
            fields.append(FiniteField(base, degree))
        base += 1
    return Ring(fields or [FiniteField(1)])

"""Sources of bounded random integers: a shuffle draws from a source and from nothing else.

`Source` is the definition. `WordSource` draws the same integers from words, a whole deck at a time where it can; tests
compare the two draw by draw. A test can override `_draw`, for example to try every possible sequence of draws.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache
from operator import add
from struct import unpack

import numpy as np
from numpy.typing import NDArray

from .streams import Reader

MAX_BOUND = 2**64
"""The largest bound of draws that come as an array."""

_WORD = 2**32
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(_WORD - 1)
# bytes: the words of one deck in a single read; the remainder serves redraws
_READ_AHEAD = 256
# draws at a time: a rejected word then costs one more block, and not a whole new array
_BLOCK = 2**14
_MANY = 2**16  # draws with one bound at a time, which bounds the memory
_FEW = 64  # the largest bound drawn without arrays: an array is slow unless numpy's code is in the cache
_SEVERAL = 8  # an array pays from this number of draws on
# blocks pay up to this bound: fewer than one word in 1,000 is rejected
_BLOCKWISE_LIMIT = 2**22


class Source(ABC):
    """A sequence of uniform random integers. `draws` counts the draws with a bound of 2 or more."""

    draws = 0

    @abstractmethod
    def _draw(self, bound: int) -> int:
        """Return a uniform integer in 0…bound-1, 2 ≤ bound."""

    def below(self, bound: int) -> int:
        """Return a uniform integer in 0…bound-1; a bound of 1 takes nothing from the source."""
        if bound == 1:
            return 0
        self.draws += 1
        return self._draw(bound)

    def below_each(self, bounds: range) -> list[int]:
        """Return a uniform integer below each bound of a range with step 1 or -1, in its order."""
        return [self.below(bound) for bound in bounds]

    def below_many(self, bound: int, count: int) -> list[int]:
        """Return `count` uniform integers in 0…bound-1."""
        return [self.below(bound) for _ in range(count)]

    def swap_partners(self, n: int, count: int) -> list[int]:
        """Return a random position in i…n-1 for each position i in 0…count-1, as a Fisher-Yates shuffle swaps them."""
        return [position + self.below(n - position) for position in range(count)]


class WordSource(Source):
    """A source that draws from 32-bit words by Lemire's method (2019, "Fast random integer generation in an interval").

    A draw is word × bound // 2^32. The word is rejected if the low half, word × bound % 2^32, is below 2^32 % bound, so
    that every value is left with equally many words. For a bound above 2^32, a draw takes a word of 64 bits or more.

    `wide_draws` counts the words after the first of each draw, without rejected words.

    FROZEN: the size of words by bound, and which words are rejected.
    FREE: how many words are read or multiplied at a time.
    """

    def __init__(self, read: Reader) -> None:
        self._read = read
        self._ahead = b""  # bytes that are read
        self._at = 0  # how many of them are used
        self._behind = 0  # bytes used before `_ahead`
        self.wide_draws = 0

    @property
    def words(self) -> int:
        """Return the number of words used, including rejected words."""
        return (self._behind + self._at) // 4

    def read_from(self, read: Reader) -> None:
        """Go on with the words of another reader, and use no more words of the last one."""
        self._read = read
        self._behind += self._at
        self._ahead = b""
        self._at = 0

    def _draw(self, bound: int) -> int:
        """Return a draw of 0…bound-1: with the bound 6, the word 0xC0000000 gives 4, and the word 2^31 is rejected."""
        size = 4  # bytes of a word
        if bound > _WORD:
            size = 8 * -(-(bound - 1).bit_length() // 64)
            self.wide_draws += size // 4 - 1
        span = 1 << (8 * size)  # the number of words of that size
        product = int.from_bytes(self._take(size), "big") * bound
        # Only a low half below the bound, which is rare, is worth the division.
        if product % span < bound:
            while product % span < span % bound:
                product = int.from_bytes(self._take(size), "big") * bound
        return product // span

    def below_each(self, bounds: range) -> list[int]:
        draws = self._draw_few(bounds)
        if draws is not None:
            return draws
        values = self.array_below_each(bounds)
        return super().below_each(bounds) if values is None else values.tolist()

    def _draw_few(self, bounds: range) -> list[int] | None:
        """Return one draw for each bound, without arrays, which is faster for a pack of cards.

        Return None, with nothing drawn, if a bound is 1 or above `_FEW`, or if a word might be rejected. The bounds
        [6, 5] and the words 0xC0000001 and 0xC0000001 give [4, 3]. With 0xC0000000 as one of the words they give None:
        the low half of 4 × 0xC0000000 is 0, and a word counts as doubtful if any bound up to `_FEW` might reject it.
        """
        if not bounds:
            return None
        first = bounds[0]
        last = bounds[-1]
        if max(first, last) > _FEW or min(first, last) == 1:
            return None
        words = unpack(f">{len(bounds)}I", self._take(4 * len(bounds)))
        if not _doubtful_words().isdisjoint(words):
            self._at -= 4 * len(bounds)  # as if nothing were taken
            return None
        self.draws += len(bounds)
        return [(word * bound) >> 32 for word, bound in zip(words, bounds, strict=True)]

    def swap_partners(self, n: int, count: int) -> list[int]:
        bounds = range(n, n - count, -1)
        draws = self._draw_few(bounds)
        if draws is not None:
            return list(map(add, draws, range(count)))
        steps = self.array_below_each(bounds)
        if steps is None:
            return super().swap_partners(n, count)
        positions: list[int] = (steps + np.arange(count, dtype=np.uint64)).tolist()
        return positions

    def array_below_each(self, bounds: range) -> NDArray[np.uint64] | None:
        """Return the draws of `below_each` as an array, for bounds in steps of 1 or -1.

        Return None, with nothing drawn, if a bound is above 2^22, unless all bounds are from 2^32 + 1 to 2^64 - 1:
        there an array does not pay, or its elements are too small.
        """
        if not bounds:
            return np.empty(0, np.uint64)
        smallest = min(bounds[0], bounds[-1])
        largest = max(bounds[0], bounds[-1])
        if smallest == 1:
            return self._array_with_bound_1(bounds)
        if largest <= _BLOCKWISE_LIMIT:
            draw_block = self._block
        elif smallest > _WORD and largest < MAX_BOUND:
            draw_block = self._wide_block
        else:
            return None
        self.draws += len(bounds)
        return _join_blocks(
            len(bounds), lambda start: draw_block(bounds[start : start + _BLOCK])
        )

    def _array_with_bound_1(self, bounds: range) -> NDArray[np.uint64] | None:
        """Return the draws of `array_below_each` if the first or last bound is 1; a draw for 1 takes no word."""
        if len(bounds) == 1:
            return np.zeros(1, np.uint64)
        if bounds[0] == 1:
            values = self.array_below_each(bounds[1:])
            return None if values is None else np.insert(values, 0, 0)
        values = self.array_below_each(bounds[:-1])
        return None if values is None else np.insert(values, len(values), 0)

    def _block(self, bounds: range) -> NDArray[np.uint64]:
        """Return one draw for each bound, up to the first rejected word. The rejected word counts as used."""
        multipliers = _as_array(bounds)
        words = np.frombuffer(self._take(4 * len(multipliers)), ">u4")
        products = words * multipliers
        low_halves = products & _LOW_HALF
        count = self._count_accepted(low_halves, multipliers, bounds, 4)
        return (products >> _HALF)[:count]

    def _wide_block(self, bounds: range) -> NDArray[np.uint64]:
        """Return the draws as `_block` does, from 64-bit words, for bounds from 2^32 + 1 to 2^64 - 1."""
        multipliers = np.arange(bounds.start, bounds.stop, bounds.step, dtype=np.uint64)
        data = self._take(8 * len(multipliers))
        words = np.frombuffer(data, ">u8").astype(np.uint64)
        values, low_halves = _multiply_wide(words, multipliers)
        count = self._count_accepted(low_halves, multipliers, bounds, 8)
        self.wide_draws += count
        return values[:count]

    def _count_accepted(
        self,
        low_halves: NDArray[np.uint64],
        multipliers: NDArray[np.uint64],
        bounds: range,
        size: int,
    ) -> int:
        """Return the number of words before the first rejected word, and put the words after it back to be read again.

        A word has `size` bytes. `low_halves` has the low half of each word times its bound; `multipliers` has the
        bounds as an array. If the third of five words is rejected, return 2, and put the fourth and fifth back.
        """
        # Only a low half below the bound, which is rare, is worth the division.
        is_doubtful = low_halves < multipliers
        if np.count_nonzero(is_doubtful):
            all_words = 1 << (8 * size)
            for i in np.flatnonzero(is_doubtful).tolist():
                if int(low_halves[i]) < all_words % bounds[i]:
                    words_put_back = len(bounds) - i - 1
                    self._at -= size * words_put_back
                    return int(i)
        return len(bounds)

    def below_many(self, bound: int, count: int) -> list[int]:
        is_for_array = 1 < bound <= MAX_BOUND and count >= _SEVERAL
        if not is_for_array:
            return super().below_many(bound, count)
        values: list[int] = self.array_below_many(bound, count).tolist()
        return values

    def array_below_many(self, bound: int, count: int) -> NDArray[np.uint64]:
        """Return the draws of `below_many` as an array, for a bound from 2 to 2^64.

        Raises `ValueError`, with nothing drawn, for another bound: an element of the array has 64 bits.
        """
        if not 2 <= bound <= MAX_BOUND:
            raise ValueError(bound)
        self.draws += count
        draw_block = self._words_below
        if bound > _WORD:
            self.wide_draws += count
            draw_block = self._wide_words_below
        return _join_blocks(
            count, lambda start: draw_block(bound, min(count - start, _MANY))
        )

    def _words_below(self, bound: int, count: int) -> NDArray[np.uint64]:
        """Return the draws that `count` words give: fewer than `count` if words are rejected."""
        words = np.frombuffer(self._take(4 * count), ">u4")
        products = words * np.uint64(bound)
        is_accepted = (products & _LOW_HALF) >= _WORD % bound
        return products[is_accepted] >> _HALF

    def _wide_words_below(self, bound: int, count: int) -> NDArray[np.uint64]:
        """Return the draws that `count` 64-bit words give: fewer than `count` if words are rejected."""
        words = np.frombuffer(self._take(8 * count), ">u8").astype(np.uint64)
        if bound == MAX_BOUND:
            return words
        values, low_halves = _multiply_wide(words, np.uint64(bound))
        return values[low_halves >= MAX_BOUND % bound]

    def _take(self, size: int) -> bytes:
        """Return the next `size` bytes. Read more ahead, so that a small draw costs no call of the reader."""
        if self._at + size > len(self._ahead):
            unused = self._ahead[self._at :]
            self._behind += self._at
            self._ahead = unused + self._read(max(size - len(unused), _READ_AHEAD))
            self._at = 0
        self._at += size
        return self._ahead[self._at - size : self._at]


def _join_blocks(
    count: int, draw_block: Callable[[int], NDArray[np.uint64]]
) -> NDArray[np.uint64]:
    """Return `count` draws as one array; `draw_block` takes the number of draws made, and returns one or more draws.

    If blocks of 3, 1 and 2 draws come, the six are returned, and `draw_block` was called with 0, 3 and 4.
    """
    values = draw_block(0)
    if len(values) == count:
        return values
    draws = np.empty(count, np.uint64)
    made = 0
    while True:
        draws[made : made + len(values)] = values
        made += len(values)
        if made == count:
            return draws
        values = draw_block(made)


@lru_cache(maxsize=1)
def _doubtful_words() -> frozenset[int]:
    """Return the words that Lemire's method might reject with a bound of 2 to `_FEW`.

    For each bound they are `bound` words at equal distances: the low half of word × bound is below the bound.
    """
    return frozenset(
        -(-_WORD * k // bound) for bound in range(2, _FEW + 1) for k in range(bound)
    )


@lru_cache(maxsize=256)
def _small_array(bounds: range) -> NDArray[np.uint64]:
    return np.array(bounds, np.uint64)


def _as_array(bounds: range) -> NDArray[np.uint64]:
    if len(bounds) <= _READ_AHEAD:
        return _small_array(bounds)
    return np.arange(bounds.start, bounds.stop, bounds.step).astype(np.uint64)


def _multiply_wide(
    a: NDArray[np.uint64], b: NDArray[np.uint64] | np.uint64
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the high and low halves, of 64 bits each, of the products of 64-bit integers.

    It is a long multiplication with digits of 32 bits, because numpy has no type of 128 bits: 2^63 × 6 gives (3, 0),
    which is 3 × 2^64 + 0.
    """
    a_high = a >> _HALF
    a_low = a & _LOW_HALF
    b_high = b >> _HALF
    b_low = b & _LOW_HALF
    low = a_low * b_low
    middle_1 = a_high * b_low
    middle_2 = a_low * b_high
    # The second digit of the product, with its carry to the third digit still above it:
    second = (low >> _HALF) + (middle_1 & _LOW_HALF) + (middle_2 & _LOW_HALF)
    high = (
        a_high * b_high + (middle_1 >> _HALF) + (middle_2 >> _HALF) + (second >> _HALF)
    )
    low_half = (second << _HALF) | (low & _LOW_HALF)
    return high, low_half

"""Bounded integers out of random words: the one thing that a shuffle may draw from.

`Source` is the definition, in its plainest form, of what a shuffle may ask for. `WordSource` answers the same from
words, a whole deck at a time where it can; tests hold the two equal, draw for draw. Other sources (every possible
sequence of draws, say) are made by giving `Source` another `_draw`.
"""

from abc import ABC, abstractmethod
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from service.core.rng.streams import Reader

MAX_BOUND = 2**64

_WORD = 2**32
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(_WORD - 1)
_READ_AHEAD = 256  # bytes: one deck's words in a single read; what is left over serves redraws
_BLOCK = 2**14  # draws at a time: a redraw then costs one block to do again, not the whole array
_RARE = 2**22  # bounds up to which a redraw is rarer than one draw in 1,000, so that blocks pay


class Source(ABC):
    """Uniform integers, one after the other. `draws` counts the calls that had a choice (bound 2 or more)."""

    def __init__(self) -> None:
        self.draws = 0

    @abstractmethod
    def _draw(self, bound: int) -> int:
        """A uniform integer in 0…bound-1, 2 ≤ bound ≤ 2^64."""

    def below(self, bound: int) -> int:
        """A uniform integer in 0…bound-1; a bound of 1 takes nothing from the source."""
        if bound == 1:
            return 0
        self.draws += 1
        return self._draw(bound)

    def below_each(self, bounds: range) -> list[int]:
        """One draw for each bound of a range with step 1 or -1, in its order."""
        return [self.below(bound) for bound in bounds]

    def below_many(self, bound: int, count: int) -> list[int]:
        """`count` draws under one bound."""
        return [self.below(bound) for _ in range(count)]

    def not_before(self, n: int, count: int) -> list[int]:
        """For each of the first `count` of n places, in turn, a place that is not before it."""
        return [place + self.below(n - place) for place in range(count)]


class WordSource(Source):
    """Draws by Lemire's method (2019, "Fast random integer generation in an interval") from 32-bit words."""

    def __init__(self, read: Reader) -> None:
        super().__init__()
        self._read = read
        self._ahead = b""
        self._at = 0
        self._behind = 0  # bytes used before those of `_ahead`
        self._wide = 0  # draws that took two words

    @property
    def words(self) -> int:
        """How many words the draws used, those drawn again included."""
        return (self._behind + self._at) // 4

    @property
    def rejections(self) -> int:
        """How many of the words were drawn again, so that the draws are exactly uniform."""
        return self.words - self.draws - self._wide

    def _draw(self, bound: int) -> int:
        size = 4
        if bound > _WORD:
            size = 8
            self._wide += 1
        span = 1 << 8 * size
        product = int.from_bytes(self._take(size), "big") * bound
        # A low half under the bound is rare and says only that the division is worth its cost.
        if product % span < bound:
            while product % span < span % bound:
                product = int.from_bytes(self._take(size), "big") * bound
        return product // span

    def below_each(self, bounds: range) -> list[int]:
        drawn = self.array_below_each(bounds)
        return super().below_each(bounds) if drawn is None else drawn.tolist()

    def not_before(self, n: int, count: int) -> list[int]:
        later = self.array_below_each(range(n, n - count, -1))
        if later is None:
            return super().not_before(n, count)
        places: list[int] = (later + np.arange(count, dtype=np.uint64)).tolist()
        return places

    def array_below_each(self, bounds: range) -> NDArray[np.uint64] | None:
        """`below_each` as an array; None where the bounds are not all of a size that arrays are good for."""
        if not bounds:
            return np.empty(0, np.uint64)
        least, most = min(bounds[0], bounds[-1]), max(bounds[0], bounds[-1])
        if least == 1:  # at one of the ends; it takes no word
            return np.array(super().below_each(bounds), np.uint64) if len(bounds) < 2 else self._below_one(bounds)
        if most <= _RARE:
            draw_block = self._block
        elif least > _WORD and most < MAX_BOUND:
            draw_block = self._wide_block
        else:
            return None
        self.draws += len(bounds)
        drawn = draw_block(bounds[:_BLOCK])
        if len(drawn) == len(bounds):
            return drawn
        every, done = np.empty(len(bounds), np.uint64), len(drawn)
        every[:done] = drawn
        while done < len(bounds):
            drawn = draw_block(bounds[done : done + _BLOCK])
            every[done : done + len(drawn)] = drawn
            done += len(drawn)
        return every

    def _below_one(self, bounds: range) -> NDArray[np.uint64] | None:
        drawn = self.array_below_each(bounds[1:] if bounds[0] == 1 else bounds[:-1])
        return None if drawn is None else np.insert(drawn, 0 if bounds[0] == 1 else len(drawn), 0)

    def _block(self, bounds: range) -> NDArray[np.uint64]:
        """The draws up to the first word that must be drawn again, which is used up; all of them if there is none."""
        each = _as_array(bounds)
        products = np.frombuffer(self._take(4 * len(each)), ">u4") * each
        low = products & _LOW_HALF
        drawn = products >> _HALF
        good = self._good(low, each, bounds, 4)
        return drawn if good == len(drawn) else drawn[:good]

    def _wide_block(self, bounds: range) -> NDArray[np.uint64]:
        """The same from 64-bit words, for bounds from 2^32 + 1 to 2^64 - 1."""
        each = np.arange(bounds.start, bounds.stop, bounds.step, dtype=np.uint64)
        self._wide += len(each)
        words = np.frombuffer(self._take(8 * len(each)), ">u8").astype(np.uint64)
        drawn, low = _multiplied(words, each)
        good = self._good(low, each, bounds, 8)
        self._wide -= len(each) - good
        return drawn[:good]

    def _good(self, low: NDArray[np.uint64], each: NDArray[np.uint64], bounds: range, size: int) -> int:
        """How many words come before the first that must be drawn again; what comes after it is given back."""
        doubtful = low < each
        if np.count_nonzero(doubtful):
            for i in np.flatnonzero(doubtful).tolist():
                if int(low[i]) < (1 << 8 * size) % bounds[i]:
                    self._at -= size * (len(bounds) - i - 1)
                    return int(i)
        return len(bounds)

    def below_many(self, bound: int, count: int) -> list[int]:
        if bound > _WORD or bound == 1 or count < 8:
            return super().below_many(bound, count)
        self.draws += count
        drawn: list[int] = []
        while missing := count - len(drawn):
            products = np.frombuffer(self._take(4 * missing), ">u4") * np.uint64(bound)
            drawn += (products[(products & _LOW_HALF) >= _WORD % bound] >> _HALF).tolist()
        return drawn

    def _take(self, size: int) -> bytes:
        if self._at + size > len(self._ahead):
            rest = self._ahead[self._at :]
            self._behind += self._at
            self._ahead = rest + self._read(max(size - len(rest), _READ_AHEAD))
            self._at = 0
        self._at += size
        return self._ahead[self._at - size : self._at]


@lru_cache(maxsize=256)
def _small_array(bounds: range) -> NDArray[np.uint64]:
    return np.array(bounds, np.uint64)


def _as_array(bounds: range) -> NDArray[np.uint64]:
    if len(bounds) <= _READ_AHEAD:
        return _small_array(bounds)
    return np.arange(bounds.start, bounds.stop, bounds.step).astype(np.uint64)


def _multiplied(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The high and low halves of the products of 64-bit integers, the way it is done on paper."""
    a_high, a_low, b_high, b_low = a >> _HALF, a & _LOW_HALF, b >> _HALF, b & _LOW_HALF
    low, middle, other = a_low * b_low, a_high * b_low, a_low * b_high
    carried = (low >> _HALF) + (middle & _LOW_HALF) + (other & _LOW_HALF)
    high = a_high * b_high + (middle >> _HALF) + (other >> _HALF) + (carried >> _HALF)
    return high, (carried << _HALF) | (low & _LOW_HALF)

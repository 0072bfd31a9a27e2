"""Bounded integers out of random words: the one thing that a shuffle may draw from.

`Source` is the definition, in its plainest form, of what a shuffle may ask for. `WordSource` answers the same from
words, a whole deck at a time where it can; tests hold the two equal, draw for draw. Other sources (every possible
sequence of draws, say) are made by giving `Source` another `_draw`.
"""

from abc import ABC, abstractmethod
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from service.core.streams import Reader

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


class WordSource(Source):
    """Draws by Lemire's method (2019, "Fast random integer generation in an interval") from 32-bit words."""

    def __init__(self, read: Reader) -> None:
        super().__init__()
        self._read = read
        self._ahead = b""
        self._at = 0

    def _draw(self, bound: int) -> int:
        size = 4 if bound <= _WORD else 8
        span = 1 << 8 * size
        product = int.from_bytes(self._take(size), "big") * bound
        # A low half under the bound is rare and says only that the division is worth its cost.
        if product % span < bound:
            while product % span < span % bound:
                product = int.from_bytes(self._take(size), "big") * bound
        return product // span

    def below_each(self, bounds: range) -> list[int]:
        if not bounds or max(bounds[0], bounds[-1]) > _RARE:
            return super().below_each(bounds)
        if bounds[0] == 1:
            return [0, *self.below_each(bounds[1:])]
        if bounds[-1] == 1:
            return [*self.below_each(bounds[:-1]), 0]
        self.draws += len(bounds)
        drawn: list[int] = []
        while len(drawn) < len(bounds):
            drawn += self._block(bounds[len(drawn) : len(drawn) + _BLOCK])
        return drawn

    def _block(self, bounds: range) -> list[int]:
        """The draws up to the first word that must be drawn again, which is used up; all of them if there is none."""
        each = _as_array(bounds)
        products = self._take_words(len(bounds)) * each
        low = products & _LOW_HALF
        for i in np.flatnonzero(low < each).tolist():
            if int(low[i]) < _WORD % bounds[i]:
                self._at -= 4 * (len(bounds) - i - 1)
                products = products[:i]
                break
        accepted: list[int] = (products >> _HALF).tolist()
        return accepted

    def below_many(self, bound: int, count: int) -> list[int]:
        if bound > _WORD or bound == 1 or count < 8:
            return super().below_many(bound, count)
        self.draws += count
        drawn: list[int] = []
        while missing := count - len(drawn):
            products = self._take_words(missing) * np.uint64(bound)
            drawn += (products[(products & _LOW_HALF) >= _WORD % bound] >> _HALF).tolist()
        return drawn

    def _take_words(self, count: int) -> NDArray[np.uint64]:
        return np.frombuffer(self._take(4 * count), ">u4").astype(np.uint64)

    def _take(self, size: int) -> bytes:
        if self._at + size > len(self._ahead):
            rest = self._ahead[self._at :]
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

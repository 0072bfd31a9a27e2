"""Sources of words and of draws that a test chooses."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from service.core.rng.sources import WordSource
from service.core.shuffles.vectorized import VectorSource

SPARE_WORD = 2**31 + 9
"""Follows the words of a test; no bound below 60 rejects it."""


def make_source(words: Sequence[int]) -> WordSource:
    """Return a source of these words, and of spare words after them."""
    data = b"".join(word.to_bytes(4, "big") for word in words)
    read_so_far = 0

    def read(size: int) -> bytes:
        nonlocal read_so_far
        start = read_so_far
        read_so_far += size
        spares = SPARE_WORD.to_bytes(4, "big") * (size // 4)
        return (data[start : start + size] + spares)[:size]

    return WordSource(read)


def find_word(draw: int, bound: int) -> int:
    """Return a word that gives a draw below a bound, from the middle of all that do: 0 and 2 -> 2^30."""
    return (2 * draw + 1) * 2**31 // bound


def find_words(draws: Sequence[int], bounds: Sequence[int]) -> list[int]:
    """Return words that give these draws below these bounds."""
    return [find_word(draw, bound) for draw, bound in zip(draws, bounds, strict=True)]


def make_source_of(draws: Sequence[int], bounds: Sequence[int]) -> WordSource:
    """Return a source that draws these numbers below these bounds."""
    return make_source(find_words(draws, bounds))


def make_vector_source(words: Sequence[int], results: int = 1) -> VectorSource:
    """Return a source of these words, and of spare words after them, for each of some results."""

    def read(start: int, count: int) -> NDArray[np.uint32]:
        row = [*words[start : start + count], *[SPARE_WORD] * count][:count]
        return np.array([row] * results, np.uint32)

    return VectorSource(read, results)


def make_vector_source_of(draws: Sequence[int], bounds: Sequence[int]) -> VectorSource:
    """Return a source that draws these numbers below these bounds for one result."""
    return make_vector_source(find_words(draws, bounds))

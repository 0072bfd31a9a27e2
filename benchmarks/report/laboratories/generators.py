"""Generators of decks and numbers for the laboratories' tests: this service's, and biased generators.

To add one, write a function of the number of decks or numbers, and add it to `DECKS` or `NUMBERS`.
"""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from benchmarks.dieharder.words import call_rand
from benchmarks.report.laboratories.verdicts import Values
from service.core.limits import Limits
from service.core.rng.sources import WordSource
from service.core.rng.streams import Randomness, sd1
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.shuffles import vectorized
from service.core.shuffles.batches import draw_chunks
from service.core.shuffles.vectorized import Matrix, VectorSource, Words

SEED = "laboratories"
CARDS = 52
RAND_BITS = 15
"""The bits of Microsoft's rand()."""

_NUMBERS_PER_CHUNK = 2**18
_DECKS_PER_CHUNK = 2**10


class ModuloSources(VectorSource):
    """Sources that draw `rand() % bound` from a perfect rand() of 15 bits, the first bits of each word."""

    def __init__(self, words: Words, results: int) -> None:
        super().__init__(words, results)
        self._words = words

    def below_each(self, bounds: range) -> Matrix:
        values = self._words(0, len(bounds)) >> np.uint32(32 - RAND_BITS)
        return np.ascontiguousarray(
            (values % np.array(bounds, np.uint32)).T.astype(np.intp)
        )


def shuffle_decks(algorithm: str) -> Callable[[int], Values]:
    """Return a generator of decks by one of the service's shuffles, from index 0 of the seed on."""

    def decks(trials: int) -> Values:
        request = ShuffleRequest(seed=SEED, algorithm=algorithm)
        sampler = prepare_shuffle(CARDS, request, Limits())
        return np.concatenate(
            [
                np.asarray(chunk.rows, np.uint8)
                for chunk in draw_chunks(sampler, request, trials)
            ]
        )

    return decks


def modulo_decks(trials: int) -> Values:
    """Return decks by Fisher and Yates's shuffle, with every number drawn as `rand() % bound`."""
    words = Randomness(seed=SEED).words
    parts = []
    for start in range(0, trials, _DECKS_PER_CHUNK):
        indices = range(start, min(start + _DECKS_PER_CHUNK, trials))
        sources = ModuloSources(
            lambda first, count, indices=indices: words(indices, first, count),  # type: ignore[misc]
            len(indices),
        )
        parts.append(vectorized.fisher_yates(CARDS, sources, CARDS).T.astype(np.uint8))
    return np.concatenate(parts)


def service_numbers(count: int, bound: int = CARDS) -> Iterator[Values]:
    """Yield numbers as every shuffle of the service draws them, from index 0 of the seed."""
    source = WordSource(sd1(SEED))
    return (
        np.array(source.below_many(bound, size), np.uint8)
        for size in _chunk_sizes(count)
    )


def modulo_numbers(count: int) -> Iterator[Values]:
    """Yield `rand() % 52` of perfect numbers of 15 bits."""
    read = sd1(SEED)
    for size in _chunk_sizes(count):
        words = np.frombuffer(read(4 * size), ">u4").astype(np.uint32)
        yield (words >> np.uint32(32 - RAND_BITS)).astype(np.uint16) % np.uint16(CARDS)


def microsoft_numbers(count: int) -> Iterator[Values]:
    """Yield `rand() % 52` by Microsoft's generator after srand(1)."""
    call = call_rand(1)
    return (
        call(size).astype(np.uint16) % np.uint16(CARDS) for size in _chunk_sizes(count)
    )


def numbers_without_first(count: int) -> Iterator[Values]:
    """Yield 1…51 without 0, as the generator of Mullin's article does."""
    return (numbers + np.uint8(1) for numbers in service_numbers(count, CARDS - 1))


def _chunk_sizes(count: int) -> Iterator[int]:
    return (
        min(_NUMBERS_PER_CHUNK, count - start)
        for start in range(0, count, _NUMBERS_PER_CHUNK)
    )


DECKS: Mapping[str, Callable[[int], Values]] = {
    "`fisher_yates`": shuffle_decks("fisher_yates"),
    "`fisher_yates`, `rand() % n`": modulo_decks,
    "`riffle`, 7 passes": shuffle_decks("riffle"),
    "`naive_swap`": shuffle_decks("naive_swap"),
    "`sattolo`": shuffle_decks("sattolo"),
}
"""Generators of shuffled decks of 52 cards; the first is the service's default."""

NUMBERS: Mapping[str, Callable[[int], Iterator[Values]]] = {
    "`below(52)`": service_numbers,
    "`rand() % 52`": modulo_numbers,
    "Microsoft's `rand() % 52`": microsoft_numbers,
    "1…51": numbers_without_first,
}
"""Generators of numbers below 52, in chunks; the first is the one that the service uses."""

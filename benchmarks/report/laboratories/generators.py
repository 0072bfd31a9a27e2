"""What is tested as in a laboratory: decks and numbers made as this service makes them, and as it should not.

To add a way, write its function of how many there are to be and give it one entry in `DECKS` or `NUMBERS`.
"""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from benchmarks.report.laboratories.verdicts import Values
from service.core.rng.sources import WordSource
from service.core.rng.streams import Randomness, sd1
from service.core.shuffles import vectorized as together
from service.core.shuffles.batches import windows
from service.core.shuffles.plans import Limits, Shuffling, plan
from service.core.shuffles.vectorized import ManySources, Matrix, Words

SEED = "laboratories"
CARDS = 52
SHORT = 15
"""The bits of Microsoft's rand()."""

_AT_ONCE = 2**18  # numbers; a power of two
_DECKS_AT_ONCE = 2**10
_MASK = 2**32 - 1


class Remainders(ManySources):
    """Draws as `rand() % bound`, for a rand() of 15 bits that is itself perfect: the first bits of each word."""

    def __init__(self, words: Words, results: int) -> None:
        super().__init__(words, results)
        self._short = words

    def below_each(self, bounds: range) -> Matrix:
        drawn = self._short(0, len(bounds)) >> np.uint32(32 - SHORT)
        return np.ascontiguousarray((drawn % np.array(bounds, np.uint32)).T.astype(np.intp))


def shuffled(algorithm: str) -> Callable[[int], Values]:
    """Decks by one of the service's shuffles, the results 0, 1, … of the seed."""

    def decks(trials: int) -> Values:
        drawn = plan(CARDS, Shuffling(seed=SEED, algorithm=algorithm), Limits())
        return np.concatenate([np.asarray(window.rows, np.uint8) for window in windows(drawn, trials)])

    return decks


def remaindered(trials: int) -> Values:
    """Decks by Fisher and Yates's shuffle, every number drawn as `rand() % bound`."""
    words = Randomness(seed=SEED).words
    parts = []
    for start in range(0, trials, _DECKS_AT_ONCE):
        there = range(start, min(start + _DECKS_AT_ONCE, trials))
        sources = Remainders(lambda first, count, there=there: words(there, first, count), len(there))  # type: ignore[misc]
        parts.append(together.fisher_yates(CARDS, sources, CARDS).T.astype(np.uint8))
    return np.concatenate(parts)


def drawn(count: int, bound: int = CARDS) -> Iterator[Values]:
    """Numbers as every shuffle here draws them, from result 0 of the seed."""
    source = WordSource(sd1(SEED))
    return (np.array(source.below_many(bound, size), np.uint8) for size in _sizes(count))


def remainders(count: int) -> Iterator[Values]:
    """`rand() % 52` of perfect numbers of 15 bits."""
    read = sd1(SEED)
    for size in _sizes(count):
        words = np.frombuffer(read(4 * size), ">u4").astype(np.uint32)
        yield (words >> np.uint32(32 - SHORT)).astype(np.uint16) % np.uint16(CARDS)


def microsoft(count: int) -> Iterator[Values]:
    """`rand() % 52` by Microsoft's own generator, after srand(1): bits 16 to 30 of s = 214013 s + 2531011 mod 2^32."""
    states, factor, step = np.array([214013 + 2531011], np.uint32), 214013, 2531011
    while len(states) < _AT_ONCE:  # what leads from a state to the next but k leads from k states to the next k
        states = np.concatenate([states, states * np.uint32(factor) + np.uint32(step)])
        factor, step = factor * factor & _MASK, (factor + 1) * step & _MASK
    for size in _sizes(count):
        yield ((states[:size] >> np.uint32(16)).astype(np.uint16) & np.uint16(2**SHORT - 1)) % np.uint16(CARDS)
        states = states * np.uint32(factor) + np.uint32(step)


def never_the_first(count: int) -> Iterator[Values]:
    """1…51, and never card 0, as the generator of Mullin's article gives them."""
    return (numbers + np.uint8(1) for numbers in drawn(count, CARDS - 1))


def _sizes(count: int) -> Iterator[int]:
    return (min(_AT_ONCE, count - start) for start in range(0, count, _AT_ONCE))


DECKS: Mapping[str, Callable[[int], Values]] = {
    "`fisher_yates`": shuffled("fisher_yates"),
    "`fisher_yates`, `rand() % n`": remaindered,
    "`riffle`, 7 passes": shuffled("riffle"),
    "`naive_swap`": shuffled("naive_swap"),
    "`sattolo`": shuffled("sattolo"),
}
"""Ways to shuffle 52 cards; the first is the service's default."""

NUMBERS: Mapping[str, Callable[[int], Iterator[Values]]] = {
    "`below(52)`": drawn,
    "`rand() % 52`": remainders,
    "Microsoft's `rand() % 52`": microsoft,
    "1…51": never_the_first,
}
"""Ways to draw a card's number, in blocks; the first is the service's only one."""

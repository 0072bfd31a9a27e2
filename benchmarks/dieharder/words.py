"""`python -m benchmarks.dieharder.words` writes random words to standard output for ever: what a battery of tests reads.

They come of the readers that the service itself draws from. Two bad sources are there to show that a battery can fail.
Bytes are those of docs/stream.md, most significant first; with --native each word has this machine's order, so that a
program which reads whole words reads the words that the service has.
"""

import argparse
import os
import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from service.core.rng.streams import MAX_INDEX, Randomness, Reader, sd1

_CHUNK = 2**18  # bytes at a time: a multiple of a word
_MULTIPLIER, _INCREMENT = np.uint32(214013), np.uint32(2531011)


def stuck(seed: str, index: int) -> Reader:
    """`sd1` with the lowest bit of every word stuck at 0. Reads whole words."""
    read = sd1(seed, index)
    return lambda size: (np.frombuffer(read(size), ">u4") & 0xFFFFFFFE).astype(">u4").tobytes()


def rand(start: int) -> Reader:
    """Microsoft's `rand`, seeded so; three calls make a word: 2, 15 and 15 bits. Reads whole words.

    x ← 214013 · x + 2531011 mod 2^32, and a call gives bits 16 to 30 of x: the generator of the numbered deals of
    patience (service/core/games/microsoft.py).
    """
    state = np.uint32(start % 2**32)

    def read(size: int) -> bytes:
        nonlocal state
        powers = np.cumprod(np.full(3 * size // 4, _MULTIPLIER), dtype=np.uint32)
        sums = np.cumsum(np.insert(powers[:-1], 0, np.uint32(1)), dtype=np.uint32)
        states = powers * state + sums * _INCREMENT
        state = states[-1]
        high, middle, low = (states >> np.uint32(16) & np.uint32(0x7FFF)).reshape(-1, 3).T
        words: NDArray[np.uint32] = high << np.uint32(30) | middle << np.uint32(15) | low
        return words.astype(">u4").tobytes()

    return read


SOURCES: dict[str, Callable[[str, int], Reader]] = {
    "sd1": lambda seed, index: Randomness(seed=seed, index=index).reader(),
    "system": lambda _seed, _index: Randomness().reader(),
    "stuck": stuck,
    "rand": lambda _seed, index: rand(index),
}
"""Each with its reader, made of a seed and an index. `system` needs neither, and `rand` starts from the index."""


def native(read: Reader) -> Reader:
    """The same words in this machine's own order of bytes. Reads whole words."""
    return lambda size: np.frombuffer(read(size), ">u4").astype(np.uint32).tobytes()


def pour(read: Reader, out: int) -> int:
    """Write to a file descriptor until nobody reads it any more: how many bytes it took.

    The last 64 KB or so may have been left in the pipe.
    """
    taken = 0
    while True:
        rest = memoryview(read(_CHUNK))
        while rest:
            try:
                written = os.write(out, rest)
            except BrokenPipeError:
                return taken
            taken += written
            rest = rest[written:]


def main() -> None:
    """Pour what the arguments say, and say on standard error how much was taken."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dieharder.words", description=__doc__)
    parser.add_argument("source", choices=SOURCES)
    parser.add_argument("--seed", help="of sd1 and stuck")
    parser.add_argument("--index", type=int, help="of that seed, from 0 (default); of rand its start")
    parser.add_argument("--native", action="store_true", help="words in this machine's own order of bytes")
    asked = parser.parse_args()
    if (asked.source in {"sd1", "stuck"}) != (asked.seed is not None):
        parser.error("sd1 and stuck need a seed; the others take none.")
    if asked.source == "system" and asked.index is not None:
        parser.error("The operating system's words have no index.")
    if not 0 <= (asked.index or 0) <= MAX_INDEX:
        parser.error(f"An index is an integer from 0 to {MAX_INDEX}.")
    read = SOURCES[asked.source](asked.seed, asked.index or 0)
    try:
        taken = pour(native(read) if asked.native else read, sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.exit(130)
    sys.stderr.write(f"{taken} bytes taken\n")


if __name__ == "__main__":
    main()

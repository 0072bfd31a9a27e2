"""Write random words to standard output until the reader closes it, for test suites such as dieharder.

The words come from a seed or from the operating system; two bad sources show that a test suite can fail. The most
significant byte comes first (docs/definitions/stream.md). With --native each word is in the byte order of this
machine, so that a program that reads whole words reads the numbers of the service.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from service.core.rng.streams import MAX_INDEX, Reader, sd1

_CHUNK = 2**18  # bytes, a multiple of a word
_MULTIPLIER = np.uint32(214013)
_INCREMENT = np.uint32(2531011)


def stuck(seed: str, index: int) -> Reader:
    """Return a function that reads bytes of `sd1` with the lowest bit of every word stuck at 0, in whole words."""
    read = sd1(seed, index)
    return lambda size: (
        (np.frombuffer(read(size), ">u4") & 0xFFFFFFFE).astype(">u4").tobytes()
    )


def call_rand(seed: int) -> Callable[[int], NDArray[np.uint32]]:
    """Return a function that returns the results of the next calls of Microsoft's `rand` after `srand(seed)`.

    The generator is x ← 214013 · x + 2531011 mod 2^32, and a call returns bits 16 to 30 of x, as for the numbered deals
    of patience (service/games/microsoft.py).
    """
    state = np.uint32(seed % 2**32)

    def call(count: int) -> NDArray[np.uint32]:
        nonlocal state
        powers = np.cumprod(np.full(count, _MULTIPLIER), dtype=np.uint32)
        sums = np.cumsum(np.insert(powers[:-1], 0, np.uint32(1)), dtype=np.uint32)
        states = powers * state + sums * _INCREMENT
        state = states[-1]
        return states >> np.uint32(16) & np.uint32(0x7FFF)

    return call


def rand(seed: int) -> Reader:
    """Return a reader of words of 2, 15 and 15 bits by three calls of `rand` each. It reads whole words."""
    call = call_rand(seed)

    def read(size: int) -> bytes:
        high, middle, low = call(3 * size // 4).reshape(-1, 3).T
        return (
            (high << np.uint32(30) | middle << np.uint32(15) | low)
            .astype(">u4")
            .tobytes()
        )

    return read


SOURCES: dict[str, Callable[[str, int], Reader]] = {
    "sd1": sd1,
    "system": lambda _seed, _index: os.urandom,
    "stuck": stuck,
    "rand": lambda _seed, index: rand(index),
}
"""By name, a function from a seed and an index to a reader. `system` uses neither; the index of `rand` is its seed."""


def to_native_order(read: Reader) -> Reader:
    """Return a reader of the same words in the byte order of this machine. It reads whole words."""
    return lambda size: np.frombuffer(read(size), ">u4").astype(np.uint32).tobytes()


def write_words(read: Reader, output: int) -> int:
    """Write words to the file descriptor `output` until its reader closes it, and return the number of bytes written.

    The last 64 KB or so may have been left in the pipe.
    """
    size = 0
    while True:
        unwritten = memoryview(read(_CHUNK))
        while unwritten:
            try:
                written = os.write(output, unwritten)
            except BrokenPipeError:
                return size
            size += written
            unwritten = unwritten[written:]


def main(arguments: Sequence[str]) -> int:
    """Write the words of a source, and report the number of bytes on standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks words", description=__doc__
    )
    parser.add_argument("source", choices=SOURCES)
    parser.add_argument("--seed", help="the seed of sd1 or stuck")
    parser.add_argument(
        "--index",
        type=int,
        help="the index of the result under that seed (0); of rand its seed",
    )
    parser.add_argument(
        "--native", action="store_true", help="words in the byte order of this machine"
    )
    options = parser.parse_args(arguments)
    if (options.source in {"sd1", "stuck"}) != (options.seed is not None):
        parser.error("sd1 and stuck need a seed; the other sources take none.")
    if options.source == "system" and options.index is not None:
        parser.error("system takes no index.")
    if not 0 <= (options.index or 0) <= MAX_INDEX:
        parser.error(f"The index must be an integer from 0 to {MAX_INDEX}.")
    read = SOURCES[options.source](options.seed, options.index or 0)
    try:
        size = write_words(
            to_native_order(read) if options.native else read, sys.stdout.fileno()
        )
    except KeyboardInterrupt:
        return 130
    sys.stderr.write(f"{size} bytes written\n")
    return 0

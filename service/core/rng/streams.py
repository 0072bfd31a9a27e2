"""Random words of 32 bits from the operating system or from the frozen stream `sd1` (docs/definitions/stream.md).

A reader takes a number of bytes and returns as many; each call continues where the last call ended. The reader without
a seed, `read_fresh`, has no state, so processes cannot share one by accident after a fork.

`sd1` is permanent: a stream that differs in one bit would be a new function with a new name beside it.
"""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from numpy.typing import NDArray

Reader = Callable[[int], bytes]
"""Takes a number, and returns that number of bytes, the next in its stream."""

MAX_INDEX = 2**53 - 1
STREAM = "sd1"

# FROZEN: these constants, and what `sd1_key` and `keyed` do.
_KEY_PREFIX = b"shuffle-and-deal stream 1\n"
_KEY_BYTES = 32  # AES-256
_BLOCK_WORDS = 4  # a block of AES has 16 bytes
# FREE: bytes; for more, setting up AES is faster than the operating system's generator.
_MAX_DIRECT = 2**11


def sd1_key(seed: str) -> bytes:
    """Return the 32-byte key of a seed of 1 to 256 characters."""
    return hashlib.sha256(_KEY_PREFIX + seed.encode()).digest()


def sd1(seed: str, index: int = 0) -> Reader:
    """Return a reader of the stream of a seed and an index, 0 to 2^53 - 1."""
    return keyed(sd1_key(seed), index)


def keyed(key: bytes, index: int) -> Reader:
    """Return a reader of AES-256 in counter mode from the block u64be(index) ‖ u64be(0), with a key of 32 bytes."""
    counter = modes.CTR(index.to_bytes(8, "big") + bytes(8))
    encrypt = Cipher(algorithms.AES(key), counter).encryptor().update
    return lambda size: encrypt(bytes(size))


def read_fresh(size: int) -> bytes:
    """Return `size` random bytes, which no seed reproduces.

    Up to 2 KiB come from the operating system. For more, the operating system gives a key for this call alone, and
    AES-256 in counter mode gives the bytes: the system's own generator, ChaCha20 under a key, takes ten times as long.
    """
    if size <= _MAX_DIRECT:
        return os.urandom(size)
    return keyed(os.urandom(_KEY_BYTES), 0)(size)


def keyed_words(
    key: bytes, indices: range, start: int, count: int
) -> NDArray[np.uint32]:
    """Return the words start…start+count-1 of the stream of each index, as an array with one row for each index.

    They are the words that `keyed(key, index)` reads one by one. Counter mode encrypts counters, here all in one call:
    word 5 of index 7 is the second word of block 1, which is the encryption of u64be(7) ‖ u64be(1).
    """
    streams = len(indices)
    first_block = start // _BLOCK_WORDS
    end_block = -(-(start + count) // _BLOCK_WORDS)
    block_numbers = np.arange(first_block, end_block, dtype=np.uint64)
    # One row for each block, because callers take the first word of every stream, then the second.
    counters = np.empty((len(block_numbers), streams, 2), ">u8")
    counters[:, :, 0] = np.arange(indices.start, indices.stop, dtype=np.uint64)
    counters[:, :, 1] = block_numbers[:, None]
    encrypt = Cipher(algorithms.AES(key), modes.ECB()).encryptor().update  # noqa: S305
    blocks = np.frombuffer(encrypt(counters.tobytes()), ">u4")
    # By block, stream and word; then a row for each word of a stream, a column for each stream:
    words = blocks.reshape(len(block_numbers), streams, _BLOCK_WORDS)
    rows = words.swapaxes(1, 2).reshape(-1, streams)
    start_row = start - first_block * _BLOCK_WORDS
    return rows[start_row : start_row + count].T


@dataclass(frozen=True, kw_only=True)
class Randomness:
    """The randomness of a draw: a seed and an index (None: 0), or neither."""

    seed: str | None = None
    index: int | None = None

    def words(self, offsets: range, start: int, count: int) -> NDArray[np.uint32]:
        """Return words start…start+count-1 of the results index + offset, as an array with one row for each offset."""
        if self.seed is None:
            fresh = np.frombuffer(read_fresh(4 * len(offsets) * count), np.uint32)
            return fresh.reshape(count, len(offsets)).T
        index = self.index or 0
        indices = range(index + offsets.start, index + offsets.stop)
        return keyed_words(sd1_key(self.seed), indices, start, count)

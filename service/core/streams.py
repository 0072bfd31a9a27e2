"""Where random words come from: the operating system, or the frozen stream `sd1` (docs/stream.md).

A reader is a function from a number of bytes to that many bytes, each call going on where the last one ended. The
operating system's is `os.urandom`, which needs no state and so cannot be shared by accident after a fork.

`sd1` is permanent. A change of one bit of its output is a new function with a new name beside it.
"""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from service.core.errors import Refused

Reader = Callable[[int], bytes]

MAX_INDEX = 2**53 - 1
STREAM = "sd1"

_KEY_PREFIX = b"shuffle-and-deal stream 1\n"


def sd1(seed: str, index: int = 0) -> Reader:
    """The stream of a seed (1 to 256 characters) and the index of a result under it (0 to 2^53 - 1)."""
    return keyed(hashlib.sha256(_KEY_PREFIX + seed.encode()).digest(), index)


def keyed(key: bytes, index: int) -> Reader:
    """AES-256 in counter mode from the block u64be(index) ‖ u64be(0), under a key of 32 bytes."""
    counter = modes.CTR(index.to_bytes(8, "big") + bytes(8))
    encrypt = Cipher(algorithms.AES(key), counter).encryptor().update
    return lambda size: encrypt(bytes(size))


@dataclass(frozen=True, kw_only=True)
class Randomness:
    """What a request says of its random words: a seed and the index of the result under it (0, if None), or neither."""

    seed: str | None = None
    index: int | None = None

    def reader(self) -> Reader:
        """A fresh reader at the start of this request's words. Raises `Refused` for an index without a seed."""
        if self.seed is None and self.index is not None:
            raise Refused("index", "index says which result of a seed is wanted; give a seed with it.")
        return os.urandom if self.seed is None else sd1(self.seed, self.index or 0)

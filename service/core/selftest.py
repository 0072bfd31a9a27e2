"""Self-tests: known answers that a worker computes when it starts. The worker serves nothing if an answer is wrong.

Certified random number generators do this too: a machine, a library or a build that computes wrongly must not deal. The
known answer of a shuffle is eight results for 52 items, and the first result is a golden vector; a single result would
miss every second fault that swaps two items. `make generate` adds the answers of new shuffles.
"""

import hashlib
import hmac
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from .limits import Limits
from .rng.streams import sd1
from .shuffle_requests import ShuffleRequest, prepare_shuffle
from .shuffles.batches import draw_chunks
from .shuffles.registry import SHUFFLES
from .shuffles.shuffle import Arguments

ITEMS = 52
RESULTS = 8  # the smallest number that is drawn together
FIRST_WORDS = "196da0991ab2fc43f2f015eccc37f11c829c4f1f2ae4cb2e868a850830f53c5d"  # the first eight words of the seed 42
FILE = Path(__file__).with_name("known_answers.json")


@dataclass(frozen=True)
class KnownAnswer:
    """The SHA-256 of `RESULTS` orders of `ITEMS` items: the results of `seed` from `index` on."""

    seed: str
    index: int
    sha256: str
    arguments: Arguments = field(default_factory=dict)


_SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
_HMAC = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
_AES = "8ea2b7ca516745bfeafc49904b496089"
_ANSWERS = json.loads(FILE.read_text())
KNOWN_ANSWERS: Mapping[str, KnownAnswer] = {
    name: KnownAnswer(**members) for name, members in _ANSWERS.items()
}
"""The known answer of each shuffle by name; a shuffle without one fails its self-test."""


def _test_shuffle(name: str) -> bool:
    """Return whether a shuffle draws its known answer: in a batch, and if that is vectorized, also result by result."""
    answer = KNOWN_ANSWERS[name]
    request = ShuffleRequest(
        seed=answer.seed, index=answer.index, algorithm=name, arguments=answer.arguments
    )
    sampler = prepare_shuffle(ITEMS, request, Limits())
    (chunk,) = draw_chunks(sampler, request, RESULTS)
    if digest(chunk.rows) != answer.sha256:
        return False
    if not sampler.can_vectorize:
        return True
    single_results = [
        sampler.draw(request, offset).indices for offset in range(RESULTS)
    ]
    return digest(single_results) == answer.sha256


def _encrypt_block(block: bytes) -> bytes:
    return (
        Cipher(algorithms.AES(bytes(range(32))), modes.ECB()).encryptor().update(block)  # noqa: S305
    )


def digest(orders: Iterable[Iterable[int]]) -> str:
    """Return the SHA-256, in hex, of several orders of up to 256 items; each item is hashed as one byte."""
    return hashlib.sha256(
        b"".join(bytes(map(int, order)) for order in orders)
    ).hexdigest()


SELF_TESTS: Mapping[str, Callable[[], bool]] = {
    # The examples of FIPS 180-4, RFC 4231 (the second test case) and FIPS 197 (C.3)
    "sha256": lambda: hashlib.sha256(b"abc").hexdigest() == _SHA256,
    "hmac_sha256": lambda: (
        hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha256").hex() == _HMAC
    ),
    "aes256": lambda: (
        _encrypt_block(bytes.fromhex("00112233445566778899aabbccddeeff")).hex() == _AES
    ),
    "stream": lambda: sd1("42")(len(FIRST_WORDS) // 2).hex() == FIRST_WORDS,
    # the continuous test of FIPS 140-2
    "operating_system": lambda: os.urandom(32) != os.urandom(32),
    **{name: partial(_test_shuffle, name) for name in SHUFFLES},
}
"""Every self-test by name."""


def failed_self_tests() -> list[str]:
    """Run every self-test, which takes some milliseconds, and return the names of the tests that fail or raise."""
    return [name for name, self_test in SELF_TESTS.items() if not _passes(self_test)]


def _passes(self_test: Callable[[], bool]) -> bool:
    try:
        return self_test()
    except Exception:
        return False

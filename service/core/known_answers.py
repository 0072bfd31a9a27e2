"""What the service tests of itself when it starts: answers that are known, held against those that come out.

Certified generators do the same: a machine, a library or a build that computes wrongly must not deal. A shuffle's
answer is that of docs/stream.md for 52 items and the seed 42; the tests hold the table against the golden vectors. To
add a shuffle, enter the SHA-256 of its order, a byte for each item.
"""

import hashlib
import hmac
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from service.core.batches import windows
from service.core.permutations import Limits, Shuffling, plan
from service.core.shuffles import SHUFFLES
from service.core.streams import sd1

SEED = "42"
ITEMS = 52
WORDS = "196da0991ab2fc43f2f015eccc37f11c829c4f1f2ae4cb2e868a850830f53c5d"
ORDERS = {
    "fisher_yates": "8dde8173b8e41c5eaf01ba213804a5413be63bd1661b41e9b08409789cdc56a0",
    "durstenfeld": "2feafad8a7bb4e504c7417964a6fb806c053d2a40902675a5d49e71d19cf2b26",
    "inside_out": "57dc6e02f8175d696833173acccd7288e7b2aa29f11753ac2694cbe987d817e3",
    "sort_keys": "e7fe73fb0887792165a880298412cfbcb7b0534df66bdff839d6bbe0679d9f32",
    "rejection": "60898c6f8a89eed86dbce30e80d9dec15966c032ca4bd497577d883e1e908b3d",
    "random_slot": "d44f680bb8db0ea8d458b21b0f1076e6d0761ce17ef0e538be8d3e40e2f789a6",
    "naive_swap": "a7d56790357ffb6cc4e6ea0f3672e3441b439f5082ee5e0bdbee475ea517c5c2",
    "sattolo": "21be09826182c2c0e3c5b735d62a2c423127460edad13511d3c27e65a50a7f48",
    "riffle": "558d9c81d9f1b140b8967f5dfb4513d5b5273c4f96f1176583204daf9c3d18f9",
    "overhand": "7126fb321f765712f2cfe0d098cd50563350dd2b3b05afb50b7893fefaa2b3b0",
    "faro": "8d9fc7c2e09f73ff755c2f70090d3744e36bddd29ae450130de465a6effbb619",
}
"""By the name of the shuffle, with its parameters as they are by default."""

_BATCH = 8  # results: the fewest that are shuffled together


def _sha256() -> bool:
    """FIPS 180-4's example."""
    answer = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    return hashlib.sha256(b"abc").hexdigest() == answer


def _hmac() -> bool:
    """RFC 4231's second test case."""
    answer = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    return hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha256").hex() == answer


def _aes256() -> bool:
    """FIPS 197's example C.3."""
    encrypt = Cipher(algorithms.AES(bytes(range(32))), modes.ECB()).encryptor().update  # noqa: S305
    return encrypt(bytes.fromhex("00112233445566778899aabbccddeeff")).hex() == "8ea2b7ca516745bfeafc49904b496089"


def _stream() -> bool:
    return sd1(SEED)(len(WORDS) // 2).hex() == WORDS


def _operating_system() -> bool:
    """Two blocks alike would be the end of all chance (FIPS 140-2's continuous test)."""
    return os.urandom(32) != os.urandom(32)


def _shuffle(name: str) -> bool:
    """Alone, and together with others."""
    drawn = plan(ITEMS, Shuffling(seed=SEED, algorithm=name), Limits())
    orders: Sequence[Sequence[int]] = (drawn.draw().indices, next(windows(drawn, _BATCH)).rows[0])
    return all(hashlib.sha256(bytes(map(int, order))).hexdigest() == ORDERS[name] for order in orders)


SELF_TESTS: Mapping[str, Callable[[], bool]] = {
    "sha256": _sha256,
    "hmac_sha256": _hmac,
    "aes256": _aes256,
    "stream": _stream,
    "operating_system": _operating_system,
    **{name: partial(_shuffle, name) for name in SHUFFLES},
}
"""Every test by its name."""


def failures() -> list[str]:
    """The names of the tests that fail, or cannot even be done. Takes some milliseconds."""
    return [name for name, passes in SELF_TESTS.items() if not _passed(passes)]


def _passed(passes: Callable[[], bool]) -> bool:
    try:
        return passes()
    except Exception:
        return False

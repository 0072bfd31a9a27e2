"""Self-tests: known answers that the service computes when it starts.

Certified random number generators do this too: a machine, a library or a build that computes wrongly must not deal. The
known answer of a shuffle is eight results for 52 items, the first of which is a golden vector; a single result would
miss every second fault that swaps two items. `python -m tools.known_answers` adds those of new shuffles.
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

from service.core.rng.streams import sd1
from service.core.shuffles.algorithms import SHUFFLES, Arguments
from service.core.shuffles.batches import chunks
from service.core.shuffles.plans import Limits, ShuffleRequest, plan_shuffle

ITEMS = 52
RESULTS = 8  # the fewest that are drawn together
FIRST_WORDS = "196da0991ab2fc43f2f015eccc37f11c829c4f1f2ae4cb2e868a850830f53c5d"
"""The first eight words of the seed 42."""
FILE = Path(__file__).with_name("known_answers.json")


@dataclass(frozen=True)
class KnownAnswer:
    """The SHA-256 of `RESULTS` results for `ITEMS` items, from that seed and index on."""

    seed: str
    index: int
    sha256: str
    arguments: Arguments = field(default_factory=dict)


KNOWN_ANSWERS: Mapping[str, KnownAnswer] = {
    name: KnownAnswer(**members) for name, members in json.loads(FILE.read_text()).items()
}
"""The known answer of each shuffle by name; a shuffle without one fails its self-test."""


def _test_sha256() -> bool:
    """Hash the example of FIPS 180-4."""
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    return hashlib.sha256(b"abc").hexdigest() == digest


def _test_hmac() -> bool:
    """Authenticate the second test case of RFC 4231."""
    digest = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    return hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha256").hex() == digest


def _test_aes256() -> bool:
    """Encrypt example C.3 of FIPS 197."""
    encrypt = Cipher(algorithms.AES(bytes(range(32))), modes.ECB()).encryptor().update  # noqa: S305
    return encrypt(bytes.fromhex("00112233445566778899aabbccddeeff")).hex() == "8ea2b7ca516745bfeafc49904b496089"


def _test_stream() -> bool:
    return sd1("42")(len(FIRST_WORDS) // 2).hex() == FIRST_WORDS


def _test_operating_system() -> bool:
    """Read two blocks, which are never equal (the continuous test of FIPS 140-2)."""
    return os.urandom(32) != os.urandom(32)


def _test_shuffle(name: str) -> bool:
    """Draw the known answer of a shuffle, result by result and vectorized."""
    known = KNOWN_ANSWERS[name]
    request = ShuffleRequest(seed=known.seed, index=known.index, algorithm=name, arguments=known.arguments)
    plan = plan_shuffle(ITEMS, request, Limits())
    singly = [plan.draw(request, offset).indices for offset in range(RESULTS)]
    together = next(chunks(plan, request, RESULTS)).rows
    return digest(singly) == known.sha256 == digest(together)


def digest(orders: Iterable[Iterable[int]]) -> str:
    """Return the SHA-256 of orders of up to 256 items, a byte for each item, in hex."""
    return hashlib.sha256(b"".join(bytes(map(int, order)) for order in orders)).hexdigest()


SELF_TESTS: Mapping[str, Callable[[], bool]] = {
    "sha256": _test_sha256,
    "hmac_sha256": _test_hmac,
    "aes256": _test_aes256,
    "stream": _test_stream,
    "operating_system": _test_operating_system,
    **{name: partial(_test_shuffle, name) for name in SHUFFLES},
}
"""Every self-test by name."""


def failed_self_tests() -> list[str]:
    """Run every self-test, which takes some milliseconds, and return the names of those that fail or raise."""
    return [name for name, self_test in SELF_TESTS.items() if not _passes(self_test)]


def _passes(self_test: Callable[[], bool]) -> bool:
    try:
        return self_test()
    except Exception:
        return False

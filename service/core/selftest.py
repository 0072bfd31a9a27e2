"""What the service tests of itself when it starts: answers that are known, held against those that come out.

Certified generators do the same: a machine, a library or a build that computes wrongly must not deal. Of each shuffle
there are eight results for 52 items, the first of which is a golden vector; one alone would miss every
second fault that swaps two items. To add a shuffle, enter its own.
"""

import hashlib
import hmac
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from service.core.rng.streams import sd1
from service.core.shuffles.algorithms import Arguments
from service.core.shuffles.batches import windows
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import Limits, Shuffling, plan

ITEMS = 52
RESULTS = 8  # the fewest that are shuffled together
WORDS = "196da0991ab2fc43f2f015eccc37f11c829c4f1f2ae4cb2e868a850830f53c5d"
"""The first of the seed 42."""


@dataclass(frozen=True)
class Orders:
    """The orders of a seed and so many indices from that one: their SHA-256, a byte for each item."""

    seed: str
    first: int
    sha256: str
    arguments: Arguments = field(default_factory=dict)


ORDERS = {
    "fisher_yates": Orders("a", 0, "dd501a860e8118b53973adc53cb8f57c1643ec4111cb17ff1ac459d6caada911"),
    "durstenfeld": Orders("42", 0, "40d9246ffac8a5b194718cd78ca7ac852853b900fe82f72a55f2df983f3c1fad"),
    "inside_out": Orders("a", 0, "15aa46329ac03a4e4539a3c4100931c4ac0245ab907ea6a092fec850cea47868"),
    "sort_keys": Orders("42", 0, "76705cb24657835548b94ed357605d4a505bc001bcd726b875ecd4b7ef6e1170"),
    "rejection": Orders("42", 4294967296, "bcc25c5e8009d52394f229aff8a97a9c54dada13283d4e0a7d885cbe1b2e2afd"),
    "random_slot": Orders("42", 1, "5524abe7694b88b3ef038750e3ad5682b5a25becf90245f2b584046eced7305a"),
    "naive_swap": Orders("42", 4294967296, "0b7486a85bca7c301baa5a609faeff65395ee922429a2fb0d3a6baf63922dfe7"),
    "sattolo": Orders("42", 1, "960a416814314bdf1b79ebe158211c808430b29e27f0bb825ae53300eb5477ca"),
    "riffle": Orders("42", 4294967296, "723de20334e4766cf25f97c6a93a734b7685a18317f93afcd5d1db915337226b"),
    "overhand": Orders(
        "42", 4294967296, "40c1e81a22f74711dba9613b0813508f8f7a334c2f1b4c1b2700d579d111f92b", {"passes": 1}
    ),
    "faro": Orders("a", 0, "7503f56284d38f4752ca371bde860f3bc43dc47cb47cae0ab65c4dd87c6c5dc0"),
}
"""By the name of the shuffle."""


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
    return sd1("42")(len(WORDS) // 2).hex() == WORDS


def _operating_system() -> bool:
    """Two blocks alike would be the end of all chance (FIPS 140-2's continuous test)."""
    return os.urandom(32) != os.urandom(32)


def _shuffle(name: str) -> bool:
    """One by one, and all together."""
    known = ORDERS[name]
    drawn = plan(
        ITEMS,
        Shuffling(seed=known.seed, index=known.first, algorithm=name, arguments=known.arguments),
        Limits(),
    )
    alone = [drawn.draw(later).indices for later in range(RESULTS)]
    return all(digest(orders) == known.sha256 for orders in (alone, next(windows(drawn, RESULTS)).rows))


def digest(orders: Iterable[Iterable[int]]) -> str:
    """The SHA-256 of orders of up to 256 items, a byte for each item."""
    return hashlib.sha256(b"".join(bytes(map(int, order)) for order in orders)).hexdigest()


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

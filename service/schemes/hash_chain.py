"""Rounds of games that all players play at once, with a hash chain for seeds: crash, slide, bustabit.

An operator hashes a secret millions of times, publishes the last hash, and plays the chain backwards: SHA-256 of the
hash of a game is the hash of the game before. A salt that did not exist when the last hash was published, the hash of
a block of Bitcoin, is combined with each by HMAC-SHA256, so that the operator cannot have searched for a chain to his
liking. The multiplier follows from the first bits by the formula of the game.

To add a game, enter what its operator published at the seeding event in `CHAINS`, and results that players saw in the
tests.
"""

import hashlib
import hmac
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, NamedTuple

from ..core.errors import Refused
from ..core.validation import parse_hex
from ..core.value_types import Choice, Integer, Text
from ..proofs.published import compare_published, compare_seen, conclude, hex_text
from ..verdicts.confirmed import NOTHING, Confirmed
from ..verdicts.verdict import ChosenBy, Origin, Outcome, VerificationResult, unknown
from .multipliers import format_multiplier, parse_multiplier

MAX_DISTANCE = 10_000
"""The most games between two hashes; hashing them takes some hundredths of a second."""

_DIGEST = 32
_NO_EARLIER_HASH = (
    "Without the hash of an earlier game, published before the bets, this one may "
    "have been chosen after them."
)
_ORIGIN = Origin(
    ChosenBy.NOBODY_ALONE,
    "The salt is the hash of a block of Bitcoin that was mined after the last hash of this chain was published, and "
    "this game leads to a hash of that chain.",
)
_OTHER_CHAIN = unknown(
    f"None of the {MAX_DISTANCE:,} hashes before this game is a published one that is known here: this may be another "
    "chain, chosen after the salt was known."
)
_MAX_EXCERPT = 40


class HashChain(NamedTuple):
    """The chain of a game: how a hash follows from the next, and a multiplier from a hash and a salt."""

    source: str
    """The URL where the operator published the chain."""
    salts: tuple[str, ...]
    """The salt of each seeding event."""
    compute: Callable[[int], int]
    """Returns the multiplier in hundredths for an HMAC, an integer of 256 bits."""
    salt_is_key: bool = False
    """Whether the salt is the key of the HMAC and the bytes of the hash are its message; else the digits of the hash
    are the key and the salt is the message."""
    links_bytes: bool = False
    """Whether the hash before a hash is SHA-256 of its bytes, and not of its lower-case hexadecimal digits."""
    checkpoint: str | None = None
    """A published hash of the chain: its last one, or a game that leads to the last one."""

    def derive_previous(self, game_hash: bytes) -> bytes:
        """Return the hash of the game before."""
        hashed = game_hash if self.links_bytes else game_hash.hex().encode()
        return hashlib.sha256(hashed).digest()

    def derive_hmac(self, game_hash: bytes, salt: bytes) -> bytes:
        """Return the 32 bytes that decide the multiplier of a game."""
        if self.salt_is_key:
            return hmac.digest(salt, game_hash, "sha256")
        return hmac.digest(game_hash.hex().encode(), salt, "sha256")

    def has_published(self, game_hash: bytes) -> bool:
        """Return whether the checkpoint is the hash of a game, or among the `MAX_DISTANCE` hashes before."""
        if self.checkpoint is None:
            return False
        checkpoint = bytes.fromhex(self.checkpoint)
        for _ in range(MAX_DISTANCE):
            if game_hash == checkpoint:
                return True
            game_hash = self.derive_previous(game_hash)
        return game_hash == checkpoint


def compute_from_32_bits(number: int, edge: float) -> int:
    """Return max(1, 2^32 / (int + 1) × (1 - edge)) in hundredths, where int is the first 32 of 256 bits."""
    first = number >> 224
    multiplier = max(1, 2**32 / (first + 1) * (1 - edge))
    return math.floor(multiplier * 100)


def compute_bustabit(number: int) -> int:
    """Return max(100, 99 / (1 - r / 2^52)) rounded down, where r is the first 52 of 256 bits."""
    first = number >> 204
    return max(100, math.floor(99 / (1 - first / _SIZE)))


def compute_roobet(number: int) -> int:
    """Return 100 for a multiple of 25, or else (100 × 2^52 - h) / (2^52 - h) rounded down; h is the first 52 bits."""
    if number % 25 == 0:
        return 100
    first = number >> 204
    return math.floor((100 * _SIZE - first) / (_SIZE - first))


_SIZE = 2.0**52
"""2^52 as a double, because the operators' programs compute with doubles and results must round alike."""

CHAINS: Mapping[str, HashChain] = {
    "stake_crash": HashChain(
        source="https://bitcointalk.org/index.php?topic=5162888.0",
        salts=("0000000000000000001b34dc6a1e86083f95500b096231436e9b25cbdd0075c4",),
        compute=partial(compute_from_32_bits, edge=0.01),
        checkpoint="78a9757d3be42b74a3f70239078ad9317125fe9ee630d5bdada46de963e56752",
    ),
    "stake_slide": HashChain(
        source="https://bitcointalk.org/index.php?topic=5278260.0",
        salts=(
            "0000000000000000000b20f796f5421cac95c4efb06c6bbf6408d6f9b5d7b9dc",
            "00000000000000000000644330e1340fc6e894a95c37060bdd180ed11d068944",
        ),
        compute=partial(compute_from_32_bits, edge=0.02),
    ),
    # games 1 to 10,000,000
    "bustabit_v2": HashChain(
        source="https://bitcointalk.org/index.php?topic=2807542.0",
        salts=("0000000000000000004d6ec16dafe9d8370958664c1dc422f452892264c59526",),
        compute=compute_bustabit,
        salt_is_key=True,
        checkpoint="86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277",
    ),
    # games from 12,279,451; those between had BLS signatures of another operator as salts. The checkpoint, game
    # 12,306,894 of github.com/deduzzo/bustabit-scripts, leads to the last hash, 567a9837…, after 2,306,894 links
    "bustabit": HashChain(
        source="https://bitcointalk.org/index.php?topic=5560454.0",
        salts=("00000000000000000001e08b7fd44f95e3e950ac65650a8031a6d5e1750e34be",),
        compute=compute_bustabit,
        salt_is_key=True,
        links_bytes=True,
        checkpoint="8d3b9726ca7bc5e3637bf2079e09eaf2a9d67df4e6f50ff23a7b593bd802cca6",
    ),
    # the edge of 4% is of September 2020; copies of Roobet's program from other times have 3% and 5%
    "roobet": HashChain(
        source="https://twitter.com/Roobet/status/1211800855223123968",
        salts=("0000000000000000000fa3b65e43e4240d71762a5bf397d5304b2596d116859c",),
        compute=compute_roobet,
        checkpoint="77b271fe12fca03c618f63dfb79d4105726ba9d4a25bb3f1964e435ccf9cb209",
    ),
}
"""Every chain by the name of its game."""


@dataclass(frozen=True, kw_only=True)
class ChainRound:
    """A round as a caller submits it.

    Without `previous_hash`, which was published before the round, the hash may have been chosen after the bets.
    """

    game: Annotated[str, Choice("The game.", tuple(CHAINS), example="stake_crash")]
    game_hash: Annotated[str, hex_text("The hash of the game, revealed after it.")]
    salt: Annotated[str, Text("The public salt, as text.")]
    previous_hash: Annotated[
        str | None, hex_text("The hash of an earlier game, known before the bets.")
    ] = None
    distance: Annotated[
        int, Integer("The number of games from that game to this.", 1, MAX_DISTANCE)
    ] = 1
    seen: Annotated[
        str | None, Text("The multiplier that the player saw, with two decimals.", 40)
    ] = None


def check_chain(request: ChainRound, __: Confirmed = NOTHING) -> VerificationResult:
    """Check a round of a game with a hash chain, and return the result.

    It compares three values: `previous_hash` with the hash `distance` games before, the `salt` with the announced
    salts, and `seen` with the multiplier. A value that is missing, and a salt that is not known here, are unchecked. It
    derives `hmac`, `multiplier` ("2.48"), `source`, and the `previous_hash` of the game directly before. Nobody alone
    chose if all three agree and the hash leads to a published one. Raises `Refused` for a malformed hash or multiplier.
    """
    chain = CHAINS[request.game]
    game_hash = parse_hex("game_hash", request.game_hash, _DIGEST)
    digest = chain.derive_hmac(game_hash, request.salt.encode())
    hundredths = chain.compute(int.from_bytes(digest, "big"))
    multiplier = format_multiplier(hundredths)
    earlier_hash = game_hash  # of the game that is `distance` rounds before
    for _ in range(request.distance):
        earlier_hash = chain.derive_previous(earlier_hash)
    outcomes: dict[str, Outcome] = {}
    outcomes["previous_hash"] = compare_published(
        "previous_hash", earlier_hash, request.previous_hash, _NO_EARLIER_HASH
    )
    outcomes["salt"] = None
    if request.salt not in chain.salts:
        outcomes["salt"] = (
            f"Compare it with the one that the operator announced; known: {', '.join(chain.salts)}."
        )
    seen = _parse_seen(request.seen)
    outcomes["seen"] = compare_seen(
        multiplier, seen, "The request has no multiplier to compare."
    )
    derived: dict[str, Any] = {
        "hmac": digest.hex(),
        "multiplier": multiplier,
        "previous_hash": chain.derive_previous(game_hash).hex(),
        "source": chain.source,
    }
    origin = _ORIGIN if chain.has_published(game_hash) else _OTHER_CHAIN
    return conclude(derived, outcomes, origin)


def _parse_seen(text: str | None) -> str | None:
    """Return the multiplier that a player saw, such as "2.00" for "2x". Raises `Refused` for any other text."""
    if text is None:
        return None
    multiplier = parse_multiplier(text)
    if not multiplier or float(multiplier) < 1:
        raise Refused(
            "seen",
            f"{text[:_MAX_EXCERPT]!r} is no multiplier: 1.00 or more, with up to two decimals.",
        )
    return multiplier

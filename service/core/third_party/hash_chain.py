"""Rounds of games for all players at once, whose seeds are a hash chain: crash, slide, bustabit.

An operator hashes a secret millions of times, publishes the last hash, and plays the chain backwards: SHA-256 of the
hash of a game is the hash of the game before. A salt that did not exist when the last hash was published, the hash of
a block of Bitcoin, is combined with each by HMAC-SHA256, so that the operator cannot have searched for a chain to his
liking. The multiplier follows from the first bits by the formula of the game, which crash_games.py has.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from service.core.errors import Refused, did_you_mean
from service.core.third_party.crash_games import CHAINS, HashChain
from service.core.third_party.fields import Choice, Integer, Text, hexadecimal
from service.core.third_party.multipliers import format_multiplier, parse_multiplier
from service.core.validation import check_range, encode_text, parse_hex
from service.core.verification import Difference, VerificationResult, build_result, compare_digests, compare_values

MAX_DISTANCE = 10_000
"""The most games between two hashes; hashing so many takes some hundredths of a second."""

_DIGEST = 32
_MAX_EXCERPT = 40


@dataclass(frozen=True, kw_only=True)
class ChainRound:
    """A round as a caller submits it.

    Without `previous_hash`, which was published before the round, the hash may have been chosen after the bets.
    """

    game: Annotated[str, Choice("The game.", tuple(CHAINS), example="stake_crash")]
    game_hash: Annotated[str, hexadecimal("The hash of the game, revealed after it.")]
    salt: Annotated[str, Text("The public salt, as text.")]
    previous_hash: Annotated[str | None, hexadecimal("The hash of an earlier game, known before the bets.")] = None
    distance: Annotated[int, Integer("The number of games from that game to this.", 1, MAX_DISTANCE)] = 1
    seen: Annotated[str | None, Text("The multiplier that the player saw, with two decimals.", 40)] = None


def check_chain(request: ChainRound) -> VerificationResult:
    """Check a round and return the result: `hmac`, `multiplier`, `previous_hash` and `source`.

    Raises `Refused` for values that are not as `ChainRound` describes them.
    """
    chain = _get_chain(request.game)
    game_hash = parse_hex("game_hash", request.game_hash, _DIGEST)
    salt = encode_text("salt", request.salt)
    distance = check_range("distance", request.distance, 1, MAX_DISTANCE)
    digest = chain.derive_hmac(game_hash, salt)
    multiplier = format_multiplier(chain.compute(int.from_bytes(digest, "big")))
    compared: dict[str, Difference | None] = {}
    unchecked: dict[str, str] = {}

    if request.previous_hash is None:
        unchecked["previous_hash"] = (
            "Without the hash of an earlier game, published before the bets, this one may have been chosen after them."
        )
    else:
        known = parse_hex("previous_hash", request.previous_hash, _DIGEST)
        earlier = game_hash
        for _ in range(distance):
            earlier = chain.derive_previous(earlier)
        compared["previous_hash"] = compare_digests("previous_hash", earlier, known)
    if request.salt in chain.salts:
        compared["salt"] = None
    else:
        unchecked["salt"] = f"Compare it with the one that the operator announced; known: {', '.join(chain.salts)}."
    if request.seen is None:
        unchecked["seen"] = "The request has no multiplier to compare."
    else:
        compared["seen"] = compare_values("seen", multiplier, _parse_seen(request.seen))
    derived: dict[str, Any] = {
        "hmac": digest.hex(),
        "multiplier": multiplier,
        "previous_hash": chain.derive_previous(game_hash).hex(),
        "source": chain.source,
    }
    return build_result(derived, compared, unchecked)


def _get_chain(name: str) -> HashChain:
    if name not in CHAINS:
        hint = did_you_mean(name, CHAINS)
        raise Refused("game", f"There is no game {name[:_MAX_EXCERPT]!r}.{hint} Known: {', '.join(CHAINS)}.")
    return CHAINS[name]


def _parse_seen(text: str) -> str:
    multiplier = parse_multiplier(text)
    if not multiplier or float(multiplier) < 1:
        raise Refused("seen", f"{text[:_MAX_EXCERPT]!r} is no multiplier: 1.00 or more, with up to two decimals.")
    return multiplier

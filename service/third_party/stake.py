"""Stake's provably fair games (stake.com/provably-fair: implementation, conversions).

Random bytes are HMAC-SHA256(server seed, `client seed:nonce:round`) for round 0, 1, 2, …, 32 bytes each. Four bytes
make the float b0/256 + b1/256² + b2/256³ + b3/256⁴, from which stake_games.py derives an event of each game.
"""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Annotated, Any

from service.core.errors import Refused, did_you_mean
from service.core.kinds import Choice, Integer, ListOf, Text
from service.core.rng.streams import MAX_INDEX
from service.core.validation import check_length, check_range, encode_text, parse_hex
from service.core.verification import Outcome, VerificationResult, build_result, compare_digests, compare_values
from service.third_party import hexadecimal
from service.third_party.stake_games import GAMES, MAX_COUNT, RISKS, SEGMENTS, StakeGame, build_wheel, number_mines

MAX_CURSOR = 1_000_000

_ROUND_BYTES = 32
_WORD_BYTES = 4
_MAX_EXCERPT = 40

_NO_COMMITMENT = "Without the hash that was shown before the bet, the seed may have been chosen after it."
_LATER_LIMBO = (
    "It is the multiplier by another formula that Stake has published or used; published results confirm none of this "
    "size by that formula."
)


@dataclass(frozen=True, kw_only=True)
class Bet:
    """A bet as a caller submits it.

    Without `server_seed_hash` there is nothing to compare the seed with. `seen` are the events that the player saw, in
    the order of their draw, or in any order for mines and keno.
    """

    server_seed: Annotated[str, Text("The revealed seed; used as text even if it is hexadecimal.", example="s")]
    server_seed_hash: Annotated[str | None, hexadecimal("The hash that was shown before the bet.")] = None
    client_seed: Annotated[str, Text("The player's seed.", example="c")]
    nonce: Annotated[int, Integer("The number of the bet under these seeds.", 0, MAX_INDEX, example=1)]
    cursor: Annotated[int, Integer("The number of bytes to skip.", 0, MAX_CURSOR)] = 0
    game: Annotated[str, Choice("The game. Crash and slide have scheme=hash_chain.", tuple(GAMES), example="dice")]
    first_square: Annotated[int, Integer("mines: the number of the first square.", 0, 1)] = 0
    segments: Annotated[int, Integer("wheel: the number of segments.", 10, 50, SEGMENTS)] = 10
    risk: Annotated[str, Choice("wheel: the risk.", RISKS)] = "low"
    count: Annotated[
        int | None,
        Integer("The number of events. Default: the length of seen, or else what is usual for the game.", 1, MAX_COUNT),
    ] = None
    seen: Annotated[
        tuple[str, ...] | None,
        ListOf(
            "The events that the player saw: cards in any spelling, squares of mines from first_square and of keno "
            "from 1, rolls and multipliers with two decimals, left and right, colours of gems.",
            Text("", 40),
            MAX_COUNT,
        ),
    ] = None


def check_bet(request: Bet) -> VerificationResult:
    """Check a bet and return the result: `server_seed_hash`, `floats` and `events`.

    Raises `Refused` for values outside their ranges and texts that are no event of the game.
    """
    game = _get_game(request)
    server_seed = encode_text("server_seed", request.server_seed)
    client_seed = encode_text("client_seed", request.client_seed)
    seen = None if request.seen is None else _parse_events(game, request.seen)
    default_count = len(seen or ()) or game.default_count
    count = check_range("count", default_count if request.count is None else request.count, 1, game.max_count)
    check_range("nonce", request.nonce, 0, MAX_INDEX)
    cursor = check_range("cursor", request.cursor, 0, MAX_CURSOR)
    words = derive_words(server_seed, client_seed, request.nonce, count, cursor)
    events = game.map_to_events(words)
    commitment = hashlib.sha256(server_seed).digest()

    outcomes: dict[str, Outcome] = {}
    if request.server_seed_hash is None:
        outcomes["server_seed_hash"] = _NO_COMMITMENT
    else:
        published = parse_hex("server_seed_hash", request.server_seed_hash, 32)
        outcomes["server_seed_hash"] = compare_digests("server_seed_hash", commitment, published)
    if seen is None:
        outcomes["seen"] = "The request has no events to compare."
    elif game.is_alternative(seen, words):
        outcomes["seen"] = _LATER_LIMBO
    else:
        outcomes["seen"] = compare_values("seen", game.normalize_order(events), game.normalize_order(seen))
    derived: dict[str, Any] = {
        "server_seed_hash": commitment.hex(),
        "floats": tuple(word / 2**32 for word in words),
        "events": events,
    }
    return build_result(derived, outcomes)


def derive_words(server_seed: bytes, client_seed: bytes, nonce: int, count: int, cursor: int = 0) -> list[int]:
    """Return `count` big-endian 32-bit words, each a float times 2^32, starting `cursor` bytes into the stream."""
    first, skipped = divmod(cursor, _ROUND_BYTES)
    rounds = -(-(skipped + _WORD_BYTES * count) // _ROUND_BYTES)
    stream = b"".join(
        hmac.digest(server_seed, b"%b:%d:%d" % (client_seed, nonce, number), "sha256")
        for number in range(first, first + rounds)
    )[skipped:]
    starts = range(0, _WORD_BYTES * count, _WORD_BYTES)
    return [int.from_bytes(stream[start : start + _WORD_BYTES], "big") for start in starts]


def _get_game(request: Bet) -> StakeGame:
    name = request.game
    if name not in GAMES:
        hint = did_you_mean(name, GAMES)
        raise Refused("game", f"There is no game {name[:_MAX_EXCERPT]!r}.{hint} Known: {', '.join(GAMES)}.")
    for field, game in (("first_square", "mines"), ("segments", "wheel"), ("risk", "wheel")):
        if game != name and getattr(request, field) != getattr(Bet, field):
            raise Refused(field, f"{field} is for {game}, not for {name}; leave it out.")
    if name == "mines":
        return number_mines(check_range("first_square", request.first_square, 0, 1))
    if name == "wheel":
        return build_wheel(
            Integer(only=SEGMENTS).parse("segments", request.segments), Choice(names=RISKS).parse("risk", request.risk)
        )
    return GAMES[name]


def _parse_events(game: StakeGame, texts: tuple[str, ...]) -> list[str]:
    check_length("seen", texts, game.max_count, "events")
    outcomes = [game.parse(text[:_MAX_EXCERPT]) for text in texts]  # no outcome is longer
    for text, outcome in zip(texts, outcomes, strict=True):
        if not game.has_outcome(outcome):
            raise Refused("seen", f"{text[:_MAX_EXCERPT]!r} is no event of {game.name}; {game.extent}.")
    return outcomes

"""Stake's provably fair games (stake.com/provably-fair: implementation, conversions, game events).

Random bytes are HMAC-SHA256(server seed, `client seed:nonce:round`) for round 0, 1, 2, …, 32 bytes each. Four bytes
make the float b0/256 + b1/256² + b2/256³ + b3/256⁴, and floor(float × number of outcomes) is the index of an outcome in
Stake's list. These floats have 32 bits and a game has at most 10,001 outcomes: doubles multiply them exactly, so the
integer arithmetic here gives the same indices.

To add a game whose events are indices into a list, enter it in `GAMES`. Limbo, crash, slide, the wheel and the slots
are missing: their events depend on house edges and payout tables that change.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.core.cards.decks import DECKS
from service.core.cards.shoes import parse_card
from service.core.errors import Refused, did_you_mean
from service.core.rng.streams import MAX_INDEX
from service.core.validation import check_length, check_range, encode_text, parse_hex
from service.core.verification import (
    Difference,
    VerificationResult,
    build_result,
    compare_digests,
    compare_values,
)

MAX_COUNT = 1_000
MAX_CURSOR = 1_000_000

CARDS = tuple(rank + suit for rank in "23456789TJQKA" for suit in "DHSC")
"""Stake's published order, ♦2 ♥2 ♠2 ♣2 ♦3 … ♣A, as card codes."""

_ROUND_BYTES = 32
_WORD_BYTES = 4
_MAX_EXCERPT = 40


@dataclass(frozen=True, kw_only=True)
class Bet:
    """A bet as a caller submits it.

    `server_seed` is the revealed seed: 1 to 256 characters, used as text even if they are hexadecimal digits.
    `server_seed_hash` is the commitment shown before the bet: 64 hexadecimal digits; without it there is nothing to
    compare the seed with.
    `client_seed` is the player's seed: 1 to 256 characters.
    `nonce` is the number of the bet under this pair of seeds: 0 to 2^53 - 1.
    `cursor` is the number of bytes to skip: 0 to 1,000,000, and 0 except for later rounds of a long game.
    `game` is a name of `GAMES`.
    `count` is the number of events: 1 to the game's `max_count`; by default the length of `seen`, or else the game's
    `default_count`.
    `seen` are the events that the player saw, in the order of their draw, or in any order for mines and keno. Cards are
    accepted in every usual spelling (`TD`, `♦10`); squares (mines from 0, row by row; keno from 1) and pockets are
    numbers, rolls numbers with two decimals, directions `left` and `right`, gems their colours.
    """

    server_seed: str
    server_seed_hash: str | None = None
    client_seed: str
    nonce: int
    cursor: int = 0
    game: str
    count: int | None = None
    seen: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: its outcomes in Stake's order, and the default and maximum number of events.

    `replacement` says whether an outcome can be drawn again, `is_ordered` whether a player sees the order of the draw.
    `parse` returns the outcome that a player's text stands for.
    """

    name: str
    outcomes: tuple[str, ...]
    default_count: int
    max_count: int
    replacement: bool = True
    is_ordered: bool = True
    parse: Callable[[str], str] = str.lower


def _parse_card(text: str) -> str:
    return parse_card("seen", text, DECKS["standard"]).code


def _parse_roll(text: str) -> str:
    whole, _, hundredths = text.partition(".")
    return f"{whole}.{hundredths:0<2}"


def _format_numbers(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


_ROLLS = tuple(f"{n // 100}.{n % 100:02}" for n in range(10_001))
_GEMS = ("green", "purple", "yellow", "red", "cyan", "orange", "blue")

GAMES: Mapping[str, Game] = {
    game.name: game
    for game in (
        # blackjack, hilo, baccarat
        Game(name="cards", outcomes=CARDS, default_count=52, max_count=MAX_COUNT, parse=_parse_card),
        Game(name="video_poker", outcomes=CARDS, default_count=52, max_count=52, replacement=False, parse=_parse_card),
        Game(
            name="mines",
            outcomes=_format_numbers(range(25)),
            default_count=24,
            max_count=24,
            replacement=False,
            is_ordered=False,
        ),
        Game(
            name="keno",
            outcomes=_format_numbers(range(1, 41)),
            default_count=10,
            max_count=10,
            replacement=False,
            is_ordered=False,
        ),
        Game(name="dice", outcomes=_ROLLS, default_count=1, max_count=1, parse=_parse_roll),
        Game(name="roulette", outcomes=_format_numbers(range(37)), default_count=1, max_count=1),
        Game(name="plinko", outcomes=("left", "right"), default_count=16, max_count=16),
        Game(name="diamonds", outcomes=_GEMS, default_count=5, max_count=10),
    )
}
"""Every game by name."""


def check_bet(request: Bet) -> VerificationResult:
    """Check a bet and return the result: `server_seed_hash`, `floats` and `events`.

    Raises `Refused` for values outside their ranges and texts that are no event of the game.
    """
    game = _get_game(request.game)
    server_seed = encode_text("server_seed", request.server_seed)
    client_seed = encode_text("client_seed", request.client_seed)
    seen = None if request.seen is None else _parse_events(game, request.seen)
    default_count = len(seen or ()) or game.default_count
    count = check_range("count", default_count if request.count is None else request.count, 1, game.max_count)
    check_range("nonce", request.nonce, 0, MAX_INDEX)
    cursor = check_range("cursor", request.cursor, 0, MAX_CURSOR)
    words = derive_words(server_seed, client_seed, request.nonce, count, cursor)
    events = map_to_events(game, words)
    commitment = hashlib.sha256(server_seed).digest()

    compared: dict[str, Difference | None] = {}
    unchecked: dict[str, str] = {}
    if request.server_seed_hash is None:
        unchecked["server_seed_hash"] = (
            "Without the hash that was shown before the bet, the seed may have been chosen after it."
        )
    else:
        published = parse_hex("server_seed_hash", request.server_seed_hash, 32)
        compared["server_seed_hash"] = compare_digests("server_seed_hash", commitment, published)
    if seen is None:
        unchecked["seen"] = "The request has no events to compare."
    else:
        compared["seen"] = compare_values("seen", _normalize_order(game, events), _normalize_order(game, seen))
    derived: dict[str, Any] = {
        "server_seed_hash": commitment.hex(),
        "floats": tuple(word / 2**32 for word in words),
        "events": events,
    }
    return build_result(derived, compared, unchecked)


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


def map_to_events(game: Game, words: Iterable[int]) -> tuple[str, ...]:
    """Return the outcomes of a game that 32-bit words select."""
    remaining = list(game.outcomes)
    if game.replacement:
        return tuple(remaining[word * len(remaining) >> 32] for word in words)
    return tuple(remaining.pop(word * len(remaining) >> 32) for word in words)


def _normalize_order(game: Game, events: Sequence[str]) -> Sequence[str]:
    """Return the events in the order of their draw, or in that of the outcomes where a player does not see it."""
    return events if game.is_ordered else sorted(events, key=game.outcomes.index)


def _get_game(name: str) -> Game:
    if name not in GAMES:
        hint = did_you_mean(name, GAMES)
        raise Refused("game", f"There is no game {name[:_MAX_EXCERPT]!r}.{hint} Known: {', '.join(GAMES)}.")
    return GAMES[name]


def _parse_events(game: Game, texts: tuple[str, ...]) -> list[str]:
    check_length("seen", texts, game.max_count, "events")
    outcomes = [game.parse(text[:_MAX_EXCERPT]) for text in texts]  # no outcome is longer
    for text, outcome in zip(texts, outcomes, strict=True):
        if outcome not in game.outcomes:
            first, *_, last = game.outcomes
            raise Refused(
                "seen", f"{text[:_MAX_EXCERPT]!r} is no event of {game.name}; they go from {first} to {last}."
            )
    return outcomes

"""Stake's provably fair games (stake.com/provably-fair: implementation, conversions, game events).

Bytes are HMAC-SHA256(server seed, `client seed:nonce:round`), round 0, 1, 2, …, 32 bytes a round; four bytes make a
float b0/256 + b1/256² + b2/256³ + b3/256⁴, and a float times the number of outcomes, rounded down, is the place of an
outcome in Stake's list. That float has 32 bits, and no game has more than 10,001 outcomes: doubles multiply them
without rounding, and so integers say the same as Stake's floating point.

To add a game whose events are places in a list, give it one entry in `GAMES`. Limbo, crash, slide, the wheel and the
slots are not here: their events depend on house edges and payout tables that change.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from service.core.cards.decks import DECKS
from service.core.cards.shoes import parse_card
from service.core.errors import Refused, did_you_mean
from service.core.rng.streams import MAX_INDEX
from service.core.validation import check_length, check_range, encode_text, parse_hex
from service.core.verification import Difference, VerificationResult, build_result, compare_digests, compare_values

MAX_COUNT = 1_000
MAX_CURSOR = 1_000_000

CARDS = tuple(rank + suit for rank in "23456789TJQKA" for suit in "DHSC")
"""Stake's published index, ♦2 ♥2 ♠2 ♣2 ♦3 … ♣A, in our codes."""

_ROUND = 32
_WORD = 4
_SHOWN = 40


@dataclass(frozen=True, kw_only=True)
class Bet:
    """What a request says of one bet.

    `server_seed` is the seed as revealed: 1 to 256 characters, used as text even where they are hexadecimal digits.
    `server_seed_hash` is what was shown before the bet: 64 hexadecimal digits; without it the commitment is unchecked.
    `client_seed` is the player's: 1 to 256 characters.
    `nonce` is the number of the bet under this pair of seeds: 0 to 2^53 - 1.
    `cursor` is how many bytes are passed over first: 0 to 1,000,000, and 0 but for the later rounds of a long game.
    `game` is a name of `GAMES`.
    `count` is how many events: 1 to the game's `most`; by default as many as were seen, or else the game's `count`.
    `seen` are the events as the player saw them, in the order of their draw, or in any order for mines and keno. Cards
    are read in every usual spelling (`TD`, `♦10`); squares (mines from 0, row by row; keno from 1) and pockets are
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
    """A game: its outcomes in Stake's order, and how many events it has by default and at most.

    Without `replacement` an outcome is out of the list once it was drawn. `ordered` says whether a player sees in which
    order the events were drawn. `read` is the outcome that a text writes, if it is one.
    """

    name: str
    outcomes: tuple[str, ...]
    count: int
    most: int
    replacement: bool = True
    ordered: bool = True
    read: Callable[[str], str] = str.lower


def _card(text: str) -> str:
    return parse_card("seen", text, DECKS["standard"]).code


def _roll(text: str) -> str:
    whole, _, hundredths = text.partition(".")
    return f"{whole}.{hundredths:0<2}"


def _numbers(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


GAMES: Mapping[str, Game] = {
    game.name: game
    for game in (
        Game(name="cards", outcomes=CARDS, count=52, most=MAX_COUNT, read=_card),  # blackjack, hilo, baccarat
        Game(name="video_poker", outcomes=CARDS, count=52, most=52, replacement=False, read=_card),
        Game(name="mines", outcomes=_numbers(range(25)), count=24, most=24, replacement=False, ordered=False),
        Game(name="keno", outcomes=_numbers(range(1, 41)), count=10, most=10, replacement=False, ordered=False),
        Game(
            name="dice", outcomes=tuple(f"{n // 100}.{n % 100:02}" for n in range(10_001)), count=1, most=1, read=_roll
        ),
        Game(name="roulette", outcomes=_numbers(range(37)), count=1, most=1),
        Game(name="plinko", outcomes=("left", "right"), count=16, most=16),
        Game(
            name="diamonds", outcomes=("green", "purple", "yellow", "red", "cyan", "orange", "blue"), count=5, most=10
        ),
    )
}
"""Every game by name."""


def check_bet(asked: Bet) -> VerificationResult:
    """What a bet comes to: `server_seed_hash`, `floats` and `events`. Raises `Refused` for what cannot be read."""
    game = _game(asked.game)
    server_seed, client_seed = (
        encode_text("server_seed", asked.server_seed),
        encode_text("client_seed", asked.client_seed),
    )
    seen = None if asked.seen is None else _seen(game, asked.seen)
    count = check_range("count", (len(seen or ()) or game.count) if asked.count is None else asked.count, 1, game.most)
    check_range("nonce", asked.nonce, 0, MAX_INDEX)
    drawn = words(server_seed, client_seed, asked.nonce, count, check_range("cursor", asked.cursor, 0, MAX_CURSOR))
    happened = events(game, drawn)
    commitment = hashlib.sha256(server_seed).digest()

    compared: dict[str, Difference | None] = {}
    unchecked: dict[str, str] = {}
    if asked.server_seed_hash is None:
        unchecked["server_seed_hash"] = (
            "Without the hash that was shown before the bet, the seed may have been chosen after it."
        )
    else:
        published = parse_hex("server_seed_hash", asked.server_seed_hash, 32)
        compared["server_seed_hash"] = compare_digests("server_seed_hash", commitment, published)
    if seen is None:
        unchecked["seen"] = "Nothing was given to hold the events against."
    else:
        compared["seen"] = compare_values("seen", _comparable(game, happened), _comparable(game, seen))
    return build_result(
        {
            "server_seed_hash": commitment.hex(),
            "floats": tuple(word / 2**32 for word in drawn),
            "events": happened,
        },
        compared,
        unchecked,
    )


def words(server_seed: bytes, client_seed: bytes, nonce: int, count: int, cursor: int = 0) -> list[int]:
    """The first `count` floats after so many bytes, each times 2^32."""
    first, skipped = divmod(cursor, _ROUND)
    rounds = -(-(skipped + _WORD * count) // _ROUND)
    read = b"".join(
        hmac.digest(server_seed, b"%b:%d:%d" % (client_seed, nonce, number), "sha256")
        for number in range(first, first + rounds)
    )[skipped:]
    return [int.from_bytes(read[at : at + _WORD], "big") for at in range(0, _WORD * count, _WORD)]


def events(game: Game, drawn: Iterable[int]) -> tuple[str, ...]:
    """The outcomes that floats times 2^32 stand for."""
    left = list(game.outcomes)
    if game.replacement:
        return tuple(left[word * len(left) >> 32] for word in drawn)
    return tuple(left.pop(word * len(left) >> 32) for word in drawn)


def _comparable(game: Game, seen: Sequence[str]) -> Sequence[str]:
    """Events in the order of their draw, or in Stake's where a player cannot tell that."""
    return seen if game.ordered else sorted(seen, key=game.outcomes.index)


def _game(name: str) -> Game:
    if name not in GAMES:
        raise Refused(
            "game", f"There is no game {name[:_SHOWN]!r}.{did_you_mean(name, GAMES)} Known: {', '.join(GAMES)}."
        )
    return GAMES[name]


def _seen(game: Game, texts: tuple[str, ...]) -> list[str]:
    check_length("seen", texts, game.most, "events")
    outcomes = [game.read(text[:_SHOWN]) for text in texts]  # longer than any outcome is written
    for text, outcome in zip(texts, outcomes, strict=True):
        if outcome not in game.outcomes:
            first, *_, last = game.outcomes
            raise Refused("seen", f"{text[:_SHOWN]!r} is no event of {game.name}; they go from {first} to {last}.")
    return outcomes

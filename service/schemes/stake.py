"""Stake's provably fair games (stake.com/provably-fair: implementation, conversions, game events).

Random bytes are HMAC-SHA256(server seed, `client seed:nonce:round`) for round 0, 1, 2, …, 32 bytes each. Four bytes
make the float b0/256 + b1/256² + b2/256³ + b3/256⁴, and floor(float × number of outcomes) is the index of an outcome in
Stake's list. Here the four bytes are a word, the float times 2^32: a game has at most 10,001 outcomes, which doubles
multiply exactly, so the integer arithmetic gives the same indices.

A game with events that are indices into a list is an entry of `GAMES`. The edges of limbo (1%) and of the wheel (1%)
are published with their formulas. Crash and slide have hash chains, and are in hash_chain.py. The slots are missing:
their reels and payout tables change.
"""

import hashlib
import hmac
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from struct import unpack_from
from typing import Annotated, Any

from ..cards.deck import DECKS
from ..cards.shoe import parse_card
from ..core.errors import Refused
from ..core.rng.streams import MAX_INDEX
from ..core.shuffle_requests import COUNT_ALIASES
from ..core.validation import check_length, check_range
from ..core.value_types import Choice, Integer, ListOf, Text
from ..proofs.published import compare_published, compare_seen, conclude, hex_text
from ..verdicts.confirmed import NOTHING, Confirmed
from ..verdicts.verdict import ChosenBy, Origin, Outcome, VerificationResult
from .multipliers import format_multiplier, parse_multiplier

MAX_COUNT = 1_000
SEGMENTS = (10, 20, 30, 40, 50)
RISKS = ("low", "medium", "high")

CARDS = tuple(rank + suit for rank in "23456789TJQKA" for suit in "DHSC")
"""Stake's published order, ♦2 ♥2 ♠2 ♣2 ♦3 … ♣A, as card codes."""


def compute_limbo(word: int, resolution: int = 10**8, minimum: float = 0) -> str:
    """Return the multiplier of limbo for a word of 32 bits: 0.99 × 2^32 / word, with an edge of 1%. 2^31 - 1 is "1.98".

    Stake's page has no resolution, its calculator of 2020 has 10^8, and later calculators have 2^24; multipliers below
    some hundreds are the same. The page of today raises 0.99 to a minimum of 1; the page of 2020 did not.
    """
    point = ((word * resolution) >> 32) + 1  # 1 to `resolution`
    multiplier = max(resolution / point * 0.99, minimum)
    return format_multiplier(math.floor(multiplier * 100))


_LOW_RISK = "1.5 1.2 1.2 1.2 0 1.2 1.2 1.2 1.2 0"
_MEDIUM_RISK = {
    10: "0 1.9 0 1.5 0 2 0 1.5 0 3",
    20: "1.5 0 2 0 2 0 2 0 1.5 0 3 0 1.8 0 2 0 2 0 2 0",
    30: "1.5 0 1.5 0 2 0 1.5 0 2 0 2 0 1.5 0 3 0 1.5 0 2 0 2 0 1.7 0 4 0 1.5 0 2 0",
    40: "2 0 3 0 2 0 1.5 0 3 0 1.5 0 1.5 0 2 0 1.5 0 3 0 1.5 0 2 0 2 0 1.6 0 2 0 1.5 0 3 0 1.5 0 2 0 1.5 0",
    50: "2 0 1.5 0 2 0 1.5 0 3 0 1.5 0 1.5 0 2 0 1.5 0 3 0 1.5 0 2 0 1.5 0 2 0 2 0 "
    "1.5 0 3 0 1.5 0 2 0 1.5 0 1.5 0 5 0 1.5 0 2 0 1.5 0",
}


@dataclass(frozen=True)
class StakeGame:
    """A game of bets; the events of a bet are the outcomes that are drawn for it."""

    name: str
    outcomes: tuple[str, ...] = ()
    """In Stake's order; () for limbo, which has `formulas`."""
    default_count: int = 1
    """The usual number of events in a bet."""
    max_count: int = 1
    _: KW_ONLY
    replacement: bool = True
    """Whether an outcome can be drawn again."""
    is_ordered: bool = True
    """Whether a player sees the order of the draw."""
    parse_event: Callable[[str], str] = str.lower
    """Returns the outcome that a text stands for; another text for a text that is no outcome."""
    formulas: tuple[Callable[[int], str], ...] = ()
    """Each returns the event of a word: first the formula that published results confirm, then others that Stake has
    used or published."""

    def map_to_events(self, words: Iterable[int]) -> tuple[str, ...]:
        """Return the event that each word of 32 bits draws.

        The index of an outcome is floor(word / 2^32 × number of outcomes): of "left", "right" the word 2^31 draws
        "right". Without replacement an outcome that is drawn leaves the list.
        """
        if self.formulas:
            formula = self.formulas[0]
            return tuple(formula(word) for word in words)
        remaining = list(self.outcomes)
        events = []
        for word in words:
            index = (word * len(remaining)) >> 32
            events.append(remaining[index])
            if not self.replacement:
                del remaining[index]
        return tuple(events)

    def has_outcome(self, event: str) -> bool:
        """Return whether an event can happen in this game; `parse_event` made it from a text."""
        if self.outcomes:
            return event in self.outcomes
        return event != "" and float(event) >= 0.99

    def is_alternative(self, events: Sequence[str], words: Sequence[int]) -> bool:
        """Return whether events follow from the words by a later formula, but not by the first."""
        # for each formula its events
        by_formula = [[formula(word) for word in words] for formula in self.formulas]
        return list(events) in by_formula[1:] and list(events) != by_formula[0]

    @property
    def extent(self) -> str:
        """Return a clause such as "they go from 0.00 to 100.00", for messages about an impossible event."""
        if self.outcomes:
            return f"they go from {self.outcomes[0]} to {self.outcomes[-1]}"
        return "they are 0.99 or more"

    def normalize_order(self, events: Sequence[str]) -> Sequence[str]:
        """Return events in their order, or sorted as the outcomes are if a player does not see that order."""
        return events if self.is_ordered else sorted(events, key=self.outcomes.index)


def build_wheel(segments: int, risk: str) -> StakeGame:
    """Return the game wheel of 10 to 50 segments. Its outcomes are the multipliers, segment by segment.

    With high risk one segment wins: of 10 segments nine are "0.00", and the last is "9.90".
    """
    multipliers = {
        "low": _LOW_RISK.split() * (segments // 10),
        "medium": _MEDIUM_RISK[segments].split(),
        "high": ["0"] * (segments - 1) + [f"{segments * 99 / 100}"],
    }
    outcomes = tuple(map(parse_multiplier, multipliers[risk]))
    return StakeGame("wheel", outcomes, parse_event=parse_multiplier)


def _parse_card(text: str) -> str:
    """Return the code of a card. Raises `Refused` for any other text."""
    return parse_card("seen", text, DECKS["standard"]).code


def _parse_gem(text: str) -> str:
    """Return the colour of a gem; Stake calls the orange one pink, too."""
    colour = text.lower()
    return "orange" if colour == "pink" else colour


def _parse_roll(text: str) -> str:
    """Return a roll with two decimals: "7.5" is "7.50", and "7" is "7.00"."""
    whole, _, hundredths = text.partition(".")
    return f"{whole}.{hundredths:0<2}"


def _format_numbers(numbers: Iterable[int]) -> tuple[str, ...]:
    """Return integers as outcomes, which are texts."""
    return tuple(map(str, numbers))


_ROLLS = tuple(f"{roll // 100}.{roll % 100:02}" for roll in range(10_001))
"""0.00, 0.01 … 100.00."""
_GEMS = ("green", "purple", "yellow", "red", "cyan", "orange", "blue")

GAMES: Mapping[str, StakeGame] = {
    game.name: game
    for game in (
        # blackjack, hilo, baccarat
        StakeGame("cards", CARDS, 52, MAX_COUNT, parse_event=_parse_card),
        StakeGame(
            "video_poker", CARDS, 52, 52, replacement=False, parse_event=_parse_card
        ),
        StakeGame(
            "mines",
            _format_numbers(range(25)),
            24,
            24,
            replacement=False,
            is_ordered=False,
        ),
        StakeGame(
            "keno",
            _format_numbers(range(1, 41)),
            10,
            10,
            replacement=False,
            is_ordered=False,
        ),
        StakeGame("dice", _ROLLS, parse_event=_parse_roll),
        StakeGame("roulette", _format_numbers(range(37))),
        StakeGame("plinko", ("left", "right"), 16, 16),
        StakeGame("diamonds", _GEMS, 5, 10, parse_event=_parse_gem),
        StakeGame(
            "limbo",
            formulas=tuple(
                partial(compute_limbo, resolution=resolution, minimum=minimum)
                for resolution in (10**8, 2**24)
                for minimum in (0, 1)
            ),
            parse_event=parse_multiplier,
        ),
        build_wheel(10, "low"),
    )
}
"""Every game by name."""


MAX_CURSOR = 1_000_000

_ROUND_BYTES = 32
_WORD_BYTES = 4
_MAX_EXCERPT = 40

_HASH_UNCHECKED = "Without the hash that was shown before the bet, the seed may have been chosen after it."
_CURSOR_UNCHECKED = "The first event of a bet is at cursor 0: nothing shows that this one is at another."
_LIMBO_UNCHECKED = (
    "It is the multiplier by another formula that Stake has published or used; published results confirm none of this "
    "size by that formula."
)

_ORIGIN = Origin(
    ChosenBy.LAST_WORD,
    "Whoever knew the server seed and gave the client seed could try others; nobody could, if the client seed is yours "
    "and you gave it after this hash was shown. The nonce and the options of the game are your claims: compare them "
    "with the bet.",
)


@dataclass(frozen=True, kw_only=True)
class Bet:
    """A bet as a caller submits it.

    Without `server_seed_hash` there is nothing to compare the seed with. `seen` are the events that the player saw, in
    the order of their draw, or in any order for mines and keno.
    """

    server_seed: Annotated[
        str,
        Text("The revealed seed; used as text even if it is hexadecimal.", example="s"),
    ]
    server_seed_hash: Annotated[
        str | None, hex_text("The hash that was shown before the bet.")
    ] = None
    client_seed: Annotated[str, Text("The player's seed.", example="c")]
    nonce: Annotated[
        int,
        Integer("The number of the bet under these seeds.", 0, MAX_INDEX, example=1),
    ]
    cursor: Annotated[int, Integer("The number of bytes to skip.", 0, MAX_CURSOR)] = 0
    game: Annotated[
        str,
        Choice(
            "The game. Crash and slide have scheme=hash_chain.",
            tuple(GAMES),
            example="dice",
        ),
    ]
    first_square: Annotated[
        int, Integer("mines: the number of the first square.", 0, 1)
    ] = 0
    segments: Annotated[
        int, Integer("wheel: the number of segments.", 10, 50, SEGMENTS)
    ] = 10
    risk: Annotated[str, Choice("wheel: the risk.", RISKS)] = "low"
    count: Annotated[
        int | None,
        Integer(
            "The number of events. Default: the length of seen, or else what is usual for the game.",
            1,
            MAX_COUNT,
            aliases=COUNT_ALIASES,
        ),
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


def check_bet(request: Bet, _: Confirmed = NOTHING) -> VerificationResult:
    """Check a bet at Stake; derive `server_seed_hash`, `floats` and `events`.

    A bet of dice with the seeds "s" and "c" and the nonce 1 has the float 0.8278… and the event "82.79". Fewer or more
    events in `seen` than `count` are a difference; without `seen` or `server_seed_hash` these are unchecked. Raises
    `Refused` for an option of another game, too many events, a text that is no event of the game, and a cursor in a
    game of one event: one could search a cursor for any result.
    """
    game = _get_game(request)
    if request.cursor and game.max_count == 1:
        raise Refused(
            "cursor",
            f"A bet of {game.name} has one event, from the first bytes; leave cursor out.",
        )
    seen_events = None if request.seen is None else _parse_events(game, request.seen)
    count = request.count
    if count is None:
        count = len(seen_events or ()) or game.default_count
    check_range("count", count, 1, game.max_count)

    server_seed = request.server_seed.encode()
    client_seed = request.client_seed.encode()
    words = derive_words(server_seed, client_seed, request.nonce, count, request.cursor)
    events = game.map_to_events(words)
    commitment = hashlib.sha256(server_seed).digest()
    outcomes: dict[str, Outcome] = {
        "server_seed_hash": compare_published(
            "server_seed_hash", commitment, request.server_seed_hash, _HASH_UNCHECKED
        ),
        "seen": _compare_events(game, words, events, seen_events),
    }
    if request.cursor:
        outcomes["cursor"] = _CURSOR_UNCHECKED
    derived: dict[str, Any] = {
        "server_seed_hash": commitment.hex(),
        "floats": tuple(word / 2**32 for word in words),
        "events": events,
    }
    return conclude(derived, outcomes, _ORIGIN)


def _compare_events(
    game: StakeGame,
    words: Sequence[int],
    events: Sequence[str],
    seen_events: Sequence[str] | None,
) -> Outcome:
    """Return the outcome of the comparison of the events of a bet with those that a player saw, if any."""
    if seen_events is not None and game.is_alternative(seen_events, words):
        return _LIMBO_UNCHECKED
    return compare_seen(
        game.normalize_order(events),
        None if seen_events is None else game.normalize_order(seen_events),
        "The request has no events to compare.",
    )


def derive_words(
    server_seed: bytes, client_seed: bytes, nonce: int, count: int, cursor: int = 0
) -> list[int]:
    """Return `count` big-endian 32-bit words, each a float times 2^32, starting `cursor` bytes into the stream.

    9 words from the cursor 28 on are the last 4 bytes of round 0, and the 32 bytes of round 1.
    """
    first_round, offset = divmod(cursor, _ROUND_BYTES)
    rounds = math.ceil((offset + _WORD_BYTES * count) / _ROUND_BYTES)
    stream = b""
    for number in range(first_round, first_round + rounds):
        message = b"%b:%d:%d" % (client_seed, nonce, number)
        stream += hmac.digest(server_seed, message, "sha256")
    return list(unpack_from(f">{count}I", stream, offset))


_OPTIONS = {"first_square": "mines", "segments": "wheel", "risk": "wheel"}
"""The fields of a bet that are options of one game, with its name."""


def _get_game(request: Bet) -> StakeGame:
    """Return the game of a bet with the options that the bet gives. Raises `Refused` for an option of another game."""
    name = request.game
    for field, game_of_option in _OPTIONS.items():
        is_given = getattr(request, field) != getattr(Bet, field)
        if is_given and game_of_option != name:
            raise Refused(
                field, f"{field} is for {game_of_option}, not for {name}; leave it out."
            )
    if name == "wheel":
        return build_wheel(request.segments, request.risk)
    if name == "mines":
        squares = range(request.first_square, request.first_square + 25)
        return replace(GAMES[name], outcomes=_format_numbers(squares))
    return GAMES[name]


def _parse_events(game: StakeGame, texts: tuple[str, ...]) -> list[str]:
    """Return the events that texts stand for. Raises `Refused` for too many, and for a text that is no event."""
    check_length("seen", texts, game.max_count, "events")
    excerpts = [text[:_MAX_EXCERPT] for text in texts]  # no outcome is longer
    events = [game.parse_event(excerpt) for excerpt in excerpts]
    for excerpt, event in zip(excerpts, events, strict=True):
        if not game.has_outcome(event):
            raise Refused(
                "seen", f"{excerpt!r} is no event of {game.name}; {game.extent}."
            )
    return events

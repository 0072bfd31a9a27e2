"""Stake's games: how 32-bit words become the events of each (stake.com/provably-fair/game-events).

A word is a float times 2^32, and floor(float × number of outcomes) is the index of an outcome in Stake's list. These
floats have 32 bits and a game has at most 10,001 outcomes: doubles multiply them exactly, so the integer arithmetic
here gives the same indices.

To add a game whose events are indices into a list, enter it in `GAMES`. The edges of limbo (1%) and of the wheel (1%)
are published with their formulas. Crash and slide have hash chains, and are in crash_games.py. The slots are missing:
their reels and payout tables change.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from service.core.cards.decks import DECKS
from service.core.cards.shoes import parse_card
from service.core.third_party.multipliers import compute_limbo, list_wheel, parse_multiplier

MAX_COUNT = 1_000

CARDS = tuple(rank + suit for rank in "23456789TJQKA" for suit in "DHSC")
"""Stake's published order, ♦2 ♥2 ♠2 ♣2 ♦3 … ♣A, as card codes."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: its outcomes in Stake's order, and the default and maximum number of events.

    `replacement` says whether an outcome can be drawn again, `is_ordered` whether a player sees the order of the draw.
    `parse` returns the outcome that a player's text stands for. A game without `outcomes` has `formulas` for an event:
    the one that published results confirm, and others that Stake has used or published.
    """

    name: str
    outcomes: tuple[str, ...] = ()
    default_count: int = 1
    max_count: int = 1
    replacement: bool = True
    is_ordered: bool = True
    parse: Callable[[str], str] = str.lower
    formulas: tuple[Callable[[int], str], ...] = ()

    def map_to_events(self, words: Iterable[int]) -> tuple[str, ...]:
        """Return the events that 32-bit words select."""
        if self.formulas:
            return tuple(map(self.formulas[0], words))
        remaining = list(self.outcomes)
        if self.replacement:
            return tuple(remaining[word * len(remaining) >> 32] for word in words)
        return tuple(remaining.pop(word * len(remaining) >> 32) for word in words)

    def has_outcome(self, event: str) -> bool:
        """Return whether an event, as `parse` returns it, can happen."""
        return event in self.outcomes if self.outcomes else event != "" and float(event) >= 0.99

    def is_alternative(self, events: Sequence[str], words: Sequence[int]) -> bool:
        """Return whether events follow from the words by another formula than the first, and not by that."""
        by_formula = [list(map(formula, words)) for formula in self.formulas]
        return list(events) in by_formula[1:] and list(events) != by_formula[0]

    @property
    def extent(self) -> str:
        """Return in words the events that can happen."""
        return f"they go from {self.outcomes[0]} to {self.outcomes[-1]}" if self.outcomes else "they are 0.99 or more"

    def normalize_order(self, events: Sequence[str]) -> Sequence[str]:
        """Return events in the order of their draw, or in that of the outcomes where a player does not see it."""
        return events if self.is_ordered else sorted(events, key=self.outcomes.index)


def build_wheel(segments: int, risk: str) -> Game:
    """Return the wheel with a number of segments and a risk; its outcomes are the multipliers, segment by segment."""
    return Game(name="wheel", outcomes=list_wheel(segments, risk), parse=parse_multiplier)


def number_mines(first_square: int) -> Game:
    """Return mines on 25 squares, row by row from `first_square`."""
    return replace(GAMES["mines"], outcomes=_format_numbers(range(first_square, first_square + 25)))


def _parse_card(text: str) -> str:
    return parse_card("seen", text, DECKS["standard"]).code


def _parse_gem(text: str) -> str:
    return {"pink": "orange"}.get(text.lower(), text.lower())


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
        Game(name="dice", outcomes=_ROLLS, parse=_parse_roll),
        Game(name="roulette", outcomes=_format_numbers(range(37))),
        Game(name="plinko", outcomes=("left", "right"), default_count=16, max_count=16),
        Game(name="diamonds", outcomes=_GEMS, default_count=5, max_count=10, parse=_parse_gem),
        Game(
            name="limbo",
            formulas=tuple(
                partial(compute_limbo, resolution=resolution, minimum=minimum)
                for resolution in (10**8, 2**24)
                for minimum in (0, 1)
            ),
            parse=parse_multiplier,
        ),
        build_wheel(10, "low"),
    )
}
"""Every game by name."""

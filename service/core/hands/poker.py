"""Poker hands: the best five of five to seven cards, or of two from an Omaha hand and three from the board.

pokerkit evaluates five cards: it is maintained, typed and pure Python, while phevaluator is 31 MB of compiled tables
and treys has had no release since 2022. Tests compare it with phevaluator for every five cards.

It is imported when the first hand is ranked, since the import takes a fifth of a second and 17 MB. The strength of each
kind of hand is cached, so that ranking 1,000 hands takes some hundredths of a second.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from itertools import combinations

from service.core.cards.card import Card

MAX_STRENGTH = 7_462


class Category(StrEnum):
    """The categories of five cards, the weakest first."""

    HIGH_CARD = "high_card"
    ONE_PAIR = "one_pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"


@dataclass(frozen=True, slots=True)
class PokerHand:
    """The value of the best five cards of a hand.

    `best` are the five cards, those that decide the category first. `strength` is 1 (seven high: 7-5-4-3-2) to 7462
    (royal flush), the rank among all hands that poker tells apart. Equal strengths split the pot. The numbers follow
    from the rules alone and do not change.
    """

    category: Category = field(metadata={"description": "The category of the best five cards"})
    description: str = field(metadata={"description": "The category in words, with its ranks"})
    best: tuple[Card, ...] = field(metadata={"description": "The best five cards, with the deciding ones first"})
    strength: int = field(metadata={"description": f"1 to {MAX_STRENGTH:,}: higher wins, equal ties"})


def find_best_five(cards: Sequence[Card]) -> PokerHand:
    """Return the best hand of any five of five or more cards; of equal hands the first in the order of the cards."""
    return _evaluate_best(combinations(cards, 5))


def find_best_omaha(hole_cards: Sequence[Card], board: Sequence[Card]) -> PokerHand:
    """Return the best hand of exactly two hole cards with exactly three cards of the board."""
    threes = list(combinations(board, 3))
    return _evaluate_best(own + shared for own in combinations(hole_cards, 2) for shared in threes)


def find_winners(hands: Sequence[PokerHand]) -> tuple[int, ...]:
    """Return the seats, from 1, of the strongest hand or hands."""
    best = max(hand.strength for hand in hands)
    return tuple(seat for seat, hand in enumerate(hands, start=1) if hand.strength == best)


_NAMES = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
_ORDER = "".join(_NAMES)
_DESCRIPTIONS: Mapping[Category, str] = {
    Category.HIGH_CARD: "high card, {0}",
    Category.ONE_PAIR: "pair of {0}",
    Category.TWO_PAIR: "two pair, {0} and {1}",
    Category.THREE_OF_A_KIND: "three of a kind, {0}",
    Category.STRAIGHT: "straight, {0} high",
    Category.FLUSH: "flush, {0} high",
    Category.FULL_HOUSE: "full house, {0} over {1}",
    Category.FOUR_OF_A_KIND: "four of a kind, {0}",
    Category.STRAIGHT_FLUSH: "straight flush, {0} high",
    Category.ROYAL_FLUSH: "royal flush",
}
_SETS = {Category.ONE_PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND}


def _evaluate_best(fives: Iterable[tuple[Card, ...]]) -> PokerHand:
    five = max(fives, key=_strength)
    strength, category = _look_up(five)
    cards = _sort_by_weight(five)
    ranks = dict.fromkeys(card.rank for card in cards)
    names = [_plural(_NAMES[rank]) if category in _SETS else _NAMES[rank] for rank in ranks]
    return PokerHand(category, _DESCRIPTIONS[category].format(*names), cards, strength)


def _strength(five: tuple[Card, ...]) -> int:
    return _look_up(five)[0]


def _look_up(five: tuple[Card, ...]) -> tuple[int, Category]:
    a, b, c, d, e = five
    suited = a.suit == b.suit == c.suit == d.suit == e.suit
    return _evaluate_kind("".join(sorted((a.rank, b.rank, c.rank, d.rank, e.rank))), "sssss" if suited else "shdcs")


@cache
def _evaluate_kind(ranks: str, suits: str) -> tuple[int, Category]:
    """Return the strength and the category of five ranks in alphabetical order, of one suit or not."""
    from pokerkit import StandardHighHand  # noqa: PLC0415

    entry = StandardHighHand.lookup.get_entry("".join(map("".join, zip(ranks, suits, strict=True))))
    strength = entry.index + 1
    return strength, Category.ROYAL_FLUSH if strength == MAX_STRENGTH else Category[entry.label.name]


def _sort_by_weight(five: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards with fours before threes before pairs, and high before low; the ace of 5-4-3-2-A is last."""
    counts = Counter(card.rank for card in five)
    cards = tuple(sorted(five, key=lambda card: (counts[card.rank], _ORDER.index(card.rank)), reverse=True))
    return cards[1:] + cards[:1] if "".join(card.rank for card in cards) == "A5432" else cards


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith("x") else f"{name}s"

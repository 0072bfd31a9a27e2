"""Poker hands: the best five of five to seven cards, or of two from an Omaha hand and three from the board.

How strong five cards are is pokerkit's to say, which is well kept, typed and pure Python: phevaluator is 31 MB of
compiled tables, treys has had no release since 2022. Tests hold it against phevaluator for every five cards.

It is imported when the first hand is ranked, so that nobody else pays for it, and asked once for each kind of hand, so
that 1,000 hands take some hundredths of a second.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations

from service.core.cards.card import Card

STRONGEST = 7_462


class Category(StrEnum):
    """What five cards are, the weakest first."""

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
    """The five cards that count, the telling ones first, and what they are.

    `strength` is 1 (seven high: 7-5-4-3-2) to 7462 (royal flush): which of the kinds of hand it is that poker tells
    apart, in order. Equal strengths split the pot. The numbers follow from the rules alone and do not change.
    """

    category: Category
    description: str
    best: tuple[Card, ...]
    strength: int


def best_five(cards: Sequence[Card]) -> PokerHand:
    """The best hand of any five of the cards, five or more; of equal hands the first in their order."""
    return _best(combinations(cards, 5))


def best_omaha(hole: Sequence[Card], board: Sequence[Card]) -> PokerHand:
    """The best hand of exactly two hole cards with exactly three of the board; there are enough of both."""
    threes = list(combinations(board, 3))
    return _best(own + shared for own in combinations(hole, 2) for shared in threes)


def strongest(hands: Sequence[PokerHand]) -> tuple[int, ...]:
    """The seats, from 1, of those that no other hand beats."""
    most = max(hand.strength for hand in hands)
    return tuple(seat for seat, hand in enumerate(hands, start=1) if hand.strength == most)


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
_WORDS: Mapping[Category, str] = {
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
_ALIKE = {Category.ONE_PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND}


def _best(fives: Iterable[tuple[Card, ...]]) -> PokerHand:
    five = max(fives, key=_strength)
    strength, category = _looked_up(five)
    cards = _telling_first(five)
    ranks = dict.fromkeys(card.rank for card in cards)
    names = [_plural(_NAMES[rank]) if category in _ALIKE else _NAMES[rank] for rank in ranks]
    return PokerHand(category, _WORDS[category].format(*names), cards, strength)


def _strength(five: tuple[Card, ...]) -> int:
    return _looked_up(five)[0]


def _looked_up(five: tuple[Card, ...]) -> tuple[int, Category]:
    a, b, c, d, e = five
    suited = a.suit == b.suit == c.suit == d.suit == e.suit
    return _kind("".join(sorted((a.rank, b.rank, c.rank, d.rank, e.rank))), "sssss" if suited else "shdcs")


@cache
def _kind(ranks: str, suits: str) -> tuple[int, Category]:
    """The strength and the category of five ranks in alphabetical order, of one suit or not."""
    from pokerkit import StandardHighHand  # noqa: PLC0415 (a fifth of a second and 17 MB)

    entry = StandardHighHand.lookup.get_entry("".join(map("".join, zip(ranks, suits, strict=True))))
    strength = entry.index + 1
    return strength, Category.ROYAL_FLUSH if strength == STRONGEST else Category[entry.label.name]


def _telling_first(five: tuple[Card, ...]) -> tuple[Card, ...]:
    """Fours before threes before pairs, and high before low; but the ace of 5-4-3-2-A last."""
    counts = Counter(card.rank for card in five)
    cards = tuple(sorted(five, key=lambda card: (counts[card.rank], _ORDER.index(card.rank)), reverse=True))
    return cards[1:] + cards[:1] if "".join(card.rank for card in cards) == "A5432" else cards


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith("x") else f"{name}s"

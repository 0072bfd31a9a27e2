"""Evaluate badugi hands: more cards that all differ in rank and suit win, then lower cards; aces are low."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations
from typing import Annotated, NamedTuple

from ..cards.card import Card
from .poker_hands import RANK_NAMES


class BadugiCategory(StrEnum):
    """The categories of hands by the number of their cards that count, the weakest first."""

    ONE_CARD = "one_card"
    TWO_CARDS = "two_cards"
    THREE_CARDS = "three_cards"
    BADUGI = "badugi"


class BadugiHand(NamedTuple):
    """The value of the best cards of a hand.

    `best` are one to four cards, the highest, which decides, first. `strength` is 1 (a king alone) to 1092 (4-3-2-A).
    """

    category: Annotated[BadugiCategory, "Its category"]
    description: Annotated[str, "The category in words, with its ranks"]
    best: Annotated[tuple[Card, ...], "The best cards: the deciding ones first"]
    strength: Annotated[int, "1 to 1,092: higher wins, equal ties"]


_RANKS = "A23456789TJQK"
_SIZES = list(BadugiCategory)
# The ranks of every hand by position, the lowest rank as 0, in the order of their strengths.
_KINDS = sorted(
    (
        tuple(reversed(ranks))
        for size in range(1, 5)
        for ranks in combinations(range(len(_RANKS)), size)
    ),
    key=lambda ranks: (len(ranks), [-rank for rank in ranks]),
)
_STRENGTHS = {ranks: strength for strength, ranks in enumerate(_KINDS, start=1)}


def evaluate_badugi(cards: Sequence[Card]) -> BadugiHand:
    """Return the value of the best one to four of four cards; of equal choices the first in the order of the cards."""
    choices = [
        tuple(sorted(choice, key=_find_position, reverse=True))
        for size in range(1, 5)
        for choice in combinations(cards, size)
        if _all_differ(choice)
    ]
    best = max(choices, key=_find_strength)
    category = _SIZES[len(best) - 1]
    high = "" if category is BadugiCategory.ONE_CARD else " high"
    description = f"{category.replace('_', ' ')}, {RANK_NAMES[best[0].rank]}{high}"
    return BadugiHand(category, description, best, _find_strength(best))


def _all_differ(cards: Sequence[Card]) -> bool:
    """Return whether no two cards have a rank or a suit in common."""
    ranks = {card.rank for card in cards}
    suits = {card.suit for card in cards}
    return len(ranks) == len(suits) == len(cards)


def _find_strength(cards: Sequence[Card]) -> int:
    """Return the strength of cards that all differ, the highest first."""
    return _STRENGTHS[tuple(map(_find_position, cards))]


def _find_position(card: Card) -> int:
    return _RANKS.index(card.rank)

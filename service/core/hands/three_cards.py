"""Hands of three cards: three-card poker, and teen patti.

In teen patti three of a kind are the best hand, and A-2-3 is the second best sequence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations_with_replacement
from typing import Annotated

from service.core.cards.card import Card
from service.core.hands.poker_hands import RANK_NAMES, pluralize

MAX_STRENGTH = 741  # kinds of hands that the orders tell apart


class ThreeCardCategory(StrEnum):
    """The categories of three cards, the weakest first in three-card poker."""

    HIGH_CARD = "high_card"
    ONE_PAIR = "one_pair"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"


@dataclass(frozen=True, slots=True)
class ThreeCardHand:
    """The value of three cards.

    `best` are the cards, those that decide the category first. `strength` is 1 (5-3-2) to 741, the rank among all hands
    that the order tells apart.
    """

    category: Annotated[ThreeCardCategory, "The category of the three cards"]
    description: Annotated[str, "The category in words, with its ranks"]
    best: Annotated[tuple[Card, ...], "The three cards, with the deciding ones first"]
    strength: Annotated[int, f"1 to {MAX_STRENGTH:,}: higher wins, equal ties"]


_RANKS = "23456789TJQKA"
_ACE, _LOW_STRAIGHT = len(_RANKS) - 1, (len(_RANKS) - 1, 1, 0)
_DESCRIPTIONS = {
    ThreeCardCategory.HIGH_CARD: "high card, {0}",
    ThreeCardCategory.ONE_PAIR: "pair of {0}",
    ThreeCardCategory.FLUSH: "flush, {0} high",
    ThreeCardCategory.STRAIGHT: "straight, {0} high",
    ThreeCardCategory.THREE_OF_A_KIND: "three of a kind, {0}",
    ThreeCardCategory.STRAIGHT_FLUSH: "straight flush, {0} high",
}
_SETS = {ThreeCardCategory.ONE_PAIR, ThreeCardCategory.THREE_OF_A_KIND}
_TEEN_PATTI = (*list(ThreeCardCategory)[:4], ThreeCardCategory.STRAIGHT_FLUSH, ThreeCardCategory.THREE_OF_A_KIND)

_Ranks = tuple[int, ...]
_Kind = tuple[ThreeCardCategory, _Ranks]


def _classify(ranks: _Ranks, *, is_flush: bool) -> ThreeCardCategory:
    """Return the category of ranks in descending order."""
    different = len(set(ranks))
    if different < len(ranks):
        return ThreeCardCategory.ONE_PAIR if different > 1 else ThreeCardCategory.THREE_OF_A_KIND
    if ranks[0] - ranks[2] == 2 or ranks == _LOW_STRAIGHT:
        return ThreeCardCategory.STRAIGHT_FLUSH if is_flush else ThreeCardCategory.STRAIGHT
    return ThreeCardCategory.FLUSH if is_flush else ThreeCardCategory.HIGH_CARD


def _arrange(ranks: _Ranks, category: ThreeCardCategory) -> _Ranks:
    """Return ranks in descending order as they decide: the pair first, and the ace of A-2-3 last."""
    if category is ThreeCardCategory.ONE_PAIR and ranks[0] != ranks[1]:
        return (*ranks[1:], ranks[0])
    is_straight = category in {ThreeCardCategory.STRAIGHT, ThreeCardCategory.STRAIGHT_FLUSH}
    return (*ranks[1:], ranks[0]) if is_straight and ranks == _LOW_STRAIGHT else ranks


@cache
def _rank_all(categories: Sequence[ThreeCardCategory], low_straight: float) -> dict[_Kind, int]:
    """Return the strength of each kind of hand, given the order of the categories and the place of A-2-3 by its top."""
    kinds = {
        (category := _classify(ranks, is_flush=is_flush), _arrange(ranks, category))
        for is_flush in (False, True)
        for ranks in combinations_with_replacement(range(_ACE, -1, -1), 3)
        if not is_flush or len(set(ranks)) == len(ranks)
    }
    low = _arrange(_LOW_STRAIGHT, ThreeCardCategory.STRAIGHT)

    def decide(kind: _Kind) -> tuple[int, Sequence[float]]:
        category, ranks = kind
        is_low = ranks == low and category in {ThreeCardCategory.STRAIGHT, ThreeCardCategory.STRAIGHT_FLUSH}
        return categories.index(category), (low_straight,) if is_low else ranks

    return {kind: strength for strength, kind in enumerate(sorted(kinds, key=decide), start=1)}


def evaluate_three_cards(cards: Sequence[Card], *, is_teen_patti: bool = False) -> ThreeCardHand:
    """Return the value of three cards in the order of three-card poker, or in that of teen patti."""
    ranks = tuple(sorted((_RANKS.index(card.rank) for card in cards), reverse=True))
    category = _classify(ranks, is_flush=len({card.suit for card in cards}) == 1)
    order = _arrange(ranks, category)
    best = tuple(sorted(cards, key=lambda card: order.index(_RANKS.index(card.rank))))
    names = [RANK_NAMES[card.rank] for card in best]
    description = _DESCRIPTIONS[category].format(pluralize(names[0]) if category in _SETS else names[0])
    strengths = _rank_all(_TEEN_PATTI, _ACE - 0.5) if is_teen_patti else _rank_all(tuple(ThreeCardCategory), 1)
    return ThreeCardHand(category, description, best, strengths[category, order])

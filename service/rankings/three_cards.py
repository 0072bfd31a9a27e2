"""Evaluate hands of three cards, in the orders of three-card poker, teen patti, brag and zha jin hua."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Annotated, NamedTuple

from ..cards.card import Card
from .poker_hands import RANK_NAMES, describe
from .poker_orders import RANKS, Category

MAX_STRENGTH = 741  # kinds of hands that the orders tell apart


class ThreeCardCategory(StrEnum):
    """The categories of three cards, the weakest first in three-card poker."""

    HIGH_CARD = "high_card"
    ONE_PAIR = "one_pair"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"


class ThreeCardHand(NamedTuple):
    """The value of three cards.

    `best` are the cards, those that decide the category first. `strength` is the rank among all kinds of hands, 1
    (5-3-2) to 741.
    """

    category: Annotated[ThreeCardCategory, "Its category"]
    description: Annotated[str, "The category in words, with its ranks"]
    best: Annotated[tuple[Card, ...], "The three cards: the deciding ones first"]
    strength: Annotated[int, f"1 to {MAX_STRENGTH:,}: higher wins, equal ties"]


_ACE = len(RANKS) - 1
_LOW_STRAIGHT = (len(RANKS) - 1, 1, 0)
_THREES = 1

_Ranks = tuple[int, ...]  # by position in RANKS, from 0 for a two to 12 for an ace
_Kind = tuple[ThreeCardCategory, _Ranks]  # the deciding rank first


def _classify(ranks: _Ranks, *, is_flush: bool) -> ThreeCardCategory:
    """Return the category of three ranks, given in descending order."""
    rank_count = len(set(ranks))
    if rank_count == 1:
        return ThreeCardCategory.THREE_OF_A_KIND
    if rank_count == 2:
        return ThreeCardCategory.ONE_PAIR
    if ranks[0] - ranks[2] == 2 or ranks == _LOW_STRAIGHT:
        return (
            ThreeCardCategory.STRAIGHT_FLUSH if is_flush else ThreeCardCategory.STRAIGHT
        )
    return ThreeCardCategory.FLUSH if is_flush else ThreeCardCategory.HIGH_CARD


def _arrange(ranks: _Ranks, category: ThreeCardCategory) -> _Ranks:
    """Return ranks, given in descending order, with the deciding rank first: a pair first, the ace of A-2-3 last."""
    is_lower_pair = category is ThreeCardCategory.ONE_PAIR and ranks[0] != ranks[1]
    is_low_straight = ranks == _LOW_STRAIGHT and category in {
        ThreeCardCategory.STRAIGHT,
        ThreeCardCategory.STRAIGHT_FLUSH,
    }
    if is_lower_pair or is_low_straight:
        return (*ranks[1:], ranks[0])
    return ranks


@dataclass(frozen=True, eq=False)
class ThreeCardOrder:
    """The order of hands in a game: by category, then by the deciding rank, then by the other ranks."""

    categories: Sequence[ThreeCardCategory]
    """The weakest first."""
    low_straight: float = 1
    """The position in `RANKS` that A-2-3 counts as: 1 (a three) makes it the lowest straight, 11.5 the second-highest,
    13 the highest."""
    threes: float = _THREES
    """The position in `RANKS` that three threes count as: 1 by their rank, 13 above three aces."""

    @cached_property
    def strengths(self) -> Mapping[_Kind, int]:
        """The strength of each kind of hand, from 1, by its category and its ranks, the deciding rank first."""
        low_straight = _arrange(_LOW_STRAIGHT, ThreeCardCategory.STRAIGHT)
        threes = (_THREES,) * 3
        counted = {low_straight: (self.low_straight,), threes: (self.threes,)}

        def decide(kind: _Kind) -> tuple[int, Sequence[float]]:
            category, ranks = kind
            return self.categories.index(category), counted.get(ranks, ranks)

        weakest_first = sorted(_list_kinds(), key=decide)
        return {kind: strength for strength, kind in enumerate(weakest_first, start=1)}


def _list_kinds() -> set[_Kind]:
    """Return every kind of three cards; only three different ranks can be a flush."""
    kinds = set()
    for ranks in combinations_with_replacement(range(_ACE, -1, -1), 3):
        for is_flush in (False, True):
            if not is_flush or len(set(ranks)) == len(ranks):
                category = _classify(ranks, is_flush=is_flush)
                kinds.add((category, _arrange(ranks, category)))
    return kinds


_HIGH_CARD, _PAIR, _FLUSH, _STRAIGHT, _TRIPS, _STRAIGHT_FLUSH = ThreeCardCategory
_TRIPS_BEST = (_HIGH_CARD, _PAIR, _FLUSH, _STRAIGHT, _STRAIGHT_FLUSH, _TRIPS)
THREE_CARD_POKER = ThreeCardOrder(tuple(ThreeCardCategory))
TEEN_PATTI = ThreeCardOrder(_TRIPS_BEST, low_straight=_ACE - 0.5)
BRAG = ThreeCardOrder(_TRIPS_BEST, low_straight=_ACE + 1, threes=_ACE + 1)
ZHA_JIN_HUA = ThreeCardOrder(
    (_HIGH_CARD, _PAIR, _STRAIGHT, _FLUSH, _STRAIGHT_FLUSH, _TRIPS)
)


def evaluate_three_cards(
    cards: Sequence[Card], order: ThreeCardOrder = THREE_CARD_POKER
) -> ThreeCardHand:
    """Return the value of three cards in the order of a game.

    2S AD 3H are a straight, "straight, three high", with the best cards 3H 2S AD; 2S AD AH are a "pair of aces".
    """
    ranks = tuple(sorted((RANKS.index(card.rank) for card in cards), reverse=True))
    category = _classify(ranks, is_flush=len({card.suit for card in cards}) == 1)
    arranged = _arrange(ranks, category)
    best = tuple(sorted(cards, key=lambda card: arranged.index(RANKS.index(card.rank))))
    description = describe(Category(category), [RANK_NAMES[best[0].rank]])
    strength = order.strengths[category, arranged]
    return ThreeCardHand(category, description, best, strength)


def beats_with_special(hand: ThreeCardHand, other: ThreeCardHand) -> bool:
    """Return whether a hand of zha jin hua beats another where 2-3-5 of three suits beats three of a kind."""
    if _is_special(hand) and other.category is ThreeCardCategory.THREE_OF_A_KIND:
        return True
    if _is_special(other) and hand.category is ThreeCardCategory.THREE_OF_A_KIND:
        return False
    return hand.strength > other.strength


def _is_special(hand: ThreeCardHand) -> bool:
    """Return whether a hand is 2-3-5 of three suits."""
    suits = {card.suit for card in hand.best}
    ranks = {card.rank for card in hand.best}
    return ranks == {"2", "3", "5"} and len(suits) == len(hand.best)

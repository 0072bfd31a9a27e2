"""Jacks or better, a game of video poker: Mullin's points and the full-pay table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from service.core.cards.card import Card
from service.core.hands.poker import find_best_five
from service.core.hands.poker_orders import Category
from service.core.kinds import Integer

MAX_COINS = 5
COINS = Integer("Coins bet: a royal flush pays less for each if fewer than 5.", 1, MAX_COINS, means=MAX_COINS)


class Win(StrEnum):
    """The categories that win; the position in this list, from 0, is the number of Mullin's points."""

    NOTHING = "nothing"
    JACKS_OR_BETTER = "jacks_or_better"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"


POINTS = {win: points for points, win in enumerate(Win)}
"""Mullin's points (Visual Basic Video Poker, 1993)."""

PAYOUTS = dict(zip(Win, (0, 1, 2, 3, 4, 6, 9, 25, 50, 800), strict=True))
"""Coins for each coin bet, at five coins, on the full-pay machine, called 9/6 after its full house and flush."""

ROYAL_FOR_FEWER_COINS = 250


@dataclass(frozen=True, slots=True)
class VideoPokerHand:
    """The category of five cards, their 0 to 9 points, and the payout in coins for each coin bet."""

    category: Win = field(metadata={"description": "The category that wins"})
    description: str = field(metadata={"description": "The category in words, with its ranks"})
    points: int = field(metadata={"description": "Mullin's points, 0 to 9"})
    payout: int = field(metadata={"description": "Coins won for each coin bet"})


def evaluate_jacks_or_better(cards: Sequence[Card], coins: int = MAX_COINS) -> VideoPokerHand:
    """Return the win of five cards of one pack with 1 to 5 `coins` bet.

    A royal flush pays less for each coin if fewer than five are bet.
    """
    hand = find_best_five(cards)
    win = _win(hand.category, hand.best[0].rank)
    payout = ROYAL_FOR_FEWER_COINS if win is Win.ROYAL_FLUSH and coins < MAX_COINS else PAYOUTS[win]
    return VideoPokerHand(win, hand.description, POINTS[win], payout)


def _win(category: Category, highest: str) -> Win:
    if category is Category.HIGH_CARD:
        return Win.NOTHING
    if category is Category.ONE_PAIR:
        return Win.JACKS_OR_BETTER if highest in "JQKA" else Win.NOTHING
    return Win(category)

"""Jacks or better, a game of video poker: Mullin's points, and the payout of the full-pay table."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple

from ..cards.card import Card
from ..core.value_types import Integer
from .poker_hands import find_best_five
from .poker_orders import Category

MAX_COINS = 5
COINS = Integer(
    "Coins bet: a royal flush pays less for each if fewer than 5.",
    1,
    MAX_COINS,
    default=MAX_COINS,
    response_text="Coins bet",
)


@dataclass(frozen=True, kw_only=True)
class CoinsBet:
    coins: Annotated[int | None, COINS] = None


class Win(StrEnum):
    """The categories of video poker; the position in this list, from 0, is the number of Mullin's points."""

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


# Mullin's points (Visual Basic Video Poker, 1993)
POINTS = {win: points for points, win in enumerate(Win)}

PAYOUTS = dict(zip(Win, (0, 1, 2, 3, 4, 6, 9, 25, 50, 800), strict=True))
"""Coins for each coin bet, at five coins, on the full-pay machine, called 9/6 after its full house and flush."""

ROYAL_FOR_FEWER_COINS = 250


class VideoPokerHand(NamedTuple):
    """The category of five cards, their 0 to 9 points, and the payout in coins for each coin bet."""

    category: Annotated[Win, "Its category"]
    description: Annotated[str, "The category in words, with its ranks"]
    points: Annotated[int, "Mullin's points, 0 to 9"]
    payout: Annotated[int, "Coins won for each coin bet"]


def evaluate_jacks_or_better(
    cards: Sequence[Card], coins: int = MAX_COINS
) -> VideoPokerHand:
    """Return the value of five cards of one pack; with fewer than 5 `coins` bet a royal flush pays less for each."""
    hand = find_best_five(cards)
    if hand.category is Category.HIGH_CARD:
        win = Win.NOTHING
    elif hand.category is Category.ONE_PAIR:
        win = Win.JACKS_OR_BETTER if hand.best[0].rank in "JQKA" else Win.NOTHING
    else:
        win = Win(hand.category)
    payout = (
        ROYAL_FOR_FEWER_COINS
        if win is Win.ROYAL_FLUSH and coins < MAX_COINS
        else PAYOUTS[win]
    )
    return VideoPokerHand(win, hand.description, POINTS[win], payout)

"""Video poker beside jacks or better: the category of five cards as dealt, and its payout on the full-pay machine.

Source of the pay tables: wizardofodds.com, Video Poker, Summary of Full Pay Tables. A royal flush without wild cards
pays `ROYAL_FOR_FEWER_COINS` for each coin if fewer than five are bet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple, TypeVar

from ..cards.card import Card
from .jacks_or_better import MAX_COINS, ROYAL_FOR_FEWER_COINS
from .poker_hands import describe, find_best_five
from .wild_cards import (
    DEUCES,
    DEUCES_WILD,
    MAX_DEUCES_STRENGTH,
    STANDS_FOR,
    WildCategory,
    WildHand,
    find_best_wild,
    find_rank,
)

_Win = TypeVar("_Win", bound=StrEnum)
_PAYOUT = "Coins won for each coin bet"


class DoubleBonusWin(StrEnum):
    """The categories of double bonus poker, the lowest payout first."""

    NOTHING = "nothing"
    JACKS_OR_BETTER = "jacks_or_better"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_FIVES_TO_KINGS = "four_fives_to_kings"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_TWOS_TO_FOURS = "four_twos_to_fours"
    FOUR_ACES = "four_aces"
    ROYAL_FLUSH = "royal_flush"


class JokerPokerWin(StrEnum):
    """The categories of joker poker, the lowest payout first."""

    NOTHING = "nothing"
    KINGS_OR_BETTER = "kings_or_better"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    WILD_ROYAL_FLUSH = "wild_royal_flush"
    FIVE_OF_A_KIND = "five_of_a_kind"
    NATURAL_ROYAL_FLUSH = "natural_royal_flush"


DOUBLE_BONUS = dict(
    zip(DoubleBonusWin, (0, 1, 1, 3, 5, 7, 10, 50, 50, 80, 160, 800), strict=True)
)
"""Coins for each coin bet, at five coins, on the machine called 10/7 after its full house and flush."""

JOKER_POKER = dict(
    zip(JokerPokerWin, (0, 1, 1, 2, 3, 5, 7, 20, 50, 100, 200, 800), strict=True)
)
"""Coins for each coin bet, at five coins, from a pair of kings up."""

DEUCES_PAYOUTS = dict.fromkeys(WildCategory, 0) | {
    WildCategory.THREE_OF_A_KIND: 1,
    WildCategory.STRAIGHT: 2,
    WildCategory.FLUSH: 2,
    WildCategory.FULL_HOUSE: 3,
    WildCategory.FOUR_OF_A_KIND: 5,
    WildCategory.STRAIGHT_FLUSH: 9,
    WildCategory.FIVE_OF_A_KIND: 15,
    WildCategory.WILD_ROYAL_FLUSH: 25,
    WildCategory.FOUR_DEUCES: 200,
    WildCategory.NATURAL_ROYAL_FLUSH: 800,
}
"""Coins for each coin bet, at five coins, in deuces wild."""


@dataclass(frozen=True, slots=True)
class DeucesHand(WildHand):
    """The value of the best five cards of a hand in deuces wild, and what the machine pays for it."""

    strength: Annotated[int, f"1 to {MAX_DEUCES_STRENGTH:,}: higher wins, equal ties"]
    payout: Annotated[int, _PAYOUT]


class DoubleBonusHand(NamedTuple):
    """The category of five cards, and the payout in coins for each coin bet."""

    category: Annotated[DoubleBonusWin, "Its category"]
    description: Annotated[str, "The category in words, with its ranks"]
    payout: Annotated[int, _PAYOUT]


class JokerPokerHand(NamedTuple):
    """The category of five cards, with or without a joker, and the payout in coins for each coin bet."""

    category: Annotated[JokerPokerWin, "Its category"]
    description: Annotated[str, "The category in words, with its ranks"]
    stands_for: Annotated[Mapping[str, str], STANDS_FOR]
    payout: Annotated[int, _PAYOUT]


def evaluate_deuces_wild(cards: Sequence[Card], coins: int = MAX_COINS) -> DeucesHand:
    """Return the value of the best five of five or more cards, where the deuces are wild."""
    hand = find_best_wild(cards, DEUCES, DEUCES_WILD)
    payout = _find_payout(DEUCES_PAYOUTS, hand.category, coins)
    return DeucesHand(
        hand.category,
        hand.description,
        hand.best,
        hand.stands_for,
        hand.strength,
        payout,
    )


def evaluate_double_bonus(
    cards: Sequence[Card], coins: int = MAX_COINS
) -> DoubleBonusHand:
    """Return the value of five cards of one pack."""
    hand = find_best_five(cards)
    category = _find_double_bonus(str(hand.category), hand.best[0].rank)
    payout = _find_payout(DOUBLE_BONUS, category, coins)
    return DoubleBonusHand(category, hand.description, payout)


def _find_double_bonus(category: str, rank: str) -> DoubleBonusWin:
    """Return the category in double bonus of a poker category, with the rank of its four or its pair."""
    if category == "four_of_a_kind":
        if rank == "A":
            return DoubleBonusWin.FOUR_ACES
        if rank in "234":
            return DoubleBonusWin.FOUR_TWOS_TO_FOURS
        return DoubleBonusWin.FOUR_FIVES_TO_KINGS
    if category == "one_pair" and rank in "JQKA":
        return DoubleBonusWin.JACKS_OR_BETTER
    if category in {"one_pair", "high_card"}:
        return DoubleBonusWin.NOTHING
    return DoubleBonusWin(category)


def evaluate_joker_poker(
    cards: Sequence[Card], coins: int = MAX_COINS
) -> JokerPokerHand:
    """Return the value of five cards of a pack with one joker.

    AS KS QS JS X1 is a `wild_royal_flush` with stands_for {"X1": "TS"} and the payout 100 for each coin. QS QH is
    `nothing`, still with the description "pair of queens"; a pair of kings pays 1.
    """
    hand = find_best_wild(cards)
    description = hand.description
    deciding_rank = find_rank(hand.best[0], hand.stands_for)
    match hand.category:
        case WildCategory.ROYAL_FLUSH:
            win = JokerPokerWin.NATURAL_ROYAL_FLUSH
            if hand.stands_for:
                win = JokerPokerWin.WILD_ROYAL_FLUSH
            description = describe(win, ())
        case WildCategory.ONE_PAIR if deciding_rank in "KA":
            win = JokerPokerWin.KINGS_OR_BETTER
        case WildCategory.ONE_PAIR | WildCategory.HIGH_CARD:
            win = JokerPokerWin.NOTHING
        case _:
            win = JokerPokerWin(hand.category)
    return JokerPokerHand(
        win, description, hand.stands_for, _find_payout(JOKER_POKER, win, coins)
    )


def _find_payout(payouts: Mapping[_Win, int], win: _Win, coins: int) -> int:
    """Return the payout of a category for each coin, when `coins` are bet: the one in `payouts`.

    But a royal flush pays `ROYAL_FOR_FEWER_COINS` (250) if fewer than `MAX_COINS` (5) are bet.
    """
    is_royal = win in {"royal_flush", "natural_royal_flush"}
    if is_royal and coins < MAX_COINS:
        return ROYAL_FOR_FEWER_COINS
    return payouts[win]

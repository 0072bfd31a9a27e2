"""Poker hands: the best five of five to seven cards, or of two from an Omaha hand and three from the board.

The order, high or low, decides which cards are best. Where a pot is split, a hand has a high and perhaps a low half. A
hand of jacks or better, a game of video poker, has Mullin's points and the payout of the full-pay table.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, islice, product
from typing import Annotated

from service.core.cards.card import Card
from service.core.hands.poker_orders import ACE_TO_FIVE, HIGH, Category, HandOrder, weigh
from service.core.kinds import Integer

MAX_STRENGTH = 7_462  # kinds of hands that the usual order tells apart
MAX_COINS = 5
COINS = Integer("Coins bet: a royal flush pays less for each if fewer than 5.", 1, MAX_COINS, means=MAX_COINS)


@dataclass(frozen=True, slots=True)
class PokerHand:
    """The value of the best five cards of a hand.

    `best` are the five cards, those that decide the category first. `strength` is the rank among all hands that the
    order tells apart: in the usual one 1 (seven high: 7-5-4-3-2) to 7462 (royal flush). Higher ones win, of low hands
    too, and equal ones split the pot. The numbers follow from the rules alone and do not change.
    """

    category: Annotated[Category, "The category of the best five cards"]
    description: Annotated[str, "The category in words, with its ranks"]
    best: Annotated[tuple[Card, ...], "The best five cards, with the deciding ones first"]
    strength: Annotated[int, f"1 to {MAX_STRENGTH:,}, or fewer in other orders: higher wins, equal ties"]


@dataclass(frozen=True, slots=True)
class HighLowHand(PokerHand):
    """The value of a hand that plays for both halves of a pot; `low` is None if it has no low hand that qualifies."""

    low: Annotated[PokerHand | None, "The best low hand: five different ranks, none above eight, the ace low; or null"]


def find_best_five(cards: Sequence[Card], order: HandOrder = HIGH) -> PokerHand:
    """Return the best hand of any five of five or more cards; of equal hands the first in the order of the cards."""
    return _find_best(order, map(sum, combinations(weigh(cards), 5)), combinations(cards, 5))


def find_best_omaha(hole_cards: Sequence[Card], board: Sequence[Card], order: HandOrder = HIGH) -> PokerHand:
    """Return the best hand of exactly two hole cards with exactly three cards of the board."""
    totals = product(map(sum, combinations(weigh(hole_cards), 2)), map(sum, combinations(weigh(board), 3)))
    choices = product(combinations(hole_cards, 2), combinations(board, 3))
    return _find_best(order, (own + shared for own, shared in totals), (own + shared for own, shared in choices))


def find_best_omaha_high_low(hole_cards: Sequence[Card], board: Sequence[Card]) -> HighLowHand:
    """Return the best high hand, and the best low hand of eight or better; each has its own two hole cards."""
    return _join(find_best_omaha(hole_cards, board), find_best_omaha(hole_cards, board, ACE_TO_FIVE))


def find_best_high_low(cards: Sequence[Card]) -> HighLowHand:
    """Return the best high hand, and the best low hand of eight or better; each is any five of the cards."""
    return _join(find_best_five(cards), find_best_five(cards, ACE_TO_FIVE))


def _join(high: PokerHand, low: PokerHand) -> HighLowHand:
    is_qualified = low.category is Category.HIGH_CARD and low.best[0].rank in _LOW_RANKS
    return HighLowHand(high.category, high.description, high.best, high.strength, low if is_qualified else None)


def find_winners(hands: Sequence[PokerHand]) -> tuple[int, ...]:
    """Return the seats, from 1, of the strongest hand or hands."""
    return _find_strongest([hand.strength for hand in hands])


def find_low_winners(hands: Sequence[HighLowHand]) -> tuple[int, ...]:
    """Return the seats, from 1, of the best low hand or hands; none if no hand qualifies, and the high takes all."""
    strengths = [hand.low.strength if hand.low else 0 for hand in hands]
    return _find_strongest(strengths) if any(strengths) else ()


def _find_strongest(strengths: Sequence[int]) -> tuple[int, ...]:
    best = max(strengths)
    return tuple(seat for seat, strength in enumerate(strengths, start=1) if strength == best)


_PIPS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RANK_NAMES = dict(zip("23456789TJQKA", (*_PIPS, "jack", "queen", "king", "ace"), strict=True))
_LOW_RANKS = "5678"
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
_LOW = "{0}-{1} low"
_SETS = {Category.ONE_PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND}


def _find_best(order: HandOrder, totals: Iterable[int], fives: Iterable[tuple[Card, ...]]) -> PokerHand:
    """Return the best hand of several choices of five cards; of equal choices the first.

    `totals` has the sum of the weights of each choice, in the order of `fives`: looking these sums up is all that it
    takes to compare the choices, so that only the cards of the best one are sorted.
    """
    strengths = order.strengths(totals)
    strength = max(strengths)
    [five] = islice(fives, position := strengths.index(strength), position + 1)
    category, cards = order.category(strength), order.sort(five)
    names = [RANK_NAMES[rank] for rank in dict.fromkeys(card.rank for card in cards)]
    template = _LOW if order.is_low and category is Category.HIGH_CARD else _DESCRIPTIONS[category]
    return PokerHand(
        category, template.format(*(map(pluralize, names) if category in _SETS else names)), cards, strength
    )


def pluralize(name: str) -> str:
    """Return the name of some cards of a rank."""
    return f"{name}es" if name.endswith("x") else f"{name}s"


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

    category: Annotated[Win, "The category that wins"]
    description: Annotated[str, "The category in words, with its ranks"]
    points: Annotated[int, "Mullin's points, 0 to 9"]
    payout: Annotated[int, "Coins won for each coin bet"]


def evaluate_jacks_or_better(cards: Sequence[Card], coins: int = MAX_COINS) -> VideoPokerHand:
    """Return the category and the payout of five cards of one pack with 1 to 5 `coins` bet.

    A royal flush pays less for each coin if fewer than five are bet.
    """
    hand = find_best_five(cards)
    if hand.category is Category.HIGH_CARD:
        win = Win.NOTHING
    elif hand.category is Category.ONE_PAIR:
        win = Win.JACKS_OR_BETTER if hand.best[0].rank in "JQKA" else Win.NOTHING
    else:
        win = Win(hand.category)
    payout = ROYAL_FOR_FEWER_COINS if win is Win.ROYAL_FLUSH and coins < MAX_COINS else PAYOUTS[win]
    return VideoPokerHand(win, hand.description, POINTS[win], payout)

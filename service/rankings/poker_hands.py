"""Evaluate poker hands: the best five of five to seven cards, or two of an Omaha hand with three of the board.

A `HandOrder`, high or low, decides which five are best. In a split pot a hand plays for a high and a low half.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, islice, product
from typing import Annotated, Any

from ..cards.card import Card
from .poker_orders import ACE_TO_FIVE, HIGH, RANKS, Category, HandOrder, weigh

MAX_STRENGTH = 7_462  # kinds of hands that the usual order tells apart


@dataclass(frozen=True, slots=True)
class PokerHand:
    """The value of the best five cards of a hand.

    `best` are the five cards, those that decide the category first. `strength` is the rank among all kinds of hands: in
    the usual order 1 (seven high: 7-5-4-3-2) to 7462 (royal flush). The higher strength wins, also of low hands, and
    equal strengths split the pot. The numbers follow from the rules alone and do not change.
    """

    category: Annotated[Category, "Its category"]
    description: Annotated[str, "The category in words, with its ranks"]
    best: Annotated[tuple[Card, ...], "The best five cards: the deciding ones first"]
    strength: Annotated[int, f"1 to {MAX_STRENGTH:,} or fewer: higher wins, equal ties"]


@dataclass(frozen=True, slots=True)
class HighLowHand(PokerHand):
    """The value of a hand that plays for both halves of a pot; `low` is None if it has no low hand that qualifies."""

    low: Annotated[
        PokerHand | None,
        "The best low hand: five different ranks, none above eight, the ace low; or null",
    ]


def find_best_five(cards: Sequence[Card], order: HandOrder = HIGH) -> PokerHand:
    """Return the best hand of any five of five or more cards; of equal hands the first in the order of the cards."""
    totals = map(sum, combinations(weigh(cards), 5))
    return _find_best(order, totals, combinations(cards, 5))


def find_best_omaha(
    hole_cards: Sequence[Card], board: Sequence[Card], order: HandOrder = HIGH
) -> PokerHand:
    """Return the best hand of exactly two hole cards with exactly three cards of the board."""
    hole_totals = map(sum, combinations(weigh(hole_cards), 2))
    board_totals = map(sum, combinations(weigh(board), 3))
    totals = map(sum, product(hole_totals, board_totals))
    choices = product(combinations(hole_cards, 2), combinations(board, 3))
    return _find_best(order, totals, (hole + shared for hole, shared in choices))


def find_best_omaha_high_low(
    hole_cards: Sequence[Card], board: Sequence[Card]
) -> HighLowHand:
    """Return the best high hand and the best low hand, eight or better; they may use different hole cards."""
    return _join_halves(
        find_best_omaha(hole_cards, board),
        find_best_omaha(hole_cards, board, ACE_TO_FIVE),
    )


def find_best_high_low(cards: Sequence[Card]) -> HighLowHand:
    """Return the best high hand and the best low hand, eight or better, each of any five of the cards."""
    return _join_halves(find_best_five(cards), find_best_five(cards, ACE_TO_FIVE))


def _join_halves(high: PokerHand, low: PokerHand) -> HighLowHand:
    """Return the value of a hand for both halves of a pot.

    `low` is None unless the low hand qualifies: no pair, and no card above eight.
    """
    is_qualified = low.category is Category.HIGH_CARD and low.best[0].rank in _LOW_RANKS
    return HighLowHand(
        high.category,
        high.description,
        high.best,
        high.strength,
        low if is_qualified else None,
    )


def find_low_winners(hands: Sequence[HighLowHand]) -> tuple[int, ...]:
    """Return the seats, numbered from 1, with the best low hand; () if no hand qualifies, and high hands take all."""
    strengths = [hand.low.strength if hand.low else 0 for hand in hands]
    return find_highest(strengths) if any(strengths) else ()


def find_highest(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the seats, numbered from 1, with the highest number."""
    highest = max(numbers)
    return tuple(
        seat for seat, number in enumerate(numbers, start=1) if number == highest
    )


def find_winners(hands: Sequence[Any], member: str = "strength") -> tuple[int, ...]:
    """Return the seats, numbered from 1, of the hands with the highest number in the attribute `member`."""
    return find_highest([getattr(hand, member) for hand in hands])


_PIPS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RANK_NAMES = dict(zip(RANKS, (*_PIPS, "jack", "queen", "king", "ace"), strict=True))
_LOW_RANKS = "5678"
_DESCRIPTIONS: Mapping[str, str] = {
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
    "five_of_a_kind": "five of a kind, {0}",
    "wild_royal_flush": "wild royal flush",
    "four_deuces": "four deuces",
    "natural_royal_flush": "natural royal flush",
}
_LOW_DESCRIPTION = "{0}-{1} low"
_SETS = {
    Category.ONE_PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    "five_of_a_kind",
}


def _find_best(
    order: HandOrder, totals: Iterable[int], fives: Iterable[tuple[Card, ...]]
) -> PokerHand:
    """Return the best hand of several choices of five cards, `fives`; of equal choices the first.

    `totals` has the sum of the weights of each choice. Its strength is looked up by this sum, so that only the cards of
    the best choice are sorted. Of KS KH 2D 7C 7S 3H the best is KS KH 7C 7S 3H, "two pair, kings and sevens", with the
    strength 4799; in the order ACE_TO_FIVE, of AS 8H 2D 7C 4S KH, 8H 7C 4S 2D AS, "eight-seven low", with 6138.
    """
    strengths = order.strengths(totals)
    strength = max(strengths)
    position = strengths.index(strength)
    five = next(islice(fives, position, None))
    category = order.category(strength)
    cards = order.sort(five)
    names = [RANK_NAMES[rank] for rank in dict.fromkeys(card.rank for card in cards)]
    description = describe(category, names)
    if order.is_low and category is Category.HIGH_CARD:
        description = _LOW_DESCRIPTION.format(*names)
    return PokerHand(category, description, cards, strength)


def describe(category: StrEnum, names: Sequence[str]) -> str:
    """Return a category in words, such as `pair of sixes`; `names` are names of ranks, the deciding rank first."""
    if category in _SETS:
        names = [f"{name}es" if name.endswith("x") else f"{name}s" for name in names]
    return _DESCRIPTIONS[category].format(*names)

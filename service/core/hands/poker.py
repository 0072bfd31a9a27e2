"""Poker hands: the best five of five to seven cards, or of two from an Omaha hand and three from the board.

The order, high or low, decides what is best. Where a pot is split, a hand has a high and perhaps a low half.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product

from service.core.cards.card import Card
from service.core.hands.poker_orders import ACE_TO_FIVE, HIGH, Category, HandOrder, weigh

MAX_STRENGTH = 7_462  # kinds of hands that the usual order tells apart


@dataclass(frozen=True, slots=True)
class PokerHand:
    """The value of the best five cards of a hand.

    `best` are the five cards, those that decide the category first. `strength` is the rank among all hands that the
    order tells apart: in the usual one 1 (seven high: 7-5-4-3-2) to 7462 (royal flush). Higher ones win, of low hands
    too, and equal ones split the pot. The numbers follow from the rules alone and do not change.
    """

    category: Category = field(metadata={"description": "The category of the best five cards"})
    description: str = field(metadata={"description": "The category in words, with its ranks"})
    best: tuple[Card, ...] = field(metadata={"description": "The best five cards, with the deciding ones first"})
    strength: int = field(
        metadata={"description": f"1 to {MAX_STRENGTH:,}, or fewer in other orders: higher wins, equal ties"}
    )


@dataclass(frozen=True, slots=True)
class HighLowHand(PokerHand):
    """The value of a hand that plays for both halves of a pot; `low` is None if it has no low hand that qualifies."""

    low: PokerHand | None = field(
        metadata={"description": "The best low hand: five different ranks, none above eight, the ace low; or null"}
    )


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


RANK_NAMES = {
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
    """Return the best of some choices of five cards, of which `totals` are the sums of their weights."""
    strengths = order.strengths(totals)
    strength = max(strengths)
    [five] = islice(fives, position := strengths.index(strength), position + 1)
    category, cards = order.category(strength), order.sort(five)
    names = [RANK_NAMES[rank] for rank in dict.fromkeys(card.rank for card in cards)]
    template = _LOW if order.is_low and category is Category.HIGH_CARD else _DESCRIPTIONS[category]
    return PokerHand(category, template.format(*(map(_plural, names) if category in _SETS else names)), cards, strength)


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith("x") else f"{name}s"

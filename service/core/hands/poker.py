"""Poker hands: the best five of five to seven cards, or of two from an Omaha hand and three from the board.

The table of all kinds of five cards is sorted from the rules at import, in some hundredths of a second. Of the
evaluators on PyPI, pokerkit takes a fifth of a second and 15 MB to import, phevaluator is 31 MB of compiled tables, and
treys has had no release since 2022. Tests compare the table with phevaluator for every five cards.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations, combinations_with_replacement, groupby

from service.core.cards.card import Card

MAX_STRENGTH = 7_462


class Category(StrEnum):
    """The categories of five cards, the weakest first."""

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
    """The value of the best five cards of a hand.

    `best` are the five cards, those that decide the category first. `strength` is 1 (seven high: 7-5-4-3-2) to 7462
    (royal flush), the rank among all hands that poker tells apart. Equal strengths split the pot. The numbers follow
    from the rules alone and do not change.
    """

    category: Category = field(metadata={"description": "The category of the best five cards"})
    description: str = field(metadata={"description": "The category in words, with its ranks"})
    best: tuple[Card, ...] = field(metadata={"description": "The best five cards, with the deciding ones first"})
    strength: int = field(metadata={"description": f"1 to {MAX_STRENGTH:,}: higher wins, equal ties"})


def find_best_five(cards: Sequence[Card]) -> PokerHand:
    """Return the best hand of any five of five or more cards; of equal hands the first in the order of the cards."""
    return _evaluate_best(combinations(cards, 5))


def find_best_omaha(hole_cards: Sequence[Card], board: Sequence[Card]) -> PokerHand:
    """Return the best hand of exactly two hole cards with exactly three cards of the board."""
    threes = list(combinations(board, 3))
    return _evaluate_best(own + shared for own in combinations(hole_cards, 2) for shared in threes)


def find_winners(hands: Sequence[PokerHand]) -> tuple[int, ...]:
    """Return the seats, from 1, of the strongest hand or hands."""
    best = max(hand.strength for hand in hands)
    return tuple(seat for seat, hand in enumerate(hands, start=1) if hand.strength == best)


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
_STRAIGHTS = "AKQJT98765432A"
_CATEGORIES = list(Category)
_SHAPES = {
    (2, 1, 1, 1): Category.ONE_PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
}
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
_SETS = {Category.ONE_PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND}


def _evaluate_best(fives: Iterable[tuple[Card, ...]]) -> PokerHand:
    five = max(fives, key=_strength)
    strength, category = _look_up(five)
    cards = _sort_by_weight(five)
    ranks = dict.fromkeys(card.rank for card in cards)
    names = [_plural(_NAMES[rank]) if category in _SETS else _NAMES[rank] for rank in ranks]
    return PokerHand(category, _DESCRIPTIONS[category].format(*names), cards, strength)


def _strength(five: tuple[Card, ...]) -> int:
    return _look_up(five)[0]


def _look_up(five: tuple[Card, ...]) -> tuple[int, Category]:
    a, b, c, d, e = five
    suited = a.suit == b.suit == c.suit == d.suit == e.suit
    return _KINDS["".join(sorted((a.rank, b.rank, c.rank, d.rank, e.rank))), suited]


def _sort_by_weight(five: tuple[Card, ...]) -> tuple[Card, ...]:
    ranks = _sort_ranks(card.rank for card in five)
    return tuple(sorted(five, key=lambda card: ranks.index(card.rank)))


def _sort_ranks(ranks: Iterable[str]) -> str:
    """Return ranks with fours before threes before pairs, and high before low; the ace of 5-4-3-2-A is last."""
    counts = Counter(ranks)
    by_weight = sorted(counts, key=lambda rank: (counts[rank], _ORDER.index(rank)), reverse=True)
    text = "".join(rank * counts[rank] for rank in by_weight)
    return "5432A" if text == "A5432" else text


def _categorize(ranks: str, *, suited: bool) -> Category:
    """Return the category of five ranks as `_sort_ranks` returns them, of one suit or not."""
    counts = tuple(len([*group]) for _, group in groupby(ranks))
    if counts in _SHAPES:
        return _SHAPES[counts]
    if ranks not in _STRAIGHTS:
        return Category.FLUSH if suited else Category.HIGH_CARD
    if not suited:
        return Category.STRAIGHT
    return Category.ROYAL_FLUSH if ranks[0] == "A" else Category.STRAIGHT_FLUSH


def _rank_kinds() -> Mapping[tuple[str, bool], tuple[int, Category]]:
    """Return strength and category by the kind of five cards: their ranks in alphabetical order, and if suited."""
    kinds = []
    for ranks in map(_sort_ranks, combinations_with_replacement(_ORDER, 5)):
        weights = [_ORDER.index(rank) for rank in ranks]
        for suited in {1: (), 5: (False, True)}.get(len({*ranks}), (False,)):  # no five of a kind, no suited pair
            category = _categorize(ranks, suited=suited)
            kinds.append((_CATEGORIES.index(category), weights, ("".join(sorted(ranks)), suited), category))
    return {kind: (strength, category) for strength, (*_, kind, category) in enumerate(sorted(kinds), start=1)}


_KINDS = _rank_kinds()


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith("x") else f"{name}s"

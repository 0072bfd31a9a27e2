"""The definition of a condition, for one deal: the vectorized form is compared with it."""

from collections.abc import Mapping, Sequence

from service.cards.card import Card
from service.conditions import predicates
from service.conditions.condition import (
    Combination,
    Condition,
    Leaf,
    Not,
    Weighted,
    is_number,
)
from service.conditions.predicates import CATEGORIES, Predicate
from service.games.dealing import Deals
from service.rankings.casino_hands import count_baccarat_hand, evaluate_blackjack
from service.rankings.poker_hands import find_best_five
from service.rankings.poker_orders import RANKS

Places = Mapping[str, Sequence[int]]
"""The cards of each hand and pile of a deal, by index in the shoe."""


def holds(condition: Condition, deals: Deals, places: Places) -> bool:
    """Return whether a deal fulfils a condition."""
    match condition:
        case Combination(parts, is_all):
            results = [holds(part, deals, places) for part in parts]
            return all(results) if is_all else any(results)
        case Not(part):
            return not holds(part, deals, places)
        case Leaf() | Weighted():
            value = value_of(condition, deals, places)
            least = value if condition.min is None else condition.min
            most = value if condition.max is None else condition.max
            return least <= value <= most


def value_of(leaf: Leaf | Weighted, deals: Deals, places: Places) -> int:
    """Return the number that the bounds of a leaf are for."""
    if isinstance(leaf, Weighted):
        total = 0
        for weight, part, when in leaf.parts:
            if when is None or holds(when, deals, places):
                total += weight * _count(part, deals, places)
        return total
    hand = [card for place in leaf.places for card in places[place]]
    return _evaluate(leaf.predicate, hand, [deals.cards[card] for card in hand])


def _count(part: Condition, deals: Deals, places: Places) -> int:
    """Return the number of a part of a sum; of a condition 1 if it holds."""
    if is_number(part):
        return value_of(part, deals, places)
    return int(holds(part, deals, places))


def _evaluate(predicate: Predicate, hand: Sequence[int], cards: Sequence[Card]) -> int:
    match predicate:
        case predicates.WeightedSum(weights):
            number = sum(weights[card] for card in hand)
        case predicates.PresentCards(copies):
            number = sum(not set(cards).isdisjoint(hand) for cards in copies)
        case predicates.Losers(suits, honours):
            missing = zip(suits, honours, strict=True)
            number = sum(
                card not in hand
                for suit, first in missing
                for card in first[: len(suit & set(hand))]
            )
        case predicates.HandShape(suits, patterns):
            lengths = [sum(card in suit for card in hand) for suit in suits]
            number = int(any(_has_shape(lengths, pattern) for pattern in patterns))
        case predicates.LongestSuit(suits, place):
            lengths = [sum(card in suit for card in hand) for suit in suits]
            number = sorted(lengths)[-place]
        case predicates.KaplanRubens(suits, is_of_hand):
            holdings = [
                Holding([RANKS[suit.index(card)] for card in hand if card in suit])
                for suit in suits
            ]
            number = sum(holding.quality for holding in holdings)
            if is_of_hand:
                is_flat = all(holding.length > 2 for holding in holdings)
                number += sum(holding.honours for holding in holdings)
                number -= 50 if is_flat else 100
        case predicates.BlackjackTotal():
            number = evaluate_blackjack(cards).total if cards else 0
        case predicates.BaccaratTotal():
            number = count_baccarat_hand(cards)
        case predicates.PokerCategory():
            number = CATEGORIES.index(find_best_five(cards).category)
        case _:
            raise TypeError(predicate)
    return number


def _has_shape(lengths: Sequence[int], pattern: Sequence[int | None]) -> bool:
    """Return whether each suit has its length in a pattern, or may have any."""
    suits = zip(pattern, lengths, strict=True)
    return all(goal in {None, length} for goal, length in suits)


class Holding:
    """The cards of a suit as Kaplan and Rubens count them, times 100."""

    def __init__(self, ranks: Sequence[str]) -> None:
        self.length = len(ranks)
        self.has = {rank: rank in ranks for rank in "AKQJT98"}

    def count(self, ranks: str) -> int:
        return sum(self.has[rank] for rank in ranks)

    @property
    def quality(self) -> int:
        factor = 10 * self.length
        has = self.has
        number = factor * (4 * has["A"] + 3 * has["K"] + 2 * has["Q"] + has["J"])
        if self.length > 6:
            return number + factor * min(self.length - 6, 3 - 2 * has["Q"] - has["J"])
        if has["T"]:
            number += factor if self.count("AKQJ") > 1 or has["J"] else factor // 2
        if has["9"] and (self.count("AKQJ") == 2 or has["T"] or has["8"]):
            number += factor // 2
        return number

    @property
    def honours(self) -> int:
        has = self.has
        number = 100 * max(0, 3 - self.length)
        if has["A"]:
            number += 300
        if has["K"]:
            number += 50 if self.length == 1 else 200
        if has["Q"]:
            number += {1: 25, 2: 75}.get(self.length, 100)
            if not self.count("AK"):
                number -= 25
        if has["J"]:
            number += {1: 25, 2: 50}.get(self.count("AKQ"), 0)
        if has["T"] and (
            self.count("AKQJ") == 2 or (self.count("AKQJ") == 1 and has["9"])
        ):
            number += 25
        return number

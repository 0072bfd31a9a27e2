"""Predicates by the rules of games: totals of blackjack and baccarat, and categories of poker."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.cards.card import Card
from service.core.conditions.predicates import WORD, Cards, Masks, WeightedSum
from service.core.hands import casino_hands
from service.core.hands.casino_hands import MAX_TOTAL, evaluate_blackjack
from service.core.hands.poker_hands import find_best_five
from service.core.hands.poker_orders import Category


@dataclass(frozen=True)
class BlackjackTotal:
    """The best total of a hand of blackjack."""

    cards: tuple[Card, ...]

    def value(self, cards: Sequence[int]) -> int:
        """Return the total of some cards, 0 of none."""
        return evaluate_blackjack([self.cards[card] for card in cards]).total if cards else 0

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return the totals of many deals."""
        hard = self._hard.values(masks)
        has_ace = self._aces.values(masks) > 0
        totals: NDArray[Any] = hard + 10 * (has_ace & (hard + 10 <= MAX_TOTAL))
        return totals

    @cached_property
    def _hard(self) -> WeightedSum:
        return WeightedSum(tuple(casino_hands.count_blackjack_card(card) for card in self.cards))

    @cached_property
    def _aces(self) -> WeightedSum:
        return WeightedSum(tuple(int(card.rank == "A") for card in self.cards))

    @cached_property
    def cost(self) -> int:
        """The number of draws that take as long."""
        return self._hard.cost + self._aces.cost

    def bounds(self, known: Cards, others: Cards, count: int) -> tuple[int, int]:
        """Return the lowest total with every ace as 1, and the highest one with or without an ace as 11."""
        low, high = self._hard.bounds(known, others, count)
        return low, max(high, min(high + 10, MAX_TOTAL))


@dataclass(frozen=True)
class BaccaratTotal:
    """The total of a hand of baccarat: the last digit of the sum of its cards."""

    cards: tuple[Card, ...]

    def value(self, cards: Sequence[int]) -> int:
        """Return the total of some cards."""
        return casino_hands.count_baccarat_hand([self.cards[card] for card in cards])

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return the totals of many deals."""
        return self._sum.values(masks) % 10

    @cached_property
    def _sum(self) -> WeightedSum:
        return WeightedSum(tuple(casino_hands.count_baccarat_card(card) for card in self.cards))

    @cached_property
    def cost(self) -> int:
        """The number of draws that take as long."""
        return self._sum.cost

    def bounds(self, known: Cards, others: Cards, count: int) -> tuple[int, int]:  # noqa: ARG002 (of the protocol)
        """Return 0 and 9."""
        return 0, 9


CATEGORIES = tuple(Category)
RANKS = "23456789TJQKA"
_ROYAL = 9  # the lowest rank of its straight is the ten


@dataclass(frozen=True)
class PokerCategory:
    """The number of the category of the best five of five to seven cards, 0 for a high card to 9 for a royal flush.

    `suits` are the cards of each suit in the order of `RANKS`.
    """

    cards: tuple[Card, ...]
    suits: tuple[tuple[int, ...], ...]
    cost = 8

    def value(self, cards: Sequence[int]) -> int:
        """Return the category of some cards."""
        return CATEGORIES.index(find_best_five([self.cards[card] for card in cards]).category)

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return the categories of many deals."""
        suits = [self._ranks_of(masks, shifts) for shifts in self._shifts]
        two, three, flush = (np.zeros_like(suits[0]) for _ in range(3))
        any_suit = suits[0].copy()
        for suit in suits[1:]:
            three |= two & suit
            two |= any_suit & suit
            any_suit |= suit
        for suit in suits:
            flush |= np.where(np.bitwise_count(suit) >= 5, suit, 0)
        four = suits[0] & suits[1] & suits[2] & suits[3]
        pairs, threes = np.bitwise_count(two), np.bitwise_count(three)
        straight_flush = _straights(flush)
        conditions = [straight_flush >> _ROYAL > 0, straight_flush > 0, four > 0, (threes > 0) & (pairs > 1), flush > 0]
        conditions += [_straights(any_suit) > 0, threes > 0, pairs > 1, pairs > 0]
        return np.select(conditions, range(9, 0, -1), 0)

    @cached_property
    def _shifts(self) -> Sequence[Mapping[tuple[int, int], int]]:
        """For each suit, the ranks whose bit a shift to the right of a word brings to its place, by word and shift."""
        suits = []
        for suit in self.suits:
            shifts: dict[tuple[int, int], int] = {}
            for rank, card in enumerate(suit):
                place = card // WORD, card % WORD - rank
                shifts[place] = shifts.get(place, 0) | 1 << rank
            suits.append(shifts)
        return suits

    def _ranks_of(self, masks: Masks, shifts: Mapping[tuple[int, int], int]) -> NDArray[np.uint16]:
        ranks = np.zeros(len(masks[0]), np.uint16)
        for (word, shift), bits in shifts.items():
            moved = masks[word] >> np.uint64(shift) if shift >= 0 else masks[word] << np.uint64(-shift)
            ranks |= moved.astype(np.uint16) & np.uint16(bits)
        return ranks

    def bounds(self, known: Cards, others: Cards, count: int) -> tuple[int, int]:  # noqa: ARG002 (of the protocol)
        """Return the numbers of the lowest and of the highest category."""
        return 0, len(CATEGORIES) - 1


def _straights(ranks: NDArray[Any]) -> NDArray[Any]:
    """Return the lowest ranks of the straights, with the ace also below the two: bit 0 for A to 5."""
    low = ranks << 1 | ranks >> 12
    straights: NDArray[Any] = low & low >> 1 & low >> 2 & low >> 3 & low >> 4
    return straights

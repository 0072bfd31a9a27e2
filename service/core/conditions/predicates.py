"""Predicates on the cards of some hands or piles: a plain rule, which is the definition, and its vectorized form.

The vectorized form takes the cards of many deals as bit masks: an array of 64-bit words for each 64 cards of the shoe,
with an entry for each deal. Tests hold the two equal. To add a predicate, write a class here and give it an entry in
`PARSERS` of leaves.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from service.core.cards.card import Card
from service.core.hands import casino_hands
from service.core.hands.poker_hands import find_best_five
from service.core.hands.poker_orders import Category

Masks = Sequence[NDArray[np.uint64]]
"""The cards of many deals: for each 64 cards of the shoe a word of each deal."""

Cards = Sequence[int]
"""Cards by their index in the shoe."""

WORD = 64
CATEGORIES = tuple(Category)
RANKS = "23456789TJQKA"
_ROYAL = 9  # the lowest rank of its straight is the ten


class Predicate(Protocol):
    """A function of cards to a number."""

    def value(self, cards: Sequence[int]) -> int:
        """Return the number of some cards of the shoe, by index: the definition."""
        ...

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return the numbers of many deals."""
        ...

    @property
    def cost(self) -> int:
        """The number of draws of a shuffle that take as long as `values` takes for a deal."""
        ...

    def bounds(self, known: Cards, others: Cards, count: int) -> tuple[int, int]:
        """Return a lower and an upper bound of the number of the `known` cards and any `count` of `others`."""
        ...


@dataclass(frozen=True)
class WeightedSum:
    """The sum of a weight for each card, by the card's index."""

    weights: tuple[int, ...]

    def value(self, cards: Sequence[int]) -> int:
        """Return the sum of the weights of some cards."""
        return sum(self.weights[card] for card in cards)

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return the sums of many deals."""
        total = np.zeros(len(masks[0]), np.int64)
        for unit, words in self._masks_by_unit:
            total += unit * count_bits(masks, words)
        return total

    @cached_property
    def _masks_by_unit(self) -> Sequence[tuple[int, tuple[int, ...]]]:
        """The binary digits of the weights: 1, 2, 4, … and -1, -2, -4, …, each with the cards that have it."""
        digits = max(abs(weight) for weight in self.weights).bit_length()
        units = [sign << digit for sign in (1, -1) for digit in range(digits)]
        masks = [
            to_words(card for card, weight in enumerate(self.weights) if weight * unit > 0 and abs(weight) & abs(unit))
            for unit in units
        ]
        return [(unit, words) for unit, words in zip(units, masks, strict=True) if words]

    @cached_property
    def cost(self) -> int:
        """The number of draws that take as long."""
        return cost_of_masks(words for _, words in self._masks_by_unit)

    def bounds(self, known: Cards, others: Cards, count: int) -> tuple[int, int]:
        """Return the sums with the lightest and with the heaviest of the others."""
        ordered = sorted(self.weights[card] for card in others)
        low, high = sum(ordered[:count]), sum(ordered[len(ordered) - count :])
        return self.value(known) + low, self.value(known) + high


@dataclass(frozen=True)
class PresentCards:
    """The number of different cards that are there, of cards of which the shoe has several copies."""

    copies: tuple[tuple[int, ...], ...]

    def value(self, cards: Sequence[int]) -> int:
        """Return how many of the cards are among some cards."""
        return sum(not set(copies).isdisjoint(cards) for copies in self.copies)

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return how many of the cards are in each of many deals."""
        total = np.zeros(len(masks[0]), np.int64)
        for copies in self.copies:
            total += count_bits(masks, to_words(copies)) > 0
        return total

    @cached_property
    def cost(self) -> int:
        """The number of draws that take as long."""
        return cost_of_masks(map(to_words, self.copies))

    def bounds(self, known: Cards, others: Cards, count: int) -> tuple[int, int]:
        """Return how many are among the known cards, and how many more there may be."""
        low = self.value(known)
        return low, min(low + count, self.value([*known, *others]))


@dataclass(frozen=True)
class Losers:
    """The losing trick count: in each suit the missing ones of its highest min(length, 3) ranks of A, K and Q.

    So a singleton ace, or ace and king alone, have no loser. `suits` are the cards of each suit, `honours` its ace,
    king and queen.
    """

    suits: tuple[frozenset[int], ...]
    honours: tuple[tuple[int, int, int], ...]
    cost = 8

    def value(self, cards: Sequence[int]) -> int:
        """Return the losers of some cards."""
        held = set(cards)
        return sum(
            sum(honour not in held for honour in honours[: len(suit & held)])
            for suit, honours in zip(self.suits, self.honours, strict=True)
        )

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return the losers of many deals."""
        total = np.zeros(len(masks[0]), np.int64)
        for suit, honours in zip(self.suits, self.honours, strict=True):
            length = count_bits(masks, to_words(suit))
            for number, honour in enumerate(honours, start=1):
                total += (length >= number) & (count_bits(masks, to_words([honour])) == 0)
        return total

    def bounds(self, known: Cards, others: Cards, count: int) -> tuple[int, int]:  # noqa: ARG002 (of the protocol)
        """Return 0 and three losers in each suit, or one for each card."""
        return 0, min(len(known) + count, 3 * len(self.suits))


@dataclass(frozen=True)
class HandShape:
    """Whether the lengths of a hand in the suits fit one of the patterns: 1 or 0.

    `suits` are the cards of each suit. A pattern has a length for each suit, None for any.
    """

    suits: tuple[frozenset[int], ...]
    patterns: frozenset[tuple[int | None, ...]]

    def value(self, cards: Sequence[int]) -> int:
        """Return whether some cards have one of the shapes."""
        lengths = [sum(card in suit for card in cards) for suit in self.suits]
        return int(any(_fits(pattern, lengths) for pattern in self.patterns))

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return whether the cards of many deals have one of the shapes."""
        code = np.zeros(len(masks[0]), np.intp)
        for suit, steps in zip(self.suits, self._steps, strict=True):
            code += steps[count_bits(masks, to_words(suit))]
        return self._table[code]

    @cached_property
    def _lengths(self) -> Sequence[Sequence[int]]:
        """The lengths of each suit that are in a pattern, in ascending order."""
        columns = zip(*self.patterns, strict=True)
        return [sorted({length for length in column if length is not None}) for column in columns]

    @property
    def cells(self) -> int:
        """The number of combinations of lengths in the table, each of which takes a byte."""
        return prod([len(lengths) + 1 for lengths in self._lengths])

    @cached_property
    def _steps(self) -> Sequence[NDArray[np.intp]]:
        """For each suit the number that a length adds to an index of `_table`; a length in no pattern adds 0."""
        steps, unit = [], 1
        for suit, lengths in zip(self.suits, self._lengths, strict=True):
            steps.append(np.zeros(len(suit) + 1, np.intp))
            for number, length in enumerate(lengths, start=1):
                steps[-1][length : length + 1] = unit * number
            unit *= len(lengths) + 1
        return steps

    @cached_property
    def _table(self) -> NDArray[np.uint8]:
        """The values of all combinations of lengths, where all lengths that are in no pattern count as one."""
        table = np.zeros([len(lengths) + 1 for lengths in self._lengths], np.uint8)
        for pattern in self.patterns:
            table[
                tuple(
                    slice(None) if length is None else lengths.index(length) + 1
                    for length, lengths in zip(pattern, self._lengths, strict=True)
                )
            ] = 1
        return table.reshape(-1, order="F")

    @cached_property
    def cost(self) -> int:
        """The number of draws that take as long."""
        return cost_of_masks(map(to_words, self.suits)) + 2

    def bounds(self, known: Cards, others: Cards, count: int) -> tuple[int, int]:
        """Return whether one of the patterns stands for any lengths, and whether one of them is possible."""
        ranges = []
        for suit in self.suits:
            length = sum(card in suit for card in known)
            ranges.append(range(length, length + sum(card in suit for card in others) + 1))
        without_suit = sum(not any(card in suit for suit in self.suits) for card in others)
        may_fit = any(_may_fit(pattern, ranges, count, without_suit) for pattern in self.patterns)
        return int((None,) * len(self.suits) in self.patterns), int(may_fit)


def _fits(pattern: Sequence[int | None], lengths: Sequence[int]) -> bool:
    return all(wanted in {None, length} for wanted, length in zip(pattern, lengths, strict=True))


def _may_fit(pattern: Sequence[int | None], lengths: Sequence[range], count: int, without_suit: int) -> bool:
    """Return whether `count` cards more, of which up to `without_suit` have no suit, can make the lengths fit."""
    needed, free = 0, without_suit
    for wanted, possible in zip(pattern, lengths, strict=True):
        if wanted is None:
            free += len(possible) - 1
        elif wanted not in possible:
            return False
        else:
            needed += wanted - possible.start
    return needed <= count <= needed + free


@dataclass(frozen=True)
class BlackjackTotal:
    """The best total of a hand of blackjack."""

    cards: tuple[Card, ...]

    def value(self, cards: Sequence[int]) -> int:
        """Return the total of some cards, 0 of none."""
        return casino_hands.evaluate_blackjack([self.cards[card] for card in cards]).total if cards else 0

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return the totals of many deals."""
        hard = self._hard.values(masks)
        has_ace = self._aces.values(masks) > 0
        totals: NDArray[Any] = hard + 10 * (has_ace & (hard + 10 <= casino_hands.MAX_TOTAL))
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
        return low, max(high, min(high + 10, casino_hands.MAX_TOTAL))


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


def cost_of_masks(masks: Iterable[Sequence[int]]) -> int:
    """Return the number of draws that take as long as counting the cards of some masks: a word takes half of one."""
    return sum(map(len, masks)) // 2


def to_words(cards: Iterable[int]) -> tuple[int, ...]:
    """Return the mask of some cards as words of 64 bits, without words of 0 at the end."""
    mask = sum(1 << card for card in set(cards))
    return tuple(mask >> shift & (1 << WORD) - 1 for shift in range(0, mask.bit_length(), WORD))


def count_bits(masks: Masks, words: Sequence[int]) -> NDArray[Any]:
    """Return how many of the cards of a mask each deal has."""
    total: NDArray[Any] | None = None
    for mask, word in zip(masks, words, strict=False):
        if word:
            count = np.bitwise_count(mask & np.uint64(word))
            total = count.astype(np.int64) if total is None else total + count
    return np.zeros(len(masks[0]), np.int64) if total is None else total

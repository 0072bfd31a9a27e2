"""Predicates: functions from the cards of some hands or piles to a number, such as their points or a category.

A predicate takes the cards of many deals as bit masks: an array of 64-bit words for each 64 cards of the shoe, with an
entry for each deal. Tests compare it with the definition for one deal (tests/conditions/definitions.py). leaves.py has
the JSON of each predicate.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import prod
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..rankings.casino_hands import MAX_TOTAL
from ..rankings.poker_orders import Category

Masks = Sequence[NDArray[np.uint64]]
"""The cards of many deals: for each 64 cards of the shoe, an array with a word for each deal."""

Cards = Sequence[int]
"""Cards by their index in the shoe."""

Shifts = Mapping[tuple[int, int], int]
"""By the word of a mask and a right shift: the bits of the ranks of a suit that the shift moves to their place."""

WORD = 64
_BYTES = 8  # of a word
_BITS_OF_BYTES = np.unpackbits(
    np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little"
).astype(np.int64)
CATEGORIES = tuple(Category)
_ROYAL = 9  # the lowest rank of its straight is the ten


class Predicate(Protocol):
    """A function from cards to a number, such as their points."""

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return the number for each of many deals, in their order; their cards are given as masks."""
        ...

    @property
    def steps(self) -> int:
        """The time of `values` for one deal, in draws of results that are drawn together."""
        ...

    def bounds(self, cards: Cards, pool: Cards, count: int) -> tuple[int, int]:
        """Return a lower and an upper bound of the number, for `cards` together with any `count` cards of `pool`.

        The high card points of an ace with any two of a king, a queen and a two are from 6 to 9.
        """
        ...


@dataclass(frozen=True)
class WeightedSum:
    """The sum of a weight for each card, by the card's index."""

    weights: tuple[int, ...]

    def values(self, masks: Masks) -> NDArray[Any]:
        total = np.zeros(len(masks[0]), np.int64)
        if self._has_large_weights:
            for word, mask in enumerate(masks):
                self._add_by_bytes(word, mask, total)
            return total
        for unit, words in self._masks_by_unit:
            total += unit * count_bits(masks, words)
        return total

    def _add_by_bytes(
        self, word: int, mask: NDArray[np.uint64], total: NDArray[np.int64]
    ) -> None:
        """Add the weights of the cards of one word, which takes as long for large weights as for small ones.

        `sums` has a row for each byte of the word: the sum of the weights for each of the 256 values of the byte.
        """
        weights = np.zeros(WORD, np.int64)
        chosen = self.weights[word * WORD : (word + 1) * WORD]
        weights[: len(chosen)] = chosen
        sums = weights.reshape(_BYTES, -1) @ _BITS_OF_BYTES.T
        bytes_of_deals = np.ascontiguousarray(mask, "<u8").view(np.uint8)
        by_byte = bytes_of_deals.reshape(-1, _BYTES).T
        for sums_of_byte, numbers in zip(sums, by_byte, strict=True):
            if sums_of_byte.any():
                total += sums_of_byte[numbers]

    @cached_property
    def _has_large_weights(self) -> bool:
        """Whether there are more units (see below) than bytes in a word."""
        highest = max(0, *self.weights)
        lowest = min(0, *self.weights)
        return highest.bit_length() + lowest.bit_length() > _BYTES

    @cached_property
    def _masks_by_unit(self) -> Sequence[tuple[int, tuple[int, ...]]]:
        """For each binary digit ±1, ±2, ±4, …, the mask of the cards with a weight that has this digit.

        The weights 3, 0 and -2 give [(1, (0b001,)), (2, (0b001,)), (-2, (0b100,))].
        """
        digits = max(abs(weight) for weight in self.weights).bit_length()
        masks = []
        for sign in (1, -1):
            for digit in range(digits):
                cards = [
                    card
                    for card, weight in enumerate(self.weights)
                    if weight * sign > 0 and (abs(weight) >> digit) & 1
                ]
                if cards:
                    masks.append((sign << digit, to_words(cards)))
        return masks

    @cached_property
    def steps(self) -> int:
        if self._has_large_weights:
            return _BYTES * -(-len(self.weights) // WORD) // 2
        return count_steps_of_masks(words for _, words in self._masks_by_unit)

    def bounds(self, cards: Cards, pool: Cards, count: int) -> tuple[int, int]:
        weights = sorted(self.weights[card] for card in pool)
        low = sum(weights[:count])
        high = sum(weights[len(weights) - count :])
        total = sum(self.weights[card] for card in cards)
        return total + low, total + high


@dataclass(frozen=True)
class PresentCards:
    """The number of different named cards in a hand; `copies` has the indices of all copies of each named card."""

    copies: tuple[tuple[int, ...], ...]

    def values(self, masks: Masks) -> NDArray[Any]:
        total = np.zeros(len(masks[0]), np.int64)
        for copies in self.copies:
            total += count_bits(masks, to_words(copies)) > 0
        return total

    @cached_property
    def steps(self) -> int:
        return count_steps_of_masks(map(to_words, self.copies))

    def bounds(self, cards: Cards, pool: Cards, count: int) -> tuple[int, int]:
        low = self._count_in(set(cards))
        high = self._count_in({*cards, *pool})
        return low, min(low + count, high)

    def _count_in(self, cards: set[int]) -> int:
        """Return how many of the named cards have a copy among some cards."""
        return sum(not cards.isdisjoint(copies) for copies in self.copies)


class _Bit(NamedTuple):
    """The place of a card in a mask."""

    word: int
    bit: np.uint64


def _find_bit(card: int) -> _Bit:
    """Return the place of a card in a mask: card 65 is bit 0b10 of word 1."""
    return _Bit(card // WORD, np.uint64(1 << (card % WORD)))


class _MaskedSuit(NamedTuple):
    """The cards of a suit as a mask, and the places of its ace, king and queen."""

    words: tuple[int, ...]
    honours: Sequence[_Bit]


@dataclass(frozen=True)
class Losers:
    """The losing trick count: in each suit, the missing honours among the first min(length, 3) of A, K, Q.

    So a singleton ace, or an ace and king alone, have no loser. `suits` has the cards of each suit, `honours` has its
    ace, king and queen.
    """

    suits: tuple[frozenset[int], ...]
    honours: tuple[tuple[int, ...], ...]
    steps = 16

    def values(self, masks: Masks) -> NDArray[Any]:
        total = np.zeros(len(masks[0]), np.int64)
        for suit in self._masked_suits:
            length = count_bits(masks, suit.words)
            for number, honour in enumerate(suit.honours, start=1):
                is_missing = (masks[honour.word] & honour.bit) == 0
                total += (length >= number) & is_missing
        return total

    @cached_property
    def _masked_suits(self) -> Sequence[_MaskedSuit]:
        return [
            _MaskedSuit(to_words(suit), [_find_bit(card) for card in honours])
            for suit, honours in zip(self.suits, self.honours, strict=True)
        ]

    def bounds(self, cards: Cards, pool: Cards, count: int) -> tuple[int, int]:  # noqa: ARG002 (of the protocol)
        return 0, min(len(cards) + count, 3 * len(self.suits))


_ANY_LENGTH = -1


@dataclass(frozen=True)
class HandShape:
    """1 if the numbers of cards in the suits (lengths) fit a pattern, else 0.

    `suits` are the cards of each suit. A pattern has a length for each suit; None stands for any length:
    (5, 4, None, None) fits every hand of five spades and four hearts.

    The value of a hand is looked up in a table with a cell for each combination of lengths. All lengths of a suit that
    are in no pattern share a cell. With this pattern alone, spades have the lengths 5 and others, hearts have 4 and
    others, and all lengths of diamonds and of clubs are alike: 2 * 2 * 1 * 1 cells, and one cell is 1.
    """

    suits: tuple[frozenset[int], ...]
    patterns: frozenset[tuple[int | None, ...]]

    def values(self, masks: Masks) -> NDArray[Any]:
        cells = np.zeros(len(masks[0]), np.intp)
        for suit, offsets in zip(self.suits, self._offsets, strict=True):
            lengths = count_bits(masks, to_words(suit))
            cells += offsets[lengths]
        return self._table[cells]

    @cached_property
    def _lengths(self) -> Sequence[Sequence[int]]:
        """The lengths of each suit that are in a pattern, in ascending order."""
        columns = zip(*self.patterns, strict=True)
        return [
            sorted({length for length in column if length is not None})
            for column in columns
        ]

    @property
    def cells(self) -> int:
        """The number of combinations of lengths in the table. Each takes a byte."""
        return prod([len(lengths) + 1 for lengths in self._lengths])

    @cached_property
    def _offsets(self) -> Sequence[NDArray[np.intp]]:
        """For each suit, by length, what the length adds to a hand's cell in `_table`; 0 if it is in no pattern.

        With the pattern (5, 4, None, None), five spades add 1, and four hearts add 2.
        """
        offsets_of_suits = []
        unit = 1
        for suit, lengths in zip(self.suits, self._lengths, strict=True):
            offsets = np.zeros(len(suit) + 1, np.intp)
            for number, length in enumerate(lengths, start=1):
                if length <= len(suit):
                    offsets[length] = unit * number
            offsets_of_suits.append(offsets)
            unit *= len(lengths) + 1
        return offsets_of_suits

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        """The patterns as rows, with `_ANY_LENGTH` for None."""
        return np.array(
            [
                [_ANY_LENGTH if length is None else length for length in pattern]
                for pattern in self.patterns
            ]
        )

    @cached_property
    def _table(self) -> NDArray[np.uint8]:
        """The value of each combination of lengths, 1 or 0. Lengths of a suit that are in no pattern share a cell.

        The table has a dimension for each suit, and is returned as one row, in which the first suit changes fastest.
        Patterns that leave the same suits open are filled in together. With the pattern (5, 4, None, None), the row is
        [0, 0, 0, 1]: only the last cell has five spades and four hearts.
        """
        table = np.zeros([len(lengths) + 1 for lengths in self._lengths], np.uint8)
        is_open = self._rows == _ANY_LENGTH
        for open_suits in {tuple(row) for row in is_open.tolist()}:
            patterns = self._rows[(is_open == open_suits).all(axis=1)]
            cells: list[slice | NDArray[np.intp]] = []
            for any_length, lengths, lengths_of_patterns in zip(
                open_suits, self._lengths, patterns.T, strict=True
            ):
                if any_length:
                    cells.append(slice(None))
                else:
                    # Cell 0 is for the lengths that are in no pattern.
                    cells.append(np.searchsorted(lengths, lengths_of_patterns) + 1)
            table[tuple(cells)] = 1
        return table.reshape(-1, order="F")

    @cached_property
    def steps(self) -> int:
        return count_steps_of_masks(map(to_words, self.suits)) + 2

    def bounds(self, cards: Cards, pool: Cards, count: int) -> tuple[int, int]:
        """Return the least and the most value of a hand: 1 if it has a shape, 0 if it has none.

        The hand has `cards` already, and gets `count` cards of `pool`. Return (1, 1) if a pattern allows any lengths,
        (0, 1) if the hand may have a shape, otherwise (0, 0): five spades are too many for the pattern (4, 4, 3, 2).

        Each pattern, a row, is compared. Its suits of given lengths need `least` more cards. It can have `most` more
        cards, if it gets all free cards of the suits of any length, and all free cards without a suit.
        """
        lengths = np.array(_count_suits(self.suits, cards))
        free = np.array(_count_suits(self.suits, pool))
        is_open = self._rows == _ANY_LENGTH
        missing = self._rows - lengths
        least = (missing * ~is_open).sum(axis=1)
        free_without_suit = len(pool) - free.sum()
        most = least + (free * is_open).sum(axis=1) + free_without_suit
        can_be_reached = (missing >= 0) & (missing <= free)
        suits_fit = (is_open | can_be_reached).all(axis=1)
        may_fit = suits_fit & (least <= count) & (count <= most)
        allows_any_lengths = (None,) * len(self.suits) in self.patterns
        return int(allows_any_lengths), int(may_fit.any())


@dataclass(frozen=True)
class LongestSuit:
    """The number of cards in the longest suit, or, with a `place` of 2, in the second longest suit, and so on."""

    suits: tuple[frozenset[int], ...]
    place: int

    def values(self, masks: Masks) -> NDArray[Any]:
        lengths = np.sort(
            [count_bits(masks, to_words(suit)) for suit in self.suits], axis=0
        )
        return np.asarray(lengths[-self.place])

    @cached_property
    def steps(self) -> int:
        return count_steps_of_masks(map(to_words, self.suits)) + 2 * len(self.suits)

    def bounds(self, cards: Cards, pool: Cards, count: int) -> tuple[int, int]:
        known = sorted(_count_suits(self.suits, cards))
        most = sorted(_count_suits(self.suits, {*cards, *pool}))
        high = min(most[-self.place], (len(cards) + count) // self.place)
        return known[-self.place], high


class BlackjackTotal(NamedTuple):
    """The best total of a hand of blackjack: `hard` is the total with every ace as 1, `aces` the number of aces."""

    hard: WeightedSum
    aces: WeightedSum

    def values(self, masks: Masks) -> NDArray[Any]:
        hard = self.hard.values(masks)
        has_ace = self.aces.values(masks) > 0
        totals: NDArray[Any] = hard + 10 * (has_ace & (hard + 10 <= MAX_TOTAL))
        return totals

    @property
    def steps(self) -> int:
        return self.hard.steps + self.aces.steps

    def bounds(self, cards: Cards, pool: Cards, count: int) -> tuple[int, int]:
        low, high = self.hard.bounds(cards, pool, count)
        return low, max(high, min(high + 10, MAX_TOTAL))


class BaccaratTotal(NamedTuple):
    """The total of a hand of baccarat: the last digit of the sum of its cards."""

    sum: WeightedSum

    def values(self, masks: Masks) -> NDArray[Any]:
        return self.sum.values(masks) % 10

    @property
    def steps(self) -> int:
        return self.sum.steps

    def bounds(self, cards: Cards, pool: Cards, count: int) -> tuple[int, int]:  # noqa: ARG002 (of the protocol)
        return 0, 9


@dataclass(frozen=True)
class PokerCategory:
    """The category of the best five of five to seven cards: a number from 0, a high card, to 9, a royal flush.

    `suits` are the cards of each suit in the order of `RANKS`.
    """

    suits: tuple[tuple[int, ...], ...]
    steps = 8

    def values(self, masks: Masks) -> NDArray[Any]:
        """Return the category of the cards of each deal.

        It computes with sets of ranks, which are bits from the two up: the ranks in each suit, and the ranks in at
        least one, two or three suits, or in all four. Two fives and two twos have 0b1001 in `in_two`, and nothing in
        `in_three`: category 2.
        """
        suits = [_ranks_of(masks, shifts) for shifts in self._shifts]
        in_one = suits[0].copy()
        in_two = np.zeros_like(in_one)
        in_three = np.zeros_like(in_one)
        for suit in suits[1:]:
            in_three |= in_two & suit
            in_two |= in_one & suit
            in_one |= suit
        in_four = suits[0] & suits[1] & suits[2] & suits[3]
        in_flush = np.zeros_like(in_one)
        for suit in suits:
            in_flush |= np.where(np.bitwise_count(suit) >= 5, suit, 0)
        straight_flushes = _find_straights(in_flush)
        pairs = np.bitwise_count(in_two)  # ranks with two cards or more
        threes = np.bitwise_count(in_three)
        # The first condition that holds counts, from the royal flush, 9, to the pair, 1.
        conditions = [
            (straight_flushes >> _ROYAL) > 0,
            straight_flushes > 0,
            in_four > 0,
            (threes > 0) & (pairs > 1),
            in_flush > 0,
            _find_straights(in_one) > 0,
            threes > 0,
            pairs > 1,
            pairs > 0,
        ]
        return np.select(conditions, range(9, 0, -1), 0)

    @cached_property
    def _shifts(self) -> Sequence[Shifts]:
        return [_shifts_of(suit) for suit in self.suits]

    def bounds(self, cards: Cards, pool: Cards, count: int) -> tuple[int, int]:  # noqa: ARG002 (of the protocol)
        return 0, len(CATEGORIES) - 1


@dataclass(frozen=True)
class KaplanRubens:
    """By Kaplan and Rubens, the sum of the quality of suits or, if it `is_of_hand`, the count of a hand, times 100.

    Source: The Bridge World, October 1982, as the program dealer (Hans van Staveren) computes it. `suits` are the
    cards of each suit in the order of `RANKS`.
    """

    suits: tuple[tuple[int, ...], ...]
    is_of_hand: bool
    steps = 8

    def values(self, masks: Masks) -> NDArray[Any]:
        holdings = [_ranks_of(masks, shifts) for shifts in self._shifts]
        total = np.zeros(len(masks[0]), np.int64)
        for holding in holdings:
            total += _count_holdings(is_of_hand=self.is_of_hand)[holding]
        if self.is_of_hand:
            shortest = np.min(np.bitwise_count(holdings), axis=0)
            total -= np.where(shortest < _SHORT, 100, 50)
        return total

    @cached_property
    def _shifts(self) -> Sequence[Shifts]:
        return [_shifts_of(suit) for suit in self.suits]

    def bounds(self, cards: Cards, pool: Cards, count: int) -> tuple[int, int]:  # noqa: ARG002 (of the protocol)
        return -100, 2_000 * len(self.suits)


_SHORT = 3  # a suit of fewer cards gets points for its shape


@cache
def _count_holdings(*, is_of_hand: bool) -> NDArray[np.int64]:
    """Return the quality of each holding in a suit, or what the holding adds to a hand's count, times 100.

    A holding is 13 bits, from the two up to the ace; these bits are its index in the table. A single ace, 1 << 12, has
    the quality 10 * 1 * 4 = 40. To a hand's count it adds 40, 300 for the ace, and 200 for two cards less than three:
    540. All numbers come from the source.
    """
    holdings = np.arange(2**13)
    lengths = np.bitwise_count(holdings).astype(np.int64)
    quality = _measure_quality(holdings, lengths)
    if is_of_hand:
        quality += _count_honours(holdings, lengths)
        quality += 100 * np.maximum(_SHORT - lengths, 0)
    return quality


def _measure_quality(
    holdings: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return, for each holding, its length times a sum: 10 for each point of honours, 5 or 10 for a ten, 5 for a nine.

    AKQ is 3 * 10 * (4 + 3 + 2) = 270, KT9 is 3 * (10 * 3 + 5 + 5) = 120, and QJT is 3 * (10 * 3 + 2 * 5) = 120.
    """
    eight, nine, ten, jack, queen, king, ace = (
        (holdings >> bit) & 1 for bit in range(6, 13)
    )
    points = 4 * ace + 3 * king + 2 * queen + jack
    higher = ace + king + queen + jack
    # A ten counts double beside two higher honours or the jack. A nine counts beside two higher honours, or beside the
    # ten or the eight.
    tens = ten * np.where((higher > 1) | (jack > 0), 2, 1)
    nines = nine * ((higher == 2) | (ten + eight > 0))
    # In a suit of seven or more cards, the length replaces a missing queen and jack, and tens.
    missing = np.minimum(3 - 2 * queen - jack, lengths - 6)
    more = np.where(lengths > 6, 10 * missing, 5 * (tens + nines))
    quality: NDArray[np.int64] = lengths * (10 * points + more)
    return quality


def _count_honours(
    holdings: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return, for each holding, the points of its honours in the count of Kaplan and Rubens, times 100.

    An ace counts 300, and a king 200, but a single king 50. A queen counts up to 100, a jack up to 50 and a ten up to
    25, depending on the honours above it; the queen also depends on the length of the suit, and the ten on the nine.
    `lengths` has the number of cards of each holding.
    """
    nine, ten, jack, queen, king, ace = ((holdings >> bit) & 1 for bit in range(7, 13))
    is_single = lengths == 1
    is_double = lengths == 2
    over_queen = ace + king
    over_jack = ace + king + queen
    over_ten = ace + king + queen + jack
    kings = king * (200 - 150 * is_single)
    queens = queen * (100 - 75 * is_single - 25 * is_double - 25 * (over_queen == 0))
    # As in the source, a jack counts 0 if all three honours or none are above it.
    jacks = jack * np.select([over_jack == 2, over_jack == 1], [50, 25])
    guarded = (over_ten == 2) | ((over_ten == 1) & nine)
    tens = 25 * ten * guarded
    honours: NDArray[np.int64] = 300 * ace + kings + queens + jacks + tens
    return honours


def _count_suits(
    suits: Sequence[frozenset[int]], cards: Iterable[int]
) -> Sequence[int]:
    """Return how many of some cards are in each suit."""
    return [len(suit.intersection(cards)) for suit in suits]


def _shifts_of(suit: Sequence[int]) -> Shifts:
    """Return the shifts that turn the cards of a suit, in the order of `RANKS`, into bits of ranks.

    For the cards 13, 14, 15, …, one shift of 13 gives the bits 0, 1, 2, …: {(0, 13): 0b111…}.
    """
    shifts: dict[tuple[int, int], int] = {}
    for rank, card in enumerate(suit):
        place = card // WORD, card % WORD - rank
        shifts[place] = shifts.get(place, 0) | (1 << rank)
    return shifts


def _ranks_of(masks: Masks, shifts: Shifts) -> NDArray[np.uint16]:
    """Return, by the shifts of a suit, its ranks in each deal, as bits from the first rank up.

    With the shifts {(0, 13): 0b111…}, a deal with the cards 13 and 15 has 0b101.
    """
    ranks = np.zeros(len(masks[0]), np.uint16)
    for (word, shift), bits in shifts.items():
        shifted_mask = (
            masks[word] >> np.uint64(shift)
            if shift >= 0
            else masks[word] << np.uint64(-shift)
        )
        ranks |= shifted_mask.astype(np.uint16) & np.uint16(bits)
    return ranks


def _find_straights(ranks: NDArray[Any]) -> NDArray[Any]:
    """Return, as bits, the lowest rank of each straight in `ranks`, which has bits from the two up. Bit 0 is A to 5.

    2 3 4 5 6, with the bits 0b11111, give 0b10: bit 1 is the straight from the two.
    """
    low = (ranks << 1) | (ranks >> 12)
    straights: NDArray[Any] = low & (low >> 1) & (low >> 2) & (low >> 3) & (low >> 4)
    return straights


def count_steps_of_masks(masks: Iterable[Sequence[int]]) -> int:
    """Return the time of counting the cards of masks, in the unit of `Predicate.steps`: half a draw for each word."""
    return sum(map(len, masks)) // 2


def to_words(cards: Iterable[int]) -> tuple[int, ...]:
    """Return the mask of some cards as words of 64 bits, without words of 0 at the end: [0, 1, 65] -> (3, 2)."""
    mask = sum(1 << card for card in set(cards))
    return tuple(
        (mask >> shift) & ((1 << WORD) - 1)
        for shift in range(0, mask.bit_length(), WORD)
    )


def count_bits(masks: Masks, words: Sequence[int]) -> NDArray[Any]:
    """Return, for each deal in `masks`, the number of its cards that are also in the mask `words`.

    Two deals with the cards 1 and 2, and 3 alone, have 1 and 1 cards of 1 and 3: [[0b0110, 0b1000]] and (0b1010,) give
    [1, 1].
    """
    total: NDArray[Any] | None = None
    for mask, word in zip(masks, words, strict=False):
        if word:
            count = np.bitwise_count(mask & np.uint64(word))
            total = count.astype(np.int64) if total is None else total + count
    return np.zeros(len(masks[0]), np.int64) if total is None else total

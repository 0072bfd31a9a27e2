"""The orders of poker hands: an order gives five cards a strength. High, short-deck and two low orders.

An order is sorted from its rules when it is used first, in some hundredth of a second. Among other evaluators, pokerkit
takes a fifth of a second and 15 MB to import, phevaluator is 31 MB of compiled tables, and treys has had no release
since 2022. Tests compare the usual order with phevaluator for every five cards, and other orders with published counts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cached_property
from itertools import chain, combinations, product
from operator import attrgetter, mul
from typing import NamedTuple

from ..cards.card import Card


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


RANKS = "23456789TJQKA"
_SETS = {
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1, 1): Category.ONE_PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
}
_STRAIGHTS_AND_FLUSHES = {
    (True, False): Category.STRAIGHT,
    (False, True): Category.FLUSH,
    (True, True): Category.STRAIGHT_FLUSH,
}

# A weight counts cards in one integer: it has three bits for each of the 13 ranks and, above these, three bits for each
# of the four suits. A card adds 1 to its rank and 1 to its suit. So the sum of the weights of five cards tells how many
# of them have each rank and each suit.
RANK_WEIGHTS = {rank: 1 << (3 * position) for position, rank in enumerate(RANKS)}
SUIT_SHIFT = 3 * len(RANKS)
RANK_BITS = (1 << SUIT_SHIFT) - 1
_FIVE_OF_A_SUIT = {5 << (3 * suit) for suit in range(4)}
_WEIGHTS = {
    rank + letter: weight + (1 << (SUIT_SHIFT + 3 * suit))
    for rank, weight in RANK_WEIGHTS.items()
    for suit, letter in enumerate("SHDC")
}


def weigh_ranks(ranks: Iterable[str]) -> int:
    """Return the sum of the weights of ranks, without suits."""
    return sum(RANK_WEIGHTS[rank] for rank in ranks)


def weigh(cards: Iterable[Card]) -> list[int]:
    """Return the weight of each card; an order looks up the strength of five cards by the sum of their weights."""
    return [_WEIGHTS[card.code] for card in cards]


class Kind(NamedTuple):
    """A kind of hands: all hands with the same ranks, of one suit or of several, which tie."""

    category_number: int
    """The number of the category in the order, 0 for the weakest."""
    positions: list[int]
    """The positions of the ranks in the order, 0 for the lowest, the deciding ones first."""
    is_suited: bool
    weight: int
    """The sum of the weights of the ranks, without a suit."""
    category: Category
    ranks: str
    """The ranks, the deciding ones first."""


_BY_STRENGTH = attrgetter("category_number", "positions", "is_suited")
"""What kinds are sorted by: the category, then the ranks, the deciding ones first, then a suit in common."""


class _Tables(NamedTuple):
    """What an order looks up: strengths by the weight of five ranks, and categories by strength."""

    mixed: dict[int, int]
    """The strengths of hands of several suits."""
    suited: dict[int, int]
    """The strengths of hands of one suit."""
    categories: list[Category]
    """The category of each strength, from 1."""


class HandOrder:
    """An order of all hands of five cards: it gives each a strength, from 1 for the hand that loses to every other.

    `ranks` are the ranks in the pack, the lowest first, and `categories` the categories that the order distinguishes,
    the weakest first. Without `STRAIGHT` and `FLUSH` among them neither a sequence nor a common suit counts.
    `ace_low_straight` is the straight with the ace as its lowest card, such as 5432A; "" if the order has none. It is
    the lowest straight, or with `is_second` the second-highest. With `is_low` the strengths are reversed: the lowest
    hand, of high cards without a pair, wins.
    """

    def __init__(
        self,
        ranks: str,
        categories: Iterable[Category],
        ace_low_straight: str = "",
        *,
        is_second: bool = False,
        is_low: bool = False,
    ) -> None:
        self.ranks = ranks
        self.is_low = is_low
        self._ace_low_straight = ace_low_straight
        self._is_second = is_second
        downwards = ranks[::-1]
        self._straights = {
            downwards[start : start + 5] for start in range(len(ranks) - 4)
        }
        self._straights.add(ace_low_straight)
        self._category_numbers = {
            category: number for number, category in enumerate(categories)
        }

    @cached_property
    def _tables(self) -> _Tables:
        mixed: dict[int, int] = {}
        suited: dict[int, int] = {}
        kinds = self.list_kinds()
        for strength, kind in enumerate(kinds, start=1):
            strengths = suited if kind.is_suited else mixed
            strengths[kind.weight] = strength
        # An order without flushes has no kinds of one suit: such hands are as strong as others of their ranks.
        return _Tables(mixed, suited or mixed, [kind.category for kind in kinds])

    def list_kinds(self) -> list[Kind]:
        """Return every kind of hand, the weakest first; the strength of a kind is its position, from 1."""
        return sorted(self._kinds(), key=_BY_STRENGTH, reverse=self.is_low)

    @property
    def max_strength(self) -> int:
        return len(self._tables.categories)

    def strengths(self, totals: Iterable[int]) -> list[int]:
        """Return the strength of each hand, given the sum of the weights of its five cards."""
        mixed = self._tables.mixed
        suited = self._tables.suited
        return [
            (suited if (total >> SUIT_SHIFT) in _FIVE_OF_A_SUIT else mixed)[
                total & RANK_BITS
            ]
            for total in totals
        ]

    def category(self, strength: int) -> Category:
        """Return the category of the hands with this strength."""
        return self._tables.categories[strength - 1]

    def sort(self, five: Iterable[Card]) -> tuple[Card, ...]:
        """Return five cards sorted: cards that decide between hands of the same category come first."""
        cards = tuple(five)
        ranks = self._sort_ranks(card.rank for card in cards)
        return tuple(sorted(cards, key=lambda card: ranks.index(card.rank)))

    def _sort_ranks(self, ranks: Iterable[str]) -> str:
        """Return ranks with the deciding ones first: fours, threes, pairs, single ranks; of each, high before low.

        7A7K2 becomes 77AK2. In the straight with a low ace the ace is last: A5432 becomes 5432A.
        """
        counts = Counter(ranks)
        deciding_first = sorted(
            counts,
            key=lambda rank: (counts[rank], self.ranks.index(rank)),
            reverse=True,
        )
        return self._lower_ace("".join(rank * counts[rank] for rank in deciding_first))

    def _lower_ace(self, ranks: str) -> str:
        """Return five ranks, given with the deciding ones first; A5432, the straight with a low ace, becomes 5432A."""
        is_ace_low = ranks == "A" + self._ace_low_straight[:-1]
        return self._ace_low_straight if is_ace_low else ranks

    def _kinds(self) -> Iterator[Kind]:
        """Yield every kind of hand once, in any order."""
        for counts in _SETS:
            # Only five different ranks can be of one suit.
            suitedness = (False, True) if len(counts) == 5 else (False,)
            for ranks in self._choose_ranks(counts):
                positions = [self.ranks.index(rank) for rank in ranks]
                weight = weigh_ranks(ranks)
                if self._is_second and ranks == self._ace_low_straight:
                    positions.sort(reverse=True)  # the ace first: after A-K-Q-J-T
                for is_suited in suitedness:
                    category = self._categorize(ranks, counts, is_suited=is_suited)
                    if category is not None:
                        yield Kind(
                            self._category_numbers[category],
                            positions,
                            is_suited,
                            weight,
                            category,
                            ranks,
                        )

    def _choose_ranks(self, counts: tuple[int, ...]) -> Iterator[str]:
        """Yield the ranks of five cards, sorted, for every choice of one rank for each count.

        The counts (3, 2) of a full house yield AAAKK, AAAQQ and so on. Ranks with the same count are chosen together,
        as their order does not matter.
        """
        groups = [
            combinations(self.ranks[::-1], counts.count(count))
            for count in sorted(set(counts), reverse=True)
        ]
        for choice in product(*groups):
            ranks = "".join(chain.from_iterable(choice))
            if len(set(ranks)) == len(counts):
                repeated = "".join(map(mul, ranks, counts))  # "AK" and (3, 2): "AAAKK"
                yield self._lower_ace(repeated)

    def _categorize(
        self, ranks: str, counts: tuple[int, ...], *, is_suited: bool
    ) -> Category | None:
        """Return the category of five ranks; None for cards of one suit if the order has no flushes."""
        if is_suited and Category.FLUSH not in self._category_numbers:
            return None
        is_straight = (
            ranks in self._straights and Category.STRAIGHT in self._category_numbers
        )
        if is_straight and is_suited and ranks[0] == "A":
            return Category.ROYAL_FLUSH
        return _STRAIGHTS_AND_FLUSHES.get((is_straight, is_suited), _SETS[counts])


(
    *_PAIRS,
    _TRIPS,
    _STRAIGHT,
    _FLUSH,
    _FULL_HOUSE,
    _FOUR,
    _STRAIGHT_FLUSH,
    _ROYAL_FLUSH,
) = Category
_FROM_FULL_HOUSE = (_FULL_HOUSE, _FLUSH, _FOUR, _STRAIGHT_FLUSH, _ROYAL_FLUSH)

HIGH = HandOrder(RANKS, Category, "5432A")  # the usual order of poker

SHORT_DECK = HandOrder(
    "6789TJQKA", (*_PAIRS, _TRIPS, _STRAIGHT, *_FROM_FULL_HOUSE), "9876A"
)
"""The order of 36 cards: a flush beats a full house."""

SHORT_DECK_TRIPS = HandOrder(
    "6789TJQKA", (*_PAIRS, _STRAIGHT, _TRIPS, *_FROM_FULL_HOUSE), "9876A"
)
"""Short deck where three of a kind beat a straight."""

ACE_TO_FIVE = HandOrder("A23456789TJQK", _SETS.values(), is_low=True)
"""The order of low hands with a low ace, where neither straights nor flushes count: 5-4-3-2-A is best."""

DEUCE_TO_SEVEN = HandOrder(RANKS, Category, is_low=True)
"""The order of low hands with a high ace, where straights and flushes count: 7-5-4-3-2 is best.

A-5-4-3-2 is no straight in it, but the best of the hands that are ace high.
"""

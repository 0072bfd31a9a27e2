"""Chinese poker: thirteen cards that their player has set as a front of three, a middle of five and a back of five.

No straight and no flush counts in the front. Each part plays for one unit against the same part of every other hand. If
a part is better than the part behind it, the hand is fouled and loses all three.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Annotated, NamedTuple

from ..cards.card import Card
from .poker_hands import MAX_STRENGTH, RANK_NAMES, PokerHand, describe, find_best_five
from .poker_orders import RANKS, Category

CARDS = 13
FRONT = 3
BACK = 5
FOULED = "Whether a part is better than the one behind it; the hand then loses"
MAX_FRONT = 455  # kinds of three cards without regard to suits

_CATEGORIES = list(Category)
_FRONTS = {1: Category.THREE_OF_A_KIND, 2: Category.ONE_PAIR, 3: Category.HIGH_CARD}
"""The category of three cards by the number of their ranks."""

_Kind = tuple[int, tuple[int, ...]]
"""What compares parts of different sizes: the number of a category, and the ranks, the deciding ones first."""


class ChineseHand(NamedTuple):
    """The three parts of a hand, and the units that it wins from the other hands, less its units lost to them."""

    description: Annotated[str, "Its parts in words"]
    front: Annotated[
        int, f"Of the first three cards, 1 to {MAX_FRONT}: higher wins, equal ties"
    ]
    middle: Annotated[
        int, f"Of the next five, 1 to {MAX_STRENGTH:,}: higher wins, equal ties"
    ]
    back: Annotated[
        int, f"Of the last five, 1 to {MAX_STRENGTH:,}: higher wins, equal ties"
    ]
    fouled: Annotated[bool, FOULED]
    units: Annotated[int, "Won from the other hands, less those lost to them"]

    @property
    def parts(self) -> tuple[int, ...]:
        """The strengths of the parts; a fouled hand has 0 for each."""
        return (0, 0, 0) if self.fouled else (self.front, self.middle, self.back)


def _find_front_kind(ranks: Sequence[int]) -> _Kind:
    """Return the kind of three cards with these ranks, by position in `RANKS`: of 4, 7 and 4 it is (1, (4, 4, 7))."""
    # a pair before the third card
    deciding_first = sorted(
        ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True
    )
    category = _FRONTS[len(set(ranks))]
    return _CATEGORIES.index(category), tuple(deciding_first)


_FRONT_KINDS = sorted(
    _find_front_kind(ranks)
    for ranks in combinations_with_replacement(range(len(RANKS)), FRONT)
)
_FRONT_STRENGTHS = {
    kind: strength for strength, kind in enumerate(_FRONT_KINDS, start=1)
}


def evaluate_chinese(
    hands: Sequence[Sequence[Card]], *, is_together: bool = True
) -> list[ChineseHand]:
    """Return the value of each hand of thirteen cards: the front of three, then the middle and the back of five.

    With `is_together` the hands play against each other, and `units` is what a hand wins from the others less what it
    loses to them. Otherwise `units` is 0.
    """
    values = [_evaluate_hand(hand) for hand in hands]
    if not is_together:
        return values
    all_parts = [value.parts for value in values]
    return [
        value._replace(
            units=sum(_count_units(value.parts, parts) for parts in all_parts)
        )
        for value in values
    ]


def _evaluate_hand(cards: Sequence[Card]) -> ChineseHand:
    """Return the value of thirteen cards, with `units` 0: `evaluate_chinese` adds what they win from other hands.

    The description is such as "pair of kings; two pair, fours and threes; straight, ace high". A hand is `fouled` if
    its front is better than its middle, or its middle than its back.
    """
    front_ranks = [RANKS.index(card.rank) for card in cards[:FRONT]]
    middle = find_best_five(cards[FRONT:-BACK])
    back = find_best_five(cards[-BACK:])
    # Strengths of three cards and of five are on different scales; kinds compare: of K, K and 2 it is (1, (11, 11, 0)).
    front_kind = _find_front_kind(front_ranks)
    category_number, deciding_ranks = front_kind
    front_words = describe(
        _CATEGORIES[category_number], [RANK_NAMES[RANKS[deciding_ranks[0]]]]
    )
    return ChineseHand(
        description=f"{front_words}; {middle.description}; {back.description}",
        front=_FRONT_STRENGTHS[front_kind],
        middle=middle.strength,
        back=back.strength,
        fouled=front_kind > _find_kind(middle) or middle.strength > back.strength,
        units=0,
    )


def _find_kind(hand: PokerHand) -> _Kind:
    ranks = tuple(RANKS.index(card.rank) for card in hand.best)
    return _CATEGORIES.index(hand.category), ranks


def _count_units(hand: Sequence[int], opponent: Sequence[int]) -> int:
    """Return how many parts a hand wins, less how many parts it loses, given the strengths of both hands' parts."""
    return sum(
        (strength > rival) - (strength < rival)
        for strength, rival in zip(hand, opponent, strict=True)
    )

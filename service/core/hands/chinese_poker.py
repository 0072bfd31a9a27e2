"""Chinese poker: thirteen cards that their player has set as a front of three, a middle of five and a back of five.

In the front no straight and no flush counts. Each part plays against that of every other hand for one unit. A hand of
which a part is better than the one behind it is fouled, and loses all three.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Annotated

from service.core.cards.card import Card
from service.core.hands.poker_hands import MAX_STRENGTH, RANK_NAMES, PokerHand, find_best_five, pluralize
from service.core.hands.poker_orders import Category

CARDS, FRONT, MIDDLE = 13, 3, 5
MAX_FRONT = 455  # kinds of three cards without regard to suits

_RANKS = "23456789TJQKA"
_CATEGORIES = list(Category)
_FRONTS = {
    1: (Category.THREE_OF_A_KIND, "three of a kind, {}"),
    2: (Category.ONE_PAIR, "pair of {}"),
    3: (Category.HIGH_CARD, "high card, {}"),
}
"""The category of three cards by the number of their ranks, and its description."""

_Kind = tuple[int, tuple[int, ...]]
"""The number of a category, and the ranks in the order in which they decide."""


@dataclass(frozen=True, slots=True)
class ChineseHand:
    """The three parts of a hand, and the units that it wins from the others, less those that it loses to them."""

    description: Annotated[str, "The front, the middle and the back in words"]
    front: Annotated[int, f"Of the first three cards, 1 to {MAX_FRONT}: higher wins, equal ties"]
    middle: Annotated[int, f"Of the next five, 1 to {MAX_STRENGTH:,}: higher wins, equal ties"]
    back: Annotated[int, f"Of the last five, 1 to {MAX_STRENGTH:,}: higher wins, equal ties"]
    fouled: Annotated[bool, "Whether a part is better than the one behind it; the hand then loses all three"]
    units: Annotated[int, "Won from the other hands, less those lost to them"]

    @property
    def parts(self) -> tuple[int, ...]:
        """The strengths of the parts, which are those of no cards if the hand is fouled."""
        return (0, 0, 0) if self.fouled else (self.front, self.middle, self.back)


def _sort_ranks(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the ranks of three cards in the order in which they decide: those of a pair first."""
    return tuple(sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True))


def _front_kind(ranks: Sequence[int]) -> _Kind:
    category, _ = _FRONTS[len(set(ranks))]
    return _CATEGORIES.index(category), _sort_ranks(ranks)


_FRONT_STRENGTHS = {
    kind: strength
    for strength, kind in enumerate(
        sorted(_front_kind(ranks) for ranks in combinations_with_replacement(range(len(_RANKS)), FRONT)), start=1
    )
}


def evaluate_chinese(hands: Sequence[Sequence[Card]], *, is_together: bool = True) -> list[ChineseHand]:
    """Return the values of hands of thirteen cards, the front first and the back last; they play if `is_together`."""
    values = [_evaluate(hand) for hand in hands]
    if not is_together:
        return values
    return [replace(value, units=sum(_count_units(value, other) for other in values)) for value in values]


def find_chinese_winners(hands: Sequence[ChineseHand]) -> tuple[int, ...]:
    """Return the seats, from 1, of the hand or hands that win most units."""
    most = max(hand.units for hand in hands)
    return tuple(seat for seat, hand in enumerate(hands, start=1) if hand.units == most)


def _evaluate(cards: Sequence[Card]) -> ChineseHand:
    three, middle, back = cards[:FRONT], *map(find_best_five, (cards[FRONT:-MIDDLE], cards[-MIDDLE:]))
    ranks = [_RANKS.index(card.rank) for card in three]
    kind = _front_kind(ranks)
    _, template = _FRONTS[len(set(ranks))]
    name = RANK_NAMES[_RANKS[kind[1][0]]]
    front = template.format(name if len(set(ranks)) == FRONT else pluralize(name))
    return ChineseHand(
        description=f"{front}; {middle.description}; {back.description}",
        front=_FRONT_STRENGTHS[kind],
        middle=middle.strength,
        back=back.strength,
        fouled=kind > _kind(middle) or middle.strength > back.strength,
        units=0,
    )


def _kind(hand: PokerHand) -> _Kind:
    return _CATEGORIES.index(hand.category), tuple(_RANKS.index(card.rank) for card in hand.best)


def _count_units(hand: ChineseHand, other: ChineseHand) -> int:
    return sum((one > two) - (one < two) for one, two in zip(hand.parts, other.parts, strict=True))

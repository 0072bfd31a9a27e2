"""Pai gow poker: seven cards that their player has set as a front of two and a back of five, with the joker as a bug.

The bug is an ace, or completes a straight or a flush. A hand wins if both its parts beat the banker's parts, loses if
neither does, and otherwise nobody wins; a part that is equal, a copy, is the banker's.

Source: 58 Pennsylvania Code § 645a.6, where A-2-3-4-5 is the second-highest straight; elsewhere it is the lowest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement
from typing import Annotated, NamedTuple

from ..cards.card import Card
from ..core.value_types import Flag
from .chinese_poker import FOULED
from .poker_hands import RANK_NAMES, describe
from .poker_orders import HIGH, RANKS, Category, HandOrder
from .wild_cards import (
    JOKERS,
    STANDS_FOR,
    WildHand,
    WildOrder,
    find_best_wild,
    find_rank,
    find_role,
    list_bug_kinds,
)

FRONT = 2
BACK = 5
MAX_FRONT = 91
MAX_BACK = 7_463


@dataclass(frozen=True, kw_only=True)
class WheelOption:
    low_wheel: Annotated[
        bool | None,
        Flag(
            "Whether A-2-3-4-5 is the lowest straight, not the second-highest.",
            default=False,
            response_text="Whether A-2-3-4-5 is the lowest straight",
        ),
    ] = None


class PaiGowHand(NamedTuple):
    """The two parts of a hand; it is fouled, and loses, if the front is better than the back."""

    description: Annotated[str, "Its parts in words"]
    front: Annotated[
        int, f"Of the first two cards, 1 to {MAX_FRONT}: higher wins, equal ties"
    ]
    back: Annotated[
        int, f"Of the last five, 1 to {MAX_BACK:,}: higher wins, equal ties"
    ]
    fouled: Annotated[bool, FOULED]
    stands_for: Annotated[Mapping[str, str], STANDS_FOR]


_BACKS = {
    False: WildOrder(
        partial(list_bug_kinds, HandOrder(RANKS, Category, "5432A", is_second=True))
    ),
    True: WildOrder(partial(list_bug_kinds, HIGH)),
}
"""The orders of backs, by whether A-2-3-4-5 is the lowest straight."""


def _list_fronts() -> list[tuple[int, ...]]:
    """Return each two ranks by position, the higher first, the weakest two first: 3-2 to A-K, then the pairs."""
    fronts = [
        ranks[::-1] for ranks in combinations_with_replacement(range(len(RANKS)), FRONT)
    ]
    return sorted(fronts, key=lambda ranks: (ranks[0] == ranks[1], ranks))


_FRONTS = {ranks: strength for strength, ranks in enumerate(_list_fronts(), start=1)}
"""The strength of each two ranks, by position, the higher first."""

_Kind = tuple[int, tuple[int, ...]]
"""What compares a front with a back: the number of a category, and the ranks by position, the deciding ones first."""


class _Front(NamedTuple):
    """The value of the two cards of a front."""

    description: str
    strength: int
    kind: _Kind


def evaluate_pai_gow(cards: Sequence[Card], *, low_wheel: bool = False) -> PaiGowHand:
    """Return the value of seven cards of a pack with one joker, the two of the front first.

    X1 2C of the front and KS KH KD 4C 4D of the back are "high card, ace; full house, kings over fours".
    """
    front_cards = cards[:FRONT]
    codes = {card.code for card in cards}
    roles = {
        card.code: find_role("A", codes) for card in front_cards if card.code in JOKERS
    }
    front = _evaluate_front(front_cards, roles)
    back = evaluate_back(cards[FRONT:], low_wheel=low_wheel)
    return PaiGowHand(
        description=f"{front.description}; {back.description}",
        front=front.strength,
        back=back.strength,
        fouled=front.kind > _find_kind(back),
        stands_for=roles | dict(back.stands_for),
    )


def _evaluate_front(cards: Sequence[Card], stands_for: Mapping[str, str]) -> _Front:
    """Return the value of a front; `stands_for` has the code of the ace for which a joker in it stands."""
    positions = [RANKS.index(find_rank(card, stands_for)) for card in cards]
    ranks = tuple(sorted(positions, reverse=True))
    category = Category.ONE_PAIR if ranks[0] == ranks[1] else Category.HIGH_CARD
    return _Front(
        description=describe(category, [RANK_NAMES[RANKS[ranks[0]]]]),
        strength=_FRONTS[ranks],
        kind=(list(Category).index(category), ranks),
    )


def evaluate_back(cards: Sequence[Card], *, low_wheel: bool = False) -> WildHand:
    """Return the value of five cards of a pack with one joker."""
    return find_best_wild(cards, JOKERS, _BACKS[low_wheel])


def _find_kind(hand: WildHand) -> _Kind:
    """Return the kind of a back, where the bug has the rank of the card that it stands for."""
    ranks = tuple(RANKS.index(find_rank(card, hand.stands_for)) for card in hand.best)
    return list(type(hand.category)).index(hand.category), ranks

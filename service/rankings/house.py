"""Showdowns against the house: the hand of each seat is compared with the dealer's hand alone, or with a pay table."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from .casino_hands import MAX_TOTAL, BlackjackHand

DEALER = "dealer"  # the dealer's seat, as deals name it

_LAST_DRAW = 16  # the highest total that lets the dealer of blackjack draw


class HouseOutcome(StrEnum):
    """What a hand does against the dealer's hand."""

    WINS = "wins"
    LOSES = "loses"
    TIES = "ties"


class HouseRule(NamedTuple):
    """How a game compares hands with the dealer's hand."""

    rule: str
    """Which hands of the dealer qualify, what follows if a hand does not, or what a pay table pays, with its source."""
    weakest: tuple[str, ...] = ()
    """The codes of the weakest hand that qualifies, () where every hand does."""
    order: str = "strength"
    """A name in `COMPARISONS`."""


def judge_hands(
    rule: HouseRule, seats: Sequence[str], values: Sequence[Any], weakest: Any
) -> list[dict[str, Any]]:
    """Return the members that each hand gets: the dealer's hand `qualifies`, every other hand `against_dealer`.

    One of the seats is the dealer. `weakest` is the value of `rule.weakest`, None where every hand qualifies. Hands are
    compared whether or not the dealer's qualifies; a hand that further cards of the dealer decide has no outcome. The
    seats ("1", "dealer") may give [{"against_dealer": "wins"}, {"qualifies": False}].
    """
    dealer = values[seats.index(DEALER)]
    compare = COMPARISONS[rule.order]
    members_of_hands = []
    for seat, value in zip(seats, values, strict=True):
        members: dict[str, Any] = {}
        if seat != DEALER:
            outcome = compare(value, dealer)
            if outcome is not None:
                members["against_dealer"] = outcome
        elif weakest is not None:
            members["qualifies"] = dealer.strength >= weakest.strength
        members_of_hands.append(members)
    return members_of_hands


def _compare_strengths(hand: Any, dealer: Any) -> HouseOutcome:
    if hand.strength == dealer.strength:
        return HouseOutcome.TIES
    return HouseOutcome.WINS if hand.strength > dealer.strength else HouseOutcome.LOSES


def _compare_blackjack(
    hand: BlackjackHand, dealer: BlackjackHand
) -> HouseOutcome | None:
    """Return what a hand of blackjack does; None while the dealer still draws, unless the hand is bust."""
    if hand.bust:
        return HouseOutcome.LOSES
    return None if dealer.total <= _LAST_DRAW else _compare_strengths(hand, dealer)


def _compare_spanish(hand: BlackjackHand, dealer: BlackjackHand) -> HouseOutcome | None:
    """Return what a hand of Spanish 21 does: 21 wins, but only a natural wins against the dealer's natural."""
    if hand.natural or (hand.total == MAX_TOTAL and not dealer.natural):
        return HouseOutcome.WINS
    return _compare_blackjack(hand, dealer)


COMPARISONS: Mapping[str, Callable[[Any, Any], HouseOutcome | None]] = {
    "strength": _compare_strengths,
    "blackjack": _compare_blackjack,
    "spanish_21": _compare_spanish,
    "pay_table": lambda *_: None,
}
"""The comparisons that an entry of a game names: each takes the value of a hand and of the dealer's hand.

Against a pay table a hand is compared with no other.
"""

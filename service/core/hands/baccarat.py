"""Baccarat as punto banco, in which a fixed rule, the tableau, says who draws a third card.

Source of the tableau: Wikipedia, Baccarat, and every casino's rules. Tests derive from it the
published number of ways in which each side wins from eight packs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from service.core.cards.card import Card
from service.core.errors import Refused


class Side(StrEnum):
    """The two hands, in the order in which they are dealt."""

    PLAYER = "player"
    BANKER = "banker"


@dataclass(frozen=True, slots=True)
class BaccaratHand:
    """The value of one side's hand.

    `total` is 0 to 9; the hand is `natural` if its first two cards make 8 or 9. `draws` says whether the side takes a
    third card now; it is None for a banker for whom that depends on the card that the player is still to draw.
    """

    side: Side = field(metadata={"description": "The side"})
    total: int = field(metadata={"description": "The total, 0 to 9"})
    natural: bool = field(metadata={"description": "Whether the first two cards make 8 or 9"})
    draws: bool | None = field(
        metadata={
            "description": "Whether it takes a third card now; null if that depends on the player's third card",
        }
    )


def count_card(card: Card) -> int:
    """Return what a card counts: an ace 1, tens and pictures 0."""
    value = card.value or 0
    return value if value < 10 else 0


def count_hand(cards: Sequence[Card]) -> int:
    """Return the total of a hand: the last digit of the sum of its cards."""
    return sum(count_card(card) for card in cards) % 10


def player_draws(player_total: int) -> bool:
    """Return whether the player takes a third card with that total of two, if nobody has a natural."""
    return player_total <= 5


def banker_draws(banker_total: int, player_third_value: int | None) -> bool:
    """Return whether the banker takes a third card with that total of two, if nobody has a natural.

    `player_third_value` is what the player's third card counts, None if the player stood.
    """
    if player_third_value is None:
        return banker_total <= 5
    return player_third_value in _BANKER_DRAWS_TO[banker_total]


_BANKER_DRAWS_TO = (
    *(range(10),) * 3,
    (0, 1, 2, 3, 4, 5, 6, 7, 9),
    range(2, 8),
    range(4, 8),
    range(6, 8),
    *(range(0),) * 3,
)
"""The counts of the player's third card with which the banker draws, by the banker's total."""


def find_side_to_draw(player: Sequence[Card], banker: Sequence[Card]) -> Side | None:
    """Return the side that takes a third card next, for hands of two or three cards; None if the coup is complete."""
    if is_natural(player) or is_natural(banker):
        return None
    if len(player) == 2 and player_draws(count_hand(player)):
        return Side.PLAYER
    third_value = count_card(player[2]) if len(player) > 2 else None
    if len(banker) == 2 and banker_draws(count_hand(banker), third_value):
        return Side.BANKER
    return None


def is_natural(cards: Sequence[Card]) -> bool:
    """Return whether the first two cards make 8 or 9, after which nobody draws."""
    return count_hand(cards[:2]) >= 8


def evaluate_coup(player: Sequence[Card], banker: Sequence[Card]) -> tuple[BaccaratHand, BaccaratHand]:
    """Return the values of both hands, of two or three cards each.

    Raises `Refused` if one has a third card against the tableau.
    """
    hands = {Side.PLAYER: player[:2], Side.BANKER: banker[:2]}
    for side, cards in zip(Side, (player, banker), strict=True):
        if len(cards) > 2:
            next_side = find_side_to_draw(*hands.values())
            if next_side is not side:
                raise Refused("hands", _third_card_error(side, hands, next_side))
            hands[side] = cards
    next_side = find_side_to_draw(*hands.values())
    if next_side is Side.PLAYER:
        banker_action = _banker_draws_in_any_case(count_hand(banker))
    else:
        banker_action = next_side is Side.BANKER
    return (
        BaccaratHand(Side.PLAYER, count_hand(player), is_natural(player), next_side is Side.PLAYER),
        BaccaratHand(Side.BANKER, count_hand(banker), is_natural(banker), banker_action),
    )


def find_winners(hands: Sequence[BaccaratHand]) -> tuple[int, ...] | None:
    """Return the seats, from 1, of the higher total, or both if they tie; None while somebody still draws."""
    if any(hand.draws for hand in hands):
        return None
    best = max(hand.total for hand in hands)
    return tuple(seat for seat, hand in enumerate(hands, start=1) if hand.total == best)


def _banker_draws_in_any_case(banker_total: int) -> bool | None:
    """Return whether the banker draws after any third card of the player; None if that depends on the card."""
    decisions = {banker_draws(banker_total, value) for value in range(10)}
    return decisions.pop() if len(decisions) == 1 else None


def _third_card_error(side: Side, hands: dict[Side, Sequence[Card]], next_side: Side | None) -> str:
    totals = ", ".join(f"{name} {count_hand(cards)}" for name, cards in hands.items())
    due = "the player draws first" if next_side is Side.PLAYER else f"the {side} stands"
    return f"The {side} has a third card, but by the tableau {due} ({totals})."

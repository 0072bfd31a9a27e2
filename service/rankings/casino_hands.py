"""Hands of blackjack, and of baccarat (punto banco): a fixed rule, the tableau, says who draws a third card.

Source of the tableau: Wikipedia, Baccarat, and every casino's rules. Tests count by it how often each side wins from
eight packs, and compare the published numbers.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, NamedTuple

from ..cards.card import Card
from ..core.errors import Refused
from .poker_hands import find_winners

MAX_TOTAL = 21
MAX_CARDS = 21  # aces

_NATURAL = MAX_TOTAL + 1


class BlackjackHand(NamedTuple):
    """The value of a hand.

    `total` is the highest total up to 21, or the lowest above; `hard` is the total with every ace as 1; the hand is
    `soft` if an ace counts 11 in `total`.
    `natural` (blackjack) is 21 of two cards; after a split, which the cards do not show, it is a plain 21. `strength`
    compares hands: 22 for a natural, the total up to 21, and 0 for a bust hand, which loses to the dealer's bust hand
    too.
    """

    total: Annotated[int, "The best total"]
    hard: Annotated[int, "The total with every ace as 1"]
    soft: Annotated[bool, "Whether an ace counts 11 in the total"]
    natural: Annotated[bool, "Whether it is 21 of two cards"]
    bust: Annotated[bool, "Whether the total is over 21"]
    strength: Annotated[
        int, "0 (bust), 1 to 21, or 22 (natural): higher wins, equal ties"
    ]


def evaluate_blackjack(cards: Sequence[Card]) -> BlackjackHand:
    """Return the value of a hand of one or more cards, from any number of packs."""
    hard = sum(count_blackjack_card(card) for card in cards)
    soft = hard + 10 <= MAX_TOTAL and any(card.rank == "A" for card in cards)
    total = hard + 10 if soft else hard
    natural = total == MAX_TOTAL and len(cards) == 2
    bust = total > MAX_TOTAL
    strength = 0 if bust else total
    if natural:
        strength = _NATURAL
    return BlackjackHand(total, hard, soft, natural, bust, strength)


def count_blackjack_card(card: Card) -> int:
    """Return the value of a card in blackjack, from 1 for an ace to 10."""
    return min(card.value or 0, 10)


class Side(StrEnum):
    """The two hands; the player's is dealt first."""

    PLAYER = "player"
    BANKER = "banker"


class BaccaratHand(NamedTuple):
    """The value of one side's hand.

    `total` is 0 to 9; the hand is `natural` if its first two cards make 8 or 9. `draws` says whether the side takes a
    third card now; it is None for a banker for whom that depends on the card that the player is still to draw.
    """

    side: Annotated[Side, "The side"]
    total: Annotated[int, "The total, 0 to 9"]
    natural: Annotated[bool, "Whether the first two cards make 8 or 9"]
    draws: Annotated[
        bool | None,
        "Whether it takes a third card now; null if that depends on the player's",
    ]


def count_baccarat_card(card: Card) -> int:
    """Return the value of a card in baccarat, from 1 for an ace to 9; 0 for tens and pictures."""
    value = card.value or 0
    return value if value < 10 else 0


def count_baccarat_hand(cards: Sequence[Card]) -> int:
    """Return the total of a hand: the last digit of the sum of its cards."""
    return sum(count_baccarat_card(card) for card in cards) % 10


def player_draws(player_total: int) -> bool:
    """Return whether the player takes a third card with this total of two cards, if nobody has a natural."""
    return player_total <= 5


def banker_draws(banker_total: int, player_third_value: int | None) -> bool:
    """Return whether the banker takes a third card with this total of two cards, if nobody has a natural.

    `player_third_value` is the value of the player's third card, None if the player stood.
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
"""By the banker's total: the values of the player's third card that make the banker draw."""


def find_side_to_draw(player: Sequence[Card], banker: Sequence[Card]) -> Side | None:
    """Return the side that takes a third card next, for hands of two or three cards; None if the coup is complete."""
    if is_natural(player) or is_natural(banker):
        return None
    if len(player) == 2 and player_draws(count_baccarat_hand(player)):
        return Side.PLAYER
    third_value = count_baccarat_card(player[2]) if len(player) > 2 else None
    if len(banker) == 2 and banker_draws(count_baccarat_hand(banker), third_value):
        return Side.BANKER
    return None


def is_natural(cards: Sequence[Card]) -> bool:
    """Return whether the first two cards make 8 or 9, so that nobody draws."""
    return count_baccarat_hand(cards[:2]) >= 8


def evaluate_coup(
    player: Sequence[Card], banker: Sequence[Card]
) -> tuple[BaccaratHand, BaccaratHand]:
    """Return the values of hands of two or three cards each. Raises `Refused` for a third card against the rule."""
    _check_third_cards(player, banker)
    next_side = find_side_to_draw(player, banker)
    banker_action: bool | None = next_side is Side.BANKER
    if next_side is Side.PLAYER:
        banker_action = _find_certain_action(count_baccarat_hand(banker))
    return (
        BaccaratHand(
            Side.PLAYER,
            count_baccarat_hand(player),
            is_natural(player),
            next_side is Side.PLAYER,
        ),
        BaccaratHand(
            Side.BANKER, count_baccarat_hand(banker), is_natural(banker), banker_action
        ),
    )


def _check_third_cards(player: Sequence[Card], banker: Sequence[Card]) -> None:
    """Raise `Refused` for a third card that the tableau does not give: each is added when its side is next to draw."""
    hands = {Side.PLAYER: player[:2], Side.BANKER: banker[:2]}
    for side, cards in ((Side.PLAYER, player), (Side.BANKER, banker)):
        if len(cards) > 2:
            next_side = find_side_to_draw(hands[Side.PLAYER], hands[Side.BANKER])
            if next_side is not side:
                raise Refused("hands", _third_card_error(side, hands, next_side))
            hands[side] = cards


def _find_certain_action(banker_total: int) -> bool | None:
    """Return whether the banker draws whatever card the player draws; None if that depends on the card."""
    decisions = {banker_draws(banker_total, value) for value in range(10)}
    return decisions.pop() if len(decisions) == 1 else None


def find_baccarat_winners(hands: Sequence[BaccaratHand]) -> tuple[int, ...] | None:
    """Return the seats, from 1, of the higher total, or both if they tie; None while somebody still draws."""
    return None if any(hand.draws for hand in hands) else find_winners(hands, "total")


def _third_card_error(
    side: Side, hands: dict[Side, Sequence[Card]], next_side: Side | None
) -> str:
    totals = ", ".join(
        f"{name} {count_baccarat_hand(cards)}" for name, cards in hands.items()
    )
    due = "the player draws first" if next_side is Side.PLAYER else f"the {side} stands"
    return f"The {side} has a third card, but by the tableau {due} ({totals})."

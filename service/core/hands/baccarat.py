"""Baccarat as punto banco: who draws a third card is fixed (the tableau), and so is who wins.

Source of the tableau: Wikipedia, Baccarat, and every casino's rules. With it, tests find the published number of ways
in which each side wins from eight packs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from service.core.cards.card import Card
from service.core.errors import Refused


class Side(StrEnum):
    """The two hands, in the order in which they are dealt."""

    PLAYER = "player"
    BANKER = "banker"


@dataclass(frozen=True, slots=True)
class BaccaratHand:
    """A side's total of 0 to 9, whether it is natural (8 or 9 of two cards), and whether it takes a third card now.

    `draws` is None for a banker who cannot know before the player has drawn.
    """

    side: Side
    total: int
    natural: bool
    draws: bool | None


def baccarat_value(card: Card) -> int:
    """What a card counts: an ace 1, tens and pictures 0."""
    value = card.value or 0
    return value if value < 10 else 0


def baccarat_total(cards: Sequence[Card]) -> int:
    """The last digit of what the cards count."""
    return sum(baccarat_value(card) for card in cards) % 10


def player_draws(player_total: int) -> bool:
    """Whether the player takes a third card to that total of two, nobody having a natural."""
    return player_total <= 5


def banker_draws(banker_total: int, player_third_value: int | None) -> bool:
    """Whether the banker takes a third card to that total of two, nobody having a natural.

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
"""By the banker's total, the player's third cards to which the banker draws."""


def third_card(player: Sequence[Card], banker: Sequence[Card]) -> Side | None:
    """Who takes a third card next, of hands of two or three cards; None when the coup is complete."""
    if is_natural(player) or is_natural(banker):
        return None
    if len(player) == 2 and player_draws(baccarat_total(player)):
        return Side.PLAYER
    drawn = baccarat_value(player[2]) if len(player) > 2 else None
    if len(banker) == 2 and banker_draws(baccarat_total(banker), drawn):
        return Side.BANKER
    return None


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether the first two cards make 8 or 9, after which nobody draws."""
    return baccarat_total(cards[:2]) >= 8


def coup(player: Sequence[Card], banker: Sequence[Card]) -> tuple[BaccaratHand, BaccaratHand]:
    """Both hands of two or three cards. Raises `Refused` if one has a third card against the tableau."""
    taken = {Side.PLAYER: player[:2], Side.BANKER: banker[:2]}
    for side, cards in zip(Side, (player, banker), strict=True):
        drawing = third_card(*taken.values())
        if len(cards) > 2:
            if drawing is not side:
                raise Refused("hands", _against(side, taken, waits=drawing is Side.PLAYER))
            taken[side] = cards
    drawing = third_card(*taken.values())
    banker_does = drawing is Side.BANKER if drawing is not Side.PLAYER else _whatever_comes(baccarat_total(banker))
    return (
        BaccaratHand(Side.PLAYER, baccarat_total(player), is_natural(player), drawing is Side.PLAYER),
        BaccaratHand(Side.BANKER, baccarat_total(banker), is_natural(banker), banker_does),
    )


def winners(hands: Sequence[BaccaratHand]) -> tuple[int, ...] | None:
    """The seats, from 1, of the higher total, or of both if they tie; None while somebody still draws."""
    if any(hand.draws for hand in hands):
        return None
    most = max(hand.total for hand in hands)
    return tuple(seat for seat, hand in enumerate(hands, start=1) if hand.total == most)


def _whatever_comes(banker_total: int) -> bool | None:
    """Whether the banker draws whatever the player draws first; None if that depends on it."""
    answers = {banker_draws(banker_total, value) for value in range(10)}
    return answers.pop() if len(answers) == 1 else None


def _against(side: Side, taken: dict[Side, Sequence[Card]], *, waits: bool) -> str:
    totals = ", ".join(f"{one} {baccarat_total(cards)}" for one, cards in taken.items())
    due = "the player draws first" if waits else f"the {side} stands"
    return f"The {side} has a third card, but by the tableau {due} ({totals})."

"""Blackjack hands: every ace counts 1, and one of them 11 where that does not pass 21."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.core.cards.card import Card

MOST = 21
MOST_CARDS = 21  # aces

_NATURAL = MOST + 1


@dataclass(frozen=True, slots=True)
class BlackjackHand:
    """What the cards count.

    `total` is the best total; `hard` has every ace as 1; the hand is `soft` if an ace counts 11 in its total. `natural`
    (blackjack) is 21 of the first two cards: whether they come of a split, which makes them 21 alone, no cards tell.
    `strength` compares hands: 22 for a natural, the total up to 21, and 0 for a bust one, which loses to a dealer's
    bust hand too.
    """

    total: int
    hard: int
    soft: bool
    natural: bool
    bust: bool
    strength: int


def blackjack(cards: Sequence[Card]) -> BlackjackHand:
    """What one or more cards count, of however many packs."""
    hard = sum(blackjack_value(card) for card in cards)
    soft = hard + 10 <= MOST and any(card.rank == "A" for card in cards)
    total = hard + 10 if soft else hard
    natural, bust = total == MOST and len(cards) == 2, total > MOST
    return BlackjackHand(total, hard, soft, natural, bust, _NATURAL if natural else 0 if bust else total)


def blackjack_value(card: Card) -> int:
    """What a card counts, an ace as 1: 1 to 10."""
    return min(card.value or 0, 10)

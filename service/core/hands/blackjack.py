"""Blackjack hands, in which every ace counts 1, and one of them 11 where that does not pass 21."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from service.core.cards.card import Card

MAX_TOTAL = 21
MAX_CARDS = 21  # aces

_NATURAL = MAX_TOTAL + 1


@dataclass(frozen=True, slots=True)
class BlackjackHand:
    """The value of a hand.

    `total` is the best total; `hard` counts every ace as 1; the hand is `soft` if an ace counts 11 in its total.
    `natural` (blackjack) is 21 of two cards; after a split, which the cards do not show, it is a plain 21. `strength`
    compares hands: 22 for a natural, the total up to 21, and 0 for a bust hand, which loses to the dealer's bust hand
    too.
    """

    total: int = field(metadata={"description": "The best total"})
    hard: int = field(metadata={"description": "The total with every ace as 1"})
    soft: bool = field(metadata={"description": "Whether an ace counts 11 in the total"})
    natural: bool = field(metadata={"description": "Whether it is 21 of two cards"})
    bust: bool = field(metadata={"description": "Whether the total is over 21"})
    strength: int = field(metadata={"description": "0 (bust), 1 to 21, or 22 (natural): higher wins, equal ties"})


def evaluate_blackjack(cards: Sequence[Card]) -> BlackjackHand:
    """Return the value of a hand of one or more cards, from any number of packs."""
    hard = sum(count_card(card) for card in cards)
    soft = hard + 10 <= MAX_TOTAL and any(card.rank == "A" for card in cards)
    total = hard + 10 if soft else hard
    natural, bust = total == MAX_TOTAL and len(cards) == 2, total > MAX_TOTAL
    return BlackjackHand(total, hard, soft, natural, bust, _NATURAL if natural else 0 if bust else total)


def count_card(card: Card) -> int:
    """Return what a card counts, 1 to 10; an ace counts 1."""
    return min(card.value or 0, 10)

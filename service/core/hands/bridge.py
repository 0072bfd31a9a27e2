"""Bridge hands: high-card points and shape."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from service.core.cards.card import Card
from service.core.cards.packs.french import SUITS

HIGH_CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
"""Bryant McCampbell's count (1915), which Milton Work made the common one."""


@dataclass(frozen=True, slots=True)
class BridgeHand:
    """High-card points, 0 to 37; the shape, such as 5-3-3-2; and the number of cards in each suit."""

    points: int = field(metadata={"description": "High-card points"})
    shape: str = field(metadata={"description": "Cards in its suits, the most first, such as 5-3-3-2"})
    suits: Mapping[str, int] = field(metadata={"description": "Cards in each suit by its name"})


def evaluate_bridge(cards: Sequence[Card]) -> BridgeHand:
    """Return the points and the shape of 13 cards."""
    counts = Counter(card.suit for card in cards)
    suits = {suit: counts[suit] for suit in map(str.lower, SUITS.values())}
    shape = "-".join(map(str, sorted(suits.values(), reverse=True)))
    return BridgeHand(sum(HIGH_CARD_POINTS.get(card.rank, 0) for card in cards), shape, suits)

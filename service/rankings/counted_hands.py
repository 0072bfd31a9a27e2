"""Count hands: bridge hands by high-card points and shape; cribbage hands by each item that scores.

Source for cribbage: the rules of the American Cribbage Congress. Two for his heels, a jack as the starter, are the
dealer's at the cut and belong to no hand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations, pairwise
from typing import Annotated, NamedTuple

from ..cards.card import Card
from ..cards.packs.french import SUITS

HIGH_CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
"""Bryant McCampbell's count (1915), which Milton Work made the common one."""


class BridgeCount(NamedTuple):
    """High-card points, 0 to 37; the shape, such as 5-3-3-2; and the number of cards in each suit."""

    points: Annotated[int, "High-card points"]
    shape: Annotated[str, "Cards in its suits, the most first, such as 5-3-3-2"]
    suits: Annotated[Mapping[str, int], "Cards in each suit by its name"]


def evaluate_bridge(cards: Sequence[Card]) -> BridgeCount:
    counts = Counter(card.suit for card in cards)
    suits = {suit: counts[suit] for suit in map(str.lower, SUITS.values())}
    shape = "-".join(map(str, sorted(suits.values(), reverse=True)))
    return BridgeCount(
        sum(HIGH_CARD_POINTS.get(card.rank, 0) for card in cards), shape, suits
    )


class CribbageKind(StrEnum):
    FIFTEEN = "fifteen"
    PAIR = "pair"
    RUN = "run"
    FLUSH = "flush"
    NOBS = "nobs"


class CribbageItem(NamedTuple):
    """One item that scores, such as a pair, with its points and its cards."""

    kind: Annotated[CribbageKind, "The kind of item"]
    points: Annotated[int, "Its score"]
    cards: Annotated[tuple[Card, ...], "Its cards"]


class CribbageHand(NamedTuple):
    """The score of a hand, 0 to 29 points.

    Three of a kind are three pairs, four of a kind six; a run with a pair in it is two runs or more.
    """

    points: Annotated[int, "The score"]
    items: Annotated[tuple[CribbageItem, ...], "Each item that scores"]


def score_hand(
    hand: Sequence[Card], starter: Card, *, crib: bool = False
) -> CribbageHand:
    """Return the score of four cards with the starter; in a `crib` a flush needs all five cards."""
    cards = (*hand, starter)
    items = (
        *_find_fifteens(cards),
        *_find_pairs(cards),
        *_find_runs(cards),
        *_find_flush(hand, starter, crib=crib),
        *_find_nobs(hand, starter),
    )
    return CribbageHand(sum(item.points for item in items), items)


def _find_fifteens(cards: Sequence[Card]) -> Iterator[CribbageItem]:
    """Yield every choice of cards that count 15 together, where a jack, a queen and a king count ten."""
    counts = [min(card.value or 0, 10) for card in cards]
    for positions in _SUBSETS:
        if sum([counts[position] for position in positions]) == 15:
            yield CribbageItem(
                CribbageKind.FIFTEEN,
                2,
                tuple(cards[position] for position in positions),
            )


_SUBSETS = tuple(
    positions for size in range(2, 6) for positions in combinations(range(5), size)
)


def _find_pairs(cards: Sequence[Card]) -> Iterator[CribbageItem]:
    for pair in combinations(cards, 2):
        if pair[0].rank == pair[1].rank:
            yield CribbageItem(CribbageKind.PAIR, 2, pair)


def _find_runs(cards: Sequence[Card]) -> Iterator[CribbageItem]:
    """Yield every run of the greatest length, 3 or more; the ace is low. Shorter runs within them do not count."""
    sorted_cards = sorted(cards, key=lambda card: card.value or 0)
    for length in (5, 4, 3):
        runs = [run for run in combinations(sorted_cards, length) if _is_run(run)]
        if runs:
            for run in runs:
                yield CribbageItem(CribbageKind.RUN, length, run)
            return


def _is_run(cards: Sequence[Card]) -> bool:
    """Return whether each card is one higher than the card before it."""
    return all(
        (higher.value or 0) - (lower.value or 0) == 1
        for lower, higher in pairwise(cards)
    )


def _find_flush(
    hand: Sequence[Card], starter: Card, *, crib: bool
) -> Iterator[CribbageItem]:
    """Yield the flush of a hand, with the starter if it has the same suit, and in a `crib` only with the starter."""
    if len({card.suit for card in hand}) == 1:
        if starter.suit == hand[0].suit:
            yield CribbageItem(CribbageKind.FLUSH, 5, (*hand, starter))
        elif not crib:
            yield CribbageItem(CribbageKind.FLUSH, 4, tuple(hand))


def _find_nobs(hand: Sequence[Card], starter: Card) -> Iterator[CribbageItem]:
    """Yield the jack of the starter's suit, if the hand has it."""
    for card in hand:
        if card.rank == "J" and card.suit == starter.suit:
            yield CribbageItem(CribbageKind.NOBS, 1, (card,))

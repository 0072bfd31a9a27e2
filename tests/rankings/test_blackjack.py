"""Blackjack: hard and soft totals, naturals and busts."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from service.cards.card import Card
from service.rankings.casino_hands import evaluate_blackjack
from tests.rankings.sample_cards import PACK, parse_cards
from tests.tables import for_each


@for_each(
    ("codes", "total", "hard", "is_natural", "strength"),
    [
        ("AS KS", 21, 11, True, 22),
        ("AS TD", 21, 11, True, 22),
        ("AS 5D 5C", 21, 11, False, 21),
        ("7S 7D 7C", 21, 21, False, 21),
        ("AS 6D", 17, 7, False, 17),
        ("AS 6D TC", 17, 17, False, 17),
        ("AS AD", 12, 2, False, 12),
        ("AS AD TC", 12, 12, False, 12),
        ("TS QD 2C", 22, 22, False, 0),
        ("TS QD 2C AS", 23, 23, False, 0),
        ("AS", 11, 1, False, 11),
        ("5S", 5, 5, False, 5),
        ("AS " * 21, 21, 21, False, 21),
        ("AS " * 11, 21, 11, False, 21),
    ],
)
def test_hands_count_as_at_the_table(
    codes: str, total: int, hard: int, is_natural: bool, strength: int
) -> None:
    hand = evaluate_blackjack(parse_cards(codes))
    assert hand.total == total
    assert hand.hard == hard
    assert hand.soft == (total > hard)
    assert hand.natural == is_natural
    assert hand.bust == (total > 21)
    assert hand.strength == strength


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=8))
def test_the_total_is_the_best_of_all_that_the_aces_can_make(cards: list[Card]) -> None:
    ways = {sum(way) for way in product(*map(counts, cards))}
    hand = evaluate_blackjack(cards)
    assert hand.hard == min(ways)
    not_bust = [way for way in ways if way <= 21]
    assert hand.total == max(not_bust, default=min(ways))
    assert hand.soft == (hand.total > hand.hard)
    assert hand.bust == (hand.total > 21)
    assert hand.natural == (hand.total == 21 and len(cards) == 2)


def counts(card: Card) -> list[int]:
    """Return what a card can count."""
    if card.rank == "A":
        return [1, 11]
    if card.rank.isdigit():
        return [int(card.rank)]
    return [10]

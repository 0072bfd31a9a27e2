"""Jacks or better: Mullin's own hands, and what the machine pays."""

from service.cards.card import Card
from service.rankings.jacks_or_better import (
    PAYOUTS,
    POINTS,
    Win,
    evaluate_jacks_or_better,
)
from tests.rankings.sample_cards import parse_cards, parse_ranks
from tests.tables import for_each

RANKS = {
    "2 4 5 7 8": 0,
    "2 3 3 7 9": 0,
    "J J 2 5 8": 1,
    "J J A K Q": 1,
    "4 5 5 5 6": 3,
    "3 3 6 9 9": 2,
    "2 4 4 4 4": 7,
    "3 3 5 5 5": 6,
    "10 J Q K A": 4,  # so far Mullin's own
    "A 2 3 4 5": 4,
    "Q K A 2 3": 0,
    "K A 2 3 4": 0,
    "J Q K A 2": 0,
    "9 10 J Q K": 4,
    **{f"{rank} {rank} 3 5 7": int(rank in "JQKA") for rank in "9TJQKA"},
}


@for_each(("ranks", "points"), RANKS.items())
def test_hands_have_their_points(ranks: str, points: int) -> None:
    """The ace is low before 2 and high after the king, and does not wrap around; a pair wins from jacks up."""
    assert evaluate_jacks_or_better(parse_ranks(ranks)).points == points


@for_each(
    ("cards", "win", "points", "payout"),
    [
        (parse_ranks("T T 3 5 7"), "nothing", 0, 0),
        (parse_ranks("K K 3 5 7"), "jacks_or_better", 1, 1),
        (parse_ranks("2 2 3 3 7"), "two_pair", 2, 2),
        (parse_ranks("2 2 2 3 7"), "three_of_a_kind", 3, 3),
        (parse_ranks("2 3 4 5 6"), "straight", 4, 4),
        (parse_cards("2S 3S 4S 5S 7S"), "flush", 5, 6),
        (parse_ranks("2 2 2 7 7"), "full_house", 6, 9),
        (parse_ranks("2 2 2 2 7"), "four_of_a_kind", 7, 25),
        (parse_cards("2S 3S 4S 5S 6S"), "straight_flush", 8, 50),
        (parse_cards("TS JS QS KS AS"), "royal_flush", 9, 800),
    ],
)
def test_the_full_pay_machine_pays_9_for_a_full_house_and_6_for_a_flush(
    cards: tuple[Card, ...], win: str, points: int, payout: int
) -> None:
    hand = evaluate_jacks_or_better(cards)
    assert hand.category == win
    assert hand.points == points
    assert hand.payout == payout


def test_every_win_has_points_and_a_payout() -> None:
    assert list(POINTS) == list(PAYOUTS) == list(Win)


def test_a_royal_flush_alone_pays_more_for_each_of_five_coins() -> None:
    for cards, payouts in (
        ("TS JS QS KS AS", [250] * 4 + [800]),
        ("2S 3S 4S 5S 6S", [50] * 5),
    ):
        hand = parse_cards(cards)
        assert [
            evaluate_jacks_or_better(hand, coins).payout for coins in range(1, 6)
        ] == payouts

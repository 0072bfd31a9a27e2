"""Jacks or better: Mullin's own hands, and what the machine pays."""

from service.rankings.jacks_or_better import (
    PAYOUTS,
    POINTS,
    Win,
    evaluate_jacks_or_better,
)
from tests.rankings.sample_cards import parse_cards, parse_ranks
from tests.tables import for_each


@for_each(
    ("ranks", "points"),
    [
        ("2 4 5 7 8", 0),
        ("2 3 3 7 9", 0),
        ("J J 2 5 8", 1),
        ("J J A K Q", 1),
        ("4 5 5 5 6", 3),
        ("3 3 6 9 9", 2),
        ("2 4 4 4 4", 7),
        ("3 3 5 5 5", 6),
        ("10 J Q K A", 4),  # so far Mullin's own
        ("A 2 3 4 5", 4),
        ("Q K A 2 3", 0),
        ("K A 2 3 4", 0),
        ("J Q K A 2", 0),
        ("9 10 J Q K", 4),
        ("9 9 3 5 7", 0),
        ("T T 3 5 7", 0),
        ("J J 3 5 7", 1),
        ("Q Q 3 5 7", 1),
        ("K K 3 5 7", 1),
        ("A A 3 5 7", 1),
    ],
)
def test_hands_have_their_points(ranks: str, points: int) -> None:
    """The ace is low before 2 and high after the king, and does not wrap around; a pair wins from jacks up."""
    assert evaluate_jacks_or_better(parse_ranks(ranks)).points == points


@for_each(
    ("cards", "win", "points", "payout"),
    [
        ("TS TH 3D 5C 7S", "nothing", 0, 0),
        ("KS KH 3D 5C 7S", "jacks_or_better", 1, 1),
        ("2S 2H 3D 3C 7S", "two_pair", 2, 2),
        ("2S 2H 2D 3C 7S", "three_of_a_kind", 3, 3),
        ("2S 3H 4D 5C 6S", "straight", 4, 4),
        ("2S 3S 4S 5S 7S", "flush", 5, 6),
        ("2S 2H 2D 7C 7S", "full_house", 6, 9),
        ("2S 2H 2D 2C 7S", "four_of_a_kind", 7, 25),
        ("2S 3S 4S 5S 6S", "straight_flush", 8, 50),
        ("TS JS QS KS AS", "royal_flush", 9, 800),
    ],
)
def test_the_full_pay_machine_pays_9_for_a_full_house_and_6_for_a_flush(
    cards: str, win: str, points: int, payout: int
) -> None:
    hand = evaluate_jacks_or_better(parse_cards(cards))
    assert hand.category == win
    assert hand.points == points
    assert hand.payout == payout


def test_every_win_has_points_and_a_payout() -> None:
    assert list(POINTS) == list(Win)
    assert list(PAYOUTS) == list(Win)


@for_each(
    ("cards", "payouts"),
    [
        ("TS JS QS KS AS", [250, 250, 250, 250, 800]),
        ("2S 3S 4S 5S 6S", [50, 50, 50, 50, 50]),
    ],
)
def test_a_royal_flush_alone_pays_more_for_each_of_five_coins(
    cards: str, payouts: list[int]
) -> None:
    hand = parse_cards(cards)
    for coins, payout in enumerate(payouts, start=1):
        assert evaluate_jacks_or_better(hand, coins).payout == payout

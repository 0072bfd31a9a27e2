"""Jacks or better: Mullin's own hands, and what the machine pays."""

from service.rankings.jacks_or_better import (
    PAYOUTS,
    POINTS,
    Win,
    evaluate_jacks_or_better,
)
from tests.rankings.sample_cards import parse_cards, parse_ranks
from tests.tables import for_each, read_table

TABLES = read_table("rankings/video_poker.yaml")


@for_each(("ranks", "points"), TABLES["points"])
def test_hands_have_their_points(ranks: str, points: int) -> None:
    """The ace is low before 2 and high after the king, and does not wrap around; a pair wins from jacks up."""
    assert evaluate_jacks_or_better(parse_ranks(ranks)).points == points


@for_each(("cards", "win", "points", "payout"), TABLES["payouts"])
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

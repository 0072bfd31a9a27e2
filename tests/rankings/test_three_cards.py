"""Hands of three cards: their categories, and the orders of three-card poker, teen patti, brag and zha jin hua."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from service.cards.card import Card
from service.rankings.three_cards import (
    BRAG,
    MAX_STRENGTH,
    TEEN_PATTI,
    THREE_CARD_POKER,
    ZHA_JIN_HUA,
    ThreeCardOrder,
    evaluate_three_cards,
)
from tests.rankings.sample_cards import LADDERS, PACK, parse_cards
from tests.tables import for_each

ORDERS = {
    "three-card poker": THREE_CARD_POKER,
    "teen patti": TEEN_PATTI,
    "brag": BRAG,
    "zha jin hua": ZHA_JIN_HUA,
}


@for_each(("name", "order"), ORDERS.items())
def test_each_rung_of_the_ladder_beats_the_one_below(
    name: str, order: ThreeCardOrder
) -> None:
    ladder = LADDERS[name]
    hands = [evaluate_three_cards(parse_cards(codes), order) for codes, _ in ladder]
    for hand, (_, description) in zip(hands, ladder, strict=True):
        assert hand.description == description
    strengths = [hand.strength for hand in hands]
    assert strengths == sorted(set(strengths))
    assert strengths[0] == 1
    assert strengths[-1] == MAX_STRENGTH


RANKS = "AKQJT98765432"


class Rules(NamedTuple):
    """What the sources say: the categories, the lowest first; the runs and the ranks of trips, the best first."""

    categories: str
    runs: str
    trips: str = RANKS


RULES = {
    "three-card poker": Rules(
        "high pair flush run trips running",
        "AKQ KQJ QJT JT9 T98 987 876 765 654 543 432 A32",
    ),
    "teen patti": Rules(
        "high pair flush run running trips",
        "AKQ A32 KQJ QJT JT9 T98 987 876 765 654 543 432",
    ),
    "brag": Rules(
        "high pair flush run running trips",
        "A32 AKQ KQJ QJT JT9 T98 987 876 765 654 543 432",
        "3AKQJT9876542",
    ),
    "zha jin hua": Rules(
        "high pair run flush running trips",
        "AKQ KQJ QJT JT9 T98 987 876 765 654 543 432 A32",
    ),
}


def find_place(rules: Rules, ranks: str, *, is_flush: bool) -> tuple[int, list[int]]:
    """Return a key that sorts hands by the rules, given their ranks from the ace down."""
    categories = rules.categories.split()
    runs = rules.runs.split()
    if ranks in runs:
        category = "running" if is_flush else "run"
        return categories.index(category), [-runs.index(ranks)]
    if len(set(ranks)) == 1:
        return categories.index("trips"), [-rules.trips.index(ranks[0])]
    pairs = [rank for rank in ranks if ranks.count(rank) == 2]
    odd = [rank for rank in ranks if rank not in pairs]
    deciding = [-RANKS.index(rank) for rank in pairs + odd]
    if pairs:
        return categories.index("pair"), deciding
    return categories.index("flush" if is_flush else "high"), deciding


def lay(ranks: str, suits: str) -> tuple[Card, ...]:
    """Return the cards of those ranks, each of the suit at its position."""
    codes = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
    return parse_cards(" ".join(codes))


@for_each("name", RULES)
def test_every_kind_of_hand_has_the_place_that_the_rules_in_words_give_it(
    name: str,
) -> None:
    rules = RULES[name]
    order = ORDERS[name]
    strengths: list[tuple[tuple[int, list[int]], int]] = []
    for choice in combinations_with_replacement(RANKS, 3):
        ranks = "".join(choice)
        hand = evaluate_three_cards(lay(ranks, "SHD"), order)
        place = find_place(rules, ranks, is_flush=False)
        strengths.append((place, hand.strength))
        if len(set(ranks)) == 3:
            flush = evaluate_three_cards(lay(ranks, "SSS"), order)
            place = find_place(rules, ranks, is_flush=True)
            strengths.append((place, flush.strength))
    by_place = [strength for _, strength in sorted(strengths)]
    assert by_place == list(range(1, MAX_STRENGTH + 1))


@for_each(("codes", "best"), [("AS 2H 2D", "2H 2D AS"), ("AS 2H 3D", "3D 2H AS")])
def test_the_pair_and_the_top_of_a_straight_come_first(codes: str, best: str) -> None:
    hand = evaluate_three_cards(parse_cards(codes))
    assert hand.best == parse_cards(best)


def test_there_are_as_many_hands_of_each_category_as_published() -> None:
    # Wikipedia, Three card poker
    hands = [evaluate_three_cards(hand) for hand in combinations(PACK, 3)]
    counts = Counter(hand.category for hand in hands)
    assert counts == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "one_pair": 3_744,
        "high_card": 16_440,
    }
    assert {hand.strength for hand in hands} == set(range(1, MAX_STRENGTH + 1))

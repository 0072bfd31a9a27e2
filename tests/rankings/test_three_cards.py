"""Hands of three cards: their categories, and the orders of three-card poker, teen patti, brag and zha jin hua."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise

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
    assert [hand.description for hand in hands] == [
        description for _, description in ladder
    ]
    assert all(lower.strength < higher.strength for lower, higher in pairwise(hands))
    assert hands[0].strength == 1
    assert hands[-1].strength == MAX_STRENGTH


RUNS = ("KQJ", "QJT", "JT9", "T98", "987", "876", "765", "654", "543", "432")
GAMES = {
    "three_card_poker": (
        THREE_CARD_POKER,
        "high pair flush run trips running",
        ("AKQ", *RUNS, "A32"),
        "AKQJT98765432",
    ),
    "teen_patti": (
        TEEN_PATTI,
        "high pair flush run running trips",
        ("AKQ", "A32", *RUNS),
        "AKQJT98765432",
    ),
    "brag": (
        BRAG,
        "high pair flush run running trips",
        ("A32", "AKQ", *RUNS),
        "3AKQJT9876542",
    ),
    "zha_jin_hua": (
        ZHA_JIN_HUA,
        "high pair run flush running trips",
        ("AKQ", *RUNS, "A32"),
        "AKQJT98765432",
    ),
}
"""The order of each game, and by the sources: its categories, the lowest first; its runs and trips, the best first."""


@for_each("game", GAMES)
def test_every_kind_of_hand_has_the_place_that_the_rules_in_words_give_it(
    game: str,
) -> None:
    order, categories, runs, trips = GAMES[game]

    def place(ranks: str, is_flush: bool) -> tuple[int, ...]:
        """Return a key that sorts hands, given their ranks from the ace down."""
        pairs = [rank for rank in ranks if ranks.count(rank) == 2]
        odd = [rank for rank in ranks if rank not in pairs]
        if ranks in runs:
            return categories.split().index(
                "running" if is_flush else "run"
            ), -runs.index(ranks)
        if len(set(ranks)) == 1:
            return categories.split().index("trips"), -trips.index(ranks[0])
        name = "pair" if pairs else "flush" if is_flush else "high"
        return categories.split().index(name), *(
            -"AKQJT98765432".index(rank) for rank in [*pairs, *odd]
        )

    found = {}
    for ranks in map("".join, combinations_with_replacement("AKQJT98765432", 3)):
        for suits in ("SHD", "SSS") if len(set(ranks)) == 3 else ("SHD",):
            cards = parse_cards(" ".join(map("".join, zip(ranks, suits, strict=True))))
            found[place(ranks, suits == "SSS")] = evaluate_three_cards(
                cards, order
            ).strength
    assert [found[key] for key in sorted(found)] == list(range(1, MAX_STRENGTH + 1))


def test_the_pair_and_the_top_of_a_straight_come_first() -> None:
    assert evaluate_three_cards(parse_cards("AS 2H 2D")).best == parse_cards("2H 2D AS")
    assert evaluate_three_cards(parse_cards("AS 2H 3D")).best == parse_cards("3D 2H AS")


def test_there_are_as_many_hands_of_each_category_as_published() -> None:
    hands = [evaluate_three_cards(hand) for hand in combinations(PACK, 3)]
    assert Counter(hand.category for hand in hands) == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "one_pair": 3_744,
        "high_card": 16_440,
    }  # Wikipedia, Three card poker
    assert {hand.strength for hand in hands} == set(range(1, MAX_STRENGTH + 1))

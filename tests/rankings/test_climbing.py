"""Combinations of dou dizhu, compared with the lists of RLCard 1.2 (datamllab/rlcard), and of big two."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import parse_card
from service.rankings.circles import find_circle, list_beaten
from service.rankings.climbing import (
    ClimbingCategory,
    PlayedCards,
    beats_in_big_two,
    beats_in_dou_dizhu,
    evaluate_big_two,
    evaluate_dou_dizhu,
)
from tests.rankings.sample_cards import parse_cards
from tests.tables import for_each, read_table

TABLES = read_table("rankings/climbing.yaml")

RANKS = "3456789TJQKA2BR"  # B and R are the jokers, as in RLCard
JOKERS = {"B": "X1", "R": "X2"}
WITH_JOKERS = PackOptions(jokers=2)


def play(ranks: str) -> PlayedCards:
    """Return the combination of dou dizhu that cards of these ranks are."""
    cards = []
    for at, rank in enumerate(ranks):
        suit = "SHDC"[ranks[:at].count(rank) % 4]
        code = JOKERS.get(rank, rank + suit)
        cards.append(parse_card("cards", code, DECKS["standard"], WITH_JOKERS))
    return evaluate_dou_dizhu(cards)


def choose_ranks(size: int, start: int = 0) -> Iterator[str]:
    """Yield the ranks of every choice of so many cards of the pack."""
    if not size:
        yield ""
    for place in range(start, len(RANKS)):
        rank = RANKS[place]
        copies = 1 if rank in JOKERS else 4
        for count in range(1, min(size, copies) + 1):
            for others in choose_ranks(size - count, place + 1):
                yield rank * count + others


def test_as_many_choices_of_up_to_five_cards_are_combinations_as_in_rlcard() -> None:
    choices = [ranks for size in range(1, 6) for ranks in choose_ranks(size)]
    found = Counter(play(ranks).category.value for ranks in choices)
    assert found == {
        "none": 13_473,
        "single": 15,
        "pair": 13,
        "rocket": 1,
        "triple": 13,
        "bomb": 13,
        "triple_with_single": 182,
        "triple_with_pair": 156,
        "straight": 8,
    }


@for_each(("ranks", "category"), TABLES["combinations"])
def test_cards_are_a_combination_of_dou_dizhu_or_none(
    ranks: str, category: str
) -> None:
    assert play(ranks).category == category


@for_each(("played", "beaten", "unbeaten"), TABLES["beaten"])
def test_a_combination_beats_a_lower_one_like_it_and_a_bomb_beats_others(
    played: str, beaten: str, unbeaten: str
) -> None:
    cards = play(played)
    for other in beaten.split():
        assert beats_in_dou_dizhu(cards, play(other)) is True, other
    for other in unbeaten.split():
        assert beats_in_dou_dizhu(cards, play(other)) is False, other


LADDERS = (
    "3D | 3C | 3H | 3S | 4D | KS | AD | 2D | 2S",
    "3D 3C | 3H 3S | 4D 4C | 4D 4S | 2D 2C | 2H 2S",
    "3D 3C 3H | 4D 4C 4S | AD AC AS | 2D 2C 2H",
    "3S 4S 5S 6S 7D | 3D 4S 5S 6S 7S | JS QS KS AS 2D | 3D 4D 5D 6D 9D | 3S 4S 5S 6S 9S | 3C 4C 5C 6C 2C"
    " | 7H JH QH KH 2H | 3S 4S 5S 6S 2S"
    " | 3D 3C 3H 2S 2H | 4D 4C 4H 3S 3H | 3D 3C 3H 3S 2S | 4D 4C 4H 4S 3D | 3D 4D 5D 6D 7D | JS QS KS AS 2S",
)


@for_each("ladder", LADDERS)
def test_combinations_of_big_two_beat_the_lower_ones_of_as_many_cards(
    ladder: str,
) -> None:
    plays = [evaluate_big_two(parse_cards(cards)) for cards in ladder.split(" | ")]
    for low, high in combinations(plays, 2):
        assert beats_in_big_two(high, low) is True, (low, high)
        assert beats_in_big_two(low, high) is False, (low, high)
    of_other_size = "5D 5C" if len(plays[0].best) == 1 else "5D"
    other = evaluate_big_two(parse_cards(of_other_size))
    for played in plays:
        assert not beats_in_big_two(played, other)
        assert not beats_in_big_two(other, played)


@for_each(
    "cards",
    [
        "3D 4D",
        "3D 3C 4D",
        "3D 3C 3H 3S",
        "AS 2S 3S 4S 5H",
        "2S 3S 4S 5S 6H",
        "3D 3C 3H 4D 5D",
    ],
)
def test_other_cards_are_no_combination_of_big_two(cards: str) -> None:
    played = evaluate_big_two(parse_cards(cards))
    assert played.category == ClimbingCategory.NONE
    assert played.strength == 0
    assert not beats_in_big_two(played, played)


def test_hands_that_beat_themselves_by_way_of_others_are_a_circle() -> None:
    signs = ["rock", "paper", "scissors", "well"]
    beats = {"rock scissors", "scissors paper", "paper rock", "rock well"}
    beaten = list_beaten(signs, lambda a, b: f"{a} {b}" in beats)
    assert find_circle(beaten) == [1, 2, 3]
    assert find_circle([[2], [3], [4], [1]]) == [1, 2, 3, 4]
    assert find_circle([[2, 3], [3], []]) == []

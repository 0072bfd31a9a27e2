"""Chinese poker: the three parts of a set hand, fouled hands, and the units."""

from itertools import combinations

from service.rankings.chinese_poker import MAX_FRONT, evaluate_chinese
from service.rankings.poker_hands import find_best_five, find_winners
from tests.rankings.sample_cards import PACK, parse_cards
from tests.tables import for_each

MIDDLE = "3S 3H 4C 4D 9S"
BACK = "TS TH TD 5C 5D"
FRONTS = ("2S 3H 4D", "AS KH JD", "2S 2H 3D", "AS AH KD", "2S 2H 2D", "AS AH AD")
"""The weakest first."""


def find_front(front: str) -> int:
    """Return the strength of the front of a set hand."""
    [hand] = evaluate_chinese([parse_cards(f"{front} {MIDDLE} {BACK}")])
    return hand.front


def test_three_cards_are_ranked_without_straights_and_flushes() -> None:
    strengths = [find_front(front) for front in FRONTS]
    assert strengths == sorted(set(strengths))
    assert strengths[0] == 1
    assert strengths[-1] == MAX_FRONT
    assert find_front("2S 3S 4S") == find_front("4H 3D 2C")


def test_every_front_has_a_strength() -> None:
    five = parse_cards(MIDDLE)
    hands = [(*front, *five, *five) for front in combinations(PACK, 3)]
    strengths = {evaluate_chinese([hand])[0].front for hand in hands}
    assert strengths == set(range(1, MAX_FRONT + 1))


@for_each(
    ("cards", "fouled"),
    [
        (f"KS KH 2D {MIDDLE} {BACK}", False),
        (f"2S 2H 2D {MIDDLE} {BACK}", True),  # three of a kind before two pair
        (f"KS KH 2D {BACK} {MIDDLE}", True),  # a full house before two pair
        # the same pair and kicker: five cards are more
        ("8S 8H AD 8C 8D AH QS 2S TS TH TD 5C 5D", False),
        ("8S 8H AD 8C 8D KH QS 2S TS TH TD 5C 5D", True),  # a better kicker
        ("AS KH QD AH KD QC JS 9S TS TH TD 5C 5D", False),
    ],
)
def test_a_part_that_is_better_than_the_one_behind_it_fouls_the_hand(
    cards: str, fouled: bool
) -> None:
    [hand] = evaluate_chinese([parse_cards(cards)])
    assert hand.fouled is fouled


def test_each_part_plays_for_a_unit_against_that_of_every_other_hand() -> None:
    # a pair, two pair, a full house
    first = parse_cards("2S 2H KD 3S 3H 4C 4D 9S TS TH TD 5C 5D")
    # a better pair, a straight, a flush
    second = parse_cards("AS AH QD 6S 7H 8C 9D TC JS 8S 7S 4S QS")
    # fouled: three of a kind, a flush, and a pair behind
    third = parse_cards("6C 6D 6H 2C 3C 9C JC KC AC AD 3D JD QC")
    values = evaluate_chinese([first, second, third])
    assert [value.fouled for value in values] == [False, False, True]
    assert [value.units for value in values] == [-1 + 3, 1 + 3, -6]
    assert find_winners(values, "units") == (2,)
    equal_values = evaluate_chinese([first, first])
    assert find_winners(equal_values, "units") == (1, 2)
    assert values[0].back == find_best_five(first[8:]).strength

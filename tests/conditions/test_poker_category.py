"""The vectorized category of poker equals that of the best five cards."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from service.conditions.condition import Leaf
from service.conditions.condition_parsing import parse_condition
from service.conditions.predicates import CATEGORIES, PokerCategory
from service.rankings.poker_hands import find_best_five
from tests.conditions.tables import set_up_game
from tests.rankings.published_counts import CATEGORIES as PUBLISHED
from tests.rankings.sample_cards import (
    PACK,
    exchange_suits,
    hands_up_to_suits,
    sample_hands,
)
from tests.tables import for_each

BITS = np.uint64(1) << np.arange(52, dtype=np.uint64)


def make_predicate() -> PokerCategory:
    """Return the category of a hand of hold'em."""
    flush = {"hand": "1", "category": "flush"}
    leaf = parse_condition(flush, set_up_game("holdem").deals)
    assert isinstance(leaf, Leaf)
    assert isinstance(leaf.predicate, PokerCategory)
    return leaf.predicate


def count_categories(hands: NDArray[np.intp]) -> NDArray[np.int64]:
    """Return the category of each hand, a row of indices in the pack."""
    masks = np.bitwise_or.reduce(BITS[hands], axis=1)
    values: NDArray[np.int64] = make_predicate().values([masks])
    return values


def every_hand_of(first: int) -> NDArray[np.intp]:
    """Return the five-card hands whose first card has that index."""
    rest = np.array(list(combinations(range(first + 1, 52), 4)), np.intp)
    return np.column_stack([np.full(len(rest), first), rest])


def test_every_five_cards_are_counted_as_published() -> None:
    counts: Counter[str] = Counter()
    for first in range(48):
        values = count_categories(every_hand_of(first))
        numbers = np.bincount(values, minlength=len(CATEGORIES))
        counts.update(dict(zip(map(str, CATEGORIES), numbers.tolist(), strict=True)))
    assert counts == PUBLISHED


@pytest.mark.long
@pytest.mark.parametrize("size", [5, 6, 7])
def test_random_hands_have_the_category_of_their_best_five(size: int) -> None:
    hands = list(sample_hands(f"categories of {size}", 4_000, size))
    best = [find_best_five(hand) for hand in hands]
    expected = [CATEGORIES.index(hand.category) for hand in best]
    indices = np.array([[PACK.index(card) for card in hand] for hand in hands])
    assert count_categories(indices).tolist() == expected


@for_each(
    ("codes", "category"),
    [
        ("AS KS QS JS TS 2H 3D", "royal_flush"),
        ("AS 2S 3S 4S 5S KH QH", "straight_flush"),
        ("9S 8S 7S 6S 5S AS KS", "straight_flush"),
        ("AS KS QS JS TH 2S 3D", "flush"),  # a straight and a flush of other cards
        ("5S 4S 3S 2S AH KS QS", "flush"),
        ("AH 2S 3D 4C 5H 9S JD", "straight"),
        ("KH AS 2D 3C 4H 9S JD", "high_card"),  # no straight goes round the corner
        ("AS AH AD KC KS KH 2D", "full_house"),
        ("AS AH AD KC KS QH QD", "full_house"),
        ("AS AH AD AC KS KH KD", "four_of_a_kind"),
        ("AS AH KD KC QS QH 2D", "two_pair"),
    ],
)
def test_the_categories_of_hands_that_could_be_several(
    codes: str, category: str
) -> None:
    by_code = {card.code: index for index, card in enumerate(PACK)}
    hand = np.array([[by_code[code] for code in codes.split()]])
    assert str(CATEGORIES[count_categories(hand)[0]]) == category


@pytest.mark.exhaustive
def test_every_five_cards_have_the_category_of_the_plain_rule() -> None:
    hands, numbers = hands_up_to_suits(5, range(4))
    best = [find_best_five([PACK[card] for card in hand]) for hand in hands.tolist()]
    expected = [CATEGORIES.index(hand.category) for hand in best]
    for order in exchange_suits(hands):
        assert count_categories(order).tolist() == expected
    assert sum(numbers) == 2_598_960

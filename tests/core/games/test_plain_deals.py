"""Plain deals round the table."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.core.errors import Refused
from service.core.games.deals import DealRequest, build_procedure
from service.core.games.procedures import all_cards
from tests.tables import for_each


def deal(order: Sequence[int], request: DealRequest) -> tuple[list[list[int]], dict[str, list[int]]]:
    """The hands in the order of their seats, and the piles."""
    result = build_procedure(request, len(order)).deal(order)
    hands = [all_cards(hand) for hand in result.hands.values()]
    return hands, {name: all_cards(pile) for name, pile in result.piles.items()}


def test_cards_go_round_the_table_one_at_a_time_from_the_top() -> None:
    hands, piles = deal(range(10), DealRequest(hands=3, cards=2))
    assert hands == [[0, 3], [1, 4], [2, 5]]
    assert piles == {"stock": [6, 7, 8, 9]}


def test_packets_are_given_to_each_hand_at_once() -> None:
    assert deal(range(12), DealRequest(hands=2, packets=(3, 2)))[0] == [[0, 1, 2, 6, 7], [3, 4, 5, 8, 9]]


def test_cards_are_burned_before_the_first_is_dealt() -> None:
    hands, piles = deal(range(6), DealRequest(hands=2, cards=2, burn=1))
    assert hands == [[1, 3], [2, 4]]
    assert piles == {"burns": [0], "stock": [5]}


@given(st.permutations(range(52)), st.integers(1, 10), st.integers(1, 5), st.integers(0, 2))
def test_every_card_is_in_exactly_one_hand_or_pile(order: list[int], hands: int, cards: int, burn: int) -> None:
    dealt_hands, piles = deal(order, DealRequest(hands=hands, cards=cards, burn=burn))
    cards_dealt = [card for pile in (*dealt_hands, *piles.values()) for card in pile]
    assert sorted(cards_dealt) == list(range(52))
    assert {len(hand) for hand in dealt_hands} == {cards}


@for_each(
    ("request_", "field", "sentence"),
    [
        (DealRequest(hands=4, cards=14), "cards", "4 × 14 cards and 0 burned make 56, but there are 52: 4 too few"),
        (DealRequest(hands=9, packets=(3, 3)), "packets", "9 × 6 cards and 0 burned make 54"),
        (DealRequest(hands=4, cards=13, burn=1), "cards", "4 × 13 cards and 1 burned make 53"),
        (DealRequest(hands=4), "cards", "Say how many cards each hand gets"),
        (DealRequest(hands=4, cards=6, packets=(3, 2)), "packets", "Packets of 3, 2 make 5 cards a hand, not 6"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_with_the_arithmetic(request_: DealRequest, field: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence) as refusal:
        deal(range(52), request_)
    assert refusal.value.field == field

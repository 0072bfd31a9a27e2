"""Plain deals round the table."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from service.games.deals import DealRequest, build_procedure
from service.games.procedures import all_cards


def deal(
    order: Sequence[int], request: DealRequest
) -> tuple[list[list[int]], dict[str, list[int]]]:
    result = build_procedure(request, len(order)).deal(order)
    hands = [all_cards(hand) for hand in result.hands.values()]
    return hands, {name: all_cards(pile) for name, pile in result.piles.items()}


def test_cards_go_round_the_table_singly_or_in_packets_after_the_burned_ones() -> None:
    assert deal(range(10), DealRequest(hands=3, cards=2)) == (
        [[0, 3], [1, 4], [2, 5]],
        {"stock": [6, 7, 8, 9]},
    )
    assert deal(range(12), DealRequest(hands=2, packets=(3, 2)))[0] == [
        [0, 1, 2, 6, 7],
        [3, 4, 5, 8, 9],
    ]
    burned = deal(range(6), DealRequest(hands=2, cards=2, burn=1))
    assert burned == ([[1, 3], [2, 4]], {"burns": [0], "stock": [5]})


@given(
    st.permutations(range(52)), st.integers(1, 10), st.integers(1, 5), st.integers(0, 2)
)
def test_every_card_is_in_exactly_one_hand_or_pile(
    order: list[int], hands: int, cards: int, burn: int
) -> None:
    dealt_hands, piles = deal(order, DealRequest(hands=hands, cards=cards, burn=burn))
    cards_dealt = [card for pile in (*dealt_hands, *piles.values()) for card in pile]
    assert sorted(cards_dealt) == list(range(52))
    assert {len(hand) for hand in dealt_hands} == {cards}

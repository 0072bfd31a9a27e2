"""Plain deals round the table."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from service.games.dealing import DealRequest, build_procedure
from tests.games.tables import flatten


class DealtCards(NamedTuple):
    """The cards of each hand, and those of each pile by its name."""

    hands: list[list[int]]
    piles: dict[str, list[int]]


def deal(order: Sequence[int], **request: Any) -> DealtCards:
    """Return the hands and piles of a plain deal."""
    procedure = build_procedure(DealRequest(**request), len(order))
    dealt = procedure.deal(order)
    hands = flatten(dealt.hands)
    return DealtCards(list(hands.values()), flatten(dealt.piles))


def test_cards_go_round_the_table_singly() -> None:
    dealt = deal(range(10), hands=3, cards=2)
    assert dealt.hands == [[0, 3], [1, 4], [2, 5]]
    assert dealt.piles == {"stock": [6, 7, 8, 9]}


def test_packets_go_round_the_table() -> None:
    dealt = deal(range(12), hands=2, packets=(3, 2))
    assert dealt.hands == [[0, 1, 2, 6, 7], [3, 4, 5, 8, 9]]


def test_cards_go_round_the_table_after_the_burned_ones() -> None:
    dealt = deal(range(6), hands=2, cards=2, burn=1)
    assert dealt.hands == [[1, 3], [2, 4]]
    assert dealt.piles == {"burns": [0], "stock": [5]}


ORDERS = st.permutations(range(52))


@given(
    order=ORDERS,
    hands=st.integers(1, 10),
    cards=st.integers(1, 5),
    burn=st.integers(0, 2),
)
def test_every_card_is_in_exactly_one_hand_or_pile(
    order: list[int], hands: int, cards: int, burn: int
) -> None:
    dealt = deal(order, hands=hands, cards=cards, burn=burn)
    piles = [*dealt.hands, *dealt.piles.values()]
    assert sorted(chain.from_iterable(piles)) == list(range(52))
    assert {len(hand) for hand in dealt.hands} == {cards}

"""The vectorized form of a condition equals its definition."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.cards.options import PackOptions
from service.conditions.compiled import Evaluator
from service.conditions.condition import find_contradiction
from service.games.deals import DealRequest
from tests.conditions.definitions import holds
from tests.conditions.strategies import Dealt, conditions, parse_anything
from tests.conditions.tables import Table, set_up_deck, set_up_game
from tests.tables import read_table

GAMES = "bridge holdem seven_card_stud baccarat mahjong riichi pinochle briscola skat klondike dominoes"
ONE_PACK = PackOptions(decks=1)
TWO_PACKS = PackOptions(decks=2, jokers=2)
PLAIN = DealRequest(hands=4, cards=5, burn=1)
PACKETS = DealRequest(hands=2, packets=(3, 2))
TWELVE_EACH = DealRequest(hands=3, cards=12)
GIVEN: dict[str, dict[str, Any]] = read_table("conditions/given.yaml")
TABLES: dict[str, Callable[[], Table]] = {
    name: partial(set_up_game, name) for name in GAMES.split()
} | {
    "bridge, half a hand": lambda: set_up_game("bridge", given=GIVEN["bridge"]),
    "hold'em, rigged": lambda: set_up_game("holdem", 9, given=GIVEN["holdem"]),
    "blackjack": lambda: set_up_game("blackjack", 3),
    "blackjack, given": lambda: set_up_game("blackjack", 3, given=GIVEN["blackjack"]),
    "baccarat of one pack, given": lambda: set_up_game(
        "baccarat", options=ONE_PACK, given=GIVEN["baccarat"]
    ),
    "crazy eights": lambda: set_up_game("crazy_eights", 2),
    "riichi, given": lambda: set_up_game("riichi", given=GIVEN["riichi"]),
    "a plain deal": lambda: set_up_deck("standard", PLAIN),
    "a plain deal, given": lambda: set_up_deck(
        "standard", PACKETS, given=GIVEN["standard"]
    ),
    "jokers": lambda: set_up_deck("standard", TWELVE_EACH, TWO_PACKS),
}
DEALS = 40


@cache
def table_of(name: str) -> Table:
    """Return a table, which is set up once."""
    return TABLES[name]()


def deal_all(table: Table, index: int, board: int) -> Dealt:
    """Return the cards of each hand and pile of successive deals."""
    orders = table.draw("equal", DEALS, index).T.tolist()
    boards = range(board, board + DEALS)
    return [
        table.deals.cards_by_place(order, number)
        for order, number in zip(orders, boards, strict=True)
    ]


@pytest.mark.parametrize("name", TABLES)
@given(data=st.data(), index=st.integers(0, 2**53 - DEALS), board=st.integers(1, 20))
@settings(max_examples=settings().max_examples // 4)
def test_the_vectorized_form_equals_the_definition(
    name: str, data: st.DataObject, index: int, board: int
) -> None:
    table = table_of(name)
    dealt = deal_all(table, index, board)
    where = data.draw(conditions(table.deals, dealt))
    condition = parse_anything(where, table.deals)
    expected = [holds(condition, table.deals, deal) for deal in dealt]
    orders = table.draw("equal", DEALS, index)
    flags = Evaluator(condition, table.deals).matches(orders, board)
    assert flags.tolist() == expected
    if any(expected):
        assert find_contradiction(condition, table.deals) is None

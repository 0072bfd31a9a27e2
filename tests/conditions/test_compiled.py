"""The vectorized form of a condition equals its definition."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.cards.options import PackOptions
from service.conditions.compiled import Evaluator
from service.conditions.condition import find_contradiction
from service.games.dealing import DealRequest
from tests.conditions.definitions import holds
from tests.conditions.strategies import Dealt, conditions, parse_anything
from tests.conditions.tables import Table, set_up_deck, set_up_game
from tests.tables import read_table

TABLES: dict[str, dict[str, Any]] = read_table("conditions/tables.yaml")
DEALS = 40


@cache
def table_of(name: str) -> Table:
    """Return a table, which is set up once."""
    entry = TABLES[name]
    packs = PackOptions(**entry.get("packs", {}))
    given = entry.get("given")
    if "game" in entry:
        players = entry.get("players")
        return set_up_game(entry["game"], players, given, options=packs)
    deal = DealRequest(**entry["deal"])
    return set_up_deck("standard", deal, packs, given)


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

"""The vectorized form of a condition equals its definition."""

from collections.abc import Callable
from functools import cache, partial

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

GAMES = "bridge holdem seven_card_stud baccarat mahjong riichi pinochle briscola skat klondike dominoes"
TABLES: dict[str, Callable[[], Table]] = {
    **{name: partial(set_up_game, name) for name in GAMES.split()},
    "bridge, half a hand": lambda: set_up_game(
        "bridge", given={"hands": {"S": ["AS", "AH", "AD"], "E": ["2C"]}}
    ),
    "hold'em, rigged": lambda: set_up_game(
        "holdem",
        9,
        given={
            "hands": {"1": ["AS", "AH"]},
            "piles": {"board": {"flop": ["KS", "QS"]}},
        },
    ),
    "blackjack": lambda: set_up_game("blackjack", 3),
    "blackjack, given": lambda: set_up_game(
        "blackjack", 3, given={"hands": {"dealer": ["AS"], "2": ["AH", "AH"]}}
    ),
    "baccarat of one pack, given": lambda: set_up_game(
        "baccarat",
        options=PackOptions(decks=1),
        given={"piles": {"burns": {"turned": ["7S"]}}},
    ),
    "crazy eights": lambda: set_up_game("crazy_eights", 2),
    "riichi, given": lambda: set_up_game(
        "riichi", given={"piles": {"dead_wall": {"dora_indicators": ["1s"]}}}
    ),
    "a plain deal": lambda: set_up_deck(
        "standard", DealRequest(hands=4, cards=5, burn=1)
    ),
    "a plain deal, given": lambda: set_up_deck(
        "standard",
        DealRequest(hands=2, packets=(3, 2)),
        given={"hands": {"1": ["AS"]}, "piles": {"stock": ["2C"]}},
    ),
    "jokers": lambda: set_up_deck(
        "standard", DealRequest(hands=3, cards=12), PackOptions(decks=2, jokers=2)
    ),
}
DEALS = 40


@cache
def table_of(name: str) -> Table:
    return TABLES[name]()


def deal_all(
    table: Table, seed: str, index: int, deals: int = DEALS, board: int = 1
) -> Dealt:
    rows = table.draw(seed, deals, index)
    return [
        table.deals.cards_by_place(order, board + at)
        for at, order in enumerate(rows.T.tolist())
    ]


@pytest.mark.parametrize("name", TABLES)
@given(data=st.data(), index=st.integers(0, 2**53 - DEALS), board=st.integers(1, 20))
@settings(max_examples=settings().max_examples // 4)
def test_the_vectorized_form_equals_the_definition(
    name: str, data: st.DataObject, index: int, board: int
) -> None:
    table = table_of(name)
    deals = deal_all(table, "equal", index, DEALS, board)
    condition = parse_anything(data.draw(conditions(table.deals, deals)), table.deals)
    expected = [holds(condition, table.deals, deal) for deal in deals]
    flags = Evaluator(condition, table.deals).matches(
        table.draw("equal", DEALS, index), board
    )
    assert flags.tolist() == expected
    if any(expected):
        assert find_contradiction(condition, table.deals) is None

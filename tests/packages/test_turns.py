"""What a store keeps of a turn: few bytes, from which the same response and views come, member for member."""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest
from shuffle_and_deal import MemoryStore, Table, TableError
from shuffle_and_deal.turns import Turn, open_turn, open_view, write_turn

from tests.packages.in_process import BLOCKING, Lists
from tests.tables import for_each, read_table

SERVICE = BLOCKING["embedded"]
SHOES = read_table("packages/kept_shoes.yaml")


def write_members(turn: Turn, seats: Iterable[str]) -> str:
    """Return what a turn tells the backend, seats and spectators as JSON, in the order of its members."""
    views = [turn.view(seat) for seat in (*seats, "another", None)]
    return json.dumps([turn.response, views])


@for_each("name", SHOES)
def test_a_turn_is_what_it_was_member_for_member(name: str) -> None:
    token = SERVICE.call("/v1/shoes", SHOES[name]["opened"])["shoe"]
    for action, asked in SHOES[name]["turns"]:
        sent = asked | {"shoe": token, "each_seat": True}
        response = SERVICE.call(f"/v1/shoes/{action}", sent)
        token = response.pop("shoe")
        views = response.pop("seat_views")
        turn = Turn("one", response, views, response.pop("spectator_view"))
        text = write_turn(action, asked, turn)
        _, asked_again, again = open_turn("one", text)
        assert json.dumps(asked_again) == json.dumps(asked)
        assert write_members(again, views) == write_members(turn, views)
        for seat in [*views, "another", None]:
            told = [response, turn.view(seat)]
            assert json.dumps(open_view(text, seat)) == json.dumps(told)
        for view in (again.response, again.view()):
            view["cards"] = view.pop("seen", None)
        for seat, view in views.items():
            assert again.view(seat) == view


@for_each("action", ["draw", "deal"])
@for_each(
    "response",
    [
        {"-": 1, "cards": [], "seen": {"cards": None}, "seat": "a"},
        {"=": 1, "seen": []},
        {"cards": {"-": []}, "round": False, "reshuffled": 0, "draws": 1.0},
        {"seat": "a", "seen": {"-": 1, "cards": 2}},
        {},
    ],
)
def test_a_response_of_another_form_is_kept_too(
    response: dict[str, Any], action: str
) -> None:
    views = {"a": {"=": {}}, "b": {"cards": 1, "-": ["seen"]}}
    turn = Turn("one", response, views, {"seen": {"=": 1}})
    text = write_turn(action, {"count": 1, "seat": "a"}, turn)
    _, _, again = open_turn("one", text)
    assert write_members(again, views) == write_members(turn, views)


def test_a_draw_takes_few_bytes() -> None:
    count = 400
    store = MemoryStore()
    table = Table(SERVICE, store, "table")
    table.open(deck="standard", decks=8)
    for number in range(count):
        table.draw(f"hit {number}", 1, seat="Ann")
    turns = asyncio.run(store.turns("table", 0, count))
    assert len(turns) == count
    assert len("".join(turns).encode()) <= 320 * count


def test_another_shoe_in_the_place_of_one_is_noticed() -> None:
    texts: dict[str, list[str]] = {}
    table = Table(SERVICE, Lists(texts), "table")
    table.open(deck="standard")
    other_texts: dict[str, list[str]] = {}
    other = Table(SERVICE, Lists(other_texts), "table")
    other.open(deck="standard")
    other.draw("a", 1)
    texts["table"] = other_texts["table"]
    with pytest.raises(TableError, match="lost"):
        table.draw("a", 1)

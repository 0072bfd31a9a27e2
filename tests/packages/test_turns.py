"""What a store keeps of a turn: few bytes, from which the same response and views come, member for member."""

import json
from pathlib import Path
from typing import Any

import pytest
from shuffle_and_deal import MemoryStore, SQLiteStore, Table, TableError
from shuffle_and_deal.turns import Turn, open_turn, open_view, write_turn

from tests.packages.in_process import BLOCKING

SERVICE = BLOCKING["embedded"]
WORDS = {"client_seed": "our words"}
SHOES: dict[str, tuple[dict[str, Any], list[tuple[str, dict[str, Any]]]]] = {
    "a deck": (
        {"deck": "standard", "reshuffle": "at_cut", "cut": 40},
        [
            ("draw", {"count": 1} | WORDS),
            *[("draw", {"count": 2, "seat": "Ann", "burn": 1})] * 5,
        ],
    ),
    "cards in play": (
        {"deck": "standard"},
        [("draw", {"count": 2}), ("draw", {"count": 51, "in_play": [0]})],
    ),
    "numbers": (
        {"min": -3, "max": 49},
        [("draw", {"count": 1}), ("draw", {"count": 3, "seat": "é\u2028"})],
    ),
    "items": (
        {"items": ["a", "a", "-"], "reveal": "shown"},
        [("draw", {"count": 1, "seat": "-"})] * 2,
    ),
    "a game": (
        {"game": "blackjack", "players": 2, "reveal": "shown"},
        [
            ("deal", {"through": "second_cards"} | WORDS),
            ("draw", {"count": 1, "seat": "1"}),
        ],
    ),
    "stages": (
        {"game": "holdem", "players": 3},
        [("deal", {}), ("deal", {"through": "river"})],
    ),
}


@pytest.mark.parametrize("name", SHOES)
def test_a_turn_is_what_it_was_member_for_member(name: str) -> None:
    terms, actions = SHOES[name]
    token = SERVICE.call("/v1/shoes", terms)["shoe"]
    for kind, asked in actions:
        sent = {**asked, "shoe": token, "each_seat": True}
        response = SERVICE.call(f"/v1/shoes/{kind}", sent)
        token = response.pop("shoe")
        views = response.pop("seat_views")
        turn = Turn("one", response, views, response.pop("spectator_view"))
        text = write_turn(kind, asked, turn)
        assert json.dumps(open_turn("one", text)[1]) == json.dumps(asked)
        again = open_turn("one", text)[2]
        for one, other in (
            (again.response, response),
            (again._views, views),
            (again._spectators, turn._spectators),
        ):
            assert json.dumps(one) == json.dumps(other)
        for seat in [*views, "another", None]:
            assert json.dumps(open_view(text, seat)) == json.dumps(
                (response, turn.view(seat))
            )
        for view in (again.response, again._spectators):
            view["cards"] = view.pop("seen", None)
        for seat, view in views.items():
            assert again.view(seat) == view


@pytest.mark.parametrize(
    "response",
    [
        {"-": 1, "cards": [], "seen": {"cards": None}, "seat": "a"},
        {"=": 1, "seen": []},
        {"cards": {"-": []}, "round": False, "reshuffled": 0, "draws": 1.0},
        {"seat": "a", "seen": {"-": 1, "cards": 2}},
        {},
    ],
)
def test_a_response_of_another_form_is_kept_too(response: dict[str, Any]) -> None:
    turn = Turn(
        "one",
        response,
        {"a": {"=": {}}, "b": {"cards": 1, "-": ["seen"]}},
        {"seen": {"=": 1}},
    )
    for kind in ("draw", "deal"):
        again = open_turn("one", write_turn(kind, {"count": 1, "seat": "a"}, turn))[2]
        assert json.dumps(
            [again.response, again._views, again._spectators]
        ) == json.dumps([turn.response, turn._views, turn._spectators])


def test_a_draw_takes_few_bytes(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    count = 400
    store = SQLiteStore(path)
    with store._open() as database:
        database.execute("PRAGMA synchronous = OFF")
    table = Table(SERVICE, store, "table 7, shoe 1")
    table.open(deck="standard", decks=8)
    for number in range(count):
        table.draw(f"hit {number}", 1, seat="Ann")
    with store._open() as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert path.stat().st_size <= 20_000 + 500 * count


def test_another_shoe_in_the_place_of_one_is_noticed() -> None:
    store = MemoryStore()
    other = MemoryStore()
    table = Table(SERVICE, store, "table")
    table.open(deck="standard")
    new = Table(SERVICE, other, "table")
    new.open(deck="standard")
    new.draw("a", 1)
    store._heads, store._turns = other._heads, other._turns
    with pytest.raises(TableError, match="lost"):
        table.draw("a", 1)

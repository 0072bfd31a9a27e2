"""The riichi table of docs/how: four players use its backend over HTTP, and their checks find cheats."""

import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.docs.guide import HOW, python_of, run_python
from tests.peers import run_http_server
from tests.server.client import post_json


def change_nothing(response: object) -> None:
    """Be honest."""


@dataclass
class Backend:
    """A running backend."""

    names: dict[str, Any]  # that its program defines
    address: str
    # changes each response of the service
    tamper: Callable[[dict[str, Any]], object] = change_nothing

    def post(self, path: str, **body: Any) -> Any:
        return post_json(self.address, path, **body)


@pytest.fixture(scope="module")
def riichi_backend(keyed: str) -> Iterator[Backend]:
    """Run the server of the page."""
    with TemporaryDirectory() as folder:
        code = python_of(HOW / "riichi.md").replace("tables.db", f"{folder}/tables.db")
        names = run_python(code, keyed)
        call = names["service"].call

        def note(path: str, body: dict[str, Any]) -> Any:
            response = call(path, body)
            backend.tamper(response)
            return response

        with names["service"], run_http_server(names["Riichi"]) as address:
            backend = Backend(names, address)
            names["service"].call = note
            yield backend


@dataclass
class Player:
    """A player's program: the commitment that the player noted, and the player's text, seat and secret."""

    backend: Backend
    table: str
    commitment: str
    text: str
    seat: str
    secret: str

    def do(self, action: str, **body: Any) -> Any:
        return self.backend.post(f"/{action}/{self.table}", secret=self.secret, **body)

    def check(self) -> bool:
        return bool(
            self.backend.names["check"](self.commitment, self.text, self.do("look"))
        )


SEATS = ["east", "south", "west", "north"]


def seat_players(backend: Backend, table: str) -> list[Player]:
    """Open a table. A player sits down at each seat, notes the commitment, and gives a text. Return the players."""
    backend.post(f"/open/{table}", seats=SEATS, game="riichi", label=table)
    players = []
    for seat in SEATS:
        text = secrets.token_hex(16)
        place = backend.post(f"/sit/{table}", word=hash_text(text))
        assert place["seat"] == seat
        players.append(Player(backend, table, "", text, **place))
    for player in players:
        public = player.do("look")["public"]
        player.commitment = public["commitment"]
        assert hash_text(player.text) in public["terms"]["words"]
    for player in players:
        player.do("give", text=player.text)
    return players


def hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture
def riichi(riichi_backend: Backend) -> Iterator[Backend]:
    """Return the backend of riichi, honest at first."""
    yield riichi_backend
    riichi_backend.tamper = change_nothing


@dataclass
class RiichiTable:
    """A table at which all have given their texts, and east is to discard."""

    name: str
    backend: Backend
    east: Player
    south: Player
    west: Player
    north: Player

    def players(self) -> list[Player]:
        return [self.east, self.south, self.west, self.north]

    def tiles(self, player: Player) -> list[str]:
        """Return the tiles of a player as the backend keeps them: a test changes them as luck might have."""
        state = self.backend.names["STATES"][self.name]
        cards: list[str] = state["seats"][player.seat]["cards"]
        return cards

    def give_tiles(self, player: Player, tiles: list[str]) -> None:
        """Put tiles into a hand, in place of its first."""
        self.tiles(player)[: len(tiles)] = tiles

    def discard(self, player: Player, tile: str) -> Any:
        """Put a tile into a hand, and discard it."""
        self.tiles(player)[-1] = tile
        return player.do("discard", tile=tile)

    def call_kan(self, player: Player, tile: str) -> Any:
        """Let a player whose turn it is have four tiles, and lay them down."""
        self.give_tiles(player, [tile] * 4)
        return player.do("call", tiles=[tile] * 4)


@pytest.fixture
def table(riichi: Backend) -> RiichiTable:
    """Return a table of its own for a test."""
    name = secrets.token_hex(4)
    return RiichiTable(name, riichi, *seat_players(riichi, name))


def test_a_player_sees_the_tiles_that_the_backend_deals_to_the_seat(
    table: RiichiTable,
) -> None:
    shown = table.south.do("look")["views"][0]["hands"][1]["cards"]
    assert Counter(shown) == Counter(table.tiles(table.south))


def test_the_first_turn_is_a_discard_and_each_other_begins_with_a_draw(
    table: RiichiTable,
) -> None:
    assert "Discard first" in table.east.do("draw")["error"]
    assert table.discard(table.east, "1m")["turn"] == "south"
    south = table.south
    assert "Draw first" in south.do("discard", tile=table.tiles(south)[0])["error"]
    assert "turn" in table.west.do("draw")["error"]


def test_a_pon_is_called_by_any_seat_but_the_one_that_discarded(
    table: RiichiTable,
) -> None:
    table.discard(table.east, "9m")
    assert "no meld" in table.north.do("call", tiles=["1z", "2z"])["error"]
    table.give_tiles(table.north, ["9m"] * 2)
    assert "no meld" in table.east.do("call", tiles=["9m"] * 2)["error"]
    public = table.north.do("call", tiles=["9m"] * 2)
    assert public["melds"] == [["north", "9m", "9m", "9m"]]
    assert public["turn"] == "north"


def test_a_chi_is_called_by_the_next_seat_alone_and_a_red_five_is_a_five(
    table: RiichiTable,
) -> None:
    table.discard(table.east, "0p")
    for player in (table.south, table.west):
        table.give_tiles(player, ["4p", "6p"])
    assert "no meld" in table.west.do("call", tiles=["4p", "6p"])["error"]
    public = table.south.do("call", tiles=["4p", "6p"])
    assert public["melds"] == [["south", "4p", "6p", "0p"]]
    assert public["turn"] == "south"


def test_an_open_kan_is_called_with_a_discard(table: RiichiTable) -> None:
    table.discard(table.east, "7z")
    table.give_tiles(table.south, ["7z"] * 3)
    public = table.south.do("call", tiles=["7z"] * 3)
    assert public["melds"] == [["south", "7z", "7z", "7z", "7z"]]
    assert public["turn"] == "south"


def test_a_closed_kan_is_called_without_a_discard_and_each_kan_turns_an_indicator(
    table: RiichiTable,
) -> None:
    assert len(table.call_kan(table.east, "7z")["dora"]) == 2
    with_red_five = ["5s", "5s", "5s", "0s"]
    table.give_tiles(table.east, with_red_five)
    public = table.east.do("call", tiles=with_red_five)
    assert public["melds"][-1] == ["east", *with_red_five]
    assert len(public["dora"]) == 3


def test_the_replacement_for_a_kan_is_seen_by_its_player_alone(
    table: RiichiTable,
) -> None:
    table.call_kan(table.east, "7z")
    own = table.east.do("look")["views"][-2]
    of_north = table.north.do("look")["views"][-2]
    assert own["part"] == "replacements"
    assert of_north["part"] == "replacements"
    assert len(own["cards"]) == 1
    assert of_north["cards"] == []


def test_a_win_shows_as_many_ura_indicators_as_there_are_others_and_ends_the_hand(
    table: RiichiTable,
) -> None:
    table.call_kan(table.east, "7z")
    table.call_kan(table.east, "6z")
    table.discard(table.east, "1m")
    public = table.north.do("win")
    assert public["winner"] == "north"
    assert len(public["ura"]) == 3
    assert public["turn"] is None
    assert "error" in table.east.do("win")
    assert "error" in table.west.do("draw")


def test_each_player_finds_a_hand_with_calls_kans_and_a_win_valid(
    table: RiichiTable,
) -> None:
    table.discard(table.east, "9m")
    table.give_tiles(table.north, ["9m"] * 2)
    table.north.do("call", tiles=["9m"] * 2)
    table.discard(table.north, "7z")
    table.give_tiles(table.south, ["7z"] * 3)
    table.south.do("call", tiles=["7z"] * 3)
    table.call_kan(table.south, "6z")
    table.discard(table.south, "1m")
    assert table.north.do("win")["winner"] == "north"
    assert all(player.check() for player in table.players())


def test_riichi_ends_when_the_wall_is_out_and_each_kan_takes_a_tile_of_the_wall(
    riichi: Backend,
) -> None:
    players = seat_players(riichi, "east-2")
    state = riichi.names["STATES"]
    left = list[int]()
    for player in (*players, players[0]):
        player.do("discard", tile=state["east-2"]["seats"][player.seat]["cards"][-1])
        next_player = players[SEATS.index(player.seat) - 3]
        if len(left) == 4:
            state["east-2"]["kans"] = left[-1]  # as if so many kans had been called
        public = next_player.do("draw")
        left.append(next_player.do("look")["views"][-1]["drawable"])
    assert left == [68, 67, 66, 65, 65]
    assert public["is_over"]
    assert {"winner", "ura"} & set(public) == set()
    assert players[0].do("look")["proof"]["receipt"]["drawn"]["draws"] == 6
    assert all(player.check() for player in players)


def test_riichi_refuses_who_is_not_next_or_has_no_seat_and_nothing_has_happened(
    riichi: Backend,
) -> None:
    east, *_ = seat_players(riichi, "refused")
    riichi.post("/open/waiting", seats=["1", "dealer"], game="holdem", players=2)
    riichi.post("/open/unknown", seats=["1"], game="holdm")
    states = json.dumps(riichi.names["STATES"])
    for refusal, error in (
        (riichi.post("/open/refused", seats=["1"], deck="standard"), "open"),
        (riichi.post("/sit/refused", word=hash_text("somebody's")), "full"),
        (riichi.post("/sit/waiting", word="somebody's own words"), "a SHA-256"),
        (riichi.post("/sit/unknown", word=hash_text("somebody's")), "holdem"),
        (east.do("give", text="another-text-of-mine"), "not the text"),
        (riichi.post("/draw/refused", secret="guess"), "secret"),
        (riichi.post("/look/refused", secret="guess"), "secret"),
        (riichi.post("/draw/refused"), "secret"),
        (riichi.post("/end_riichi/refused"), "end_riichi"),
    ):
        assert error in refusal["error"]
    assert json.dumps(riichi.names["STATES"]) == states


def test_a_request_that_fails_is_sent_again_and_has_the_same_tile(
    riichi: Backend,
) -> None:
    east, south, *_ = seat_players(riichi, "failed")
    east.do(
        "discard", tile=riichi.names["STATES"]["failed"]["seats"]["east"]["cards"][0]
    )
    tiles = []

    def fail(response: dict[str, Any]) -> None:
        tiles.append(response["cards"])
        if len(tiles) == 1:
            raise TimeoutError

    riichi.tamper = fail
    assert south.do("draw") == {"error": "Send the same request again."}
    assert south.do("draw")["turn"] == "south"
    assert tiles[0] == tiles[1]


def swap_tiles_of_south(response: dict[str, Any]) -> None:
    """Tell the tiles of south in another order, in the view of south alone."""
    for stage in (
        response.get("seat_views", {}).get("south", {}).get("dealt_stages", ())
    ):
        cards = stage["seen"]["cards"]
        places = stage["seen"]["places"]
        own = [k for k, place in enumerate(places) if place == "south"]
        for k, tile in zip(own, [cards[k] for k in reversed(own)], strict=True):
            cards[k] = tile


def test_a_player_detects_another_tile_another_shoe_and_other_words(
    riichi: Backend,
) -> None:
    riichi.tamper = swap_tiles_of_south
    east, south, *_ = seat_players(riichi, "cheat")
    east.do("win")
    assert east.check()
    assert not south.check()
    riichi.post("/open/other", seats=["1"], deck="standard")
    riichi.post("/sit/other", word=hash_text("somebody's"))
    commitment = riichi.names["STATES"]["other"]["public"]["commitment"]
    for lie in ({"commitment": commitment}, {"text": "a-text-that-was-left-out"}):
        assert not Player(**vars(east) | lie).check()

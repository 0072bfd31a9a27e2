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


def test_riichi_is_played_with_calls_kans_and_a_win_and_each_player_verifies_it(
    riichi: Backend,
) -> None:
    players = seat_players(riichi, "east-1")
    east, south, west, north = players

    def tiles(player: Player) -> list[str]:
        cards: list[str] = riichi.names["STATES"]["east-1"]["seats"][player.seat][
            "cards"
        ]
        return cards

    assert Counter(tiles(south)) == Counter(
        south.do("look")["views"][0]["hands"][1]["cards"]
    )
    assert "Discard first" in east.do("draw")["error"]
    assert east.do("discard", tile=tiles(east)[0])["turn"] == "south"
    assert "Draw first" in south.do("discard", tile=tiles(south)[0])["error"]
    assert "turn" in west.do("draw")["error"]
    _, called = east.do("look")["public"]["discard"]
    assert "no meld" in north.do("call", tiles=["1z", "2z"])["error"]
    tiles(north)[:2] = [
        called
    ] * 2  # as the luck of the deal may be: a pon, then a chi, an open and a closed kan
    assert "no meld" in east.do("call", tiles=[called] * 2)["error"]
    assert north.do("call", tiles=[called] * 2)["melds"] == [["north", *[called] * 3]]
    for caller, discarder, discard, meld, bystander in (
        (east, north, "0p", ["4p", "6p"], west),
        (south, east, "7z", ["7z"] * 3, None),
    ):
        tiles(discarder)[-1] = discard
        discarder.do("discard", tile=discard)
        for player in (caller, bystander or caller):
            tiles(player)[: len(meld)] = meld
        # Only the next seat may call a chi.
        assert (
            bystander is None or "no meld" in bystander.do("call", tiles=meld)["error"]
        )
        public = caller.do("call", tiles=meld)
        assert public["melds"][-1] == [caller.seat, *meld, discard]
        assert public["turn"] == caller.seat
    tiles(south)[:4] = ["5s", "5s", "5s", "0s"]
    assert len(south.do("call", tiles=["5s", "5s", "5s", "0s"])["dora"]) == 3
    view = south.do("look")["views"][-2]
    assert view["part"] == "replacements"
    assert [len(north.do("look")["views"][-2]["cards"]), len(view["cards"])] == [0, 1]
    south.do("discard", tile=tiles(south)[-1])
    public = north.do("win")
    assert (public["winner"], len(public["ura"]), public["turn"]) == ("north", 3, None)
    assert all(player.check() for player in players)
    assert "error" in east.do("win")
    assert "error" in west.do("draw")


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

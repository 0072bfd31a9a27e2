"""The backends of the guide on integration: several players use each over HTTP, and their checks find cheats."""

import hashlib
import json
import re
import secrets
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.docs.examples import ADDRESS
from tests.docs.guide import Beacon, address_of_drand, programs, run_python, run_server
from tests.server.client import post_json
from tests.tables import for_each

SHARED = [
    program for title in ("A client", "A server", "Players who sit down") for program in programs("python", title)
]
BACKENDS = {
    "Riichi": programs("python", "A riichi table"),
    "Lobby": [programs("python", title)[0] for title in ("Pity and ten-pulls", "Teams and pairings")],
    "Raffle": programs("python", "A raffle")[:1],
    "BridgeClub": programs("python", "A bridge club"),
}


def change_nothing(response: object) -> None:
    """Be honest."""


@dataclass
class Backend:
    """A running backend of the guide."""

    names: dict[str, Any]  # that its program defines
    address: str
    paths: list[str] = field(default_factory=list)  # of its requests to the service
    tamper: Callable[[dict[str, Any]], object] = change_nothing  # changes each response of the service

    def post(self, path: str, **body: Any) -> Any:
        return post_json(self.address, path, **body)


@contextmanager
def run_backend(name: str, base: str) -> Iterator[Backend]:
    """Run a backend of the guide's client, server and sections of this backend, without the rest of the guide."""
    code = "\n".join([*SHARED, *BACKENDS[name]])
    with TemporaryDirectory() as folder, run_server(Beacon) as drand:
        code = (
            code.replace(ADDRESS, base).replace(address_of_drand(), drand).replace("tables.db", f"{folder}/tables.db")
        )
        names = run_python(code)
        call = names["service"].call

        def note(path: str, body: dict[str, Any]) -> Any:
            backend.paths.append(path)
            response = call(path, body)
            backend.tamper(response)
            return response

        with names["service"], run_server(names[name]) as address:
            backend = Backend(names, address)
            names["service"].call = note
            yield backend


def define_fixture(name: str) -> Any:
    """Return a fixture of the module that runs a backend."""

    @pytest.fixture(scope="module")
    def backend(keyed: str) -> Iterator[Backend]:
        with run_backend(name, keyed) as backend:
            yield backend

    return backend


riichi_backend, lobby, raffle, club = map(define_fixture, BACKENDS)


@for_each("name", BACKENDS)
def test_a_backend_is_at_most_60_lines_beside_the_shared_code(name: str) -> None:
    assert len([line for code in BACKENDS[name] for line in code.splitlines() if line]) <= 60


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
        return bool(self.backend.names["check"](self.commitment, self.text, self.do("look")))


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


def test_riichi_is_played_with_calls_kans_and_a_win_and_each_player_verifies_it(riichi: Backend) -> None:
    players = seat_players(riichi, "east-1")
    east, south, west, north = players

    def tiles(player: Player) -> list[str]:
        cards: list[str] = riichi.names["STATES"]["east-1"]["seats"][player.seat]["cards"]
        return cards

    assert Counter(tiles(south)) == Counter(south.do("look")["views"][0]["hands"][1]["cards"])
    assert "Discard first" in east.do("draw")["error"]
    assert east.do("discard", tile=tiles(east)[0])["turn"] == "south"
    assert "Draw first" in south.do("discard", tile=tiles(south)[0])["error"]
    assert "turn" in west.do("draw")["error"]
    _, called = east.do("look")["public"]["discard"]
    assert "no meld" in north.do("call", tiles=["1z", "2z"])["error"]
    tiles(north)[:2] = [called] * 2  # as the luck of the deal may be: a pon, then a chi, an open and a closed kan
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
        assert bystander is None or "no meld" in bystander.do("call", tiles=meld)["error"]
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


def test_riichi_ends_when_the_wall_is_out_and_each_kan_takes_a_tile_of_the_wall(riichi: Backend) -> None:
    players = seat_players(riichi, "east-2")
    state, left = riichi.names["STATES"], list[int]()
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


def test_riichi_refuses_who_is_not_next_or_has_no_seat_and_nothing_has_happened(riichi: Backend) -> None:
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


def test_a_request_that_fails_is_sent_again_and_has_the_same_tile(riichi: Backend) -> None:
    east, south, *_ = seat_players(riichi, "failed")
    east.do("discard", tile=riichi.names["STATES"]["failed"]["seats"]["east"]["cards"][0])
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
    for stage in response.get("seat_views", {}).get("south", {}).get("dealt_stages", ()):
        cards, places = stage["seen"]["cards"], stage["seen"]["places"]
        own = [k for k, place in enumerate(places) if place == "south"]
        for k, tile in zip(own, [cards[k] for k in reversed(own)], strict=True):
            cards[k] = tile


def test_a_player_detects_another_tile_another_shoe_and_other_words(riichi: Backend) -> None:
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


def test_the_lobby_has_loot_with_pity_and_teams(lobby: Backend) -> None:
    for player in ("Ann", "Bob"):
        things, repeated = ([lobby.post(f"/pull/{player}", number=n)["things"] for n in range(9)] for _ in range(2))
        assert "epic" in {thing for ten in things for thing in ten}
        assert all(set(ten) != {"common"} for ten in things)
        assert repeated == things
        assert "error" in lobby.post(f"/pull/{player}", number=10)
    names = [{"name": name, "role": "keeper" if name in "ABC" else "field"} for name in "ABCDEFGHI"]
    teams = lobby.post("/teams/cup", players=names, captains=["D", "E", "F"])
    assert [team[0]["name"] for team in teams.values()] == ["D", "E", "F"]
    assert [[player["role"] for player in team].count("keeper") for team in teams.values()] == [1, 1, 1]


def test_a_raffle_is_drawn_once_and_a_swapped_winner_is_detected(raffle: Backend, keyed: str) -> None:
    names = [f"Ticket {number}" for number in range(100)]
    commitment = raffle.post("/open/spring", names=names, count=3, round=66908212)["commitment"]
    assert "open" in raffle.post("/open/spring", names=names, count=3, round=66908213)["error"]
    drawn = raffle.post("/draw/spring")
    proof = drawn["proof"]
    assert raffle.post("/draw/spring")["winners"] == drawn["winners"]
    assert proof["confirmed"]["commitment"] == commitment
    assert post_json(keyed, "/v1/verify", **proof)["valid"]
    names[names.index(drawn["winners"][0])] = "A friend"
    assert post_json(keyed, "/v1/verify", **proof | {"original_items": names})["valid"] is False


@for_each(("tables", "rounds"), [(2, 1), (5, 5), (6, 5), (9, 8)])
def test_no_pair_of_bridge_meets_a_board_or_an_opponent_twice(club: Backend, tables: int, rounds: int) -> None:
    session = f"session-{tables}"
    club.post(f"/open/{session}", tables=tables, boards=2, rounds=rounds)
    assert "twice" in club.post(f"/open/{session}-long", tables=tables, boards=2, rounds=tables + 1)["error"]
    meetings: list[tuple[object, ...]] = []
    for round in range(1, rounds + 1):
        seating = club.post(f"/seating/{session}", round=round)
        assert sorted(board for place in seating for board in place["boards"]) == [*range(1, 2 * tables + 1)]
        for place in seating:
            pairs = [("NS", place["north_south"]), ("EW", place["east_west"])]
            meetings += [tuple(pairs), *((pair, board) for pair in pairs for board in place["boards"])]
    assert len(meetings) == len(set(meetings)) == rounds * tables * 5


@pytest.fixture(scope="module")
def published(club: Backend) -> tuple[str, str]:
    """Play a session, and return the hash that the club published before it and the file that it published after."""
    tags = {"event": "Café Open", "site": "The club", "date": "2026.11.22"}
    session = club.post("/open/evening", tables=5, boards=2, rounds=5, **tags)
    assert club.post("/published/evening") == {"file": None}
    assert "director" in club.post("/file/evening", director="guess", is_over=True)["error"]
    draft = club.post("/file/evening", director=session["director"])["file"]
    assert '[Event "Café Open"]\r\n[Site "The club"]\r\n[Date "2026.11.22"]\r\n[Board "1"]' in draft
    assert "seed" not in draft
    club.post("/file/evening", director=session["director"], is_over=True)
    file = club.post("/published/evening")["file"]
    assert re.findall(r"\[Deal .*", file) == re.findall(r"\[Deal .*", draft)
    return session["sha256"], file


def test_a_board_of_bridge_that_is_changed_or_left_out_is_detected(club: Backend, published: tuple[str, str]) -> None:
    check, (sha256, file) = club.names["check_boards"], published
    first, second = re.findall(r'"N:(\S+) (\S+)', file)[0]
    assert check(file, sha256, 10)
    assert not check(file.replace(f"N:{first} {second}", f"N:{second} {first}"), sha256, 10)
    assert not check(file[: file.rindex("[Event")], sha256, 10)
    assert not check(file, "0" * 64, 10)


@pytest.mark.node
def test_players_of_bridge_can_check_the_file_without_the_service(published: tuple[str, str], tmp_path: Path) -> None:
    boards = tmp_path / "boards.pbn"
    for edit, code in ((str, 0), (lambda file: file.replace('"N:', '"S:', 1), 1)):
        boards.write_text(edit(published[1]), encoding="latin-1", newline="")
        done = subprocess.run(["node", ROOT / "verify" / "verify.mjs", boards], check=False, timeout=60)
        assert done.returncode == code

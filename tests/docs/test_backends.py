"""The four backends of the guide on integration: several players use each over HTTP, and their checks find cheats."""

import hashlib
import json
import re
import secrets
import subprocess
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, run_service
from tests.docs.examples import ADDRESS
from tests.docs.guide import Beacon, address_of_drand, programs, run_python, run_server
from tests.server.client import post_json
from tests.tables import for_each

(SERVER,) = programs("python", "A server")
(TABLE, HOLDEM, CHECK) = programs("python", "A hold'em table")
LOBBY = ("Pity and ten-pulls", "Teams and pairings", "A raffle")
BACKENDS = {
    "Holdem": [TABLE, HOLDEM],
    "Riichi": [TABLE, *programs("python", "A riichi table")],
    "Lobby": [programs("python", title)[0] for title in LOBBY],
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


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with run_service(SHOE_KEYS=urlsafe_b64encode(secrets.token_bytes(32)).decode()) as address:
        yield address


@contextmanager
def run_backend(name: str, base: str) -> Iterator[Backend]:
    """Run a backend of the guide's client, server and sections of this backend, without the rest of the guide."""
    code = "\n".join([*programs("python", "A client"), SERVER, *BACKENDS[name], CHECK])
    with run_server(Beacon) as drand:
        names = run_python(code.replace(ADDRESS, base).replace(address_of_drand(), drand))
        ask = names["ask"]

        def note(path: str, **body: Any) -> Any:
            backend.paths.append(path)
            response = ask(path, **body)
            backend.tamper(response)
            return response

        with run_server(names[name]) as address:
            backend = Backend(names | {"ask": ask}, address)
            names["ask"] = note
            yield backend


def define_fixture(name: str) -> Any:
    """Return a fixture of the module that runs a backend."""

    @pytest.fixture(scope="module")
    def backend(base: str) -> Iterator[Backend]:
        with run_backend(name, base) as backend:
            yield backend

    return backend


holdem, riichi, lobby, club = map(define_fixture, BACKENDS)


@for_each("name", BACKENDS)
def test_a_backend_is_at_most_130_lines_of_code_beside_the_client(name: str) -> None:
    assert len([line for code in (SERVER, *BACKENDS[name]) for line in code.splitlines() if line]) <= 130


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


def seat_players(backend: Backend, table: str, seats: list[str], chips: Any = None, **terms: Any) -> list[Player]:
    """Open a table. A player sits down at each seat, notes the commitment, and gives a text. Return the players."""
    backend.post(f"/open/{table}", seats=seats, **terms)
    players = []
    for i, seat in enumerate(seats):
        text = secrets.token_hex(16)
        place = backend.post(f"/sit/{table}", word=hash_text(text), **({"chips": chips[i]} if chips else {}))
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


def seat_holdem(backend: Backend, table: str, chips: list[int]) -> list[Player]:
    seats = [*map(str, range(1, len(chips))), "dealer"]
    return seat_players(backend, table, seats, chips, game="holdem", players=len(chips), label=f"table 7, {table}")


@pytest.fixture
def table(holdem: Backend) -> Iterator[Backend]:
    """Return the backend of hold'em: honest, and without paths of earlier requests."""
    holdem.paths.clear()
    yield holdem
    holdem.tamper = change_nothing


def play_all_in(backend: Backend, name: str) -> list[Player]:
    """Play a hand: seat 3 pays and folds; seat 2 is all-in on the flop; seat 1 and the dealer are all-in for more."""
    first, second, third, dealer = players = seat_holdem(backend, name, [300, 60, 300, 300])
    assert [player.do("act", pay=30)["turn"] for player in players] == ["2", "3", "dealer", "1"]
    first.do("act", pay=270)
    second.do("act", pay=30)
    third.do("act", fold=True)
    dealer.do("act", pay=270)
    return players


def pots(base: str, shown: dict[str, list[str]], board: list[str], layers: dict[tuple[str, ...], int]) -> Counter[str]:
    """Return the chips that each seat wins. The best hands of the seats that paid into a pot share the pot."""
    won: Counter[str] = Counter()
    for seats, chips in layers.items():
        hands = {seat: shown[seat] for seat in seats}
        winners = post_json(base, "/v1/hands/rank", game="holdem", hands_by_seat=hands, board=board)["winners"]
        won.update({seat: chips // len(winners) for seat in winners})
    return won


def test_an_all_in_of_holdem_takes_seven_requests_and_verifies(table: Backend, base: str) -> None:
    players = play_all_in(table, "all-in")
    looks = {player.seat: player.do("look") for player in players}
    public = looks["1"]["public"]
    assert [path.rpartition("/")[2] for path in table.paths] == ["shoes", *["deal"] * 3, "rank", "reveal"]
    assert set(public["shown"]) == {"1", "2", "dealer"}
    won = pots(base, public["shown"], public["board"], {("1", "2", "dealer"): 210, ("1", "dealer"): 480})
    assert public["chips"] == {"3": 270} | {seat: won[seat] for seat in ("1", "2", "dealer")}
    for seat, look in looks.items():
        stages = [stage for view in look["views"] for stage in view["dealt_stages"]]
        assert [hand["seat"] for hand in stages[0]["hands"] if hand["cards"]] == [seat]
        told = [card for stage in stages for card in stage["seen"]["cards"] if card]
        assert (len(told), told[2:]) == (7, public["board"])
        assert not any("shoe" in view for view in look["views"])
    assert all(player.check() for player in players)


def test_a_hand_of_holdem_to_the_river_takes_seven_requests_and_one_without_a_call_three(table: Backend) -> None:
    players = seat_holdem(table, "checked", [100, 100, 100])
    assert all("receipt" not in player.do("act") for _ in range(3) for player in players)
    assert "receipt" in [player.do("act") for player in players][-1]
    assert len(table.paths) == 7
    table.paths.clear()
    first, dealer = seat_holdem(table, "folded", [100, 100])
    first.do("act", pay=10)
    assert dealer.do("act", fold=True)["chips"] == {"1": 100, "dealer": 100}
    assert len(table.paths) == 3
    assert first.check()


def test_holdem_refuses_who_is_not_next_pays_too_little_or_has_no_seat_and_nothing_has_happened(table: Backend) -> None:
    first, second, dealer = seat_holdem(table, "refused", [100, 100, 100])
    first.do("act", pay=50)
    table.post("/open/waiting", seats=["1", "dealer"], game="holdem", players=2)
    table.post("/open/unknown", seats=["1"], game="holdm")
    states = json.dumps(table.names["STATES"])
    for refusal, error in (
        (table.post("/open/refused", seats=["1"], deck="standard"), "open"),
        (table.post("/sit/refused", word=hash_text("somebody's"), chips=9), "full"),
        (table.post("/sit/waiting", word="somebody's own words", chips=9), "no SHA-256"),
        (table.post("/sit/unknown", word=hash_text("somebody's"), chips=9), "holdem"),
        (dealer.do("give", text=dealer.text), "it was given"),
        (dealer.do("act", pay=50), "turn"),
        (second.do("act", pay=49), "from 50 to 100"),
        (second.do("act", pay=101), "from 50 to 100"),
        (second.do("act", pay="all"), "from 50 to 100"),
        (table.post("/act/refused", secret="guess", pay=50), "secret"),
        (table.post("/look/refused", secret="guess"), "secret"),
        (table.post("/act/refused", pay=50), "secret"),
        (table.post("/go_on/refused"), "go_on"),
    ):
        assert error in refusal["error"]
    assert json.dumps(table.names["STATES"]) == states


def test_a_request_to_holdem_that_fails_is_sent_again_and_has_the_same_cards(table: Backend) -> None:
    first, dealer = seat_holdem(table, "failed", [100, 100])
    first.do("act")
    boards = []

    def fail(response: dict[str, Any]) -> None:
        boards.append([pile["cards"] for pile in response["piles"] if pile["name"] == "board"])
        if len(boards) == 1:
            raise TimeoutError

    table.tamper = fail
    assert dealer.do("act") == {"error": "Send the same request again."}
    assert [dealer.do("act")["board"]] == boards[1] == boards[0]


def swap_card_of_dealer(response: dict[str, Any]) -> None:
    """Swap two cards of the flop in the dealer's view alone."""
    for stage in response.get("seat_views", {}).get("dealer", {}).get("dealt_stages", ()):
        if stage["stage"] == "flop":
            cards = stage["seen"]["cards"]
            cards[1:] = cards[:0:-1]


def test_a_player_of_holdem_detects_another_card_another_shoe_and_other_words(table: Backend) -> None:
    table.tamper = swap_card_of_dealer
    *honest, dealer = play_all_in(table, "cheat")
    assert all(player.check() for player in honest)
    assert not dealer.check()
    table.post("/open/other", seats=["1"], deck="standard")
    table.post("/sit/other", word=hash_text("somebody's"), chips=9)
    commitment = table.names["STATES"]["other"]["public"]["commitment"]
    for lie in ({"commitment": commitment}, {"text": "a-text-that-was-left-out"}):
        assert not Player(**vars(honest[0]) | lie).check()


SEATS = ["east", "south", "west", "north"]


def test_riichi_is_played_with_calls_kans_and_a_win_and_each_player_verifies_it(riichi: Backend) -> None:
    players = seat_players(riichi, "east-1", SEATS, game="riichi", label="east-1")
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
    players = seat_players(riichi, "east-2", SEATS, game="riichi", label="east 2")
    states, sizes = riichi.names["STATES"], list[int]()
    for player in (*players, *players[:2]):
        public = player.do("draw") if sizes else player.do("look")["public"]
        state = states["east-2"]
        sizes.append(state["left"])
        if len(sizes) < 6:
            player.do("discard", tile=state["seats"][player.seat]["cards"][-1])
        if len(sizes) == 5:
            states["east-2"].update(left=2, kans=2)  # as if the other tiles had been drawn
    assert sizes == [69, 68, 67, 66, 65, 2]
    assert {"winner", "ura"} & set(public) == set()
    assert public["receipt"]["drawn"]["draws"] == 6
    assert all(player.check() for player in players)


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


def test_the_lobby_draws_a_raffle_once_and_a_swapped_winner_is_detected(lobby: Backend, base: str) -> None:
    names = [f"Ticket {number}" for number in range(100)]
    commitment = lobby.post("/open/spring", names=names, count=3, round=66908212)["commitment"]
    assert "open" in lobby.post("/open/spring", names=names, count=3, round=66908213)["error"]
    raffle = lobby.post("/draw/spring")
    proof = raffle["proof"]
    assert lobby.post("/draw/spring")["winners"] == raffle["winners"]
    assert proof["commitment"] == commitment
    assert post_json(base, "/v1/verify", **proof)["valid"]
    names[names.index(raffle["winners"][0])] = "A friend"
    assert post_json(base, "/v1/verify", **proof | {"original_items": names})["valid"] is False


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

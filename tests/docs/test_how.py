"""docs/start.md and docs/how: the requests of the table work, and the programs run, retry and prove.

tests/docs/test_riichi.py and tests/docs/test_private_hands.py have the pages with a server.
"""

import hashlib
import json
import re
import shutil
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from shuffle_and_deal import Service, SQLiteStore, Table, TableError

from service.http.caller_lists.hashes import write_canonical
from service.plans.announced_draws import derive_seeds, hash_plan
from tests.docs.examples import ADDRESS
from tests.docs.guide import HOW, START, Beacon, programs, python_of, run_python
from tests.peers import run_http_server
from tests.server.client import JSON, Response, fetch, post_json
from tests.tables import for_each
from tools.files import ROOT

PAGES = [START, *sorted(HOW.glob("*.md"))]
ROWS = re.findall(
    r"^\| (.*?) \| (.*) \| (.*?) \|$", (HOW / "which-call.md").read_text(), re.MULTILINE
)[1:]
_REQUEST = re.compile(r"`(POST )?(/v1/\S+?)(?: (\{.*?\}))?`(?: with `Accept: (.*?)`)?")


def send(base: str, request: tuple[str, ...], last: bytes) -> Response:
    """Send a request of the table. A member `…` is copied from the last response; a request without a body sends it."""
    method, path, text, accept = request
    if not method:
        return fetch(base, path, headers={"Accept": accept} if accept else {})
    previous = json.loads(last or b"{}")
    members = {
        name: previous[name] if value == "…" else value
        for name, value in json.loads(text or last).items()
    }
    return fetch(base, path, "POST", json.dumps(members).encode(), JSON)


@for_each(("need", "requests", "result"), ROWS, ids=[need for need, _, _ in ROWS])
def test_a_request_of_the_table_has_the_response_it_names(
    keyed: str, need: str, requests: str, result: str
) -> None:
    bodies = [b""]
    for request in _REQUEST.findall(requests):
        response = send(keyed, request, bodies[-1])
        assert response.status == 200, response.body
        bodies.append(response.body)
    assert len(bodies) > 1
    members = {
        name
        for body in bodies[1:]
        if body[:1] == b"{"
        for name in json.loads(body.splitlines()[0])
    }
    assert set(re.findall(r"`(\w+)`", result)) <= members


@pytest.mark.skipif(
    not all(map(shutil.which, ("bash", "curl", "jq", "xxd"))),
    reason="a program is not installed",
)
def test_a_draw_in_public_follows_from_its_plan_and_the_signature_of_its_round(
    keyed: str, tmp_path: Path
) -> None:
    answer = f"""echo '{{"signature": "{"b4" * 48}"}}'"""
    relay = f"""curl() {{ case "$2" in https://api.drand.sh/*) {answer};; *) command curl "$@";; esac; }}"""
    script = "\n".join(["set -e", relay, *programs(HOW / "raffle.md", "sh")]).replace(
        ADDRESS, keyed
    )
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    first, verdict = done.stdout.splitlines()
    file = json.loads((tmp_path / "draw.json").read_text())
    assert (
        first
        == f"Announce {hash_plan(write_canonical(file['plan']) or b'').hex()} before {first.split()[-1]}"
    )
    seeds = derive_seeds(bytes.fromhex(first.split()[1]), bytes.fromhex("b4" * 48))
    assert file["answer"]["seed"] == seeds[0]
    result = json.loads(verdict)
    # as it is invented
    assert (
        result.get("difference", {"where": "beacon.signature"})["where"]
        == "beacon.signature"
    )
    assert result["chosen_by"] == "unknown"


def test_the_table_has_a_million_hands(keyed: str) -> None:
    (request,) = (requests for need, requests, _ in ROWS if "million" in need)
    ((_, path, _, accept),) = _REQUEST.findall(request)
    assert fetch(keyed, path, headers={"Accept": accept}).body.count(b"\n") == 1_000_000


@dataclass(frozen=True)
class Run:
    """The names that the Python of a page defines, and the folder in which it ran."""

    names: dict[str, Any]
    folder: Path

    def __getattr__(self, name: str) -> Any:
        return self.names[name]


@pytest.fixture(scope="module")
def run(
    keyed: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[Path], Run]]:
    """Return a function that runs the Python of a page from top to bottom, once."""
    runs: dict[Path, Run] = {}

    with ExitStack() as stack:
        drand = stack.enter_context(run_http_server(Beacon))

        def run_page(path: Path) -> Run:
            if path not in runs:
                folder = tmp_path_factory.mktemp(path.stem)
                with chdir(folder):
                    runs[path] = Run(run_python(python_of(path), keyed, drand), folder)
                for value in runs[path].names.values():
                    if isinstance(value, Service):
                        stack.enter_context(value)
                    elif isinstance(value, sqlite3.Connection):
                        stack.callback(value.close)
            return runs[path]

        yield run_page


@for_each("path", [path for path in PAGES if programs(path, "python")])
def test_the_python_of_a_page_runs_from_top_to_bottom(
    run: Callable[[Path], Run], path: Path
) -> None:
    assert len(run(path).names) > 1


@pytest.mark.packages
@for_each("path", [path for path in PAGES if programs(path, "js")])
def test_the_javascript_of_a_page_runs_from_top_to_bottom(
    keyed: str, path: Path
) -> None:
    code = "\n".join(programs(path, "js")).replace(ADDRESS, keyed)
    code = re.sub(
        r"SQLiteStore(?:\(.*?\))?",
        lambda name: name[0].replace("SQLite", "Memory"),
        code,
    )
    # where the name of the package can be imported
    folder = ROOT / "build" / "packages" / "javascript"
    subprocess.run(
        ["node", "--input-type=module", "-e", code], check=True, timeout=60, cwd=folder
    )


def test_the_shoe_of_the_start_ends_in_the_middle_of_a_round_and_no_card_is_on_the_table_twice(
    run: Callable[[Path], Run], tmp_path: Path
) -> None:
    start = run(START)
    table = Table(start.service, SQLiteStore(str(tmp_path / "other.db")), "other")
    table.open(deck="standard")
    number = 0
    is_within = False
    while not is_within:  # now and then a shoe ends with a round
        number += 1
        game = {
            "round": number,
            "players": ["Ann", "Bob"],
            "words": "some",
            "moves": [],
        }
        while name := (shown := start.play(table, game))["turn"]:
            start.act(
                table,
                game,
                name,
                "hit" if start.total(shown["hands"][name]) < 15 else "stand",
            )
        cards = sum(shown["hands"].values(), shown["dealer"])
        assert len(set(cards)) == len(cards)
        is_within = any(
            view["reshuffled"] and view["in_play"]["before"] for view in table.views()
        )
    assert number > 4
    assert start.play(table, game) == shown
    with pytest.raises(ValueError, match="turn"):
        start.act(table, game, "Ann", "hit")


def test_the_winners_of_the_raffle_are_of_its_list_by_the_round_in_its_label(
    run: Callable[[Path], Run],
) -> None:
    raffle = run(HOW / "raffle.md")
    proof = raffle.proof
    assert len(set(raffle.winners)) == 10
    assert set(raffle.winners) < set(proof["original_items"])
    assert len(proof["original_items"]) == 25_000
    assert proof["receipt"]["client_seed"] == Beacon.RANDOMNESS
    assert (
        proof["receipt"]["terms"]["label"]
        == f"10 winners by drand quicknet round {raffle.decisive}"
    )
    assert proof["confirmed"]["commitment"] == raffle.announced["commitment"]


def test_a_raffle_is_drawn_once_and_a_swapped_winner_is_detected(
    run: Callable[[Path], Run], tmp_path: Path, keyed: str
) -> None:
    raffle = run(HOW / "raffle.md")
    with pytest.raises(TableError, match="other terms"):
        raffle.announce(raffle.table, raffle.names["names"], 10, raffle.decisive + 1)
    names = raffle.names["names"][:100]
    table = Table(raffle.service, SQLiteStore(str(tmp_path / "small.db")), "small")
    raffle.announce(table, names, 3, 66908212)
    winners, proof = raffle.draw_winners(table, names, 3, 66908212)
    assert raffle.draw_winners(table, names, 3, 66908212)[0] == winners
    assert post_json(keyed, "/v1/verify", **proof)["valid"]
    names[names.index(winners[0])] = "A friend"
    assert (
        post_json(keyed, "/v1/verify", **proof | {"original_items": names})["valid"]
        is False
    )


@pytest.mark.node
def test_anybody_can_check_the_raffle(
    run: Callable[[Path], Run], tmp_path: Path
) -> None:
    proof = run(HOW / "raffle.md").proof
    raffle = tmp_path / "raffle.json"
    for first, code in ((proof["original_items"][0], 0), ("Somebody else", 1)):
        raffle.write_text(
            json.dumps(
                proof | {"original_items": [first, *proof["original_items"][1:]]}
            )
        )
        verifier = subprocess.run(
            ["node", ROOT / "verify" / "verify.mjs", raffle], check=False, timeout=60
        )
        assert verifier.returncode == code


def test_the_round_of_the_raffle_is_the_first_that_is_due_at_a_time(
    run: Callable[[Path], Run],
) -> None:
    midnight = 1_776_643_200  # 20 April 2026; drand's clients say round 27,946,612
    rounds = [
        run(HOW / "raffle.md").round_at(midnight + second) for second in (-2, 0, 1, 3)
    ]
    assert rounds == [27_946_612, 27_946_612, 27_946_613, 27_946_613]


@pytest.mark.node
def test_players_can_check_a_proved_round(run: Callable[[Path], Run]) -> None:
    proved = run(HOW / "proved-deals.md")
    (command,) = re.findall(
        r"`(node verify/verify\.mjs --keys .*?)`", (HOW / "proved-deals.md").read_text()
    )
    node, program, *words = command.split()
    printed = subprocess.check_output(
        [node, ROOT / program, *words], cwd=proved.folder, text=True
    )
    assert printed.splitlines()[0] == "valid"
    assert len(proved.rolled["integers"]) == 3


def test_loot_has_pity_and_each_team_a_captain_and_a_keeper(
    run: Callable[[Path], Run],
) -> None:
    loot = run(HOW / "loot.md")
    player: dict[str, Any] = {}
    things = [loot.pull(player, number)["things"] for number in range(9)]
    assert "epic" in {thing for ten in things for thing in ten}
    assert all(set(ten) != {"common"} for ten in things)
    assert [loot.pull(player, number)["things"] for number in range(9)] == things
    with pytest.raises(IndexError):
        loot.pull(player, 10)
    names = [
        {"name": name, "role": "keeper" if name in "ABC" else "field"}
        for name in "ABCDEFGHI"
    ]
    teams = run(HOW / "groups.md").make_teams(names, captains=["D", "E", "F"])
    assert [team[0]["name"] for team in teams.values()] == ["D", "E", "F"]
    assert [
        [player["role"] for player in team].count("keeper") for team in teams.values()
    ] == [1, 1, 1]


@for_each(("players", "tables", "size"), [(6, 2, 4), (23, 4, 8), (40, 5, 10)])
def test_tables_of_a_tournament_stay_even_when_one_breaks_or_a_player_moves(
    run: Callable[[Path], Run], players: int, tables: int, size: int
) -> None:
    room = run(HOW / "poker-room.md")
    names = [f"Player {number}" for number in range(players)]
    seats = room.seat(names, tables, "first")
    assert seats == room.seat(names, tables, "first")
    assert seats != room.seat(names, tables, "second")
    assert len(set(seats.values())) == players
    counts = Counter(table for table, _ in seats.values())
    assert sorted(counts) == list(range(1, tables + 1))
    assert max(counts.values()) - min(counts.values()) <= 1
    out = set(room.at(1, seats)[1:])
    left = {name: place for name, place in seats.items() if name not in out}
    moved = room.move(left, room.at(tables, left)[:1], size, "one")
    assert Counter(table for table, _ in moved.values())[1] == 2
    broken = room.move(left, room.at(tables, left), size, "breaks")
    assert broken.keys() == left.keys()
    assert len(set(broken.values())) == len(broken)
    counts = Counter(table for table, _ in broken.values())
    assert sorted(counts) == list(range(1, tables))
    assert all(number <= size for _, number in broken.values())


@for_each(("tables", "rounds"), [(2, 1), (5, 5), (6, 5), (9, 8)])
def test_no_pair_of_bridge_meets_a_board_or_an_opponent_twice(
    run: Callable[[Path], Run], tables: int, rounds: int
) -> None:
    club = run(HOW / "bridge-club.md")
    session = club.open_session(tables=tables, boards=2, rounds=rounds)
    with pytest.raises(ValueError, match="twice"):
        club.open_session(tables=tables, boards=2, rounds=tables + 1)
    with pytest.raises(ValueError, match="no such round"):
        club.seating(session, rounds + 1)
    meetings: list[tuple[object, ...]] = []
    for round in range(1, rounds + 1):
        seating = club.seating(session, round)
        boards = [board for place in seating for board in place["boards"]]
        assert sorted(boards) == list(range(1, 2 * tables + 1))
        for place in seating:
            pairs = [("NS", place["north_south"]), ("EW", place["east_west"])]
            meetings += [
                tuple(pairs),
                *((pair, board) for pair in pairs for board in place["boards"]),
            ]
    assert len(meetings) == len(set(meetings)) == rounds * tables * 5


def test_a_board_of_bridge_that_is_changed_or_left_out_is_detected(
    run: Callable[[Path], Run],
) -> None:
    club = run(HOW / "bridge-club.md")
    check = club.check_boards
    sha256 = club.published
    file = club.final
    draft = club.draft
    assert sha256 == hashlib.sha256(club.session["body"]["seed"].encode()).hexdigest()
    assert '[Event "Club evening"]\r\n' in draft
    assert re.findall(r"\[Deal .*", file) == re.findall(r"\[Deal .*", draft)
    first, second = re.findall(r'"N:(\S+) (\S+)', file)[0]
    assert not check(
        file.replace(f"N:{first} {second}", f"N:{second} {first}"), sha256, 10
    )
    assert not check(file[: file.rindex("[Event")], sha256, 10)
    assert not check(file, "0" * 64, 10)


@pytest.mark.node
def test_players_of_bridge_can_check_the_file_without_the_service(
    run: Callable[[Path], Run], tmp_path: Path
) -> None:
    boards = tmp_path / "boards.pbn"
    for edit, code in ((str, 0), (lambda file: file.replace('"N:', '"S:', 1), 1)):
        boards.write_text(
            edit(run(HOW / "bridge-club.md").final), encoding="latin-1", newline=""
        )
        done = subprocess.run(
            ["node", ROOT / "verify" / "verify.mjs", boards], check=False, timeout=60
        )
        assert done.returncode == code

"""The servers of examples/ for node: people play, processes die, and all proofs are valid."""

import asyncio
import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.docs.examples import ADDRESS
from tests.packages.faulty_proxy import FaultyProxy, run_faulty_proxy
from tests.packages.game_server import (
    CARD,
    EXAMPLES,
    HANDS,
    TOKEN,
    GameServer,
    check_proofs,
    kill_again_and_again,
    until,
)
from tests.packages.node_versions import MODULES, NODES, SCRIPTS
from tools.files import ROOT

Json = dict[str, Any]
NODE: list[str | Path] = [NODES[24], "--disable-warning=ExperimentalWarning"]


def install(folder: Path, framework: str, service: str) -> None:
    """Write the programs of a framework into a folder, beside the built package and the libraries."""
    (package,) = (ROOT / "build" / "packages").glob("shuffle-and-deal-*.tgz")
    shutil.unpack_archive(package, folder, filter="data")
    (folder / "node_modules").mkdir()
    (folder / "package").rename(folder / "node_modules" / "shuffle-and-deal")
    for library in ("@colyseus", "boardgame.io", "socket.io", "socket.io-client"):
        (folder / "node_modules" / library).symlink_to(MODULES / library)
    (programs,) = EXAMPLES.glob(f"{framework}-*")
    for file in programs.glob("*.mjs"):
        (folder / file.name).write_text(file.read_text().replace(ADDRESS, service))
    shutil.copy(SCRIPTS / f"{framework}.bot.mjs", folder / "bot.mjs")


@contextmanager
def run_bots(
    folder: Path, bots: list[list[str]]
) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run the bots of a framework as processes, each with its arguments."""
    with (folder / "bots.txt").open("ab") as log:
        processes = [
            subprocess.Popen(
                [*NODE, "bot.mjs", *arguments], cwd=folder, stdout=log, stderr=log
            )
            for arguments in bots
        ]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


class Game(NamedTuple):
    """A framework, the program and the store of its server, and the arguments of each bot after the URL."""

    framework: str
    program: str
    store: str
    bots: list[list[str]]


def play(
    game: Game,
    folder: Path,
    service: str,
    seed: int,
    is_over: Callable[[list[int | None]], bool],
) -> GameServer:
    """Let bots play, while the server is killed, until the game is over by their exit codes. Return the server."""
    with run_faulty_proxy(service, seed) as proxy:
        install(folder, game.framework, proxy.url)
        server = GameServer(folder, [*NODE, game.program], game.store)
        bots = [[server.url, *arguments] for arguments in game.bots]
        log = folder / "bots.txt"
        server.start()
        try:
            with run_bots(folder, bots) as processes:

                def has_ended() -> bool:
                    codes = [process.poll() for process in processes]
                    assert set(codes) <= {None, 0}, log.read_text()[-2000:]
                    return is_over(codes)

                killing = kill_until(has_ended, server, proxy, random.Random(seed))
                asyncio.run(killing)
        finally:
            server.kill()
        kills = server.starts - 1
        print(f"{HANDS} hands, {kills} kills, requests: {dict(proxy.fates)}")
    return server


async def kill_until(
    is_over: Callable[[], bool],
    server: GameServer,
    proxy: FaultyProxy,
    source: random.Random,
) -> None:
    killer = asyncio.create_task(kill_again_and_again(server, proxy, source))
    await until(is_over, killer, moves=proxy.count_answers, signs=server.list_writes)
    killer.cancel()


def read_lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.packages
@pytest.mark.sampled
def test_twenty_one_in_a_room_of_colyseus(tmp_path: Path, live: str, seed: int) -> None:
    names = ("Ann", "Bob", "Cem")
    bots = [[name, str(seed)] for name in (*names, "")]
    files = [
        tmp_path / f"{name}, hand {hand}.json" for name in names for hand in (1, HANDS)
    ]

    def is_over(codes: list[int | None]) -> bool:
        assert codes == [None] * 4
        return all(file.exists() for file in files)

    game = Game("colyseus", "room.mjs", "room.db", bots)
    server = play(game, tmp_path, live, seed, is_over)
    last = [state["last"] for state in server.entries("room") if state["last"]]
    hands = {hand["hand"]: hand["cards"] for hand in last}
    assert list(hands)[:HANDS] == list(range(1, HANDS + 1))
    for number, shown in hands.items():
        check_hand(server.responses(f"hand {number}"), shown)
    for name in names:
        assert check_states(read_lines(tmp_path / f"{name}.jsonl"), name) > HANDS
    assert check_states(read_lines(tmp_path / "spectator.jsonl"), "") == 0
    check_proofs(tmp_path, live, random.Random(seed), len(names) * HANDS)


def check_hand(turns: list[Json], shown: Json) -> None:
    """Each turn is the next card of the pack, and each seat shows in the end what it drew."""
    cards = [turn["cards"][0] for turn in turns]
    assert len(set(cards)) == len(cards)
    positions = [turn["seen"]["positions"] for turn in turns]
    assert positions == [[number] for number in range(len(turns))]
    drawn: dict[str, list[str]] = {seat: [] for seat in "123"}
    for turn in turns:
        drawn[turn["seen"]["seat"]].append(turn["cards"][0])
    assert shown == drawn


@pytest.mark.packages
@pytest.mark.sampled
def test_draw_poker_with_a_spectator_by_socket_io(
    tmp_path: Path, live: str, seed: int
) -> None:
    names = ("Ann", "Bob", "Cem", "spectator")
    players = [name.removesuffix("spectator") for name in names]
    bots = [["table 7", name, str(seed)] for name in players]

    def is_over(codes: list[int | None]) -> bool:
        assert codes == [None] * 4
        proofs = [list(tmp_path.glob(f"{name}, *.json")) for name in names]
        return all(len(files) >= HANDS for files in proofs)

    game = Game("socketio", "server.mjs", "tables.db", bots)
    server = play(game, tmp_path, live, seed, is_over)
    assert "other cards" not in (tmp_path / "bots.txt").read_text()
    states = server.entries("game table 7")
    assert [state["version"] for state in states] == list(range(1, len(states) + 1))
    for state in states:
        cards = list(chain(*state.get("cards", {}).values()))
        assert len(set(cards)) == len(cards)
    for name in names:
        assert check_seat(read_lines(tmp_path / f"{name}.jsonl"), name) > HANDS
    check_proofs(tmp_path, live, random.Random(seed), len(names) * HANDS)


def check_seat(lines: list[Json], name: str) -> int:
    """A guest sees the cards of the own seat, and of the last showdown. Return how many views there were."""
    count = 0
    for line in lines:
        game = line["game"]
        assert TOKEN not in json.dumps(line)
        assert CARD.findall(json.dumps(game | {"last": None})) == []
        for view in line["views"]:
            hands = [*view.get("hands", []), *([view] if "seat" in view else [])]
            own = [
                hand["cards"] for hand in hands if game["seats"][hand["seat"]] == name
            ]
            assert set(CARD.findall(json.dumps(view))) == set(chain(*own))
            count += 1
    return count


def check_states(lines: list[Json], name: str) -> int:
    """A client sees the cards of its own seat alone until a hand is over. Return how many states had cards."""
    count = 0
    for line in lines:
        assert TOKEN not in json.dumps(line)
        if "receipt" not in line:
            own = line.get("seats", {}).get(name, {}).get("cards", [])
            assert list(CARD.findall(json.dumps(line | {"last": None}))) == own
            count += len(own) > 0
    return count


@pytest.mark.packages
@pytest.mark.sampled
def test_tricks_in_matches_of_boardgame_io(
    tmp_path: Path, live: str, seed: int
) -> None:
    bots = [[seat, str(HANDS), "3", str(seed)] for seat in "12"]
    game = Game("boardgame", "server.mjs", "tables.db", bots)
    server = play(game, tmp_path, live, seed, lambda codes: codes == [0, 0])
    for table in [f"table {number}" for number in range(1, HANDS + 1)]:
        (turn,) = server.responses(table)
        first, second = [hand["cards"] for hand in turn["hands"]]
        assert len({*first, *second}) == 10
        changes = server.entries(f"match {table}")
        states = [change["state"] for change in changes if "state" in change]
        tricks = [trick["cards"] for trick in states[-1]["G"]["tricks"]]
        assert sorted(trick["0"] for trick in tricks) == sorted(first)
        assert sorted(trick["1"] for trick in tricks) == sorted(second)
        check_match(tmp_path / f"{table}, seat 1.jsonl", first)
        check_match(tmp_path / f"{table}, seat 2.jsonl", second)
        check_match(tmp_path / f"{table}, spectator 1.jsonl", [])
        check_match(tmp_path / f"{table}, spectator 2.jsonl", [])
    check_proofs(tmp_path, live, random.Random(seed), 2 * HANDS)


def check_match(file: Path, dealt: list[str]) -> None:
    """A client sees its own hand, and the cards that were played. In the end it has seen the ten of both hands."""
    seen = []
    for line in read_lines(file):
        text = json.dumps(line)
        cards = set(CARD.findall(text))
        assert cards <= list_played(line[0]) | set(dealt)
        assert TOKEN not in text
        seen.append(len(cards))
    assert max(seen) == 10


def list_played(state: Json | None) -> set[str]:
    """Return the cards of the tricks in a state."""
    if not state:
        return set()
    tricks = [trick["cards"] for trick in state["G"]["tricks"]]
    return {card for trick in [*tricks, state["G"]["trick"]] for card in trick.values()}

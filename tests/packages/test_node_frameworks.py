"""The servers of examples/ for node: people play, processes die, and all proofs are valid."""

import asyncio
import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.docs.examples import ADDRESS
from tests.packages.faulty_proxy import FaultyProxy, run_faulty_proxy
from tests.packages.game_server import (
    CARD,
    EXAMPLES,
    HANDS,
    GameServer,
    check_proofs,
    kill_again_and_again,
    until,
)
from tests.packages.test_javascript import MODULES, NODES, SCRIPTS

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
    folder: Path, *bots: tuple[str, ...]
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


async def kill_until(
    is_over: Callable[[], bool],
    server: GameServer,
    proxy: FaultyProxy,
    source: random.Random,
) -> None:
    killer = asyncio.create_task(kill_again_and_again(server, proxy, source))
    await until(is_over, killer, moves=proxy.count_answers)
    killer.cancel()


def read_lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.packages
@pytest.mark.sampled
def test_twenty_one_in_a_room_of_colyseus(tmp_path: Path, live: str, seed: int) -> None:
    names = ("Ann", "Bob", "Cem")
    source = random.Random(seed)
    with run_faulty_proxy(live, seed) as proxy:
        install(tmp_path, "colyseus", proxy.url)
        server = GameServer(tmp_path, [*NODE, "room.mjs"], "room.db")
        server.start()

        def is_over() -> bool:
            assert [bot.poll() for bot in bots] == [None] * len(bots), (
                tmp_path / "bots.txt"
            ).read_text()[-2000:]
            return all(
                (tmp_path / f"{name}, hand {hand}.json").exists()
                for name in names
                for hand in (1, HANDS)
            )

        with run_bots(
            tmp_path, *((server.url, name, str(seed)) for name in (*names, ""))
        ) as bots:
            asyncio.run(kill_until(is_over, server, proxy, source))
        server.kill()
        print(
            f"{HANDS} hands, {server.starts - 1} kills, requests: {dict(proxy.fates)}"
        )
        hands = {
            state["last"]["hand"]: state["last"]["cards"]
            for state in server.entries("room")
            if state["last"]
        }
        assert list(hands)[:HANDS] == list(range(1, HANDS + 1))
        for hand, shown in hands.items():
            turns = server.responses(f"hand {hand}")
            cards = [turn["cards"][0] for turn in turns]
            assert len(set(cards)) == len(cards)
            assert [
                position for turn in turns for position in turn["seen"]["positions"]
            ] == list(range(len(turns)))
            assert shown == {
                seat: [t["cards"][0] for t in turns if t["seen"]["seat"] == seat]
                for seat in "123"
            }
        for name in names:
            assert check_states(read_lines(tmp_path / f"{name}.jsonl"), name) > HANDS
        assert check_states(read_lines(tmp_path / "spectator.jsonl"), "") == 0
        check_proofs(tmp_path, live, source, len(names) * HANDS)


@pytest.mark.packages
@pytest.mark.sampled
def test_draw_poker_with_a_spectator_by_socket_io(
    tmp_path: Path, live: str, seed: int
) -> None:
    names = ("Ann", "Bob", "Cem", "spectator")
    source = random.Random(seed)
    with run_faulty_proxy(live, seed) as proxy:
        install(tmp_path, "socketio", proxy.url)
        server = GameServer(tmp_path, [*NODE, "server.mjs"], "tables.db")
        server.start()

        def is_over() -> bool:
            assert [bot.poll() for bot in bots] == [None] * len(bots), (
                tmp_path / "bots.txt"
            ).read_text()[-2000:]
            return all(
                len(list(tmp_path.glob(f"{name}, *.json"))) >= HANDS for name in names
            )

        players = [name.removesuffix("spectator") for name in names]
        with run_bots(
            tmp_path, *((server.url, "table 7", name, str(seed)) for name in players)
        ) as bots:
            asyncio.run(kill_until(is_over, server, proxy, source))
        server.kill()
        print(
            f"{HANDS} hands, {server.starts - 1} kills, requests: {dict(proxy.fates)}"
        )
        assert "other cards" not in (tmp_path / "bots.txt").read_text()
        states = server.entries("game table 7")
        assert [state["version"] for state in states] == list(range(1, len(states) + 1))
        for state in states:
            cards = [card for hand in state.get("cards", {}).values() for card in hand]
            assert len(set(cards)) == len(cards)
        for name in names:
            assert check_seat(read_lines(tmp_path / f"{name}.jsonl"), name) > HANDS
        check_proofs(tmp_path, live, source, len(names) * HANDS)


def check_seat(lines: list[Json], name: str) -> int:
    """A guest sees the cards of the own seat, and of the last showdown. Return how many views there were."""
    count = 0
    for game, views in ((line["game"], line["views"]) for line in lines):
        assert "gAAAA" not in json.dumps([game, views])
        assert CARD.findall(json.dumps(game | {"last": None})) == []
        for view in views:
            hands = [*view.get("hands", []), *([view] if "seat" in view else [])]
            own = [hand for hand in hands if game["seats"][hand["seat"]] == name]
            assert set(CARD.findall(json.dumps(view))) == {
                card for hand in own for card in hand["cards"]
            }
        count += len(views)
    return count


def check_states(lines: list[Json], name: str) -> int:
    """A client sees the cards of its own seat alone until a hand is over. Return how many states had cards."""
    count = 0
    for line in lines:
        assert "gAAAA" not in json.dumps(line)
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
    source = random.Random(seed)
    with run_faulty_proxy(live, seed) as proxy:
        install(tmp_path, "boardgame", proxy.url)
        server = GameServer(tmp_path, [*NODE, "server.mjs"], "tables.db")
        server.start()

        def is_over() -> bool:
            codes = [bot.poll() for bot in bots]
            assert set(codes) <= {None, 0}, (tmp_path / "bots.txt").read_text()[-2000:]
            return codes == [0, 0]

        with run_bots(
            tmp_path, *((server.url, seat, str(HANDS), "3", str(seed)) for seat in "12")
        ) as bots:
            asyncio.run(kill_until(is_over, server, proxy, source))
        server.kill()
        print(
            f"{HANDS} matches, {server.starts - 1} kills, requests: {dict(proxy.fates)}"
        )
        for table in (f"table {number}" for number in range(1, HANDS + 1)):
            (turn,) = server.responses(table)
            dealt = {
                str(player): hand["cards"] for player, hand in enumerate(turn["hands"])
            }
            states = [
                change["state"]
                for change in server.entries(f"match {table}")
                if "state" in change
            ]
            tricks = states[-1]["G"]["tricks"]
            played = {
                player: sorted(trick["cards"][player] for trick in tricks)
                for player in dealt
            }
            assert played == {player: sorted(cards) for player, cards in dealt.items()}
            assert len({*dealt["0"], *dealt["1"]}) == 10
            for player, cards in dealt.items():
                check_match(tmp_path / f"{table}, seat {int(player) + 1}.jsonl", cards)
                check_match(
                    tmp_path / f"{table}, spectator {int(player) + 1}.jsonl", []
                )
        check_proofs(tmp_path, live, source, 2 * HANDS)


def check_match(file: Path, dealt: list[str]) -> None:
    """A client sees its own hand, and the cards that were played."""
    lines = read_lines(file)
    for line in lines:
        tricks = (
            [
                line[0]["G"]["trick"],
                *(trick["cards"] for trick in line[0]["G"]["tricks"]),
            ]
            if line[0]
            else []
        )
        played = {card for trick in tricks for card in trick.values()}
        text = json.dumps(line)
        assert set(CARD.findall(text)) <= played | set(dealt)
        assert "gAAAA" not in text
    assert max(len(set(CARD.findall(json.dumps(line)))) for line in lines) == 10

"""The private hands of docs/how: nobody but its player sees a folded hand. Backend and players are processes."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.docs.examples import ADDRESS
from tests.docs.guide import HOW, PLAYERS, programs
from tests.docs.private_player import CODE as PLAYER_OF_SEALED_SHOES
from tests.peers import Handler, accepts_connections, run_http_server
from tests.programs import count_tokens
from tests.server.client import JSON, fetch
from tools.files import ROOT
from tools.ports import free_port
from tools.serving import wait_until

(BACKEND,) = programs(HOW / "private-hands.md", "python")
(PLAYER,) = programs(HOW / "private-hands.md", "javascript")
RUN = "\nHTTPServer(('127.0.0.1', {port}), PrivateHoldem).serve_forever()\n"
SEATS = ("1", "dealer")
RIVER = 4  # the streets that are dealt by then
NOTHING_DIFFERS = ("2", "order")
PATIENCE = 60


def test_the_programs_are_short() -> None:
    tokens = {"backend": 1_250, "player": 1_000, "player of sealed shoes": 2_200}
    programs = (BACKEND, PLAYER, PLAYER_OF_SEALED_SHOES)
    for (name, limit), code in zip(tokens.items(), programs, strict=True):
        assert count_tokens(code) <= limit, name


@contextmanager
def record(target: str, messages: list[str]) -> Iterator[str]:
    """Run a server that forwards requests to `target`; add the bodies of requests and responses to `messages`.

    Until the river a member `shown` that is null becomes `{}`: the backend asks the players for their hands too early.
    """

    class Recorder(Handler):
        def do_POST(self) -> None:
            body = self.read_body()
            answer = fetch(target, self.path, "POST", body, JSON, PATIENCE)
            content = answer.body
            state = answer.json or {}
            if state.get("shown", {}) is None and len(state["dealt"]) < RIVER:
                content = json.dumps(state | {"shown": {}}).encode()
            messages.extend([body.decode(), content.decode()])
            self.respond(answer.status, content, Content_Type="application/json")

    with run_http_server(Recorder) as address:
        yield address


@dataclass(frozen=True)
class Side:
    """The possessions of a player after the game: the hand, as shown cards, and the file for the verifier."""

    hand: list[dict[str, Any]]
    game: dict[str, Any]


@dataclass
class Room:
    """A backend in a process, its log, all messages that it sent or got, and the folder of the two players."""

    address: str
    process: subprocess.Popen[bytes]
    log: Path
    folder: Path
    messages: list[str] = field(default_factory=list)

    def play(self, table: str, fold: str) -> list[Side]:
        """Play a hand by a process for each player; the first player folds on a street. Return both sides."""
        players = [
            self._start(table, *SEATS, fold),
            self._start(table, *SEATS[::-1], "never"),
        ]
        for player in players:
            with suppress(subprocess.TimeoutExpired):
                player.wait(PATIENCE)
            player.kill()
        outputs = [player.communicate() for player in players]
        assert [player.returncode for player in players] == [0, 0], outputs
        games = [
            json.loads((self.folder / f"{table} game {seat}").read_text())
            for seat in SEATS
        ]
        return [
            Side(json.loads(output), game)
            for (output, _), game in zip(outputs, games, strict=True)
        ]

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        code = PLAYER.replace("process.argv.slice(2)", "process.argv.slice(1)")
        code += "console.log(JSON.stringify(player.cards));"  # for the test alone
        command = [
            "node",
            "--input-type=module",
            "-e",
            code,
            "--",
            self.address,
            *arguments,
            str(self.folder),
        ]
        return subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def verify(self, table: str, seat: str) -> tuple[str, ...]:
        """Return the exit status of the verifier, and the names of the checks that it could not make."""
        command = [
            "node",
            str(ROOT / "verify" / "verify.mjs"),
            str(self.folder / f"{table} game {seat}"),
        ]
        verifier = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        return str(verifier.returncode), *re.findall(
            r"^  (\w+): ", verifier.stdout, re.MULTILINE
        )

    def read_memory(self) -> bytes:
        """Return all writable memory of the backend."""
        maps = Path(f"/proc/{self.process.pid}/maps").read_text()
        parts = []
        with Path(f"/proc/{self.process.pid}/mem").open("rb", 0) as memory:
            for start, end in re.findall(r"^(\w+)-(\w+) rw", maps, re.MULTILINE):
                memory.seek(int(start, 16))
                parts.append(memory.read(int(end, 16) - int(start, 16)))
        return b"".join(parts)


@pytest.fixture
def room(tmp_path: Path, keyed: str) -> Iterator[Room]:
    """Return a room for one game. Cards that one game folds, another game may show."""
    messages: list[str] = []
    port = free_port()
    log = tmp_path / "log"
    with record(keyed, messages) as recorder, log.open("wb") as output:
        (tmp_path / "jwks.json").write_bytes(
            fetch(keyed, "/.well-known/jwks.json").body
        )
        code = f"{PLAYERS}\n{BACKEND}".replace(ADDRESS, recorder)
        command = [sys.executable, "-c", code + RUN.format(port=port)]
        environment = os.environ | {"PYTHONPATH": str(ROOT / "clients" / "python")}
        process = subprocess.Popen(
            command, stdout=output, stderr=output, cwd=tmp_path, env=environment
        )
        try:
            wait_until(lambda: accepts_connections(port))
            messages.clear()  # of the client's example
            with record(f"http://127.0.0.1:{port}", messages) as address:
                yield Room(address, process, log, tmp_path, messages)
        finally:
            process.kill()
            process.wait()


@pytest.mark.node
def test_a_folded_hand_is_in_no_message_no_log_and_no_memory_of_the_backend(
    room: Room,
) -> None:
    sides = room.play("folded", "2")
    assert [side.game["receipt"]["drawn"]["draws"] for side in sides] == [2, 2]
    memory = room.read_memory()
    log = room.log.read_text()
    assert sides[0].game["confirmed"]["commitment"].encode() in memory
    for card in sides[0].hand + sides[1].hand:
        quoted = json.dumps(card["card"])
        assert not [
            message
            for message in room.messages
            if quoted in message or card["salt"] in message
        ]
        assert quoted not in log
        for secret in (
            card["salt"].encode(),
            bytes.fromhex(card["salt"]),
            f'"card":{quoted},"index"'.encode(),
        ):
            assert secret not in memory
    assert [room.verify("folded", seat) for seat in SEATS] == [NOTHING_DIFFERS] * 2


@pytest.mark.node
def test_after_the_river_both_show_their_hands_and_each_verifies_the_game(
    room: Room,
) -> None:
    sides = room.play("shown", "never")
    shown = [card for side in sides for card in side.hand]
    assert sorted(card["position"] for card in shown) == [0, 1, 2, 3]
    memory = room.read_memory()
    for card in shown:  # the test of a folded hand would find them
        assert card["salt"].encode() in memory
        assert [
            message for message in room.messages if json.dumps(card["card"]) in message
        ]
    for seat, side in zip(SEATS, sides, strict=True):
        assert side.game["receipt"]["drawn"]["draws"] == 4
        assert {card["salt"] for card in side.game["receipt"]["shown"]} == {
            card["salt"] for card in shown
        }
        assert room.verify("shown", seat) == NOTHING_DIFFERS
        side.game["receipt"]["shown"][0]["card"] = side.game["receipt"]["shown"][1][
            "card"
        ]
        (room.folder / f"altered game {seat}").write_text(json.dumps(side.game))
        assert room.verify("altered", seat)[0] == "1"

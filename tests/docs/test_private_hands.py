"""The guide's private hands: a backend and two players in processes of their own; nobody else sees a folded hand."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from service.core.crypto.tokens import generate_key
from tests.conftest import ROOT, run_service
from tests.docs.examples import ADDRESS
from tests.docs.guide import programs, run_server
from tests.server.client import fetch
from tools.ports import free_port
from tools.serving import wait_until

SECTION = "Private hands"
(BACKEND,) = programs("python", SECTION)
(PLAYER,) = programs("javascript", SECTION)
RUN = "\nHTTPServer(('127.0.0.1', {port}), PrivateHoldem).serve_forever()\n"
SEATS = ("1", "dealer")
NOTHING_DIFFERS = ("2", "order")
PATIENCE = 60


def test_the_programs_are_short() -> None:
    lines = [len([line for line in code.splitlines() if line]) for code in (BACKEND, PLAYER)]
    assert lines[0] <= 80
    assert lines[1] <= 60


def is_open(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def record(target: str, messages: list[str]) -> Iterator[str]:
    """Run a server that passes requests on to another one, and keep all bodies, of requests and of responses.

    It asks the players for their hands from the start: `shown` is never null.
    """

    class Recorder(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {"Content-Type": "application/json"}
            try:
                with urlopen(Request(target + self.path, body, headers), timeout=PATIENCE) as response:
                    status, answer = response.status, response.read()
            except HTTPError as error:
                status, answer = error.code, error.read()
            answer = answer.replace(b'"shown": null', b'"shown": {}')
            messages.extend([body.decode(), answer.decode()])
            self.send_response(status)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with run_server(Recorder) as address:
        yield address


@dataclass(frozen=True)
class Side:
    """What a player has in the end: the hand, as shown cards, and the file for the verifier."""

    hand: list[dict[str, Any]]
    game: dict[str, Any]


@dataclass
class Room:
    """A backend in a process of its own, all messages that it sent or got, its log, and the folder of the friends."""

    address: str
    process: subprocess.Popen[bytes]
    log: Path
    folder: Path
    messages: list[str] = field(default_factory=list)

    def play(self, table: str, fold: str) -> list[Side]:
        """Play a hand by two processes, of which the first folds in a street; return what each has in the end."""
        with ExitStack() as stack:
            players = [
                stack.enter_context(self._start(table, *seats)) for seats in ((*SEATS, fold), (*SEATS[::-1], "never"))
            ]
            ended = [player.communicate(timeout=PATIENCE) for player in players]
        assert [player.returncode for player in players] == [0, 0], ended
        games = [json.loads((self.folder / f"{table} game {seat}").read_text()) for seat in SEATS]
        return [Side(json.loads(output), game) for (output, _), game in zip(ended, games, strict=True)]

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        code = PLAYER.replace("process.argv.slice(2)", "process.argv.slice(1)")
        code += "console.log(JSON.stringify(client.cards));"  # for the test alone
        command = ["node", "--input-type=module", "-e", code, "--", self.address, *arguments, str(self.folder)]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def verify(self, table: str, seat: str) -> tuple[str, ...]:
        """Return the exit status of the verifier, and the names of what it did not check."""
        command = ["node", str(ROOT / "verify" / "verify.mjs"), str(self.folder / f"{table} game {seat}")]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        return str(done.returncode), *re.findall(r"^  (\w+): ", done.stdout, re.MULTILINE)

    def read_memory(self) -> bytes:
        """Return all memory of the backend that it can write."""
        maps = Path(f"/proc/{self.process.pid}/maps").read_text()
        parts = []
        with Path(f"/proc/{self.process.pid}/mem").open("rb", 0) as memory:
            for start, end in re.findall(r"^(\w+)-(\w+) rw", maps, re.MULTILINE):
                memory.seek(int(start, 16))
                parts.append(memory.read(int(end, 16) - int(start, 16)))
        return b"".join(parts)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """Each game has a room: another one may show the cards of a folded hand."""
    messages: list[str] = []
    shoe_key, signing_key = generate_key(), token_urlsafe(32)
    port, log = free_port(), tmp_path / "log"
    with (
        run_service(SHOE_KEYS=shoe_key, SIGNING_KEYS=signing_key) as service,
        record(service, messages) as recorded,
        log.open("wb") as output,
    ):
        (tmp_path / "jwks.json").write_bytes(fetch(service, "/.well-known/jwks.json").body)
        code = "\n".join([*programs("python", "A client"), *programs("python", "A server"), BACKEND])
        command = [sys.executable, "-c", code.replace(ADDRESS, recorded) + RUN.format(port=port)]
        process = subprocess.Popen(command, stdout=output, stderr=output)
        try:
            wait_until(lambda: is_open(port))
            messages.clear()  # of the client's example
            with record(f"http://127.0.0.1:{port}", messages) as address:
                yield Room(address, process, log, tmp_path, messages)
        finally:
            process.kill()
            process.wait()


@pytest.mark.node
def test_a_folded_hand_is_in_no_message_no_log_and_no_memory_of_the_backend(room: Room) -> None:
    sides = room.play("folded", "2")
    assert [side.game["receipt"]["drawn"]["draws"] for side in sides] == [2, 2]
    memory, log = room.read_memory(), room.log.read_text()
    assert sides[0].game["commitment"].encode() in memory
    for card in sides[0].hand + sides[1].hand:
        quoted = json.dumps(card["card"])
        assert not [message for message in room.messages if quoted in message or card["salt"] in message]
        assert quoted not in log
        for secret in (card["salt"].encode(), bytes.fromhex(card["salt"]), f'"card":{quoted},"index"'.encode()):
            assert secret not in memory
    assert [room.verify("folded", seat) for seat in SEATS] == [NOTHING_DIFFERS] * 2


@pytest.mark.node
def test_after_the_river_both_show_their_hands_and_each_verifies_the_game(room: Room) -> None:
    sides = room.play("shown", "never")
    shown = [card for side in sides for card in side.hand]
    assert sorted(card["position"] for card in shown) == [0, 1, 2, 3]
    memory = room.read_memory()
    for card in shown:  # so that the other test would find them
        assert card["salt"].encode() in memory
        assert [message for message in room.messages if json.dumps(card["card"]) in message]
    for seat, side in zip(SEATS, sides, strict=True):
        assert side.game["receipt"]["drawn"]["draws"] == 4
        assert {card["salt"] for card in side.game["receipt"]["shown"]} == {card["salt"] for card in shown}
        assert room.verify("shown", seat) == NOTHING_DIFFERS
        side.game["receipt"]["shown"][0]["card"] = side.game["receipt"]["shown"][1]["card"]
        (room.folder / f"altered game {seat}").write_text(json.dumps(side.game))
        assert room.verify("altered", seat)[0] == "1"

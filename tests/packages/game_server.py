"""A game server of examples/, which is killed again and again while people play."""

import asyncio
import json
import os
import random
import re
import sqlite3
import subprocess
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from shuffle_and_deal import Service, SQLiteStore
from shuffle_and_deal.turns import open_view

from tests.examples import tries_many
from tests.packages.faulty_proxy import FaultyProxy
from tools.files import ROOT
from tools.ports import free_port
from tools.serving import wait_until

Json = dict[str, Any]
EXAMPLES = ROOT / "examples"
CLIENT = str(ROOT / "clients" / "python")
"""The folder of the Python client, for PYTHONPATH."""
HANDS = 300 if tries_many() else 30
TOKEN = "gAAAA"
"""How every token of a shoe begins."""
NAMES = ("Ann", "Bob", "Cem", "Dee")
"""The players of a game."""
CARD = re.compile(r'"([2-9TJQKA][CDHS])"')


def load(file: Path, code: str | None = None) -> Any:
    """Return a program as a module, perhaps with other code."""
    module = ModuleType(file.stem)
    exec(compile(code or file.read_text(), file.name, "exec"), vars(module))
    return module


class GameServer:
    """A process that can be killed and started again, with its output in log.txt. Its command ends with the port."""

    def __init__(
        self,
        folder: Path,
        command: Sequence[str | Path],
        store: str,
        **environment: str,
    ) -> None:
        self.folder = folder
        self.store = folder / store
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.starts = 0
        self._command = [*command, str(self.port)]
        self._environment = environment
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(
                self._command,
                cwd=self.folder,
                env=os.environ | self._environment,
                stdout=log,
                stderr=log,
            )
        self.starts += 1

    def kill(self) -> None:
        assert self.process
        assert self.process.poll() is None, "The server stopped by itself."
        self.process.kill()
        self.process.wait()

    def entries(self, name: str) -> list[Any]:
        """Return the texts of a list in the store."""
        return [json.loads(text) for text in SQLiteStore(self.store).load(name, 0)]

    def responses(self, name: str) -> list[Any]:
        """Return the responses to the deals and draws of a table in the store."""
        return [
            open_view(text, None)[0] for text in SQLiteStore(self.store).load(name, 0)
        ]

    def actions(self, name: str) -> list[str]:
        """Return the names of the deals and draws of a table in the store."""
        with closing(sqlite3.connect(self.store)) as database:
            rows = database.execute(
                "SELECT action FROM turns WHERE name = ? ORDER BY number", (name,)
            )
            return [action for (action,) in rows]

    def list_writes(self) -> dict[str, int]:
        """Return when each file of the game was last written: its store, its logs and what its players saw."""
        written = {}
        for pattern in (f"{self.store.name}*", "*.txt", "*.jsonl"):
            for file in self.folder.glob(pattern):
                with suppress(FileNotFoundError):  # a journal of the store is gone
                    written[file.name] = file.stat().st_mtime_ns
        return written

    def is_revealed(self, name: str) -> bool:
        """Return whether a table in the store is revealed."""
        found = SQLiteStore(self.store).read(name)
        return found is not None and "revealed" in json.loads(found[1])


MOST_MOVES = 20_000
MOST_SIGNS = 2_000
"""Changes without a move: players that ask again and again for what never comes leave signs too."""


async def until(
    condition: Callable[[], bool],
    *tasks: asyncio.Task[None],
    moves: Callable[[], int] = lambda: 0,
    signs: Callable[[], object] = lambda: None,
) -> None:
    """Wait until a condition holds, while tasks go on.

    `moves` counts what happens meanwhile, and `signs` returns what changes between two moves. The wait fails after too
    many moves, after too many signs without a move, or if neither changes for long: how long a game takes depends on
    the machine.
    """

    def holds() -> bool:
        for task in tasks:
            assert not task.done(), task.exception()
        return condition()

    def goes_on() -> bool:
        return moves() > last_moves or signs() != last_signs

    begun = moves()
    last_moves = begun
    signs_without_move = 0
    while not holds():
        signs_without_move = 0 if moves() > last_moves else signs_without_move + 1
        last_moves = moves()
        last_signs = signs()
        assert last_moves - begun <= MOST_MOVES
        assert signs_without_move <= MOST_SIGNS
        await asyncio.to_thread(wait_until, lambda: holds() or goes_on(), interval=0.01)


async def kill_again_and_again(
    server: GameServer, proxy: FaultyProxy, source: random.Random
) -> None:
    """Kill the server again and again, soon after it has sent some requests to the service."""
    while True:
        count = proxy.fates.total() + source.randint(5, 30)
        while proxy.fates.total() < count:
            await asyncio.sleep(0.001)  # polls, as cancelling this must end it at once
        # so that any step after a request may be the last one
        await asyncio.sleep(source.uniform(0, 0.03))
        server.kill()
        server.start()


def check_alone(file: Path) -> None:
    """verify.mjs finds a player's file valid, and not with another card."""
    assert is_found_valid(file)
    proof = json.loads(file.read_text())
    cards = next(draw["cards"] for draw in proof["seen"] if any(draw["cards"]))
    place = next(place for place, card in enumerate(cards) if card)
    cards[place] = "AS" if cards[place] != "AS" else "KS"
    file.write_text(json.dumps(proof))
    assert not is_found_valid(file)


def is_found_valid(file: Path) -> bool:
    """Return whether verify.mjs finds a file valid. Its exit code and its first word say the same."""
    command = ["node", str(ROOT / "verify" / "verify.mjs"), str(file)]
    run = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=60
    )
    is_valid = run.returncode == 0
    assert run.stdout.startswith("valid") == is_valid
    return is_valid


def check_proofs(folder: Path, service: str, source: random.Random, count: int) -> None:
    """Every proof is there and valid, and a few are for verify.mjs, without the service."""
    proofs = list(folder.glob("*, *.json"))
    assert len(proofs) >= count
    with Service(service) as client:
        for file in proofs:
            verdict = client.call("/v1/verify", json.loads(file.read_text()))
            assert verdict["valid"] is True, file.name
    for file in source.sample(proofs, 4):
        check_alone(file)


def check_chips(room: Json) -> None:
    """The bank, the chips of all players and their bets are 0 together, and nobody has less than none."""
    chips = [player["chips"] for player in room["players"].values()]
    paid = room.get("paid", {}).values()
    assert room["bank"] + sum(chips) + sum(paid) == 0
    assert min(chips, default=0) >= 0

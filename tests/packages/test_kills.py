"""Eight processes with one file of SQLite, each killed again and again: no draw is lost, and none comes twice."""

import json
import random
import sqlite3
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from shuffle_and_deal import Service, SQLiteStore, Table

from tests.conftest import run_service
from tests.examples import tries_many
from tools.files import ROOT
from tools.serving import wait_until

NAMES = "ABCDEFGH"
TABLES = 25
SCRIPT = Path(__file__).with_name("drawing_process.py")
ENVIRONMENT = {"PYTHONPATH": str(ROOT / "clients" / "python")}


class Draw(NamedTuple):
    """A draw as a process notes it, in the order of its members."""

    table: str
    name: str
    number: int
    positions: list[int]
    cards: list[str]


@pytest.mark.packages
@pytest.mark.sampled
def test_no_draw_is_lost_or_doubled(tmp_path: Path) -> None:
    actions = 10_000 if tries_many() else 2_000
    with run_service() as url:
        file = tmp_path / "tables.db"
        SQLiteStore(file)
        options = [str(TABLES), str(actions // len(NAMES))]

        def start(name: str) -> subprocess.Popen[bytes]:
            notes = tmp_path / f"{name}.txt"
            command = [sys.executable, SCRIPT, url, file, notes, name, *options]
            return subprocess.Popen(list(map(str, command)), env=ENVIRONMENT)

        kills = draw_and_kill(tmp_path, start, random.Random(42))
        drawn: dict[str, list[Draw]] = defaultdict(list)
        for draw in read_notes(tmp_path):
            drawn[draw.table].append(draw)
        count = sum(map(len, drawn.values()))
        print(f"{count:,} draws from {len(drawn)} tables, and {kills} kills")
        assert count == actions
        with closing(sqlite3.connect(file)) as database:
            query = "SELECT name, MAX(number) + 1 FROM turns GROUP BY name"
            saved = dict(database.execute(query))
        with Service(url) as service:
            for name, draws in drawn.items():
                numbers = sorted(draw.number for draw in draws)
                assert numbers == list(range(1, len(draws) + 1))
                assert len({tuple(draw.positions) for draw in draws}) == len(draws)
                assert saved[name] == len(draws)
                table = Table(service, SQLiteStore(file), name)
                table.reveal()
                assert service.call("/v1/verify", table.proof())["valid"] is True


def draw_and_kill(
    folder: Path, start: Callable[[str], subprocess.Popen[bytes]], source: random.Random
) -> int:
    """Start a process for each name, kill one after some draws and start it again. Return the number of kills."""
    kills = 0
    running = {name: start(name) for name in NAMES}

    def has_drawn(count: int) -> bool:
        has_ended = any(process.poll() is not None for process in running.values())
        return has_ended or count_draws(folder) >= count

    while running:
        count = count_draws(folder) + source.randint(10, 60)
        wait_until(partial(has_drawn, count))
        for name, process in list(running.items()):
            if process.poll() is not None:
                assert process.returncode == 0
                del running[name]
        if running:
            name = source.choice(sorted(running))
            running[name].kill()
            running[name].wait()
            running[name] = start(name)
            kills += 1
    return kills


def count_draws(folder: Path) -> int:
    return sum(notes.read_bytes().count(b"\n") for notes in folder.glob("*.txt"))


def read_notes(folder: Path) -> list[Draw]:
    """Return the draws that the processes noted."""
    texts = [notes.read_text() for notes in folder.glob("*.txt")]
    return [Draw(*json.loads(line)) for text in texts for line in text.splitlines()]

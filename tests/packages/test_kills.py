"""Eight processes with one file of SQLite, each killed again and again: no draw is lost, and none comes twice."""

import json
import random
import sqlite3
import subprocess
import sys
from collections import defaultdict
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings
from shuffle_and_deal import Service, SQLiteStore, Table

from tests.conftest import ROOT, run_service
from tools.serving import wait_until

NAMES = "ABCDEFGH"
TABLES = 25


@pytest.mark.packages
@pytest.mark.sampled
def test_no_draw_is_lost_or_doubled(tmp_path: Path) -> None:
    actions = 10_000 if settings.get_current_profile_name() == "many" else 2_000
    with run_service() as url:
        file = tmp_path / "tables.db"
        random_source = random.Random(42)
        SQLiteStore(file)

        def start(name: str) -> subprocess.Popen[bytes]:
            script = Path(__file__).with_name("drawing_process.py")
            notes = tmp_path / f"{name}.txt"
            command = [
                sys.executable,
                script,
                url,
                file,
                notes,
                name,
                TABLES,
                actions // len(NAMES),
            ]
            environment = {"PYTHONPATH": str(ROOT / "clients" / "python")}
            return subprocess.Popen(list(map(str, command)), env=environment)

        def count_draws() -> int:
            return sum(
                notes.read_bytes().count(b"\n") for notes in tmp_path.glob("*.txt")
            )

        def has_drawn(count: int) -> bool:
            return count_draws() >= count or any(
                process.poll() is not None for process in running.values()
            )

        running = {name: start(name) for name in NAMES}
        kills = 0
        while running:
            wait_until(
                partial(has_drawn, count_draws() + random_source.randint(10, 60))
            )
            for name, process in list(running.items()):
                if process.poll() is not None:
                    assert process.returncode == 0
                    del running[name]
            if running:
                name = random_source.choice(sorted(running))
                running[name].kill()
                running[name].wait()
                running[name], kills = start(name), kills + 1
        noted: dict[str, list[tuple[int, str, list[int], list[str]]]] = defaultdict(
            list
        )
        for notes in tmp_path.glob("*.txt"):
            for line in notes.read_text().splitlines():
                table, name, number, positions, cards = json.loads(line)
                noted[table].append((number, name, positions, cards))
        print(
            f"{sum(map(len, noted.values())):,} draws from {len(noted)} tables, and {kills} kills"
        )
        assert sum(map(len, noted.values())) == actions
        with closing(sqlite3.connect(file)) as database:
            numbers = dict(
                database.execute(
                    "SELECT name, MAX(number) + 1 FROM turns GROUP BY name"
                )
            )
        with Service(url) as service:
            for table, drawn in noted.items():
                assert sorted(number for number, *_ in drawn) == [
                    *range(1, len(drawn) + 1)
                ]
                assert len({tuple(positions) for _, _, positions, _ in drawn}) == len(
                    drawn
                )
                assert numbers[table] == len(drawn)
                played = Table(service, SQLiteStore(file), table)
                played.reveal()
                assert service.call("/v1/verify", played.proof())["valid"] is True

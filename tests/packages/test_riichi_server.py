"""The server of examples/ in strict TypeScript: it has no cast, and players check the hand that it deals."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from shuffle_and_deal import Service

from tests.docs.examples import ADDRESS
from tests.packages.game_server import EXAMPLES, TOKEN, GameServer
from tests.packages.node_versions import MODULES, NODES, SCRIPTS
from tests.tables import for_each
from tools.files import ROOT
from tools.serving import PATIENCE, wait_until

pytestmark = pytest.mark.packages

PROGRAMS = sorted((EXAMPLES / "ws-riichi").glob("*.ts"))
NODE = [str(NODES[24]), "--disable-warning=ExperimentalWarning"]
STRICT = (
    "--strict --noEmit --module nodenext --target es2024 --types node --skipLibCheck "
    "--allowImportingTsExtensions --erasableSyntaxOnly --exactOptionalPropertyTypes --noUncheckedIndexedAccess"
)
COMMENT = re.compile(r"/\*.*?\*/|//.*", re.DOTALL)
CAST = re.compile(r"\b(as|any|satisfies)\b|@ts-|[\w)\]]!(?!=)")
"""A cast of TypeScript, `any`, a value that is said not to be null, or a comment that turns checks off."""


@pytest.fixture
def folder(tmp_path: Path, live: str) -> Path:
    """Return a folder with the programs, the built package and the libraries."""
    (package,) = (ROOT / "build" / "packages").glob("shuffle-and-deal-*.tgz")
    shutil.unpack_archive(package, tmp_path, filter="data")
    modules = tmp_path / "node_modules"
    modules.mkdir()
    (tmp_path / "package").rename(modules / "shuffle-and-deal")
    for library in ("@types", "undici-types", "ws"):
        (modules / library).symlink_to(MODULES / library)
    (tmp_path / "package.json").write_text('{"private": true, "type": "module"}')
    for program in PROGRAMS:
        text = program.read_text().replace(ADDRESS, live)
        (tmp_path / program.name).write_text(text)
    shutil.copy(SCRIPTS / "ws.bot.ts", tmp_path / "bot.ts")
    return tmp_path


@for_each("program", PROGRAMS)
def test_a_program_has_no_cast(program: Path) -> None:
    code = COMMENT.sub("", program.read_text())
    assert CAST.findall(re.sub(r'"[^"\n]*"|`[^`]*`', "", code)) == []


def test_the_programs_compile(folder: Path) -> None:
    compiler = MODULES / "typescript" / "bin" / "tsc"
    command = [NODE[0], str(compiler), *STRICT.split(), "server.ts", "bot.ts"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.fixture
def server(folder: Path) -> Iterator[GameServer]:
    server = GameServer(folder, [*NODE, "server.ts"], "tables.db")
    server.start()
    try:
        yield server
    finally:
        server.kill()


def look(server: GameServer, seat: str) -> Any:
    """Return what the server sends to a seat that connects, as soon as it listens."""
    connect = pytest.importorskip("websockets.sync.client").connect
    url = f"ws://127.0.0.1:{server.port}/?table=hand+1&seat={seat}"
    texts: list[str] = []

    def hears() -> bool:
        with suppress(ConnectionRefusedError), connect(url) as connection:
            texts.append(str(connection.recv(PATIENCE)))
        return bool(texts)

    wait_until(hears)
    [text] = texts
    assert TOKEN not in text
    return json.loads(text)


def test_players_check_a_hand_that_another_process_still_shows(
    folder: Path, server: GameServer, live: str
) -> None:
    assert look(server, "east")["phase"] == "texts"
    url = f"ws://127.0.0.1:{server.port}"
    bots = subprocess.run(
        [*NODE, "bot.ts", url, "hand 1", "8", live],
        cwd=folder,
        timeout=2 * PATIENCE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert bots.returncode == 0, bots.stderr
    played = json.loads(bots.stdout)
    assert len(played["drawn"]) == 8
    for verdict in played["verdicts"]:
        assert verdict == {
            "valid": True,
            "chosen_by": "last_word",
            "checked": True,
            "ura": True,
        }
    server.kill()
    server.start()
    hands = [look(server, seat)["hand"] for seat in ("east", "south", "west", "north")]
    assert hands == played["hands"][:4]
    shown = look(server, "")
    assert shown["hand"] == []
    assert all(not hand["cards"] for hand in shown["views"][0]["hands"])
    with Service(live) as service:
        assert service.call("/v1/verify", shown["proof"])["valid"] is True

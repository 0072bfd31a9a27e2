"""The JavaScript package, built and installed in an empty folder: alone, with real stores, and beside Python."""

import json
import os
import re
import secrets
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from shuffle_and_deal import Service, SQLiteStore, Table, TableError, Turn

from tests.packages.databases import run_postgres, run_redis
from tests.packages.node_versions import MODULES, NODES, SCRIPTS
from tests.programs import count_tokens
from tests.tables import for_each
from tools.files import ROOT
from tools.serving import PATIENCE

pytestmark = pytest.mark.packages

_DENO = "--no-prompt --allow-net --allow-read --allow-write"
RUNTIMES: dict[str, list[str | Path]] = {
    "node 20.0": [NODES[20]],
    "node 24": [NODES[24], "--no-warnings"],
    "bun": [MODULES / ".bin" / "bun"],
    "deno": [MODULES / ".bin" / "deno", "run", *_DENO.split()],
}
DOCUMENTATION = re.compile(r"/\*\*.*?\*/", re.DOTALL)
"""A comment of JSDoc, which has types too: they may be as long as they need to be."""
MOST_TOKENS = 14_000


@dataclass(frozen=True)
class Room:
    """A running service, and a folder with the installed package and the scripts."""

    base: str
    folder: Path

    def run(self, *command: str | Path, **environment: str) -> str:
        """Run a command in the folder, and return what it prints."""
        environment = os.environ | {"SERVICE": self.base} | environment
        done = subprocess.run(
            list(map(str, command)),
            cwd=self.folder,
            env=environment,
            timeout=100,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def run_tests(self, script: str, version: int = 24, **environment: str) -> None:
        """Run the tests of a script by a version of node."""
        options = ["--no-warnings", "--test-reporter=tap"]
        printed = self.run(NODES[version], *options, script, **environment)
        (passed,) = re.findall(r"^# pass (\d+)$", printed, re.MULTILINE)[-1:]
        assert int(passed) > 0

    def path(self, name: str) -> Path:
        """Return a path in the folder, where no file is yet."""
        path = self.folder / f"{name}-{secrets.token_hex(4)}.db"
        assert not path.exists()
        return path


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory, keyed: str) -> Room:
    """Return a service, and a folder in which the built package is installed, beside the libraries of its stores."""
    packages = list((ROOT / "build" / "packages").glob("shuffle-and-deal-*.tgz"))
    assert len(packages) == 1, "run: make packages"
    assert NODES[24].exists(), "run: make build/javascript/package-lock.json"
    folder = tmp_path_factory.mktemp("javascript")
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    options = "--offline --no-audit --no-fund --loglevel=error"
    install = ["npm", "install", *options.split(), str(packages[0])]
    subprocess.run(install, cwd=folder, check=True, capture_output=True)
    installed = {path.name for path in (folder / "node_modules").glob("[!.]*")}
    assert installed == {"shuffle-and-deal"}  # it has no dependencies
    for library in ("@types", "ioredis", "pg", "redis", "undici-types"):
        (folder / "node_modules" / library).symlink_to(MODULES / library)
    scripts = [*SCRIPTS.glob("*.mjs"), *SCRIPTS.glob("*.ts")]
    for script in [*scripts, *SCRIPTS.parent.glob("*.json")]:
        shutil.copy(script, folder)
    return Room(keyed, folder)


def test_the_package_is_small_and_has_the_files_that_it_names(room: Room) -> None:
    client = ROOT / "clients" / "javascript"
    sources = [path for path in client.iterdir() if path.suffix != ".json"]
    programs = [path.read_text() for path in sources if path.suffix != ".md"]
    codes = [DOCUMENTATION.sub("", program) for program in programs]
    assert sum(map(count_tokens, codes)) <= MOST_TOKENS
    installed = room.folder / "node_modules" / "shuffle-and-deal"
    expected = {path.name for path in sources}
    expected |= {"LICENSE", "package.json", "openapi.d.ts"}
    expected |= list_files(ROOT / "verify", ROOT)
    assert list_files(installed, installed) == expected


def list_files(folder: Path, start: Path) -> set[str]:
    """Return the paths of all files in a folder, from another folder."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(start).as_posix() for path in files}


@for_each("version", NODES)
@for_each("script", ["service", "table", "player"])
def test_with_node(room: Room, script: str, version: int) -> None:
    room.run_tests(f"{script}.test.mjs", version)


@contextmanager
def run_store(store: str, room: Room) -> Iterator[str]:
    """Run the database of a store, and yield its place: a URL, or the path of a file."""
    if store == "postgres":
        with run_postgres() as url:
            yield url
    elif store in {"redis", "ioredis"}:
        with run_redis() as url:
            yield url
    else:
        yield str(room.path(store))


@pytest.mark.parametrize(
    "store",
    [
        pytest.param("sqlite", marks=pytest.mark.smoke),
        pytest.param("redis", marks=pytest.mark.smoke),
        "lists",
        "memory",
        "database",
        "ioredis",
        "postgres",
    ],
)
def test_a_store(room: Room, store: str) -> None:
    with run_store(store, room) as place:
        room.run_tests("stores.test.mjs", STORE=store, PLACE=place)


@for_each("runtime", RUNTIMES)
def test_a_table_is_played_in(room: Room, runtime: str) -> None:
    files: list[str] = []
    if runtime != "node 20.0":  # which has no SQLite
        files.append(room.path(runtime.replace(" ", "-")).name)
    played = json.loads(room.run(*RUNTIMES[runtime], "play.mjs", room.base, *files))
    assert len(set(played["cards"])) == 6
    assert played["valid"] == [True] * 4
    for name in files:
        with closing(sqlite3.connect(room.folder / name)) as database:
            assert database.execute("SELECT number FROM heads").fetchall() == [(10,)]


STRICT = (
    "--strict --noEmit --module nodenext --target es2022 "
    "--exactOptionalPropertyTypes --noUncheckedIndexedAccess"
)


def compile_types(room: Room, file: str, *options: str) -> None:
    tsc = MODULES / "typescript" / "bin" / "tsc"
    room.run(NODES[24], tsc, *STRICT.split(), *options, file)


def test_the_types_compile_without_those_of_a_runtime(room: Room) -> None:
    compile_types(room, "sample.ts", "--lib", "es2022", "--types", "")


def test_the_types_take_the_clients_of_the_libraries(room: Room) -> None:
    compile_types(room, "libraries.ts", "--types", "node", "--skipLibCheck")


def test_the_readme_runs(room: Room) -> None:
    readme = (ROOT / "clients" / "javascript" / "README.md").read_text()
    readme = readme.replace("http://localhost:8000", room.base)
    readme = readme.replace("tables.db", room.path("readme").name)
    programs = re.findall(r"```js\n(.*?)```", readme, re.DOTALL)
    (room.folder / "readme.mjs").write_text("\n".join(programs))
    assert room.run(NODES[24], "--no-warnings", "readme.mjs").endswith("\ntrue\n")


def test_the_command_of_the_verifier_runs_from_the_package_and_an_import_does_not_run_it(
    room: Room,
) -> None:
    proved = room.path("proof")
    proved.write_text(json.dumps(play_alone(room)))
    verifier = "node_modules/shuffle-and-deal/verify/verify.mjs"
    assert room.run(NODES[24], verifier, proved).startswith("valid\n")
    imported = (
        'import { check } from "shuffle-and-deal/verify"; console.log(typeof check);'
    )
    (room.folder / "import.mjs").write_text(imported)
    for runtime in RUNTIMES.values():
        assert room.run(*runtime, "import.mjs") == "function\n"


def play_alone(room: Room) -> dict[str, Any]:
    """Return the proof of a table that Python played."""
    with Service(room.base) as service:
        table = Table(service, SQLiteStore(room.path("alone")), "table")
        table.open(deck="standard")
        table.draw("hit", 3)
        table.reveal()
        return table.proof()


class Script:
    """A process that plays a table in a file of SQLite by the JavaScript package."""

    def __init__(self, room: Room, file: Path, name: str) -> None:
        command = [NODES[24], "--no-warnings", "draw.mjs", room.base, file, name]
        self._process = subprocess.Popen(
            list(map(str, command)),
            cwd=room.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Script":
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        assert self._process.wait(PATIENCE) == 0
        assert self._process.stdout
        self._process.stdout.close()

    def call(self, *action: Any) -> Any:
        """Call a method of the table, and return its result as JSON has it."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps(action), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())


ANN = "Ann"
ANOTHER = "\ufffd"
THIRD = "\U0001f600"
"""In UTF-16 this seat would come before the other one."""
TEXTS = {
    ANN: "a_random_text_of_Ann",
    ANOTHER: "a_random_text_of_another",
    THIRD: "a_random_text_of_a_third",
}
"""Texts by seat, in the order of the code points of the seats' names."""
WORDS = {seat: sha256(text.encode()).hexdigest() for seat, text in TEXTS.items()}


TERMS = {"deck": "standard", "decks": 2, "label": 'é\u2028"\n\x07'}


@dataclass(frozen=True)
class MixedTable:
    """A table that Python and JavaScript play in turns."""

    service: Service
    python: Table
    javascript: Script

    def sit_down(self) -> None:
        """Let everybody join."""
        self.python.join(ANN, WORDS[ANN])
        self.javascript.call("join", THIRD, WORDS[THIRD])
        self.javascript.call("join", ANOTHER, WORDS[ANOTHER])

    def start(self) -> None:
        """Let everybody join, open the shoe, and give all texts."""
        self.sit_down()
        self.javascript.call("open", TERMS)
        for seat, text in TEXTS.items():
            self.python.give(seat, text)


@pytest.fixture
def mixed(room: Room) -> Iterator[MixedTable]:
    """Return a new table, at which nobody sits."""
    file = room.path("mixed")
    with Service(room.base) as service, Script(room, file, "table") as script:
        yield MixedTable(service, Table(service, SQLiteStore(file), "table"), script)


def test_seats_joined_by_either_are_listed_in_the_order_of_code_points(
    mixed: MixedTable,
) -> None:
    python = mixed.python
    javascript = mixed.javascript
    assert python.join(ANN, WORDS[ANN]) == [ANN]
    assert javascript.call("join", THIRD, WORDS[THIRD]) == [ANN, THIRD]
    everybody = [ANN, ANOTHER, THIRD]
    assert javascript.call("join", ANOTHER, WORDS[ANOTHER]) == everybody
    assert python.join(ANN, WORDS[ANN]) == everybody
    assert javascript.call("join", ANN, WORDS[ANN]) == everybody


def test_a_seat_of_python_keeps_its_word_in_javascript(mixed: MixedTable) -> None:
    mixed.sit_down()
    refused = mixed.javascript.call("join", ANN, WORDS[ANOTHER])
    assert refused["error"] == "TableError"


def test_both_open_one_shoe_by_the_same_terms_in_any_order(mixed: MixedTable) -> None:
    mixed.sit_down()
    opened = mixed.javascript.call("open", TERMS)
    assert opened["terms"]["words"] == list(WORDS.values())
    assert mixed.python.open(**dict(reversed(TERMS.items()))) == opened


def test_neither_opens_a_shoe_by_other_terms_than_the_first(mixed: MixedTable) -> None:
    mixed.sit_down()
    mixed.javascript.call("open", TERMS)
    with pytest.raises(TableError):
        mixed.python.open(deck="standard")
    refused = mixed.javascript.call("open", {"deck": "standard"})
    assert refused["error"] == "TableError"


def test_a_draw_waits_for_the_texts_that_are_given_to_either(mixed: MixedTable) -> None:
    mixed.sit_down()
    mixed.javascript.call("open", TERMS)
    assert mixed.python.give(ANN, TEXTS[ANN]) == [ANOTHER, THIRD]
    refused = mixed.javascript.call("draw", "early", 1)
    assert refused["error"] == "WordsMissing"
    assert mixed.javascript.call("give", THIRD, TEXTS[THIRD]) == [ANOTHER]
    assert mixed.python.give(ANOTHER, TEXTS[ANOTHER]) == []


def test_a_turn_that_one_has_drawn_is_drawn_for_the_other(mixed: MixedTable) -> None:
    mixed.start()
    for number in range(0, 6, 2):
        draw_in_turns(mixed.python, mixed.javascript, number)


def test_a_turn_that_one_has_drawn_is_not_drawn_otherwise_by_the_other(
    mixed: MixedTable,
) -> None:
    mixed.start()
    draw_in_turns(mixed.python, mixed.javascript, 0)
    with pytest.raises(TableError):
        mixed.python.draw("é 0", 1)
    assert mixed.javascript.call("draw", "é 1", 1)["error"] == "TableError"


@pytest.mark.smoke
def test_both_give_the_same_views_and_the_same_valid_proof(mixed: MixedTable) -> None:
    python = mixed.python
    javascript = mixed.javascript
    mixed.start()
    draw_in_turns(python, javascript, 0)
    assert javascript.call("views", ANN) == python.views(ANN)
    assert python.reveal() == javascript.call("reveal")
    assert javascript.call("proof") == python.proof()
    own_proof = python.proof(ANN)
    assert javascript.call("proof", ANN) == own_proof
    assert mixed.service.call("/v1/verify", own_proof)["valid"] is True


def draw_in_turns(table: Table, script: Script, number: int) -> None:
    """Draw two turns after so many, one by JavaScript first, then one by Python; the other one gets the same."""
    asked: dict[str, Any] = {"seat": ANN, "burn": 1}
    theirs = script.call("draw", f"é {number}", 2, asked)
    turn = table.draw(f"é {number}", 2, **asked)
    assert theirs == list_members(turn)
    assert turn.response["draws"] == number + 1
    turn = table.draw(f"é {number + 1}", 2, **asked)
    theirs = script.call("draw", f"é {number + 1}", 2, asked)
    assert theirs == list_members(turn)
    assert turn.response["draws"] == number + 2


def list_members(turn: Turn) -> dict[str, Any]:
    """Return a turn as a script prints it."""
    return {
        "response": turn.response,
        "view": turn.view(ANN),
        "spectators": turn.view(),
    }


def test_python_and_javascript_draw_at_once(room: Room) -> None:
    file = room.path("at-once")
    with (
        Service(room.base) as service,
        Script(room, file, "table") as script,
        ThreadPoolExecutor(2) as threads,
    ):
        table = Table(service, SQLiteStore(file), "table")
        table.open(deck="standard")

        def draw_by_python() -> list[dict[str, Any]]:
            return [table.draw(f"Python {k}", 1).response for k in range(26)]

        def draw_by_node() -> list[dict[str, Any]]:
            turns = [script.call("draw", f"node {k}", 1) for k in range(26)]
            return [turn["response"] for turn in turns]

        drawing = [threads.submit(draw_by_python), threads.submit(draw_by_node)]
        drawn = [response for draws in drawing for response in draws.result()]
        assert sorted(response["draws"] for response in drawn) == list(range(1, 53))
        assert len({response["cards"][0] for response in drawn}) == 52
        assert [view["draws"] for view in script.call("views")] == list(range(1, 53))


def test_javascript_waits_for_another_process_that_writes(room: Room) -> None:
    file = room.path("locked")
    with Script(room, file, "table") as script, ThreadPoolExecutor(1) as threads:
        script.call("open", {"deck": "standard"})
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            drawn = threads.submit(script.call, "draw", "hit", 1)
            with pytest.raises(TimeoutError):
                drawn.result(1)
            database.execute("ROLLBACK")
        assert drawn.result(30)["response"]["draws"] == 1

"""The generated clients: run the commands of a user in a copy of the client's folder under build/clients.

A folder has the files that a user writes beside the generated code: pins, settings of the compiler, and two programs.
The programs are compiled as strictly as the language allows, and call the service at the environment variable BASE_URL.

`example.*` is the example of docs/reference/clients.md, of ten lines or so. It prints two lines: the cards of the first
hand of hold'em for two players, separated by spaces; and the title of the problem that it gets for twelve players,
followed by its status.

`call.*` prints one JSON object to stdout, made from the values that the generated code decoded, without casts and
without reading JSON by itself. Its members, and the request of each:

- `shuffled`: GET /v1/decks/standard/shuffle, seed "clients", exclude 2S and 2H as a list, count 5: the `cards`
- `shuffled_by_post`: the same by POST: the `cards`
- `verified`: POST /v1/verify with the response to that POST as `result`, from the type that was decoded, or in C,
  whose types have no values of maps, from the text: `valid`
- `dealt`: GET /v1/games/holdem/deal, seed "clients", players 2: `{"hands": …, "board": …}`, the cards of each hand, and
  the cards of the pile named board
- `batch`: POST /v1/decks/standard/shuffle/batch, seed "clients", repeats 3, count 2: the `cards`, a list a shuffle
- `integers`: GET /v1/integers, seed "clients", max 1000000000000, count 4: the `integers`
- `ranked`: POST /v1/hands/rank, game poker, hands AS KD and 9H 9C, board AC KH 9S 2D 2C: `{"categories": …, "winners":
  …}`, the category of each hand, and the seats that win
- `shoe`: POST /v1/shoes, deck standard; POST /v1/shoes/draw with its token, count 5 and client_seed "clients"; POST
  /v1/shoes/reveal with the next token; POST /v1/verify with the decoded receipt and the decoded `seen` of the draw,
  `{"receipt": …, "seen": [ … ], "confirmed": {"commitment": …, "client_seed": …}}`: `{"cards": …, "remaining": …,
  "fairness": …, "valid": …}`, the first three from the draw
- `table`: POST /v1/shoes, game rummy, players 2; POST /v1/shoes/deal with its token; POST /v1/shoes/draw with the next
  token, count 1, reshuffle, and the positions of the first hand as `in_play`: `{"stage": …, "round": …, "in_play": …}`,
  the stage that was dealt, the round of the draw, and its positions `before`
- `signed`: the same game with reveal "shown", and with words, keys of consent for both seats and a view key for seat 1,
  all of shared/LANGUAGE/player.*; POST /v1/shoes/deal with the texts and the consents; POST /v1/shoes/draw with
  count 1, seat "1" and the consents; POST /v1/shoes/reveal: `{"stage": …, "views": …, "remaining": …, "draws": …,
  "view": {"seat": …, "cards": …, "is_current": …}}`: the stage and the seats with views of the deal, what the draw
  left, the draws in the receipt; and of the view that the client opened, its seat, the number of its cards, and whether
  it has the digest of the deal
- `problem`: GET /v1/decks/standard/shuffle, count 53, refused: `{"title": …, "status": …, "errors": …}` of the Problem

The keys and texts are fixed. What signs and opens a view is the same for all clients of a language: it stands in
shared/, in the folder of the language, and has the standard library of the language, or what comes closest to one.
In TypeScript `call.ts` is there too, and the folder of a client has `service.ts`: how each operation is called.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from tools.files import ROOT

DOCUMENT = ROOT / "openapi.yaml"
FOLDER = Path(__file__).parent
BUILD = ROOT / "build" / "clients"


@dataclass(frozen=True)
class Client:
    """The commands of a client, as clients.yaml describes them."""

    generate: str
    compile: tuple[str, ...]
    call: str
    example: str
    shared: str


_PACKAGES = sysconfig.get_path("purelib")
_DEBIAN = "/usr/share/java"
# No Maven repository is needed: openapi-generator has Jackson, Jupyter's kernel for Kotlin its compiler, Allure OkHttp.
_JAVA = f"{_PACKAGES}/openapi_generator_cli/openapi-generator.jar:{_DEBIAN}/geronimo-annotation-1.3-spec.jar"
_ALLURE = "node_modules/allure-commandline/dist/plugins/jira-plugin/lib"
_KOTLIN = f"{_DEBIAN}/gson.jar:" + ":".join(
    f"{_ALLURE}/{jar}.jar"
    for jar in ("kotlin-stdlib-2.2.21", "okhttp-jvm-5.5.0", "okio-jvm-3.18.1")
)
# The better of the JVM's two compilers does not pay in so short a time.
_KOTLINC = (
    f"java -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m -classpath '{_PACKAGES}/run_kotlin_kernel/jars/*' "
    "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
)
_PROGRAMS = {
    "{generator}": "openapi-generator-cli generate --input-spec openapi.yaml --generator-name",
    "{java}": _JAVA,
    "{kotlin}": _KOTLIN,
    "{kotlinc}": _KOTLINC,
    "{gcc}": "gcc -Wall -Wextra -Werror -Wno-missing-field-initializers",
}
"""The names in braces of clients.yaml."""


def _read_clients() -> dict[str, Client]:
    text = (FOLDER / "clients.yaml").read_text()
    for name, program in _PROGRAMS.items():
        text = text.replace(name, program)
    clients = {
        name: fields
        for name, fields in yaml.safe_load(text).items()
        if not name.startswith(".")
    }
    return {
        name: Client(**fields | {"compile": tuple(fields["compile"])})
        for name, fields in clients.items()
    }


CLIENTS = _read_clients()


def prepare(name: str) -> Path:
    """Copy a folder and the document to build/clients, install its packages of npm, and return the copy.

    It deletes the files of an earlier run, but keeps the packages if package-lock.json is the same.
    """
    folder = BUILD / name
    lock = folder / "package-lock.json"
    installed = folder / "node_modules" / "installed.json"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.name != "node_modules":
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copytree(FOLDER / name, folder, dirs_exist_ok=True)
    if name in CLIENTS:
        shared = FOLDER / "shared" / CLIENTS[name].shared
        shutil.copytree(shared, folder, dirs_exist_ok=True)
    shutil.copy(DOCUMENT, folder)
    if lock.exists() and not (
        installed.exists() and installed.read_bytes() == lock.read_bytes()
    ):
        run("npm ci --engine-strict --no-audit --no-fund --loglevel=error", folder)
        shutil.copy(lock, installed)
    return folder


def run(command: str, folder: Path, **environment: str) -> str:
    """Run a command in a folder, with the folder's npm packages and this Python's programs on PATH; return its output.

    If the command fails, the test fails with the output.
    """
    programs = [f"{folder}/node_modules/.bin", str(Path(sys.executable).parent)]
    path = os.pathsep.join([*programs, os.environ["PATH"]])
    env = os.environ | {"PATH": path} | environment
    process = subprocess.run(
        shlex.split(command),
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        pytest.fail(f"{command}\n{process.stdout}\n{process.stderr}", pytrace=False)
    return process.stdout

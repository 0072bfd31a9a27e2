"""The generated clients: run the commands of a user in a copy of the client's folder under build/clients.

A folder has the files that a user writes beside the generated code: pins, settings of the compiler, and two programs.
The programs are compiled as strictly as the language allows, and call the service at the environment variable BASE_URL.

`example.*` is the example of docs/clients.md, of ten lines or so. It prints two lines: the cards of the first hand of
hold'em for two players, separated by spaces; and the title of the problem that it gets for twelve players, followed by
its status.

`call.*` prints one JSON object to stdout, made from the values that the generated code decoded, without casts and
without reading JSON by itself. Its members, and the request of each:

- `shuffled`: GET /v1/decks/standard/shuffle, seed "clients", exclude 2S and 2H as a list, count 5: the `cards`
- `shuffled_by_post`: the same by POST: the `cards`
- `verified`: POST /v1/verify with the response to that POST as `result`, from the type that was decoded: `valid`
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
  count 1, seat "1" and the consents; POST /v1/shoes/reveal: `{"stage": …, "views": …, "remaining": …, "draws": …}`, the
  stage and the seats with views of the deal, what the draw left, and the draws in the receipt; and, of one client of a
  language, `view`: `{"seat": …, "cards": …, "is_current": …}`, the seat in the view that it opened, how many cards it
  has, and whether it has the digest of the deal
- `problem`: GET /v1/decks/standard/shuffle, count 53, refused: `{"title": …, "status": …, "errors": …}` of the Problem

The keys and texts are fixed. What signs and opens a view is the same for all clients of a language: it stands in
shared/, in the folder of the language, and has the standard library of the language, or what comes closest to one.
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

from tests.conftest import ROOT

DOCUMENT = ROOT / "openapi.yaml"
FOLDER = Path(__file__).parent
BUILD = ROOT / "build" / "clients"


@dataclass(frozen=True)
class Client:
    """The commands of a client in a user's order. The guide shows them, and the tests run them."""

    generate: str
    """Generates the client from the document, which is `openapi.yaml` in the folder of the commands; `&&` joins two."""
    compile: tuple[str, ...]
    """Compile the generated code and the two programs."""
    call: str
    example: str
    shared: str = ""
    """The folder of shared that the client gets beside its own: what does not depend on the client."""


_PACKAGES = sysconfig.get_path("purelib")
_DEBIAN = "/usr/share/java"
# No Maven repository is needed: openapi-generator has Jackson, Jupyter's kernel for Kotlin its compiler, Allure OkHttp.
_JAVA = f"{_PACKAGES}/openapi_generator_cli/openapi-generator.jar:{_DEBIAN}/geronimo-annotation-1.3-spec.jar"
_ALLURE = "node_modules/allure-commandline/dist/plugins/jira-plugin/lib"
_KOTLIN = f"{_DEBIAN}/gson.jar:" + ":".join(
    f"{_ALLURE}/{jar}.jar" for jar in ("kotlin-stdlib-2.2.21", "okhttp-jvm-5.5.0", "okio-jvm-3.18.1")
)
# The better of the JVM's two compilers does not pay in so short a time.
_KOTLINC = (
    f"java -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m -classpath '{_PACKAGES}/run_kotlin_kernel/jars/*' "
    "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
)
_GENERATOR = "openapi-generator-cli generate --input-spec openapi.yaml --generator-name"


# The generator leaves out the name of the type of any JSON value. What else does not compile comes from an enum of
# integers in a query, from two maps in one object, and from a member with the name `result`.
_GCC = "gcc -Wall -Wextra -Werror -Wno-missing-field-initializers"
_C_NAMES = " ".join(f"-D{part}=object{part}" for part in ("_t", "_free", "_parseFromJSON", "_convertToJSON"))
_C_FAULTY = " ".join(f"-not -name {name}.c" for name in ("VerifyAPI", "verification_record", "verify_request"))


def _typescript(generate: str) -> Client:
    return Client(generate, compile=("tsc",), call="node call.js", example="node example.js", shared="typescript")


def _python(generate: str, *compile: str) -> Client:
    return Client(generate, compile, call="python call.py", example="python example.py", shared="python")


CLIENTS = {
    "openapi-fetch": _typescript("openapi-typescript openapi.yaml --output schema.d.ts --default-non-nullable false"),
    "hey-api": _typescript("openapi-ts"),
    "orval": _typescript("orval --input openapi.yaml --output client.ts"),
    "kubb": _typescript("kubb generate --config kubb.config.ts"),
    "oazapfts": _typescript("oazapfts openapi.yaml client.ts"),
    "swagger-typescript-api": _typescript(
        "swagger-typescript-api generate --path openapi.yaml --output client --name cards.ts"
    ),
    "zodios": _typescript("openapi-zod-client openapi.yaml --output client.ts --media-type-expr true"),
    "qraft": _typescript(
        "openapi-typescript openapi.yaml --output schema.ts --default-non-nullable false && "
        "openapi-qraft openapi.yaml --output-dir client --openapi-types-import-path ../../schema.js "
        "--explicit-import-extensions .js --service-name-base tags "
        "--create-api-client-fn createClient services:all callbacks:operationInvokeFn filename:create-client"
    ),
    "openapi-python-client": _python(
        "openapi-python-client generate --path openapi.yaml --meta none --output-path client "
        "--config config.yaml --fail-on-warning",
        "mypy .",
    ),
    "typescript-fetch": _typescript(
        f"{_GENERATOR} typescript-fetch --output cards --additional-properties importFileExtension=.js"
    ),
    "typescript-axios": _typescript(
        f"{_GENERATOR} typescript-axios --output cards "
        "--additional-properties importFileExtension=.js,useSingleRequestParameter=true"
    ),
    "python": _python(
        f"{_GENERATOR} python --output . --additional-properties packageName=cards,generateSourceCodeOnly=true",
        "mypy call.py example.py",
    ),
    "go": Client(
        generate=f"{_GENERATOR} go --output cards --additional-properties packageName=cards,withGoMod=false,"
        "disallowAdditionalPropertiesIfNotPresent=false --global-property apiTests=false",
        compile=(
            "go vet ./cards ./player",
            "go vet call.go",
            "go vet example.go",
            "go build call.go",
            "go build example.go",
        ),
        call="./call",
        example="./example",
        shared="go",
    ),
    "java": Client(
        generate=f"{_GENERATOR} java --library native --output cards "
        "--invoker-package cards --api-package cards.api --model-package cards.model "
        "--additional-properties openApiNullable=false,useSingleRequestParameter=true",
        compile=(
            f"sh -c 'javac -d classes -classpath {_JAVA} -proc:none -Xlint:all,-deprecation -Werror "
            'Player.java Call.java Example.java $(find cards/src/main -name "*.java")\'',
        ),
        call=f"java -classpath classes:{_JAVA} Call",
        example=f"java -classpath classes:{_JAVA} Example",
        shared="java",
    ),
    "kotlin": Client(
        generate=f"{_GENERATOR} kotlin --output cards --additional-properties "
        "packageName=cards,serializationLibrary=gson,enumPropertyNaming=UPPERCASE",
        compile=(
            "javac -d player -Xlint:all -Werror Player.java",
            f"{_KOTLINC} -d clients.jar -classpath player:{_KOTLIN} -no-stdlib -no-reflect "
            "cards/src/main Call.kt Example.kt",
        ),
        call=f"java -classpath clients.jar:player:{_KOTLIN} call.CallKt",
        example=f"java -classpath clients.jar:{_KOTLIN} example.ExampleKt",
        shared="java",
    ),
    "datamodel-code-generator": _python(
        "datamodel-codegen --input openapi.yaml --output models.py "
        "--output-model-type pydantic_v2.BaseModel --use-annotated --enum-field-as-literal all --formatters builtin",
        "mypy .",
    ),
    "c": Client(
        generate=f"{_GENERATOR} c --output cards --type-mappings AnyType=object",
        compile=(
            f"sh -c 'gcc -w {_C_NAMES} -c "
            f'$(find cards/api cards/external cards/model cards/src -name "*.c" {_C_FAULTY})\'',
            "sh -c 'ar rc libcards.a *.o'",
            f"{_GCC} -o call call.c player.c libcards.a -lcurl -lcrypto",
            f"{_GCC} -o example example.c libcards.a -lcurl",
        ),
        call="./call",
        example="./example",
        shared="c",
    ),
    "php": Client(
        generate=f"{_GENERATOR} php --output cards --additional-properties invokerPackage=Cards",
        compile=("mkdir cards/vendor", "mv autoload.php cards/vendor", "php load.php"),
        call="php call.php",
        example="php example.php",
        shared="php",
    ),
    "ruby": Client(
        generate=f"{_GENERATOR} ruby --output cards --additional-properties gemName=cards",
        compile=("ruby -wc player.rb", "ruby -wc call.rb", "ruby -wc example.rb"),
        call="ruby -I cards/lib call.rb",
        example="ruby -I cards/lib example.rb",
        shared="ruby",
    ),
}


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
    if name in CLIENTS and (shared := CLIENTS[name].shared):
        shutil.copytree(FOLDER / "shared" / shared, folder, dirs_exist_ok=True)
    shutil.copy(DOCUMENT, folder)
    if lock.exists() and not (installed.exists() and installed.read_bytes() == lock.read_bytes()):
        run("npm ci --engine-strict --no-audit --no-fund --loglevel=error", folder)
        shutil.copy(lock, installed)
    return folder


def run(command: str, folder: Path, **environment: str) -> str:
    """Run a command in a folder, with the folder's npm packages and this Python's programs on PATH; return its output.

    If the command fails, the test fails with the output.
    """
    path = os.pathsep.join([f"{folder}/node_modules/.bin", str(Path(sys.executable).parent), os.environ["PATH"]])
    env = os.environ | {"PATH": path} | environment
    process = subprocess.run(shlex.split(command), cwd=folder, env=env, capture_output=True, text=True, check=False)
    if process.returncode:
        pytest.fail(f"{command}\n{process.stdout}\n{process.stderr}", pytrace=False)
    return process.stdout

"""Bring up compose.yaml unchanged: three replicas behind nginx on their own network. Kill one of them.

`make test SUITE=compose` runs this as root, by podman-compose, then by Docker's compose with a daemon for the test.
Build the image first (`make image`).
"""

import json
import os
import re
import secrets
import shlex
import shutil
import subprocess
import sys
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import rotate

from service.core.crypto.signatures import SigningKey
from service.core.crypto.tokens import generate_key
from tests.conftest import ROOT
from tests.deploy.docker import CONTAINER, run_daemon
from tests.deploy.replicas import Load, wait_until_ready
from tests.peers import Stopwatch, kill
from tests.server.client import Response, fetch, post_json
from tools.ports import free_port
from tools.serving import wait_until

pytestmark = pytest.mark.compose

COMPOSE = ROOT / "build" / "trixie" / "usr" / "bin" / "docker-compose"
REPLICAS = ("replica-1", "replica-2", "replica-3")
PATIENCE = 30
IMAGE_USER = 10001
API_KEY = "a key of a test"


@dataclass(frozen=True)
class Composition:
    """The containers of compose.yaml, published at a port."""

    folder: Path
    port: int
    environment: dict[str, str]
    command: tuple[str | Path, ...]
    separator: str  # in the names of containers

    def compose(self, *arguments: str) -> None:
        command = [*self.command, *arguments]
        options: Any = {
            "cwd": self.folder,
            "env": self.environment,
            "capture_output": True,
            "text": True,
        }
        process = subprocess.run(command, timeout=120, check=False, **options)
        assert process.returncode == 0, process.stdout + process.stderr

    def name(self, service: str) -> str:
        """Return the name of a service's container."""
        return self.separator.join(("shuffle-and-deal", service, "1"))

    def engine(self, *arguments: str) -> str:
        options: Any = {
            "env": self.environment,
            "stderr": subprocess.STDOUT,
            "text": True,
            "timeout": 60,
        }
        return str(
            subprocess.check_output([CONTAINER / "engine.sh", *arguments], **options)
        ).strip()

    def pid(self, service: str) -> int:
        """Return the id of the first process of a service's container; 0 if it does not run."""
        (container,) = json.loads(self.engine("inspect", self.name(service)))
        return int(container["State"]["Pid"])

    def wait_for_restart(self, service: str, dead_pid: int) -> float:
        """Wait until a service runs as another process, and return the seconds that it took."""
        try:
            return wait_until(
                lambda: self.pid(service) not in {0, dead_pid}, PATIENCE, 0.1
            )
        except TimeoutError:
            pytest.fail(self.engine("ps", "--all"))


@contextmanager
def compose_with_podman(
    folder: Path, environment: dict[str, str]
) -> Iterator[Composition]:
    own = environment | {"CONTAINER_ENGINE": "podman"}
    subprocess.run([CONTAINER / "nginx-image.sh"], env=own, check=True)
    tool = Path(sys.executable).parent / "podman-compose"
    yield Composition(
        folder,
        int(own["PORT"]),
        own,
        (tool, "--podman-path", CONTAINER / "engine.sh"),
        "_",
    )


@contextmanager
def compose_with_docker(
    folder: Path, environment: dict[str, str]
) -> Iterator[Composition]:
    with run_daemon() as daemon:
        daemon.load_images()
        own = environment | {"CONTAINER_ENGINE": "docker", "DOCKER_HOST": daemon.host}
        yield Composition(folder, int(own["PORT"]), own, (COMPOSE,), "-")


@pytest.fixture(
    scope="module",
    params=[compose_with_podman, compose_with_docker],
    ids=["podman", "docker"],
)
def composition(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Composition]:
    keys = tmp_path_factory.mktemp("keys") / "SHOE_KEYS"
    keys.write_text(generate_key())
    os.chown(keys, IMAGE_USER, IMAGE_USER)
    keys.chmod(0o400)
    folder = tmp_path_factory.mktemp("composition")
    shutil.copy(ROOT / "compose.yaml", folder)
    shutil.copytree(ROOT / "deploy" / "nginx", folder / "deploy" / "nginx")
    environment = os.environ | {"PORT": str(free_port()), "SHOE_KEYS_FILE": str(keys)}
    with request.param(folder, environment) as composition:
        watch = Stopwatch()  # for docs/operate.md
        try:
            composition.compose("up", "--detach")
            wait_until_ready(composition.port)
            print(f"the first request was answered after {watch.seconds():.1f} s")
            yield composition
        finally:
            composition.compose("down", "--timeout", "5")


@pytest.fixture
def composed(composition: Composition) -> Composition:
    """Return the containers without a file .env. If an earlier test wrote one, recreate them."""
    dotenv = composition.folder / ".env"
    if dotenv.exists():
        dotenv.unlink()
        composition.compose("up", "--detach", "--force-recreate")
        wait_until_ready(composition.port)
    return composition


def test_every_replica_answers(composed: Composition) -> None:
    def is_each_in_log() -> bool:
        log = composed.engine("logs", composed.name("nginx"))
        return all(
            f'"upstream":"172.30.83.1{number}:8000"' in log for number in (1, 2, 3)
        )

    with Load(composed.port).run(clients=4) as load:
        load.wait_for_responses(300)
        wait_until(
            is_each_in_log, PATIENCE
        )  # nginx leaves out for 10 s a replica that was not ready
    load.check()


def test_a_replica_that_dies_is_started_again_and_no_request_fails(
    composed: Composition,
) -> None:
    pid = composed.pid("replica-2")
    with Load(composed.port).run(clients=4) as load:
        kill(pid)
        seconds = composed.wait_for_restart("replica-2", pid)
        load.wait_for_responses(300)
    print(f"another was started {seconds:.1f} s after one had died")
    load.check()


def test_all_replicas_have_the_same_keys_and_no_log_has_them(
    composed: Composition,
) -> None:
    names = [composed.name(replica) for replica in REPLICAS]
    text = (
        Path(composed.environment["SHOE_KEYS_FILE"]).read_text().strip()
    )  # a rotation ends it with a line feed
    assert {
        composed.engine("exec", name, "cat", "/run/secrets/SHOE_KEYS") for name in names
    } == {text}
    keys = [key.removeprefix("open:") for key in rotate.split(text)]
    assert {len(key) for key in keys} == {len(generate_key())}
    told = [
        composed.engine("logs", name) + composed.engine("inspect", name)
        for name in names
    ]
    assert not any(key in log for key in keys for log in told)


class PublishedKeys:
    """Checks that each key in use was published before: it is in the list that a caller fetched a turn earlier."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self._base, self._headers = f"http://127.0.0.1:{port}", headers
        self._listed: list[dict[str, str]] = []

    def _fetch(self, path: str) -> Any:
        return fetch(self._base, path, headers=self._headers).json

    def find_failure(self) -> str | None:
        """Sign and prove a response; return what is wrong with the keys."""
        listed, self._listed = (
            self._listed,
            self._fetch("/.well-known/jwks.json")["keys"],
        )
        if not listed:
            return None
        signed = self._fetch("/v1/decks/standard/shuffle?sign=true")
        used = [
            json.loads(urlsafe_b64decode(signed["receipt"].partition(".")[0] + "=="))[
                "kid"
            ]
        ]
        key = next(key["kid"] for key in listed if key["use"] == "vrf")
        terms = {"game": "table 7", "round": 1, "players": ["k3v9"], "key": key}
        proved = post_json(
            self._base, "/v1/decks/standard/shuffle", self._headers, prove=terms
        )
        if "proof" in proved:
            used.append(proved["proof"]["kid"])
        else:  # another key proves by now; no response is made with the old one
            used += re.findall(
                r"This key only verifies now. The current one is (\S+),",
                json.dumps(proved),
            )
        unknown = set(used) - {key["kid"] for key in listed}
        return (
            f"{unknown} of {used} in use and not published before"
            if unknown or len(used) < 2
            else None
        )


@pytest.fixture
def keyed(composed: Composition) -> Iterator[Composition]:
    """Uncomment the lines of compose.yaml for all keys. Tokens live 20 s, so that a rotation does not take a week."""
    file = composed.folder / "compose.yaml"
    text = file.read_text()
    file.write_text(re.sub(r"# (?=(- )?(SIGNING|VRF|API)_KEYS)", "", text))
    for name in ("SIGNING_KEYS", "VRF_KEYS", "API_KEYS"):
        key = composed.folder / name
        key.write_text(
            sha256(API_KEY.encode()).hexdigest()
            if name == "API_KEYS"
            else secrets.token_urlsafe(32)
        )
        os.chown(key, IMAGE_USER, IMAGE_USER)
        key.chmod(0o400)
    recreate(composed, "SHOE_TTL=20\n")
    wait_until_ready(composed.port)
    yield composed
    file.write_text(text)


class Rotator:
    """Runs deploy/rotate.py for a composition."""

    def __init__(self, composition: Composition) -> None:
        self.files = {name: composition.folder / name for name in rotate.SETTINGS}
        self.files["SHOE_KEYS"] = Path(composition.environment["SHOE_KEYS_FILE"])
        self._program = shlex.join(map(str, composition.command))

    def run(self, name: str, *arguments: str) -> int:
        return rotate.main(
            [
                "compose",
                name,
                "--file",
                str(self.files[name]),
                "--compose",
                self._program,
                *arguments,
            ]
        )


@pytest.fixture
def rotator(keyed: Composition, monkeypatch: pytest.MonkeyPatch) -> Rotator:
    """Only the time for which a public key is published before its use is shorter than in a real rotation."""
    monkeypatch.chdir(keyed.folder)
    for name, value in keyed.environment.items():
        monkeypatch.setenv(name, value)
    for name in ("SIGNING_KEYS", "VRF_KEYS"):
        monkeypatch.setitem(
            rotate.SETTINGS, name, rotate.SETTINGS[name]._replace(published_seconds=2)
        )
    return Rotator(keyed)


def test_a_rotation_of_the_keys_of_shoes_loses_no_game(
    keyed: Composition, rotator: Rotator
) -> None:
    file = rotator.files["SHOE_KEYS"]
    old = file.read_text().strip()
    owner = file.stat().st_uid
    with Load(keyed.port, {"X-API-Key": API_KEY}).run(clients=3) as load:
        assert (
            rotator.run("SHOE_KEYS") == rotate.STATUS_INCOMPLETE
        )  # two steps; the third waits for the old tokens
        assert rotate.split(file.read_text())[1:] == [old]
        keyed.compose("restart", "--timeout", "40", REPLICAS[0])
        assert rotator.run("SHOE_KEYS", "--wait") == 0
    load.check()
    (new,) = rotate.split(file.read_text())
    assert new != old
    assert (file.stat().st_uid, file.stat().st_mode & 0o777) == (owner, 0o400)
    names = [keyed.name(replica) for replica in REPLICAS]
    assert {
        keyed.engine("exec", name, "cat", "/run/secrets/SHOE_KEYS").strip()
        for name in names
    } == {new}
    assert not any(
        key in keyed.engine("logs", name) for name in names for key in (old, new)
    )


@pytest.mark.parametrize(
    "composition", [compose_with_docker], indirect=True, ids=["docker"]
)
def test_a_rotation_of_the_other_keys_fails_no_request(
    keyed: Composition, rotator: Rotator
) -> None:
    """Run this by Docker alone: podman-compose takes minutes, and restarts replicas as in the test before."""
    headers = {"X-API-Key": API_KEY}
    load = Load(keyed.port, headers, PublishedKeys(keyed.port, headers).find_failure)
    with load.run(clients=3):
        assert rotator.run("SIGNING_KEYS", "--wait") == 0
        assert rotator.run("VRF_KEYS", "--wait", "--promote") == 0
        assert (
            rotator.run("API_KEYS") == 0
        )  # which learns that all replicas have the file
        assert rotator.run("API_KEYS") == rotate.STATUS_INCOMPLETE
        headers["X-API-Key"] = Path("API_KEYS.new").read_text()
        load.wait_for_responses(100)
        assert rotator.run("API_KEYS", "--drop") == 0
    load.check()
    assert (
        get(keyed.port, "/v1/decks/standard/shuffle", **{"X-API-Key": API_KEY}).status
        == 401
    )


def recreate(
    composition: Composition, dotenv: str, *services: str, **shell: str
) -> None:
    """Recreate the containers of services, by default of all, with settings in a file .env and in the shell."""
    (composition.folder / ".env").write_text(dotenv)
    with_settings = replace(composition, environment=composition.environment | shell)
    with_settings.compose("up", "--detach", "--force-recreate", *services)


def get(port: int, path: str, **headers: str) -> Response:
    return fetch(f"http://127.0.0.1:{port}", path, headers=headers)


def test_an_api_key_a_rate_limit_and_a_signing_key_work_by_shell_and_file(
    composition: Composition,
) -> None:
    signing_key = secrets.token_urlsafe(32)
    dotenv = f"RATE_LIMIT=20/hour\nSIGNING_KEYS={signing_key}\nTHREADS=\n"
    recreate(
        composition,
        dotenv,
        API_KEYS=sha256(API_KEY.encode()).hexdigest(),
        ALLOW_SEEDS="",
    )
    wait_until_ready(composition.port)
    path = "/v1/decks/standard/shuffle?sign=true"
    keyed = {"X-API-Key": API_KEY}
    assert (
        get(composition.port, path).status
        == get(composition.port, path, **{"X-API-Key": "another"}).status
        == 401
    )
    response = get(composition.port, path, **keyed)
    header = json.loads(
        urlsafe_b64decode(response.json["receipt"].partition(".")[0] + "==")
    )
    assert (response.status, header["kid"]) == (
        200,
        SigningKey.from_base64url(signing_key).kid,
    )
    # Each of the six workers, two in a replica, counts for itself, and nginx asks the replicas in turn.
    assert {get(composition.port, path, **keyed).status for _ in range(6 * 20 + 1)} == {
        200,
        429,
    }


def test_a_misspelled_setting_in_a_file_env_ends_the_start(
    composition: Composition,
) -> None:
    replica = REPLICAS[0]  # nginx would wait until the replicas are healthy
    recreate(composition, "ALLOW_SEED=false\n", replica)
    message = "Invalid setting: `ALLOW_SEED` is no setting; `ALLOW_SEEDS` is one."
    wait_until(
        lambda: message in composition.engine("logs", composition.name(replica)),
        PATIENCE,
    )

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
from service.sealed.shoe.tokens import generate_key
from tests.deploy.docker import CONTAINER, run_daemon
from tests.deploy.replicas import Load, wait_until_ready
from tests.peers import Stopwatch, kill
from tests.server.client import Response, fetch, post_json
from tools.files import ROOT
from tools.ports import free_port
from tools.serving import wait_until

pytestmark = pytest.mark.compose

COMPOSE = ROOT / "build" / "trixie" / "usr" / "bin" / "docker-compose"
REPLICAS = ("replica-1", "replica-2", "replica-3")
PATIENCE = 30
IMAGE_USER = 10001
API_KEY = "a key of a test"
API_KEY_HASH = sha256(API_KEY.encode()).hexdigest()
WITH_API_KEY = {"X-API-Key": API_KEY}


@dataclass(frozen=True)
class Composition:
    """The containers of compose.yaml, published at a port."""

    folder: Path
    port: int
    environment: dict[str, str]
    command: tuple[str | Path, ...]
    separator: str  # in the names of containers

    def compose(self, *arguments: str) -> None:
        process = subprocess.run(
            [*self.command, *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert process.returncode == 0, process.stdout + process.stderr

    def name(self, service: str) -> str:
        """Return the name of a service's container."""
        return self.separator.join(("shuffle-and-deal", service, "1"))

    def engine(self, *arguments: str) -> str:
        """Return what a command of the container engine prints."""
        output = subprocess.check_output(
            [CONTAINER / "engine.sh", *arguments],
            env=self.environment,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
        )
        return output.strip()

    def log(self, service: str) -> str:
        return self.engine("logs", self.name(service))

    def read_key(self, replica: str) -> str:
        """Return the text of the file of keys that a replica has."""
        name = self.name(replica)
        return self.engine("exec", name, "cat", "/run/secrets/SHOE_KEYS")

    def pid(self, service: str) -> int:
        """Return the id of the first process of a service's container; 0 if it does not run."""
        (container,) = json.loads(self.engine("inspect", self.name(service)))
        return int(container["State"]["Pid"])

    def wait_for_restart(self, service: str, dead_pid: int) -> float:
        """Wait until a service runs as another process, and return the seconds that it took."""

        def is_restarted() -> bool:
            return self.pid(service) not in {0, dead_pid}

        try:
            return wait_until(is_restarted, PATIENCE, 0.1)
        except TimeoutError:
            pytest.fail(self.engine("ps", "--all"))


@contextmanager
def compose_with_podman(
    folder: Path, environment: dict[str, str]
) -> Iterator[Composition]:
    own = environment | {"CONTAINER_ENGINE": "podman"}
    subprocess.run([CONTAINER / "nginx-image.sh"], env=own, check=True)
    tool = Path(sys.executable).parent / "podman-compose"
    command = (tool, "--podman-path", CONTAINER / "engine.sh")
    yield Composition(folder, int(own["PORT"]), own, command, "_")


@contextmanager
def compose_with_docker(
    folder: Path, environment: dict[str, str]
) -> Iterator[Composition]:
    with run_daemon() as daemon:
        daemon.load_images()
        own = environment | {"CONTAINER_ENGINE": "docker", "DOCKER_HOST": daemon.host}
        yield Composition(folder, int(own["PORT"]), own, (COMPOSE,), "-")


def write_key(path: Path, key: str) -> None:
    """Write a key into a file that the user of the image alone reads."""
    path.write_text(key)
    os.chown(path, IMAGE_USER, IMAGE_USER)
    path.chmod(0o400)


@pytest.fixture(
    scope="module",
    params=[compose_with_podman, compose_with_docker],
    ids=["podman", "docker"],
)
def composition(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Composition]:
    """The containers of compose.yaml, which have answered a request."""
    keys = tmp_path_factory.mktemp("keys") / "SHOE_KEYS"
    write_key(keys, generate_key())
    folder = tmp_path_factory.mktemp("composition")
    shutil.copy(ROOT / "compose.yaml", folder)
    shutil.copytree(ROOT / "deploy" / "nginx", folder / "deploy" / "nginx")
    environment = os.environ | {"PORT": str(free_port()), "SHOE_KEYS_FILE": str(keys)}
    with request.param(folder, environment) as composition:
        watch = Stopwatch()
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
        upstreams = re.findall(r'"upstream":"([^"]+)"', composed.log("nginx"))
        addresses = {f"172.30.83.1{number}:8000" for number in (1, 2, 3)}
        return addresses <= set(upstreams)

    with Load(composed.port).run(clients=4) as load:
        load.wait_for_responses(300)
        # nginx leaves out for 10 s a replica that was not ready.
        wait_until(is_each_in_log, PATIENCE)
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
    text = Path(composed.environment["SHOE_KEYS_FILE"]).read_text()
    keys = [key.removeprefix("open:") for key in rotate.split(text)]
    assert keys != []
    for key in keys:
        assert len(key) == len(generate_key())
    for replica in REPLICAS:
        assert composed.read_key(replica) == text.strip()
        log = composed.log(replica)
        description = composed.engine("inspect", composed.name(replica))
        for key in keys:
            assert key not in log
            assert key not in description


def signing_key_of(receipt: str) -> str:
    """Return the identifier of the key that has signed a receipt."""
    header, _, _ = receipt.partition(".")
    return str(json.loads(urlsafe_b64decode(f"{header}=="))["kid"])


class PublishedKeys:
    """Checks that each key in use was published before: it is in the list that a caller fetched a turn earlier."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self._base = f"http://127.0.0.1:{port}"
        self._headers = headers
        self._listed: list[dict[str, str]] = []

    def _fetch(self, path: str) -> Any:
        return fetch(self._base, path, headers=self._headers).json

    def find_failure(self) -> str | None:
        """Sign and prove a response; return what is wrong with the keys."""
        listed = self._listed
        self._listed = self._fetch("/.well-known/jwks.json")["keys"]
        if not listed:
            return None
        path = "/v1/decks/standard/shuffle"
        signed = self._fetch(f"{path}?sign=true")
        used = [signing_key_of(signed["receipt"])]
        key = next(key["kid"] for key in listed if key["use"] == "vrf")
        terms = {"game": "table 7", "round": 1, "players": ["k3v9"], "key": key}
        proved = post_json(self._base, path, self._headers, prove=terms)
        if "proof" in proved:
            used.append(proved["proof"]["kid"])
        else:  # another key proves by now; no response is made with the old one
            current = r"This key only verifies now. The current one is (\S+),"
            used += re.findall(current, json.dumps(proved))
        unknown = set(used) - {key["kid"] for key in listed}
        if unknown or len(used) < 2:
            return f"{unknown} of {used} in use and not published before"
        return None


@pytest.fixture
def keyed(composed: Composition) -> Iterator[Composition]:
    """Uncomment the lines of compose.yaml for all keys. Tokens live 20 s, so that a rotation does not take a week."""
    file = composed.folder / "compose.yaml"
    text = file.read_text()
    file.write_text(re.sub(r"# (?=(- )?(SIGNING|VRF|API)_KEYS)", "", text))
    write_key(composed.folder / "SIGNING_KEYS", secrets.token_urlsafe(32))
    write_key(composed.folder / "VRF_KEYS", secrets.token_urlsafe(32))
    write_key(composed.folder / "API_KEYS", API_KEY_HASH)
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
        options = [f"--file={self.files[name]}", f"--compose={self._program}"]
        return rotate.main(["compose", name, *options, *arguments])


@pytest.fixture
def rotator(keyed: Composition, monkeypatch: pytest.MonkeyPatch) -> Rotator:
    """Only the time for which a public key is published before its use is shorter than in a real rotation."""
    monkeypatch.chdir(keyed.folder)
    for name, value in keyed.environment.items():
        monkeypatch.setenv(name, value)
    for name in ("SIGNING_KEYS", "VRF_KEYS"):
        quick = rotate.SETTINGS[name]._replace(published_seconds=2)
        monkeypatch.setitem(rotate.SETTINGS, name, quick)
    return Rotator(keyed)


def test_a_rotation_of_the_keys_of_shoes_loses_no_game(
    keyed: Composition, rotator: Rotator
) -> None:
    file = rotator.files["SHOE_KEYS"]
    old = file.read_text().strip()
    owner = file.stat().st_uid
    with Load(keyed.port, WITH_API_KEY).run(clients=3) as load:
        # Two steps; the third waits for the old tokens.
        assert rotator.run("SHOE_KEYS") == rotate.STATUS_INCOMPLETE
        _, *others = rotate.split(file.read_text())
        assert others == [old]
        keyed.compose("restart", "--timeout", "40", REPLICAS[0])
        assert rotator.run("SHOE_KEYS", "--wait") == 0
    load.check()
    (new,) = rotate.split(file.read_text())
    assert new != old
    assert file.stat().st_uid == owner
    assert file.stat().st_mode & 0o777 == 0o400
    for replica in REPLICAS:
        assert keyed.read_key(replica) == new
        log = keyed.log(replica)
        assert old not in log
        assert new not in log


@pytest.mark.parametrize(
    "composition", [compose_with_docker], indirect=True, ids=["docker"]
)
def test_a_rotation_of_the_other_keys_fails_no_request(
    keyed: Composition, rotator: Rotator
) -> None:
    """Run this by Docker alone: podman-compose takes minutes, and restarts replicas as in the test before."""
    headers = dict(WITH_API_KEY)
    load = Load(keyed.port, headers, PublishedKeys(keyed.port, headers).find_failure)
    with load.run(clients=3):
        assert rotator.run("SIGNING_KEYS", "--wait") == 0
        assert rotator.run("VRF_KEYS", "--wait", "--promote") == 0
        # The first run learns that all replicas have the file.
        assert rotator.run("API_KEYS") == 0
        assert rotator.run("API_KEYS") == rotate.STATUS_INCOMPLETE
        headers["X-API-Key"] = Path("API_KEYS.new").read_text()
        load.wait_for_responses(100)
        assert rotator.run("API_KEYS", "--drop") == 0
    load.check()
    with_old_key = get(keyed.port, "/v1/decks/standard/shuffle", **WITH_API_KEY)
    assert with_old_key.status == 401


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
    dotenv = f"RATE_LIMIT=20/hour\nSIGNING_KEYS={signing_key}\nPROCESSES=\n"
    recreate(composition, dotenv, API_KEYS=API_KEY_HASH, ALLOW_SEEDS="")
    wait_until_ready(composition.port)

    def shuffle(**headers: str) -> Response:
        path = "/v1/decks/standard/shuffle?sign=true"
        return get(composition.port, path, **headers)

    assert shuffle().status == 401
    assert shuffle(**{"X-API-Key": "another"}).status == 401
    response = shuffle(**WITH_API_KEY)
    assert response.status == 200
    kid = SigningKey.from_base64url(signing_key).kid
    assert signing_key_of(response.json["receipt"]) == kid
    # Each of the six workers, two in a replica, counts for itself, and nginx asks the replicas in turn.
    statuses = {shuffle(**WITH_API_KEY).status for _ in range(6 * 20 + 1)}
    assert statuses == {200, 429}


def test_a_misspelled_setting_in_a_file_env_ends_the_start(
    composition: Composition,
) -> None:
    replica = REPLICAS[0]  # nginx would wait until the replicas are healthy
    recreate(composition, "ALLOW_SEED=false\n", replica)
    message = "Invalid setting: `ALLOW_SEED` is no setting; `ALLOW_SEEDS` is one."
    wait_until(lambda: message in composition.log(replica), PATIENCE)

"""compose.yaml, brought up unchanged: three replicas behind nginx, on their own network, one of them killed.

`make test SUITE=compose` runs it with podman-compose, and with Docker's compose and a daemon of its own, as root; the
image must be there (`make image`).
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.core.crypto.tokens import generate_key
from tests.conftest import ROOT
from tests.deploy.docker import CONTAINER, run_daemon
from tests.deploy.replicas import Load, wait_until_ready
from tools.ports import free_port

pytestmark = pytest.mark.compose

COMPOSE = ROOT / "build" / "trixie" / "usr" / "bin" / "docker-compose"
REPLICAS = ("replica-1", "replica-2", "replica-3")
PATIENCE = 30
IMAGE_USER = 10001


@dataclass(frozen=True)
class Composition:
    """The containers of compose.yaml, published at a port."""

    port: int
    environment: dict[str, str]
    command: tuple[str | Path, ...]
    separator: str  # in the names of containers

    def compose(self, *arguments: str) -> None:
        ran = subprocess.run(
            [*self.command, *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr

    def name(self, service: str) -> str:
        """Return the name of a service's container."""
        return self.separator.join(("shuffle-and-deal", service, "1"))

    def engine(self, *arguments: str) -> str:
        command = [str(CONTAINER / "engine.sh"), *arguments]
        return subprocess.check_output(
            command, env=self.environment, stderr=subprocess.STDOUT, text=True, timeout=60
        ).strip()

    def pid(self, service: str) -> int:
        """Return the id of the first process of a service's container; 0 if it does not run."""
        (container,) = json.loads(self.engine("inspect", self.name(service)))
        return int(container["State"]["Pid"])

    def wait_for_restart(self, service: str, before: int) -> float:
        """Wait until a service runs as another process, and return the seconds that it took."""
        begun = time.monotonic()
        while self.pid(service) in {0, before}:
            assert time.monotonic() < begun + PATIENCE, self.engine("ps", "--all")
            time.sleep(0.1)
        return time.monotonic() - begun


@contextmanager
def compose_with_podman(environment: dict[str, str]) -> Iterator[Composition]:
    own = environment | {"CONTAINER_ENGINE": "podman"}
    subprocess.run([CONTAINER / "nginx-image.sh"], env=own, check=True)
    tool = Path(sys.executable).parent / "podman-compose"
    yield Composition(int(own["PORT"]), own, (tool, "--podman-path", CONTAINER / "engine.sh"), "_")


@contextmanager
def compose_with_docker(environment: dict[str, str]) -> Iterator[Composition]:
    with run_daemon() as daemon:
        daemon.load_images()
        own = environment | {"CONTAINER_ENGINE": "docker", "DOCKER_HOST": daemon.host}
        yield Composition(int(own["PORT"]), own, (COMPOSE,), "-")


@pytest.fixture(scope="module", params=[compose_with_podman, compose_with_docker], ids=["podman", "docker"])
def composed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Composition]:
    keys = tmp_path_factory.mktemp("keys") / "SHOE_KEYS"
    keys.write_text(generate_key())
    os.chown(keys, IMAGE_USER, IMAGE_USER)
    keys.chmod(0o400)
    with request.param(os.environ | {"PORT": str(free_port()), "SHOE_KEYS_FILE": str(keys)}) as composition:
        begun = time.monotonic()
        try:
            composition.compose("up", "--detach")
            wait_until_ready(composition.port)
            print(f"the first request was answered after {time.monotonic() - begun:.1f} s")
            yield composition
        finally:
            composition.compose("down", "--timeout", "5")


def test_every_replica_answers(composed: Composition) -> None:
    with Load(composed.port).run(clients=4) as load:
        load.wait_for_responses(300)
    load.check()
    log = composed.engine("logs", composed.name("nginx"))
    assert all(f'"upstream":"172.30.83.1{number}:8000"' in log for number in (1, 2, 3))


def test_a_replica_that_dies_is_started_again_and_no_request_fails(composed: Composition) -> None:
    before = composed.pid("replica-2")
    with Load(composed.port).run(clients=4) as load:
        os.kill(before, 9)
        taken = composed.wait_for_restart("replica-2", before)
        load.wait_for_responses(300)
    print(f"another was started {taken:.1f} s after one had died")
    load.check()


def test_all_replicas_have_the_same_keys_and_no_log_has_them(composed: Composition) -> None:
    names = [composed.name(replica) for replica in REPLICAS]
    key = Path(composed.environment["SHOE_KEYS_FILE"]).read_text()
    assert {composed.engine("exec", name, "cat", "/run/secrets/SHOE_KEYS") for name in names} == {key}
    assert not any(key in composed.engine("logs", name) + composed.engine("inspect", name) for name in names)

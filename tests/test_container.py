"""The image: run read-only, without capabilities and on small rations, called, and stopped.

Build it first (`make image`); `make test-image` runs these tests, which nothing else does. Where there is
no container engine or no image they fail and are not skipped.
"""

import json
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from service.core.tokens import new_key

pytestmark = pytest.mark.container

ENGINE = Path(__file__).parents[1] / "deploy" / "container" / "engine.sh"
IMAGE = "shuffle-and-deal:latest"
HARDENED = (
    "--read-only",
    "--tmpfs=/tmp:rw,noexec,nosuid,size=16m",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    "--memory=256m",
    "--cpus=1",
    "--pids-limit=64",
)
READY_SECONDS = 10
GRACE_SECONDS = 20


def engine(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ENGINE, *arguments], capture_output=True, text=True, timeout=60, check=False)


@dataclass(frozen=True)
class Container:
    name: str
    port: int

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """The body of the answer to a POST."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def get(self, path: str) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read()

    def is_ready(self) -> bool:
        try:
            return self.get("/readyz")[0] == 200
        except OSError:
            return False

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return engine("exec", self.name, *command)

    def log(self) -> str:
        logs = engine("logs", self.name)
        return logs.stdout + logs.stderr


@contextmanager
def running() -> Iterator[Container]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = ("--env", f"PORT={port}", "--env", f"SHOE_KEYS={new_key()}")
    started = engine("run", "--detach", "--network", "host", *settings, *HARDENED, IMAGE)
    assert started.returncode == 0, started.stderr
    container = Container(started.stdout.split()[-1], port)
    try:
        deadline = time.monotonic() + READY_SECONDS
        while not container.is_ready():
            assert time.monotonic() < deadline, f"not ready in {READY_SECONDS} s:\n{container.log()}"
            time.sleep(0.05)
        yield container
    finally:
        engine("rm", "--force", container.name)


@pytest.fixture(scope="module")
def image() -> None:
    found = engine("images", "--quiet", IMAGE)
    if found.returncode != 0:
        pytest.fail(found.stderr, pytrace=False)
    if engine().stdout.strip() == "buildah":
        pytest.fail("buildah builds images but runs none: install docker or podman", pytrace=False)
    if not found.stdout.strip():
        pytest.fail(f"there is no image {IMAGE}: make image", pytrace=False)


@pytest.fixture(scope="module")
def container(image: None) -> Iterator[Container]:
    with running() as container:
        yield container


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/openapi.yaml", "/verify/offline.html"])
def test_it_answers(container: Container, path: str) -> None:
    assert container.get(path)[0] == 200


def test_it_shuffles_a_whole_deck(container: Container) -> None:
    status, body = container.get("/v1/decks/standard/shuffle")
    assert status == 200
    cards = json.loads(body)["cards"]
    assert len(cards) == len(set(cards)) == 52


def test_it_ranks_hands_and_deals_from_a_sealed_shoe(container: Container) -> None:
    hands = container.post("/v1/hands/rank", game="poker", hands=[["AS", "KS", "QS", "JS", "TS"]])
    assert hands["hands"][0]["category"] == "royal_flush"
    shoe = container.post("/v1/shoes", deck="standard")
    drawn = container.post("/v1/shoes/draw", shoe=shoe["shoe"], count=52)
    assert len(set(drawn["cards"])) == 52
    receipt = container.post("/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    assert container.post("/v1/verify", receipt=receipt, seen=[{"cards": drawn["cards"]}])["valid"] is True


def test_a_seed_gives_the_same_bytes_again(container: Container) -> None:
    path = "/v1/decks/standard/shuffle?seed=42"
    first = container.get(path)
    assert first[0] == 200
    assert container.get(path) == first


def test_it_runs_without_privileges(container: Container) -> None:
    assert container.run("id", "-u").stdout == "10001\n"
    status = dict(line.split(":\t", 1) for line in container.run("cat", "/proc/1/status").stdout.splitlines())
    assert status["Uid"].split() == ["10001"] * 4
    assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0
    assert status["NoNewPrivs"] == "1"


def test_its_limits_are_in_force(container: Container) -> None:
    limits = container.run(
        "sh", "-c", "cd /sys/fs/cgroup; cat memory.max pids.max memory/memory.limit_in_bytes pids/pids.max"
    )
    assert limits.stdout.split() == [str(256 << 20), "64"]


def test_it_can_write_nowhere_but_in_tmp(container: Container) -> None:
    touch = "for d in / /app /opt/venv /home /var /tmp; do touch $d/x && echo $d; done"
    assert container.run("sh", "-c", touch).stdout == "/tmp\n"


def test_it_holds_no_build_tools(container: Container) -> None:
    found = container.run("which", "python", "pip", "pip3", "cc", "gcc", "make")
    assert found.stdout == "/opt/venv/bin/python\n"
    for module in ("pip", "ensurepip", "setuptools"):
        assert container.run("python", "-c", f"import {module}").returncode != 0


def test_its_health_check_tells_life_from_death(container: Container) -> None:
    (described,) = json.loads(engine("image", "inspect", IMAGE).stdout)
    kind, *check = described["Config"].get("Healthcheck", described.get("Healthcheck"))["Test"]
    assert kind == "CMD"
    assert container.run(*check).returncode == 0
    assert engine("exec", "--env", "PORT=1", container.name, *check).returncode != 0


def test_on_sigterm_it_finishes_what_it_has_begun_and_exits_without_a_complaint(image: None) -> None:
    body = json.dumps({"items": list(range(9))}).encode()
    head = (
        "POST /v1/items/shuffle HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    ).encode()
    with running() as container:
        with socket.create_connection(("127.0.0.1", container.port), timeout=GRACE_SECONDS) as client:
            client.sendall(head + body[:5])
            time.sleep(0.5)
            begun = time.monotonic()
            with subprocess.Popen([ENGINE, "stop", "-t", str(GRACE_SECONDS), container.name]) as stop:
                time.sleep(1)
                client.sendall(body[5:])
                answer = b"".join(iter(lambda: client.recv(65536), b""))
            assert stop.returncode == 0
        assert time.monotonic() - begun < GRACE_SECONDS
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert engine("inspect", "--format", "{{.State.ExitCode}}", container.name).stdout == "0\n"
        log = container.log()
        assert not re.search("error|warning|critical|traceback", log, re.IGNORECASE), log

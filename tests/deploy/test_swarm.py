"""Kill, replace, update and scale the replicas of deploy/swarm, in a Docker Swarm of one node.

`make test SUITE=swarm` installs docker.io and runs this as root. Build the image first (`make image`).
"""

import json
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest
import rotate

from service.core.crypto.signatures import SigningKey
from service.core.crypto.tokens import generate_key
from tests.conftest import ROOT
from tests.deploy.docker import Daemon, run_daemon
from tests.deploy.replicas import Load, wait_until_ready
from tests.peers import Stopwatch
from tools.ports import free_port
from tools.serving import wait_until

pytestmark = pytest.mark.swarm

PORT = 8080  # the stack's
PATIENCE = 90
SIGNING_KEY = secrets.token_urlsafe(32)


class Swarm(Daemon):
    """A daemon with a swarm of one node."""

    def replicas(self) -> set[str]:
        """Return the containers of the healthy replicas."""
        label = "label=com.docker.swarm.service.name=deal_replica"
        return set(
            self.docker(
                "ps", "--quiet", "--filter", label, "--filter", "health=healthy"
            ).split()
        )

    def wait_until(self, condition: Callable[[], bool]) -> float:
        """Wait until a condition holds, and return the seconds that it took."""
        try:
            return wait_until(condition, PATIENCE, 0.2)
        except TimeoutError:
            pytest.fail(self.docker("service", "ps", "--no-trunc", "deal_replica"))


@pytest.fixture(scope="module")
def daemon() -> Iterator[Swarm]:
    with run_daemon() as daemon:
        swarm = Swarm(daemon.folder)
        swarm.docker(
            "swarm",
            "init",
            "--advertise-addr",
            "127.0.0.1",
            "--listen-addr",
            f"127.0.0.1:{free_port()}",
        )
        yield swarm
        swarm.docker("swarm", "leave", "--force")
        containers = swarm.docker("ps", "--all", "--quiet").split()
        swarm.docker("rm", "--force", *containers, check=False)


@pytest.fixture(scope="module")
def stack(daemon: Swarm, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Swarm]:
    """Deploy the stack with the lines for VRF_KEYS uncommented, and wait for its replicas and nginx."""
    daemon.load_images()
    for name in ("shoe_keys", "vrf_keys"):
        daemon.docker("secret", "create", name, "-", stdin=generate_key())
    folder = tmp_path_factory.mktemp("stack")
    shutil.copytree(ROOT / "deploy", folder / "deploy")
    stack = folder / "deploy" / "swarm" / "stack.yaml"
    stack.write_text(
        re.sub("# (?=(- )?VRF_KEYS)", "", stack.read_text(), flags=re.IGNORECASE)
    )
    with pytest.MonkeyPatch.context() as shell:
        shell.setenv("SIGNING_KEYS", SIGNING_KEY)
        daemon.docker(
            "stack",
            "deploy",
            "--resolve-image",
            "never",
            "--compose-file",
            str(stack),
            "deal",
        )
    seconds = daemon.wait_until(lambda: len(daemon.replicas()) == 3)
    print(f"three replicas were healthy after {seconds:.1f} s")
    wait_until_ready(PORT)
    yield daemon
    daemon.docker("stack", "rm", "deal")
    seconds = daemon.wait_until(lambda: not daemon.docker("ps", "--quiet"))
    print(f"all containers were gone after {seconds:.1f} s")


def test_a_replica_that_is_killed_is_replaced_and_no_request_fails(
    stack: Swarm,
) -> None:
    replicas = stack.replicas()
    victim = min(replicas)
    with Load(PORT).run(clients=4) as load:
        stack.docker("kill", victim)
        seconds = stack.wait_until(lambda: len(stack.replicas() - {victim}) == 3)
        load.wait_for_responses(300)
    print(f"another was healthy {seconds:.1f} s after one was killed")
    assert len(replicas & stack.replicas()) == 2
    load.check()


def test_a_rolling_update_replaces_every_replica_and_no_request_fails(
    stack: Swarm,
) -> None:
    replicas = stack.replicas()
    with Load(PORT).run(clients=4) as load:
        watch = Stopwatch()  # for docs/operate.md
        stack.docker(
            "service",
            "update",
            "--quiet",
            "--force",
            "--no-resolve-image",
            "deal_replica",
        )
        print(f"a rolling update took {watch.seconds():.1f} s")
        load.wait_for_responses(300)
    stack.wait_until(lambda: len(stack.replicas()) == 3)
    assert not replicas & stack.replicas()
    assert (
        stack.docker("inspect", "--format", "{{.State.ExitCode}}", *replicas).split()
        == ["0"] * 3
    )
    load.check()


def has_replicas(stack: Swarm, count: int) -> bool:
    return len(stack.replicas()) == count


def test_more_replicas_and_fewer_again_and_no_request_fails(stack: Swarm) -> None:
    with Load(PORT).run(clients=4) as load:
        for count in (5, 2, 3):
            stack.docker("service", "scale", "--detach", f"deal_replica={count}")
            stack.wait_until(partial(has_replicas, stack, count))
            load.wait_for_responses(300)
    load.check()


def test_the_keys_are_seen_by_the_service_alone(stack: Swarm) -> None:
    (replica, *_) = stack.replicas()
    inspected = stack.docker("inspect", replica) + stack.docker(
        "service", "inspect", "deal_replica"
    )
    assert "SHOE_KEYS_FILE=/run/secrets/shoe_keys" in inspected
    key = stack.docker("exec", replica, "cat", "/run/secrets/shoe_keys")
    assert len(key) == 44
    assert key not in inspected


def test_a_rotation_of_the_keys_loses_no_game(
    stack: Swarm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SHOE_TTL is short, so that the old key is dropped while the games go on."""
    (replica, *_) = stack.replicas()
    files = {name: tmp_path / name for name in ("SHOE_KEYS", "VRF_KEYS")}
    for name, file in files.items():
        file.write_text(
            stack.docker("exec", replica, "cat", f"/run/secrets/{name.lower()}")
        )
    olds = {name: file.read_text() for name, file in files.items()}
    stack.docker(
        "service",
        "update",
        "--quiet",
        "--no-resolve-image",
        "--env-add",
        "SHOE_TTL=30",
        "deal_replica",
    )
    stack.wait_until(lambda: len(stack.replicas()) == 3)
    monkeypatch.setenv("DOCKER_HOST", stack.host)
    monkeypatch.setitem(
        rotate.SETTINGS,
        "VRF_KEYS",
        rotate.SETTINGS["VRF_KEYS"]._replace(published_seconds=2),
    )
    watch = Stopwatch()  # for docs/operate.md
    with Load(PORT).run(clients=4) as load:
        for name, file in files.items():
            assert (
                rotate.main(["swarm", name, "--file", str(file), "--wait", "--promote"])
                == 0
            )
    print(f"two rotations took {watch.seconds():.0f} s")
    load.check()
    for name, file in files.items():
        news = rotate.split(file.read_text())
        text = file.read_text().strip()
        assert news[0] != olds[name]
        assert news[1:] == ([] if name == "SHOE_KEYS" else [olds[name]])
        for replica in stack.replicas():
            assert (
                stack.docker("exec", replica, "cat", f"/run/secrets/{name.lower()}")
                == text
            )
    names = stack.docker("secret", "ls", "--format", "{{.Name}}").split()
    assert sorted(re.sub("_[0-9a-f]{12}$", "_…", name) for name in names) == [
        "shoe_keys_…",
        "vrf_keys_…",
    ]


def test_a_setting_of_the_shell_reaches_the_replicas(stack: Swarm) -> None:
    with urlopen(
        f"http://127.0.0.1:{PORT}/.well-known/jwks.json", timeout=PATIENCE
    ) as response:
        (key,) = (key for key in json.load(response)["keys"] if key["use"] == "sig")
    assert key["kid"] == SigningKey.from_base64url(SIGNING_KEY).kid

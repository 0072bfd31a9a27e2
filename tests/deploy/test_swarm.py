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
from service.sealed.shoe.tokens import generate_key
from tests.deploy.docker import Daemon, run_daemon
from tests.deploy.replicas import Load, wait_until_ready
from tests.peers import Stopwatch
from tools.files import ROOT
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
        label = "--filter=label=com.docker.swarm.service.name=deal_replica"
        health = "--filter=health=healthy"
        return set(self.docker("ps", "--quiet", label, health).split())

    def update(self, *options: str) -> None:
        """Replace the replicas one after another by some with other options."""
        own = ("--quiet", "--no-resolve-image", *options)
        self.docker("service", "update", *own, "deal_replica")

    def read_key(self, replica: str, name: str) -> str:
        """Return the text of the file of a setting's keys that a replica has."""
        return self.docker("exec", replica, "cat", f"/run/secrets/{name.lower()}")

    def wait_until(self, condition: Callable[[], bool]) -> float:
        """Wait until a condition holds, and return the seconds that it took."""
        try:
            return wait_until(condition, PATIENCE, 0.2)
        except TimeoutError:
            pytest.fail(self.docker("service", "ps", "--no-trunc", "deal_replica"))


@pytest.fixture(scope="module")
def daemon() -> Iterator[Swarm]:
    """A daemon whose swarm has no service yet."""
    with run_daemon() as daemon:
        swarm = Swarm(daemon.folder)
        listen = f"--listen-addr=127.0.0.1:{free_port()}"
        swarm.docker("swarm", "init", "--advertise-addr=127.0.0.1", listen)
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
    stack.write_text(re.sub("(?i)# (?=(- )?VRF_KEYS)", "", stack.read_text()))
    options = ("--resolve-image=never", f"--compose-file={stack}")
    with pytest.MonkeyPatch.context() as shell:
        shell.setenv("SIGNING_KEYS", SIGNING_KEY)
        daemon.docker("stack", "deploy", *options, "deal")
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
        watch = Stopwatch()
        stack.update("--force")
        print(f"a rolling update took {watch.seconds():.1f} s")
        load.wait_for_responses(300)
    stack.wait_until(lambda: len(stack.replicas()) == 3)
    assert not replicas & stack.replicas()
    codes = stack.docker("inspect", "--format={{.State.ExitCode}}", *replicas)
    assert codes.split() == ["0"] * 3
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
    replica, *_ = stack.replicas()
    inspected = stack.docker("inspect", replica)
    inspected += stack.docker("service", "inspect", "deal_replica")
    assert "SHOE_KEYS_FILE=/run/secrets/shoe_keys" in inspected
    key = stack.read_key(replica, "SHOE_KEYS")
    assert len(key) == 44
    assert key not in inspected


def test_a_rotation_of_the_keys_loses_no_game(
    stack: Swarm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SHOE_TTL is short, so that the old key is dropped while the games go on."""
    replica, *_ = stack.replicas()
    old_shoe_key = stack.read_key(replica, "SHOE_KEYS")
    old_vrf_key = stack.read_key(replica, "VRF_KEYS")
    shoe_keys = tmp_path / "SHOE_KEYS"
    shoe_keys.write_text(old_shoe_key)
    vrf_keys = tmp_path / "VRF_KEYS"
    vrf_keys.write_text(old_vrf_key)
    stack.update("--env-add=SHOE_TTL=30")
    stack.wait_until(lambda: len(stack.replicas()) == 3)
    monkeypatch.setenv("DOCKER_HOST", stack.host)
    quick = rotate.SETTINGS["VRF_KEYS"]._replace(published_seconds=2)
    monkeypatch.setitem(rotate.SETTINGS, "VRF_KEYS", quick)
    watch = Stopwatch()
    with Load(PORT).run(clients=4) as load:
        for file in (shoe_keys, vrf_keys):
            options = [f"--file={file}", "--wait", "--promote"]
            assert rotate.main(["swarm", file.name, *options]) == 0
    print(f"two rotations took {watch.seconds():.0f} s")
    load.check()
    (new_shoe_key,) = rotate.split(shoe_keys.read_text())
    assert new_shoe_key != old_shoe_key
    new_vrf_key, *others = rotate.split(vrf_keys.read_text())
    assert new_vrf_key != old_vrf_key
    assert others == [old_vrf_key]
    for file in (shoe_keys, vrf_keys):
        for replica in stack.replicas():
            assert stack.read_key(replica, file.name) == file.read_text().strip()
    names = stack.docker("secret", "ls", "--format={{.Name}}").split()
    shoe_secret, vrf_secret = sorted(names)
    assert re.fullmatch("shoe_keys_[0-9a-f]{12}", shoe_secret)
    assert re.fullmatch("vrf_keys_[0-9a-f]{12}", vrf_secret)


def test_a_setting_of_the_shell_reaches_the_replicas(stack: Swarm) -> None:
    url = f"http://127.0.0.1:{PORT}/.well-known/jwks.json"
    with urlopen(url, timeout=PATIENCE) as response:
        keys = json.load(response)["keys"]
    (key,) = (key for key in keys if key["use"] == "sig")
    assert key["kid"] == SigningKey.from_base64url(SIGNING_KEY).kid

"""Rotate keys in a model of a fleet, interrupted at each point.

The suites `compose` and `swarm` rotate the keys of real replicas under load.
"""

import argparse
import secrets
import shutil
import sys
import time
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from signal import SIGTERM

import pytest
import rotate
import yaml
from prometheus_client import CollectorRegistry, generate_latest

from service.environment import Secret
from service.metrics import ServiceInfo
from service.sealed.shoe.tokens import generate_key
from service.settings import ListedKey, Settings
from tests.deploy.test_deploy import TRIXIE, tool
from tests.peers import kill, system_clock
from tests.server.client import post_json
from tests.services import run_server
from tools.files import ROOT
from tools.ports import free_port
from tools.serving import wait_until

TTL = 1000


def parse_settings(secret: Secret) -> Settings:
    """Return the settings of a replica with the keys in a secret, whose name is that of their setting."""
    (entry,) = (
        entry for entry in fields(Settings) if entry.name.upper() == secret.name
    )
    keys = entry.metadata["parse_secret"](secret)
    return Settings(**{"shoe_ttl": TTL, entry.name: keys})


def publish(settings: Settings) -> str:
    """Return the part of /metrics with the keys of a replica and its SHOE_TTL."""
    registry = CollectorRegistry()
    registry.register(ServiceInfo(settings))
    return generate_latest(registry).decode()


class Fleet(rotate.Platform):
    """Three replicas, each with the text of the file that it read when it was started.

    The clock goes on by a minute with each action. The fleet is interrupted at the action `stop_at`, once.
    """

    def __init__(self, name: str, file: Path, options: argparse.Namespace) -> None:
        super().__init__(options)
        self.name = name
        self.file = file
        self.now = 1e9
        self.begin(file.read_text())

    def begin(self, text: str, stop_at: int = -1) -> None:
        """Start all replicas with the text of the file, before a key was used."""
        self.file.write_text(text)
        self.texts = [text] * 3
        self.used_at: dict[str, float] = {}
        self.actions = 0
        self.stop_at = stop_at

    @property
    def keys(self) -> list[str]:
        """The keys in the file."""
        return rotate.split(self.file.read_text())

    def settings(self) -> list[Settings]:
        return [parse_settings(Secret(self.name, text)) for text in self.texts]

    def act(self, seconds: float = 60) -> None:
        """Let every replica use its key; every replica must know all keys in use and all with living tokens."""
        self.now += seconds
        listed = [list(settings.list_keys()) for settings in self.settings()]
        for keys in listed:
            self.used_at.update({key.fingerprint: self.now for key in keys[:1]})
        tokens_end = self.name == "SHOE_KEYS"
        living = {
            key
            for key, used_at in self.used_at.items()
            if not tokens_end or self.now - used_at <= TTL
        }
        for keys in listed:
            assert living <= {key.fingerprint for key in keys}
        self.actions += 1
        if self.actions == self.stop_at:
            raise KeyboardInterrupt

    def read_metrics(self) -> Mapping[str, str | None]:
        return {
            f"replica-{number}": publish(settings)
            for number, settings in enumerate(self.settings())
        }

    def commands(self, name: str, file: Path) -> Iterator[Sequence[str]]:
        yield ["restart", str(file)]

    def roll_out(self, name: str, file: Path, replicas: Sequence[str]) -> None:
        for replica in replicas:
            number = int(replica.removeprefix("replica-"))
            self.texts[number] = file.read_text()
            self.act()


def new_key(name: str) -> str:
    """Return a key for a setting, or the hash of an API key."""
    if name == "API_KEYS":
        return secrets.token_hex(32)
    return rotate.SETTINGS[name].new_key()


def run_fleet(fleet: Fleet, *arguments: str) -> int:
    """Run the rotation as the command does."""
    options = rotate.parse_arguments(["compose", fleet.name, *arguments])
    return rotate.Rotation(fleet.name, fleet.file, fleet, options).run()


@pytest.fixture
def fleet(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Fleet:
    """A fleet whose key is in the setting that the test names; its actions are those of the clock."""
    name: str = request.param
    file = tmp_path / name
    file.write_text(new_key(name))
    fleet = Fleet(name, file, rotate.parse_arguments(["compose", name]))
    write = rotate.replace

    def write_and_act(path: Path, text: str, mode: int | None = None) -> None:
        write(path, text, mode)
        fleet.act()

    monkeypatch.setattr(rotate, "replace", write_and_act)
    monkeypatch.setattr(time, "time", lambda: fleet.now)
    monkeypatch.setattr(time, "sleep", fleet.act)
    return fleet


@pytest.mark.parametrize("fleet", ["SHOE_KEYS"], indirect=True)
def test_no_token_is_lost_wherever_a_rotation_is_interrupted(fleet: Fleet) -> None:
    old = fleet.file.read_text()
    for stop_at in range(1, 100):
        fleet.file.with_name("SHOE_KEYS.since").unlink(missing_ok=True)
        fleet.begin(old, stop_at)
        try:
            run_fleet(fleet, "--wait")
        except KeyboardInterrupt:
            while old in fleet.keys or len(fleet.keys) > 1:
                run_fleet(fleet, "--wait")
        else:
            break
        if fleet.texts != [fleet.file.read_text()] * 3:
            run_fleet(fleet)
        assert fleet.texts == [fleet.file.read_text()] * 3
        assert old not in fleet.texts
    assert 12 < stop_at < 99
    assert set(fleet.texts) == {fleet.file.read_text()}
    assert old not in fleet.texts


@pytest.mark.parametrize("fleet", ["SHOE_KEYS"], indirect=True)
def test_a_replica_that_comes_back_with_an_older_list_begins_the_wait_anew(
    fleet: Fleet,
) -> None:
    old = fleet.file.read_text()
    assert run_fleet(fleet) == rotate.STATUS_INCOMPLETE
    new, _ = fleet.keys
    fleet.act(TTL)
    fleet.texts[0] = f"{old},open:{new}"
    fleet.act(rotate.CLOCKS)  # it seals with the old key
    assert run_fleet(fleet) == rotate.STATUS_INCOMPLETE
    assert fleet.keys == [new, old]
    fleet.act(TTL + rotate.CLOCKS)
    assert run_fleet(fleet) == 0
    assert fleet.keys == [new]


@pytest.mark.parametrize("fleet", ["SHOE_KEYS"], indirect=True)
def test_a_file_that_does_not_go_with_the_replicas_is_refused(fleet: Fleet) -> None:
    old = fleet.file.read_text()
    step_left_out = f"{generate_key()},{old}"
    for text in (generate_key(), step_left_out):
        fleet.file.write_text(text)
        reason = "does not go with the keys of replica-0"
        with pytest.raises(rotate.Stopped, match=reason):
            run_fleet(fleet)
        assert set(fleet.texts) == {old}


@pytest.mark.parametrize("fleet", ["SIGNING_KEYS", "VRF_KEYS"], indirect=True)
def test_a_public_key_is_published_for_an_hour_before_it_is_used_and_the_old_one_stays(
    fleet: Fleet,
) -> None:

    def list_keys() -> list[ListedKey]:
        """Return the keys that all replicas have."""
        first, second, third = (
            list(settings.list_keys()) for settings in fleet.settings()
        )
        assert second == first
        assert third == first
        return first

    (old,) = list_keys()
    assert run_fleet(fleet) == rotate.STATUS_INCOMPLETE
    assert run_fleet(fleet) == rotate.STATUS_INCOMPLETE
    used, published = list_keys()
    assert used == old
    fleet.now += rotate.HOUR
    if fleet.name == "VRF_KEYS":
        assert run_fleet(fleet) == rotate.STATUS_INCOMPLETE
        assert list_keys() == [used, published]
        assert run_fleet(fleet, "--promote") == 0
    else:
        assert run_fleet(fleet) == 0
    fingerprints = [key.fingerprint for key in list_keys()]
    assert fingerprints == [published.fingerprint, old.fingerprint]


@pytest.mark.parametrize("fleet", ["API_KEYS"], indirect=True)
def test_an_old_api_key_is_accepted_until_it_is_dropped(fleet: Fleet) -> None:
    old = fleet.file.read_text()
    assert run_fleet(fleet) == 0  # the first run learns that all replicas have the file
    assert run_fleet(fleet) == rotate.STATUS_INCOMPLETE
    assert run_fleet(fleet) == rotate.STATUS_INCOMPLETE
    new = rotate.hash_of(fleet.file.with_name("API_KEYS.new"))
    for settings in fleet.settings():
        assert settings.api_keys == (old, new)
    assert run_fleet(fleet, "--drop") == 0
    for settings in fleet.settings():
        assert settings.api_keys == (new,)


@pytest.mark.parametrize("fleet", ["SHOE_KEYS"], indirect=True)
def test_a_dry_run_shows_the_steps_and_no_key_and_changes_nothing(
    fleet: Fleet, capsys: pytest.CaptureFixture[str]
) -> None:
    before = fleet.file.read_text()
    options = rotate.parse_arguments(["compose", "SHOE_KEYS"])
    rotate.Rotation(fleet.name, fleet.file, fleet, options).sampler()
    (key,) = fleet.settings()[0].list_keys()
    assert capsys.readouterr().out.splitlines() == [
        f"Now: {key.fingerprint} seals",
        "Then: the new key opens",
        "Then: the new key seals",
        f"Then, {TTL + rotate.CLOCKS:,} s after all replicas have the step before: the old key is dropped",
        "Each step, when all replicas have the step before:",
        f"    restart {fleet.file}",
    ]
    assert fleet.file.read_text() == before
    assert fleet.actions == 0


class Machine:
    """Two replicas of a machine without containers, each with the keys that it read when it was started.

    A unit of systemd reads its file anew with each restart. Of gunicorn, a new master reads it, and serves beside the
    old one until this one ends. `commands` are those that were run.
    """

    def __init__(self, file: Path, names: Sequence[Path | str]) -> None:
        self.file = file
        self.names = [str(name) for name in names]
        self.texts = {name: file.read_text() for name in self.names}
        self.commands: list[str] = []
        self.masters = iter(range(100, 999))
        self.living: set[int] = set()

    def start_masters(self) -> None:
        for name in self.names:
            self.write_pid(Path(name))

    def write_pid(self, path: Path) -> None:
        """Let a new master write its number into a file."""
        pid = next(self.masters)
        self.living.add(pid)
        path.write_text(f"{pid}\n")

    def kill(self, pid: int, number: int) -> None:
        assert number == 0
        if pid not in self.living:
            raise ProcessLookupError

    def fetch(self, replica: str) -> str:
        return publish(parse_settings(Secret("SHOE_KEYS", self.texts[replica])))

    def run(self, command: Sequence[str]) -> None:
        self.commands.append(" ".join(command))
        if command[:2] == ["systemctl", "restart"]:
            self.texts[command[2]] = self.file.read_text()
            return
        _, number, pid = command
        (name,) = (name for name in self.names if Path(name).read_text().strip() == pid)
        following = Path(f"{name}.2")
        if number == "-USR2":
            self.write_pid(following)
            self.texts[name] = self.file.read_text()
        else:
            self.living.remove(int(pid))
            following.rename(name)


@pytest.fixture
def rotate_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, str], Machine]:
    """Return a function that rotates a key of two replicas of a platform, and returns them afterwards."""
    file = tmp_path / "SHOE_KEYS"
    file.write_text(new_key("SHOE_KEYS"))
    monkeypatch.setattr(rotate.Systemd, "folder", tmp_path)
    names: dict[str, Sequence[Path | str]] = {
        "systemd": ["a", "b"],
        "gunicorn": [tmp_path / "a.pid", tmp_path / "b.pid"],
    }

    def run(platform: str, option: str) -> Machine:
        machine = Machine(file, names[platform])
        if platform == "gunicorn":
            machine.start_masters()
        monkeypatch.setattr(rotate, "run", machine.run)
        monkeypatch.setattr(rotate.Local, "fetch", lambda _, name: machine.fetch(name))
        monkeypatch.setattr("os.kill", machine.kill)
        options = [option, *machine.names, "--urls", "http://a", "http://b"]
        if platform == "gunicorn":
            options.append(f"--file={file}")
        status = rotate.main([platform, "SHOE_KEYS", *options])
        assert status == rotate.STATUS_INCOMPLETE  # SHOE_TTL has not passed
        assert [len(rotate.split(text)) for text in machine.texts.values()] == [2, 2]
        assert set(machine.texts.values()) == {file.read_text()}
        return machine

    return run


def test_units_of_systemd_are_restarted_one_after_another(
    rotate_on: Callable[[str, str], Machine],
) -> None:
    # It learns that both have the file, then takes two steps.
    machine = rotate_on("systemd", "--units")
    assert machine.commands == ["systemctl restart a", "systemctl restart b"] * 2


def test_a_master_of_gunicorn_ends_once_the_next_one_serves(
    rotate_on: Callable[[str, str], Machine],
) -> None:
    machine = rotate_on("gunicorn", "--pid-files")
    assert machine.commands == [
        f"kill -{name} {pid}"
        for pid in (100, 101, 102, 103)
        for name in ("USR2", "TERM")
    ]
    assert machine.living == {104, 105}


def test_a_master_of_gunicorn_that_was_begun_by_an_interrupted_run_takes_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "SHOE_KEYS"
    file.write_text(new_key("SHOE_KEYS"))
    pid_file = tmp_path / "a.pid"
    machine = Machine(file, [pid_file])
    machine.start_masters()
    monkeypatch.setattr(rotate, "run", machine.run)
    monkeypatch.setattr(rotate.Local, "fetch", lambda _, name: machine.fetch(name))
    monkeypatch.setattr("os.kill", machine.kill)
    options = rotate.parse_arguments(
        ["gunicorn", "SHOE_KEYS", f"--pid-files={pid_file}", f"--file={file}"]
    )
    platform = rotate.Gunicorn(options)
    machine.run(["kill", "-USR2", "100"])
    assert platform.read_metrics() == {str(pid_file): None}
    assert not rotate.Rotation("SHOE_KEYS", file, platform, options).settle()
    assert machine.commands == ["kill -USR2 100", "kill -TERM 100"]
    assert machine.living == {101}


def test_replicas_of_a_machine_without_their_addresses_or_files_are_refused(
    tmp_path: Path,
) -> None:
    options = rotate.parse_arguments(["systemd", "SHOE_KEYS", "--units", "a", "b"])
    with pytest.raises(rotate.Stopped, match="2 replicas have 1 URLs"):
        rotate.Systemd(options).read_metrics()
    missing = tmp_path / "missing.pid"
    options = rotate.parse_arguments(
        ["gunicorn", "SHOE_KEYS", f"--pid-files={missing}"]
    )
    with pytest.raises(rotate.Stopped, match="GUNICORN_CMD_ARGS='--pid "):
        rotate.Gunicorn(options).read_metrics()


@pytest.mark.deploy
def test_the_keys_of_a_running_gunicorn_are_rotated_and_its_port_stays_open(
    tmp_path: Path,
) -> None:
    file = tmp_path / "SHOE_KEYS"
    file.write_text(new_key("SHOE_KEYS"))
    pid_file = tmp_path / "gunicorn.pid"
    base = f"http://127.0.0.1:{free_port()}"
    _, _, port = base.rpartition(":")
    settings = {
        "PORT": port,
        "SHOE_KEYS_FILE": str(file),
        "GUNICORN_CMD_ARGS": f"--pid {pid_file}",
    }
    command = [sys.executable, "-m", "service.server"]
    with run_server(command, f"{base}/readyz", settings):
        opened = post_json(base, "/v1/shoes", deck="standard")
        try:
            options = [f"--file={file}", f"--pid-files={pid_file}", f"--urls={base}"]
            status = rotate.main(["gunicorn", "SHOE_KEYS", *options])
            assert status == rotate.STATUS_INCOMPLETE
            assert len(rotate.split(file.read_text())) == 2
            drawn = post_json(base, "/v1/shoes/draw", shoe=opened["shoe"], count=1)
            assert len(drawn["cards"]) == 1
        finally:
            last = rotate.read_pid(pid_file)
            assert last is not None
            kill(last, SIGTERM)
            wait_until(lambda: rotate.read_pid(pid_file) is None)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("SHOE_KEYS", [1, 2, 2, 1]),
        ("SIGNING_KEYS", [1, 2, 2]),
        ("VRF_KEYS", [1, 2, 2]),
        ("API_KEYS", [1, 2, 1]),
    ],
)
def test_kubernetes_is_told_each_step_and_confirms_it(
    name: str,
    counts: list[int],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The list of each step has as many keys as `counts` says."""
    file = tmp_path / name
    file.write_text(new_key(name))

    def run(*arguments: str) -> int:
        options = [f"--file={file}", "--ttl=0", "--promote", "--drop"]
        return rotate.main(["kubernetes", name, *options, *arguments])

    assert run() == rotate.STATUS_INCOMPLETE
    assert f"kubectl apply --kustomize {tmp_path}" in capsys.readouterr().err
    assert run("--rolled-out") == 0
    texts = [file.read_text()]
    for _ in range(10):
        now = system_clock() + rotate.HOUR
        monkeypatch.setattr(time, "time", partial(float, now))  # only these hours pass
        status = run("--rolled-out") if len(texts) > 1 else run()
        if file.read_text() != texts[-1]:
            texts.append(file.read_text())
        if status == 0:
            break
    assert [len(rotate.split(text)) for text in texts] == counts
    for text in texts:
        parse_settings(Secret(name, text))


@pytest.mark.deploy
def test_kustomize_makes_another_secret_for_each_step_of_a_rotation(
    tmp_path: Path,
) -> None:
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    example = tmp_path / "deploy" / "kubernetes" / "example"
    file = example / "SHOE_KEYS"
    file.write_text(generate_key())
    command = ["kubernetes", "SHOE_KEYS", f"--file={file}", "--ttl=0"]
    texts: dict[str, str] = {}
    for step in range(5):
        text = tool(TRIXIE / "kubectl", "kustomize", example)
        (secret,) = (one for one in yaml.safe_load_all(text) if one["kind"] == "Secret")
        path = tmp_path / "secret.yaml"
        path.write_text(yaml.safe_dump(secret))
        output = tool("kubernetes-validate", "--strict", path)
        assert " passed for resource " in output
        name = secret["metadata"]["name"]
        assert f"secretName: {name}" in text
        texts[name] = b64decode(secret["data"]["SHOE_KEYS"]).decode()
        # The second run begins the rotation.
        confirmed = [] if step == 1 else ["--rolled-out"]
        assert rotate.main([*command, *confirmed]) in {0, 3}
    *_, last = texts.values()
    assert last == file.read_text()
    assert [len(rotate.split(keys)) for keys in texts.values()] == [1, 2, 2, 1]

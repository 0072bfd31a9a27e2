#!/usr/bin/env python3
"""Change a key of running replicas without losing a game. Python 3.11 alone is needed.

    deploy/rotate.py compose SHOE_KEYS           or SIGNING_KEYS, VRF_KEYS, API_KEYS; --help names all platforms

The file of the keys says how far a rotation is, so a run that was interrupted is repeated. Each run takes the steps
that are safe by now, and says when to run it again:

    1. `old,open:new`   all replicas open what the new key will seal
    2. `new,old`        the new key seals
    3. `new`            once no token of the old key is left

A step is written only when all replicas have the step before, which their /metrics show by fingerprints. A file that
does not go with the keys of the replicas is refused.
"""

import argparse
import hashlib
import json
import os
import re
import secrets
import shlex
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.request import ProxyHandler, build_opener

HOUR = 3600
WEEK = 7 * 24 * 3600
CLOCKS = 300
"""Seconds by which the clocks of two replicas may differ, and a token may live longer than SHOE_TTL."""
STATUS_INCOMPLETE = 3
"""The exit status of a run that has left steps for a later run."""


class Setting(NamedTuple):
    """How the keys of a setting are rotated: the mark of a key that is not in use, the uses, and the waits."""

    mark: str
    use: str
    other_use: str
    published_seconds: int = 0  # until nobody has an older list of public keys
    consent: str = ""  # the option without which the new key is not used
    drops: bool = False

    def new_key(self) -> str:
        key = urlsafe_b64encode(secrets.token_bytes(32)).decode()
        return key if self.drops else key.rstrip("=")


SETTINGS = {
    "SHOE_KEYS": Setting("open:", "seals", "opens", drops=True),
    "SIGNING_KEYS": Setting("verify:", "signs", "verifies", HOUR),
    "VRF_KEYS": Setting("verify:", "proves", "verifies", HOUR, "--promote"),
    "API_KEYS": Setting("", "is accepted", "is accepted"),
}


class State(NamedTuple):
    """The keys of a setting, by their fingerprints: the key in use, and the others. Of API_KEYS only the number."""

    used: str
    others: frozenset[str]

    def fits(self, other: "State") -> bool:
        """Return whether replicas in both states accept what each of them seals."""
        return self.used in {other.used, *other.others} and other.used in {
            self.used,
            *self.others,
        }


class Step(NamedTuple):
    """The next list of keys, how many seconds all replicas must have had the list before, and an option."""

    meaning: str
    items: list[str]
    seconds: float = 0
    consent: str = ""
    is_first: bool = False


class Stopped(Exception):
    """Nothing more can be done now; the text says why."""


def split(text: str) -> list[str]:
    return [item.strip() for item in re.split(r"[,\n]", text) if item.strip()]


def fingerprint(name: str, key: str) -> str:
    """Return the fingerprint of a key as the service publishes it."""
    text = key.translate(str.maketrans("+/", "-_")).rstrip("=")
    secret = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return hashlib.blake2b(
        name.encode(), key=secret, digest_size=4, person=b"fingerprint"
    ).hexdigest()


def list_fingerprints(name: str, items: Sequence[str]) -> list[tuple[bool, str]]:
    """Return for each key whether it has the mark of its setting, and its fingerprint."""
    mark = SETTINGS[name].mark
    return [
        (item.startswith(mark), fingerprint(name, item.removeprefix(mark)))
        for item in items
    ]


def state_of(name: str, items: Sequence[str]) -> State:
    if name == "API_KEYS":
        return State(str(len(items)), frozenset())
    prints = list_fingerprints(name, items)
    used = next((one for is_marked, one in prints if not is_marked), None)
    if used is None:
        raise Stopped(f"{name} has no key without the mark {SETTINGS[name].mark}")
    return State(used, frozenset(one for _, one in prints) - {used})


def state_in(name: str, metrics: str) -> State:
    """Return the state of a replica that has published `metrics`."""
    if name == "API_KEYS":
        (count,) = re.findall(r"^dealer_api_keys (\d+)", metrics, re.MULTILINE)
        return State(count, frozenset())
    pattern = rf'^dealer_key_info{{fingerprint="(\w+)",setting="{name}",use="(\w+)"}} 1'
    uses = dict(re.findall(pattern, metrics, re.MULTILINE))
    used = next((key for key, use in uses.items() if use == SETTINGS[name].use), "")
    return State(used, frozenset(uses) - {used})


def next_step(name: str, items: Sequence[str], ttl: float, new_key: str) -> Step:
    """Return the step after a list of keys, or the first step if no rotation is in progress."""
    setting = SETTINGS[name]
    if name == "API_KEYS":
        if len(items) > 1:
            return Step(
                "only the newest API key is accepted", [items[-1]], consent="--drop"
            )
        return Step("a new API key is accepted too", [*items, new_key], is_first=True)
    marked = [item for item in items if item.startswith(setting.mark)]
    plain = [item for item in items if not item.startswith(setting.mark)]
    if len(marked) > 1:
        raise Stopped(
            f"{name} has {len(marked)} keys marked {setting.mark} Leave one of them."
        )
    if marked:
        promoted = [marked[0].removeprefix(setting.mark), *plain]
        return Step(
            f"the new key {setting.use}",
            promoted,
            setting.published_seconds,
            setting.consent,
        )
    if setting.drops and len(plain) > 1:
        return Step("the old key is dropped", plain[:1], ttl + min(ttl, CLOCKS))
    return Step(
        f"the new key {setting.other_use}",
        [*plain, setting.mark + new_key],
        is_first=True,
    )


class Platform(ABC):
    """The replicas, and how they get a file of keys."""

    folder = Path()
    """Where the file of the keys is, unless --file names it."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options

    @abstractmethod
    def read_metrics(self) -> Mapping[str, str | None]:
        """Return the text of /metrics of each replica, None for a replica that does not answer."""

    @abstractmethod
    def roll_out(self, name: str, file: Path, replicas: Sequence[str]) -> None:
        """Give the file to the replicas that do not have it."""

    @abstractmethod
    def commands(self, name: str, file: Path) -> Iterator[Sequence[str]]:
        """Yield the commands of `roll_out`, for a dry run."""

    def states(self, name: str) -> dict[str, State | None]:
        metrics = self.read_metrics()
        return {
            replica: None if text is None else state_in(name, text)
            for replica, text in metrics.items()
        }

    def wait_until(self, condition: Callable[[], bool], hint: str) -> None:
        """Wait until a condition holds. Raises `Stopped` with the hint after the time for a rollout."""
        end = time.monotonic() + self.options.timeout
        while not condition():
            if time.monotonic() > end:
                raise Stopped(hint)
            time.sleep(1)

    def ttl(self) -> float:
        """Return the longest SHOE_TTL of the replicas. Raises `Stopped` if no replica shows it."""
        pattern = re.compile(r"^dealer_shoe_ttl_seconds (\S+)", re.MULTILINE)
        found = [
            float(seconds)
            for text in self.read_metrics().values()
            for seconds in pattern.findall(text or "")
        ]
        if not found:
            raise Stopped(
                "No replica shows /metrics: do they run, with METRICS on? --help has options to reach them."
            )
        return max(found)


def run(command: Sequence[str], *, check: bool = True) -> str | None:
    """Run a command, and return its output; without `check` None if it fails."""
    process = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if process.returncode == 0:
        return process.stdout
    if check:
        raise Stopped(
            f"{shlex.join(command)}: {process.stderr.strip() or process.stdout.strip()}"
        )
    return None


FETCH = (
    "import socket, sys, urllib.request as r\n"
    "for address in sorted({i[4][0] for i in socket.getaddrinfo(sys.argv[1], 8000, socket.AF_INET)}):\n"
    "    print('replica', address)\n"
    "    print(r.urlopen(f'http://{address}:8000/metrics', timeout=5).read().decode())"
)
"""A program for a container: it prints /metrics of the replicas with a name."""


class OneByOne(Platform):
    """Replicas that are restarted one after another, each once the one before has its keys."""

    @property
    @abstractmethod
    def replicas(self) -> Sequence[str]:
        """The names of the replicas."""

    @abstractmethod
    def fetch(self, replica: str) -> str | None:
        """Return the text of /metrics of a replica, None if it does not answer."""

    @abstractmethod
    def list_commands(self, replica: str) -> list[Sequence[str]]:
        """Return the commands that restart a replica."""

    def restart(self, replica: str, is_new: Callable[[], bool]) -> None:  # noqa: ARG002
        """Restart a replica; `is_new` says whether it answers and has the wanted keys."""
        for command in self.list_commands(replica):
            run(command)

    def read_metrics(self) -> Mapping[str, str | None]:
        with ThreadPoolExecutor() as pool:
            texts = pool.map(self.fetch, self.replicas)
            return dict(zip(self.replicas, texts, strict=True))

    def commands(self, name: str, file: Path) -> Iterator[Sequence[str]]:  # noqa: ARG002
        for replica in self.replicas:
            yield from self.list_commands(replica)

    def roll_out(self, name: str, file: Path, replicas: Sequence[str]) -> None:
        wanted = state_of(name, split(file.read_text()))
        for replica in self.replicas:
            if replica in replicas:
                is_new = partial(self._has, replica, name, wanted)
                self.restart(replica, is_new)
                hint = f"{replica} shows no new list of {name} (METRICS must be on): look into its log."
                self.wait_until(is_new, hint)

    def _has(self, replica: str, name: str, wanted: State) -> bool:
        """Return whether a replica answers and has the wanted keys."""
        text = self.fetch(replica)
        return text is not None and state_in(name, text) == wanted


class Compose(OneByOne):
    """The replicas of compose.yaml."""

    @property
    def replicas(self) -> Sequence[str]:
        names: Sequence[str] = self.options.replicas
        return names

    def fetch(self, replica: str) -> str | None:
        program = ["python", "-c", FETCH, "127.0.0.1"]
        return run(
            [*self.options.compose, "exec", "-T", replica, *program], check=False
        )

    def list_commands(self, replica: str) -> list[Sequence[str]]:
        return [[*self.options.compose, "restart", "--timeout", "40", replica]]


class Local(OneByOne):
    """Replicas of this machine without containers, each at its own URL."""

    @property
    def replicas(self) -> Sequence[str]:
        return list(self._urls)

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """The names of the replicas, in the order of their URLs."""

    @property
    def _urls(self) -> Mapping[str, str]:
        if len(self.names) != len(self.options.urls):
            raise Stopped(
                f"{len(self.names)} replicas have {len(self.options.urls)} URLs: name each with --urls."
            )
        return dict(zip(self.names, self.options.urls, strict=True))

    def fetch(self, replica: str) -> str | None:
        direct = build_opener(ProxyHandler({}))
        try:
            with direct.open(f"{self._urls[replica]}/metrics", timeout=5) as response:
                return str(response.read().decode())
        except OSError:
            return None


class Systemd(Local):
    """Units of systemd, which read the files of /etc/shuffle-and-deal as credentials."""

    folder = Path("/etc/shuffle-and-deal")

    @property
    def names(self) -> Sequence[str]:
        units: Sequence[str] = self.options.units
        return units

    def list_commands(self, replica: str) -> list[Sequence[str]]:
        return [["systemctl", "restart", replica]]


class Gunicorn(Local):
    """Masters of gunicorn that nobody supervises, found by the files of their option --pid.

    A new master reads the keys and serves beside the old one, which then stops, so that the port stays open.
    """

    @property
    def names(self) -> Sequence[str]:
        return list(map(str, self.options.pid_files))

    def list_commands(self, replica: str) -> list[Sequence[str]]:
        pid = str(find_master(replica))
        return [["kill", "-USR2", pid], ["kill", "-TERM", pid]]

    def read_metrics(self) -> Mapping[str, str | None]:
        """Return the texts of /metrics; of two masters that stand side by side nobody knows which one answered.

        Raises `Stopped` before anything is written, if a file names no master.
        """
        for replica in self.replicas:
            find_master(replica)
        texts = super().read_metrics()
        return {
            replica: None if find_next(replica) else text
            for replica, text in texts.items()
        }

    def restart(self, replica: str, is_new: Callable[[], bool]) -> None:
        begin, end = self.list_commands(replica)
        old = read_pid(Path(replica))
        if find_next(replica) is None:  # else a run was interrupted after this
            run(begin)
        hint = f"The new master of {replica} does not serve: look into its log. The old one still serves."
        self.wait_until(is_new, hint)
        run(end)
        hint = f"The old master of {replica} does not stop."
        self.wait_until(lambda: read_pid(Path(replica)) not in {old, None}, hint)


def find_master(pid_file: str) -> int:
    """Return the master that a file names. Raises `Stopped` if it names none."""
    pid = read_pid(Path(pid_file))
    if pid is None:
        raise Stopped(
            f"{pid_file} names no process of gunicorn: start it with GUNICORN_CMD_ARGS='--pid {pid_file}'."
        )
    return pid


def find_next(pid_file: str) -> int | None:
    """Return the master that takes over from the one of a file, None if none does."""
    return read_pid(Path(f"{pid_file}.2"))


def read_pid(file: Path) -> int | None:
    """Return the process that a file names, None if there is no file or no such process."""
    try:
        pid = int(file.read_text())
        os.kill(pid, 0)
    except (OSError, ValueError):
        return None
    return pid


class Swarm(Platform):
    """The service of a Swarm, which gets a secret of another name for each list of keys."""

    def read_metrics(self) -> Mapping[str, str | None]:
        service = self.options.service
        label = f"label=com.docker.swarm.service.name={service}"
        containers = (
            run(
                [
                    "docker",
                    "ps",
                    "--quiet",
                    "--filter",
                    label,
                    "--filter",
                    "health=healthy",
                ]
            )
            or ""
        ).split()
        if not containers:
            raise Stopped(
                f"No replica of {service} runs on this machine: run this on a node that has one."
            )
        text = (
            run(
                [
                    "docker",
                    "exec",
                    containers[0],
                    "python",
                    "-c",
                    FETCH,
                    f"tasks.{service}",
                ],
                check=False,
            )
            or ""
        )
        _, *parts = re.split(r"(?m)^replica (\S+)$", text)
        metrics: dict[str, str | None] = dict(zip(parts[::2], parts[1::2], strict=True))
        states = "{{.DesiredState}} {{.CurrentState}}"
        tasks = (
            run(["docker", "service", "ps", "--format", states, service]) or ""
        ).splitlines()
        running = [task for task in tasks if "Running" in task.split()[:2]]
        missing = len(running) - len(metrics)  # they start, or stop and still answer
        return metrics | {f"another of {missing}": None for _ in range(missing)}

    def _old_secret(self, name: str) -> str:
        template = "{{json .Spec.TaskTemplate.ContainerSpec.Secrets}}"
        found = json.loads(
            run(
                [
                    "docker",
                    "service",
                    "inspect",
                    "--format",
                    template,
                    self.options.service,
                ]
            )
            or "null"
        )
        names = [
            one["SecretName"]
            for one in found or []
            if one["File"]["Name"] == name.lower()
        ]
        if not names:
            raise Stopped(
                f"The service {self.options.service} has no secret with the target {name.lower()}."
            )
        return str(names[0])

    def _new_secret(self, name: str, file: Path) -> str:
        return f"{name.lower()}_{digest_of(name, split(file.read_text()))}"

    def commands(self, name: str, file: Path) -> Iterator[Sequence[str]]:
        old = self._old_secret(name)
        new = self._new_secret(name, file)
        change = [
            "--secret-rm",
            old,
            "--secret-add",
            f"source={new},target={name.lower()}",
        ]
        yield ["docker", "secret", "create", new, str(file)]
        yield [
            "docker",
            "service",
            "update",
            "--quiet",
            "--no-resolve-image",
            *change,
            self.options.service,
        ]
        yield ["docker", "secret", "rm", old]

    def roll_out(self, name: str, file: Path, replicas: Sequence[str]) -> None:  # noqa: ARG002
        old = self._old_secret(name)
        new = self._new_secret(name, file)
        create, update, remove = self.commands(name, file)
        if old != new:  # or an update was interrupted, and goes on
            if run(["docker", "secret", "inspect", new], check=False) is None:
                run(create)
            run(update)
        wanted = state_of(name, split(file.read_text()))
        hint = f"Not all replicas have the new list of {name}: docker service ps {self.options.service}"
        self.wait_until(
            lambda: all(state == wanted for state in self.states(name).values()), hint
        )
        if old != new:
            run(remove, check=False)
        print(f"To deploy the stack again: {name}_SECRET={new} docker stack deploy …")


class Kubernetes(Platform):
    """A Secret that kustomize makes of the file. You apply it, and confirm each rollout with --rolled-out."""

    def read_metrics(self) -> Mapping[str, str | None]:
        return {}

    def ttl(self) -> float:
        return float(self.options.ttl)

    def commands(self, name: str, file: Path) -> Iterator[Sequence[str]]:  # noqa: ARG002
        yield ["kubectl", "apply", "--kustomize", str(file.parent)]
        yield [
            "kubectl",
            "--namespace",
            self.options.namespace,
            "rollout",
            "status",
            "deployment/shuffle-and-deal",
        ]

    def roll_out(self, name: str, file: Path, replicas: Sequence[str]) -> None:  # noqa: ARG002
        commands = "\n".join(
            f"    {shlex.join(command)}" for command in self.commands(name, file)
        )
        raise Stopped(
            f"Apply the file, and wait until all pods have it:\n{commands}\nThen run this with --rolled-out."
        )


PLATFORMS: dict[str, type[Compose | Swarm | Kubernetes | Systemd | Gunicorn]] = {
    "compose": Compose,
    "swarm": Swarm,
    "kubernetes": Kubernetes,
    "systemd": Systemd,
    "gunicorn": Gunicorn,
}


def digest_of(name: str, items: Sequence[str]) -> str:
    """Return a short name of a list of keys that discloses none of them."""
    prints = items if name == "API_KEYS" else list_fingerprints(name, items)
    return hashlib.sha256(json.dumps(prints).encode()).hexdigest()[:12]


class Rotation:
    """The rotation of one setting by its file; FILE.since beside it says since when all replicas have the list."""

    def __init__(
        self, name: str, file: Path, platform: Platform, options: argparse.Namespace
    ) -> None:
        self.name, self.file, self.platform, self.options = (
            name,
            file,
            platform,
            options,
        )
        self._since = file.with_name(f"{file.name}.since")

    @property
    def items(self) -> list[str]:
        try:
            items = split(self.file.read_text())
        except OSError as error:
            raise Stopped(
                f"{self.file} cannot be read: {error.strerror}. It must hold the replicas' keys."
            ) from None
        if not items:
            raise Stopped(f"{self.file} is empty. It must hold the replicas' keys.")
        return items

    def describe(self, items: Sequence[str]) -> str:
        if self.name == "API_KEYS":
            return f"{len(items)} API keys"
        setting = SETTINGS[self.name]
        state = state_of(self.name, items)
        others = "".join(f", {key} {setting.other_use}" for key in sorted(state.others))
        return f"{state.used} {setting.use}{others}"

    def since(self) -> float | None:
        """Return since when all replicas have the list of the file, None if that is not known."""
        try:
            record = json.loads(self._since.read_text())
        except (OSError, ValueError):
            return None
        return (
            float(record["time"])
            if record["list"] == digest_of(self.name, self.items)
            else None
        )

    def settle(self) -> bool:
        """Roll the file out to the replicas that do not have it; return whether they all had it before."""
        wanted = state_of(self.name, self.items)
        states = self.platform.states(self.name)
        for replica, state in states.items():
            if self.name != "API_KEYS" and state is not None and not wanted.fits(state):
                raise Stopped(
                    f"{self.file} does not go with the keys of {replica}: the file says {wanted.used} "
                    f"{SETTINGS[self.name].use}, the replica {state.used or 'has none'}. Games would be lost."
                )
        lacking = [replica for replica, state in states.items() if state != wanted]
        had = not lacking
        if (
            not states or self.name == "API_KEYS"
        ):  # nobody can look, or the number of keys is all that can be seen
            had = had and self.since() is not None
            lacking = list(states)
        if not had and not self.options.rolled_out:
            print(f"Rolling out: {self.describe(self.items)}")
            self.platform.roll_out(self.name, self.file, lacking)
        self.options.rolled_out = False  # which was said of this list alone
        if not had or self.since() is None:
            replace(
                self._since,
                json.dumps(
                    {"list": digest_of(self.name, self.items), "time": time.time()}
                ),
                0o600,
            )
        return had

    def new_key(self) -> str:
        """Return a new key for the setting; an API key is left in FILE.new, and its hash returned."""
        if self.name != "API_KEYS":
            return SETTINGS[self.name].new_key()
        path = self.file.with_name(f"{self.file.name}.new")
        if (
            not path.exists() or hash_of(path) in self.items
        ):  # else a run was interrupted before it used the key
            replace(path, secrets.token_hex(32), 0o600)
        print(f"The new API key is in {path}: give it to the callers.")
        return hash_of(path)

    def run(self) -> int:
        """Take all steps that are safe by now. Return the exit status."""
        is_new = self.settle()
        is_rotated = False
        while True:
            step = next_step(self.name, self.items, self.platform.ttl(), "")
            if step.is_first:
                if not is_new:
                    ended = (
                        "The rotation has ended"
                        if is_rotated
                        else "All replicas have this list"
                    )
                    print(
                        f"{ended}: {self.describe(self.items)}. The next run begins a rotation."
                    )
                    return 0
                step = next_step(self.name, self.items, 0, self.new_key())
            if step.consent and step.consent not in self.options.consents:
                print(
                    f"Next: {step.meaning}. Run this with {step.consent} once all who use the old one are ready."
                )
                return STATUS_INCOMPLETE
            seconds = (self.since() or time.time()) + step.seconds - time.time()
            if seconds > 0:
                due = time.strftime("%F %T", time.localtime(time.time() + seconds))
                again = "" if self.options.wait else " Run this again then."
                print(f"Next, not before {due}: {step.meaning}.{again}", flush=True)
                if not self.options.wait:
                    return STATUS_INCOMPLETE
                time.sleep(seconds)
            if not self.settle():  # a replica was started with another list meanwhile
                continue
            replace(self.file, ",".join(step.items) + "\n")
            print(
                f"{step.meaning[0].upper()}{step.meaning[1:]}: {self.describe(self.items)}"
            )
            is_new = False
            is_rotated = True
            self.settle()

    def sampler(self) -> None:
        """Print the steps from here to the end, and change nothing."""
        items = self.items
        ttl = self.platform.ttl()
        name = self.name
        print(f"Now: {self.describe(items)}")
        new_key = "0" * 64 if name == "API_KEYS" else SETTINGS[name].new_key()
        step = next_step(name, items, ttl, new_key)
        is_first = True
        while is_first or not step.is_first:
            seconds = (
                f", {step.seconds:,.0f} s after all replicas have the step before"
                if step.seconds
                else ""
            )
            print(
                f"Then{seconds}{f', with {step.consent}' if step.consent else ''}: {step.meaning}"
            )
            is_first, step = False, next_step(name, step.items, ttl, new_key)
        print("Each step, when all replicas have the step before:")
        for command in self.platform.commands(name, self.file):
            print(f"    {shlex.join(command)}")


def hash_of(path: Path) -> str:
    return hashlib.sha256(path.read_text().strip().encode()).hexdigest()


def replace(path: Path, text: str, mode: int | None = None) -> None:
    """Write a file at once, so that nobody reads a half of it, with the owner and the mode that it had."""
    new = path.with_name(f".{path.name}.tmp")
    new.unlink(missing_ok=True)
    with os.fdopen(
        os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w"
    ) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    if mode is None:
        status = path.stat()
        try:
            os.chown(new, status.st_uid, status.st_gid)
        except PermissionError:
            new.unlink()
            raise Stopped(
                f"{path} belongs to another user: run this as root."
            ) from None
        new.chmod(status.st_mode & 0o777)
    new.replace(path)


def parse_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("platform", choices=PLATFORMS)
    parser.add_argument("setting", choices=SETTINGS)
    parser.add_argument(
        "--file",
        type=Path,
        help="the file of the keys; by default named like the setting, for systemd in /etc/shuffle-and-deal",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="print the steps, and change nothing"
    )
    parser.add_argument(
        "--wait",
        action="store_true",
        help="wait until the last step, which may take SHOE_TTL",
    )
    parser.add_argument(
        "--promote",
        action="store_true",
        help="let the new key of VRF_KEYS prove from now on",
    )
    parser.add_argument(
        "--drop", action="store_true", help="drop the old keys of API_KEYS"
    )
    parser.add_argument(
        "--timeout", type=float, default=900, help="seconds for a rollout (900)"
    )
    parser.add_argument(
        "--compose",
        type=shlex.split,
        default=["docker", "compose"],
        help="compose's command",
    )
    names = [f"replica-{number}" for number in (1, 2, 3)]
    parser.add_argument(
        "--replicas", nargs="+", default=names, help="the replicas in compose.yaml"
    )
    parser.add_argument(
        "--service", default="deal_replica", help="the service of the Swarm"
    )
    parser.add_argument(
        "--namespace", default="games", help="the namespace in Kubernetes"
    )
    parser.add_argument(
        "--ttl", type=float, default=WEEK, help="in Kubernetes: SHOE_TTL (a week)"
    )
    parser.add_argument(
        "--rolled-out",
        action="store_true",
        help="in Kubernetes: all pods have the file",
    )
    parser.add_argument(
        "--units", nargs="+", default=["shuffle-and-deal"], help="the units of systemd"
    )
    parser.add_argument(
        "--pid-files",
        nargs="+",
        type=Path,
        default=[Path("gunicorn.pid")],
        help="for gunicorn: the files of its option --pid (gunicorn.pid)",
    )
    parser.add_argument(
        "--urls",
        nargs="+",
        default=["http://127.0.0.1:8000"],
        help="the addresses of the units or masters (http://127.0.0.1:8000)",
    )
    options = parser.parse_args(arguments)
    options.consents = {
        f"--{name}" for name in ("promote", "drop") if getattr(options, name)
    }
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_arguments(arguments)
    platform = PLATFORMS[options.platform](options)
    rotation = Rotation(
        options.setting,
        options.file or platform.folder / options.setting,
        platform,
        options,
    )
    try:
        if options.dry_run:
            rotation.sampler()
            return 0
        return rotation.run()
    except Stopped as reason:
        print(reason, file=sys.stderr)
        return STATUS_INCOMPLETE if options.platform == "kubernetes" else 1


if __name__ == "__main__":
    sys.exit(main())

"""The service in 256 MiB of memory: a container of the image, or `python -m service.server` in a cgroup."""

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from service.sealed.shoe.tokens import generate_key
from tests.server.client import JSON, Response, fetch
from tests.services import run_server
from tools.files import ROOT
from tools.ports import free_port
from tools.serving import responds, wait_until

ENGINE = ROOT / "deploy" / "container" / "engine.sh"
IMAGE = "shuffle-and-deal:latest"
SHOE_KEY = generate_key()
MEMORY = 256 << 20
HARDENED = (
    "--read-only",
    "--tmpfs=/tmp:rw,noexec,nosuid,size=16m",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    f"--memory={MEMORY}",
    "--cpus=1",
    "--pids-limit=64",
)
PATIENCE_SECONDS = 20


def engine(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ENGINE, *arguments], capture_output=True, text=True, timeout=60, check=False
    )


@dataclass(frozen=True)
class Limited:
    """A running service. `shell` returns the output of a script that sees its processes and its `cgroup`.

    Commands of a script may fail: cgroups have other files in version 1 and 2.
    """

    port: int
    master: int
    cgroup: str
    shell: Callable[[str], str]
    log: Callable[[], str]

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def _workers(self) -> str:
        """A command that lists the status files of the workers."""
        return f"grep -l '^PPid:.{self.master}$' /proc/[0-9]*/status"

    def worker_pids(self) -> list[str]:
        return self.shell(self._workers).split()

    def memory(self) -> list[int]:
        """Return the bytes of memory of each worker (PSS)."""
        maps = self.shell(f"cat $({self._workers} | sed s/status/smaps_rollup/)")
        return [
            int(kilobytes) << 10
            for kilobytes in re.findall(r"^Pss: *(\d+) kB", maps, re.MULTILINE)
        ]

    def memory_kills(self) -> int:
        """Return how many processes the kernel killed because the memory was used up."""
        events = self.shell(
            f"cd {self.cgroup}; cat memory.events memory.oom_control memory/memory.oom_control"
        )
        (kills,) = re.findall(r"^oom_kill (\d+)$", events, re.MULTILINE)
        return int(kills)

    def peak_memory(self) -> int:
        """Return the most bytes of memory that were in use at a time, with the page cache."""
        files = "memory.peak memory.max_usage_in_bytes memory/memory.max_usage_in_bytes"
        return int(self.shell(f"cd {self.cgroup}; cat {files}"))

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of gunicorn and its workers."""
        processes = self.shell(
            f"cat /proc/{self.master}/stat $({self._workers} | sed s/status/stat/)"
        )
        times = [
            line.rpartition(")")[2].split()[11:13] for line in processes.splitlines()
        ]
        assert len(times) == 3
        return sum(int(ticks) for pair in times for ticks in pair) / os.sysconf(
            "SC_CLK_TCK"
        )


@dataclass(frozen=True)
class Container(Limited):
    """A running container of the image."""

    name: str

    def get(self, path: str, accept: str = "*/*") -> Response:
        return fetch(self.base, path, headers={"Accept": accept})

    def post(self, path: str, **members: Any) -> Any:
        """Return the JSON of the response to a POST, which must be 200."""
        response = fetch(self.base, path, "POST", json.dumps(members).encode(), JSON)
        assert response.status == 200
        return response.json

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return engine("exec", self.name, *command)


@cache
def check_image() -> None:
    """Fail the test unless an engine has the image."""
    listing = engine("images", "--quiet", IMAGE)
    if listing.returncode != 0:
        pytest.fail(listing.stderr, pytrace=False)
    if engine().stdout.strip() == "buildah":
        pytest.fail(
            "buildah builds images but runs none: install docker or podman",
            pytrace=False,
        )
    if not listing.stdout.strip():
        pytest.fail(f"there is no image {IMAGE}: make image", pytrace=False)


@contextmanager
def run_container() -> Iterator[Container]:
    check_image()
    port = free_port()
    settings = (f"--env=PORT={port}", f"--env=SHOE_KEYS={SHOE_KEY}")
    process = engine(
        "run", "--detach", "--network", "host", *settings, *HARDENED, IMAGE
    )
    assert process.returncode == 0, process.stderr
    name = process.stdout.split()[-1]

    def shell(script: str) -> str:
        return engine("exec", name, "sh", "-c", script).stdout

    def log() -> str:
        logs = engine("logs", name)
        return logs.stdout + logs.stderr

    container = Container(port, 1, "/sys/fs/cgroup", shell, log, name)
    try:
        try:
            wait_until(lambda: responds(f"{container.base}/readyz"), PATIENCE_SECONDS)
        except TimeoutError:
            pytest.fail(f"not ready in {PATIENCE_SECONDS} s:\n{container.log()}")
        yield container
    finally:
        engine("rm", "--force", name)


@contextmanager
def run_in_cgroup() -> Iterator[Limited]:
    """Run what `make serve` runs, as root, in a cgroup of its own."""
    controllers = Path("/sys/fs/cgroup")
    is_first_version = (controllers / "memory").is_dir()
    cgroup = (
        controllers
        / ("memory" if is_first_version else "")
        / f"shuffle-and-deal-{free_port()}"
    )
    cgroup.mkdir()
    limit = "memory.limit_in_bytes" if is_first_version else "memory.max"
    (cgroup / limit).write_text(str(MEMORY))
    server = (
        f"echo $$ > {cgroup}/cgroup.procs && exec .venv/bin/python -m service.server"
    )
    try:
        with TemporaryDirectory() as folder:
            port = free_port()
            output = Path(folder, "output")
            command = ["sh", "-c", server]
            url = f"http://127.0.0.1:{port}/readyz"
            with run_server(
                command, url, {"PORT": str(port), "HOST": "127.0.0.1"}, output
            ) as process:
                service = Limited(
                    port, process.pid, str(cgroup), run_script, output.read_text
                )
                wait_until(lambda: len(service.worker_pids()) == 2)
                yield service
    finally:
        cgroup.rmdir()


def run_script(script: str) -> str:
    return subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, check=False
    ).stdout

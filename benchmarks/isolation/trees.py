"""Services of two checkouts, each run by its own Python, and what the kernel knows of their processes."""

import os
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tools.ports import free_port
from tools.serving import PATIENCE, wait_for_response, wait_until

ROLES = ("master", "worker", "ancestor", "child")
"""What processes are by the number of forks between them and the first one."""
LASTING = {"master", "worker", "ancestor"}
"""Roles of processes that no request may end."""
ORPHAN = "orphan"
"""A process of a service whose parent has ended."""

_MEMORY_FILES = Path("/dev/shm")  # noqa: S108


class Process(NamedTuple):
    """A process, as /proc/PID/stat describes it."""

    pid: int
    parent: int
    session: int
    state: str


def list_processes() -> Iterator[Process]:
    """Yield the processes of this machine."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text()
        except OSError:  # it has ended
            continue
        state, parent, _, session, *_ = text.rpartition(")")[2].split()
        yield Process(int(folder.name), int(parent), int(session), state)


@dataclass(frozen=True)
class Service:
    """A running service in a session of its own. `folder` is its TMPDIR, and `output` is what it prints."""

    process: subprocess.Popen[bytes]
    port: int
    folder: Path
    output: Path

    def list_processes(self) -> list[Process]:
        """Return the living processes of the session."""
        session = self.process.pid
        return [
            process
            for process in list_processes()
            if process.session == session and process.state not in "ZX"
        ]

    def roles(self) -> dict[int, str]:
        """Return what each living process is, by its id."""
        parents = {process.pid: process.parent for process in self.list_processes()}
        return {pid: self._find_role(pid, parents) for pid in parents}

    def _find_role(self, pid: int, parents: Mapping[int, int]) -> str:
        forks = 0
        while pid != self.process.pid:
            if pid not in parents:
                return ORPHAN
            pid = parents[pid]
            forks += 1
        return ROLES[min(forks, len(ROLES) - 1)]

    def count_roles(self) -> Counter[str]:
        """Return how many living processes there are of each role."""
        return Counter(self.roles().values())

    def pids(self, role: str) -> list[int]:
        """Return the living processes of a role, those that run at this moment first."""
        running = {
            process.pid for process in self.list_processes() if process.state == "R"
        }
        pids = [pid for pid, own_role in self.roles().items() if own_role == role]
        return sorted(pids, key=lambda pid: (pid not in running, pid))

    def pick(self, role: str) -> int:
        """Return a process of a role, one that runs if there is any; wait until there is one."""
        found: list[int] = []

        def is_there() -> bool:
            found[:] = self.pids(role)
            return bool(found)

        wait_until(is_there)
        return found[0]

    def find_files(self) -> set[Path]:
        """Return the files and folders below /dev/shm that the processes have open, each by its uppermost name."""
        found = set()
        for process in self.list_processes():
            for path in _list_open_files(process.pid):
                if path.is_relative_to(_MEMORY_FILES) and path != _MEMORY_FILES:
                    found.add(_MEMORY_FILES / path.relative_to(_MEMORY_FILES).parts[0])
        return found

    def is_over(self) -> bool:
        """Return whether all processes have ended."""
        self.process.poll()  # else it is a zombie for ever
        return not self.list_processes()


def _list_open_files(pid: int) -> Iterator[Path]:
    """Yield the files that a process has open or mapped."""
    with suppress(OSError):
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                yield link.readlink()
    with suppress(OSError):
        for path in re.findall(
            r" (/\S+)$", Path(f"/proc/{pid}/maps").read_text(), re.MULTILINE
        ):
            yield Path(path)


@dataclass(frozen=True)
class Tree:
    """A checkout of the service with its own `.venv`, and its name in the tables."""

    name: str
    folder: Path

    @contextmanager
    def start(
        self,
        workers: int = 1,
        group: Path | None = None,
        environment: Mapping[str, str] = {},
    ) -> Iterator[Service]:
        """Run the service as the image does, and stop it at the exit.

        `group` is a cgroup of the kernel to run it in, `environment` has further environment variables.
        """
        port = free_port()
        command = [str(self.folder / ".venv/bin/python"), "-m", "service.server"]
        if group is not None:
            command = [
                "sh",
                "-c",
                f'echo $$ > {group}/cgroup.procs && exec "$0" "$@"',
                *command,
            ]
        settings = {
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "WEB_CONCURRENCY": str(workers),
        }
        settings |= environment
        with TemporaryDirectory(prefix="isolation-") as folder:
            output = Path(folder, "output")
            temporary_files = Path(folder, "tmp")
            temporary_files.mkdir()
            settings["TMPDIR"] = str(temporary_files)
            with output.open("wb") as stream:
                process = subprocess.Popen(  # noqa: S603
                    command,
                    cwd=self.folder,
                    env=os.environ | settings,
                    stdout=stream,
                    stderr=stream,
                    start_new_session=True,
                )
            service = Service(process, port, temporary_files, output)
            try:
                wait_for_response(process, f"http://127.0.0.1:{port}/readyz")
                wait_until(lambda: service.count_roles()["worker"] == workers)
                yield service
            finally:
                stop(service)


def stop(service: Service) -> list[str]:
    """Stop a service by SIGTERM; kill the processes that are left after that, and return what they were."""
    if service.process.poll() is None:
        service.process.terminate()
    with suppress(TimeoutError):
        wait_until(service.is_over, PATIENCE)
    left = service.roles()
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    service.process.wait(PATIENCE)
    return sorted(left.values())

"""The log and the processes of a gunicorn under test."""

import json
import re
import signal
from pathlib import Path
from typing import Any, NamedTuple

from tests.peers import kill
from tools.serving import PATIENCE, wait_until, worker_pids

KILL_NO_WORKER = f"--graceful-timeout {10 * PATIENCE}"
"""Arguments of a gunicorn that waits for its workers until they end by themselves, longer than a test waits for it."""


def log_lines(output: Path) -> list[dict[str, Any]]:
    """Return the lines that are complete."""
    return [json.loads(line) for line in output.read_text().split("\n")[:-1]]


def master_pid(output: Path) -> int:
    (pid,) = (
        line["pid"]
        for line in log_lines(output)
        if line.get("message", "").startswith("Starting gunicorn")
    )
    return int(pid)


class Stat(NamedTuple):
    """The state and the parent of a process."""

    state: str
    parent: int


def read_stat(pid: int) -> Stat:
    _, _, members = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
    state, parent, *_ = members.split()
    return Stat(state, int(parent))


def shared_folder(master: int) -> Path:
    """Return the folder in which the workers of a gunicorn share their counts, once there are any."""
    folders: set[str] = set()

    def has_files() -> bool:
        maps = "".join(
            Path(f"/proc/{worker}/maps").read_text() for worker in worker_pids(master)
        )
        folders.update(re.findall(r"(/\S*shuffle-and-deal-metrics-[^/]+)/", maps))
        return bool(folders)

    wait_until(has_files)
    (folder,) = folders
    return Path(folder)


def reload_workers(output: Path, workers: int) -> None:
    """Send SIGHUP to the master, and wait until the new workers have started and the old ones have ended."""
    kill(master_pid(output), signal.SIGHUP)

    def is_reloaded() -> bool:
        log = output.read_text()
        begun = log.count("Booting worker")
        ended = log.count("Worker exiting")
        ended += log.count("was sent SIGTERM")  # by the signal itself
        return begun == 2 * workers and ended == workers

    wait_until(is_reloaded)

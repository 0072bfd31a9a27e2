"""A gunicorn that is short of something: a folder that can be written, room in it, file descriptors."""

import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from service import shared_files
from service.sealed.shoe.tokens import generate_key
from service.shared_files import (
    MIN_ROOM,
    find_shared_folder,
    has_room,
    make_shared_folder,
    open_unnamed_file,
)
from tests.server.client import GET, INTEGERS, connect, fetch, read_response
from tests.server.processes import log_lines
from tests.services import run_server
from tools.files import ROOT
from tools.ports import free_port
from tools.serving import gunicorn_command, wait_until, worker_pids

SHUFFLE = "/v1/decks/standard/shuffle"
READ_ONLY = "mount -t tmpfs -o ro tmpfs {}"
FULL = "mount -t tmpfs -o size=64k tmpfs {0} && head -c 64k /dev/zero > {0}/ballast"
ROOM = "mount -t tmpfs -o size=4m tmpfs {}"


def has_mount_namespaces() -> bool:
    if shutil.which("unshare") is None:
        return False
    command = ["unshare", "--mount", "true"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


needs_mounts = pytest.mark.skipif(
    not has_mount_namespaces(), reason="a mount namespace needs root and util-linux"
)


@dataclass(frozen=True)
class Service:
    base: str
    output: Path
    master: int
    temporary: Path

    def messages(self, level: str) -> list[str]:
        lines = log_lines(self.output)
        return [line["message"] for line in lines if line["level"] == level]

    def shuffle_counts(self) -> set[float]:
        """Return the number of shuffles in several responses of /metrics, which come from different workers."""
        sums = set()
        for _ in range(8):
            text = fetch(self.base, "/metrics").body.decode()
            counts = re.findall(r"^dealer_shuffles_total\{.*\} (\S+)$", text, re.M)
            sums.add(sum(map(float, counts)))
        return sums

    def run(self, script: str) -> None:
        """Run a shell script that sees the mounts of the service."""
        subprocess.run(
            ["nsenter", "--target", str(self.master), "--mount", "sh", "-c", script],
            check=True,
        )


Start = Callable[..., Service]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a gunicorn after a shell script, in a mount namespace of its own if the script mounts anything.

    Its TMPDIR is not /tmp: the project may be checked out there.
    """
    temporary = tmp_path / "temporary"
    with ExitStack() as stack:

        def start_after(*script: str) -> Service:
            port = free_port()
            output = tmp_path / "output"
            temporary.mkdir()
            lines = " && ".join([*script, 'exec "$@"'])
            command = ["sh", "-c", lines, "sh", *gunicorn_command()]
            if "mount" in lines:
                command = ["unshare", "--mount", *command]
            base = f"http://127.0.0.1:{port}"
            settings = {
                "PORT": str(port),
                "SHOE_KEYS": generate_key(),
                "TMPDIR": str(temporary),
                "MAX_WAIT": "60",
            }
            process = stack.enter_context(
                run_server(command, f"{base}/livez", settings, output)
            )
            wait_until(lambda: len(worker_pids(process.pid)) == 2)
            return Service(base, output, process.pid, temporary)

        yield start_after


@needs_mounts
def test_where_memory_is_full_the_metrics_are_shared_on_a_disk(start: Start) -> None:
    service = start(FULL.format("/dev/shm"))
    for _ in range(20):
        assert fetch(service.base, SHUFFLE).status == 200
    wait_until(lambda: service.shuffle_counts() == {20})
    assert service.messages("warning") == [
        f"/metrics shares its counts in {service.temporary}: cannot write to /dev/shm: No space left on device"
    ]


@needs_mounts
def test_without_a_writable_folder_the_service_runs_without_shared_metrics(
    start: Start, tmp_path: Path
) -> None:
    temporary = tmp_path / "temporary"
    service = start(
        READ_ONLY.format("/dev/shm"),
        FULL.format(temporary),
        READ_ONLY.format("/var/tmp"),
    )
    workers = worker_pids(service.master)
    huge = f"/v1/integers?max={2**53 - 1}&count=200000"  # needs the lock file of large requests
    assert fetch(service.base, huge).status == 200
    for _ in range(20):
        assert fetch(service.base, SHUFFLE).status == 200
    assert max(service.shuffle_counts()) <= 21
    assert worker_pids(service.master) == workers
    (warning,) = service.messages("warning")
    assert warning == (
        "/metrics has the counts of one worker alone: cannot write to /dev/shm: Read-only file system; "
        f"{temporary}: No space left on device; /var/tmp: Read-only file system"
    )


@needs_mounts
def test_a_folder_that_fills_up_later_kills_no_worker_and_no_count_is_lost(
    start: Start,
) -> None:
    """It fills up slowly: the system kills a worker that writes at the moment at which the last room is taken."""
    service = start(ROOM.format("/dev/shm"))
    workers = worker_pids(service.master)
    service.run("head -c 3500k /dev/zero > /dev/shm/ballast")
    wait_until(lambda: len(service.messages("warning")) == 2)  # one of each worker
    service.run("head -c 8m /dev/zero >> /dev/shm/ballast || true")
    games = fetch(service.base, "/v1/games").json["games"]
    for game in games:  # counters of their own
        assert fetch(service.base, f"/v1/games/{game['game']}/deal").status == 200
    assert max(service.shuffle_counts()) == 0
    first, second = service.messages("warning")
    assert first.startswith("There is no room in /dev/shm/")
    assert second.startswith("There is no room in /dev/shm/")
    service.run("rm /dev/shm/ballast")
    wait_until(lambda: service.shuffle_counts() == {len(games)})
    assert worker_pids(service.master) == workers


def test_the_first_folder_with_room_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "missing"
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setattr(
        shared_files, "shared_folders", lambda: [missing, file, tmp_path]
    )
    reasons = [f"{missing}: No such file or directory", f"{file}: Not a directory"]
    assert find_shared_folder() == (tmp_path, reasons)
    assert has_room(tmp_path)
    assert not has_room(missing)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    _, hard_limit = limits
    resource.setrlimit(resource.RLIMIT_FSIZE, (MIN_ROOM - 1, hard_limit))
    try:
        assert find_shared_folder() == (None, [*reasons, f"{tmp_path}: File too large"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(tmp_path.iterdir()) == [file]


MAKE_FOLDER = """
import sys
from pathlib import Path
from service.shared_files import make_shared_folder

print(make_shared_folder(Path(sys.argv[1])))
"""


def test_a_start_removes_folders_of_processes_that_ended_and_no_others(
    tmp_path: Path,
) -> None:
    def make_and_end() -> Path:
        """Return a folder that was made by a process which has ended."""
        command = [sys.executable, "-c", MAKE_FOLDER, str(tmp_path)]
        return Path(subprocess.check_output(command, cwd=ROOT, text=True).strip())

    living = make_shared_folder(tmp_path)
    (living / "counts.db").touch()
    ended = make_and_end()
    (ended / "counts.db").touch()
    link = tmp_path / f"{ended.name}-link"
    link.symlink_to(ended)
    other = tmp_path / "other"
    other.mkdir()
    last = make_and_end()
    assert set(tmp_path.iterdir()) == {living, link, other, last}
    assert (living / "counts.db").exists()


@pytest.mark.parametrize("has_memfd", [True, False])
def test_an_unnamed_file_is_in_no_folder(
    has_memfd: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    if not has_memfd:
        monkeypatch.delattr("os.memfd_create")
    with open_unnamed_file("test") as file:
        file.write(b"x")
        assert list(tmp_path.iterdir()) == []


def test_more_clients_than_file_descriptors_wait_for_their_turn_and_no_worker_dies(
    start: Start,
) -> None:
    service = start("ulimit -n 64")
    workers = worker_pids(service.master)
    with ExitStack() as stack:  # clients that send nothing
        for _ in range(200):
            stack.enter_context(connect(service.base))
    with ExitStack() as stack:  # clients that keep their connection, if they may
        for _ in range(200):
            client = stack.enter_context(connect(service.base))
            client.sendall(GET + b"\r\n")
            response = read_response(client)
            assert response.status == 200
            if response.headers["Connection"] == "close":
                client.close()
    for _ in range(20):
        assert fetch(service.base, INTEGERS).status == 200
    assert worker_pids(service.master) == workers
    assert service.messages("error") == []

"""A gunicorn whose processes are killed, or which is stopped: what is lost, and that no process is left."""

import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import run_service
from tests.peers import kill
from tests.server.client import (
    HOLDING,
    IN_PROCESS,
    connect,
    fetch,
    is_refused,
    post,
    read_response,
)
from tests.server.metrics import count, wait_for_counts
from tests.server.processes import log_lines, master_pid, read_stat
from tests.services import KILLED
from tools.serving import wait_until, worker_pids

LOST = "A process ended in a request"
ORPHANED = "The process that forks the others has ended"
WORKERS = 2
PROCESSES = 2


def has_ended(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


def sockets_of(pid: int) -> set[str]:
    links = [
        str(path.readlink())
        for path in Path(f"/proc/{pid}/fd").iterdir()
        if path.is_symlink()
    ]
    return {link for link in links if link.startswith("socket:")}


@dataclass(frozen=True)
class Service:
    base: str
    output: Path

    @property
    def master(self) -> int:
        return master_pid(self.output)

    @property
    def workers(self) -> set[int]:
        return set(worker_pids(self.master))

    @property
    def families(self) -> list[list[int]]:
        """Return for each worker what forks its processes, and these."""
        return [
            [ancestor, *worker_pids(ancestor)]
            for worker in self.workers
            for ancestor in worker_pids(worker)
        ]

    def wait_until_whole(self) -> None:
        """Wait until all workers have all their processes."""
        sizes = [1 + PROCESSES] * WORKERS
        wait_until(lambda: [len(family) for family in self.families] == sizes)

    def find_lines(self, request_id: str) -> list[dict[str, Any]]:
        """Wait for the lines of a request in the access log."""

        def select() -> list[dict[str, Any]]:
            lines = log_lines(self.output)
            return [line for line in lines if line.get("request_id") == request_id]

        wait_until(lambda: bool(select()))
        return select()

    def wait_for_other_workers(self, *ended: int) -> None:
        """Wait until others have taken the place of workers that end."""
        wait_until(
            lambda: len(self.workers) == WORKERS and self.workers.isdisjoint(ended)
        )


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A gunicorn of two workers, each with two processes."""
    output = tmp_path_factory.mktemp("kills") / "output"
    settings = {
        "WEB_CONCURRENCY": str(WORKERS),
        "PROCESSES": str(PROCESSES),
        "ACCESS_LOG": "true",
    }
    errors = f"^{LOST}|^{ORPHANED}|{KILLED}"
    with run_service(output, app=HOLDING, errors=errors, **settings) as base:
        yield Service(base, output)


@pytest.fixture
def service(running: Service) -> Service:
    """The service, in which the workers that a test before has ended are replaced, with their processes."""
    running.wait_until_whole()
    return running


@contextmanager
def begin(base: str, path: str) -> Iterator[socket.socket]:
    """Send a request whose id is its path, and yield its connection."""
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nX-Request-ID: {path}\r\n\r\n"
    with connect(base) as client:
        client.sendall(head.encode())
        yield client


@dataclass(frozen=True)
class Held:
    """A request that holds a process: its client, the process, what forked that, and their worker."""

    client: socket.socket
    process: int
    ancestor: int
    worker: int

    @property
    def processes(self) -> list[int]:
        return [self.ancestor, *worker_pids(self.ancestor)]


@contextmanager
def hold(base: str) -> Iterator[Held]:
    """Begin a request that lasts until the path /release is requested."""
    with begin(base, "/hold") as client:
        wait_until(lambda: fetch(base, "/holder").body != b"0")
        process = int(fetch(base, "/holder").body)
        ancestor = read_stat(process).parent
        worker = read_stat(ancestor).parent
        try:
            yield Held(client, process, ancestor, worker)
        finally:
            fetch(base, "/release")


def fetch_from_all(service: Service) -> None:
    """Send as many requests as there are processes; each is answered."""
    for _ in range(WORKERS * PROCESSES):
        assert fetch(service.base, *IN_PROCESS).status == 200


def test_a_process_that_is_killed_loses_its_request_alone(service: Service) -> None:
    with hold(service.base) as held:
        kill(held.process)
        response = read_response(held.client)
        assert response.status == 500
        assert response.json["type"] == "/v1/problems/stopped"
        assert fetch(service.base, response.json["type"]).status == 200
        fetch_from_all(service)
        wait_until(lambda: len(held.processes) == 1 + PROCESSES)
    (line,) = (line for line in service.find_lines("/hold") if line["problem"])
    assert line["status"] == 500
    assert line["problem"] == "stopped"


def test_what_forks_the_processes_may_be_killed_and_loses_nothing(
    service: Service,
) -> None:
    with hold(service.base) as held:
        processes = held.processes
        kill(held.ancestor)
        wait_until(lambda: ORPHANED in service.output.read_text())
        fetch_from_all(service)
        assert fetch(service.base, "/release").status == 200
        assert read_response(held.client).body == b"released"
    service.wait_for_other_workers(held.worker)
    wait_until(lambda: all(map(has_ended, processes)))


def test_the_processes_of_a_worker_that_is_killed_end(service: Service) -> None:
    with begin(service.base, "/work"):
        wait_until(lambda: fetch(service.base, "/works").body == b"True")
        workers = service.workers
        processes = [process for family in service.families for process in family]
        for worker in workers:
            kill(worker)
        wait_until(lambda: all(map(has_ended, processes)))
    service.wait_for_other_workers(*workers)
    assert fetch(service.base, *IN_PROCESS).status == 200


def test_a_reload_lets_a_process_answer_its_request(service: Service) -> None:
    with hold(service.base) as held:
        workers = service.workers
        kill(service.master, signal.SIGHUP)
        wait_until(lambda: len(service.workers - workers) == WORKERS)
        assert fetch(service.base, "/release").status == 200
        assert read_response(held.client).body == b"released"
    service.wait_for_other_workers(*workers)


def test_a_process_keeps_no_port_in_use(service: Service) -> None:
    (worker, *_) = service.workers
    listeners = sockets_of(service.master) & sockets_of(worker)
    assert listeners
    for family in service.families:
        for process in family:
            assert sockets_of(process).isdisjoint(listeners)


def test_a_request_in_a_process_is_counted_and_logged_once(service: Service) -> None:
    route = "/v1/items/shuffle/batch"  # which no other test requests of this service
    requests = ("requests_total", route, "POST", "200")
    shuffles = ("shuffles_total", "naive_swap")
    members = {"items": [1, 2, 3], "algorithm": "naive_swap", "repeats": 5}
    for number in range(4):
        headers = {"X-Request-ID": f"counted-{number}"}
        assert post(service.base, route, members, headers).status == 200
    counts = wait_for_counts(service.base, {requests: 4, shuffles: 20})
    assert count(counts, *requests) == 4
    assert count(counts, *shuffles) == 20
    for number in range(4):
        (line,) = service.find_lines(f"counted-{number}")
        assert line["method"] == "POST"
        assert line["route"] == route
        assert line["status"] == 200
        assert line["complete"] is True
        assert 0 <= line["wait_ms"] <= line["duration_ms"]


def test_a_service_that_is_stopped_lets_a_process_answer_its_request_and_leaves_no_process(
    tmp_path: Path,
) -> None:
    """The request ends when the service accepts no more connections."""
    output = tmp_path / "output"
    with ExitStack() as stack:
        settings = {"WEB_CONCURRENCY": "1", "PROCESSES": "2"}
        with run_service(output, app=HOLDING, **settings) as base:
            client = stack.enter_context(begin(base, "/drain"))
            wait_until(lambda: fetch(base, "/drains").body == b"True")
            (worker,) = worker_pids(master_pid(output))
            (ancestor,) = worker_pids(worker)
            processes = [worker, ancestor, *worker_pids(ancestor)]
        response = read_response(client)
    assert int(response.body) in processes
    assert is_refused(base)
    wait_until(lambda: all(map(has_ended, processes)))

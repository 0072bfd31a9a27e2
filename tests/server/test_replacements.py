"""Processes of a service that are killed or replaced: others answer, nothing else is lost, no process or file is left.

No role of a process is named: each one that the service has is killed, whatever it is for.
"""

import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.isolation.trees import list_processes
from tests.conftest import run_service
from tests.peers import kill
from tests.server.client import DICE, INTEGERS, JSON, fetch
from tests.server.processes import master_pid, shared_folder
from tests.services import KILLED
from tools.serving import wait_until, worker_pids

GROUPS = b'{"items": ["a", "b", "c", "d", "e", "f"], "groups": 2}'
KINDS = (
    ("GET", INTEGERS, None),
    ("POST", "/v1/integers", DICE),
    ("POST", "/v1/items/groups", GROUPS),
)


def find_processes(master: int) -> set[int]:
    """Return the living processes of the session of a gunicorn."""
    return {
        process.pid
        for process in list_processes()
        if process.session == master and process.state not in "ZX"
    }


def send(base: str, number: int) -> int:
    """Send a request of each kind in turn on a new connection, and return its status."""
    method, path, body = KINDS[number % len(KINDS)]
    return fetch(base, path, method, body, JSON if body else {}).status


def test_any_process_may_be_killed_and_none_outlives_the_master(tmp_path: Path) -> None:
    output = tmp_path / "output"
    with run_service(output, errors=KILLED, WEB_CONCURRENCY="2") as base:
        master = master_pid(output)

        def is_whole() -> bool:
            """Answer requests, for which a process may be forked; return whether there are as many as before."""
            for number in range(len(KINDS)):
                assert send(base, number) == 200
            return len(find_processes(master)) >= usual

        wait_until(lambda: len(worker_pids(master)) == 2)
        for number in range(10):
            assert send(base, number) == 200
        processes = find_processes(master)
        usual = len(processes)
        for victim in sorted(processes - {master}):
            kill(victim)
            wait_until(lambda: victim not in find_processes(master))  # noqa: B023 (it is called at once)
            wait_until(is_whole)
        folder = shared_folder(master)
        kill(master)
        wait_until(lambda: not find_processes(master))
        assert not folder.exists()


def test_reloads_and_max_requests_lose_no_request(tmp_path: Path) -> None:
    output = tmp_path / "output"
    requests = 300
    reloads = 3
    with (
        run_service(
            output, WEB_CONCURRENCY="2", GUNICORN_CMD_ARGS="--max-requests 40"
        ) as base,
        ThreadPoolExecutor(8) as pool,
    ):
        master = master_pid(output)
        statuses = Counter[int]()
        for count, status in enumerate(
            pool.map(lambda number: send(base, number), range(requests))
        ):
            statuses[status] += 1
            if count % (requests // reloads) == 0:
                kill(master, signal.SIGHUP)
        assert statuses == {200: requests}
    assert output.read_text().count("Booting worker") >= 2 * (1 + reloads)
    wait_until(lambda: not find_processes(master))


def test_a_worker_that_is_stopped_as_it_ends_writes_its_last_lines(
    tmp_path: Path,
) -> None:
    output = tmp_path / "output"
    with run_service(
        output, app="tests.server.apps.stopped_late:app", ACCESS_LOG="1"
    ) as base:
        assert send(base, 0) == 200
    assert '"route":"/v1/integers"' in output.read_text()

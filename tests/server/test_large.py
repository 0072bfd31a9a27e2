"""The largest answers, and those to the largest bodies: how many at a time, and in how much memory."""

import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import pytest
from flask.testing import FlaskClient

from service.api.http.concurrency import LARGE
from service.app import create_app
from service.settings import Settings
from tests.api.spec import members
from tests.conftest import run_service
from tests.server.client import JSON, NDJSON, connect, fetch

HUGE = f"/v1/integers?max={2**53 - 1}&count=1000000"
LARGEST = {
    "integers of a huge range": ("GET", HUGE, None, {}),
    "the same as text": ("GET", HUGE, None, {"Accept": "text/plain"}),
    "lines of them": ("GET", HUGE.replace("?", "/batch?") + "&repeats=2", None, NDJSON),
    "packs": ("GET", "/v1/decks/standard/shuffle/batch?repeats=19230&notation=name", None, {}),
    "a body of objects": ("POST", "/v1/items/shuffle", b'{"items":[%s]}' % b",".join([b"{}"] * 349_000), JSON),
}
MOST = 250  # MiB that a worker may take: 74 at rest, one of the largest answers, and what glibc keeps


@pytest.fixture
def client() -> FlaskClient:
    return create_app(Settings(max_large=1)).test_client()


def at(items: int) -> str:
    return f"/v1/integers?max={items}"


def test_while_a_large_answer_is_sent_another_is_refused_and_a_small_one_is_not(client: FlaskClient) -> None:
    being_sent = client.get(at(LARGE + 1), buffered=False)
    refused = client.get(at(LARGE + 1))
    assert (refused.status_code, members(refused)["type"]) == (503, "/v1/problems/busy")
    assert int(refused.headers["Retry-After"]) >= 1
    assert client.get(at(LARGE)).status_code == 200
    being_sent.close()
    assert client.get(at(LARGE + 1)).status_code == 200


@pytest.mark.parametrize(
    ("path", "accept", "large"),
    [
        (f"/v1/integers?max={2**53 - 1}&count={LARGE + 1}", "text/plain", True),
        (f"/v1/integers?max={2 * LARGE}&count=1&algorithm=durstenfeld", "*/*", True),
        (f"/v1/integers?max={2**53 - 1}&count=5", "*/*", False),
        (f"/v1/integers?max={LARGE + 1}&count=5", "*/*", False),
        (f"/v1/integers/batch?max=6&replacement=true&count=2&repeats={LARGE // 2 + 1}", "*/*", True),
        (f"/v1/integers/batch?max=6&replacement=true&count=2&repeats={LARGE // 2}", "*/*", False),
        (f"/v1/integers/batch?max=6&replacement=true&count=2&repeats={LARGE}", "application/x-ndjson", False),
        (f"/v1/integers/batch?max=6&replacement=true&count={LARGE + 1}&repeats=2", "application/x-ndjson", True),
    ],
)
def test_what_is_held_in_memory_decides(client: FlaskClient, path: str, accept: str, large: bool) -> None:
    turn = client.application.config["LARGE"].take()
    assert client.get(path, headers={"Accept": accept}, buffered=True).status_code == (503 if large else 200)
    client.application.config["LARGE"].give_back(turn)
    assert client.get(path, headers={"Accept": accept}, buffered=True).status_code == 200


@pytest.mark.parametrize(("length", "status"), [(LARGE, 200), (LARGE + 1, 503)])
def test_a_large_body_takes_a_turn(client: FlaskClient, length: int, status: int) -> None:
    turn = client.application.config["LARGE"].take()
    answer = client.post("/v1/items/shuffle", data=b'{"items": [1]}'.ljust(length), headers=JSON)
    assert answer.status_code == status
    client.application.config["LARGE"].give_back(turn)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/items/shuffle", b"[".ljust(LARGE + 1)),
        ("/v1/items/shuffle", b'{"items": [1], "seed": ""}'.ljust(LARGE + 1)),
        ("/v1/items/shuffle", b'{"items": [%s]}' % b",".join([b"1"] * (LARGE + 1))),  # large in both ways
    ],
)
def test_what_is_refused_or_large_twice_gives_its_turn_back(client: FlaskClient, path: str, body: bytes) -> None:
    for _ in range(2):
        client.post(path, data=body, headers=JSON, buffered=True)
    turns = client.application.config["LARGE"]
    turns.give_back(turns.take())


def test_who_has_a_large_answer_already_needs_no_turn_to_be_told_so(client: FlaskClient) -> None:
    path = f"{at(LARGE + 1)}&seed=42"
    with client.get(path) as answer:
        etag = answer.headers["ETag"]
    turn = client.application.config["LARGE"].take()
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    assert client.get(path).status_code == 503
    client.application.config["LARGE"].give_back(turn)


def test_a_head_request_gives_its_turn_back(client: FlaskClient) -> None:
    assert [client.head(at(LARGE + 1), buffered=True).status_code for _ in range(2)] == [200, 200]


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[tuple[str, list[int]]]:
    """The address of a service with the default settings but more turns for large answers, and its workers' ids."""
    output = tmp_path / "output"
    with run_service(output, MAX_WAIT="30") as base:
        yield base, [int(pid) for pid in re.findall(r"Booting worker with pid: (\d+)", output.read_text())]


def memory(pids: list[int]) -> tuple[float, float]:
    """MiB in use: by the largest of these processes, and by all of them, where shared pages count once."""
    found = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids]
    resident, shared = (
        [int(number) / 1024 for text in found for number in re.findall(rf"^{name}:\s+(\d+)", text, re.MULTILINE)]
        for name in ("Rss", "Pss")
    )
    return max(resident), sum(shared)


def test_sixteen_clients_who_want_the_largest_answers_cost_one_of_them_at_a_time(
    workers: tuple[str, list[int]],
) -> None:
    base, pids = workers
    over, most = Event(), [0.0, 0.0]

    def watch() -> None:
        while not over.wait(0.01):
            most[:] = map(max, most, memory(pids))

    def want(client: int) -> list[int]:
        asked = [*LARGEST.values()]
        return [
            fetch(base, path, method, body, headers).status
            for method, path, body, headers in asked[client % len(asked) :] + asked[: client % len(asked)]
        ]

    watcher = Thread(target=watch)
    watcher.start()
    try:
        with ThreadPoolExecutor(17) as pool:
            answers = [pool.submit(want, client) for client in range(16)]
            small = pool.submit(lambda: [fetch(base, "/v1/integers?max=6").status for _ in range(50)])
        statuses = Counter(status for answer in answers for status in answer.result())
        assert set(small.result()) == {200}
        assert set(statuses) == {200, 503}
    finally:
        over.set()
        watcher.join()
    print(f"{statuses}; MiB: the largest worker {most[0]:.0f}, all workers {most[1]:.0f}")
    assert most[0] < MOST


def test_a_client_that_reads_nothing_keeps_the_turn_and_gives_it_back_when_it_goes() -> None:
    with run_service() as base:
        with connect(base) as silent:
            silent.sendall(f"GET {HUGE} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            silent.recv(1)
            assert fetch(base, HUGE).status == 503
            assert fetch(base, at(6)).status == 200
        assert json.loads(until_answered(base)) != []


def until_answered(base: str) -> bytes:
    """The largest answer, asked for until it is given."""
    for _ in range(100):
        answer = fetch(base, HUGE)
        if answer.status == 200:
            return answer.body
        time.sleep(0.1)
    raise TimeoutError

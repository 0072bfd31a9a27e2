"""Eight workers and their processes, forked from a process that has itself shuffled, never repeat an order.

Every unseeded response takes the operating system's randomness, a batch as the key of its words. A generator with a
state, or a buffer of random bytes filled before the fork, would be the same in each of them.
"""

import json
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from secrets import token_urlsafe
from threading import Event
from typing import Any

import pytest

from service.sealed.shoe.tokens import generate_key
from tests.conftest import run_service
from tests.peers import go_on_until, kill
from tests.private_hands import play_private, signing_key
from tests.server.client import JSON, NDJSON, Request, fetch, post, post_json
from tests.server.processes import master_pid
from tests.services import KILLED
from tools.serving import wait_until, worker_pids

pytestmark = pytest.mark.forks

WORKERS = 8
SHUFFLE = "/v1/decks/standard/shuffle"
BATCH = f"{SHUFFLE}/batch?repeats=500"
BATCHES = 192
SINGLES = 3_000
IN_PROCESSES = 1_000  # single orders of processes; with the others, 100,000 orders
SHOES = 400
ITEMS = json.dumps({"items": list(range(52))}).encode()

# The master shuffles as well, before the first fork and before those of a reload.
SHUFFLING_MASTER = """\
import os
from pathlib import Path
from runpy import run_path

globals().update(run_path("service/server/gunicorn.conf.py"))
assert preload_app
pidfile = os.environ["ORDERS"] + ".pid"


def shuffle(server):
    client, lines = server.app.wsgi().test_client(), {"Accept": "application/x-ndjson"}
    with Path(os.environ["ORDERS"]).open("ab") as orders:
        for _ in range(8):
            orders.write(client.get("/v1/decks/standard/shuffle/batch?repeats=50", headers=lines).data)


def when_ready(server):
    shuffle(server)


def on_reload(server):
    shuffle(server)
"""


@dataclass(frozen=True)
class Service:
    """A gunicorn, its output, and the file to which its master writes its own orders."""

    base: str
    output: Path
    orders: Path

    @property
    def master(self) -> int:
        return int(self.orders.with_suffix(".pid").read_text())

    def workers(self) -> set[int]:
        return set(worker_pids(self.master))

    def responding_workers(self) -> set[int]:
        """Return the workers in the access log."""
        log = self.output.read_text()
        return {int(pid) for pid in re.findall(r'"pid":(\d+),"request_id"', log)}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A gunicorn of eight workers, whose master has itself shuffled."""
    folder = tmp_path_factory.mktemp("forks")
    config = folder / "gunicorn.conf.py"
    output = folder / "output"
    orders = folder / "orders"
    config.write_text(SHUFFLING_MASTER)
    settings = {
        "WEB_CONCURRENCY": str(WORKERS),
        "PROCESSES": "2",
        "ACCESS_LOG": "true",
        "ORDERS": str(orders),
    }
    with run_service(output, str(config), **settings) as base:
        service = Service(base, output, orders)
        wait_until(lambda: len(service.workers()) == WORKERS)
        yield service


def parse_orders(lines: bytes) -> list[bytes]:
    """Return the orders in a response of one shuffle, or of a batch in NDJSON."""
    return [bytes(json.loads(line)["indices"]) for line in lines.splitlines()]


def open_and_reveal(base: str) -> tuple[str, str]:
    """Return the token of a new shoe, and its server seed."""
    shoe = post_json(base, "/v1/shoes", deck="standard")["shoe"]
    revealed = post_json(base, "/v1/shoes/reveal", shoe=shoe)
    return shoe, revealed["receipt"]["server_seed"]


def fetch_orders(base: str, share: int = 1) -> list[bytes]:
    """Return the orders of all requests, or of one in `share`, each on a new connection."""
    in_loop = Request(SHUFFLE, headers=NDJSON)
    batch = Request(BATCH, headers=NDJSON)
    in_process = Request("/v1/items/shuffle", "POST", ITEMS, JSON)
    requests = [in_loop] * SINGLES + [in_process] * IN_PROCESSES + [batch] * BATCHES
    with ThreadPoolExecutor(16) as pool:
        responses = pool.map(lambda request: fetch(base, *request), requests[::share])
        return [
            order for response in responses for order in parse_orders(response.body)
        ]


def reload(service: Service) -> None:
    """Send SIGHUP to the master, and wait until all workers are new."""
    workers = service.workers()
    assert len(workers) == WORKERS
    kill(service.master, signal.SIGHUP)
    wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


def test_no_order_of_any_worker_or_of_their_master_is_repeated(
    service: Service,
) -> None:
    workers = service.workers()
    orders = fetch_orders(service.base)
    reload(service)
    workers |= service.workers()
    orders += fetch_orders(service.base, 4)
    masters = parse_orders(service.orders.read_bytes())
    print(
        f"{len(orders)} orders of {len(workers)} workers, {len(masters)} of their master"
    )
    assert len(workers) == 2 * WORKERS
    assert workers <= service.responding_workers()
    assert len(masters) >= 800
    orders += masters
    for order in orders[:1_000]:
        assert sorted(order) == list(range(52))
    assert len(orders) == 100_000 + 25_000 + len(masters)
    assert len(set(orders)) == len(orders)


def test_no_sealed_shoe_has_the_seed_or_the_token_of_another(service: Service) -> None:
    with ThreadPoolExecutor(16) as pool:
        shoes = list(pool.map(open_and_reveal, [service.base] * SHOES))
        reload(service)
        shoes += pool.map(open_and_reveal, [service.base] * SHOES)
    tokens, seeds = zip(*shoes, strict=True)
    assert len(set(tokens)) == 2 * SHOES
    assert len(set(seeds)) == 2 * SHOES


@pytest.mark.smoke
def test_every_worker_opens_the_tokens_of_its_service_and_no_other_service_does(
    service: Service, live: str
) -> None:
    shoe, _ = open_and_reveal(service.base)
    request = {"shoe": shoe, "count": 1}
    for _ in range(2):
        for _ in range(100):
            assert post(service.base, "/v1/shoes/draw", request).status == 200
        reload(service)
    assert post(live, "/v1/shoes/draw", request).status == 422


def test_a_worker_killed_at_any_moment_loses_nothing_of_a_private_hand(
    tmp_path: Path,
) -> None:
    output = tmp_path / "output"
    stopped = Event()
    answered = Event()
    lost: list[Exception] = []

    def kill_workers() -> None:
        """Kill a worker at some moment after an answer, as those that begin anew all the time would give none."""
        master = master_pid(output)
        for _ in go_on_until(stopped, pause=0.1):
            if answered.is_set():
                answered.clear()
                for worker in worker_pids(master)[:1]:
                    kill(worker)

    def send(path: str, **members: Any) -> dict[str, Any]:
        """Send a request, again and again until a response comes."""
        while True:
            try:
                response = post(base, path, members)
            except (OSError, HTTPException) as error:
                lost.append(error)
                continue
            assert response.status == 200, response.body
            answered.set()
            answer: dict[str, Any] = response.json
            return answer

    keys = {"SHOE_KEYS": generate_key(), "SIGNING_KEYS": token_urlsafe(32)}
    with (
        run_service(output, errors=KILLED, WEB_CONCURRENCY="2", **keys) as base,
        ThreadPoolExecutor(1) as pool,
    ):
        key = signing_key(base)
        killing = pool.submit(kill_workers)
        try:
            # It is done only if it has failed.
            while len(lost) < 5 and not killing.done():
                play_private(send, key)
        finally:
            stopped.set()
        killing.result()

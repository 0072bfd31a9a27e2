"""Kill, restart, reload and misuse three replicas behind nginx with the shipped configuration.

`make test SUITE=nginx` installs nginx.
"""

import re
import socket
import subprocess
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from http.client import HTTPResponse
from itertools import cycle
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.conftest import run_service
from tests.deploy.nginx import (
    CONFIG,
    KUBERNETES,
    REPLICAS,
    Nginx,
    run_front,
    run_nginx,
    substitute,
)
from tests.deploy.replicas import Load, Replica
from tests.private_hands import play_private, signing_key
from tests.sealed.played.test_played_games import PLAYS
from tests.server.client import (
    HOLDING,
    IN_PROCESS,
    NDJSON,
    connect,
    fetch,
    hold_process,
    post,
)
from tests.server.tricks import REFUSED as REFUSED_REQUESTS
from tests.server.tricks import SERVED, send_all
from tests.tables import for_each
from tools.files import ROOT
from tools.serving import wait_until

pytestmark = pytest.mark.nginx
SWARM = (ROOT / "deploy" / "swarm" / "replicas.conf").read_text()
RETRIES = "proxy_next_upstream error timeout http_503 non_idempotent;"


@pytest.mark.parametrize(
    "replicas_conf",
    [re.sub(r"replica-\d:8000", "127.0.0.1:8000", REPLICAS), SWARM, KUBERNETES],
)
def test_the_configuration_is_good_as_it_stands(
    tmp_path: Path, replicas_conf: str
) -> None:
    """Check it with addresses for the names of the replicas: only compose.yaml's network resolves the names."""
    (tmp_path / "nginx.conf").write_text(CONFIG)
    (tmp_path / "replicas.conf").write_text(replicas_conf)
    command = ["nginx", "-t", "-e", "stderr", "-c", str(tmp_path / "nginx.conf")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "[warn]" not in checked.stderr


def test_no_request_fails_when_a_replica_is_killed_under_load(
    three: list[Replica], front: Nginx
) -> None:
    retries = front.count_retries()
    with Load(front.port).run() as load:
        three[1].kill()
        load.wait_for_responses(2_000)
        three[1].start()
    load.check()
    assert front.count_retries() > retries


def test_no_request_fails_when_all_replicas_are_restarted_in_turn(
    three: list[Replica], front: Nginx
) -> None:
    with Load(front.port).run() as load:
        for replica in three:
            assert replica.stop() == 0
            load.wait_for_responses(200)
            replica.start()
            load.wait_for_responses(200)
    load.check()


@pytest.mark.smoke
def test_no_request_fails_when_each_replica_is_reloaded_with_hup(
    three: list[Replica], front: Nginx
) -> None:
    with Load(front.port).run() as load:
        for replica in three:
            replica.reload()
            load.wait_for_responses(200)
    load.check()


@pytest.mark.smoke
def test_replicas_continue_each_others_games(
    three: list[Replica], front: Nginx
) -> None:
    """Send each request of a game to the next replica, directly and through nginx; likewise of private hands."""
    bases = [*(f"http://127.0.0.1:{replica.port}" for replica in three), front.base]
    for play in PLAYS:
        assert play([partial(send_fields, base) for base in bases])["seen"]
    turns = cycle(bases)

    def send_to_next(path: str, **fields: Any) -> dict[str, Any]:
        return send_good(next(turns), path, **fields)

    play_private(send_to_next, signing_key(front.base))


def test_a_game_goes_on_while_replicas_are_killed(
    three: list[Replica], front: Nginx
) -> None:
    key = signing_key(front.base)
    send = partial(send_fields, front.base)
    send_private = partial(send_good, front.base)
    with ThreadPoolExecutor() as pool:
        games = [pool.submit(play, [send]) for play in PLAYS]
        hands = [pool.submit(play_private, send_private, key) for _ in range(10)]
        for replica in three[:2]:
            replica.kill()
            replica.start()
        for game in games:
            assert game.result()["seen"]
        for hand in hands:
            hand.result()


def send_good(base: str, path: str, **fields: Any) -> dict[str, Any]:
    status, response = send_fields(base, path, fields)
    assert status == 200, response
    return response


def send_fields(
    base: str, path: str, fields: dict[str, Any]
) -> tuple[int, dict[str, Any]]:
    response = post(base, path, fields)
    return response.status, response.json


def test_without_retries_requests_are_lost_so_these_tests_would_see_it(
    three: list[Replica], tmp_path: Path
) -> None:
    with (
        run_front(tmp_path, three, **{RETRIES: "proxy_next_upstream off;"}) as front,
        Load(front.port).run() as load,
    ):
        three[0].kill()
        load.wait_for_responses()
        three[0].start()
    methods = {failure.partition(" ")[0] for failure in load.failures}
    assert methods == {"GET", "POST"}


RESULTS = 150_000  # 64 MB: nginx and the sockets hold less than half of it


def test_a_replica_that_is_drained_finishes_its_responses(
    three: list[Replica], front: Nginx
) -> None:
    """Stop the replicas while they send batches to slow clients. No other replica can continue a begun response."""
    path = f"/v1/decks/standard/shuffle/batch?repeats={RESULTS}"
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: {NDJSON['Accept']}\r\n\r\n"
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        batches = []
        for _ in three:
            client = stack.enter_context(connect(front.base))
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**16)
            client.sendall(head.encode())
            batches.append(stack.enter_context(HTTPResponse(client)))
        for batch in batches:
            batch.begin()
            assert batch.readline().startswith(b"{")
        codes = [pool.submit(replica.stop) for replica in three]
        wait_until(lambda: all(replica.is_stopping() for replica in three))
        assert not any(code.done() for code in codes)
        sent = list(pool.map(lambda batch: batch.read().count(b"\n"), batches))
        for code in codes:
            assert code.result() == 0
    for replica in three:
        replica.start()
    assert sent == [RESULTS - 1] * 3


TWO = re.sub("    server replica-3.*\n", "", REPLICAS)


@contextmanager
def keep_busy(base: str) -> Iterator[None]:
    """Hold one of the two processes of a replica by one request after the other, each for 1.5 seconds.

    The other process is for other callers, and all who come through nginx are one.
    """
    stopped = Event()

    def hold() -> None:
        while not stopped.is_set():
            with hold_process(base):
                stopped.wait(1.5)

    with ThreadPoolExecutor() as pool:
        holder = pool.submit(hold)
        try:
            yield
        finally:
            stopped.set()
    holder.result()


def test_a_request_that_a_busy_replica_refuses_is_served_by_an_idle_one(
    tmp_path: Path,
) -> None:
    run_replica = partial(
        run_service,
        app=HOLDING,
        WEB_CONCURRENCY="1",
        PROCESSES="2",
        TRUSTED_PROXIES="1",
    )
    with run_replica(MAX_WAIT="1") as busy, run_replica() as idle:
        addresses = {
            "replica-1:8000": busy.removeprefix("http://"),
            "replica-2:8000": idle.removeprefix("http://"),
        }
        with (
            run_nginx(tmp_path, substitute(TWO, addresses)) as front,
            keep_busy(busy),
            ThreadPoolExecutor(50) as pool,
        ):

            def get_status(_: int) -> int:
                return fetch(front.base, *IN_PROCESS).status

            statuses = Counter(pool.map(get_status, range(100)))
        assert statuses[200] >= 99, statuses
        assert front.count_retries() > 20


ALL_ODD = REFUSED_REQUESTS | SERVED
ODD = {name: data for name, data in ALL_ODD.items() if data.isascii()}
"""Requests that a log in UTF-8 can have."""


@for_each("data", ODD.values(), ids=ODD)
def test_what_follows_a_request_that_could_be_read_in_two_ways_is_refused_or_read_in_one(
    front: Nginx, data: bytes
) -> None:
    """nginx repairs some of these requests, such as line feeds, and answers HTTP/0.9 without a head."""
    statuses = re.findall(rb"HTTP/1\.1 (\d+) ", send_all(front.base, data))
    assert statuses[1:] in ([], [b"200", b"200"])

"""Slow clients and a load at once, on a gunicorn that faces them and on one behind nginx: whoever asks is answered.

It needs nginx and wrk (Debian: nginx-light, wrk); `make test SUITE=load` installs them. Figures are printed.
"""

import re
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import pytest

from service.core.crypto.tokens import generate_key
from tests.conftest import run_service
from tests.deploy.replicas import replicas
from tests.deploy.test_nginx import nginx
from tests.server.client import DICE, INTEGERS, JSON, fetch
from tests.server.slow_clients import BODY, CHUNKS, EXPECTING, HEAD, SILENT, slow_clients

pytestmark = pytest.mark.load

EACH = 200
IN_TIME = 5.0  # seconds
SLOW = {
    "half a head, half a body": (HEAD, BODY),
    "nothing at all, half a body in chunks": (SILENT, CHUNKS),
    "a body that was told to go on, half a head": (EXPECTING, HEAD),
}

GTHREAD = """\
from runpy import run_path

globals().update(run_path("service/server/gunicorn.conf.py"))
worker_class = "gthread"
"""


@pytest.fixture(scope="module")
def direct() -> Iterator[str]:
    """A gunicorn that faces its clients."""
    with run_service() as base:
        yield base


@pytest.fixture(scope="module")
def fronted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An nginx with the project's configuration, and three gunicorns behind it."""
    folder = tmp_path_factory.mktemp("load")
    with replicas(folder, SHOE_KEYS=generate_key()) as behind, nginx(folder / "front", behind) as front:
        yield front.base


def seconds_of_requests(base: str, count: int) -> list[float]:
    """How long so many requests take, GET and POST in turn, each on a connection of its own."""
    taken = []
    for number in range(count):
        start = time.monotonic()
        method, body = ("GET", None) if number % 2 else ("POST", DICE)
        answer = fetch(base, INTEGERS if number % 2 else "/v1/integers", method, body, {} if body is None else JSON)
        taken.append(time.monotonic() - start)
        assert answer.status == 200
        time.sleep(0.1)
    return taken


def loaded(base: str) -> str:
    """What wrk says of five seconds of shuffles; every answer of them is good and comes in time."""
    command = ["wrk", "-t1", "-c16", "-d5s", f"--timeout={IN_TIME:.0f}s", f"{base}/v1/decks/standard/shuffle"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    counted = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)
    assert counted, done.stdout
    assert float(counted[1]) > 0
    assert "Non-2xx" not in done.stdout, done.stdout
    assert "Socket errors" not in done.stdout, done.stdout
    return f"{float(counted[1]):,.0f} requests/s"


def all_are_answered(base: str, *begun: bytes) -> None:
    """While slow clients hang on a server, and another loads it."""
    without = loaded(base)
    with slow_clients(base, EACH, *begun) as clients, ThreadPoolExecutor() as pool:
        alone = seconds_of_requests(base, 60)
        load = pool.submit(loaded, base)
        beside = seconds_of_requests(base, 30)
        within = load.result()
    closed = sum(client.closed for client in clients)
    print(
        f"beside {len(clients)} slow clients, of which {closed} were closed and came again: "
        f"median {median(alone) * 1000:.1f} ms, slowest {max(alone) * 1000:.0f} ms; "
        f"under load as well {median(beside) * 1000:.1f} ms, {max(beside) * 1000:.0f} ms; "
        f"wrk {within}, without slow clients {without}"
    )
    assert max(alone + beside) < IN_TIME


@pytest.mark.parametrize("begun", SLOW.values(), ids=SLOW)
def test_whoever_asks_gunicorn_itself_is_answered_beside_slow_clients(direct: str, begun: tuple[bytes, ...]) -> None:
    all_are_answered(direct, *begun)


@pytest.mark.parametrize("begun", SLOW.values(), ids=SLOW)
def test_whoever_asks_nginx_is_answered_beside_slow_clients(fronted: str, begun: tuple[bytes, ...]) -> None:
    all_are_answered(fronted, *begun)


@pytest.mark.parametrize("begun", [HEAD, BODY])
def test_gunicorns_own_worker_would_answer_nobody_so_that_these_tests_would_see_it(
    tmp_path: Path, begun: bytes
) -> None:
    config = tmp_path / "gunicorn.conf.py"
    config.write_text(GTHREAD)
    with run_service(config=str(config), WEB_CONCURRENCY="1") as base:
        assert fetch(base, INTEGERS).status == 200
        with slow_clients(base, EACH, begun), pytest.raises(TimeoutError):
            fetch(base, INTEGERS, timeout=IN_TIME)


def test_a_request_that_does_not_arrive_is_given_up(direct: str) -> None:
    with slow_clients(direct, 1, HEAD, BODY, CHUNKS, EXPECTING, SILENT) as clients:
        deadline = time.monotonic() + 15
        while not all(client.closed for client in clients):
            assert time.monotonic() < deadline
            time.sleep(0.1)

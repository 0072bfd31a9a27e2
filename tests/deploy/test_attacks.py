"""Attack three replicas behind nginx by all kinds of slow and greedy clients at once: plain shuffles notice nothing.

The tests measure durations, and print them.

`python -m tests.deploy.test_attacks` measures each kind of client against a gunicorn without nginx, for
docs/operate.md.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import pytest

from service.sealed.shoe.tokens import generate_key
from tests.conftest import run_service
from tests.deploy.attacks import (
    ATTACKS,
    HALF_HANDSHAKE,
    Address,
    CountClients,
    run_clients,
)
from tests.deploy.nginx import configure_tls, run_front
from tests.deploy.replicas import replicas
from tests.server.client import fetch
from tests.tables import for_each

pytestmark = pytest.mark.timing

SHUFFLE = "/v1/decks/standard/shuffle"
SECONDS = 20


def address_of(base: str) -> Address:
    url = urlsplit(base)
    assert url.hostname
    assert url.port
    return url.hostname, url.port


@pytest.fixture
def front(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """Run three replicas behind nginx with the shipped configuration; return nginx's base URL and its port for TLS."""
    tls_port, changes = configure_tls(tmp_path)
    with (
        replicas(tmp_path, SHOE_KEYS=generate_key(), TRUSTED_PROXIES="1") as three,
        run_front(tmp_path, three, **changes) as nginx,
    ):
        yield nginx.base, tls_port


def measure_shuffles(base: str, seconds: float, timeout: float = 5) -> list[float]:
    """Send one shuffle after another, each on a new connection; return their durations in seconds."""
    durations: list[float] = []
    end = time.monotonic() + seconds
    while not durations or time.monotonic() < end:
        start = time.monotonic()
        response = fetch(base, SHUFFLE, timeout=timeout)
        durations.append(time.monotonic() - start)
        assert response.status == 200, response.body
        time.sleep(0.01)  # the pause of a client
    return durations


def describe(durations: Sequence[float]) -> str:
    median_ms = median(durations) * 1000
    slowest_ms = max(durations) * 1000
    return f"median {median_ms:.1f} ms, slowest {slowest_ms:.0f} ms"


def test_all_attacks_together_lose_no_shuffle_and_leave_the_median(
    front: tuple[str, int],
) -> None:
    base, tls_port = front
    normal = measure_shuffles(base, 5)
    with ExitStack() as stack:
        counts = {
            name: stack.enter_context(attack(address_of(base)))
            for name, attack in ATTACKS.items()
        }
        at_tls = run_clients(("127.0.0.1", tls_port), HALF_HANDSHAKE, 8, 4)
        counts["half TLS handshakes at the port for TLS"] = stack.enter_context(at_tls)
        slow = measure_shuffles(base, SECONDS)
        clients = {name: count() for name, count in counts.items()}
    print(f"{len(normal)} shuffles without attacks: {describe(normal)}")
    print(f"{len(slow)} shuffles during attacks: {describe(slow)}")
    print(clients)
    assert clients["kept connections"] >= 2100
    assert len(slow) > SECONDS
    assert median(slow) < 3 * median(normal) + 0.02


@for_each("attack", ATTACKS.values(), ids=ATTACKS)
def test_without_nginx_each_attack_loses_no_shuffle(
    live: str, attack: Callable[[Address], AbstractContextManager[CountClients]]
) -> None:
    with attack(address_of(live)) as count:
        durations = measure_shuffles(live, 2)
        print(f"{count():,} clients: {describe(durations)}")
        assert median(durations) < 0.2
        assert max(durations) < 2


def measure_without_nginx(seconds: float = 20, timeout: float = 2) -> None:
    """For each kind of client alone, print for how many seconds a gunicorn without nginx responds to no shuffle."""
    for name, attack in ATTACKS.items():
        blocked = 0.0
        with run_service() as base, attack(address_of(base)) as count:
            end = time.monotonic() + seconds
            start = time.monotonic()
            while start < end:
                with suppress(OSError):
                    measure_shuffles(base, 0, timeout)
                duration = time.monotonic() - start
                if duration > 0.5:
                    blocked += duration
                start = time.monotonic()
            print(
                f"{count():,} {name}: {blocked:.0f} of {seconds:.0f} s without an answer",
                flush=True,
            )


if __name__ == "__main__":
    measure_without_nginx()

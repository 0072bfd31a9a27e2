"""Every kind of slow or greedy client at once, at three replicas behind nginx: a plain shuffle notices nothing.

It needs nginx (Debian: nginx-light); `make test SUITE=load` installs it. Figures are printed.

`python -m tests.deploy.test_attacks` measures each kind against a gunicorn without nginx, for docs/operations.md.
"""

import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from statistics import median
from urllib.parse import urlsplit

import pytest

from service.core.crypto.tokens import generate_key
from tests.conftest import run_service
from tests.deploy.attacks import ATTACKS, HALF_HANDSHAKE, Address, run_clients
from tests.deploy.nginx import FOLDER, run_nginx, substitute, three_replicas
from tests.deploy.replicas import replicas
from tests.server.client import fetch
from tools.ports import free_port

pytestmark = pytest.mark.load

SHUFFLE = "/v1/decks/standard/shuffle"
SECONDS = 20


@dataclass(frozen=True)
class Front:
    """An nginx: its base URL, and its port for TLS."""

    base: str
    tls_port: int


def address_of(base: str) -> Address:
    url = urlsplit(base)
    assert url.hostname
    assert url.port
    return url.hostname, url.port


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """nginx with the shipped configuration and TLS, and three replicas behind it."""
    folder, port = tmp_path_factory.mktemp("attacks"), free_port()
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", *files]
    subprocess.run(command, check=True, capture_output=True)
    tls = substitute((FOLDER / "tls.conf").read_text(), {"listen 8443 ssl;": f"listen 127.0.0.1:{port} ssl;"})
    (folder / "tls.conf").write_text(tls.replace("/etc/nginx/tls", str(folder)))
    include = {"include /etc/nginx/tls/*.conf;": f"include {folder}/tls.conf;"}
    with replicas(folder, SHOE_KEYS=generate_key(), TRUSTED_PROXIES="1") as three:
        ports = (replica.port for replica in three)
        with run_nginx(folder / "front", three_replicas(ports), **include) as nginx:
            yield Front(nginx.base, port)


def shuffle_durations(base: str, seconds: float, timeout: float = 5) -> list[float]:
    """Send one shuffle after another, each on a new connection; return their durations in seconds."""
    durations: list[float] = []
    end = time.monotonic() + seconds
    while not durations or time.monotonic() < end:
        start = time.monotonic()
        response = fetch(base, SHUFFLE, timeout=timeout)
        durations.append(time.monotonic() - start)
        assert response.status == 200, response.body
        time.sleep(0.01)
    return durations


def test_all_attacks_together_lose_no_shuffle_and_leave_the_median(front: Front) -> None:
    before = shuffle_durations(front.base, 5)
    address, tls_address = address_of(front.base), ("127.0.0.1", front.tls_port)
    with ExitStack() as stack:
        counts = {name: stack.enter_context(attack(address)) for name, attack in ATTACKS.items()}
        counts["half TLS handshakes at the port for TLS"] = stack.enter_context(
            run_clients(tls_address, HALF_HANDSHAKE, 8, 4)
        )
        during = shuffle_durations(front.base, SECONDS)
        clients = {name: count() for name, count in counts.items()}
    print(
        f"{len(before)} shuffles before: median {median(before) * 1000:.1f} ms, slowest {max(before) * 1000:.0f} ms; "
        f"{len(during)} during: median {median(during) * 1000:.1f} ms, slowest {max(during) * 1000:.0f} ms; {clients}"
    )
    assert clients["kept connections"] >= 2100
    assert len(during) > SECONDS
    assert median(during) < 3 * median(before) + 0.02


@pytest.mark.parametrize("attack", ["chunked requests without an end, a byte every 4 s", "half bodies"])
def test_without_nginx_the_same_clients_stop_the_service_so_that_this_test_would_see_it(attack: str) -> None:
    with run_service() as base, ATTACKS[attack](address_of(base)), pytest.raises(TimeoutError):
        shuffle_durations(base, 10, timeout=2)


def measure_without_nginx(seconds: float = 20, timeout: float = 2) -> None:
    """Print for how many seconds a gunicorn without nginx answers no shuffle, for each kind of client alone."""
    for name, attack in ATTACKS.items():
        blocked = 0.0
        with run_service() as base, attack(address_of(base)) as count:
            begin = time.monotonic()
            while (start := time.monotonic()) < begin + seconds:
                with suppress(OSError):
                    shuffle_durations(base, 0, timeout)
                if (duration := time.monotonic() - start) > 0.5:
                    blocked += duration
            print(f"{count():,} {name}: {blocked:.0f} of {seconds:.0f} s without an answer", flush=True)


if __name__ == "__main__":
    measure_without_nginx()

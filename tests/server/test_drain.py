"""After SIGTERM a service may wait before it stops: it says so to load balancers, and serves."""

import signal
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest
from flask.testing import FlaskClient

from service import draining
from service.server.drain import drain_before_stop
from tests.http.spec import json_object
from tests.peers import kill
from tests.server.client import fetch
from tests.services import run_server
from tools.ports import free_port
from tools.serving import gunicorn_command, wait_until

LONG = 600  # seconds: no test waits for their end


@pytest.fixture
def unset_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process begin as one that does not stop."""
    monkeypatch.setattr(draining, "_flag", bytearray(1))


def stop() -> None:
    raise StopIteration


@pytest.mark.usefixtures("unset_flag")
def test_the_stop_comes_after_the_delay_or_by_a_second_signal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handlers: dict[int, Callable[[], None]] = {}
    alarms: list[int] = []
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)
    monkeypatch.setattr(signal, "alarm", alarms.append)
    log = SimpleNamespace(info=lambda *_: None)
    server = SimpleNamespace(
        handle_term=stop, log=log, SIG_QUEUE=SimpleQueue[int](), reexec_pid=0
    )
    drain_before_stop(server, 7)
    server.handle_term()
    assert alarms == [7]
    assert draining.is_draining()
    handlers[signal.SIGALRM]()
    assert server.SIG_QUEUE.get_nowait() == signal.SIGTERM
    with pytest.raises(StopIteration):
        server.handle_term()


@pytest.mark.usefixtures("unset_flag")
def test_a_master_whose_successor_serves_stops_at_once() -> None:
    server = SimpleNamespace(handle_term=stop, reexec_pid=4711)
    drain_before_stop(server, LONG)
    with pytest.raises(StopIteration):
        server.handle_term()
    assert not draining.is_draining()


@pytest.mark.usefixtures("unset_flag")
def test_only_the_probe_of_readiness_says_that_the_service_is_about_to_stop(
    client: FlaskClient,
) -> None:
    assert client.get("/readyz").status_code == 200
    draining.begin_draining()
    response = client.get("/readyz")
    assert response.status_code == 503
    assert json_object(response)["type"] == "/v1/problems/stopping"
    assert client.get("/livez").status_code == 200
    assert client.get("/v1/integers?max=6").status_code == 200


def test_all_workers_say_so_and_serve_until_the_service_stops(tmp_path: Path) -> None:
    output = tmp_path / "output"
    base = f"http://127.0.0.1:{free_port()}"
    _, _, port = base.rpartition(":")
    settings = {"HOST": "127.0.0.1", "PORT": port, "DRAIN_SECONDS": str(LONG)}
    with run_server(gunicorn_command(), f"{base}/readyz", settings, output) as process:
        kill(process.pid, signal.SIGTERM)
        wait_until(lambda: fetch(base, "/readyz").status == 503)
        for _ in range(8):  # by any worker
            assert fetch(base, "/readyz").status == 503
            assert fetch(base, "/v1/integers?max=6").status == 200
    assert process.returncode == 0
    assert f"Stopping in {LONG} s" in output.read_text()

"""Ports that tests start servers at."""

import subprocess
import sys

import pytest

from tests.peers import accepts_connections, listen, port_of
from tools import ports
from tools.files import ROOT


def test_every_port_is_free_and_reserved_once() -> None:
    reserved = [ports.free_port() for _ in range(20)]
    assert len(set(reserved)) == 20
    for port in reserved:
        assert not accepts_connections(port)


def test_a_port_in_use_is_not_reserved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen() as listener:
        port = port_of(listener)
        monkeypatch.setattr(ports, "PORTS", range(port, port + 1))
        with pytest.raises(RuntimeError, match="are in use"):
            ports.free_port()


def test_a_port_reserved_by_another_process_is_not_reserved_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = "from tools.ports import free_port; print(free_port(), flush=True); input()"
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True
    ) as process:
        assert process.stdout
        port = int(process.stdout.readline())
        monkeypatch.setattr(ports, "PORTS", range(port, port + 1))
        with pytest.raises(RuntimeError, match="are in use"):
            ports.free_port()
        process.communicate("\n")

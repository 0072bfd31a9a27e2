"""Reserve ports for servers, so that no two processes of a machine start servers at the same one."""

import os
import socket
from contextlib import ExitStack
from fcntl import LOCK_EX, LOCK_NB, lockf
from pathlib import Path
from secrets import SystemRandom
from tempfile import gettempdir
from typing import IO

PORTS = range(20_000, 30_000)
"""Ports below those that operating systems give to clients: no connection takes one."""

_reserved: dict[int, IO[bytes]] = {}  # the files that this process has locked


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens at, and reserve it until this process ends."""
    folder = Path(gettempdir(), f"shuffle-and-deal-ports-{os.getuid()}")
    folder.mkdir(exist_ok=True)
    for port in SystemRandom().sample(PORTS, len(PORTS)):
        if port not in _reserved and (file := _reserve(folder / str(port), port)):
            _reserved[port] = file
            return port
    raise RuntimeError(f"All ports from {PORTS.start} to {PORTS.stop - 1} are in use.")


def _reserve(path: Path, port: int) -> IO[bytes] | None:
    """Return the locked file of a port; None if another process has locked it, or the port is in use."""
    with ExitStack() as stack:
        try:
            file = stack.enter_context(path.open("wb"))
            lockf(file, LOCK_EX | LOCK_NB)
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            return None
        stack.pop_all()  # leaves the file open
        return file

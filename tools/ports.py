"""Reserve ports for servers, so that no two processes of a machine start servers at the same one."""

import os
import socket
from fcntl import LOCK_EX, LOCK_NB, lockf
from pathlib import Path
from secrets import SystemRandom
from tempfile import gettempdir

PORTS = range(20_000, 30_000)
"""Ports below the range that operating systems give to clients, so that no connection takes one."""

_reserved: set[int] = set()


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens at, and reserve it until this process ends."""
    folder = Path(gettempdir(), f"shuffle-and-deal-ports-{os.getuid()}")
    folder.mkdir(exist_ok=True)
    for port in SystemRandom().sample(PORTS, len(PORTS)):
        if port not in _reserved and _reserve(folder / str(port), port):
            _reserved.add(port)
            return port
    raise RuntimeError(f"All ports from {PORTS.start} to {PORTS.stop - 1} are in use.")


def _reserve(path: Path, port: int) -> bool:
    """Lock the file of a port; return False if another process has locked it, or the port is in use."""
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR)
    try:
        lockf(descriptor, LOCK_EX | LOCK_NB)
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        os.close(descriptor)
        return False
    # The descriptor stays open, and the file locked, until this process ends.
    return True

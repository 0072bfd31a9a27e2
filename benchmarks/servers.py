"""Servers to measure, one core for them and another for the load."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path

from benchmarks.timing import pinned

_SCRIPT = Path(__file__).with_name("seeds.lua")
_CONNECTIONS = 8


@dataclass(frozen=True)
class Server:
    """How to start one: `PORT` in its command stands for the port."""

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Running:
    """One that answers."""

    process: subprocess.Popen[bytes]
    port: int
    seconds: float  # from its start to its first answer

    def ask(self, path: str) -> bytes:
        """One answer, on a connection of its own."""
        return ask(HTTPConnection("127.0.0.1", self.port, timeout=60), path)

    def worker_mib(self) -> tuple[float, float]:
        """Memory of the first worker, as `mib` has it."""
        return mib(workers(self.process.pid)[0])

    def worker_cpu(self) -> float:
        """CPU seconds of the first worker so far."""
        worker = workers(self.process.pid)[0]
        user, system = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def workers(master: int) -> list[int]:
    """The processes of a gunicorn's workers, the oldest first."""
    return sorted(map(int, Path(f"/proc/{master}/task/{master}/children").read_text().split()))


def mib(process: int) -> tuple[float, float]:
    """Memory of a process: resident, and its own share of it (pages shared by k processes count 1/k)."""
    sizes = Path(f"/proc/{process}/smaps_rollup").read_text()
    resident, share = (re.search(rf"^{name}:\s+(\d+)", sizes, re.MULTILINE) for name in ("Rss", "Pss"))
    assert resident  # noqa: S101
    assert share  # noqa: S101
    return int(resident[1]) / 1024, int(share[1]) / 1024


def gunicorn(application: str, config: str = "service/server/gunicorn.conf.py", **environment: str) -> Server:
    """One worker under the service's settings."""
    # Without the service's own worker class, which would import the service; it differs in what errors look like.
    worker = () if application.startswith("service.") else ("--worker-class", "gthread")
    command = (sys.executable, "-m", "gunicorn", "--config", config, "--bind", "127.0.0.1:PORT", *worker, application)
    return Server(command, {"WEB_CONCURRENCY": "1", **environment})


def ask(connection: HTTPConnection, path: str) -> bytes:
    """The body of an answer, read to its end."""
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read()
    if response.status != 200:
        raise RuntimeError(f"{path} was answered with {response.status}: {body[:200]!r}")
    return body


@contextmanager
def running(server: Server, path: str, core: int | None) -> Iterator[Running]:
    """The server, on that core, from its first answer on."""
    port = _free_port()
    command = [part.replace("PORT", str(port)) for part in server.command]
    start = time.perf_counter()
    with pinned(core):
        process = subprocess.Popen(  # noqa: S603
            command, env=os.environ | server.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    try:
        while True:
            try:
                HTTPConnection("127.0.0.1", port).connect()
                ask(HTTPConnection("127.0.0.1", port, timeout=60), path)
                break
            except OSError:
                if process.poll() is not None or time.perf_counter() - start > 30:
                    raise RuntimeError(f"{' '.join(server.command)} does not answer.") from None
                time.sleep(0.002)
        yield Running(process, port, time.perf_counter() - start)
    finally:
        process.terminate()
        process.wait()


def requests_per_second(port: int, path: str, seconds: float, core: int | None, seeds: str = "") -> float:
    """What wrk counts; with `seeds`, every request has a fresh seed that begins so."""
    script = ["--script", str(_SCRIPT)] if seeds else []
    url = f"http://127.0.0.1:{port}{path}"
    arguments = ["-t1", f"-c{_CONNECTIONS}", f"-d{seconds:.0f}s", *script, url, *(["--", path, seeds] if seeds else [])]
    with pinned(core):
        done = subprocess.run(["wrk", *arguments], capture_output=True, text=True, check=True)  # noqa: S603, S607
    counted = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)
    if not counted or "Non-2xx" in done.stdout or "Socket errors" in done.stdout:
        raise RuntimeError(f"wrk {url}: {done.stdout}")
    return float(counted[1])


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port

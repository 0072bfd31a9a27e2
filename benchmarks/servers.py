"""Servers to measure, started on one core, and wrk, which loads them from another."""

import re
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from benchmarks.timing import pin
from tools import serving
from tools.ports import free_port

SERVICE = "service.wsgi:app"
THREADS = "gthread"
"""gunicorn's class of worker that answers each request in a thread."""
_SEED_SCRIPT = Path(__file__).with_name("seeds.lua")
_CONNECTIONS = 8
_CPU_CLOCK = 2  # of all threads of a process whose complement is in the bits above, as clock_getcpuclockid has it


@dataclass(frozen=True)
class RunningServer:
    """A server that has responded to its first request."""

    process: subprocess.Popen[bytes]
    port: int

    def worker_memory(self) -> tuple[float, float]:
        """Return RSS and PSS of the first worker, in MiB."""
        return process_memory(serving.worker_pids(self.process.pid)[0])

    def worker_cpu(self) -> float:
        """Return the CPU time of the first worker and of its processes until now, in seconds."""
        worker = serving.worker_pids(self.process.pid)[0]
        return sum(map(cpu_seconds, list_descendants(worker)))


def list_descendants(pid: int) -> list[int]:
    """Return a process, its children, their children and so on, by their ids; [] if the process has ended."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it has ended
        return []
    descendants = [pid]
    for child in children:
        descendants += list_descendants(int(child))
    return descendants


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of all threads of a process until now, in seconds; 0 if it has ended."""
    with suppress(OSError):
        return time.clock_gettime(~pid << 3 | _CPU_CLOCK)
    return 0


def process_memory(pid: int) -> tuple[float, float]:
    """Return RSS and PSS of a process in MiB. PSS counts a page that k processes share as 1/k of it."""
    sizes = Path(f"/proc/{pid}/smaps_rollup").read_text()
    rss, pss = (
        re.search(rf"^{name}:\s+(\d+)", sizes, re.MULTILINE) for name in ("Rss", "Pss")
    )
    assert rss  # noqa: S101
    assert pss  # noqa: S101
    return int(rss[1]) / 1024, int(pss[1]) / 1024


def fetch(
    connection: HTTPConnection,
    path: str,
    body: bytes | None = None,
    accept: str = "*/*",
) -> bytes:
    """Return the body of the response to a GET, or with a body of JSON to a POST.

    Raise `RuntimeError` for any status but 200.
    """
    headers = {"Accept": accept}
    if body:
        headers["Content-Type"] = "application/json"
    connection.request("POST" if body else "GET", path, body, headers)
    response = connection.getresponse()
    content = response.read()
    if response.status != 200:
        raise RuntimeError(f"{path} returned {response.status}: {content[:200]!r}")
    return content


def start_server(
    core: int | None = None,
    application: str = SERVICE,
    path: str = "/readyz",
    worker: str = "",
    **environment: str,
) -> AbstractContextManager[RunningServer]:
    """Start a gunicorn with the service's settings and one worker, as `start_program` does.

    `worker` is another class of worker, `environment` has further environment variables.
    """
    options = ("--worker-class", worker) if worker else ()
    command = serving.gunicorn_command(
        serving.CONFIG, application, "--bind", "127.0.0.1:{port}", *options
    )
    settings = {"WEB_CONCURRENCY": "1"} | environment
    return start_program(command, core, path, **settings)


@contextmanager
def start_program(
    command: Sequence[str], core: int | None = None, path: str = "/", **environment: str
) -> Iterator[RunningServer]:
    """Start a server on a core, with a free port for "{port}" in its command, and stop it at the exit.

    It is waited for until it responds to a GET of `path`.
    """
    port = free_port()
    with pin(core):
        process = serving.start(
            [word.replace("{port}", str(port)) for word in command], environment
        )
    try:
        serving.wait_for_response(process, f"http://127.0.0.1:{port}{path}")
        yield RunningServer(process, port)
    finally:
        process.terminate()
        process.wait(timeout=serving.PATIENCE)


def run_wrk(
    port: int,
    path: str,
    connections: int,
    seconds: float,
    *options: str,
    core: int | None = None,
) -> str:
    """Load a server by wrk, and return its output. `options` are for wrk, or after "--" for its script."""
    url = f"http://127.0.0.1:{port}{path}"
    command = (
        "wrk",
        "-t1",
        f"-c{connections}",
        f"-d{seconds:.0f}s",
        "--timeout",
        "30s",
        url,
        *options,
    )
    with pin(core):
        return subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, check=True
        ).stdout


def requests_per_second(
    port: int, path: str, seconds: float, core: int | None, seed_prefix: str = ""
) -> float:
    """Return the requests per second that wrk counts; with a `seed_prefix`, every request has a new seed."""
    options = (
        ("--script", str(_SEED_SCRIPT), "--", path, seed_prefix) if seed_prefix else ()
    )
    output = run_wrk(port, path, _CONNECTIONS, seconds, *options, core=core)
    rate = re.search(r"Requests/sec:\s+([\d.]+)", output)
    if not rate or "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(f"wrk {path}: {output}")
    return float(rate[1])

"""Start servers as child processes, and wait until they respond or something else holds: for tests and benchmarks."""

import math
import os
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from urllib.request import urlopen

from tools.files import ROOT

CONFIG = "service/server/gunicorn.conf.py"
PATIENCE = 60
"""Seconds to wait for a server; gunicorn itself waits 30 for its workers to finish."""


def wait_until(
    condition: Callable[[], bool], seconds: float = PATIENCE, interval: float = 0.05
) -> float:
    """Wait until a condition holds, and return the seconds that it took. Raises TimeoutError.

    Looks are counted, not seconds: a machine that gives this process no time gives the other end none either.
    """
    start = time.monotonic()
    for _ in range(math.ceil(seconds / interval)):
        if condition():
            return time.monotonic() - start
        time.sleep(interval)
    raise TimeoutError(f"Not so within {seconds:.0f} s.")


def responds(url: str, tls: ssl.SSLContext | None = None) -> bool:
    """Return whether a GET of the URL is answered with 200, on a new connection and within 5 seconds."""
    try:
        with urlopen(url, context=tls, timeout=5) as response:  # noqa: S310
            return bool(response.status == 200)
    except OSError:
        return False


def gunicorn_command(
    config: str = CONFIG, app: str = "service.wsgi:app", *arguments: str
) -> list[str]:
    """Return the command that runs an application as the image and `make serve` do."""
    return [sys.executable, "-m", "gunicorn", "--config", config, *arguments, app]


def worker_pids(master: int) -> list[int]:
    """Return the processes of a gunicorn's workers, the oldest first; none if it has ended."""
    try:
        children = Path(f"/proc/{master}/task/{master}/children").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return sorted(map(int, children.split()))


def start(
    command: Sequence[str], environment: Mapping[str, str], output: Path | None = None
) -> subprocess.Popen[bytes]:
    """Start a server in a session of its own; append what it prints to a file, or drop it.

    Tests start theirs by tests/services.py, which looks at what they print.
    """
    with output.open("ab") if output else nullcontext(subprocess.DEVNULL) as stream:
        return subprocess.Popen(  # noqa: S603
            command,
            cwd=ROOT,
            env=os.environ | environment,
            stdout=stream,
            stderr=stream,
            start_new_session=True,
        )


def wait_for_response(
    process: subprocess.Popen[bytes],
    url: str,
    tls: ssl.SSLContext | None = None,
    interval: float = 0.05,
) -> None:
    """Wait until a server responds with 200. Raises RuntimeError if it ends, TimeoutError if it does not respond."""

    def is_up() -> bool:
        if process.poll() is not None:
            raise RuntimeError(
                f"The server stopped by itself, with exit code {process.returncode}."
            )
        return responds(url, tls)

    wait_until(is_up, interval=interval)

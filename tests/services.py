"""Services that tests start in processes of their own. What each prints is kept, and is looked at.

A line of level error that no test expects fails the test during which it is written; so does a stop that takes longer
than `LONGEST_STOP`. A service that was expected to fail would otherwise fail unseen.
"""

import atexit
import json
import re
import shutil
import signal
import ssl
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.peers import kill_group
from tools import serving
from tools.serving import PATIENCE, wait_for_response, wait_until

LONGEST_STOP = 15
"""Seconds for which a service may stop: half of what gunicorn waits for its workers before it kills them."""
NO_ERROR = "(?!)"
"""The pattern of messages that are expected: none."""
KILLED = r"^Worker \(pid:\d+\) was sent SIGKILL!"
"""The pattern of what a master logs of a worker that a test has killed."""


class Log:
    """What a service prints into a file."""

    def __init__(self, path: Path, expected: str) -> None:
        """Read from the present end of the file on; `expected` is a pattern of messages of errors."""
        self._path, self._expected = path, re.compile(expected)
        self._is_read = not path.exists() or path.is_file()  # a pipe has another reader
        self._position = path.stat().st_size if path.is_file() else 0

    def read_errors(self) -> list[str]:
        """Return the new lines that say that something failed, and that no test expects."""
        if not (self._is_read and self._path.exists()):
            return []
        with self._path.open("rb") as file:
            file.seek(self._position)
            text = file.read()
        complete = text[: text.rfind(b"\n") + 1]
        self._position += len(complete)
        return [
            line
            for line in complete.decode(errors="replace").splitlines()
            if self._is_unexpected(line)
        ]

    def _is_unexpected(self, line: str) -> bool:
        if not line.startswith("{"):
            return line.startswith("Traceback ") and not self._expected.search(line)
        if '"level":"error"' not in line and '"level":"critical"' not in line:
            return False
        return not self._expected.search(str(json.loads(line).get("message")))


_logs: dict[int, Log] = {}
"""The logs of the services that run, by the process."""


def check_logs() -> None:
    """Fail if a service that runs has logged an error that no test expects, since the last look."""
    errors = [error for log in list(_logs.values()) for error in log.read_errors()]
    assert not errors, "\n".join(["A service logged:", *errors])


def start(
    command: Sequence[str],
    environment: Mapping[str, str],
    output: Path | None = None,
    errors: str = NO_ERROR,
) -> subprocess.Popen[bytes]:
    """Start a service, and append what it prints to a file. `errors` is a pattern of the errors that it may log."""
    output = output or _new_file()
    log = Log(output, errors)
    process = serving.start(command, environment, output)
    _logs[process.pid] = log
    return process


def stop(process: subprocess.Popen[bytes], seconds: float = LONGEST_STOP) -> int:
    """Stop a service with SIGTERM, as orchestrators do, and return its exit code. Fail if it takes too long."""
    process.send_signal(signal.SIGTERM)
    try:
        wait_until(lambda: process.poll() is not None, seconds)
    except TimeoutError:
        raise AssertionError(
            f"The service took longer than {seconds:.0f} s to stop."
        ) from None
    finally:
        end(process)
    return process.returncode


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of a service, and look at its log for the last time."""
    if process.poll() is None:
        kill_group(process.pid)
        process.wait(PATIENCE)
    log = _logs.pop(process.pid, None)
    errors = log.read_errors() if log else []
    assert not errors, "\n".join(["A service logged:", *errors])


@contextmanager
def run_server(
    command: Sequence[str],
    url: str,
    environment: Mapping[str, str],
    output: Path | None = None,
    tls: ssl.SSLContext | None = None,
    errors: str = NO_ERROR,
    longest_stop: float = LONGEST_STOP,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a service while the context lasts, from its first response on."""
    process = start(command, environment, output, errors)
    try:
        wait_for_response(process, url, tls)
        yield process
    finally:
        stop(process, longest_stop)


def _new_file() -> Path:
    with tempfile.NamedTemporaryFile(
        dir=_make_folder(), prefix="output-", delete=False
    ) as file:
        return Path(file.name)


@cache
def _make_folder() -> Path:
    """Make the folder of the files that no test has named; it is removed when the tests end."""
    folder = tempfile.mkdtemp(prefix="shuffle-and-deal-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)

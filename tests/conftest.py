"""What tests at the HTTP edge share: a client in process, and a real gunicorn on a real socket."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from ssl import SSLContext, create_default_context
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from flask.testing import FlaskClient
from hypothesis import settings as hypothesis_settings
from werkzeug.test import TestResponse

from service.app import create_app
from service.settings import Settings
from tools.openapi import example_client

ROOT = Path(__file__).parent.parent

# A slow machine is no failure; and where a change is judged, the examples are the same every time.
hypothesis_settings.register_profile("patient", deadline=None, derandomize="CI" in os.environ)
hypothesis_settings.load_profile("patient")


class Reader(FlaskClient):
    """A client that reads every answer to its end and closes it, as servers do."""

    def open(self, *args: Any, buffered: bool = True, **kwargs: Any) -> TestResponse:
        return super().open(*args, buffered=buffered, **kwargs)


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    """A client of an application with the default settings."""
    app = create_app(Settings())
    app.test_client_class = Reader
    return app.test_client()


@pytest.fixture(scope="session")
def examples() -> FlaskClient:
    """A client of an application to which the tokens of the document's examples are its own."""
    return example_client()


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def workers(master: int) -> set[int]:
    """The processes of a gunicorn's workers."""
    return set(map(int, Path(f"/proc/{master}/task/{master}/children").read_text().split()))


@contextmanager
def serving(
    output: Path | None = None,
    config: str = "service/server/gunicorn.conf.py",
    app: str = "service.wsgi:app",
    certificate: str = "",
    **environment: str,
) -> Iterator[str]:
    """A gunicorn of our own, set up as `make serve` does; gives its base address.

    Whatever it prints and logs goes into the file `output`, if one is named. It speaks TLS if a file with its
    certificate is named.
    """
    port = free_port()
    with output.open("wb") if output else nullcontext() as printed:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--config", config, app],
            cwd=ROOT,
            env=os.environ | {"PORT": str(port)} | environment,
            stdout=printed,
            stderr=printed,
        )
    base = f"https://localhost:{port}" if certificate else f"http://127.0.0.1:{port}"
    trusting = create_default_context(cafile=certificate) if certificate else None
    try:
        _wait_for(f"{base}/livez", process, trusting)
        yield base
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def _wait_for(url: str, process: subprocess.Popen[bytes], trusting: SSLContext | None) -> None:
    for _ in range(200):
        assert process.poll() is None, "gunicorn stopped by itself"
        try:
            with urlopen(url, context=trusting):
                return
        except URLError:
            time.sleep(0.05)
    raise TimeoutError(f"Nothing answers at {url}")


@pytest.fixture(scope="session")
def live() -> Iterator[str]:
    """The base address of a running service with the default settings."""
    with serving() as base:
        yield base


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """Of what is asked at random; a failure names it."""
    seed: int = request.config.getoption("randomly_seed")
    print(f"To ask the same again: --randomly-seed={seed}")
    return seed

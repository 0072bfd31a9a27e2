"""A service whose shoes last, and each client: generated, compiled and called once."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clients.clients import CLIENTS, prepare, run
from tests.conftest import run_service


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.clients)


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    """Run a service with the same key of shoes in every worker, and return its URL."""
    with run_service(SHOE_KEYS=urlsafe_b64encode(bytes(32)).decode()) as base:
        yield base


@pytest.fixture(
    scope="session", params=[pytest.param(name, marks=pytest.mark.xdist_group(f"client-{name}")) for name in CLIENTS]
)
def compiled(request: pytest.FixtureRequest) -> tuple[str, Path]:
    """Generate and compile a client; return its name and its folder under build."""
    name: str = request.param
    folder = prepare(name)
    for command in (CLIENTS[name].generate, *CLIENTS[name].compile):
        run(command, folder)
    return name, folder


@pytest.fixture(scope="session")
def called(compiled: tuple[str, Path], service: str) -> Any:
    """Run a client's program of all calls, and return the object that it prints."""
    name, folder = compiled
    return json.loads(run(CLIENTS[name].call, folder, BASE_URL=service))

"""Three replicas, and an nginx in front of them."""

from collections.abc import Iterator
from secrets import token_urlsafe

import pytest

from service.sealed.shoe.tokens import generate_key
from tests.deploy.nginx import Nginx, run_front
from tests.deploy.replicas import Replica, replicas


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Replica]]:
    """Three replicas that run, with the same keys."""
    folder = tmp_path_factory.mktemp("replicas")
    keys = {"SHOE_KEYS": generate_key(), "SIGNING_KEYS": token_urlsafe(32)}
    with replicas(folder, ACCESS_LOG="false", **keys) as three:
        yield three


@pytest.fixture(scope="module")
def front(
    three: list[Replica], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Nginx]:
    """An nginx in front of the three replicas."""
    with run_front(tmp_path_factory.mktemp("nginx"), three) as nginx:
        yield nginx

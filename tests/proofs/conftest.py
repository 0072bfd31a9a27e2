"""What tests of proofs ask of a service."""

import pytest
from flask.testing import FlaskClient

from tests.proofs.provers import make_client


@pytest.fixture(scope="module")
def prover() -> FlaskClient:
    """Return a client of a service with a key and a retired one."""
    return make_client()

"""A service that proves its draws by a key, and has one that it does not use any more."""

import secrets
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.settings import Settings

KEY = VrfKey.from_base64url(secrets.token_urlsafe(32))
RETIRED = VrfKey.from_base64url(secrets.token_urlsafe(32))


def make_client(*keys: VrfKey, **settings: Any) -> FlaskClient:
    """Return a client of a service that proves by the first key."""
    keys = keys or (KEY, RETIRED)
    return create_app(Settings(vrf_keys=keys, **settings)).test_client()

"""A service with keys of its own, that games with private hands are played with."""

from secrets import token_urlsafe
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.signatures import SigningKey
from service.sealed.shoe.tokens import generate_key
from service.settings import Settings
from tests.http.spec import json_object, post

Json = dict[str, Any]


def run_app() -> FlaskClient:
    """Return a client of a service with keys of its own."""
    signing_key = SigningKey.from_base64url(token_urlsafe(32))
    settings = Settings(shoe_keys=(generate_key(),), signing_keys=(signing_key,))
    return create_app(settings).test_client()


CLIENT = run_app()
COPY = run_app()


def send(path: str, **body: Any) -> Json:
    """Return the response of the service to a request."""
    return post(CLIENT, path, **body)


[SERVICE_KEY] = json_object(CLIENT.get("/.well-known/jwks.json"))["keys"]

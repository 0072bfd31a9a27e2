"""Sealed shoes as a service serves them: the paths of their requests, a client of the service, and the receipt."""

from typing import Any

from service.app import create_app
from service.sealed.shoe.tokens import generate_key
from service.settings import Settings
from tests.http.spec import post

OPEN = "/v1/shoes"
DEAL = "/v1/shoes/deal"
DRAW = "/v1/shoes/draw"
REVEAL = "/v1/shoes/reveal"
VERIFY = "/v1/verify"
CLIENT = create_app(Settings(shoe_keys=(generate_key(),))).test_client()


def reveal(response: dict[str, Any]) -> dict[str, Any]:
    """Return the receipt of the shoe of a response."""
    receipt: dict[str, Any] = post(CLIENT, REVEAL, shoe=response["shoe"])["receipt"]
    return receipt

"""Sealed shoes, opened, drawn from and revealed by a client."""

from typing import Any

from flask.testing import FlaskClient

from tests.http.spec import post

Json = dict[str, Any]


def open_shoe(client: FlaskClient, **terms: Any) -> Json:
    """Return the response to a request that opens a shoe, of one deck if no terms are given."""
    return post(client, "/v1/shoes", **(terms or {"deck": "standard"}))


def draw(client: FlaskClient, before: Json, count: int, **fields: Any) -> Json:
    """Return the response to a draw from the shoe of another response."""
    return post(client, "/v1/shoes/draw", shoe=before["shoe"], count=count, **fields)


def reveal(client: FlaskClient, before: Json) -> Json:
    """Return the receipt of the shoe of another response."""
    receipt: Json = post(client, "/v1/shoes/reveal", shoe=before["shoe"])["receipt"]
    return receipt

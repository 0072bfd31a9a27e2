"""Requests for bridge files, and deals that are known."""

from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient

from tests.tables import read_table

DEAL = "/v1/games/bridge/deal"
STRONG = {"hand": "N", "points": "hcp", "min": 16}
REQUESTS: Mapping[str, Mapping[str, Any]] = {
    "a batch": {"repeats": 3, "seed": "club", "index": 5, "event": "Coupe d'été, 上海"},
    "other numbers": {"repeats": 2, "seed": "a: [b] ", "board": 31},
    "boards that were found": {
        "repeats": 3,
        "seed": "club",
        "board": 7,
        "where": STRONG,
    },
}
KNOWN = read_table("deals/known_deals.yaml")


def write(client: FlaskClient, extension: str, request: Mapping[str, Any]) -> str:
    """Return the text of a file with its seed."""
    body = dict(request) | {"format": extension, "include_seed": True}
    response = client.post(f"{DEAL}/batch", json=body)
    assert response.status_code == 200, response.text
    content: bytes = response.data
    return content.decode()

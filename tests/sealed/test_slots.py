"""Slots for large requests, which a small body with the token of a large shoe needs."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.http.concurrency import LARGE
from service.settings import Settings
from tests.http.spec import json_object
from tests.http.test_concurrency import check_slot
from tests.tables import for_each

JsonRequest = tuple[str, dict[str, Any]]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Return a client of a service that sends one large response at a time."""
    return create_app(Settings(max_large=1)).test_client()


def draw_sealed(client: FlaskClient, size: int) -> JsonRequest:
    """Return a request to draw one integer of a sealed shoe of that size."""
    opened = json_object(client.post("/v1/shoes", json={"max": size}))
    return "/v1/shoes/draw", {"shoe": opened["shoe"], "count": 1}


def verify_sealed(client: FlaskClient, size: int) -> JsonRequest:
    """Return a request to verify the receipt of a sealed shoe of that size, of which one integer was drawn."""
    path, request = draw_sealed(client, size)
    draw = json_object(client.post(path, json=request, buffered=True))
    revealed = json_object(client.post("/v1/shoes/reveal", json={"shoe": draw["shoe"]}))
    return "/v1/verify", {"receipt": revealed["receipt"], "seen": [draw["seen"]]}


@for_each(
    ("build", "small", "large"),
    [(draw_sealed, LARGE // 2, LARGE + 1), (verify_sealed, LARGE, LARGE + 1)],
)
def test_a_small_body_that_asks_for_many_items_takes_a_slot(
    client: FlaskClient,
    build: Callable[[FlaskClient, int], JsonRequest],
    small: int,
    large: int,
) -> None:
    for number, status in ((small, 200), (large, 503)):
        path, body = build(client, number)
        check_slot(client, status, "POST", path, json=body)

"""Requests whose responses are shown with names, and their verdicts."""

from typing import Any

from service.app import create_app
from service.http.results.result_types import Json
from service.settings import Settings
from tests.http.spec import post
from tests.tables import read_table

PEOPLE = [
    {"name": f"person {number}", "club": "abc"[number % 3], "age": number % 2}
    for number in range(6)
]
REQUESTS: list[tuple[str, Json]] = list(map(tuple, read_table("lists/requests.yaml")))
"""Requests to endpoints that take a caller's list, which is `PEOPLE`, by the ends of their paths."""
CLIENT = create_app(Settings()).test_client()


def draw(path: str, body: Json, client: Any = CLIENT) -> Json:
    """Return the response to a seeded request, whose list is `PEOPLE` unless it has one."""
    seeded = {"items": PEOPLE, "seed": "9"} | body
    return post(client, path, **seeded)


def verify(response: Json, client: Any = CLIENT) -> Json:
    """Return the verdict on a response."""
    return post(client, "/v1/verify", **response)

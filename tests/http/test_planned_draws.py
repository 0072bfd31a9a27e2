"""Draws that were planned before get the bytes that Flask alone would send."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from service.app import Application, create_app
from service.settings import Settings
from tests.tables import for_each

QUERIES = {
    "/v1/decks/standard/shuffle": ["", "count=5", "exclude=AS,KS", "algorithm=riffle"],
    "/v1/decks/French/shuffle": ["", "notation=unicode", "count=53"],
    "/v1/decks/standard/deal": ["hands=4&cards=5", "hands=20&cards=5", "sign=true"],
    "/v1/games/holdem/deal": ["", "players=6", "players=99", "format=pbn"],
    "/v1/games/holdem/deal/batch": ["repeats=2"],
    "/v1/integers": ["max=6", "max=6&count=3", "max=900&count=900", "max=6&count=%31"],
    "/v1/dice": ["roll=2d6", "roll=", "roll=4d6kh3"],
    "/v1/strips": ["stops=3"],
    "/v1/decks": [""],
    "/v1/nothing": [""],
}
BODIES: dict[str, list[Any]] = {
    "/v1/decks/standard/shuffle": [{}, {"count": 5}, {"exclude": ["AS"]}, []],
    "/v1/items/shuffle": [{"items": ["a", "b", "c"]}, {"items": list(range(900))}],
    "/v1/integers": [{"max": 6}, {"max": 6, "max_": 7}, {"max": "6"}, {"max": 6.0}],
    "/v1/games/holdem/deal": [{"players": 3, "prove": True}, {"players": 3}],
}
SEEDS = ("1", "2", "", "a b", "x" * 300)
HEADERS = {
    "Accept": ["*/*", "application/json", "text/plain", "text/html", "nonsense"],
    "Accept-Encoding": ["gzip", "identity", "gzip;q=0"],
    "Origin": ["https://cards.example", "https://other.example"],
    "X-Request-ID": ["mine", "yours"],
    "If-None-Match": ["*", '"nothing"', "etag"],
    "Access-Control-Request-Method": ["GET"],
    "Content-Encoding": ["gzip"],
}
ETAG = "etag"
"""In place of the ETag of the same request."""


class Sent(NamedTuple):
    """A response as its client gets it."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


class Client:
    """A client of an application, with the calls of Flask that it took."""

    def __init__(self, settings: Settings, *, flask_alone: bool) -> None:
        self._app: Application = create_app(settings)
        if flask_alone:
            self._app.wsgi_app = lambda *call: Flask.wsgi_app(self._app, *call)  # type: ignore[method-assign]
        dispatch = self._app.full_dispatch_request
        self._app.full_dispatch_request = lambda: self._count(dispatch)  # type: ignore[method-assign]
        self.calls = 0

    def _count(self, dispatch: Callable[[], Any]) -> Any:
        self.calls += 1
        return dispatch()

    def send(self, **request: Any) -> Sent:
        """Send a request, and return the response."""
        parts, status, headers = run_wsgi_app(
            self._app, EnvironBuilder(**request).get_environ()
        )
        return Sent(status, list(headers), b"".join(parts))


def draw_request(random: Random) -> dict[str, Any]:
    """Return a random request, as `EnvironBuilder` takes it. All have a seed, so that both answer alike."""
    seed = random.choice(SEEDS)
    if random.random() < 0.6:
        path = random.choice(list(QUERIES))
        pairs = [f"seed={seed}", *filter(None, [random.choice(QUERIES[path])])]
        random.shuffle(pairs)
        return {"path": path, "query_string": "&".join(pairs)}
    path = random.choice(list(BODIES))
    body = random.choice(BODIES[path])
    if isinstance(body, dict):
        body = body | {"seed": seed}
    data = json.dumps(body).encode()[: None if random.random() < 0.9 else -1]
    content_type = random.choice(["application/json"] * 9 + ["text/plain"])
    method = random.choice(["POST"] * 9 + ["PUT"])
    return {"path": path, "method": method, "data": data, "content_type": content_type}


def draw_headers(random: Random) -> Iterator[tuple[str, str]]:
    """Yield some headers, in any order. There is always an id, as each response would have another one."""
    names = random.sample(list(HEADERS), random.choice([0, 0, 1, 2, 3]))
    for name in names:
        yield name, random.choice(HEADERS[name])
    if "X-Request-ID" not in names:
        yield "X-Request-ID", "mine"


@for_each(
    ("settings", "least_share"),
    [
        (Settings(), 0.1),
        (Settings(cors_origins=("https://cards.example",)), 0.1),
        (Settings(allow_seeds=False), 0),
        (Settings(api_keys=("0" * 64,)), 0),
    ],
)
@pytest.mark.parametrize(
    "requests", [400, pytest.param(10_000, marks=pytest.mark.exhaustive)]
)
def test_a_planned_draw_gets_the_bytes_of_flask(
    settings: Settings, least_share: float, requests: int
) -> None:
    random = Random(requests)
    client = Client(settings, flask_alone=False)
    flask_client = Client(settings, flask_alone=True)
    for _ in range(requests):
        request = draw_request(random)
        headers = list(draw_headers(random))
        if ("If-None-Match", ETAG) in headers:
            known = dict(flask_client.send(**request).headers).get("ETag", "")
            headers[headers.index(("If-None-Match", ETAG))] = ("If-None-Match", known)
        sent = client.send(**request, headers=headers)
        assert sent == flask_client.send(**request, headers=headers), (request, headers)
    planned = requests - client.calls
    assert planned >= requests * least_share


def test_hooks_that_an_embedding_program_adds_are_called() -> None:
    app = create_app(Settings())
    called = []
    app.before_request(lambda: called.append(1))
    for _ in range(3):
        app.test_client().get("/v1/integers?max=6")
    assert len(called) == 3

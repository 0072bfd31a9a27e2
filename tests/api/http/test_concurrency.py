"""Slots for large requests and long streams: how many are served at a time, and when a slot is free again."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.http.concurrency import LARGE, SharedSlots, Slots
from service.api.http.problems import Busy
from service.api.http.services import Services
from service.app import create_app
from service.settings import Settings
from tests.api.spec import check_response, json_object

JSON = {"Content-Type": "application/json"}
NDJSON = {"Accept": "application/x-ndjson"}
TEXT = {"Accept": "text/plain"}
DICE = "/v1/integers/batch?max=6&replacement=true&count=2"
LONG = LARGE // 2 + 1  # repeats of two dice
HUGE_RANGE = 2**53 - 1

JsonRequest = tuple[str, dict[str, Any]]


@pytest.fixture
def client() -> FlaskClient:
    """Return a client of a service that sends two long streams and one large response at a time."""
    return create_app(Settings(max_streams=2, max_large=1)).test_client()


def get_services(client: FlaskClient) -> Services:
    services: Services = client.application.extensions["services"]
    return services


def start_stream(client: FlaskClient, repeats: int = LONG) -> TestResponse:
    """Request a stream and read only its beginning."""
    return client.get(f"{DICE}&repeats={repeats}", headers=NDJSON, buffered=False)


def assert_busy(response: TestResponse, retry_after: str) -> None:
    check_response(response)
    assert (response.status_code, response.headers["Retry-After"]) == (503, retry_after)
    assert json_object(response)["type"] == "/v1/problems/busy"
    assert f"in {retry_after} seconds" in json_object(response)["detail"]


@pytest.mark.parametrize("make_slots", [Slots, SharedSlots])
def test_a_slot_is_free_again_when_it_was_released(make_slots: Callable[[int, str, int], Slots | SharedSlots]) -> None:
    slots = make_slots(2, "Two are at work.", 3)
    releases = [slots.acquire() for _ in range(2)]
    with pytest.raises(Busy, match=r"Two are at work\. Ask again in 3 seconds"):
        slots.acquire()
    for release in releases:
        release()
    assert [slots.acquire() for _ in range(2)]


def test_a_third_long_stream_is_refused_while_two_are_being_sent(client: FlaskClient) -> None:
    streams = [start_stream(client) for _ in range(2)]
    assert [stream.status_code for stream in streams] == [200, 200]
    assert_busy(start_stream(client), "5")
    assert_busy(client.get(f"{DICE}&repeats={LONG}", headers=TEXT), "5")
    streams[0].close()  # as when its client hangs up
    assert start_stream(client).status_code == 200
    assert_busy(start_stream(client), "5")


def test_the_next_search_may_come_before_the_last_response_was_sent_to_its_end(client: FlaskClient) -> None:
    search = {"seed": "guide", "where": {"hand": "east", "cards": ["1m", "9m", "1p", "9p"], "min": 4}}
    responses = [client.post("/v1/games/riichi/deal", json=search, buffered=False) for _ in range(2)]
    assert [response.status_code for response in responses] == [200, 200]


def test_a_long_stream_that_was_sent_to_its_end_leaves_its_slot(client: FlaskClient) -> None:
    for _ in range(3):
        stream = start_stream(client)
        assert sum(part.count(b"\n") for part in stream.iter_encoded()) == LONG


def test_while_long_streams_are_sent_all_other_requests_are_answered(client: FlaskClient) -> None:
    streams = [start_stream(client) for _ in range(2)]
    assert [start_stream(client, LONG - 1).status_code for _ in range(4)] == [200] * 4
    assert client.get(f"{DICE}&repeats={LONG - 1}", headers=TEXT).status_code == 200
    assert client.get("/v1/decks/standard/shuffle/batch?repeats=100", headers=NDJSON).status_code == 200
    assert client.get("/v1/decks/standard/shuffle", headers=TEXT).status_code == 200
    assert client.get(f"{DICE}&repeats={LONG}", buffered=True).status_code == 200  # JSON: large, but no stream
    assert_busy(start_stream(client), "5")
    assert [stream.status_code for stream in streams] == [200, 200]


def test_a_stream_of_few_items_that_takes_many_draws_is_long(client: FlaskClient) -> None:
    path = f"/v1/integers/batch?max={LARGE - 100}&count=1&algorithm=durstenfeld"
    streams = [client.get(f"{path}&repeats=2", headers=NDJSON, buffered=False) for _ in range(2)]
    assert [stream.status_code for stream in streams] == [200, 200]
    assert_busy(client.get(f"{path}&repeats=2", headers=NDJSON), "5")
    assert client.get(f"{path}&repeats=1", headers=NDJSON, buffered=True).status_code == 200


def test_neither_head_nor_304_nor_a_refusal_keeps_a_slot_of_a_stream(client: FlaskClient) -> None:
    path = f"{DICE}&repeats={LONG}&seed=42"
    with client.get(path, headers=NDJSON, buffered=False) as stream:
        etag = stream.headers["ETag"]
    for _ in range(3):
        assert client.head(path, headers=NDJSON, buffered=True).status_code == 200
        assert client.get(path, headers={**NDJSON, "If-None-Match": etag}).status_code == 304
        assert client.get(f"{DICE}&repeats={2**40}", headers=NDJSON).status_code == 422
    streams = [start_stream(client) for _ in range(2)]
    assert [stream.status_code for stream in streams] == [200, 200]


def integers(count: int) -> str:
    return f"/v1/integers?max={count}"


def test_while_a_large_response_is_sent_another_is_refused_and_a_small_one_is_not(client: FlaskClient) -> None:
    first = client.get(integers(LARGE + 1), buffered=False)
    assert_busy(client.get(integers(LARGE + 1)), "2")
    assert client.get(integers(LARGE)).status_code == 200
    first.close()
    assert client.get(integers(LARGE + 1)).status_code == 200


@pytest.mark.parametrize(
    ("path", "accept", "is_large"),
    [
        (f"/v1/integers?max={HUGE_RANGE}&count={LARGE + 1}", "text/plain", True),
        (f"/v1/integers?max={2 * LARGE}&count=1&algorithm=durstenfeld", "*/*", True),
        (f"/v1/integers?max={HUGE_RANGE}&count=5", "*/*", False),
        (f"/v1/integers?max={LARGE + 1}&count=5", "*/*", False),
        (f"{DICE}&repeats={LONG}", "*/*", True),
        (f"{DICE}&repeats={LONG - 1}", "*/*", False),
        (f"{DICE}&repeats={LARGE}", "application/x-ndjson", False),
        (f"/v1/integers/batch?max=6&replacement=true&count={LARGE + 1}&repeats=2", "application/x-ndjson", True),
        (f"/v1/integers?max={LARGE // 8}&algorithm=random_slot", "*/*", True),
        (f"/v1/integers?max={LARGE}&algorithm=rejection&count={LARGE // 2}", "*/*", True),
        ("/v1/integers?max=4000&algorithm=rejection", "*/*", False),
        (f"/v1/integers?max={LARGE // 100 + 1}&algorithm=overhand", "*/*", True),
        (f"/v1/integers?max={LARGE // 100}&algorithm=overhand", "*/*", False),
        ("/v1/integers?max=2048&algorithm=faro&passes=65", "*/*", True),
        ("/v1/integers?max=2048&algorithm=faro&passes=64", "*/*", False),
        ("/v1/decks/standard/shuffle/batch?algorithm=rejection&repeats=200", "*/*", True),
        ("/v1/decks/standard/shuffle/batch?algorithm=rejection&repeats=150", "*/*", False),
        ("/v1/decks/standard/shuffle/batch?algorithm=rejection&repeats=200", "text/plain", False),
        ("/v1/games/bridge/deal/batch?repeats=300", "*/*", True),
        ("/v1/games/bridge/deal/batch?repeats=230", "*/*", False),
        ("/v1/games/bridge/deal/batch?repeats=300", "text/plain", False),
        ("/v1/decks/standard/deal/batch?hands=10&cards=5&repeats=1000", "*/*", True),
        ("/v1/decks/standard/deal/batch?hands=10&cards=5&repeats=800", "*/*", False),
        (f"/v1/integers/batch?max={HUGE_RANGE}&count=1&repeats=2500", "*/*", True),
        (f"/v1/integers/batch?max={HUGE_RANGE}&count=1&repeats=2000", "*/*", False),
        ("/v1/bingo/strips/batch?repeats=30", "*/*", True),
        ("/v1/bingo/strips/batch?repeats=20", "*/*", False),
    ],
)
def test_a_request_is_large_by_the_items_that_it_holds_in_memory_and_by_its_work(
    client: FlaskClient, path: str, accept: str, is_large: bool
) -> None:
    release = get_services(client).large.acquire()
    assert client.get(path, headers={"Accept": accept}, buffered=True).status_code == (503 if is_large else 200)
    release()
    assert client.get(path, headers={"Accept": accept}, buffered=True).status_code == 200


@pytest.mark.parametrize(("decks", "status"), [(8, 200), (100, 503)])
def test_a_search_in_a_large_shoe_takes_a_slot(client: FlaskClient, decks: int, status: int) -> None:
    where = {"hand": "1", "points": {"A": 1}, "min": 0}
    for game in ("blackjack", "baccarat"):
        body = {"decks": decks, "where": where | ({"hand": "player"} if game == "baccarat" else {})}
        release = get_services(client).large.acquire()
        assert client.post(f"/v1/games/{game}/deal", json=body, buffered=True).status_code == status
        release()
        assert client.post(f"/v1/games/{game}/deal", json=body, buffered=True).status_code == 200


@pytest.mark.parametrize(("length", "status"), [(LARGE, 200), (LARGE + 1, 503)])
def test_a_large_body_takes_a_slot(client: FlaskClient, length: int, status: int) -> None:
    get_services(client).large.acquire()
    response = client.post("/v1/items/shuffle", data=b'{"items": [1]}'.ljust(length), headers=JSON)
    assert response.status_code == status


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/items/shuffle", b"[".ljust(LARGE + 1)),
        ("/v1/items/shuffle", b'{"items": [1], "seed": ""}'.ljust(LARGE + 1)),
        ("/v1/items/shuffle", b'{"items": [%s]}' % b",".join([b"1"] * (LARGE + 1))),  # large in both ways
    ],
    ids=["malformed", "refused", "a large response to a large body"],
)
def test_a_refused_request_and_one_that_is_large_twice_release_their_slot(
    client: FlaskClient, path: str, body: bytes
) -> None:
    for _ in range(2):
        client.post(path, data=body, headers=JSON, buffered=True)
    get_services(client).large.acquire()


HAND = ["6H", "7H", "8H", "AH", "2D", "KD"]
OMAHA = {"game": "omaha", "board": ["AC", "2C", "3C", "4S", "5C"], "independent": True}


def verify_random_slot(client: FlaskClient, n: int) -> JsonRequest:
    response = client.get(f"/v1/integers?max={n}&algorithm=random_slot&count=1&seed=42", buffered=True)
    return "/v1/verify", json_object(response)


def draw_sealed(client: FlaskClient, size: int, count: int) -> JsonRequest:
    opened = json_object(client.post("/v1/shoes", json={"max": size}))
    return "/v1/shoes/draw", {"shoe": opened["shoe"], "count": count}


def verify_sealed(client: FlaskClient, size: int) -> JsonRequest:
    path, draw = draw_sealed(client, size, 1)
    drawn = json_object(client.post(path, json=draw, buffered=True))
    revealed = json_object(client.post("/v1/shoes/reveal", json={"shoe": drawn["shoe"]}))
    return "/v1/verify", {"receipt": revealed["receipt"], "seen": [drawn["seen"]]}


def verify_draws(client: FlaskClient, count: int) -> JsonRequest:
    """Return the check of a receipt that counts no draw, with many that must be made again to say so."""
    path, body = verify_sealed(client, 2)
    return path, body | {"seen": [body["seen"][0] | {"draw": number} for number in range(1, count + 1)]}


def verify_cards(client: FlaskClient, count: int) -> JsonRequest:
    path, body = verify_sealed(client, 10_000)
    return path, body | {"seen": [{"integers": [None] * (count // 4)}] * 4}


@pytest.mark.parametrize(
    ("build", "arguments", "is_large"),
    [
        (verify_random_slot, (LARGE // 8,), True),
        (verify_random_slot, (1_000,), False),
        (draw_sealed, (LARGE, 1), True),
        (draw_sealed, (LARGE - 200, 1), False),
        (verify_sealed, (LARGE,), True),
        (verify_sealed, (LARGE - 600,), False),
        (verify_draws, (350,), True),
        (verify_draws, (200,), False),
        (verify_cards, (17_000,), True),
        (verify_cards, (14_000,), False),
        (lambda _, count: ("/v1/hands/rank", OMAHA | {"hands": [HAND] * count}), (437,), True),
        (lambda _, count: ("/v1/hands/rank", OMAHA | {"hands": [HAND] * count}), (436,), False),
    ],
)
def test_a_small_body_that_asks_for_much_work_takes_a_slot(
    client: FlaskClient, build: Callable[..., JsonRequest], arguments: tuple[int, ...], is_large: bool
) -> None:
    path, body = build(client, *arguments)
    release = get_services(client).large.acquire()
    assert client.post(path, json=body, buffered=True).status_code == (503 if is_large else 200)
    release()
    assert client.post(path, json=body, buffered=True).status_code == 200


def test_a_304_needs_no_slot(client: FlaskClient) -> None:
    path = f"{integers(LARGE + 1)}&seed=42"
    with client.get(path) as response:
        etag = response.headers["ETag"]
    get_services(client).large.acquire()
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    assert client.get(path).status_code == 503


def test_a_head_request_releases_its_slot(client: FlaskClient) -> None:
    assert [client.head(integers(LARGE + 1), buffered=True).status_code for _ in range(2)] == [200, 200]

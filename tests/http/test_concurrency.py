"""Slots for large requests and long streams: how many are served at a time, and when a slot is free again."""

from contextlib import suppress
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from benchmarks.limits.hostile import RULES
from service.app import OutOfMemory, create_app
from service.http.concurrency import LARGE, SharedSlots
from service.http.problems import Busy
from service.http.services import Services
from service.settings import Settings
from service.wsgi_keys import LOOK
from tests.forked import run_forked
from tests.http.spec import check_response, hold, json_object
from tests.tables import for_each

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


def test_a_slot_is_free_again_when_it_was_released() -> None:
    slots = SharedSlots(2, "Two are at work.", 3)
    releases = [slots.acquire() for _ in range(2)]
    with pytest.raises(Busy, match=r"Two are at work\. Try again in 3 seconds"):
        slots.acquire()
    for release in releases:
        release()
    assert [slots.acquire() for _ in range(2)]


def test_slots_are_shared_with_processes_that_are_forked_since_they_were_opened() -> (
    None
):
    """As each worker opens the slots of streams anew, before it forks processes, none refuses those of another."""
    slots = SharedSlots(1, "One is at work.", 3)
    release = slots.acquire()

    def acquire() -> bool:
        with suppress(Busy):
            slots.acquire()
            return True
        return False

    def reopen_and_acquire() -> bool:
        slots.reopen()
        return acquire() and run_forked(lambda: not acquire())

    assert not run_forked(acquire)
    assert run_forked(reopen_and_acquire)
    release()
    assert run_forked(acquire)


def test_a_third_long_stream_is_refused_while_two_are_being_sent(
    client: FlaskClient,
) -> None:
    streams = [start_stream(client) for _ in range(2)]
    assert [stream.status_code for stream in streams] == [200, 200]
    assert_busy(start_stream(client), "5")
    assert_busy(client.get(f"{DICE}&repeats={LONG}", headers=TEXT), "5")
    streams[0].close()  # as when its client hangs up
    assert start_stream(client).status_code == 200
    assert_busy(start_stream(client), "5")


def test_the_next_search_may_come_before_the_last_response_was_sent_to_its_end(
    client: FlaskClient,
) -> None:
    search = {
        "seed": "guide",
        "where": {"hand": "east", "cards": ["1m", "9m", "1p", "9p"], "min": 4},
    }
    responses = [
        client.post("/v1/games/riichi/deal", json=search, buffered=False)
        for _ in range(2)
    ]
    assert [response.status_code for response in responses] == [200, 200]


def test_a_stream_of_draws_that_may_fail_is_long_however_few_they_are(
    client: FlaskClient,
) -> None:
    kind, body = RULES["20 rounds met"]
    path = f"/v1/items/{kind}"
    streams = get_services(client).streams
    with hold(streams), hold(streams):
        assert_busy(
            client.post(f"{path}/batch", json={**body, "repeats": 2}, headers=NDJSON),
            "5",
        )
        assert (
            client.post(f"{path}/batch", json={**body, "repeats": 2}).status_code == 200
        )
        assert client.post(path, json=body).status_code == 200
    assert (
        client.post(
            f"{path}/batch", json={**body, "repeats": 2}, headers=NDJSON
        ).status_code
        == 200
    )


def test_a_long_stream_that_was_sent_to_its_end_leaves_its_slot(
    client: FlaskClient,
) -> None:
    for _ in range(3):
        stream = start_stream(client)
        assert sum(part.count(b"\n") for part in stream.iter_encoded()) == LONG


def test_while_long_streams_are_sent_all_other_requests_are_answered(
    client: FlaskClient,
) -> None:
    streams = [start_stream(client) for _ in range(2)]
    assert [start_stream(client, LONG - 1).status_code for _ in range(4)] == [200] * 4
    assert client.get(f"{DICE}&repeats={LONG - 1}", headers=TEXT).status_code == 200
    assert (
        client.get(
            "/v1/decks/standard/shuffle/batch?repeats=100", headers=NDJSON
        ).status_code
        == 200
    )
    assert client.get("/v1/decks/standard/shuffle", headers=TEXT).status_code == 200
    assert (
        client.get(f"{DICE}&repeats={LONG}", buffered=True).status_code == 200
    )  # JSON: large, but no stream
    assert_busy(start_stream(client), "5")
    assert [stream.status_code for stream in streams] == [200, 200]


def test_a_stream_of_few_items_that_takes_many_draws_is_long(
    client: FlaskClient,
) -> None:
    path = f"/v1/integers/batch?max={LARGE - 100}&count=1&algorithm=durstenfeld"
    streams = [
        client.get(f"{path}&repeats=2", headers=NDJSON, buffered=False)
        for _ in range(2)
    ]
    assert [stream.status_code for stream in streams] == [200, 200]
    assert_busy(client.get(f"{path}&repeats=2", headers=NDJSON), "5")
    assert (
        client.get(f"{path}&repeats=1", headers=NDJSON, buffered=True).status_code
        == 200
    )


def test_neither_head_nor_304_nor_a_refusal_keeps_a_slot_of_a_stream(
    client: FlaskClient,
) -> None:
    path = f"{DICE}&repeats={LONG}&seed=42"
    with client.get(path, headers=NDJSON, buffered=False) as stream:
        etag = stream.headers["ETag"]
    for _ in range(3):
        assert client.head(path, headers=NDJSON, buffered=True).status_code == 200
        assert (
            client.get(path, headers={**NDJSON, "If-None-Match": etag}).status_code
            == 304
        )
        assert client.get(f"{DICE}&repeats={2**40}", headers=NDJSON).status_code == 422
    streams = [start_stream(client) for _ in range(2)]
    assert [stream.status_code for stream in streams] == [200, 200]


def integers(count: int) -> str:
    return f"/v1/integers?max={count}"


def test_while_a_large_response_is_sent_another_is_refused_and_a_small_one_is_not(
    client: FlaskClient,
) -> None:
    first = client.get(integers(LARGE + 1), buffered=False)
    assert_busy(client.get(integers(LARGE + 1)), "2")
    assert client.get(integers(LARGE)).status_code == 200
    first.close()
    assert client.get(integers(LARGE + 1)).status_code == 200


@for_each(
    ("path", "accept", "small", "large"),
    [
        (f"/v1/integers?max={HUGE_RANGE}&count={{}}", "text/plain", 5, LARGE + 1),
        (
            "/v1/integers?max={}&count=1&algorithm=durstenfeld",
            "*/*",
            LARGE // 2,
            2 * LARGE,
        ),
        (f"/v1/integers?max={LARGE + 1}&count={{}}", "*/*", 5, LARGE + 1),
        (f"{DICE}&repeats={{}}", "*/*", LONG - 1, LONG),
        (f"{DICE}&repeats={{}}", "application/x-ndjson", LARGE, None),
        (
            "/v1/integers/batch?max=6&replacement=true&count={}&repeats=2",
            "application/x-ndjson",
            2,
            LARGE + 1,
        ),
        ("/v1/integers?max={}&algorithm=random_slot&count=1", "*/*", LARGE, LARGE + 1),
        (
            "/v1/integers?max={}&algorithm=riffle&passes=1&count=1",
            "*/*",
            LARGE,
            LARGE + 1,
        ),
        ("/v1/integers?max=2048&algorithm=faro&passes={}", "*/*", 1_000, None),
        (
            "/v1/decks/standard/shuffle/batch?repeats={}",
            "*/*",
            LARGE // 52,
            LARGE // 52 + 1,
        ),
        (
            "/v1/decks/standard/shuffle/batch?repeats={}",
            "text/plain",
            LARGE // 52 + 1,
            None,
        ),
        (
            "/v1/decks/standard/shuffle/batch?count=1&algorithm=durstenfeld&repeats={}",
            "*/*",
            3_000,
            None,
        ),
        ("/v1/decks/mahjong?decks={}", "*/*", 40, 50),
    ],
)
def test_a_request_is_large_by_the_items_that_it_holds_in_memory(
    client: FlaskClient, path: str, accept: str, small: int, large: int | None
) -> None:
    for number, status in ((small, 200), (large, 503)):
        if number is not None:
            check_slot(
                client, status, "GET", path.format(number), headers={"Accept": accept}
            )


def check_slot(
    client: FlaskClient, status: int, method: str, path: str, **options: Any
) -> None:
    """Check the status of a response while the only slot is taken; it is 200 when the slot is free."""
    release = get_services(client).large.acquire()
    assert (
        client.open(path, method=method, buffered=True, **options).status_code == status
    )
    release()
    assert client.open(path, method=method, buffered=True, **options).status_code == 200


@for_each(("decks", "status"), [(8, 200), (100, 503)])
def test_a_search_in_a_large_shoe_takes_a_slot(
    client: FlaskClient, decks: int, status: int
) -> None:
    where = {"hand": "1", "points": {"A": 1}, "min": 0}
    for game in ("blackjack", "baccarat"):
        body = {
            "decks": decks,
            "where": where | ({"hand": "player"} if game == "baccarat" else {}),
        }
        check_slot(client, status, "POST", f"/v1/games/{game}/deal", json=body)


@pytest.mark.parametrize(("length", "status"), [(LARGE, 200), (LARGE + 1, 503)])
def test_a_large_body_takes_a_slot(
    client: FlaskClient, length: int, status: int
) -> None:
    get_services(client).large.acquire()
    response = client.post(
        "/v1/items/shuffle", data=b'{"items": [1]}'.ljust(length), headers=JSON
    )
    assert response.status_code == status


def test_a_complete_small_response_releases_the_slot_before_it_is_sent(
    client: FlaskClient,
) -> None:
    for body, status in ((b"[", 400), (b'{"items": [1]}', 200)):
        responses = [
            client.post(
                "/v1/items/shuffle",
                data=body.ljust(LARGE + 1),
                headers=JSON,
                buffered=False,
            )
            for _ in range(2)
        ]
        assert [response.status_code for response in responses] == [status] * 2


def test_a_refused_request_and_a_large_response_to_a_large_body_release_their_slot(
    client: FlaskClient,
) -> None:
    for body in (
        b"[",
        b'{"items": [1], "seed": ""}',
        b'{"items": [%s]}' % b",".join([b"1"] * (LARGE + 1)),
    ):
        for _ in range(2):
            client.post(
                "/v1/items/shuffle",
                data=body.ljust(LARGE + 1),
                headers=JSON,
                buffered=True,
            )
        get_services(client).large.acquire()()


def verify_random_slot(client: FlaskClient, n: int) -> JsonRequest:
    response = client.get(
        f"/v1/integers?max={n}&algorithm=random_slot&count=1&seed=42", buffered=True
    )
    return "/v1/verify", json_object(response)


def test_a_small_body_that_asks_for_many_items_takes_a_slot(
    client: FlaskClient,
) -> None:
    for number, status in ((LARGE, 200), (LARGE + 1, 503)):
        path, body = verify_random_slot(client, number)
        check_slot(client, status, "POST", path, json=body)


def test_a_304_needs_no_slot(client: FlaskClient) -> None:
    path = f"{integers(LARGE + 1)}&seed=42"
    with client.get(path) as response:
        etag = response.headers["ETag"]
    get_services(client).large.acquire()
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    assert client.get(path).status_code == 503


def test_a_head_request_releases_its_slot(client: FlaskClient) -> None:
    assert [
        client.head(integers(LARGE + 1), buffered=True).status_code for _ in range(2)
    ] == [200, 200]


def test_a_process_without_memory_makes_no_response() -> None:
    app = create_app(Settings())

    @app.get("/needs-memory")
    def needs_memory() -> str:
        raise MemoryError

    client = app.test_client()
    assert client.get("/needs-memory").status_code == 500
    with pytest.raises(OutOfMemory):
        client.get("/needs-memory", environ_overrides={LOOK: lambda: None})

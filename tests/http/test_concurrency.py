"""Slots for large requests and long streams: how many are served at a time, and when a slot is free again."""

from contextlib import suppress
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from benchmarks.limits.hostile import RULES
from service.app import OutOfMemory, create_app
from service.http import concurrency
from service.http.concurrency import LARGE, SharedSlots
from service.http.problems import Busy
from service.settings import Settings
from service.wsgi_keys import LOOK
from tests.forked import run_forked
from tests.http.spec import check_response, get_services, hold, json_object
from tests.tables import for_each

JSON = {"Content-Type": "application/json"}
NDJSON = {"Accept": "application/x-ndjson"}
TEXT = {"Accept": "text/plain"}
DICE = "/v1/integers/batch?max=6&replacement=true&count=2"
LONG = LARGE // 2 + 1  # repeats of two dice
HUGE_RANGE = 2**53 - 1
INTEGERS = "/v1/integers"
SHUFFLE = "/v1/decks/standard/shuffle"
ITEMS = "/v1/items/shuffle"


@pytest.fixture
def client() -> FlaskClient:
    """Return a client of a service that sends two long streams and one large response at a time."""
    return create_app(Settings(max_streams=2, max_large=1)).test_client()


def start_stream(client: FlaskClient, repeats: int = LONG) -> TestResponse:
    """Request a stream and read only its beginning."""
    return client.get(f"{DICE}&repeats={repeats}", headers=NDJSON, buffered=False)


def assert_served(*responses: TestResponse) -> None:
    """Raise `AssertionError` unless all responses are 200, also those that are still being sent."""
    for response in responses:
        assert response.status_code == 200


def assert_busy(response: TestResponse, retry_after: str) -> None:
    check_response(response)
    assert response.status_code == 503
    assert response.headers["Retry-After"] == retry_after
    problem = json_object(response)
    assert problem["type"] == "/v1/problems/busy"
    assert f"in {retry_after} seconds" in problem["detail"]


def test_a_slot_is_free_again_when_it_was_released() -> None:
    slots = SharedSlots(2, "Two are at work.", 3)
    releases = [slots.acquire(), slots.acquire()]
    with pytest.raises(Busy, match=r"Two are at work\. Try again in 3 seconds"):
        slots.acquire()
    for release in releases:
        release()
    slots.acquire()
    slots.acquire()


def test_a_request_returns_its_memory_before_its_slot_is_free(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next request may begin in another process as soon as the slot is free."""
    large = get_services(client).large
    trimmed = []

    def trim_heap() -> None:
        with pytest.raises(Busy):
            large.acquire()
        trimmed.append(True)

    monkeypatch.setattr(concurrency, "trim_heap", trim_heap)
    response = client.get(f"{INTEGERS}?max={HUGE_RANGE}&count={LARGE + 1}")
    assert not trimmed
    response.get_data()
    assert trimmed == [True]
    with hold(large):
        pass


def test_slots_are_shared_with_processes_forked_since_they_were_opened() -> None:
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
    first = start_stream(client)
    second = start_stream(client)
    assert_served(first, second)
    assert_busy(start_stream(client), "5")
    assert_busy(client.get(f"{DICE}&repeats={LONG}", headers=TEXT), "5")
    first.close()  # as when its client hangs up
    third = start_stream(client)
    assert_served(third)
    assert_busy(start_stream(client), "5")


def test_the_next_search_may_come_before_the_last_response_was_sent_to_its_end(
    client: FlaskClient,
) -> None:
    where = {"hand": "east", "cards": ["1m", "9m", "1p", "9p"], "min": 4}
    search = {"seed": "guide", "where": where}
    last = client.post("/v1/games/riichi/deal", json=search, buffered=False)
    after = client.post("/v1/games/riichi/deal", json=search, buffered=False)
    assert_served(last, after)


def test_a_stream_of_draws_that_may_fail_is_long_however_few_they_are(
    client: FlaskClient,
) -> None:
    kind, body = RULES["20 rounds met"]
    path = f"/v1/items/{kind}"
    batch = dict(body) | {"repeats": 2}
    streams = get_services(client).streams
    with hold(streams), hold(streams):
        assert_busy(client.post(f"{path}/batch", json=batch, headers=NDJSON), "5")
        assert_served(client.post(f"{path}/batch", json=batch))
        assert_served(client.post(path, json=body))
    assert_served(client.post(f"{path}/batch", json=batch, headers=NDJSON))


def test_a_long_stream_that_was_sent_to_its_end_leaves_its_slot(
    client: FlaskClient,
) -> None:
    for _ in range(3):
        stream = start_stream(client)
        lines = [part.count(b"\n") for part in stream.iter_encoded()]
        assert sum(lines) == LONG


def test_while_long_streams_are_sent_all_other_requests_are_answered(
    client: FlaskClient,
) -> None:
    streams = [start_stream(client), start_stream(client)]
    shorter = [start_stream(client, LONG - 1) for _ in range(4)]
    assert_served(*shorter)
    assert_served(client.get(f"{DICE}&repeats={LONG - 1}", headers=TEXT))
    assert_served(client.get(f"{SHUFFLE}/batch?repeats=100", headers=NDJSON))
    assert_served(client.get(SHUFFLE, headers=TEXT))
    # JSON: large, but no stream.
    assert_served(client.get(f"{DICE}&repeats={LONG}", buffered=True))
    assert_busy(start_stream(client), "5")
    assert_served(*streams)


def test_a_stream_of_few_items_that_takes_many_draws_is_long(
    client: FlaskClient,
) -> None:
    path = f"{INTEGERS}/batch?max={LARGE - 100}&count=1&algorithm=durstenfeld"
    twice = f"{path}&repeats=2"
    first = client.get(twice, headers=NDJSON, buffered=False)
    second = client.get(twice, headers=NDJSON, buffered=False)
    assert_served(first, second)
    assert_busy(client.get(twice, headers=NDJSON), "5")
    assert_served(client.get(f"{path}&repeats=1", headers=NDJSON, buffered=True))


def test_neither_head_nor_304_nor_a_refusal_keeps_a_slot_of_a_stream(
    client: FlaskClient,
) -> None:
    path = f"{DICE}&repeats={LONG}&seed=42"
    with client.get(path, headers=NDJSON, buffered=False) as stream:
        etag = stream.headers["ETag"]
    known = NDJSON | {"If-None-Match": etag}
    for _ in range(3):
        assert_served(client.head(path, headers=NDJSON, buffered=True))
        assert client.get(path, headers=known).status_code == 304
        refused = client.get(f"{DICE}&repeats={2**40}", headers=NDJSON)
        assert refused.status_code == 422
    assert_served(start_stream(client), start_stream(client))


def integers(count: int) -> str:
    return f"{INTEGERS}?max={count}"


def test_while_a_large_response_is_sent_another_is_refused_and_a_small_one_is_not(
    client: FlaskClient,
) -> None:
    first = client.get(integers(LARGE + 1), buffered=False)
    assert_busy(client.get(integers(LARGE + 1)), "2")
    assert_served(client.get(integers(LARGE)))
    first.close()
    assert_served(client.get(integers(LARGE + 1)))


OF_A_HUGE_RANGE = f"{INTEGERS}?max={HUGE_RANGE}&count={{}}"
OF_A_LARGE_RANGE = f"{INTEGERS}?max={LARGE + 1}&count={{}}"
DENSE = f"{INTEGERS}?max={{}}&count=1&algorithm=durstenfeld"
SPARSE = f"{INTEGERS}?max={{}}&algorithm=random_slot&count=1"
RIFFLE = f"{INTEGERS}?max={{}}&algorithm=riffle&passes=1&count=1"
FARO = f"{INTEGERS}?max=2048&algorithm=faro&passes={{}}"
TWO_ROWS = f"{INTEGERS}/batch?max=6&replacement=true&count={{}}&repeats=2"
ROWS = f"{DICE}&repeats={{}}"
SHUFFLES = f"{SHUFFLE}/batch?repeats={{}}"
FIRST_CARDS = f"{SHUFFLE}/batch?count=1&algorithm=durstenfeld&repeats={{}}"
SHUFFLES_IN_MEMORY = LARGE // 52


@for_each(
    ("path", "headers", "small", "large"),
    [
        (OF_A_HUGE_RANGE, TEXT, 5, LARGE + 1),
        (DENSE, {}, LARGE // 2, 2 * LARGE),
        (OF_A_LARGE_RANGE, {}, 5, LARGE + 1),
        (ROWS, {}, LONG - 1, LONG),
        (ROWS, NDJSON, LARGE, None),
        (TWO_ROWS, NDJSON, 2, LARGE + 1),
        (SPARSE, {}, LARGE, LARGE + 1),
        (RIFFLE, {}, LARGE, LARGE + 1),
        (FARO, {}, 1_000, None),
        (SHUFFLES, {}, SHUFFLES_IN_MEMORY, SHUFFLES_IN_MEMORY + 1),
        (SHUFFLES, TEXT, SHUFFLES_IN_MEMORY + 1, None),
        (FIRST_CARDS, {}, 3_000, None),
        ("/v1/decks/mahjong?decks={}", {}, 40, 50),
    ],
)
def test_a_request_is_large_by_the_items_that_it_holds_in_memory(
    client: FlaskClient,
    path: str,
    headers: dict[str, str],
    small: int,
    large: int | None,
) -> None:
    check_slot(client, 200, "GET", path.format(small), headers=headers)
    if large is not None:
        check_slot(client, 503, "GET", path.format(large), headers=headers)


def check_slot(
    client: FlaskClient, status: int, method: str, path: str, **options: Any
) -> None:
    """Check the status of a response while the only slot is taken; it is 200 when the slot is free."""
    with hold(get_services(client).large):
        response = client.open(path, method=method, buffered=True, **options)
        assert response.status_code == status
    assert_served(client.open(path, method=method, buffered=True, **options))


@for_each(("decks", "status"), [(8, 200), (100, 503)])
@for_each(("game", "hand"), [("blackjack", "1"), ("baccarat", "player")])
def test_a_search_in_a_large_shoe_takes_a_slot(
    client: FlaskClient, decks: int, status: int, game: str, hand: str
) -> None:
    where = {"hand": hand, "points": {"A": 1}, "min": 0}
    body = {"decks": decks, "where": where}
    check_slot(client, status, "POST", f"/v1/games/{game}/deal", json=body)


def post_items(client: FlaskClient, body: bytes, **options: Any) -> TestResponse:
    return client.post(ITEMS, data=body, headers=JSON, **options)


@pytest.mark.parametrize(("length", "status"), [(LARGE, 200), (LARGE + 1, 503)])
def test_a_large_body_takes_a_slot(
    client: FlaskClient, length: int, status: int
) -> None:
    get_services(client).large.acquire()
    response = post_items(client, b'{"items": [1]}'.ljust(length))
    assert response.status_code == status


@for_each(("body", "status"), [(b"[", 400), (b'{"items": [1]}', 200)])
def test_a_complete_small_response_releases_the_slot_before_it_is_sent(
    client: FlaskClient, body: bytes, status: int
) -> None:
    large = body.ljust(LARGE + 1)
    first = post_items(client, large, buffered=False)
    second = post_items(client, large, buffered=False)
    assert first.status_code == status
    assert second.status_code == status


MANY_ITEMS = b'{"items": [%s]}' % b",".join([b"1"] * (LARGE + 1))


@for_each("body", [b"[", b'{"items": [1], "seed": ""}', MANY_ITEMS])
def test_a_refused_request_and_a_large_response_to_a_large_body_release_their_slot(
    client: FlaskClient, body: bytes
) -> None:
    large = body.ljust(LARGE + 1)
    post_items(client, large, buffered=True)
    post_items(client, large, buffered=True)
    with hold(get_services(client).large):
        pass


@for_each(("number", "status"), [(LARGE, 200), (LARGE + 1, 503)])
def test_a_small_body_that_asks_for_many_items_takes_a_slot(
    client: FlaskClient, number: int, status: int
) -> None:
    drawn = client.get(f"{SPARSE.format(number)}&seed=42", buffered=True)
    body = json_object(drawn)
    check_slot(client, status, "POST", "/v1/verify", json=body)


def test_a_304_needs_no_slot(client: FlaskClient) -> None:
    path = f"{integers(LARGE + 1)}&seed=42"
    with client.get(path) as response:
        etag = response.headers["ETag"]
    get_services(client).large.acquire()
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    assert client.get(path).status_code == 503


def test_a_head_request_releases_its_slot(client: FlaskClient) -> None:
    for _ in range(2):
        assert_served(client.head(integers(LARGE + 1), buffered=True))


def test_a_process_without_memory_makes_no_response() -> None:
    app = create_app(Settings())

    @app.get("/needs-memory")
    def needs_memory() -> str:
        raise MemoryError

    client = app.test_client()
    assert client.get("/needs-memory").status_code == 500
    with pytest.raises(OutOfMemory):
        client.get("/needs-memory", environ_overrides={LOOK: lambda: None})

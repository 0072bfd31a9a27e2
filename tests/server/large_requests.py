"""The requests with the largest responses and bodies."""

from tests.server.client import JSON, NDJSON, Request

HUGE = f"/v1/integers?max={2**53 - 1}&count=1000000"
PACKS = "/v1/decks/standard/shuffle/batch?repeats=19230&notation=name"
OBJECTS = b'{"items":[%s]}' % b",".join([b"{}"] * 349_000)
LARGEST = {
    "integers of a huge range": Request(HUGE),
    "the same as text": Request(HUGE, headers={"Accept": "text/plain"}),
    "lines of them": Request(
        HUGE.replace("?", "/batch?") + "&repeats=2", headers=NDJSON
    ),
    "packs": Request(PACKS),
    "a body of objects": Request("/v1/items/shuffle", "POST", OBJECTS, JSON),
}

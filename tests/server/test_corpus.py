"""The corpus against a live service: no 500, the expected status, and a response that is valid by its schema."""

import socket

from tests.api.spec import check_against_spec
from tests.server.client import Response, connect, read_response
from tests.server.corpus import Entry
from tests.server.corpus.bodies import BODIES, METHODS
from tests.server.corpus.headers import HEADERS
from tests.server.corpus.queries import PATHS, QUERIES
from tests.server.corpus.tokens import CODES, RECEIPTS, TOKENS
from tests.tables import for_each

TABLES = {
    "query": QUERIES,
    "path": PATHS,
    "body": BODIES,
    "method": METHODS,
    "header": HEADERS,
    "card": CODES,
    "token": TOKENS,
    "receipt": RECEIPTS,
}
CORPUS = {f"{kind}: {entry.why}": entry for kind, table in TABLES.items() for entry in table}


def send_entry(base: str, entry: Entry) -> Response:
    """Send the bytes of an entry unchanged, and return the response."""
    with connect(base) as connection:
        connection.sendall(entry.raw)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return read_response(connection)


def test_no_two_entries_have_the_same_name() -> None:
    assert len(CORPUS) == sum(map(len, TABLES.values()))


@for_each("entry", CORPUS.values(), ids=CORPUS)
def test_every_entry_gets_the_documented_response(live: str, entry: Entry) -> None:
    response = send_entry(live, entry)
    assert response.status == entry.status, response.body[:500]
    check_against_spec(
        entry.verb, entry.path.partition("?")[0], response.status, response.headers.get_content_type(), response.body
    )

"""The corpus, asked of a live service: no 500, the status that each deserves, and an answer within its schema."""

import socket

import pytest

from tests.api.spec import SPEC, held
from tests.server.client import Response, connect, read_response
from tests.server.corpus import Nasty
from tests.server.corpus.bodies import BODIES, METHODS
from tests.server.corpus.headers import HEADERS
from tests.server.corpus.queries import PATHS, QUERIES
from tests.server.corpus.tokens import CODES, RECEIPTS, TOKENS

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
CORPUS = {f"{kind}: {nasty.why}": nasty for kind, table in TABLES.items() for nasty in table}
PROBLEM = SPEC["components"]["schemas"]["Problem"]


def asked(base: str, nasty: Nasty) -> Response:
    """The answer, read as it was written: nothing here puts right what is sent."""
    with connect(base) as connection:
        connection.sendall(nasty.raw)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return read_response(connection)


def test_no_two_entries_say_the_same() -> None:
    assert len(CORPUS) == sum(map(len, TABLES.values()))


@pytest.mark.parametrize("nasty", CORPUS.values(), ids=CORPUS)
def test_whatever_is_asked_is_answered_or_refused_as_documented(live: str, nasty: Nasty) -> None:
    answer = asked(live, nasty)
    assert answer.status == nasty.status, answer.body[:500]
    held(nasty.verb, nasty.path.partition("?")[0], answer.status, answer.headers.get_content_type(), answer.body)

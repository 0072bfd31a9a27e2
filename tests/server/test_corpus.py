"""Send the corpus to a live service: no response is a 500, each has the expected status and is valid by its schema."""

from tests.http.spec import check_against_spec
from tests.server.client import send_raw
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
CORPUS = {
    f"{kind}: {entry.name}": entry for kind, table in TABLES.items() for entry in table
}


assert len(CORPUS) == sum(map(len, TABLES.values())), "two entries have the same name"


@for_each("entry", CORPUS.values(), ids=CORPUS)
def test_every_entry_gets_the_documented_response(live: str, entry: Entry) -> None:
    response = send_raw(live, entry.raw)
    assert response.status == entry.status, response.body[:500]
    media_type = response.headers.get_content_type()
    check_against_spec(
        entry.verb,
        entry.path.partition("?")[0],
        response.status,
        media_type,
        response.body,
    )

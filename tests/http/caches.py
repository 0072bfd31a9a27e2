"""What fills the caches of http and of the application (tests/caches.py)."""

from flask.testing import FlaskClient

from service.cards.endpoint import DeckShuffleRequest
from service.http.query_parsing import validate_query
from service.http.request_context import route_label
from service.http.results.result_types import NumberResults
from tests.caches import get_all
from tests.cards.caches import exclude
from tests.http.spec import OPERATIONS


def send_bodies(client: FlaskClient) -> None:
    shapes = [f"{length}={length}={length}=x" for length in range(14)]
    body = {
        "hands": 4,
        "cards": 13,
        "decks": 2,
        "where": {"hand": 1, "shape": shapes},
        "max_candidates": 1,
    }
    for number in range(40):
        sent = body | {"burn": number}
        response = client.post("/v1/decks/standard/deal", json=sent)
        assert response.status_code == 200


def validate_parameters(_: FlaskClient) -> None:
    schema = DeckShuffleRequest()
    for number in range(104):
        codes = ",".join(exclude(number, 18 - number // 52))
        validate_query(schema, f"exclude={codes}".encode())


def get_paths(client: FlaskClient) -> None:
    for number in range(50):
        client.get(f"/nowhere/{number:x>50}")


def get_documents(client: FlaskClient) -> None:
    names = [operation["operationId"] for _, _, operation in OPERATIONS]
    for count in range(len(names) - 8, len(names)):
        listed = ",".join(names[:count])
        get_all(client, [f"/openapi.json?examples=true&operations={listed}"])


def label_routes(_: FlaskClient) -> None:
    for number in range(200):
        route_label(f"/{number:099}/<name>")


def write_npy_headers(_: FlaskClient) -> None:
    for number in range(99):
        NumberResults(2**40).npy_header(number, number)


CONSTANT = {
    "service.operations.openapi._whole",
    "service.replay.draw_endpoints._describe_endpoint",
    "service.http.schemas.response_schemas.schema_from_dataclass",
}
FILLS = {
    "service.app.Application._make_adapter": get_paths,
    "service.http.draw_cache.DrawCache": send_bodies,
    "service.operations.openapi._select": get_documents,
    "service.http.query_parsing._validate_pair": validate_parameters,
    "service.http.request_context.route_label": label_routes,
    "service.http.results.result_types._write_npy_header": write_npy_headers,
}

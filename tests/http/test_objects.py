"""The objects of a response are bounded, as each takes the memory of twenty items while it is written."""

from typing import Any

from flask.testing import FlaskClient

from service.settings import Settings
from tests.http.spec import check_refusal
from tests.tables import for_each

MOST = Settings().max_items // 21
"""The most objects of one item each."""

ITEMS = [0] * MOST
ARMS = [{"name": "a"}, {"name": "b"}]


@for_each(
    ("path", "field", "rules"),
    [
        ("/v1/items/groups", "groups", {"groups": MOST + 1}),
        ("/v1/items/groups", "group_size", {"group_size": 1}),
        ("/v1/items/pairs", "items", {}),
        ("/v1/items/allocate", "items", {"arms": ARMS, "block_sizes": [2]}),
        ("/v1/items/deal", "hands", {"hands": MOST + 1, "cards": 1}),
    ],
)
def test_too_many_objects_are_refused(
    client: FlaskClient, path: str, field: str, rules: dict[str, Any]
) -> None:
    body = rules | {"items": [*ITEMS, 0]}
    errors = check_refusal(client.post(path, json=body))
    assert "counts as 20;" in errors[field]


def test_tens_of_thousands_of_groups_are_drawn(client: FlaskClient) -> None:
    body = {"items": ITEMS, "groups": MOST}
    response = client.post("/v1/items/groups", json=body)
    assert response.status_code == 200

"""Items are drawn by their weights, one by default, within the limits of the operator."""

from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.http.spec import check_batch, check_refusal, post
from tests.tables import for_each

PATH = "/v1/items/draw"
LOOT: dict[str, Any] = {
    "items": ["common", "rare", {"epic": None}],
    "weights": [70, 25, 5],
    "replacement": True,
    "seed": "chest",
}


def get_errors(client: FlaskClient, **body: Any) -> dict[str, str]:
    """Return the sentences that refuse a draw, by field."""
    return check_refusal(client.post(PATH, json=body))


def test_one_item_is_drawn_by_default(client: FlaskClient) -> None:
    drawn = post(client, PATH, items=["a", "b"], weights=None)
    assert drawn["count"] == 1
    assert drawn["replacement"] is False
    assert drawn["algorithm"] is None
    assert "weights" not in drawn
    [index] = drawn["indices"]
    assert drawn["items"] == [["a", "b"][index]]


def test_an_item_without_weight_is_never_drawn(client: FlaskClient) -> None:
    one_weight = {"items": ["a", "b", "c"], "weights": [0, 1, 0]}
    drawn = post(client, PATH, **one_weight, count=50, replacement=True)
    assert drawn["items"] == ["b"] * 50
    assert drawn["draws"] == 0
    three_weights = {"items": ["a", "b", "c", "d"], "weights": [3, 0, 1, 2]}
    drawn = post(client, PATH, **three_weights, count=3)
    assert sorted(drawn["items"]) == ["a", "c", "d"]


@for_each("replacement", [True, False])
def test_a_batch_has_the_results_of_successive_indices(
    client: FlaskClient, replacement: bool
) -> None:
    body = LOOT | {"count": 3, "replacement": replacement}
    batch = post(client, f"{PATH}/batch", **body, index=5, repeats=20)
    singles = [post(client, PATH, **body, index=index) for index in range(5, 25)]
    check_batch(batch, singles, ("items", "indices"))


def test_text_has_the_items_of_a_result_in_a_line(client: FlaskClient) -> None:
    body = LOOT | {"count": 2, "seed": "e", "index": 3}
    response = client.post(PATH, json=body, headers={"Accept": "text/plain"})
    items = post(client, PATH, **body)["items"]
    texts = [item if isinstance(item, str) else '{"epic":null}' for item in items]
    assert response.text.split() == texts


def test_large_items_are_not_drawn_again_and_again(client: FlaskClient) -> None:
    items = ["x" * 99_998, "y"]
    sentence = (
        "81 draws of items of up to 100,000 bytes may take 8,100,000 bytes; "
        "the limit here is 8,000,000 (8 for each item of the operator's MAX_ITEMS)."
    )
    errors = get_errors(client, items=items, count=81, replacement=True)
    assert errors == {"count": sentence}
    drawn = post(client, PATH, items=items, count=80, replacement=True)
    assert len(drawn["items"]) == 80


def test_more_items_than_the_operator_allows_are_refused() -> None:
    client = create_app(Settings(max_shuffled=3, max_items=5)).test_client()
    long_list = get_errors(client, items=[1, 2, 3, 4])
    assert "MAX_SHUFFLED" in long_list["items"]
    many_draws = get_errors(client, items=[1, 2, 3], count=6, replacement=True)
    assert "MAX_ITEMS" in many_draws["count"]

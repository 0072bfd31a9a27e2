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
}
TABLE: dict[str, Any] = {**LOOT, "count": 9, "replacement": True, "seed": "chest"}


def get_errors(client: FlaskClient, **body: Any) -> dict[str, str]:
    return check_refusal(client.post(PATH, json=body))


def test_one_item_is_drawn_by_default(client: FlaskClient) -> None:
    drawn = post(client, PATH, items=["a", "b"], weights=None)
    assert (
        drawn["count"],
        drawn["replacement"],
        drawn["algorithm"],
        "weights" in drawn,
    ) == (1, False, None, False)
    assert drawn["items"] == [["a", "b"][drawn["indices"][0]]]


def test_an_item_without_weight_is_never_drawn(client: FlaskClient) -> None:
    drawn = post(
        client, PATH, items=list("abc"), weights=[0, 1, 0], count=50, replacement=True
    )
    assert (drawn["items"], drawn["draws"]) == (["b"] * 50, 0)
    drawn = post(client, PATH, items=list("abcd"), weights=[3, 0, 1, 2], count=3)
    assert sorted(drawn["items"]) == ["a", "c", "d"]


@for_each("replacement", [True, False])
def test_a_batch_has_the_results_of_successive_indices(
    client: FlaskClient, replacement: bool
) -> None:
    body = {**TABLE, "count": 3, "replacement": replacement}
    batch = post(client, f"{PATH}/batch", **body, index=5, repeats=20)
    check_batch(
        batch,
        [post(client, PATH, **body, index=5 + i) for i in range(20)],
        ("items", "indices"),
    )


def test_text_has_the_items_of_a_result_in_a_line(client: FlaskClient) -> None:
    text = client.post(
        PATH,
        json={**TABLE, "count": 2, "seed": "e", "index": 3},
        headers={"Accept": "text/plain"},
    ).text
    items = post(client, PATH, **{**TABLE, "count": 2, "seed": "e", "index": 3})[
        "items"
    ]
    assert text.split() == [
        item if isinstance(item, str) else '{"epic":null}' for item in items
    ]


def test_large_items_are_not_drawn_again_and_again(client: FlaskClient) -> None:
    items = ["x" * 99_998, "y"]
    assert get_errors(client, items=items, count=81, replacement=True) == {
        "count": "81 draws of items of up to 100,000 bytes may take 8,100,000 bytes; the limit here is 8,000,000 "
        "(8 for each item of the operator's MAX_ITEMS)."
    }
    assert (
        len(post(client, PATH, items=items, count=80, replacement=True)["items"]) == 80
    )


def test_more_items_than_the_operator_allows_are_refused() -> None:
    client = create_app(Settings(max_shuffled=3, max_items=5)).test_client()
    assert "MAX_SHUFFLED" in get_errors(client, items=[1, 2, 3, 4])["items"]
    assert (
        "MAX_ITEMS"
        in get_errors(client, items=[1, 2, 3], count=6, replacement=True)["count"]
    )

"""/v1/algorithms lists every shuffle, names one default, and describes each."""

from flask.testing import FlaskClient

from service.core.shuffles.registry import SHUFFLES
from tests.http.spec import get
from tests.tables import for_each


def test_the_list_has_all_shuffles_and_one_default(client: FlaskClient) -> None:
    records = get(client, "/v1/algorithms")["algorithms"]
    assert [record["name"] for record in records] == list(SHUFFLES)
    [default] = (record for record in records if record["default"])
    assert default["name"] == "fisher_yates"


@for_each("name", SHUFFLES)
def test_each_shuffle_is_described(client: FlaskClient, name: str) -> None:
    record = get(client, f"/v1/algorithms/{name}")
    assert record in get(client, "/v1/algorithms")["algorithms"]
    sizes = SHUFFLES[name].sizes
    assert record.get("max_items") == sizes.most
    assert record.get("multiple_of", 1) == sizes.step

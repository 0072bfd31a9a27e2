"""The type of a problem is a link to its meaning."""

from flask.testing import FlaskClient

from service.http.problems import PROBLEMS
from tests.http.spec import get, json_object
from tests.tables import for_each

every_type = for_each("name", PROBLEMS)


@every_type
def test_the_type_of_a_problem_is_a_link_to_its_meaning(
    client: FlaskClient, name: str
) -> None:
    record = get(client, f"/v1/problems/{name}")
    assert (record["status"], record["title"]) == (
        PROBLEMS[name].status,
        PROBLEMS[name].title,
    )
    assert record["meaning"] == PROBLEMS[name].meaning
    assert record in get(client, "/v1/problems")["problems"]


def test_the_type_of_a_problem_includes_the_base_path(client: FlaskClient) -> None:
    problem = json_object(
        client.get("/v1/decks/nope", environ_overrides={"SCRIPT_NAME": "/cards"})
    )
    assert problem["type"] == "/cards/v1/problems/unknown-name"

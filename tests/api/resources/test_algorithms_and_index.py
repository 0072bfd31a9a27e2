"""The list of algorithms, the index, the problem types and liveness."""

import pytest
from flask.testing import FlaskClient

from service.api.http.problems import PROBLEMS
from service.core.shuffles.catalogue import SHUFFLES
from tests.api.spec import SPEC, get, json_object


def test_the_list_has_all_shuffles_and_one_default(client: FlaskClient) -> None:
    records = get(client, "/v1/algorithms")["algorithms"]
    assert [record["name"] for record in records] == list(SHUFFLES)
    assert [record["name"] for record in records if record["default"]] == ["fisher_yates"]


@pytest.mark.parametrize("name", SHUFFLES)
def test_each_shuffle_is_described(client: FlaskClient, name: str) -> None:
    assert get(client, f"/v1/algorithms/{name}") in get(client, "/v1/algorithms")["algorithms"]


def test_expected_draws_of_rejection_are_listed_for_a_pack(client: FlaskClient) -> None:
    examples = get(client, "/v1/algorithms/rejection")["expected_draws"]["examples"]
    assert {"n": 52, "draws": 235.98} in examples


def test_the_index_lists_every_documented_path_with_a_summary_of_each_method(client: FlaskClient) -> None:
    index = get(client, "/")
    assert {endpoint["path"]: endpoint["methods"] for endpoint in index["endpoints"]} == {
        path: {method.upper(): item[method]["summary"] for method in ("get", "post") if method in item}
        for path, item in SPEC["paths"].items()
    }


def test_the_index_distinguishes_the_methods_of_a_path_and_batches_from_single_results(client: FlaskClient) -> None:
    methods = {endpoint["path"]: endpoint["methods"] for endpoint in get(client, "/")["endpoints"]}
    assert methods["/v1/verify"]["GET"].startswith("List the schemes")
    assert methods["/v1/verify"]["POST"].startswith("Check a response")
    assert methods["/v1/games/{game}/deal"]["GET"] == "Deal a game as its players deal it."
    for path, summaries in methods.items():
        assert all(
            summary.endswith(" Many results in one response.") is path.endswith("/batch")
            for summary in summaries.values()
        )
        assert all("\n" not in summary for summary in summaries.values())


def test_a_live_process_reports_itself_live(client: FlaskClient) -> None:
    assert get(client, "/livez") == {"status": "live"}


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_type_of_a_problem_is_a_link_to_its_meaning(client: FlaskClient, name: str) -> None:
    assert get(client, f"/v1/problems/{name}")["meaning"] == PROBLEMS[name].meaning
    assert get(client, f"/v1/problems/{name}") in get(client, "/v1/problems")["problems"]


def test_links_include_the_base_path(client: FlaskClient) -> None:
    proxied = {"SCRIPT_NAME": "/cards"}
    assert json_object(client.get("/", environ_overrides=proxied))["openapi"] == "/cards/openapi.yaml"
    problem = json_object(client.get("/v1/decks/nope", environ_overrides=proxied))
    assert problem["type"] == "/cards/v1/problems/unknown-name"

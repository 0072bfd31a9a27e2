"""The index lists every operation below the base path, and a live process says that it is live."""

from flask.testing import FlaskClient

from tests.http.spec import SPEC, get, json_object

Summaries = dict[str, str]


def get_summaries(client: FlaskClient) -> dict[str, Summaries]:
    """Return what the index says of each path: a summary for each of its methods."""
    endpoints = get(client, "/")["endpoints"]
    return {endpoint["path"]: endpoint["methods"] for endpoint in endpoints}


def test_the_index_lists_every_documented_path_with_a_summary_of_each_method(
    client: FlaskClient,
) -> None:
    summaries = get_summaries(client)
    assert summaries.keys() == SPEC["paths"].keys()
    for path, item in SPEC["paths"].items():
        methods = item.keys() & {"get", "post"}
        assert summaries[path].keys() == {method.upper() for method in methods}
        for method in methods:
            summary = summaries[path][method.upper()]
            assert item[method]["description"].startswith(summary)


def test_the_index_distinguishes_the_methods_of_a_path_and_batches_from_single_results(
    client: FlaskClient,
) -> None:
    summaries = get_summaries(client)
    assert summaries["/v1/verify"]["GET"].startswith("List the schemes")
    assert summaries["/v1/verify"]["POST"].startswith("Check a result")
    deal = summaries["/v1/games/{game}/deal"]["GET"]
    assert deal == "Deal a game as its players deal it."
    for path, methods in summaries.items():
        for summary in methods.values():
            is_of_many = summary.endswith(" Many results in one response.")
            assert is_of_many is path.endswith("/batch")
            assert "\n" not in summary


def test_a_live_process_reports_itself_live(client: FlaskClient) -> None:
    assert get(client, "/livez") == {"status": "live"}


def test_the_links_of_the_index_include_the_base_path(client: FlaskClient) -> None:
    index = json_object(client.get("/", environ_overrides={"SCRIPT_NAME": "/cards"}))
    assert index["openapi"] == "/cards/openapi.yaml"

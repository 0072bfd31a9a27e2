from flask.testing import FlaskClient

from tests.http.spec import SPEC, get, json_object


def test_the_index_lists_every_documented_path_with_a_summary_of_each_method(
    client: FlaskClient,
) -> None:
    summaries = {
        endpoint["path"]: endpoint["methods"]
        for endpoint in get(client, "/")["endpoints"]
    }
    paths = SPEC["paths"].items()
    methods = {
        path: {method.upper() for method in item.keys() & {"get", "post"}}
        for path, item in paths
    }
    assert {path: summary.keys() for path, summary in summaries.items()} == methods
    for path, item in SPEC["paths"].items():
        for method, summary in summaries[path].items():
            assert item[method.lower()]["description"].startswith(summary)


def test_the_index_distinguishes_the_methods_of_a_path_and_batches_from_single_results(
    client: FlaskClient,
) -> None:
    methods = {
        endpoint["path"]: endpoint["methods"]
        for endpoint in get(client, "/")["endpoints"]
    }
    assert methods["/v1/verify"]["GET"].startswith("List the schemes")
    assert methods["/v1/verify"]["POST"].startswith("Check a result")
    assert (
        methods["/v1/games/{game}/deal"]["GET"] == "Deal a game as its players deal it."
    )
    for path, summaries in methods.items():
        assert all(
            summary.endswith(" Many results in one response.")
            is path.endswith("/batch")
            for summary in summaries.values()
        )
        assert all("\n" not in summary for summary in summaries.values())


def test_a_live_process_reports_itself_live(client: FlaskClient) -> None:
    assert get(client, "/livez") == {"status": "live"}


def test_the_links_of_the_index_include_the_base_path(client: FlaskClient) -> None:
    index = json_object(client.get("/", environ_overrides={"SCRIPT_NAME": "/cards"}))
    assert index["openapi"] == "/cards/openapi.yaml"

"""The OpenAPI document is true and complete."""

import gzip
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.http.responses import OPENAPI
from tests.api.spec import OPERATIONS, SPEC, check_response, json_object
from tools import openapi

RANDOM_MEMBERS = {"/v1/shoes": ("shoe", "commitment"), "/v1/shoes/draw": ("shoe",), "/v1/shoes/reveal": ("shoe",)}

FILES = (".csv", ".svg", "/metrics")
"""Paths whose only response is a file, without an example in the document."""

every_operation = pytest.mark.parametrize(
    ("path", "method", "operation"), OPERATIONS, ids=[operation["operationId"] for _, _, operation in OPERATIONS]
)


def test_the_document_is_up_to_date() -> None:
    assert OPENAPI.read_text() == openapi.document(), "run: make generate"


def test_every_route_is_documented(client: FlaskClient) -> None:
    routes = [rule for rule in client.application.url_map.iter_rules() if not rule.endpoint.startswith("pages.")]
    assert {re.sub(r"<(.*?)>", r"{\1}", route.rule) for route in routes} == set(SPEC["paths"])


def test_operation_ids_are_unique() -> None:
    ids = [operation["operationId"] for _, _, operation in OPERATIONS]
    assert len(ids) == len(set(ids))


@every_operation
def test_every_operation_has_a_summary_and_an_example(path: str, method: str, operation: dict[str, Any]) -> None:
    assert operation["summary"]
    content = operation["responses"]["200"]["content"]
    if not path.startswith("/openapi") and not path.endswith(FILES):
        assert content["application/json"]["example"]


@every_operation
def test_every_operation_lists_its_problems(path: str, method: str, operation: dict[str, Any]) -> None:
    if path.startswith("/openapi"):
        return
    expected = {"400", "401", "414", "422", "429", "431", "500", "503"}
    expected |= {"404"} if "{" in path else set()
    expected |= {"413", "415"} if method == "post" else set()
    takes_seed = (
        re.search("shuffle|deal|poker/draw|integers|verify|bias", path) and operation["operationId"] != "list_schemes"
    )
    expected |= {"403"} if takes_seed else set()
    expected |= {"409"} if path == "/v1/shoes/draw" else set()
    expected |= {"404"} if path == "/metrics" else set()
    assert expected == {status for status in operation["responses"] if status >= "400"}


@every_operation
def test_every_get_that_draws_has_a_post_with_the_same_parameters(
    path: str, method: str, operation: dict[str, Any]
) -> None:
    names = {parameter["name"] for parameter in operation.get("parameters", [])}
    if "seed" in names:
        body = SPEC["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        schema = SPEC["components"]["schemas"][body.rsplit("/", 1)[1]]
        assert set(schema["properties"]) == names
        assert schema["additionalProperties"] is False


@every_operation
def test_the_example_of_a_body_has_the_example_of_a_response(
    examples: FlaskClient, path: str, method: str, operation: dict[str, Any]
) -> None:
    """Only members that are random differ from the example, and have its length."""
    if method == "post" and not path.endswith(FILES):
        methods = SPEC["paths"][path]
        for parameter in methods.get("parameters", []):
            path = path.replace(f"{{{parameter['name']}}}", parameter["example"])
        example = operation["requestBody"]["content"]["application/json"]["example"]
        example_response = operation["responses"]["200"]["content"]["application/json"]["example"]
        body = json_object(check_response(examples.post(path, json=example)))
        for name in RANDOM_MEMBERS.get(path, ()):
            assert len(body.pop(name)) == len(example_response[name])
        assert body == {
            name: value for name, value in example_response.items() if name not in RANDOM_MEMBERS.get(path, ())
        }


@pytest.mark.parametrize("name", sorted(SPEC["components"]["responses"]))
def test_every_problem_has_a_real_example(name: str) -> None:
    if name.startswith("Problem"):
        content = SPEC["components"]["responses"][name]["content"]["application/problem+json"]
        assert content["example"]["status"] == int(name.removeprefix("Problem"))


def test_the_document_is_served_as_yaml_and_as_json(client: FlaskClient) -> None:
    assert client.get("/openapi.yaml").data == OPENAPI.read_bytes()
    assert client.get("/openapi.json").json == SPEC


def test_the_document_is_compressed_if_the_client_accepts_it(client: FlaskClient) -> None:
    plain = client.get("/openapi.json")
    compressed = client.get("/openapi.json", headers={"Accept-Encoding": "gzip"})
    assert (compressed.headers["Content-Encoding"], compressed.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(compressed.data) == plain.data
    assert len(compressed.data) < len(plain.data) / 5
    assert compressed.headers["ETag"] != plain.headers["ETag"]

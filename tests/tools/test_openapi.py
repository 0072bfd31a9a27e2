"""The OpenAPI document is true and complete."""

import gzip
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.http.responses import OPENAPI
from tests.api.spec import OPERATIONS, SPEC, check_response, json_object
from tools import openapi

FRESH = {"/v1/shoes": ("shoe", "commitment"), "/v1/shoes/draw": ("shoe",), "/v1/shoes/reveal": ("shoe",)}

FILES = (".csv", ".svg", "/metrics")
"""What is answered as a file alone, of which the document shows no example."""

every_operation = pytest.mark.parametrize(
    ("path", "method", "operation"), OPERATIONS, ids=[operation["operationId"] for _, _, operation in OPERATIONS]
)


def test_the_document_is_what_the_schemas_say() -> None:
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
def test_every_operation_says_how_it_can_fail(path: str, method: str, operation: dict[str, Any]) -> None:
    if path.startswith("/openapi"):
        return
    expected = {"400", "401", "414", "422", "429", "431", "500", "503"}
    expected |= {"404"} if "{" in path else set()
    expected |= {"413", "415"} if method == "post" else set()
    seeded = (
        re.search("shuffle|deal|poker/draw|integers|verify|bias", path) and operation["operationId"] != "list_schemes"
    )
    expected |= {"403"} if seeded else set()
    expected |= {"409"} if path == "/v1/shoes/draw" else set()
    expected |= {"404"} if path == "/metrics" else set()
    assert expected == {status for status in operation["responses"] if status >= "400"}


@every_operation
def test_every_get_that_shuffles_has_its_post_twin(path: str, method: str, operation: dict[str, Any]) -> None:
    names = {parameter["name"] for parameter in operation.get("parameters", [])}
    if "seed" in names:
        body = SPEC["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        schema = SPEC["components"]["schemas"][body.rsplit("/", 1)[1]]
        assert set(schema["properties"]) == names
        assert schema["additionalProperties"] is False


@every_operation
def test_the_examples_of_bodies_are_answered_as_shown(
    examples: FlaskClient, path: str, method: str, operation: dict[str, Any]
) -> None:
    """But for what is different every time, which is shown as it was one time."""
    if method == "post" and not path.endswith(FILES):
        item = SPEC["paths"][path]
        for parameter in item.get("parameters", []):
            path = path.replace(f"{{{parameter['name']}}}", parameter["example"])
        example = operation["requestBody"]["content"]["application/json"]["example"]
        shown = operation["responses"]["200"]["content"]["application/json"]["example"]
        answered = json_object(check_response(examples.post(path, json=example)))
        for name in FRESH.get(path, ()):
            assert len(answered.pop(name)) == len(shown[name])
        assert answered == {name: value for name, value in shown.items() if name not in FRESH.get(path, ())}


@pytest.mark.parametrize("name", sorted(SPEC["components"]["responses"]))
def test_every_problem_has_a_real_example(name: str) -> None:
    if name.startswith("Problem"):
        content = SPEC["components"]["responses"][name]["content"]["application/problem+json"]
        assert content["example"]["status"] == int(name.removeprefix("Problem"))


def test_both_forms_of_the_document_are_served(client: FlaskClient) -> None:
    assert client.get("/openapi.yaml").data == OPENAPI.read_bytes()
    assert client.get("/openapi.json").json == SPEC


def test_the_document_is_sent_compressed_to_those_who_take_it(client: FlaskClient) -> None:
    plain = client.get("/openapi.json")
    packed = client.get("/openapi.json", headers={"Accept-Encoding": "gzip"})
    assert (packed.headers["Content-Encoding"], packed.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 5
    assert packed.headers["ETag"] != plain.headers["ETag"]

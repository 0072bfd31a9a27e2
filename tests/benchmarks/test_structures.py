"""The structures that a worker is watched with: of every operation, and of every member of its request."""

import re
from collections.abc import Iterator

import pytest
import yaml
from flask.testing import FlaskClient

from benchmarks.limits.structures import Attacks, Sizes
from benchmarks.limits.values import MAX_BYTES, Components
from tests.conftest import ROOT
from tests.tables import sample
from tools.openapi.examples import example_client

SMALL = Sizes(body=1_500, integer=100)


@pytest.fixture(scope="module")
def documented() -> FlaskClient:
    return example_client()


@pytest.fixture(scope="module")
def attacks(documented: FlaskClient) -> Attacks:
    return Attacks(documented.get("/openapi.json?examples=true").get_json(), SMALL)


def iterate_members() -> Iterator[tuple[str, str]]:
    """Yield the names of each operation of openapi.yaml and of each member of its request, as attacks write them."""
    document = yaml.safe_load((ROOT / "openapi.yaml").read_text())
    resolve = Components(document).resolve
    for operation in (
        operation
        for methods in document["paths"].values()
        for operation in methods.values()
    ):
        for parameter in map(resolve, operation.get("parameters", ())):
            yield operation["operationId"], f"{parameter['in']} {parameter['name']}"
        for content in operation.get("requestBody", {}).get("content", {}).values():
            for member in resolve(content["schema"])["properties"]:
                yield operation["operationId"], f".{member}"


def test_every_operation_and_each_member_of_its_request_is_attacked(
    attacks: Attacks,
) -> None:
    attacked = {
        (name, "".join(re.findall(r"^(?:path |query |\.)\w+", attack.member)))
        for name in attacks.list_operations()
        for attack in attacks.list(name)
    }
    missing = set(iterate_members()) - attacked
    assert not missing
    assert {name for name, _ in attacked} == set(attacks.list_operations())


@pytest.mark.sampled
def test_no_structure_is_an_internal_error(
    documented: FlaskClient, attacks: Attacks
) -> None:
    requests = [
        attack for name in attacks.list_operations() for attack in attacks.list(name)
    ]
    for attack in sample(requests, 40):
        headers = {"Content-Type": "application/json"}
        with documented.open(
            attack.path, method=attack.method, data=attack.body, headers=headers
        ) as response:
            assert response.status_code < 500 or response.status_code == 503, (
                attack.title,
                response.data,
            )


def test_structures_fill_a_body_and_are_accepted(documented: FlaskClient) -> None:
    """Not refused as too long, or as no JSON; but for those that are made so."""
    attacks = Attacks(documented.get("/openapi.json?examples=true").get_json())
    bodies = [
        attack.body
        for attack in attacks.list("draw_strip_post")
        if attack.body and attack.member
    ]
    assert MAX_BYTES * 0.98 < max(map(len, bodies)) <= MAX_BYTES

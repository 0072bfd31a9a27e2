"""The structures that a worker is watched with: of every operation, and of every member of its request."""

import re
from collections.abc import Iterator

import pytest
import yaml
from flask.testing import FlaskClient

from benchmarks.limits.structures import Attack, Attacks, Sizes
from benchmarks.limits.values import MAX_BYTES, Components
from tests.tables import sample
from tools.files import ROOT
from tools.openapi.examples import example_client

SMALL = Sizes(body=1_500, integer=100)


@pytest.fixture(scope="module")
def documented() -> FlaskClient:
    """A client of an application that accepts the tokens of the document's examples."""
    return example_client()


@pytest.fixture(scope="module")
def attacks(documented: FlaskClient) -> Attacks:
    """The structures for every operation, of small sizes."""
    return Attacks(documented.get("/openapi.json?examples=true").get_json(), SMALL)


def iterate_members() -> Iterator[tuple[str, str]]:
    """Yield the names of each operation of openapi.yaml and of each member of its request, as attacks write them."""
    document = yaml.safe_load((ROOT / "openapi.yaml").read_text())
    resolve = Components(document).resolve
    for methods in document["paths"].values():
        for operation in methods.values():
            name = operation["operationId"]
            for parameter in map(resolve, operation.get("parameters", ())):
                yield name, f"{parameter['in']} {parameter['name']}"
            body = operation.get("requestBody", {})
            for content in body.get("content", {}).values():
                for member in resolve(content["schema"])["properties"]:
                    yield name, f".{member}"


def test_every_operation_and_each_member_of_its_request_is_attacked(
    attacks: Attacks,
) -> None:
    attacked = set()
    for name in attacks.list_operations():
        requests = list(attacks.list(name))
        assert requests != [], name
        for attack in requests:
            member = re.match(r"(?:path |query |\.)\w+", attack.member)
            if member:
                attacked.add((name, member[0]))
    missing = set(iterate_members()) - attacked
    assert not missing


@pytest.mark.sampled
def test_no_structure_is_an_internal_error(
    documented: FlaskClient, attacks: Attacks
) -> None:
    requests: list[Attack] = []
    for name in attacks.list_operations():
        requests += attacks.list(name)
    headers = {"Content-Type": "application/json"}
    failed = []
    for attack in sample(requests, 40):
        with documented.open(
            attack.path, method=attack.method, data=attack.body, headers=headers
        ) as response:
            status = response.status_code
        if status >= 500 and status != 503:
            failed.append(attack.title)
    assert failed == []


def test_structures_fill_a_body_and_are_accepted(documented: FlaskClient) -> None:
    """Not refused as too long, or as no JSON; but for those that are made so."""
    attacks = Attacks(documented.get("/openapi.json?examples=true").get_json())
    longest = max(
        len(attack.body)
        for attack in attacks.list("draw_strip_post")
        if attack.body and attack.member
    )
    assert MAX_BYTES * 0.98 < longest <= MAX_BYTES

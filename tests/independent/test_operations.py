"""The independent implementation derives every operation that draws, or a document names the operation."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.blueprints import BLUEPRINTS
from service.core.crypto.keys import VrfKey
from service.http.blueprint import Operation
from service.replay.draw_endpoints import list_draw_endpoints
from service.settings import Settings
from tests.http.draw_operations import list_parameter_requests
from tests.http.spec import OPERATIONS as SPEC_OPERATIONS
from tests.http.spec import json_object, post
from tests.independent.derived_rules import DERIVED_RULES
from tests.independent.verifier import run_verifier
from tests.tables import for_each
from tools.url_rules import fill_rule

pytestmark = pytest.mark.node

UNDERIVED_RULES = [
    rule for rule in list_draw_endpoints(BLUEPRINTS) if rule not in DERIVED_RULES
]
"""The rules of the others, whose responses it leaves unchecked: docs/definitions/verify.md names them."""

OPERATIONS = {
    operation.name: operation
    for blueprint in BLUEPRINTS
    for operation in blueprint.operations
}
KEY = VrfKey.from_base64url("A" * 43)
TERMS = {"key": KEY.kid, "game": "table 7", "round": 1, "players": ["k3v9"]}
UNPROVED = {"draw_video_poker"}
"""The operations whose responses have the proof of another one, of the deal before."""
CLIENT = create_app(Settings(vrf_keys=(KEY,))).test_client()
VERIFY_LINK = {"$ref": "#/components/links/Verify"}


def list_drawing_operations() -> list[str]:
    """Return the names of the operations with a link to /v1/verify in their responses."""
    return [
        operation["operationId"]
        for _, _, operation in SPEC_OPERATIONS
        if operation["responses"]["200"].get("links", {}).get("Verify") == VERIFY_LINK
    ]


def draw(client: FlaskClient, operation: Operation) -> Any:
    """Return the response to the example of an operation, with a list of the caller's beside it."""
    assert operation.example
    path = fill_rule(operation.rule, operation.example.path)
    arguments = {"seed": "42"} | dict(operation.example.arguments)
    if operation.method == "GET":
        response = client.get(path, query_string=arguments)
    else:
        response = client.post(path, json=arguments)
    assert response.status_code == 200, response.data
    return json_object(response) | original_items(arguments)


def original_items(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the list of a request as it goes beside its response; nothing if there is none."""
    return {"original_items": arguments["items"]} if "items" in arguments else {}


def fill_underived(text: str) -> str:
    """Return docs/definitions/verify.md with the paths of responses that are not derived."""
    paths = " and ".join(f"`{path}`" for path in sorted(UNDERIVED_RULES))
    more = f", and leaves the responses of {paths} unchecked" if paths else ""
    text, count = re.subn(
        r"(?<=, seeded or not).*?(?=\. It names)", lambda _: more, text, flags=re.DOTALL
    )
    assert count == 1
    return text


def test_every_operation_that_draws_is_derived_or_unchecked(
    client: FlaskClient,
) -> None:
    operations = [OPERATIONS[name] for name in list_drawing_operations()]
    responses = [draw(client, operation) for operation in operations]
    results = run_verifier("lines", responses)
    unknown = set()
    for operation, result in zip(operations, results, strict=True):
        assert "refused" not in result, operation.name
        assert result["valid"] is not False, (operation.name, result)
        if "request" in result.get("unchecked", ()):
            unknown.add(operation.rule)
    batches = [f"{rule}/batch" for rule in UNDERIVED_RULES]
    assert unknown == {*UNDERIVED_RULES, *batches}


@for_each("origin", [{"seed": "42"}, {"prove": TERMS}], ids=lambda origin: str(*origin))
def test_every_parameter_of_an_endpoint_that_is_derived_is_known(
    origin: dict[str, Any],
) -> None:
    responses = []
    for request in list_parameter_requests():
        is_proved = request.operation.name not in UNPROVED
        if request.operation.rule not in DERIVED_RULES or "seed" not in request.body:
            continue
        if is_proved or "seed" in origin:
            body = dict(request.body)
            del body["seed"]
            response = post(CLIENT, request.path, **body, **origin)
            responses.append(response | original_items(request.body))
    results = run_verifier("lines", responses)
    unknown = [
        (response["request"], result)
        for response, result in zip(responses, results, strict=True)
        if not is_known(result)
    ]
    assert not unknown, (
        "verify.mjs does not derive these responses as the service does. If it says `not known here`, run `make "
        "generate`, which writes verify/endpoints/endpoint_table.mjs. A parameter that it lacks goes into `fields` "
        "and `defaults` of the endpoint in verify/requests/endpoints.mjs or the module that its entry names, and one "
        "that a proof does not name into `unnamed`. If items of a caller's list differ, the endpoint lacks `places`, "
        "or it has `showsAll` and its `derive` does not write the items."
    )


def is_known(result: dict[str, Any]) -> bool:
    """Return whether verify.mjs knows the request of a response, and finds no difference."""
    is_wrong = result["valid"] is False or "refused" in result
    return not is_wrong and "request" not in result.get("unchecked", ())

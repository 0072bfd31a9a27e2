"""A request for each media type of each operation, made from the example in the documentation."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from service.blueprints import BLUEPRINTS
from service.deals.board_options import FILES
from service.http.blueprint import Example, Operation
from tests.server.client import JSON, post_json
from tools.url_rules import fill_rule

VRF_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
"""The key of the examples' proofs, the bytes 0 to 31."""

_FORMATS = {file.media_type: name for name, file in FILES.items()}


@dataclass(frozen=True)
class ExampleRequest:
    """A request for a media type. A service with `VRF_KEY` responds to it with 200."""

    operation: str
    media_type: str
    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes | None


def list_requests(base: str) -> Iterator[ExampleRequest]:
    """Yield the requests to the service at `base`, in the order of the document."""
    shoe = post_json(base, "/v1/shoes", deck="standard")["shoe"]
    shoes = {"deal_stage": post_json(base, "/v1/shoes", game="rummy")["shoe"]}
    for blueprint in BLUEPRINTS:
        for operation in blueprint.operations:
            for media_type in operation.content:
                yield _request(operation, media_type, shoes.get(operation.name, shoe))


def _request(operation: Operation, media_type: str, shoe: str) -> ExampleRequest:
    """Return a request with the example's arguments. Replace the token of a shoe: the example's token is of 1970."""
    values = {parameter.name: str(parameter.example) for parameter in operation.path}
    example = operation.example or Example()
    path = values | dict(example.path)
    arguments = dict(example.arguments)
    if media_type in _FORMATS:
        path["game"] = "bridge"
        arguments["format"] = _FORMATS[media_type]
    if "shoe" in arguments:
        arguments["shoe"] = shoe
    target = fill_rule(operation.rule, path)
    headers = {"Accept": media_type}
    body = None
    if operation.method == "POST":
        headers |= JSON
        body = json.dumps(arguments).encode()
    elif arguments:
        target += f"?{urlencode(arguments)}"
    return ExampleRequest(
        operation.name, media_type, operation.method, target, headers, body
    )

"""Clients that are generated from the committed document call a running service, in their own languages' types."""

import json
from typing import Any

import pytest

from tests.clients.clients import CLIENTS, prepare, run
from tests.server.client import fetch

pytestmark = pytest.mark.clients


# One test for all that a client does, so that clients are built at the same time, and each once.
@pytest.mark.long
@pytest.mark.parametrize("name", CLIENTS)
def test_a_generated_client_gets_what_the_service_says(
    service: str, expected: dict[str, Any], name: str
) -> None:
    client = CLIENTS[name]
    folder = prepare(name)
    for command in (*client.generate.split(" && "), *client.compile):
        run(command, folder)

    called = json.loads(run(client.call, folder, BASE_URL=service))
    assert len(set(called["shoe"].pop("cards"))) == 5
    assert called == expected

    hand, problem = run(client.example, folder, BASE_URL=service).splitlines()
    assert len(hand.split()) == 2
    refusal = fetch(service, "/v1/games/holdem/deal?players=12").json
    assert problem == f"{refusal['title']} 422"


def test_the_expected_values_are_telling(expected: dict[str, Any]) -> None:
    assert max(expected["integers"]) > 2**32
    assert not {"2S", "2H"} & set(expected["shuffled"])
    assert expected["problem"]["status"] == 422
    assert list(expected["problem"]["errors"]) == ["count"]

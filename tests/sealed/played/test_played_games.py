"""Games are played from sealed shoes to their end, and both implementations find them valid."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.sealed.shoe.tokens import generate_key
from service.settings import Settings
from tests.independent.verifier import run_verifier
from tests.sealed.played import cards, others
from tests.sealed.played.backend import Json, Replica, Replicas
from tests.tables import for_each

Play = Callable[[Replicas], Json]
PLAYS: tuple[Play, ...] = (*cards.PLAYS, *others.PLAYS)


@pytest.fixture(scope="module")
def replicas() -> Replicas:
    settings = Settings(shoe_keys=(generate_key(),))
    return [make_replica(create_app(settings).test_client()) for _ in range(2)]


def make_replica(client: FlaskClient) -> Replica:
    def send(path: str, fields: Json) -> tuple[int, Json]:
        response = client.post(path, json=fields)
        return response.status_code, dict(response.json or {})

    return send


@for_each("play", PLAYS)
def test_a_game_is_played_to_its_end_and_proves_itself(
    replicas: Replicas, play: Play
) -> None:
    assert play(replicas)["seen"]


@pytest.mark.node
def test_the_independent_implementation_finds_every_game_valid(
    replicas: Replicas,
) -> None:
    results = run_verifier("lines", [play(replicas) for play in PLAYS])
    assert [result["valid"] for result in results] == [True] * len(PLAYS), results

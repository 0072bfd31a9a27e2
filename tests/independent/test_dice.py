"""The independent program rolls dice as the service does, by small rolls that this test draws, and refuses the same."""

from random import Random

import pytest
from flask.testing import FlaskClient

from tests.dice.random_rolls import draw_roll
from tests.http.spec import json_object, post
from tests.independent.verifier import run_verifier

pytestmark = pytest.mark.node

PATH = "/v1/dice"
_ROLLS = 300
_SETS = 20
_PARTS = [
    "d",
    "6",
    "d6",
    "4d6",
    "r1",
    "ro<=2",
    "!",
    "kh2",
    "dl",
    ">=3",
    "+",
    "-",
    " ",
    "x(",
    ")",
    "F",
    "%",
    "0",
]


def test_random_rolls_are_derived_and_altered_ones_found(client: FlaskClient) -> None:
    responses = []
    for seed in range(_ROLLS):
        notation = draw_roll(Random(seed)).notation
        body = {"roll": f"{_SETS}x({notation})", "seed": str(seed), "index": seed}
        responses.append(post(client, PATH, **body))
    for response, verdict in zip(
        responses, run_verifier("lines", responses), strict=True
    ):
        assert verdict["valid"] is True, response["request"]
    for response in responses:
        response["sets"][-1]["total"] += 1
    for response, verdict in zip(
        responses, run_verifier("lines", responses), strict=True
    ):
        assert verdict["valid"] is False, response["request"]


def test_random_texts_are_rolled_or_refused_alike(client: FlaskClient) -> None:
    random = Random(1)
    texts = [
        "".join(random.choices(_PARTS, k=random.randint(1, 6))) for _ in range(3_000)
    ]
    requests = [{"path": PATH, "roll": text, "seed": "a"} for text in texts]
    rolled = 0
    for text, answer in zip(texts, run_verifier("answer", requests), strict=True):
        response = client.post(PATH, json={"roll": text, "seed": "a"})
        if response.status_code == 200:
            rolled += 1
            assert answer["sets"] == json_object(response)["sets"], text
        else:
            assert answer["refused"]["where"] == "roll", text
    assert rolled > 100

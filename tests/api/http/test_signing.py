"""Signed answers, verified with another library than the service signs with, from the published keys alone."""

import json
import re
import secrets
import time
import uuid
from typing import Any

import pytest
from flask.testing import FlaskClient
from jwcrypto.jwk import JWKSet
from jwcrypto.jws import JWS, InvalidJWSSignature
from werkzeug.test import TestResponse

from service.api.http.blueprint import Operation
from service.api.resources import BLUEPRINTS
from service.app import create_app
from service.core.crypto.signatures import SigningKey, check_signature
from service.settings import Settings
from tests.api.spec import get, holds, members, post

OLD, NEW = SigningKey.from_base64url(secrets.token_urlsafe(32)), SigningKey.from_base64url(secrets.token_urlsafe(32))
JWKS = "/.well-known/jwks.json"
VERIFY = "/v1/verify"
SHUFFLE = "/v1/decks/standard/shuffle"

DRAWINGS = [
    operation for blueprint in BLUEPRINTS for operation in blueprint.operations if "sign" in operation.schema.fields
]
UNSEEDED = [operation for operation in DRAWINGS if not operation.schema.fields["seed"].required]


def client_of(*keys: SigningKey, **settings: Any) -> FlaskClient:
    return create_app(Settings(signing_keys=keys, **settings)).test_client()


@pytest.fixture(scope="module")
def signing() -> FlaskClient:
    return client_of(NEW)


def opened(client: FlaskClient, receipt: str) -> dict[str, Any]:
    """What the receipt says, once jwcrypto has verified it; raises `InvalidJWSSignature`."""
    published = JWKSet.from_json(client.get(JWKS).text)
    token = JWS.from_jose_token(receipt)
    token.allowed_algs = ["EdDSA"]
    key = published.get_key(token.jose_header["kid"])
    if key is None:
        raise InvalidJWSSignature
    assert token.jose_header == {"alg": "EdDSA", "kid": key.thumbprint(), "typ": "shuffle-and-deal+jwt"}
    token.verify(key)
    payload: dict[str, Any] = json.loads(token.payload)
    return payload


def example(operation: Operation) -> tuple[str, dict[str, Any]]:
    """The path of an operation's example, and its parameters without the seed."""
    assert operation.example
    path = operation.example.path
    asked = {name: value for name, value in operation.example.asked.items() if name != "seed"}
    return re.sub("<(.*?)>", lambda name: path[name[1]], operation.rule), asked


def ask(client: FlaskClient, operation: Operation, **more: Any) -> TestResponse:
    path, asked = example(operation)
    if operation.method == "POST":
        return holds(client.post(path, json=asked | more))
    text = {name: json.dumps(value) if isinstance(value, bool) else value for name, value in more.items()}
    return holds(client.get(path, query_string=asked | text))


def refused(answer: TestResponse, status: int = 422) -> str:
    """What a refusal says of `sign`."""
    assert (answer.status_code, answer.headers["Cache-Control"]) == (status, "no-store")
    [sentence] = members(holds(answer))["errors"]["sign"]
    assert isinstance(sentence, str)
    return sentence


def every(operations: list[Operation]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("operation", operations, ids=[operation.name for operation in operations])


def test_everything_that_draws_can_be_signed() -> None:
    every_drawing = {
        operation.name
        for blueprint in BLUEPRINTS
        for operation in blueprint.operations
        if {"algorithm", "seed"} <= operation.schema.fields.keys()
    }
    assert {operation.name for operation in DRAWINGS} == every_drawing


@every(UNSEEDED)
def test_a_receipt_holds_the_answer_the_request_and_the_time(signing: FlaskClient, operation: Operation) -> None:
    started = int(time.time())
    response = ask(signing, operation, sign=True)
    assert (response.status_code, response.headers["Cache-Control"]) == (200, "no-store")
    assert "ETag" not in response.headers
    answer = members(response)
    assert list(answer)[-1] == "receipt"
    said = opened(signing, answer.pop("receipt"))
    path, asked = example(operation)
    assert list(said) == ["iat", "jti", "request", "answer"]
    assert said["answer"] == answer
    assert list(said["answer"]) == list(answer)
    assert said["request"] == {"method": operation.method, "path": path, "parameters": asked}
    assert started <= said["iat"] <= time.time()
    assert uuid.UUID(said["jti"]).version == 4


@every(UNSEEDED)
def test_what_is_not_to_be_signed_has_no_receipt(signing: FlaskClient, operation: Operation) -> None:
    plain, declined = (members(ask(signing, operation, **sign)) for sign in ({}, {"sign": False}))
    assert "receipt" not in {*plain, *declined}
    assert list(plain) == list(declined)


@every(DRAWINGS)
def test_an_answer_with_a_seed_is_its_own_receipt(signing: FlaskClient, operation: Operation) -> None:
    assert "/v1/verify" in refused(ask(signing, operation, seed="42", sign=True))
    assert ask(signing, operation, seed="42", sign=False).json == ask(signing, operation, seed="42").json


def test_a_numbered_deal_is_its_own_receipt(signing: FlaskClient) -> None:
    assert "deal_number" in refused(signing.get("/v1/games/freecell/deal?deal_number=617&sign=true"))


def test_whoever_has_any_seeded_answer_is_refused_too(signing: FlaskClient) -> None:
    answer = signing.get("/v1/integers?max=6&seed=42&sign=true", headers={"If-None-Match": "*"})
    assert "its own receipt" in refused(answer)


def test_seeds_that_are_off_are_off_for_signed_answers() -> None:
    assert client_of(NEW, allow_seeds=False).get("/v1/integers?max=6&seed=42&sign=true").status_code == 403


@pytest.mark.parametrize("form", ["text/plain", "application/x-ndjson"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_only_json_is_signed(signing: FlaskClient, form: str, method: str) -> None:
    asked = {"max": 6, "repeats": 2, "sign": True}
    said = {"json": asked} if method == "POST" else {"query_string": {**asked, "sign": "true"}}
    answer = signing.open("/v1/integers/batch", method=method, headers={"Accept": form}, **said)
    assert form in refused(answer)


@pytest.mark.parametrize(("form", "media_type"), [("pbn", "application/x-pbn"), ("lin", "text/plain")])
def test_a_file_is_not_signed(signing: FlaskClient, form: str, media_type: str) -> None:
    sentence = refused(signing.get(f"/v1/games/bridge/deal?format={form}&sign=true"))
    assert sentence.startswith("Only JSON answers are signed")


@every(DRAWINGS)
def test_without_keys_the_setting_is_named(client: FlaskClient, operation: Operation) -> None:
    if operation in UNSEEDED:
        assert "SIGNING_KEYS" in refused(ask(client, operation, sign=True))


@pytest.mark.parametrize("value", ["1", "yes", "True", "", "null"])
def test_sign_is_true_or_false_in_a_query(signing: FlaskClient, value: str) -> None:
    assert refused(signing.get(f"/v1/integers?max=6&sign={value}")) == "Must be true or false."


@pytest.mark.parametrize("value", ["true", 1, 0, [], {}])
def test_sign_is_true_or_false_in_a_body(signing: FlaskClient, value: Any) -> None:
    assert refused(signing.post("/v1/integers", json={"max": 6, "sign": value})) == "Must be true or false."


def test_sign_is_given_once(signing: FlaskClient) -> None:
    assert "more than once" in refused(signing.get("/v1/integers?max=6&sign=true&sign=false"))


def test_signed_requests_and_others_like_them_do_not_get_in_each_other_s_way(signing: FlaskClient) -> None:
    answers = [get(signing, SHUFFLE, **asked) for asked in [{}, {"sign": "true"}, {"sign": "false"}] * 3]
    assert ["receipt" in answer for answer in answers] == [False, True, False] * 3
    assert len({tuple(answer["cards"]) for answer in answers}) == 9


def test_no_two_receipts_are_the_same(signing: FlaskClient) -> None:
    receipts = [get(signing, "/v1/integers", max="1", sign="true")["receipt"] for _ in range(10)]
    assert len({opened(signing, receipt)["jti"] for receipt in receipts}) == 10


def test_a_request_stands_in_its_receipt_as_it_was_asked(signing: FlaskClient) -> None:
    answer = get(signing, f"{SHUFFLE}/", exclude="2S,10h", decks="2", notation="name", sign="true")
    assert opened(signing, answer["receipt"])["request"] == {
        "method": "GET",
        "path": f"{SHUFFLE}/",
        "parameters": {"exclude": ["2S", "10h"], "decks": 2, "notation": "name"},
    }


def test_a_list_of_one_s_own_is_signed_as_it_came(signing: FlaskClient) -> None:
    items = [1, 1.0, -0.5, 1e300, 2**64 - 1, "é\u2028\U0001f0a1", None, True, {"b": [], "a": {}}]
    said = opened(signing, post(signing, "/v1/items/shuffle", items=items, sign=True)["receipt"])
    assert json.dumps(said["request"]["parameters"]["items"]) == json.dumps(items)


def test_a_large_answer_is_signed_whole(signing: FlaskClient) -> None:
    answer = get(signing, "/v1/integers", max="6", count="200000", replacement="true", sign="true")
    assert opened(signing, answer.pop("receipt"))["answer"] == answer


def test_an_answer_or_a_receipt_that_was_altered_is_found_out(signing: FlaskClient) -> None:
    answer = get(signing, SHUFFLE, sign="true")
    header, payload, signature = answer["receipt"].split(".")
    other = get(signing, SHUFFLE, sign="true")["receipt"].split(".")[1]
    for altered in (f"{header}.{other}.{signature}", f"{header}.{payload}.{signature[::-1]}"):
        with pytest.raises(InvalidJWSSignature):
            opened(signing, altered)
    answer["cards"][3], answer["cards"][4] = answer["cards"][4], answer["cards"][3]
    assert opened(signing, answer["receipt"])["answer"]["cards"] != answer["cards"]
    found = check_signature(answer["receipt"], answer, [NEW])
    assert found.difference is not None
    assert (found.valid, found.difference.where, found.difference.seen) == (False, "cards[3]", answer["cards"][3])


def test_what_the_service_signs_it_finds_valid(signing: FlaskClient) -> None:
    answer = post(signing, "/v1/games/riichi/deal", sign=True)
    assert check_signature(answer["receipt"], answer, [NEW]).valid is True


def test_the_service_verifies_a_signed_answer_and_a_receipt_alone(signing: FlaskClient) -> None:
    answer = post(signing, "/v1/decks/standard/deal/batch", hands=2, cards=2, repeats=3, sign=True)
    whole, alone = post(signing, VERIFY, **answer), post(signing, VERIFY, receipt=answer["receipt"])
    assert (whole["valid"], whole["checks"]) == (True, {"receipt": True, "answer": True})
    assert (alone["valid"], alone["checks"]) == (True, {"receipt": True})
    said = opened(signing, answer["receipt"])
    derived = {"iat": said["iat"], "jti": said["jti"], "kid": NEW.kid, "request": said["request"]}
    assert whole["derived"] == alone["derived"] == derived


def test_the_service_tells_what_was_altered_in_a_signed_answer(signing: FlaskClient) -> None:
    answer = post(signing, "/v1/decks/standard/deal/batch", hands=2, cards=2, repeats=3, sign=True)
    card, answer["hands"][2][1]["cards"][0] = answer["hands"][2][1]["cards"][0], "XX"
    found = post(signing, VERIFY, **answer)
    assert found["valid"] is False
    assert found["difference"] == {"where": "hands[2][1].cards[0]", "expected": card, "seen": "XX"}


def test_the_deepest_of_lists_is_signed_and_compared_to_its_bottom(signing: FlaskClient) -> None:
    depth = 198  # with the body's object and the list of items all that is read
    deep, other = (json.loads("[" * depth + value + "]" * depth) for value in ("1", "2"))
    answer = post(signing, "/v1/items/shuffle", items=[deep], sign=True)
    found = post(signing, VERIFY, **{**answer, "items": [other]})
    assert found["difference"] == {"where": "items" + "[0]" * (depth + 1), "expected": "1", "seen": "2"}


def test_a_receipt_of_another_service_cannot_be_checked_here(signing: FlaskClient, client: FlaskClient) -> None:
    answer = get(signing, SHUFFLE, sign="true")
    found = post(client, VERIFY, **answer)
    assert (found["valid"], found["checks"], list(found["unchecked"])) == (None, {}, ["receipt", "answer"])
    assert found["unchecked"]["receipt"].endswith("this service has no keys.")


def test_a_receipt_is_verified_also_where_seeds_are_off() -> None:
    strict = client_of(NEW, allow_seeds=False)
    assert post(strict, VERIFY, **get(strict, SHUFFLE, sign="true"))["valid"] is True


def test_the_published_keys_are_public_ones_and_kept_for_an_hour(signing: FlaskClient) -> None:
    answer = holds(signing.get(JWKS))
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    again = signing.get(JWKS, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    [key] = members(answer)["keys"]
    assert key == {"kty": "OKP", "crv": "Ed25519", "x": NEW.public, "kid": NEW.kid, "use": "sig", "alg": "EdDSA"}
    assert not any(key.has_private for key in JWKSet.from_json(answer.text))


def test_without_keys_the_set_is_empty(client: FlaskClient) -> None:
    assert get(client, JWKS) == {"keys": []}


def test_receipts_outlive_a_change_of_keys_until_their_key_is_taken_out() -> None:
    stages = [client_of(OLD), client_of(OLD, NEW), client_of(NEW, OLD), client_of(NEW)]
    receipts = [get(stage, "/v1/integers", max="6", sign="true")["receipt"] for stage in stages]
    assert [JWS.from_jose_token(receipt).jose_header["kid"] for receipt in receipts] == [
        *(OLD.kid, OLD.kid, NEW.kid, NEW.kid)
    ]
    for receipt in receipts:
        for stage in stages[1:3]:
            assert opened(stage, receipt)["request"]["path"] == "/v1/integers"
    for stage, foreign in ((stages[0], receipts[2]), (stages[3], receipts[0])):
        with pytest.raises(InvalidJWSSignature):
            opened(stage, foreign)

"""Every draw can be signed, and a receipt vouches for what nobody can draw again."""

import json
import secrets
import uuid
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient
from jwcrypto.jwk import JWKSet
from jwcrypto.jws import JWS, InvalidJWSSignature
from werkzeug.test import TestResponse

from service.app import create_app
from service.blueprints import BLUEPRINTS
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.http.blueprint import Operation
from service.settings import Settings
from tests.http.draw_operations import DRAW_OPERATIONS, for_each_operation, get_example
from tests.http.spec import check_refusal, check_response, get, json_object, post
from tests.proofs.origins import REQUESTS, Origin
from tests.proofs.signed_receipts import JWKS, NEW, verify_receipt
from tests.tables import for_each

OLD = SigningKey.from_base64url(secrets.token_urlsafe(32))
VERIFY = "/v1/verify"
SHUFFLE = "/v1/decks/standard/shuffle"

UNSEEDED_OPERATIONS = [
    operation for operation in DRAW_OPERATIONS if "held" not in operation.schema.fields
]


def make_client(*keys: SigningKey, **settings: Any) -> FlaskClient:
    """Return a client of a service that signs by the first key."""
    return create_app(Settings(signing_keys=keys, **settings)).test_client()


@pytest.fixture(scope="module")
def signing_client() -> FlaskClient:
    """Return a client of a service with one key."""
    return make_client(NEW)


def send(client: FlaskClient, operation: Operation, **options: Any) -> TestResponse:
    """Return the response to the example of an operation, with more parameters."""
    path, parameters = get_example(operation)
    if operation.method == "POST":
        return check_response(client.post(path, json=parameters | options))
    text = {
        name: json.dumps(value) if isinstance(value, bool) else value
        for name, value in options.items()
    }
    return check_response(client.get(path, query_string=parameters | text))


def get_sign_error(response: TestResponse) -> str:
    """Return the sentence that refuses to sign; no cache may keep it."""
    assert response.headers["Cache-Control"] == "no-store"
    return check_refusal(response)["sign"]


def sign_deals(client: FlaskClient) -> dict[str, Any]:
    """Return three signed deals of two hands."""
    body = {"hands": 2, "cards": 2, "repeats": 3}
    return post(client, "/v1/decks/standard/deal/batch", **body, sign=True)


def test_every_draw_can_be_signed() -> None:
    """Trials of a shuffle have a seed too, and are none."""
    with_seed = {
        operation.name
        for blueprint in BLUEPRINTS
        for operation in blueprint.operations
        if {"index", "seed"} <= operation.schema.fields.keys()
        and "trials" not in operation.schema.fields
    }
    assert {operation.name for operation in DRAW_OPERATIONS} == with_seed


@for_each_operation(UNSEEDED_OPERATIONS)
def test_a_receipt_contains_the_response_the_request_and_the_time(
    signing_client: FlaskClient, operation: Operation, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(time=lambda: 1_800_000_000.9)
    monkeypatch.setattr("service.proofs.prover.time", clock)
    response = send(signing_client, operation, sign=True)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers
    body = json_object(response)
    assert list(body)[-1] == "receipt"
    payload = verify_receipt(signing_client, body.pop("receipt"))
    path, parameters = get_example(operation)
    assert list(payload) == ["iat", "jti", "request", "answer"]
    assert payload["answer"] == body
    assert list(payload["answer"]) == list(body)
    assert payload["request"] == {
        "method": operation.method,
        "path": path,
        "parameters": parameters,
    }
    assert payload["iat"] == 1_800_000_000
    assert uuid.UUID(payload["jti"]).version == 4


@for_each_operation(UNSEEDED_OPERATIONS)
def test_an_unsigned_response_has_no_receipt(
    signing_client: FlaskClient, operation: Operation
) -> None:
    plain = json_object(send(signing_client, operation))
    unsigned = json_object(send(signing_client, operation, sign=False))
    assert "receipt" not in plain
    assert list(plain) == list(unsigned)


@for_each_operation(DRAW_OPERATIONS)
def test_a_seeded_response_is_not_signed(
    signing_client: FlaskClient, operation: Operation
) -> None:
    signed = send(signing_client, operation, seed="42", sign=True)
    assert "/v1/verify" in get_sign_error(signed)
    plain = send(signing_client, operation, seed="42")
    unsigned = send(signing_client, operation, seed="42", sign=False)
    assert plain.json == unsigned.json


def test_no_response_that_can_be_drawn_again_is_signed(
    signing_client: FlaskClient,
) -> None:
    path = "/v1/games/freecell/deal?deal_number=617&sign=true"
    assert "deal_number" in get_sign_error(signing_client.get(path))
    path = "/v1/integers?max=6&seed=42&sign=true"
    response = signing_client.get(path, headers={"If-None-Match": "*"})
    assert "its own receipt" in get_sign_error(response)
    assert make_client(NEW, allow_seeds=False).get(path).status_code == 403


@for_each(Origin._fields, REQUESTS.values(), ids=REQUESTS)
def test_who_asks_for_an_order_or_leaves_one_result_chose(
    signing_client: FlaskClient, path: str, body: Mapping[str, Any], chosen_by: str
) -> None:
    single = post(signing_client, path, sign=True, **body)
    batch = post(signing_client, f"{path}/batch", sign=True, repeats=2, **body)
    for response in (single, batch):
        verdict = post(signing_client, VERIFY, **response)
        alone = post(signing_client, VERIFY, receipt=response["receipt"])
        assert verdict["valid"] is True
        assert verdict["chosen_by"] == (chosen_by or "operator")
        assert alone | {"checks": verdict["checks"]} == verdict
        assert ("was not counted" in verdict["rests_on"]) == (chosen_by == "")
    altered = batch | {"uniformity": "perfect"}
    assert post(signing_client, VERIFY, **altered)["chosen_by"] == "unknown"


@for_each("media_type", ["text/plain", "application/x-ndjson"])
def test_only_json_is_signed(signing_client: FlaskClient, media_type: str) -> None:
    headers = {"Accept": media_type}
    path = "/v1/integers/batch"
    body = {"max": 6, "repeats": 2, "sign": True}
    posted = signing_client.post(path, json=body, headers=headers)
    assert media_type in get_sign_error(posted)
    got = signing_client.get(f"{path}?max=6&repeats=2&sign=true", headers=headers)
    assert media_type in get_sign_error(got)


def test_a_file_is_not_signed(signing_client: FlaskClient) -> None:
    for file_format in ("pbn", "lin"):
        path = f"/v1/games/bridge/deal?format={file_format}&sign=true"
        sentence = get_sign_error(signing_client.get(path))
        assert sentence.startswith("Only JSON responses are signed")


@for_each_operation(UNSEEDED_OPERATIONS)
def test_the_refusal_without_keys_names_the_setting(
    client: FlaskClient, operation: Operation
) -> None:
    assert "SIGNING_KEYS" in get_sign_error(send(client, operation, sign=True))


def test_signed_and_unsigned_requests_are_cached_separately(
    signing_client: FlaskClient,
) -> None:
    drawn = set()
    for _ in range(3):
        plain = get(signing_client, SHUFFLE)
        signed = get(signing_client, SHUFFLE, sign="true")
        unsigned = get(signing_client, SHUFFLE, sign="false")
        assert "receipt" in signed
        assert "receipt" not in plain
        assert "receipt" not in unsigned
        drawn |= {tuple(response["cards"]) for response in (plain, signed, unsigned)}
    assert len(drawn) == 9


def test_every_receipt_has_its_own_id(signing_client: FlaskClient) -> None:
    ids = set()
    for _ in range(10):
        response = get(signing_client, "/v1/integers", max="1", sign="true")
        payload = verify_receipt(signing_client, response["receipt"])
        ids.add(payload["jti"])
    assert len(ids) == 10


def test_a_receipt_quotes_the_request_unchanged(signing_client: FlaskClient) -> None:
    query = {"exclude": "2S,10h", "decks": "2", "notation": "name"}
    response = get(signing_client, SHUFFLE, **query, sign="true")
    parameters = {"exclude": ["2S", "10h"], "decks": 2, "notation": "name"}
    request = verify_receipt(signing_client, response["receipt"])["request"]
    assert request == {"method": "GET", "path": SHUFFLE, "parameters": parameters}


def test_a_receipt_quotes_a_list_of_items_unchanged(
    signing_client: FlaskClient,
) -> None:
    numbers = [1, 1.0, -0.5, 1e300, 2**64 - 1]
    items: list[Any] = [*numbers, "é\u2028\U0001f0a1", None, True, {"b": [], "a": {}}]
    response = post(signing_client, "/v1/items/shuffle", items=items, sign=True)
    payload = verify_receipt(signing_client, response["receipt"])
    assert json.dumps(payload["request"]["parameters"]["items"]) == json.dumps(items)


def test_a_large_response_is_signed_completely(signing_client: FlaskClient) -> None:
    query = {"max": "6", "count": "200000", "replacement": "true"}
    response = get(signing_client, "/v1/integers", **query, sign="true")
    assert verify_receipt(signing_client, response.pop("receipt"))["answer"] == response


def test_the_service_verifies_a_signed_response_and_a_receipt_alone(
    signing_client: FlaskClient,
) -> None:
    response = sign_deals(signing_client)
    with_response = post(signing_client, VERIFY, **response)
    receipt_alone = post(signing_client, VERIFY, receipt=response["receipt"])
    assert with_response["valid"] is True
    assert with_response["checks"] == {"receipt": True, "result": True}
    assert receipt_alone["valid"] is True
    assert receipt_alone["checks"] == {"receipt": True}
    payload = verify_receipt(signing_client, response["receipt"])
    derived = {
        "iat": payload["iat"],
        "jti": payload["jti"],
        "kid": NEW.kid,
        "request": payload["request"],
    }
    assert with_response["derived"] == derived
    assert receipt_alone["derived"] == derived


def test_the_service_names_what_was_altered_in_a_signed_response(
    signing_client: FlaskClient,
) -> None:
    response = sign_deals(signing_client)
    _, second_hand = response["hands"][2]
    card = second_hand["cards"][0]
    second_hand["cards"][0] = "XX"
    result = post(signing_client, VERIFY, **response)
    assert result["valid"] is False
    assert result["difference"] == {
        "where": "hands[2][1].cards[0]",
        "expected": card,
        "seen": "XX",
    }


def test_the_deepest_list_is_signed_and_compared_completely(
    signing_client: FlaskClient,
) -> None:
    depth = 198  # with the body and the list of items the maximum depth
    item = json.loads("[" * depth + "1" + "]" * depth)
    altered = json.loads("[" * depth + "2" + "]" * depth)
    response = post(signing_client, "/v1/items/shuffle", items=[item], sign=True)
    result = post(signing_client, VERIFY, **response | {"items": [altered]})
    assert result["difference"] == {
        "where": "items" + "[0]" * (depth + 1),
        "expected": "1",
        "seen": "2",
    }


def test_a_receipt_of_another_service_is_unchecked(
    signing_client: FlaskClient, client: FlaskClient
) -> None:
    response = get(signing_client, SHUFFLE, sign="true")
    result = post(client, VERIFY, **response)
    assert result["valid"] is None
    assert result["checks"] == {}
    assert list(result["unchecked"]) == ["receipt", "result"]
    assert result["unchecked"]["receipt"].endswith("this service has no keys.")


def test_a_receipt_is_verified_while_seeds_are_off() -> None:
    strict = make_client(NEW, allow_seeds=False)
    assert post(strict, VERIFY, **get(strict, SHUFFLE, sign="true"))["valid"] is True


def test_only_public_keys_are_published_and_cached_for_an_hour(
    signing_client: FlaskClient,
) -> None:
    response = check_response(signing_client.get(JWKS))
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    known = {"If-None-Match": response.headers["ETag"]}
    not_modified = signing_client.get(JWKS, headers=known)
    assert not_modified.status_code == 304
    [key] = json_object(response)["keys"]
    assert key == {
        "kty": "OKP",
        "crv": "Ed25519",
        "x": NEW.public,
        "kid": NEW.kid,
        "use": "sig",
        "alg": "EdDSA",
    }
    assert not any(key.has_private for key in JWKSet.from_json(response.text))


def test_keys_that_prove_are_published_after_those_that_sign() -> None:
    proving = tuple(VrfKey.from_base64url(secrets.token_urlsafe(32)) for _ in range(2))
    response = check_response(make_client(NEW, OLD, vrf_keys=proving).get(JWKS))
    published = json_object(response)["keys"]
    assert [key["kid"] for key in published] == [
        key.kid for key in (NEW, OLD, *proving)
    ]
    assert [key["use"] for key in published] == ["sig", "sig", "vrf", "vrf"]
    assert published[2:] == [key.jwk for key in proving]
    assert not any(key.has_private for key in JWKSet.from_json(response.text))


def test_without_keys_the_set_is_empty(client: FlaskClient) -> None:
    assert get(client, JWKS) == {"keys": []}


def test_receipts_outlive_a_change_of_keys_until_their_key_is_removed() -> None:
    old_alone = make_client(OLD)
    old_first = make_client(OLD, NEW)
    new_first = make_client(NEW, OLD)
    new_alone = make_client(NEW)
    receipts = []
    for stage in (old_alone, old_first, new_first, new_alone):
        response = get(stage, "/v1/integers", max="6", sign="true")
        receipts.append(response["receipt"])
    names = [JWS.from_jose_token(receipt).jose_header["kid"] for receipt in receipts]
    assert names == [OLD.kid, OLD.kid, NEW.kid, NEW.kid]
    for receipt in receipts:
        for stage in (old_first, new_first):
            assert verify_receipt(stage, receipt)["request"]["path"] == "/v1/integers"
    with pytest.raises(InvalidJWSSignature):
        verify_receipt(old_alone, receipts[2])
    with pytest.raises(InvalidJWSSignature):
        verify_receipt(new_alone, receipts[0])

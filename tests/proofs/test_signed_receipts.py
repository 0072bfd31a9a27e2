"""The check of the receipts of signed responses."""

import json
import secrets
from typing import Any

import jwt

from service.core.crypto.base64url import encode_base64url
from service.core.crypto.signatures import TYPE, SigningKey
from service.proofs.signed_receipts import check_signature
from service.verdicts.verdict import Difference, VerificationResult
from tests.tables import for_each

KEY = SigningKey.from_base64url(secrets.token_urlsafe(32))
OLDER = SigningKey.from_base64url(secrets.token_urlsafe(32))
RESPONSE = {"min": 1, "max": 49, "integers": [31, 4, 22], "replacement": False}
REQUEST = {
    "method": "GET",
    "path": "/v1/integers",
    "parameters": {"max": 49, "count": 3},
}
PAYLOAD = {"iat": 1_700_000_000, "jti": "0b5c", "request": REQUEST, "answer": RESPONSE}
RECEIPT = KEY.sign(json.dumps(PAYLOAD).encode())


def check(
    receipt: str = RECEIPT,
    response: Any = None,
    keys: tuple[SigningKey, ...] = (KEY, OLDER),
) -> VerificationResult:
    """Return the result of the check of a receipt, with its response if one is given."""
    return check_signature(receipt, response, keys, lambda *_: False)


def receipt_difference(result: VerificationResult) -> Difference:
    """Return the difference of a receipt, of which nothing may hold."""
    assert result.checks == {"receipt": False}
    assert result.derived == {}
    assert result.difference
    assert result.difference.where == "receipt"
    return result.difference


def sign_with(
    header: dict[str, Any], algorithm: str = "EdDSA", key: Any = KEY.private
) -> str:
    """Return a receipt of the payload with other members of the header."""
    payload = json.dumps(PAYLOAD).encode()
    members = {"typ": TYPE, "kid": KEY.kid} | header
    return jwt.PyJWS().encode(payload, key, algorithm, members)


def test_a_valid_receipt_discloses_time_key_and_request() -> None:
    result = check()
    assert result.valid is True
    assert result.checks == {"receipt": True}
    assert result.unchecked == {}
    assert result.derived == {
        "iat": PAYLOAD["iat"],
        "jti": PAYLOAD["jti"],
        "kid": KEY.kid,
        "request": REQUEST,
    }


def test_a_receipt_of_an_older_key_is_valid_as_long_as_the_service_has_it() -> None:
    old = OLDER.sign(json.dumps(PAYLOAD).encode())
    assert check(old).derived["kid"] == OLDER.kid
    assert check(old, keys=(KEY,)).valid is None


@for_each(
    ("keys", "reason"),
    [
        ((), "this service has no keys"),
        ((OLDER,), f"this service has the keys {OLDER.kid}"),
    ],
)
def test_a_receipt_of_an_unknown_key_is_unchecked(
    keys: tuple[SigningKey, ...], reason: str
) -> None:
    result = check(keys=keys)
    assert result.valid is None
    sentence = f'It is signed with the key "{KEY.kid}", and {reason}.'
    assert result.unchecked["receipt"] == sentence


def test_a_receipt_that_names_no_key_is_unchecked() -> None:
    unnamed = jwt.PyJWS().encode(b"{}", KEY.private, "EdDSA", {"typ": TYPE})
    reason = check(unnamed).unchecked["receipt"]
    assert reason.startswith("It is signed with the key null, and this service has")


@for_each("position", range(len(RECEIPT)))
def test_a_receipt_with_any_character_changed_is_not_valid(position: int) -> None:
    before = RECEIPT[:position]
    character = RECEIPT[position]
    after = RECEIPT[position + 1 :]
    letter = "B" if character == "A" else "A"
    for other in {letter, "-", ".", "="} - {character}:
        assert check(f"{before}{other}{after}").valid is not True


def test_a_payload_with_the_signature_of_another_is_invalid() -> None:
    header, _, signature = RECEIPT.split(".")
    signed = KEY.sign(json.dumps(PAYLOAD | {"answer": {}}).encode())
    _, other, _ = signed.split(".")
    difference = receipt_difference(check(f"{header}.{other}.{signature}"))
    assert difference.expected == f"a signature of this with the key {KEY.kid}"
    assert difference.seen == signature[:60]


@for_each(
    "receipt",
    [
        "",
        ".",
        "..",
        "a.b",
        "a.b.c",
        "a.b.c.d.e",
        "ä.ö.ü",
        f"{RECEIPT}==",
        f"{RECEIPT}\n",
        f" {RECEIPT}",
        f".{RECEIPT}",
        RECEIPT[:-1],
        RECEIPT.replace(".", ""),
        "e30.e30.",
        "W10.e30.",
        "bnVsbA.e30.",
        "MQ.e30.",
    ],
)
def test_a_text_that_is_no_jws_is_invalid(receipt: str) -> None:
    assert receipt_difference(check(receipt))
    assert check(receipt, RESPONSE).unchecked.keys() == {"result"}  # is not compared


@for_each(
    ("receipt", "expected", "seen"),
    [
        (sign_with({}, "none", None), "alg EdDSA", 'alg "none"'),
        (sign_with({}, "HS256", KEY.public * 2), "alg EdDSA", 'alg "HS256"'),
        (sign_with({"typ": "JWT"}), f"typ {TYPE}", 'typ "JWT"'),
        (sign_with({"typ": ""}), f"typ {TYPE}", "no typ"),
        (sign_with({"typ": {"a": 1}}), f"typ {TYPE}", 'typ {"a": 1}'),
    ],
)
def test_the_difference_of_a_header_is_named(
    receipt: str, expected: str, seen: str
) -> None:
    difference = receipt_difference(check(receipt, keys=(KEY,)))
    assert difference.expected == expected
    assert difference.seen == seen


@for_each("member", ["alg", "typ", "kid"])
def test_a_lone_surrogate_in_a_header_is_quoted_as_json(member: str) -> None:
    header = {"alg": "EdDSA", "typ": TYPE, "kid": KEY.kid, member: "\ud800"}
    text = encode_base64url(json.dumps(header).encode())
    result = check(f"{text}.e30.AA")
    assert result.valid is not True
    if result.difference:
        assert "ud800" in str(result.difference.seen)
    else:
        assert "ud800" in result.unchecked["receipt"]


@for_each(
    "response",
    [RESPONSE, RESPONSE | {"receipt": RECEIPT}, dict(reversed(RESPONSE.items()))],
)
def test_the_signed_response_is_valid_with_or_without_its_receipt(
    response: dict[str, Any],
) -> None:
    result = check(response=response)
    assert result.valid is True
    assert result.checks == {"receipt": True, "result": True}


@for_each(
    ("response", "where", "expected", "seen"),
    [
        (RESPONSE | {"integers": [31, 4, 23]}, "integers[2]", "22", "23"),
        (RESPONSE | {"integers": [31, 4]}, "integers[2]", "22", None),
        (RESPONSE | {"min": True}, "min", "1", "true"),
        (RESPONSE | {"seed": "42"}, "seed", None, "42"),
        (RESPONSE | {"receipt": "x"}, "receipt", f"{RECEIPT[:256]}…", "x"),
        ({}, "min", "1", None),
    ],
)
def test_an_altered_response_is_invalid_and_the_difference_is_named(
    response: dict[str, Any], where: str, expected: str | None, seen: str | None
) -> None:
    result = check(response=response)
    assert result.valid is False
    assert result.checks == {"receipt": True, "result": False}
    assert result.difference == Difference(where=where, expected=expected, seen=seen)

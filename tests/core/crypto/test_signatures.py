"""The check of signatures."""

import base64
import json
import secrets
from typing import Any

import jwt
import pytest

from service.core.crypto import signatures
from service.core.crypto.jwk import encode_base64url
from service.core.crypto.signatures import (
    TYPE,
    SigningKey,
    StateSignature,
    check_state,
    sign_state,
)
from service.core.verification import VerificationResult
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
    return signatures.check_signature(receipt, response, keys, lambda *_: False)


def get_receipt_difference(result: VerificationResult) -> tuple[str | None, str | None]:
    assert (result.valid, result.checks, result.derived) == (
        False,
        {"receipt": False},
        {},
    )
    assert result.difference is not None
    assert result.difference.where == "receipt"
    return result.difference.expected, result.difference.seen


def sign_with(
    header: dict[str, Any], algorithm: str = "EdDSA", key: Any = KEY.private
) -> str:
    return jwt.PyJWS().encode(
        json.dumps(PAYLOAD).encode(),
        key,
        algorithm,
        {"typ": TYPE, "kid": KEY.kid, **header},
    )


def test_a_valid_receipt_discloses_time_key_and_request_also_of_an_older_key() -> None:
    result = check()
    assert (result.valid, result.checks, result.unchecked, result.difference) == (
        True,
        {"receipt": True},
        {},
        None,
    )
    assert result.derived == {
        "iat": PAYLOAD["iat"],
        "jti": PAYLOAD["jti"],
        "kid": KEY.kid,
        "request": REQUEST,
    }
    old = OLDER.sign(json.dumps(PAYLOAD).encode())
    assert check(old).derived["kid"] == OLDER.kid
    assert check(old, keys=(KEY,)).valid is None


def test_a_receipt_of_an_unknown_key_is_unchecked() -> None:
    unnamed = jwt.PyJWS().encode(b"{}", KEY.private, "EdDSA", {"typ": TYPE})
    assert (
        check(unnamed)
        .unchecked["receipt"]
        .startswith("It is signed with the key null, and this service has")
    )
    for keys, reason in (
        ((), "this service has no keys"),
        ((OLDER,), f"this service has the keys {OLDER.kid}"),
    ):
        result = check(keys=keys)
        assert result.valid is None
        assert (
            result.unchecked["receipt"]
            == f'It is signed with the key "{KEY.kid}", and {reason}.'
        )


@for_each("position", range(len(RECEIPT)))
def test_a_receipt_with_any_character_changed_is_not_valid(position: int) -> None:
    for other in "A" if RECEIPT[position] != "A" else "B", "-", ".", "=":
        if other != RECEIPT[position]:
            assert (
                check(f"{RECEIPT[:position]}{other}{RECEIPT[position + 1 :]}").valid
                is not True
            )


def test_a_payload_with_the_signature_of_another_is_invalid() -> None:
    header, _, signature = RECEIPT.split(".")
    other = KEY.sign(json.dumps({**PAYLOAD, "answer": {}}).encode()).split(".")[1]
    expected, seen = get_receipt_difference(check(f"{header}.{other}.{signature}"))
    assert (expected, seen) == (
        f"a signature of this with the key {KEY.kid}",
        signature[:60],
    )


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
    get_receipt_difference(check(receipt))
    assert list(check(receipt, RESPONSE).unchecked) == ["result"]  # is not compared


@for_each(
    ("receipt", "difference"),
    [
        (sign_with({}, "none", None), ("alg EdDSA", 'alg "none"')),
        (sign_with({}, "HS256", KEY.public * 2), ("alg EdDSA", 'alg "HS256"')),
        (sign_with({"typ": "JWT"}), (f"typ {TYPE}", 'typ "JWT"')),
        (sign_with({"typ": ""}), (f"typ {TYPE}", "no typ")),
        (sign_with({"typ": {"a": 1}}), (f"typ {TYPE}", 'typ {"a": 1}')),
    ],
)
def test_the_difference_of_a_header_is_named(
    receipt: str, difference: tuple[str, str]
) -> None:
    assert get_receipt_difference(check(receipt, keys=(KEY,))) == difference


@pytest.mark.parametrize("member", ["alg", "typ", "kid"])
def test_a_lone_surrogate_in_a_header_is_quoted_as_json(member: str) -> None:
    header = {"alg": "EdDSA", "typ": TYPE, "kid": KEY.kid, member: "\ud800"}
    text = base64.urlsafe_b64encode(json.dumps(header).encode()).decode().rstrip("=")
    result = check(f"{text}.e30.AA")
    assert result.valid is not True
    assert "ud800" in (
        result.difference.seen or ""
        if result.difference
        else result.unchecked["receipt"]
    )


@pytest.mark.parametrize(
    "response",
    [RESPONSE, {**RESPONSE, "receipt": RECEIPT}, dict(reversed(RESPONSE.items()))],
)
def test_the_signed_response_is_valid_with_or_without_its_receipt(
    response: dict[str, Any],
) -> None:
    result = check(response=response)
    assert (result.valid, result.checks) == (True, {"receipt": True, "result": True})


@for_each(
    ("response", "difference"),
    [
        ({**RESPONSE, "integers": [31, 4, 23]}, ("integers[2]", "22", "23")),
        ({**RESPONSE, "integers": [31, 4]}, ("integers[2]", "22", None)),
        ({**RESPONSE, "min": True}, ("min", "1", "true")),
        ({**RESPONSE, "seed": "42"}, ("seed", None, "42")),
        ({**RESPONSE, "receipt": "x"}, ("receipt", f"{RECEIPT[:256]}…", "x")),
        ({}, ("min", "1", None)),
    ],
)
def test_an_altered_response_is_invalid_and_the_difference_is_named(
    response: dict[str, Any], difference: tuple[str, ...]
) -> None:
    result = check(response=response)
    assert (result.valid, result.checks) == (False, {"receipt": True, "result": False})
    assert result.difference is not None
    assert (
        result.difference.where,
        result.difference.expected,
        result.difference.seen,
    ) == difference


def test_a_state_is_checked_with_the_key_that_signed_it() -> None:
    digest = secrets.token_bytes(32)
    signed = StateSignature(**sign_state(digest, KEY))
    assert signed.kid == KEY.kid
    signature = base64.urlsafe_b64decode(signed.signature + "==")
    KEY.private.public_key().verify(
        signature, b"shuffle-and-deal sealed 1 state\n" + digest
    )
    assert check_state(digest.hex(), signed, [OLDER, KEY]).valid is True
    other = check_state(bytes(32).hex(), signed, [KEY])
    assert (other.valid, other.checks) == (False, {"signed": False})
    assert (other.difference and other.difference.where) == "signed.signature"
    unknown = check_state(digest.hex(), signed, [OLDER])
    assert (unknown.valid, KEY.kid in unknown.unchecked["signed"]) == (None, True)


def test_what_is_no_signature_has_signed_nothing() -> None:
    text = encode_base64url(KEY.private.sign(b"message"))
    assert signatures.is_signed(KEY.public, text, b"message")
    order = 2**252 + 27742317777372353535851937790883648493
    data = KEY.private.sign(b"message")
    malleable = data[:32] + (int.from_bytes(data[32:], "little") + order).to_bytes(
        32, "little"
    )
    for wrong in (
        "",
        text[:-1],
        f"{text}=",
        "A" * 86,
        "é" * 86,
        encode_base64url(malleable),
    ):
        assert not signatures.is_signed(KEY.public, wrong, b"message"), wrong
    assert not signatures.is_signed("A", text, b"message")

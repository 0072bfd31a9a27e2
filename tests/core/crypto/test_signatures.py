"""Signing keys, and the checking of what was signed with them."""

import base64
import json
import secrets
from typing import Any

import jwt
import pytest

from service.core.crypto.signatures import TYPE, SigningKey, check_signature
from service.core.verification import VerificationResult

# RFC 8037, A.1 to A.3
RFC_SECRET = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
RFC_PUBLIC = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
RFC_THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"

KEY, OLDER = SigningKey.from_base64url(secrets.token_urlsafe(32)), SigningKey.from_base64url(secrets.token_urlsafe(32))
ANSWER = {"min": 1, "max": 49, "integers": [31, 4, 22], "replacement": False}
REQUEST = {"method": "GET", "path": "/v1/integers", "parameters": {"max": 49, "count": 3}}
PAYLOAD = {"iat": 1_700_000_000, "jti": "0b5c", "request": REQUEST, "answer": ANSWER}
RECEIPT = KEY.sign(json.dumps(PAYLOAD).encode())


def checked(
    receipt: str = RECEIPT, answer: Any = None, keys: tuple[SigningKey, ...] = (KEY, OLDER)
) -> VerificationResult:
    return check_signature(receipt, answer, keys)


def wrong(finding: VerificationResult) -> tuple[str | None, str | None]:
    """What is wrong with a receipt."""
    assert finding.valid is False
    assert finding.checks == {"receipt": False}
    assert finding.derived == {}
    assert finding.difference is not None
    assert finding.difference.where == "receipt"
    return finding.difference.expected, finding.difference.seen


def signed_as(header: dict[str, Any], algorithm: str = "EdDSA", key: Any = KEY.private) -> str:
    """A receipt with another header, made by the library that we use."""
    return jwt.PyJWS().encode(json.dumps(PAYLOAD).encode(), key, algorithm, {"typ": TYPE, "kid": KEY.kid, **header})


def test_a_key_and_its_thumbprint_are_those_of_the_rfc() -> None:
    key = SigningKey.from_base64url(RFC_SECRET)
    assert (key.kid, key.jwk["kid"]) == (RFC_THUMBPRINT, RFC_THUMBPRINT)
    assert key.jwk["x"] == RFC_PUBLIC


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", RFC_SECRET[:-1], f"{RFC_SECRET}A", f"{RFC_SECRET}=", f"{RFC_SECRET}\n", f" {RFC_SECRET}"),
        *(RFC_SECRET.replace("_", "/"), f"{RFC_SECRET[:-1]}é", f"{RFC_SECRET[:-1]}B"),
    ],
)
def test_what_is_no_key_is_refused_without_being_told(text: str) -> None:
    with pytest.raises(ValueError, match="43 characters") as refusal:
        SigningKey.from_base64url(text)
    assert len(text) < 2 or text[:42] not in str(refusal.value)


def test_a_key_shows_nothing_secret() -> None:
    shown = f"{SigningKey.from_base64url(RFC_SECRET)!r} {SigningKey.from_base64url(RFC_SECRET).jwk}"
    assert RFC_SECRET not in shown
    assert "private" not in shown


def test_a_receipt_is_valid_and_says_what_was_signed() -> None:
    found = checked()
    assert (found.valid, found.checks, found.unchecked, found.difference) == (True, {"receipt": True}, {}, None)
    assert found.derived == {"iat": PAYLOAD["iat"], "jti": PAYLOAD["jti"], "kid": KEY.kid, "request": REQUEST}


def test_a_receipt_of_an_older_key_is_valid_while_that_is_among_the_keys() -> None:
    old = OLDER.sign(json.dumps(PAYLOAD).encode())
    assert checked(old).derived["kid"] == OLDER.kid
    assert checked(old, keys=(KEY,)).valid is None


def test_a_receipt_of_an_unknown_key_is_neither_valid_nor_not() -> None:
    """Another service's, or one of a key that the operator has taken out: it was not checked."""
    for keys, told in ((), "this service has no keys"), ((OLDER,), f"this service has the keys {OLDER.kid}"):
        found = checked(keys=keys)
        assert found.valid is None
        assert found.unchecked["receipt"] == f'It is signed with the key "{KEY.kid}", and {told}.'


@pytest.mark.parametrize("place", range(len(RECEIPT)))
def test_no_character_of_a_receipt_can_be_another(place: int) -> None:
    for other in "A" if RECEIPT[place] != "A" else "B", "-", ".", "=":
        if other != RECEIPT[place]:
            assert checked(f"{RECEIPT[:place]}{other}{RECEIPT[place + 1 :]}").valid is not True


def test_a_payload_under_the_signature_of_another_is_found_out() -> None:
    header, _, signature = RECEIPT.split(".")
    other = KEY.sign(json.dumps({**PAYLOAD, "answer": {}}).encode()).split(".")[1]
    expected, seen = wrong(checked(f"{header}.{other}.{signature}"))
    assert (expected, seen) == (f"a signature of this with the key {KEY.kid}", signature[:60])


@pytest.mark.parametrize(
    "receipt",
    [
        *("", ".", "..", "a.b", "a.b.c", "a.b.c.d.e", "ä.ö.ü", f"{RECEIPT}==", f"{RECEIPT}\n", f" {RECEIPT}"),
        *(f".{RECEIPT}", RECEIPT[:-1], RECEIPT.replace(".", ""), "e30.e30.", "W10.e30.", "bnVsbA.e30.", "MQ.e30."),
    ],
)
def test_what_is_no_jws_is_not_valid(receipt: str) -> None:
    wrong(checked(receipt))


@pytest.mark.parametrize(
    ("receipt", "told"),
    [
        (signed_as({}, "none", None), ("alg EdDSA", 'alg "none"')),
        (signed_as({}, "HS256", KEY.public * 2), ("alg EdDSA", 'alg "HS256"')),
        (signed_as({"typ": "JWT"}), (f"typ {TYPE}", 'typ "JWT"')),
        (signed_as({"typ": ""}), (f"typ {TYPE}", "no typ")),
        (signed_as({"typ": {"a": 1}}), (f"typ {TYPE}", 'typ {"a": 1}')),
    ],
)
def test_another_header_is_told(receipt: str, told: tuple[str, str]) -> None:
    assert wrong(checked(receipt, keys=(KEY,))) == told


def test_a_header_without_a_key_has_none_that_is_known() -> None:
    receipt = jwt.PyJWS().encode(b"{}", KEY.private, "EdDSA", {"typ": TYPE})
    assert checked(receipt).unchecked["receipt"].startswith("It is signed with the key null, and this service has")


@pytest.mark.parametrize("member", ["alg", "typ", "kid"])
def test_half_a_surrogate_pair_in_a_header_is_told_as_json_writes_it(member: str) -> None:
    header = {"alg": "EdDSA", "typ": TYPE, "kid": KEY.kid, member: "\ud800"}
    text = base64.urlsafe_b64encode(json.dumps(header).encode()).decode().rstrip("=")
    found = checked(f"{text}.e30.AA")
    assert found.valid is not True
    assert "ud800" in (found.difference.seen or "" if found.difference else found.unchecked["receipt"])


@pytest.mark.parametrize("answer", [ANSWER, {**ANSWER, "receipt": RECEIPT}, dict(reversed(ANSWER.items()))])
def test_the_answer_that_was_signed_is_valid_with_or_without_its_receipt(answer: dict[str, Any]) -> None:
    found = checked(answer=answer)
    assert (found.valid, found.checks) == (True, {"receipt": True, "answer": True})


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({**ANSWER, "integers": [31, 4, 23]}, ("integers[2]", "22", "23")),
        ({**ANSWER, "integers": [31, 4]}, ("integers[2]", "22", None)),
        ({**ANSWER, "min": True}, ("min", "1", "true")),
        ({**ANSWER, "seed": "42"}, ("seed", None, "42")),
        ({**ANSWER, "receipt": "x"}, ("receipt", f"{RECEIPT[:256]}…", "x")),
        ({}, ("min", "1", None)),
    ],
)
def test_another_answer_is_not_valid_and_the_difference_is_told(answer: dict[str, Any], told: tuple[str, ...]) -> None:
    found = checked(answer=answer)
    assert (found.valid, found.checks) == (False, {"receipt": True, "answer": False})
    assert found.difference is not None
    assert (found.difference.where, found.difference.expected, found.difference.seen) == told


def test_an_answer_is_not_held_against_a_receipt_that_is_not_valid() -> None:
    found = checked("x", ANSWER)
    assert (found.valid, found.checks, list(found.unchecked)) == (False, {"receipt": False}, ["answer"])

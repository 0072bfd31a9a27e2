"""Public keys of players as JSON Web Keys."""

import json
import re
from typing import Any

import pytest
from jwcrypto.jwk import JWK
from nacl.bindings import crypto_core_ed25519_add

from service.core.crypto.base64url import decode_base64url, encode_base64url
from service.core.errors import Refused
from service.core.value_types import REQUEST
from service.sealed.opening.jwk import Base64url, Ed25519Key, P256Key, PublicJwk
from tests.tables import for_each

# RFC 8037, A.2
ED25519: dict[str, Any] = {
    "kty": "OKP",
    "crv": "Ed25519",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
}
P256: dict[str, Any] = {  # RFC 7517, A.1
    "kty": "EC",
    "crv": "P-256",
    "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
    "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
}
P256_PRIME = 2**256 - 2**224 + 2**192 + 2**96 - 1


def make_ed25519(y: int) -> dict[str, str]:
    """Return a key of this second coordinate."""
    return ED25519 | {"x": encode_base64url(y.to_bytes(32, "little"))}


def make_p256(x: int, y: int) -> dict[str, str]:
    """Return a key of these coordinates."""
    coordinates = {"x": x.to_bytes(32), "y": y.to_bytes(32)}
    return P256 | {name: encode_base64url(data) for name, data in coordinates.items()}


def test_a_text_of_base64url_fits_its_size() -> None:
    assert Base64url(size=64).fits("A" * 86)
    assert not Base64url(size=64).fits("A" * 85 + "B")


ED25519_KEY = Ed25519Key()
P256_KEY = P256Key()


@for_each(
    ("kind", "kty", "crv"), [(ED25519_KEY, "OKP", "Ed25519"), (P256_KEY, "EC", "P-256")]
)
def test_keys_of_other_implementations_are_accepted_as_they_are(
    kind: PublicJwk, kty: str, crv: str
) -> None:
    for _ in range(20):
        key = json.loads(JWK.generate(kty=kty, crv=crv).export_public())
        key.pop("kid", None)
        assert kind.fits(key)
        assert kind.read_member("keys.1", key) == key


def check_refused(kind: PublicJwk, key: Any, sentence: str) -> None:
    """Assert that a value is no key of a kind, in a request with this sentence and in a document."""
    with pytest.raises(Refused, match=re.escape(sentence)):
        kind.read(REQUEST, key)
    with pytest.raises(Refused, match=r"^terms\.keys") as refusal:
        kind.read_member("terms.keys.1", key)
    assert refusal.value.field == "terms"


SMALL_ORDER = [
    1,
    2**255 - 19 - 1,
    0,
    0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD83D3D706A17C7,
    0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
]
"""A point of each small order: anybody can sign for such a key."""

OF_ORDER_8 = SMALL_ORDER[3].to_bytes(32, "little")
MIXED = crypto_core_ed25519_add(decode_base64url(ED25519["x"], 32) or b"", OF_ORDER_8)
"""A key plus a point of order 8, which is on the curve but not in the subgroup of prime order."""

NOT_ON_THE_CURVE = 2
THREE_AGAIN = 2**255 - 19 + 3
NO_KEYS = [*SMALL_ORDER, int.from_bytes(MIXED, "little"), NOT_ON_THE_CURVE, THREE_AGAIN]


@for_each("y", NO_KEYS)
def test_a_key_of_ed25519_is_a_point_of_prime_order_in_its_one_form(y: int) -> None:
    check_refused(ED25519_KEY, make_ed25519(y), "key.x must be of a point")


X = ED25519["x"]


@for_each(
    ("key", "sentence"),
    [(None, "an object"), (["x"], "an object"), ({}, "lacks the member kty")],
)
def test_what_is_no_object_with_the_members_is_no_key(key: Any, sentence: str) -> None:
    check_refused(ED25519_KEY, key, sentence)


@for_each(
    ("name", "value", "sentence"),
    [
        ("kid", "1", "no member 'kid'"),
        ("d", "1", "no member 'd'"),
        ("kty", "EC", "key.kty must"),
        ("crv", "Ed448", "key.crv must"),
        ("crv", ["Ed25519"], "key.crv must"),
        ("x", None, "key.x must be 32 bytes"),
        ("x", f"{X}=", "key.x must be 32 bytes"),
        ("x", X[:-1], "key.x must be 32 bytes"),
        ("x", f"{X[:-1]}p", "key.x must be 32 bytes"),
        ("x", X.replace("_", "/"), "key.x must be 32 bytes"),
    ],
)
def test_a_key_that_is_none_is_refused_by_its_member(
    name: str, value: Any, sentence: str
) -> None:
    check_refused(ED25519_KEY, ED25519 | {name: value}, sentence)


@for_each(
    ("key", "sentence"),
    [
        (ED25519, 'key.kty must be "EC"'),
        (P256 | {"crv": "P-384"}, "key.crv must"),
        (P256 | {"y": "4Etl"}, "key.y must be 32 bytes"),
        (P256 | {"y": P256["x"]}, "key.x must be of a point"),
        (make_p256(0, 0), "key.x must be of a point"),
        (make_p256(2**256 - 1, 5), "key.x must be of a point"),
    ],
)
def test_a_key_that_is_none_of_p256_is_refused_by_its_member(
    key: dict[str, str], sentence: str
) -> None:
    check_refused(P256_KEY, key, sentence)


def test_a_coordinate_of_p256_is_below_p() -> None:
    y = 0x66485C780E2F83D72433BD5D84A06BB6541C2AF31DAE871728BF856A174F93F4  # of the point with x = 0
    assert P256_KEY.fits(make_p256(0, y))
    assert not P256_KEY.fits(make_p256(P256_PRIME, y))


def test_the_schema_describes_exactly_the_members() -> None:
    schema = P256_KEY.schema
    assert schema["required"] == ["kty", "crv", "x", "y"]
    assert list(schema["properties"]) == schema["required"]
    assert schema["additionalProperties"] is False

"""Public keys of players as JSON Web Keys."""

import json
import re
from typing import Any

import pytest
from jwcrypto.jwk import JWK
from nacl.bindings import crypto_core_ed25519_add

from service.core.crypto.jwk import (
    Base64url,
    Ed25519Key,
    P256Key,
    PublicJwk,
    decode_base64url,
    encode_base64url,
)
from service.core.errors import Refused
from service.core.value_types import REQUEST
from tests.tables import for_each

# RFC 8037, A.2
ED25519: dict[str, Any] = {
    "kty": "OKP",
    "crv": "Ed25519",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
}  # RFC 8037, A.2
P256: dict[str, Any] = {  # RFC 7517, A.1
    "kty": "EC",
    "crv": "P-256",
    "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
    "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
}
_P256_PRIME = 2**256 - 2**224 + 2**192 + 2**96 - 1


def _encode(number: int, order: str = "big") -> str:
    return encode_base64url(number.to_bytes(32, order))  # type: ignore[arg-type]


def _p256_point(x: int, y: int) -> dict[str, str]:
    return P256 | {"x": _encode(x), "y": _encode(y)}


def test_base64url_has_one_form() -> None:
    for size in range(1, 70):
        data = bytes(range(size))
        assert decode_base64url(encode_base64url(data), size) == data
    for text in (None, 5, "", "AA", "AA==", "AB", "A+A", "AAA=", "AA\n", "ÄA"):
        assert decode_base64url(text, 1) == (b"\x00" if text == "AA" else None), text
    assert Base64url(size=64).fits("A" * 86)
    assert not Base64url(size=64).fits("A" * 85 + "B")


def test_keys_of_other_implementations_are_accepted_as_they_are() -> None:
    for _ in range(20):
        for kind, made in ((Ed25519Key(), ED25519), (P256Key(), P256)):
            key = json.loads(
                JWK.generate(kty=made["kty"], crv=made["crv"]).export_public()
            )
            key.pop("kid", None)
            assert kind.fits(key)
            assert kind.read_member("keys.1", key) == key


_SMALL = [
    1,
    2**255 - 19 - 1,
    0,
    0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD83D3D706A17C7,
    0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
]
"""A point of each small order: anybody can sign for such a key."""

_MIXED = crypto_core_ed25519_add(
    decode_base64url(ED25519["x"], 32) or b"", _SMALL[3].to_bytes(32, "little")
)
"""A key plus a point of order 8, which is on the curve but not in the subgroup of prime order."""

X = ED25519["x"]
NO_KEYS: list[tuple[PublicJwk, Any, str]] = [
    *((Ed25519Key(), value, "an object") for value in (None, ["x"])),
    (Ed25519Key(), {}, "lacks the member kty"),
    *(
        (Ed25519Key(), ED25519 | {name: "1"}, f"no member '{name}'")
        for name in ("kid", "d")
    ),
    (Ed25519Key(), ED25519 | {"kty": "EC"}, "key.kty must"),
    *(
        (Ed25519Key(), ED25519 | {"crv": curve}, "key.crv must")
        for curve in ("Ed448", ["Ed25519"])
    ),
    *(
        (Ed25519Key(), ED25519 | {"x": x}, "key.x must be 32 bytes")
        for x in (None, f"{X}=", X[:-1], f"{X[:-1]}p", X.replace("_", "/"))
    ),
    (
        Ed25519Key(),
        ED25519 | {"x": encode_base64url(_MIXED)},
        "key.x must be of a point",
    ),
    # 2 is not on the curve, and 3 + p is 3 again
    *(
        (
            Ed25519Key(),
            ED25519 | {"x": _encode(y, "little")},
            "key.x must be of a point",
        )
        for y in (*_SMALL, 2, 2**255 - 19 + 3)
    ),
    (P256Key(), ED25519, 'key.kty must be "EC"'),
    (P256Key(), P256 | {"crv": "P-384"}, "key.crv must"),
    (P256Key(), P256 | {"y": "4Etl"}, "key.y must be 32 bytes"),
    (P256Key(), P256 | {"y": P256["x"]}, "key.x must be of a point"),
    *(
        (P256Key(), _p256_point(x, y), "key.x must be of a point")
        for x, y in ((0, 0), (2**256 - 1, 5))
    ),
]
"""Kinds of keys, values that are no such key, and the sentence about the member that is wrong."""


@for_each(("kind", "key", "member"), NO_KEYS, ids=map(str, range(len(NO_KEYS))))
def test_a_key_that_is_none_is_refused_by_its_member(
    kind: PublicJwk, key: Any, member: str
) -> None:
    with pytest.raises(Refused, match=re.escape(member)):
        kind.read(REQUEST, key)
    with pytest.raises(Refused, match=r"^terms\.keys") as refusal:
        kind.read_member("terms.keys.1", key)
    assert refusal.value.field == "terms"


def test_a_coordinate_of_p256_is_below_p() -> None:
    y = 0x66485C780E2F83D72433BD5D84A06BB6541C2AF31DAE871728BF856A174F93F4  # of the point with x = 0
    assert P256Key().fits(_p256_point(0, y))
    assert not P256Key().fits(_p256_point(_P256_PRIME, y))


def test_the_schema_describes_exactly_the_members() -> None:
    schema = P256Key().schema
    assert schema["required"] == list(schema["properties"]) == ["kty", "crv", "x", "y"]
    assert schema["additionalProperties"] is False

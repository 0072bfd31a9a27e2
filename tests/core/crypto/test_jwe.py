"""Encrypted views, read by an implementation that did not write them."""

import base64
import json

from jwcrypto.jwe import JWE
from jwcrypto.jwk import JWK

from service.core.crypto.jwe import encrypt
from service.core.crypto.jwk import P256Key


def _make_key() -> tuple[JWK, dict[str, str]]:
    key = JWK.generate(kty="EC", crv="P-256")
    public = json.loads(key.export_public())
    public.pop("kid", None)
    return key, public


def test_the_holder_of_the_key_reads_it() -> None:
    key, public = _make_key()
    for size in (1, 512, 1_100_000):
        text = encrypt(b" " * size, public)
        jwe = JWE()
        jwe.deserialize(text)
        jwe.decrypt(key)
        assert jwe.payload == b" " * size


def test_the_header_has_exactly_its_members_and_a_new_key_each_time() -> None:
    _, public = _make_key()
    seen = set()
    for _ in range(300):
        header, encrypted_key, *_ = encrypt(b"cards", public).split(".")
        members = json.loads(base64.urlsafe_b64decode(header + "=="))
        assert encrypted_key == ""
        assert set(members) == {"alg", "enc", "epk"}
        assert (members["alg"], members["enc"]) == ("ECDH-ES", "A256GCM")
        assert P256Key().fits(members["epk"]), members
        seen.add(members["epk"]["x"])
    assert len(seen) == 300


def test_the_length_is_that_of_the_plaintext() -> None:
    _, public = _make_key()
    assert len({len(encrypt(b"x" * 512, public)) for _ in range(20)}) == 1

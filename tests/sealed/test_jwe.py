"""Encrypted views, read by an implementation that did not write them."""

import base64
import json

from jwcrypto.jwe import JWE
from jwcrypto.jwk import JWK

from service.sealed.opening.jwk import P256Key
from service.sealed.turns.jwe import encrypt

KEY = JWK.generate(kty="EC", crv="P-256")
PUBLIC = json.loads(KEY.export_public())
PUBLIC.pop("kid", None)


def test_the_holder_of_the_key_reads_it() -> None:
    for size in (1, 512, 1_100_000):
        jwe = JWE()
        jwe.deserialize(encrypt(b" " * size, PUBLIC))
        jwe.decrypt(KEY)
        assert jwe.payload == b" " * size


def test_each_header_has_its_members_and_a_new_key_and_all_have_one_length() -> None:
    points = set()
    lengths = set()
    for _ in range(300):
        text = encrypt(b"cards", PUBLIC)
        header, encrypted_key, *_ = text.split(".")
        members = json.loads(base64.urlsafe_b64decode(header + "=="))
        assert encrypted_key == ""
        assert members == {"alg": "ECDH-ES", "enc": "A256GCM", "epk": members["epk"]}
        assert P256Key().fits(members["epk"]), members
        points.add(members["epk"]["x"])
        lengths.add(len(text))
    assert len(points) == 300
    assert len(lengths) == 1

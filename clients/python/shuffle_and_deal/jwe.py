"""The encryption of private hands: a compact JWE by ECDH-ES and A256GCM (RFC 7516 and 7518)."""

from __future__ import annotations

import json
import re
from hashlib import sha256

from shuffle_and_deal.crypto import AESGCM, ec
from shuffle_and_deal.protocol import Json, check_form, decode_base64url, pack_u32

_JWK: Json = {"kty": re.compile("EC"), "crv": re.compile("P-256"), "x": str, "y": str}
_HEADER: Json = {
    "alg": re.compile("ECDH-ES"),
    "enc": re.compile("A256GCM"),
    "epk": _JWK,
}


def open_jwe(jwe: str, key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the text that was encrypted for a key, without the spaces that pad it.

    Raises `Refused` for a header of another form, and the errors of cryptography, of base64 and of JSON.
    """
    header, wrapped_key, nonce, text, mac = jwe.split(".")
    members = json.loads(decode_base64url(header).decode())
    check_form("view", members, _HEADER)
    content_key = _derive_content_key(
        key.exchange(ec.ECDH(), _read_key(members["epk"]))
    )
    # ECDH-ES wraps no key: the key of the content is the derived one.
    no_key = decode_base64url(wrapped_key, 0)
    data = no_key + decode_base64url(text) + decode_base64url(mac, 16)
    nonce_bytes = decode_base64url(nonce, 12)
    return AESGCM(content_key).decrypt(nonce_bytes, data, header.encode()).rstrip(b" ")


def _read_key(jwk: Json) -> ec.EllipticCurvePublicKey:
    x = int.from_bytes(decode_base64url(jwk["x"], 32))
    y = int.from_bytes(decode_base64url(jwk["y"], 32))
    return ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()


def _derive_content_key(shared: bytes) -> bytes:
    """Return the key of the content, from the secret that both keys share, by the Concat KDF (RFC 7518, 4.6.2).

    Its only block hashes the number 1, the secret, the algorithm after its length, no names of the two parties, and the
    256 bits of the key.
    """
    algorithm = pack_u32(7) + b"A256GCM"
    no_parties = pack_u32(0, 0)
    return sha256(
        pack_u32(1) + shared + algorithm + no_parties + pack_u32(256)
    ).digest()

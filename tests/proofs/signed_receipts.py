"""A key that signs receipts, and the check of a receipt by jwcrypto."""

import json
import secrets
from typing import Any

from flask.testing import FlaskClient
from jwcrypto.jwk import JWKSet
from jwcrypto.jws import JWS, InvalidJWSSignature

from service.core.crypto.signatures import SigningKey

NEW = SigningKey.from_base64url(secrets.token_urlsafe(32))
JWKS = "/.well-known/jwks.json"


def verify_receipt(client: FlaskClient, receipt: str) -> dict[str, Any]:
    """Return the payload of a receipt that jwcrypto verifies; raises `InvalidJWSSignature`."""
    keys = JWKSet.from_json(client.get(JWKS).text)
    token = JWS.from_jose_token(receipt)
    token.allowed_algs = ["EdDSA"]
    key = keys.get_key(token.jose_header["kid"])
    if key is None:
        raise InvalidJWSSignature
    assert token.jose_header == {
        "alg": "EdDSA",
        "kid": key.thumbprint(),
        "typ": "shuffle-and-deal+jwt",
    }
    token.verify(key)
    payload: dict[str, Any] = json.loads(token.payload)
    return payload

"""/.well-known/jwks.json: the public keys with which anybody verifies the receipts of signed answers."""

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.responses import AN_HOUR
from service.api.http.signing import signing_keys
from service.api.schemas.requests import Asks, Nothing
from service.api.schemas.responses import Answer, member
from service.core.crypto.signatures import ALGORITHM

keys = Blueprint("keys", "/.well-known", "The public keys of signed answers")


class Key(Answer):
    """An Ed25519 key (RFC 8037)."""

    kty = ma.fields.String(**member("The kind of key", enum=["OKP"]))
    crv = ma.fields.String(**member("The curve", enum=["Ed25519"]))
    x = ma.fields.String(**member("The public key, 32 bytes in base64url"))
    kid = ma.fields.String(**member("Its id, as receipts have it: its thumbprint (RFC 7638)"))
    use = ma.fields.String(**member("What it is for", enum=["sig"]))
    alg = ma.fields.String(**member("The algorithm", enum=[ALGORITHM]))


class KeySet(Answer):
    """A JWK set (RFC 7517)."""

    keys = ma.fields.List(ma.fields.Nested(Key), **member("The key that signs now, then others; none if none is set"))


@keys.resource("/jwks.json", asks=Asks, answers=KeySet, caching=AN_HOUR, example=Example())
def list_keys(_: Nothing) -> Body:
    """List the public keys of signed answers."""
    return {"keys": [key.jwk for key in signing_keys()]}

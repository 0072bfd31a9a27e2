"""/.well-known/jwks.json: the public keys with which anybody verifies the receipts of signed answers."""

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.responses import CACHE_HOUR
from service.api.http.signing import signing_keys
from service.api.schemas.requests import NoParameters, RequestSchema
from service.api.schemas.responses import ResponseSchema, required
from service.core.crypto.signatures import ALGORITHM

keys = Blueprint("keys", "/.well-known", "The public keys of signed answers")


class Key(ResponseSchema):
    """An Ed25519 key (RFC 8037)."""

    kty = ma.fields.String(**required("The kind of key", enum=["OKP"]))
    crv = ma.fields.String(**required("The curve", enum=["Ed25519"]))
    x = ma.fields.String(**required("The public key, 32 bytes in base64url"))
    kid = ma.fields.String(**required("Its id, as receipts have it: its thumbprint (RFC 7638)"))
    use = ma.fields.String(**required("What it is for", enum=["sig"]))
    alg = ma.fields.String(**required("The algorithm", enum=[ALGORITHM]))


class KeySet(ResponseSchema):
    """A JWK set (RFC 7517)."""

    keys = ma.fields.List(ma.fields.Nested(Key), **required("The key that signs now, then others; none if none is set"))


@keys.api_endpoint("/jwks.json", arguments=RequestSchema, response=KeySet, cache=CACHE_HOUR, example=Example())
def list_keys(_: NoParameters) -> Body:
    """List the public keys of signed answers."""
    return {"keys": [key.jwk for key in signing_keys()]}

"""/.well-known/jwks.json: the public keys that verify signed responses and proved deals."""

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.responses import CACHE_HOUR
from service.api.http.services import services
from service.api.schemas.requests import NoParameters, RequestSchema
from service.api.schemas.responses import ResponseSchema, required
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey

keys = Blueprint("keys", "/.well-known", "Public keys of signed responses and proofs")


class PublicKey(ResponseSchema):
    """An Ed25519 key (RFC 8037)."""

    kty = ma.fields.String(**required("The key type", enum=["OKP"]))
    crv = ma.fields.String(**required("The curve", enum=["Ed25519"]))
    x = ma.fields.String(**required("The public key, 32 bytes in base64url"))
    kid = ma.fields.String(**required("The key ID in receipts and proofs: the thumbprint of RFC 7638"))
    use = ma.fields.String(**required("The use of the key", enum=[SigningKey.USE, VrfKey.USE]))
    alg = ma.fields.String(**required("The algorithm", enum=[SigningKey.ALGORITHM, VrfKey.ALGORITHM]))


class KeySet(ResponseSchema):
    """A JWK set (RFC 7517)."""

    keys = ma.fields.List(
        ma.fields.Nested(PublicKey),
        **required(
            "The key that signs, then older and future ones; likewise those that prove; empty if there are none"
        ),
    )


@keys.api_endpoint("/jwks.json", arguments=RequestSchema, response=KeySet, cache=CACHE_HOUR, example=Example())
def list_keys(_: NoParameters) -> Body:
    """List the public keys of signed responses and proved deals.

    A JWK set (RFC 7517). The first key of a `use` signs or proves; the others are older and future ones.
    """
    return {"keys": [key.jwk for key in (*services().signing_keys, *services().vrf_keys)]}

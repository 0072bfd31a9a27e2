"""The keys of an application, which sign responses and prove seeds, and the path of the public keys."""

from typing import NamedTuple

from flask import Flask

from ...core.crypto.keys import VrfKey
from ...core.crypto.signatures import SigningKey
from ...http.blueprint import Blueprint, Body
from ...http.extensions import Extension
from ...http.responses import CACHE_HOUR
from ...http.schemas.request_schemas import NoParameters
from ...http.schemas.response_schemas import ResponseSchema, required
from ...http.short import SHORT_ALONE
from .settings import ProofSettings


class Keys(NamedTuple):
    """The keys of the service. The first of each kind signs or proves; all of them verify."""

    signing: tuple[SigningKey, ...]
    vrf: tuple[VrfKey, ...]


_KEYS = Extension[Keys]("proof_keys")


def set_up_keys(app: Flask, settings: ProofSettings) -> None:
    """Give the application the keys of the operator's SIGNING_KEYS and VRF_KEYS."""
    _KEYS.give(app, Keys(settings.signing_keys, settings.vrf_keys))


def get_keys() -> Keys:
    """Return the keys of the application that answers the running request."""
    return _KEYS.get()


blueprint = Blueprint(
    "keys", "/.well-known", "Public keys of signed responses and proofs"
)


class PublicKey(ResponseSchema):
    """An Ed25519 key (RFC 8037)."""

    kty = required(str, "The key type", enum=["OKP"])
    crv = required(str, "The curve", enum=["Ed25519"])
    x = required(str, "The public key, 32 bytes in base64url")
    kid = required(str, "The key ID in receipts and proofs: the thumbprint of RFC 7638")
    use = required(str, "The use of the key", enum=[SigningKey.USE, VrfKey.USE])
    alg = required(str, "The algorithm", enum=[SigningKey.ALGORITHM, VrfKey.ALGORITHM])


class KeySet(ResponseSchema):
    """The public keys."""

    keys = required(
        list[PublicKey],
        "The key that signs, then older and future ones; likewise those that prove; empty if there are none",
    )


@blueprint.api_endpoint(
    "/jwks.json", response=KeySet, cache=CACHE_HOUR, short=SHORT_ALONE
)
def list_keys(_: NoParameters) -> Body:
    """List the public keys of signed responses and proved deals.

    A JWK set (RFC 7517). The first key of a `use` signs or proves; the others are older and future ones.
    """
    own_keys = get_keys()
    return {"keys": [key.jwk for key in (*own_keys.signing, *own_keys.vrf)]}

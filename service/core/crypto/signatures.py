"""Sign with Ed25519, and verify: a compact JWS of a payload, or plain signatures over bytes.

docs/definitions/signed-responses.md documents the JWS. PyJWT and cryptography are imported on first use: they take a
tenth of the time that the service needs to start.
"""

import json
import re
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from .base64url import decode_base64url
from .keys import SecretKey

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from jwt import PyJWS

TYPE = "shuffle-and-deal+jwt"
"""The explicit type of the JWS, so that no other JWT of the same operator passes for a receipt (RFC 8725, 3.11)."""

_COMPACT = re.compile(r"[\w-]+\.[\w-]+\.[\w-]*", re.ASCII)


class SigningKey(SecretKey):
    USE = "sig"
    ALGORITHM = "EdDSA"

    @cached_property
    def private(self) -> "Ed25519PrivateKey":
        return _load(self.secret)

    @staticmethod
    def _derive_public(secret: bytes) -> bytes:
        return _load(secret).public_key().public_bytes_raw()

    def sign(self, payload: bytes) -> str:
        """Sign a payload, the bytes of a JSON object, and return the compact JWS."""
        return _jws().encode(
            payload, self.private, self.ALGORITHM, {"typ": TYPE, "kid": self.kid}
        )

    def verify(self, jws: str) -> dict[str, Any] | None:
        """Return the payload of a compact JWS if this key signed it, else None."""
        from jwt import InvalidTokenError  # noqa: PLC0415

        try:
            payload = _jws().decode(jws, self.private.public_key(), [self.ALGORITHM])
        except InvalidTokenError:
            return None
        members: dict[str, Any] = json.loads(payload)
        return members


def read_header(jws: str) -> dict[str, Any] | None:
    """Return the header of a compact JWS, not verified, or None for any other text."""
    from jwt import InvalidTokenError  # noqa: PLC0415

    if not _COMPACT.fullmatch(jws):
        return None
    try:
        return _jws().get_unverified_header(jws)
    except InvalidTokenError:
        return None


def is_signed(public: str, signature: str, message: bytes) -> bool:
    """Return whether a public key, `x` of an Ed25519 JWK, signed a message; key and signature are in base64url."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    key = decode_base64url(public, 32)
    data = decode_base64url(signature, 64)
    if key is None or data is None:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(data, message)
    except InvalidSignature:
        return False
    return True


def _load(secret: bytes) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

    return Ed25519PrivateKey.from_private_bytes(secret)


@cache
def _jws() -> "PyJWS":
    from jwt import PyJWS  # noqa: PLC0415

    return PyJWS([SigningKey.ALGORITHM])

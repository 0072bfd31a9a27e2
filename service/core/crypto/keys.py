"""The operator's Ed25519 keys: read from base64url, and published as JSON Web Keys (RFC 8037)."""

import base64
import json
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from typing import ClassVar, Self

from .base64url import decode_base64url, encode_base64url

KEY_BYTES = 32


def decode_key(text: str) -> bytes:
    """Return the 32 bytes of a key in base64 or base64url, padded or not.

    Raises `ValueError` for any other text; the message does not quote it, as it may be a key with one wrong letter.
    """
    unpadded = text.removesuffix("=").translate(str.maketrans("+/", "-_"))
    secret = decode_base64url(unpadded, KEY_BYTES)
    if secret is None:
        raise ValueError(
            f"A key is {KEY_BYTES} bytes in base64 or base64url: 43 characters, or 44 with `=` at the end."
        )
    return secret


@dataclass(frozen=True)
class SecretKey(ABC):
    """32 secret bytes, their public key in base64url, and its RFC 7638 thumbprint, `kid`. The repr hides the secret."""

    USE: ClassVar[str]
    ALGORITHM: ClassVar[str]

    kid: str
    public: str
    secret: bytes = field(repr=False, compare=False)

    @classmethod
    def from_base64url(cls, text: str) -> Self:
        """Return the key of a text that `decode_key` reads. Raises `ValueError`, without the text."""
        return cls.from_bytes(decode_key(text))

    @classmethod
    def from_bytes(cls, secret: bytes) -> Self:
        """Return the key of 32 secret bytes."""
        public = encode_base64url(cls._derive_public(secret))
        thumbprint_input = json.dumps(
            _required_members(public), separators=(",", ":"), sort_keys=True
        )
        return cls(
            encode_base64url(sha256(thumbprint_input.encode()).digest()), public, secret
        )

    @staticmethod
    @abstractmethod
    def _derive_public(secret: bytes) -> bytes:
        """Return the public key of a secret key. This loads the library, so that forked workers share its memory."""

    @property
    def jwk(self) -> dict[str, str]:
        return {
            **_required_members(self.public),
            "kid": self.kid,
            "use": self.USE,
            "alg": self.ALGORITHM,
        }


def fingerprint(setting: str, secret: bytes) -> str:
    """Return 8 hex digits that name a secret key in metrics and logs: a MAC of its setting's name under the key.

    deploy/rotate.py computes the same.
    """
    return blake2b(
        setting.encode(), key=secret, digest_size=4, person=b"fingerprint"
    ).hexdigest()


class VrfKey(SecretKey):
    """A key that proves with `service.core.crypto.ecvrf`; only a process with such keys loads libsodium."""

    USE = "vrf"
    ALGORITHM = "ECVRF-EDWARDS25519-SHA512-TAI"

    @staticmethod
    def _derive_public(secret: bytes) -> bytes:
        from . import ecvrf  # noqa: PLC0415

        return ecvrf.public_key(secret)

    def prove(self, alpha: bytes) -> bytes:
        """Return the 80-byte proof of an input by this key."""
        from . import ecvrf  # noqa: PLC0415

        return ecvrf.prove(self.secret, alpha)

    def verify(self, alpha: bytes, pi: bytes) -> bytes | None:
        """Return the 64-byte output of a proof, or None unless it proves this input by this key."""
        from . import ecvrf  # noqa: PLC0415

        return ecvrf.verify(base64.urlsafe_b64decode(f"{self.public}="), alpha, pi)


def _required_members(public: str) -> dict[str, str]:
    """Return the members of a JWK that RFC 7638 hashes for the thumbprint."""
    return {"kty": "OKP", "crv": "Ed25519", "x": public}

"""Check RSA signatures of others (PKCS #1 v1.5 with SHA-512) with a key in PEM.

Neither the validity of a certificate nor its issuer is checked: the caller chooses whom to trust.
"""

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.core.errors import Refused

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

MAX_PEM = 16_384
"""Characters of a certificate."""

_CERTIFICATE = "-----BEGIN CERTIFICATE-----"


@dataclass(frozen=True)
class RsaKey:
    """A public key; `certificate_id` is the SHA-512 of its certificate in DER, None for a bare key."""

    public: "RSAPublicKey"
    certificate_id: bytes | None

    def has_signed(self, message: bytes, signature: bytes) -> bool:
        """Return whether a signature of a message is of this key."""
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15  # noqa: PLC0415
        from cryptography.hazmat.primitives.hashes import SHA512  # noqa: PLC0415

        try:
            self.public.verify(signature, message, PKCS1v15(), SHA512())
        except (InvalidSignature, ValueError):  # ValueError: the key is shorter than the hash
            return False
        return True


def parse_rsa_key(field: str, pem: str) -> RsaKey:
    """Return the key of an X.509 certificate or of a SubjectPublicKeyInfo, in PEM. Raises `Refused` for other texts."""
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import Encoding, load_pem_public_key  # noqa: PLC0415
    from cryptography.x509 import InvalidVersion, load_pem_x509_certificate  # noqa: PLC0415

    accepted = f"{field} must be an X.509 certificate or a public key, of RSA and in PEM, up to {MAX_PEM:,} characters."
    if len(pem) > MAX_PEM:
        raise Refused(field, accepted)
    certificate_id = None
    try:
        if _CERTIFICATE in pem:
            certificate = load_pem_x509_certificate(pem.encode())
            certificate_id = hashlib.sha512(certificate.public_bytes(Encoding.DER)).digest()
            public: object = certificate.public_key()
        else:
            public = load_pem_public_key(pem.encode())
    except (ValueError, InvalidVersion, UnsupportedAlgorithm):
        public = None
    if not isinstance(public, RSAPublicKey):
        raise Refused(field, accepted)
    return RsaKey(public, certificate_id)

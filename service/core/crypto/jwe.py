"""Encrypt for the holder of a P-256 key: a compact JWE (RFC 7516) by ECDH-ES and A256GCM, with a new key each time.

joserfc is imported on first use, as only private hands need it.
"""

from collections.abc import Mapping

ALGORITHM = "ECDH-ES"
ENCRYPTION = "A256GCM"


def encrypt(plaintext: bytes, key: Mapping[str, str]) -> str:
    """Return a text for a key, a JWK that `P256Key` accepts. The header has exactly `alg`, `enc` and `epk`."""
    from joserfc.jwe import encrypt_compact  # noqa: PLC0415
    from joserfc.jwk import ECKey  # noqa: PLC0415

    return encrypt_compact({"alg": ALGORITHM, "enc": ENCRYPTION}, plaintext, ECKey.import_key(dict(key)))

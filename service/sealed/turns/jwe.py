"""Encrypt for the holder of a P-256 key: a compact JWE (RFC 7516) with ECDH-ES and A256GCM."""

from collections.abc import Mapping


def encrypt(plaintext: bytes, key: Mapping[str, str]) -> str:
    """Encrypt bytes for the holder of `key`, a JWK that `P256Key` accepts, and return the compact JWE.

    Each JWE has a new ephemeral key. The header has exactly `alg`, `enc` and `epk`.
    """
    from joserfc.jwe import encrypt_compact  # noqa: PLC0415 (most processes never need joserfc)
    from joserfc.jwk import ECKey  # noqa: PLC0415

    return encrypt_compact(
        {"alg": "ECDH-ES", "enc": "A256GCM"}, plaintext, ECKey.import_key(dict(key))
    )

"""Verify BLS signatures on BLS12-381 with the extra `drand`: py_arkworks_bls12381, Python's binding of arkworks.

Signature and public key are points of the groups G1 (48 bytes) and G2 (96 bytes), one each, in the compressed form of
draft-irtf-cfrg-bls-signature. RFC 9380 hashes a message to the signature's group. The library is imported on first use.
"""

from typing import Any

SIZE_OF_G1 = 48
SIZE_OF_G2 = 96


def is_installed() -> bool:
    return _library() is not None


def is_public_key(key: bytes) -> bool | None:
    """Return whether bytes encode a point of prime order, as a public key must; None without the extra `drand`."""
    library = _library()
    return None if library is None else _parse_point(library, key) is not None


def has_signed(
    public_key: bytes, message: bytes, signature: bytes, domain: bytes
) -> bool | None:
    """Return whether the key has signed the message; None without the extra `drand`.

    `domain` is the domain separation tag of the hash. The result is False for a key or a signature that is zero or not
    in the subgroup of prime order.

    A key k has the public key k·G and signs the point H of a message by S = k·H. A pairing e carries such factors out,
    so that e(S, G) = e(H, k·G): the signature is right if the product of e(S, G) and e(−H, k·G) is 1.
    """
    library = _library()
    if library is None:
        return None
    key = _parse_point(library, public_key)
    point = _parse_point(library, signature)
    if key is None or point is None or len(public_key) == len(signature):
        return False
    hashed = type(point).hash_to_curve(message, domain)
    # First come points of G1, then points of G2; a point made without arguments is the generator.
    if len(signature) == SIZE_OF_G1:
        points_of_g1 = [point, -hashed]
        points_of_g2 = [library.G2Point(), key]
    else:
        points_of_g1 = [library.G1Point(), -key]
        points_of_g2 = [point, hashed]
    return bool(library.GT.pairing_check(points_of_g1, points_of_g2))


def _parse_point(library: Any, data: bytes) -> Any:
    """Return the point of G1 or G2 that bytes encode; None if they are invalid or encode zero."""
    group = library.G1Point if len(data) == SIZE_OF_G1 else library.G2Point
    try:
        point = group.from_compressed_bytes(data)  # also checks the subgroup
    except ValueError:
        return None
    return None if point == group.identity() else point


def _library() -> Any:
    """Return the module py_arkworks_bls12381; None if it is not installed."""
    try:
        import py_arkworks_bls12381  # noqa: PLC0415 (an extra)
    except ImportError:
        return None
    return py_arkworks_bls12381

"""Compute and verify ECVRF-EDWARDS25519-SHA512-TAI, a verifiable random function (RFC 9381, 5.5).

The holder of a secret key maps an input, alpha, to 64 pseudorandom bytes, beta, and to a proof, pi. With the proof and
the public key anybody sees that no other beta is possible. Keys are Ed25519 keys. The arithmetic is libsodium's, in
constant time wherever it depends on the secret; alpha is not a secret.

`verify` is stricter than the RFC in one respect: it refuses a key, or the point in a proof, outside the subgroup of
prime order. Keys and proofs that are computed as the RFC says are always inside.
"""

from contextlib import suppress
from hashlib import sha512

from nacl import bindings as sodium

PROOF_BYTES = 80

# FROZEN: all constants and hashed bytes here (RFC 9381, 5.5).
_SUITE = b"\x03"
_P = 2**255 - 19  # of the field
_Q = 2**252 + 27742317777372353535851937790883648493  # the order of the subgroup
_IDENTITY = (1).to_bytes(32, "little")  # the point that is the neutral element


def public_key(secret: bytes) -> bytes:
    """Return the 32-byte public key of 32 secret bytes, as Ed25519 has it."""
    return sodium.crypto_scalarmult_ed25519_base_noclamp(_expand(secret)[0])


def is_valid_key(public: bytes) -> bool:
    """Return whether bytes are a public key: a point of prime order in its only encoding (RFC 9381, 5.4.5)."""
    return len(public) == 32 and sodium.crypto_core_ed25519_is_valid_point(public)


def prove(secret: bytes, alpha: bytes) -> bytes:
    """Return the 80-byte proof of an input under 32 secret bytes (RFC 9381, 5.1).

    The proof is gamma ‖ c ‖ s, of 32, 16 and 32 bytes. The names are the RFC's: x, k and s are scalars, public, h,
    gamma, u and v points, all in 32 bytes; c is the challenge. It shows that gamma is h times the secret x.
    """
    x, prefix = _expand(secret)
    public = sodium.crypto_scalarmult_ed25519_base_noclamp(x)
    h = _encode_to_curve(public, alpha)
    gamma = sodium.crypto_scalarmult_ed25519_noclamp(x, h)
    k = sodium.crypto_core_ed25519_scalar_reduce(sha512(prefix + h).digest())
    u = sodium.crypto_scalarmult_ed25519_base_noclamp(k)
    v = sodium.crypto_scalarmult_ed25519_noclamp(k, h)
    c = _challenge(public, h, gamma, u, v)
    s = sodium.crypto_core_ed25519_scalar_add(
        k, sodium.crypto_core_ed25519_scalar_mul(_scalar(c), x)
    )
    return gamma + c + s


def verify(public: bytes, alpha: bytes, pi: bytes) -> bytes | None:
    """Return the 64-byte beta of a proof, or None unless it proves this input under this key (RFC 9381, 5.3).

    The points u = s·B - c·public and v = s·h - c·gamma are the points that `prove` had, so their challenge must be c.
    """
    gamma = pi[:32]
    c = pi[32:48]
    s = pi[48:]
    if len(public) != 32 or len(pi) != PROOF_BYTES or not _is_reduced(s):
        return None
    h = _encode_to_curve(public, alpha)
    try:
        u = _subtract_product(
            sodium.crypto_scalarmult_ed25519_base_noclamp(s), c, public
        )
        v = _subtract_product(sodium.crypto_scalarmult_ed25519_noclamp(s, h), c, gamma)
    except RuntimeError:  # from libsodium, for a point that `is_valid_key` refuses, and for a product with zero
        return None
    return _hash_output(gamma) if _challenge(public, h, gamma, u, v) == c else None


def proof_to_hash(pi: bytes) -> bytes:
    """Return the 64-byte beta of a proof, not verified (RFC 9381, 5.2). Raises `ValueError` for a malformed proof."""
    if len(pi) != PROOF_BYTES or not is_valid_key(pi[:32]) or not _is_reduced(pi[48:]):
        raise ValueError(
            "A proof is 80 bytes: a point of prime order, a challenge and a reduced scalar."
        )
    return _hash_output(pi[:32])


def _expand(secret: bytes) -> tuple[bytes, bytes]:
    """Return the secret scalar of a key, and the prefix that its nonces are derived from (RFC 8032, 5.1.5)."""
    digest = sha512(secret).digest()
    scalar = bytearray(digest[:32])
    scalar[0] &= 248
    scalar[31] = (scalar[31] & 63) | 64
    return bytes(scalar), digest[32:]


def _encode_to_curve(public: bytes, alpha: bytes) -> bytes:
    """Return the point of the curve that alpha hashes to, by try and increment (RFC 9381, 5.4.1.1)."""
    for counter in range(256):
        hashed = _SUITE + b"\x01" + public + alpha + bytes([counter, 0])
        candidate = sha512(hashed).digest()[:32]
        if int.from_bytes(candidate, "little") % 2**255 >= _P:
            continue
        # RuntimeError from libsodium, as about half of the candidates are no points
        with suppress(RuntimeError):
            point = _clear_cofactor(candidate)
            if point != _IDENTITY:
                return point
    raise AssertionError("256 hashes in a row are no points.")  # once in 2^256 inputs


def _clear_cofactor(point: bytes) -> bytes:
    """Return a point times 8, by addition: libsodium multiplies only points of prime order."""
    for _ in range(3):
        point = sodium.crypto_core_ed25519_add(point, point)
    return point


def _hash_output(gamma: bytes) -> bytes:
    """Return beta, 64 bytes (RFC 9381, 5.2)."""
    return sha512(_SUITE + b"\x03" + _clear_cofactor(gamma) + b"\x00").digest()


def _challenge(public: bytes, h: bytes, gamma: bytes, u: bytes, v: bytes) -> bytes:
    """Return the 16 bytes of the challenge on five points (RFC 9381, 5.4.3)."""
    return sha512(_SUITE + b"\x02" + public + h + gamma + u + v + b"\x00").digest()[:16]


def _subtract_product(minuend: bytes, c: bytes, point: bytes) -> bytes:
    """Return the point minuend - c·point."""
    return sodium.crypto_core_ed25519_sub(
        minuend, sodium.crypto_scalarmult_ed25519_noclamp(_scalar(c), point)
    )


def _is_reduced(scalar: bytes) -> bool:
    return int.from_bytes(scalar, "little") < _Q


def _scalar(challenge: bytes) -> bytes:
    """Return the 16 bytes of a challenge as a scalar of 32 bytes, the lowest byte first."""
    return challenge + bytes(16)

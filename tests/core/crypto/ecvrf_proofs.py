"""Examples of RFC 9381, and keys and proofs that must be refused."""

import json
import secrets
from collections.abc import Iterator
from hashlib import sha512
from pathlib import Path
from typing import NamedTuple

from nacl import bindings

from service.core.crypto import ecvrf


def encode(y: int, sign: int = 0) -> bytes:
    """Return 32 bytes: a scalar, or the second coordinate of a point with the sign of the first."""
    return (y | sign << 255).to_bytes(32, "little")


# RFC 9381, B.3, examples 16 to 18: secret key, public key, alpha, pi and beta
EXAMPLES = [
    tuple(map(bytes.fromhex, example.values()))
    for example in json.loads((Path(__file__).parent / "ecvrf.json").read_text("utf-8"))
]
SECRET, PUBLIC, ALPHA, PI, BETA = EXAMPLES[2]
GAMMA = PI[:32]
"""The point of the proof, which its challenge and its scalar follow."""

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
IDENTITY = encode(1)
EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
# The points with an order that divides 8: https://github.com/C2SP/CCTV/tree/main/ed25519
SMALL_ORDER = [
    IDENTITY,
    encode(P - 1),
    encode(0),
    encode(0, sign=1),
    encode(EIGHTH),
    encode(EIGHTH, sign=1),
    encode(P - EIGHTH),
    encode(P - EIGHTH, sign=1),
]
NO_POINT = encode(2)
# Encodings of y below 19 as y + p, and of x = 0 as negative: RFC 8032 has others for these points, or none
NOT_CANONICAL = [encode(y + P, sign) for y in range(19) for sign in (0, 1)]
NOT_CANONICAL += [encode(1, sign=1), encode(P - 1, sign=1)]


def flip_bits(data: bytes) -> Iterator[bytes]:
    """Yield the bytes with each of their bits changed."""
    number = int.from_bytes(data, "little")
    for position in range(len(data) * 8):
        yield (number ^ 1 << position).to_bytes(len(data), "little")


def expand(secret: bytes) -> bytes:
    """Return the scalar of a secret key."""
    number = int.from_bytes(sha512(secret).digest()[:32], "little")
    return encode(number & ~7 & 2**255 - 1 | 2**254)


def forge(public: bytes, x: bytes, torsion: bytes = IDENTITY) -> bytes:
    """Return a proof with a component of small order in its point: both equations hold, as c is a multiple of 8.

    A proof for a key with such a component is made in the same way.
    """
    h = ecvrf._encode_to_curve(public, ALPHA)
    gamma = torsion
    if x != bytes(32):
        multiple = bindings.crypto_scalarmult_ed25519_noclamp(x, h)
        gamma = bindings.crypto_core_ed25519_add(multiple, torsion)
    while True:
        k = bindings.crypto_core_ed25519_scalar_reduce(secrets.token_bytes(64))
        u = bindings.crypto_scalarmult_ed25519_base_noclamp(k)
        v = bindings.crypto_scalarmult_ed25519_noclamp(k, h)
        c = sha512(b"\x03\x02" + public + h + gamma + u + v + b"\x00").digest()[:16]
        if c[0] % 8 == 0:
            product = bindings.crypto_core_ed25519_scalar_mul(c + bytes(16), x)
            return gamma + c + bindings.crypto_core_ed25519_scalar_add(k, product)


def compute_output(pi: bytes) -> bytes | None:
    """Return the output of a proof, None if it has none."""
    try:
        return ecvrf.proof_to_hash(pi)
    except ValueError:
        return None


class Refused(NamedTuple):
    """A key, an input and a proof to refuse, whether the key is valid, and whether the proof has an output.

    None stands for either: a flipped bit of the point may lead to a point.
    """

    public: bytes = PUBLIC
    alpha: bytes = ALPHA
    pi: bytes = PI
    is_key: bool = True
    has_output: bool | None = True


def list_altered() -> Iterator[Refused]:
    """Yield a key, an input and a proof of which one has another bit."""
    for pi in flip_bits(PI):
        yield Refused(pi=pi, has_output=None)
    for public in flip_bits(PUBLIC):
        yield Refused(public, is_key=ecvrf.is_valid_key(public))
    for alpha in flip_bits(ALPHA):
        yield Refused(alpha=alpha)


def list_malformed() -> Iterator[Refused]:
    """Yield keys and proofs that have another length, or no point or scalar in its one encoding."""
    for pi in (
        b"",
        GAMMA,
        PI[:-1],
        PI + b"\0",
        NO_POINT + PI[32:],
        bytes(80),
        bytes([255] * 80),
    ):
        yield Refused(pi=pi, has_output=False)
    for public in (b"", PUBLIC[:-1], PUBLIC + b"\0", NO_POINT):
        yield Refused(public, is_key=False)
    scalar = int.from_bytes(PI[48:], "little")
    for multiple in range(1, 16):
        yield Refused(pi=PI[:48] + encode(scalar + multiple * Q), has_output=False)
    for point in NOT_CANONICAL:
        yield Refused(point, is_key=False)
        yield Refused(pi=point + PI[32:], has_output=False)


def list_forged() -> Iterator[Refused]:
    """Yield proofs with zeros, and those that hold but for a component of small order."""
    yield Refused(pi=GAMMA + bytes(16) + PI[48:])
    yield Refused(pi=PI[:48] + bytes(32))
    yield Refused(pi=GAMMA + bytes(48))
    for point in SMALL_ORDER:
        pi = forge(point, bytes(32))
        yield Refused(point, pi=pi, is_key=False, has_output=False)
    for torsion in SMALL_ORDER[1:]:
        pi = forge(PUBLIC, expand(SECRET), torsion)
        yield Refused(pi=pi, has_output=False)


def list_refused() -> Iterator[Refused]:
    """Yield all keys, inputs and proofs to refuse."""
    yield from list_altered()
    yield from list_malformed()
    yield from list_forged()

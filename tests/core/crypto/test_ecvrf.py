"""The verifiable random function: the examples of RFC 9381, and keys and proofs that must be refused."""

import json
import secrets
from collections.abc import Iterator
from hashlib import sha512
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nacl import bindings

from service.core.crypto import ecvrf
from tests.tables import for_each

# RFC 9381, B.3, examples 16 to 18: secret key, public key, alpha, pi and beta
EXAMPLES = [
    tuple(map(bytes.fromhex, example.values()))
    for example in json.loads((Path(__file__).parent / "ecvrf.json").read_text("utf-8"))
]
SECRET, PUBLIC, ALPHA, PI, BETA = EXAMPLES[2]

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
IDENTITY = bytes([1, *bytes(31)])
EIGHTH = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    "little",
)
# The points with an order that divides 8: https://github.com/C2SP/CCTV/tree/main/ed25519
SMALL_ORDER = [
    IDENTITY,
    *((y % 2**256).to_bytes(32, "little") for y in (P - 1, 0, 2**255)),
    *(
        (y | sign << 255).to_bytes(32, "little")
        for y in (EIGHTH, P - EIGHTH)
        for sign in (0, 1)
    ),
]
NO_POINT = bytes([2, *bytes(31)])
# Encodings of y below 19 as y + p, and of x = 0 as negative: RFC 8032 has others for these points, or none
NOT_CANONICAL = [
    (y + P | sign << 255).to_bytes(32, "little") for y in range(19) for sign in (0, 1)
] + [(y | 1 << 255).to_bytes(32, "little") for y in (1, P - 1)]


def flip_bits(data: bytes) -> Iterator[bytes]:
    number = int.from_bytes(data, "little")
    for position in range(len(data) * 8):
        yield (number ^ 1 << position).to_bytes(len(data), "little")


def expand(secret: bytes) -> bytes:
    """Return the scalar of a secret key."""
    number = int.from_bytes(sha512(secret).digest()[:32], "little")
    return (number & ~7 & 2**255 - 1 | 2**254).to_bytes(32, "little")


def forge(public: bytes, x: bytes, torsion: bytes = IDENTITY) -> bytes:
    """Return a proof with a component of small order in its point: both equations hold, as c is a multiple of 8.

    A proof for a key with such a component is made in the same way.
    """
    h = ecvrf._encode_to_curve(public, ALPHA)
    gamma = bindings.crypto_core_ed25519_add(
        IDENTITY
        if x == bytes(32)
        else bindings.crypto_scalarmult_ed25519_noclamp(x, h),
        torsion,
    )
    while True:
        k = bindings.crypto_core_ed25519_scalar_reduce(secrets.token_bytes(64))
        u = bindings.crypto_scalarmult_ed25519_base_noclamp(k)
        v = bindings.crypto_scalarmult_ed25519_noclamp(k, h)
        c = sha512(b"\x03\x02" + public + h + gamma + u + v + b"\x00").digest()[:16]
        if c[0] % 8 == 0:
            product = bindings.crypto_core_ed25519_scalar_mul(c + bytes(16), x)
            return gamma + c + bindings.crypto_core_ed25519_scalar_add(k, product)


def compute_output(pi: bytes) -> bytes | None:
    try:
        return ecvrf.proof_to_hash(pi)
    except ValueError:
        return None


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_rfc_are_met_to_the_byte(
    example: tuple[bytes, ...],
) -> None:
    secret, public, alpha, pi, beta = example
    assert ecvrf.public_key(secret) == public
    assert ecvrf.is_valid_key(public)
    assert ecvrf.prove(secret, alpha) == pi
    assert ecvrf.proof_to_hash(pi) == beta
    assert ecvrf.verify(public, alpha, pi) == beta
    # a scalar is below the order of the base
    assert ecvrf.proof_to_hash(pi[:48] + (Q - 1).to_bytes(32, "little")) == beta
    assert compute_output(pi[:48] + Q.to_bytes(32, "little")) is None


def test_random_proofs_are_accepted_for_their_key_and_input_alone() -> None:
    for length in range(200):
        secret = secrets.token_bytes(32)
        alpha = secrets.token_bytes(length)
        public = ecvrf.public_key(secret)
        pi = ecvrf.prove(secret, alpha)
        assert (
            public
            == Ed25519PrivateKey.from_private_bytes(secret)
            .public_key()
            .public_bytes_raw()
        )
        assert ecvrf.verify(public, alpha, pi) == ecvrf.proof_to_hash(pi)
        assert ecvrf.verify(public, alpha + b"\x00", pi) is None
        assert ecvrf.verify(PUBLIC, alpha, pi) is None


def list_refused() -> Iterator[tuple[bytes, bytes, bytes, bool, bool | None]]:
    """Yield keys, inputs and proofs to refuse, whether the key is valid, and whether the proof has an output.

    None stands for either: a flipped bit of the point may lead to a point.
    """
    scalar = int.from_bytes(PI[48:], "little")
    yield from ((PUBLIC, ALPHA, pi, True, None) for pi in flip_bits(PI))
    for public in flip_bits(PUBLIC):
        yield public, ALPHA, PI, ecvrf.is_valid_key(public), True
    yield from ((PUBLIC, alpha, PI, True, True) for alpha in flip_bits(ALPHA))
    for pi in (
        b"",
        PI[:32],
        PI[:-1],
        PI + b"\x00",
        NO_POINT + PI[32:],
        bytes(80),
        bytes([255] * 80),
    ):
        yield PUBLIC, ALPHA, pi, True, False
    yield from (
        (public, ALPHA, PI, False, True)
        for public in (b"", PUBLIC[:-1], PUBLIC + b"\x00", NO_POINT)
    )
    for multiple in range(1, 16):  # a scalar has one encoding
        yield (
            PUBLIC,
            ALPHA,
            PI[:48] + (scalar + multiple * Q).to_bytes(32, "little"),
            True,
            False,
        )
    for c, s in ((bytes(16), PI[48:]), (PI[32:48], bytes(32)), (bytes(16), bytes(32))):
        yield PUBLIC, ALPHA, PI[:32] + c + s, True, True
    for point in NOT_CANONICAL:
        yield point, ALPHA, PI, False, True
        yield PUBLIC, ALPHA, point + PI[32:], True, False
    yield from (
        (point, ALPHA, forge(point, bytes(32)), False, False) for point in SMALL_ORDER
    )
    for torsion in SMALL_ORDER[1:]:
        yield PUBLIC, ALPHA, forge(PUBLIC, expand(SECRET), torsion), True, False


def test_keys_and_proofs_that_are_none_are_refused() -> None:
    for public, alpha, pi, is_key, has_output in list_refused():
        assert ecvrf.verify(public, alpha, pi) is None, (public, alpha, pi)
        assert ecvrf.is_valid_key(public) is is_key, public
        assert has_output in {None, compute_output(pi) is not None}, pi


@for_each("torsion", SMALL_ORDER)
def test_a_key_or_a_proof_with_a_component_of_small_order_is_refused(
    torsion: bytes,
) -> None:
    x = expand(SECRET)
    mixed = bindings.crypto_core_ed25519_add(PUBLIC, torsion)
    is_pure = torsion == IDENTITY
    assert ecvrf.is_valid_key(mixed) is is_pure
    assert ecvrf.verify(mixed, ALPHA, forge(mixed, x)) == (BETA if is_pure else None)
    pi = forge(PUBLIC, x, torsion)
    assert ecvrf.verify(PUBLIC, ALPHA, pi) == (BETA if is_pure else None)
    assert compute_output(pi) == (BETA if is_pure else None)

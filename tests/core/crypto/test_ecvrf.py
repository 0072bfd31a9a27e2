"""The verifiable random function: the examples of RFC 9381, and keys and proofs that must be refused."""

import secrets

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nacl import bindings

from service.core.crypto import ecvrf
from tests.core.crypto.ecvrf_proofs import (
    ALPHA,
    BETA,
    EXAMPLES,
    IDENTITY,
    PUBLIC,
    SECRET,
    SMALL_ORDER,
    Q,
    compute_output,
    encode,
    expand,
    forge,
    list_refused,
)
from tests.tables import for_each


@for_each("example", EXAMPLES)
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
    assert ecvrf.proof_to_hash(pi[:48] + encode(Q - 1)) == beta
    assert compute_output(pi[:48] + encode(Q)) is None


def test_random_proofs_are_accepted_for_their_key_and_input_alone() -> None:
    for length in range(200):
        secret = secrets.token_bytes(32)
        alpha = secrets.token_bytes(length)
        public = ecvrf.public_key(secret)
        pi = ecvrf.prove(secret, alpha)
        key = Ed25519PrivateKey.from_private_bytes(secret)
        assert public == key.public_key().public_bytes_raw()
        assert ecvrf.verify(public, alpha, pi) == ecvrf.proof_to_hash(pi)
        assert ecvrf.verify(public, alpha + b"\x00", pi) is None
        assert ecvrf.verify(PUBLIC, alpha, pi) is None


def test_keys_and_proofs_that_are_none_are_refused() -> None:
    for refused in list_refused():
        beta = ecvrf.verify(refused.public, refused.alpha, refused.pi)
        assert beta is None, refused
        assert ecvrf.is_valid_key(refused.public) is refused.is_key, refused
        has_output = compute_output(refused.pi) is not None
        assert refused.has_output in {None, has_output}, refused


@for_each("torsion", SMALL_ORDER)
def test_a_key_or_a_proof_with_a_component_of_small_order_is_refused(
    torsion: bytes,
) -> None:
    x = expand(SECRET)
    mixed = bindings.crypto_core_ed25519_add(PUBLIC, torsion)
    is_pure = torsion == IDENTITY
    beta = BETA if is_pure else None
    assert ecvrf.is_valid_key(mixed) is is_pure
    assert ecvrf.verify(mixed, ALPHA, forge(mixed, x)) == beta
    pi = forge(PUBLIC, x, torsion)
    assert ecvrf.verify(PUBLIC, ALPHA, pi) == beta
    assert compute_output(pi) == beta

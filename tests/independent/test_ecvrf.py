"""The verifiable random function in JavaScript, given the examples of RFC 9381 and what is to be refused."""

from typing import Any, NamedTuple

import pytest

from service.core.crypto import ecvrf
from tests.core.crypto.ecvrf_proofs import (
    ALPHA,
    EXAMPLES,
    PI,
    PUBLIC,
    compute_output,
    list_refused,
)
from tests.independent.verifier import run_node

pytestmark = pytest.mark.node


class Proof(NamedTuple):
    """The public key, the input and the proof."""

    public: bytes
    alpha: bytes
    pi: bytes


class Verified(NamedTuple):
    """Whether a key is valid, and the output of a proof, None if it has none: verified, and unverified."""

    is_key: bool
    output: str | None
    unverified: str | None


class Secret(NamedTuple):
    """A secret key, and an input to prove under it."""

    key: bytes
    alpha: bytes


class Proved(NamedTuple):
    """A public key and a proof."""

    public: str
    pi: str


def run_ecvrf(proofs: list[Proof], secrets: list[Secret]) -> dict[str, Any]:
    """Return the results of verifying proofs, and of proving inputs under secrets."""
    lists = {
        "proofs": [list(map(bytes.hex, proof)) for proof in proofs],
        "secrets": [list(map(bytes.hex, secret)) for secret in secrets],
    }
    [result] = run_node("tests/independent/ecvrf.mjs", [lists])
    return result


def verify(proofs: list[Proof]) -> list[Verified]:
    verified = run_ecvrf(proofs, [])["verified"]
    return [Verified(*results) for results in verified]


def prove(secrets: list[Secret]) -> list[Proved]:
    proved = run_ecvrf([], secrets)["proved"]
    return [Proved(*results) for results in proved]


def test_the_examples_of_the_rfc_are_met_to_the_byte() -> None:
    proofs = [Proof(public, alpha, pi) for _, public, alpha, pi, _ in EXAMPLES]
    outputs = [beta.hex() for *_, beta in EXAMPLES]
    assert verify(proofs) == [Verified(True, output, output) for output in outputs]
    secrets = [Secret(secret, alpha) for secret, _, alpha, _, _ in EXAMPLES]
    proved = [Proved(proof.public.hex(), proof.pi.hex()) for proof in proofs]
    assert prove(secrets) == proved


def test_what_is_refused_in_python_is_refused_in_javascript() -> None:
    refused = list(list_refused())
    proofs = [Proof(one.public, one.alpha, one.pi) for one in refused]
    *results, genuine = verify([*proofs, Proof(PUBLIC, ALPHA, PI)])
    output = ecvrf.proof_to_hash(PI).hex()
    assert genuine == Verified(True, output, output)
    for proof, row, result in zip(proofs, refused, results, strict=True):
        beta = compute_output(proof.pi)
        assert result.output is None, proof
        assert result.is_key is row.is_key, proof
        assert result.unverified == (beta and beta.hex()), proof

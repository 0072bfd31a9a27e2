"""The verifiable random function in JavaScript, given the examples of RFC 9381 and what is to be refused."""

import pytest

from service.core.crypto import ecvrf
from tests.core.crypto.test_ecvrf import (
    ALPHA,
    EXAMPLES,
    PI,
    PUBLIC,
    compute_output,
    list_refused,
)
from tests.independent.verifier import run_node

pytestmark = pytest.mark.node

Proof = tuple[bytes, bytes, bytes]


def run_program(
    proofs: list[Proof], secrets: list[tuple[bytes, bytes]]
) -> tuple[list[list[object]], list[list[str]]]:
    """Return the results of verifying proofs of keys and inputs, and of proving inputs under secrets."""
    lists = {
        "proofs": [[part.hex() for part in one] for one in proofs],
        "secrets": [list(map(bytes.hex, one)) for one in secrets],
    }
    (result,) = run_node("tests/independent/ecvrf.mjs", [lists])
    return result["verified"], result["proved"]


def test_the_examples_of_the_rfc_are_met_to_the_byte() -> None:
    verified, proved = run_program(
        [(public, alpha, pi) for _, public, alpha, pi, _ in EXAMPLES],
        [(secret, alpha) for secret, _, alpha, _, _ in EXAMPLES],
    )
    assert verified == [[True, beta.hex(), beta.hex()] for *_, beta in EXAMPLES]
    assert proved == [[public.hex(), pi.hex()] for _, public, _, pi, _ in EXAMPLES]


def test_what_is_refused_in_python_is_refused_in_javascript() -> None:
    refused = list(list_refused())
    verified, _ = run_program([*(row[:3] for row in refused), (PUBLIC, ALPHA, PI)], [])
    assert verified.pop() == [
        True,
        ecvrf.proof_to_hash(PI).hex(),
        ecvrf.proof_to_hash(PI).hex(),
    ]
    for (public, alpha, pi, is_key, _), (is_valid, output, unverified) in zip(
        refused, verified, strict=True
    ):
        assert (output, is_valid) == (None, is_key), (public, alpha, pi)
        assert unverified == (
            None if (beta := compute_output(pi)) is None else beta.hex()
        ), pi

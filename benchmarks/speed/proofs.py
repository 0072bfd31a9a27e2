"""CPU time in process of a proof by the verifiable random function, and of its check, against an Ed25519 signature."""

import os
from collections.abc import Callable, Sequence
from itertools import cycle

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from benchmarks.speed.results import Row, Table, run_part
from benchmarks.timing import Quartiles, compare, format_figure, interleave, make_contender
from service.core.crypto import ecvrf

_INPUTS = 1000  # the time of a proof depends on its input: about every other hash of it is no point
_INPUT_BYTES = 400  # the canonical JSON of a deal with two players


def measure_proofs(seconds: float, rounds: int) -> Table:
    """Return the CPU time of proving and verifying, relative to signing the same input and verifying that."""
    secret = os.urandom(32)
    signing, public = Ed25519PrivateKey.from_private_bytes(secret), ecvrf.public_key(secret)
    verifying = signing.public_key()
    inputs = [os.urandom(_INPUT_BYTES) for _ in range(_INPUTS)]
    signatures = [(signing.sign(data), data) for data in inputs]
    proofs = [(public, data, ecvrf.prove(secret, data)) for data in inputs]
    calls = {
        "sign": _call_each(signing.sign, [(data,) for data in inputs]),
        "verify a signature": _call_each(verifying.verify, signatures),
        "prove": _call_each(lambda data: ecvrf.prove(secret, data), [(data,) for data in inputs]),
        "verify a proof": _call_each(ecvrf.verify, proofs),
    }
    samples = interleave({name: make_contender(call, seconds) for name, call in calls.items()}, rounds)
    sign, verify, prove, check = (format_figure(Quartiles.of(samples[name]).median * 1e6) for name in calls)
    text = (
        "ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381), by libsodium, relative to Ed25519, by OpenSSL. On this machine a "
        f"signature takes {sign} µs of CPU time and a proof {prove} µs; verifying takes {verify} µs and {check} µs."
    )
    rows = [
        Row("prove, against signing", compare(samples, "prove", "sign"), max=12),
        Row("verify, against verifying a signature", compare(samples, "verify a proof", "verify a signature"), max=6),
    ]
    return Table("Proofs, in process", text, rows)


def _call_each(function: Callable[..., object], arguments: Sequence[tuple[bytes, ...]]) -> Callable[[], object]:
    """Return a call of the function with the next arguments each time, round and round."""
    ready = cycle(arguments)
    return lambda: function(*next(ready))


def main(arguments: Sequence[str]) -> int:
    """Measure, and replace the table in RESULTS.md; with `--quick`, print a table whose figures mean nothing."""
    return run_part("proofs", __doc__, measure_proofs, arguments)

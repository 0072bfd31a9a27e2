"""CPU time in process of proofs: the function alone against Ed25519, and responses against seeded ones."""

import json
import os
import secrets
from collections.abc import Callable, Sequence
from itertools import count, cycle

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from benchmarks.speed.in_process import make_poster
from benchmarks.speed.results import Row, Scale, Table
from benchmarks.timing import Quartiles, compare, format_figure, interleave, make_contender
from service.app import create_app
from service.core.crypto import ecvrf
from service.core.crypto.keys import VrfKey
from service.core.crypto.tokens import generate_key
from service.settings import Settings

_INPUTS = 1000  # the time of a proof depends on its input: about every other hash of it is no point
_INPUT_BYTES = 400  # the canonical JSON of a deal with two players


def measure_proofs(scale: Scale) -> Table:
    """Return the CPU time of proofs, relative to signatures, and of proved responses, relative to seeded ones."""
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
        **_make_requests(),
    }
    samples = interleave({name: make_contender(call, scale.seconds) for name, call in calls.items()}, 3 * scale.rounds)
    sign, verify, prove, check, seeded, _, verified, _ = (
        format_figure(Quartiles.of(samples[name]).median * 1e6) for name in calls
    )
    text = (
        "ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381), by libsodium, relative to Ed25519, by OpenSSL. On this machine a "
        f"signature takes {sign} µs of CPU time and a proof {prove} µs; verifying takes {verify} µs and {check} µs. "
        f"A seeded shuffle by POST takes {seeded} µs, and POST /v1/verify of its response {verified} µs."
    )
    rows = [
        Row("prove, against signing", compare(samples, "prove", "sign"), max=12),
        Row("verify, against verifying a signature", compare(samples, "verify a proof", "verify a signature"), max=6),
        Row("a proved shuffle by POST, against a seeded one", compare(samples, "proved shuffle", "seeded shuffle")),
        Row("/v1/verify of a proved shuffle, against a seeded one", compare(samples, "verify proved", "verify seeded")),
    ]
    return Table("Proofs, in process", text, rows)


def _make_requests() -> dict[str, Callable[[], object]]:
    """Return requests whose body differs each time, so that no cache has their response."""
    key = VrfKey.from_base64url(secrets.token_urlsafe(32))
    app = create_app(Settings(vrf_keys=(key,), shoe_keys=(generate_key(),)))
    shuffle, verify = make_poster(app, "/v1/decks/standard/shuffle"), make_poster(app, "/v1/verify")
    numbers = count()

    def draw() -> bytes:
        return shuffle(json.dumps({"seed": f"{next(numbers):0128x}"}).encode())

    def prove() -> bytes:
        terms = {"key": key.kid, "game": "table 7", "round": next(numbers), "players": ["a" * 43, "b" * 43]}
        return shuffle(json.dumps({"prove": terms}).encode())

    return {
        "seeded shuffle": draw,
        "proved shuffle": prove,
        "verify seeded": _call_each(verify, [(draw(),) for _ in range(_INPUTS)]),
        "verify proved": _call_each(verify, [(prove(),) for _ in range(_INPUTS)]),
    }


def _call_each(function: Callable[..., object], arguments: Sequence[tuple[bytes, ...]]) -> Callable[[], object]:
    """Return a call of the function with the next arguments each time, round and round."""
    ready = cycle(arguments)
    return lambda: function(*next(ready))

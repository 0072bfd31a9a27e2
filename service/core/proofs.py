"""Prove deals as they are dealt, with the scheme `vrf1` (docs/stream.md), and check the proofs.

The seed of a proved deal is the output of a verifiable random function of a key of the service and of an input, alpha,
that the callers agreed on. Nothing in alpha comes from the service, so that a request sent again has the same cards.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import rfc8785

from service.core.crypto.ecvrf import proof_to_hash
from service.core.crypto.vrf_keys import VrfKey
from service.core.errors import Refused
from service.core.rng.streams import STREAM
from service.core.third_party.drand import CHAINS, Round, check_round
from service.core.verification import Difference, VerificationResult, compare_values

SCHEME = "vrf1"
MAX_TEXT = 256  # characters
MAX_PLAYERS = 64
CHAIN_HASHES = {chain.beacon_id: chain_hash for chain_hash, chain in CHAINS.items()}
"""The hashes of drand's chains by their names."""

_PREFIX = b"shuffle-and-deal vrf 1\n"
_TERMS = ("game", "round", "players", "beacon")
_MAX_EXCERPT = 60

Json = dict[str, Any]


def build_alpha(terms: Mapping[str, Any], request: Mapping[str, Any]) -> Json:
    """Return the alpha of what the callers agreed on and of their request."""
    agreed = {name: terms[name] for name in _TERMS if name in terms}
    return {"scheme": SCHEME, "stream": STREAM, **agreed, "request": request}


def encode_alpha(alpha: Mapping[str, Any]) -> bytes:
    """Return the input of the function. Raises `rfc8785.CanonicalizationError` for a value without canonical JSON."""
    return _PREFIX + rfc8785.dumps(dict(alpha))


def make_proof(key: VrfKey, alpha: Mapping[str, Any]) -> tuple[str, Json]:
    """Return the seed of an alpha, and the member `proof` of the response."""
    try:
        pi = key.prove(encode_alpha(alpha))
    except rfc8785.CanonicalizationError as error:
        raise Refused("prove", f"The request has no canonical JSON (RFC 8785), which is proved: {error}.") from None
    return proof_to_hash(pi).hex(), {"scheme": SCHEME, "kid": key.kid, "alpha": alpha, "pi": pi.hex()}


def select_key(kid: str, keys: Sequence[VrfKey]) -> VrfKey:
    """Return the key that proves, the first one. Raises `Refused` if the caller names another, or if there is none."""
    if not keys:
        raise Refused("prove", "This service has no keys to prove with (the operator's VRF_KEYS).")
    current = keys[0]
    if kid != current.kid:
        is_retired = any(kid == key.kid for key in keys)
        reason = "This key is retired and proves no more." if is_retired else "This service has no key with this kid."
        raise Refused("prove.key", f"{reason} The current one is {current.kid}, as in /.well-known/jwks.json.")
    return current


def check_beacon(beacon: Mapping[str, Any]) -> VerificationResult:
    """Check the round of drand in an alpha. Raises `Refused` for values that do not fit the chain."""
    members = dict(beacon)
    chain = members.pop("chain")
    return check_round(Round(chain_hash=CHAIN_HASHES.get(chain, chain), **members))


def check_proof(
    proof: Mapping[str, Any], response: Mapping[str, Any], keys: Sequence[VrfKey]
) -> tuple[dict[str, Difference | None], dict[str, str]]:
    """Check that a proof is one of its alpha, that its beacon is genuine, and that it has the seed of the response.

    The proof and its alpha are well-formed. Return the comparisons up to the first that fails, and why others cannot be
    made.
    """
    compared: dict[str, Difference | None] = {}
    unchecked: dict[str, str] = {}
    kid, pi = proof["kid"], bytes.fromhex(proof["pi"])
    key = next((key for key in keys if key.kid == kid), None)
    beta = _output(pi) if key is None else key.verify(_encode_or_empty(proof["alpha"]), pi)
    if beta is None:
        expected = f"a proof of this alpha with the key {kid[:_MAX_EXCERPT]}"
        return {"proof": Difference(where="proof.pi", expected=expected, seen=proof["pi"][:_MAX_EXCERPT])}, unchecked
    if key is None:
        known = f"has the keys {', '.join(key.kid for key in keys)}" if keys else "has no keys"
        unchecked["proof"] = f"It is made with the key {json.dumps(kid)[:_MAX_EXCERPT]}, and this service {known}."
    else:
        compared["proof"] = None
    if "beacon" in proof["alpha"]:
        if reason := _compare_beacon(proof["alpha"]["beacon"], compared):
            unchecked["beacon"] = reason
        elif compared["beacon"]:
            return compared, unchecked
    compared["seed"] = _compare_seed(beta.hex(), response)
    return compared, unchecked


def _output(pi: bytes) -> bytes | None:
    try:
        return proof_to_hash(pi)
    except ValueError:
        return None


def _encode_or_empty(alpha: Mapping[str, Any]) -> bytes:
    try:
        return encode_alpha(alpha)
    except rfc8785.CanonicalizationError:
        return b""  # of which no key makes a proof


def _compare_beacon(beacon: Mapping[str, Any], compared: dict[str, Difference | None]) -> str | None:
    """Add the comparison of a beacon, or return the reason why it cannot be made."""
    try:
        result = check_beacon(beacon)
    except Refused as refusal:
        where, seen = f"proof.alpha.beacon.{refusal.field}", beacon.get(refusal.field)
        compared["beacon"] = Difference(where=where, expected=str(refusal), seen=None if seen is None else str(seen))
        return None
    if result.difference is None and "signature" in result.unchecked:
        return result.unchecked["signature"]
    compared["beacon"] = result.difference and Difference(
        where=f"proof.alpha.beacon.{result.difference.where}",
        expected=result.difference.expected,
        seen=result.difference.seen,
    )
    return None


def _compare_seed(expected: str, response: Mapping[str, Any]) -> Difference | None:
    """Compare the seed of a proof with that of a response, of which the first result has the index 0."""
    return compare_values("seed", expected, response["seed"]) or compare_values("index", 0, response.get("index", 0))

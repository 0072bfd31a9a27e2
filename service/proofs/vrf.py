"""Prove deals as they are dealt, with the scheme `vrf1` (docs/definitions/proofs.md), and check the proofs.

The seed of a proved deal is the output of a verifiable random function. Its inputs are a key of the service and alpha,
what the callers agreed on. Nothing in alpha comes from the service, so a request that is sent again has the same cards.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import rfc8785

from ..core.crypto.keys import VrfKey
from ..core.errors import Refused
from ..core.rng.streams import STREAM
from ..names.texts import VISIBLE, find_ambiguity
from ..verdicts.verdict import Difference, compare_values
from .drand import compare_beacon
from .terms import select_terms

PROOF_SCHEME = "vrf1"
"""FROZEN: the name of the definition of proofs."""

_PREFIX = b"shuffle-and-deal vrf 1\n"
_MAX_EXCERPT = 60

Json = dict[str, Any]


def build_alpha(terms: Mapping[str, Any], request: Mapping[str, Any]) -> Json:
    """Return alpha for a request and the agreed terms: game, round, players and beacon, as far as present."""
    versions = {"scheme": PROOF_SCHEME, "stream": STREAM}
    return versions | select_terms(terms) | {"request": request}


def encode_alpha(alpha: Mapping[str, Any]) -> bytes:
    """Return alpha as bytes: a prefix and canonical JSON (RFC 8785). Raises `ValueError` if it has no such JSON."""
    return _PREFIX + rfc8785.dumps(dict(alpha))


def make_proof(key: VrfKey, alpha: Mapping[str, Any]) -> tuple[str, Json]:
    """Prove alpha with a key. Return the seed of the deal in hex, and the member `proof` of the response."""
    pi = key.prove(encode_alpha(alpha))
    seed = _output(pi).hex()
    proof = {"scheme": PROOF_SCHEME, "kid": key.kid, "alpha": alpha, "pi": pi.hex()}
    return seed, proof


def check_key(kid: str, keys: Sequence[VrfKey]) -> None:
    """Raise `Refused` unless `kid` is the id of the first key: new proofs are made with the first key only."""
    if not keys:
        raise Refused(
            "prove", "This service has no keys to prove with (the operator's VRF_KEYS)."
        )
    current = keys[0].kid
    if kid != current:
        is_listed = any(kid == key.kid for key in keys)
        reason = (
            "This key only verifies now."
            if is_listed
            else "This service has no key with this kid."
        )
        raise Refused(
            "prove.key",
            f"{reason} The current one is {current}, as in /.well-known/jwks.json.",
        )


def check_agreed_terms(terms: Mapping[str, Any]) -> None:
    """Raise `Refused` if the agreed terms have a round of a public beacon that differs from the published round."""
    if "beacon" not in terms:
        return
    outcome = compare_beacon("prove.beacon", terms["beacon"])
    if isinstance(outcome, Difference):
        raise Refused(outcome.where, f"{outcome.expected}.")


def check_request(request: Mapping[str, Any]) -> None:
    """Raise `Refused` if a text in a request, such as the name of a pile, may look like another text to a reader."""
    for name, value in request.items():
        for path, text in _list_texts(name, value):
            ambiguity = find_ambiguity(text)
            if ambiguity:
                raise Refused(name, f"With prove, {path}: {ambiguity} {VISIBLE}")


class ProofCheck(NamedTuple):
    """What the check of a proof says, up to the first difference.

    `outcomes` has `proof`, `beacon`, `seed` and, of a player, `own_text`: a difference, or None where all is equal.
    `unchecked` has the reason why `proof` or `beacon` could not be checked.
    """

    outcomes: dict[str, Difference | None]
    unchecked: dict[str, str]


def check_proof(
    proof: Mapping[str, Any],
    response: Mapping[str, Any],
    keys: Sequence[VrfKey],
    own_text: str | None = None,
) -> ProofCheck:
    """Check a well-formed proof: its pi proves its alpha, the beacon in alpha was published, the seed is its output.

    `own_text` is the text of a player who must be among the players of alpha. The proof of a key that is not among
    `keys` is not checked, but its output is compared with the seed.
    """
    outcomes: dict[str, Difference | None] = {}
    unchecked: dict[str, str] = {}
    alpha = proof["alpha"]
    key = next((key for key in keys if key.kid == proof["kid"]), None)
    output = _verify(proof, key)
    if output is None:
        return ProofCheck({"proof": _describe_wrong_proof(proof)}, {})
    if key is None:
        unchecked["proof"] = _explain_unknown_key(proof["kid"], keys)
    else:
        outcomes["proof"] = None
    if "beacon" in alpha:
        outcome = compare_beacon("proof.alpha.beacon", alpha["beacon"])
        if isinstance(outcome, str):
            unchecked["beacon"] = outcome
        else:
            outcomes["beacon"] = outcome
        if isinstance(outcome, Difference):
            return ProofCheck(outcomes, unchecked)
    seed_difference = compare_values("seed", output.hex(), response["seed"])
    index_difference = compare_values("index", 0, response.get("index"))
    outcomes["seed"] = seed_difference or index_difference
    if own_text is not None:
        outcomes["own_text"] = None
        if own_text not in alpha["players"]:
            outcomes["own_text"] = compare_values(
                "proof.alpha.players", own_text, alpha["players"]
            )
    return ProofCheck(outcomes, unchecked)


def _verify(proof: Mapping[str, Any], key: VrfKey | None) -> bytes | None:
    """Return the output of a proof, its seed as bytes; None if it is wrong. Without a key nothing is verified."""
    pi = bytes.fromhex(proof["pi"])
    try:
        if key is None:
            return _output(pi)
        return key.verify(encode_alpha(proof["alpha"]), pi)
    except ValueError:
        return None


def _describe_wrong_proof(proof: Mapping[str, Any]) -> Difference:
    kid = proof["kid"][:_MAX_EXCERPT]
    expected = f"a proof of alpha under the key {kid}"
    return Difference(where="proof.pi", expected=expected, seen=proof["pi"])


def _explain_unknown_key(kid: str, keys: Sequence[VrfKey]) -> str:
    """Return the sentence that a proof is made with a key that the service does not have."""
    clause = "has no keys"
    if keys:
        clause = f"has the keys {', '.join(key.kid for key in keys)}"
    excerpt = json.dumps(kid)[:_MAX_EXCERPT]
    return f"It is made with the key {excerpt}, and this service {clause}."


def _list_texts(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each text in a JSON value, such as `piles[0].name`."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for name, member in value.items():
            yield from _list_texts(f"{path}.{name}", member)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _list_texts(f"{path}[{index}]", item)


def _output(pi: bytes) -> bytes:
    """Return the output of a proof, 64 bytes, without verifying the proof."""
    # Imported here: a service that neither makes nor checks proofs does not load libsodium.
    from ..core.crypto.ecvrf import proof_to_hash  # noqa: PLC0415

    return proof_to_hash(pi)

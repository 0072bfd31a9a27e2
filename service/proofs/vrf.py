"""Prove deals as they are dealt, with the scheme `vrf1` (docs/definitions/proofs.md), and check the proofs.

The seed of a proved deal is the output of a verifiable random function. Its inputs are a key of the service and alpha,
what the callers agreed on. Nothing in alpha comes from the service, so a request that is sent again has the same cards.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import rfc8785

from ..core.crypto.keys import VrfKey
from ..core.errors import Refused
from ..core.proof_terms import SCHEME, select_terms
from ..core.rng.streams import STREAM
from ..core.texts import VISIBLE, find_ambiguity
from ..core.verification import CompareBeacon, Difference, compare_values

_PREFIX = b"shuffle-and-deal vrf 1\n"
_MAX_EXCERPT = 60

Json = dict[str, Any]


def build_alpha(terms: Mapping[str, Any], request: Mapping[str, Any]) -> Json:
    """Return alpha for a request and the agreed terms: game, round, players and beacon, as far as present."""
    return {
        "scheme": SCHEME,
        "stream": STREAM,
        **select_terms(terms),
        "request": request,
    }


def encode_alpha(alpha: Mapping[str, Any]) -> bytes:
    """Return alpha as bytes: a prefix and canonical JSON (RFC 8785). Raises `ValueError` if it has no such JSON."""
    return _PREFIX + rfc8785.dumps(dict(alpha))


def make_proof(key: VrfKey, alpha: Mapping[str, Any]) -> tuple[str, Json]:
    """Prove alpha with a key. Return the seed of the deal in hex, and the member `proof` of the response."""
    pi = key.prove(encode_alpha(alpha))
    return _output(pi).hex(), {
        "scheme": SCHEME,
        "kid": key.kid,
        "alpha": alpha,
        "pi": pi.hex(),
    }


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


def check_agreed_terms(terms: Mapping[str, Any], compare_beacon: CompareBeacon) -> None:
    """Raise `Refused` if the agreed terms have a round of a public beacon that differs from the published round."""
    difference = (
        compare_beacon("prove.beacon", terms["beacon"]) if "beacon" in terms else None
    )
    if isinstance(difference, Difference):
        raise Refused(difference.where, f"{difference.expected}.")


def check_request(request: Mapping[str, Any]) -> None:
    """Raise `Refused` if a text in a request, such as the name of a pile, may look like another text to a reader."""
    for name, value in request.items():
        for path, text in _list_texts(name, value):
            if ambiguity := find_ambiguity(text):
                raise Refused(name, f"With prove, {path}: {ambiguity} {VISIBLE}")


def check_proof(
    proof: Mapping[str, Any],
    response: Mapping[str, Any],
    keys: Sequence[VrfKey],
    compare_beacon: CompareBeacon,
    own_text: str | None = None,
) -> tuple[dict[str, Difference | None], dict[str, str]]:
    """Check a well-formed proof: its pi proves its alpha, the beacon in alpha was published, the seed is its output.

    Return the comparisons `proof`, `beacon`, `seed` and, of a player, `own_text` up to the first difference, None for
    equal, and the reasons why other comparisons could not be made.
    """
    comparisons: dict[str, Difference | None] = {}
    unchecked: dict[str, str] = {}
    kid = proof["kid"]
    alpha = proof["alpha"]
    pi = bytes.fromhex(proof["pi"])
    key = next((key for key in keys if key.kid == kid), None)
    try:
        beta = _output(pi) if key is None else key.verify(encode_alpha(alpha), pi)
    except ValueError:
        beta = None
    if beta is None:
        expected = f"a proof of alpha under the key {kid[:_MAX_EXCERPT]}"
        return {
            "proof": Difference(where="proof.pi", expected=expected, seen=proof["pi"])
        }, {}
    if key is None:
        clause = (
            f"has the keys {', '.join(key.kid for key in keys)}"
            if keys
            else "has no keys"
        )
        unchecked["proof"] = (
            f"It is made with the key {json.dumps(kid)[:_MAX_EXCERPT]}, and this service {clause}."
        )
    else:
        comparisons["proof"] = None
    if "beacon" in alpha:
        finding = compare_beacon("proof.alpha.beacon", alpha["beacon"])
        if isinstance(finding, Difference):
            return {**comparisons, "beacon": finding}, unchecked
        if finding is None:
            comparisons["beacon"] = None
        else:
            unchecked["beacon"] = finding
    seed = compare_values("seed", beta.hex(), response["seed"])
    comparisons["seed"] = seed or compare_values("index", 0, response.get("index"))
    if own_text is not None:
        is_there = own_text in alpha["players"]
        comparisons["own_text"] = (
            None
            if is_there
            else compare_values("proof.alpha.players", own_text, alpha["players"])
        )
    return comparisons, unchecked


def _list_texts(path: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for name, member in value.items():
            yield from _list_texts(f"{path}.{name}", member)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _list_texts(f"{path}[{index}]", item)


def _output(pi: bytes) -> bytes:
    # Imported here: a service that neither makes nor checks proofs does not load libsodium.
    from ..core.crypto.ecvrf import proof_to_hash  # noqa: PLC0415

    return proof_to_hash(pi)

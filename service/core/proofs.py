"""Prove deals as they are dealt, with the scheme `vrf1` (docs/stream-proofs.md), and check the proofs.

The seed of a proved deal is the output of a verifiable random function of a key of the service and of an input, alpha,
that the callers agreed on. Nothing in alpha comes from the service, so that a request sent again has the same cards.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import rfc8785

from service.core.crypto.keys import VrfKey
from service.core.errors import Refused
from service.core.rng.streams import STREAM
from service.core.texts import VISIBLE, find_ambiguity
from service.core.verification import CompareBeacon, Difference, compare_values

SCHEME = "vrf1"
MAX_TEXT = 256  # characters
MAX_PLAYERS = 64

_PREFIX = b"shuffle-and-deal vrf 1\n"
_TERMS = ("game", "round", "players", "beacon")
_MAX_EXCERPT = 60

Json = dict[str, Any]


def build_alpha(terms: Mapping[str, Any], request: Mapping[str, Any]) -> Json:
    """Return the alpha of the terms on which the callers agreed, and of their request."""
    agreed = {name: terms[name] for name in _TERMS if name in terms}
    return {"scheme": SCHEME, "stream": STREAM, **agreed, "request": request}


def encode_alpha(alpha: Mapping[str, Any]) -> bytes:
    """Return the input of the function. Raises `ValueError` for an alpha that has no canonical JSON (RFC 8785)."""
    return _PREFIX + rfc8785.dumps(dict(alpha))


def make_proof(key: VrfKey, alpha: Mapping[str, Any]) -> tuple[str, Json]:
    """Return the seed of an alpha, and its proof as a response has it."""
    pi = key.prove(encode_alpha(alpha))
    return _output(pi).hex(), {"scheme": SCHEME, "kid": key.kid, "alpha": alpha, "pi": pi.hex()}


def check_key(kid: str, keys: Sequence[VrfKey]) -> None:
    """Raise `Refused` if the caller names another key than the first, which proves, or if there is none."""
    if not keys:
        raise Refused("prove", "This service has no keys to prove with (the operator's VRF_KEYS).")
    current = keys[0].kid
    if kid != current:
        is_retired = any(kid == key.kid for key in keys)
        reason = "This key is retired and proves no more." if is_retired else "This service has no key with this kid."
        raise Refused("prove.key", f"{reason} The current one is {current}, as in /.well-known/jwks.json.")


def check_agreed_terms(terms: Mapping[str, Any], compare_beacon: CompareBeacon) -> None:
    """Raise `Refused` if the beacon in terms, if there is one, was not published."""
    difference = compare_beacon("prove.beacon", terms["beacon"]) if "beacon" in terms else None
    if isinstance(difference, Difference):
        raise Refused(difference.where, f"{difference.expected}.")


def check_request(request: Mapping[str, Any]) -> None:
    """Raise `Refused` if a text in a request, such as the name of a pile, looks like another text."""
    for name, value in request.items():
        for path, text in _list_texts(name, value):
            if ambiguity := find_ambiguity(text):
                raise Refused(name, f"With prove, {path}: {ambiguity} {VISIBLE}")


def check_proof(
    proof: Mapping[str, Any], response: Mapping[str, Any], keys: Sequence[VrfKey], compare_beacon: CompareBeacon
) -> tuple[dict[str, Difference | None], dict[str, str]]:
    """Check that a proof proves its alpha, that its beacon was published, and that the seed is the response's.

    The proof and its alpha are well-formed. Return the comparisons by name, up to the first that fails, and for each
    that could not be made the reason.
    """
    compared: dict[str, Difference | None] = {}
    unchecked: dict[str, str] = {}
    kid, alpha, pi = proof["kid"], proof["alpha"], bytes.fromhex(proof["pi"])
    key = next((key for key in keys if key.kid == kid), None)
    try:
        beta = _output(pi) if key is None else key.verify(encode_alpha(alpha), pi)
    except ValueError:
        beta = None
    if beta is None:
        expected = f"a proof of alpha under the key {kid[:_MAX_EXCERPT]}"
        return {"proof": Difference(where="proof.pi", expected=expected, seen=proof["pi"])}, {}
    if key is None:
        known = f"has the keys {', '.join(key.kid for key in keys)}" if keys else "has no keys"
        unchecked["proof"] = f"It is made with the key {json.dumps(kid)[:_MAX_EXCERPT]}, and this service {known}."
    else:
        compared["proof"] = None
    if "beacon" in alpha:
        finding = compare_beacon("proof.alpha.beacon", alpha["beacon"])
        if isinstance(finding, Difference):
            return {**compared, "beacon": finding}, unchecked
        if finding is None:
            compared["beacon"] = None
        else:
            unchecked["beacon"] = finding
    seed = compare_values("seed", beta.hex(), response["seed"])
    compared["seed"] = seed or compare_values("index", 0, response.get("index"))
    return compared, unchecked


def _list_texts(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield each text in a JSON value with its path."""
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
    from service.core.crypto.ecvrf import proof_to_hash  # noqa: PLC0415

    return proof_to_hash(pi)

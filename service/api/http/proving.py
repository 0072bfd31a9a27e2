"""Prove responses: the seed follows from the terms of the callers, their request and a key of the service."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from service.api.http.draw_response import DrawResponse
from service.api.http.responses import JSON
from service.api.http.results import Json
from service.core.crypto.keys import VrfKey
from service.core.errors import Refused
from service.core.proofs import build_alpha, check_key, check_request, check_terms, make_proof
from service.core.rng.streams import Randomness
from service.third_party.drand import compare_beacon


def check_provable(terms: Mapping[str, Any], response: DrawResponse, media_type: str, keys: Sequence[VrfKey]) -> None:
    """Raise `Refused` if the response under these terms, in this media type, cannot be proved."""
    if media_type != JSON:
        raise Refused("prove", f"Only JSON responses are proved, and this one would be {media_type}.")
    check_key(terms["key"], keys)
    if response.common.get("items_sha256", "") is None:
        raise Refused("items", "A list with a number above 2^53 - 1 has no hash to prove; send it as a string.")
    check_terms(terms, compare_beacon)


def prove_draw(terms: Mapping[str, Any], response: DrawResponse, key: VrfKey) -> tuple[Randomness, Json]:
    """Return the randomness of a response under these terms, and its proof. Raises `Refused`."""
    request = orjson.loads(orjson.dumps(response.named_request()))
    check_request(request)
    try:
        seed, proof = make_proof(key, build_alpha(terms, request))
    except ValueError as error:
        raise Refused("prove", f"The request has no canonical JSON (RFC 8785) to prove: {error}") from None
    return Randomness(seed=seed), proof

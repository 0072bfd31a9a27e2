"""Sign and prove responses.

A receipt proves later that the service sent this response to this request at this time. The seed of a proved response
follows from a key of the service, the request, and the terms: the game, round, players and beacon in its `prove`.
"""

import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from flask import request as current
from flask import url_for

from ...core.crypto.keys import VrfKey
from ...core.crypto.signatures import SigningKey
from ...core.errors import Refused
from ...core.proofs import (
    build_alpha,
    check_agreed_terms,
    check_key,
    check_request,
    make_proof,
)
from ...core.rng.streams import Randomness
from ...core.verification import CompareBeacon
from .response_draft import ResponseDraft
from .responses import JSON
from .results import Json

_REPRODUCIBLE = ("seed", "deal_number")
"""Parameters with which anybody can draw the response again, so that it needs no signature."""


def check_signable(
    parameters: Mapping[str, Any], media_type: str, keys: Sequence[SigningKey]
) -> None:
    """Raise `Refused` unless the response is JSON without a seed or a deal_number, and there is a key to sign it."""
    for name in (name for name in _REPRODUCIBLE if name in parameters):
        raise Refused(
            "sign",
            f"A response with a {name} is its own receipt: leave sign out, and post it to /v1/verify.",
        )
    if media_type != JSON:
        raise Refused(
            "sign",
            f"Only JSON responses are signed, and this one would be {media_type}.",
        )
    if not keys:
        raise Refused(
            "sign",
            "This service has no keys to sign with (the operator's SIGNING_KEYS).",
        )


def write_members(body: Mapping[str, Any]) -> dict[str, orjson.Fragment]:
    """Return a body with its members as JSON texts, which take a fifth of the memory of their objects."""
    return {
        name: orjson.Fragment(orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY))
        for name, value in body.items()
    }


def sign_body(
    body: Mapping[str, Any], parameters: Mapping[str, Any], key: SigningKey
) -> dict[str, Any]:
    """Return the body of the running request's response with a receipt as its last member."""
    payload = {
        "iat": int(time.time()),
        "jti": str(uuid.uuid4()),
        "request": {
            "method": current.method,
            "path": url_for(
                current.endpoint or "", **(current.view_args or {})
            ),  # with the names of entries
            "parameters": {
                name: value for name, value in parameters.items() if name != "sign"
            },
        },
        "answer": body,
    }
    return {
        **body,
        "receipt": key.sign(orjson.dumps(payload, option=orjson.OPT_SERIALIZE_NUMPY)),
    }


def check_provable(
    terms: Mapping[str, Any],
    response: ResponseDraft,
    media_type: str,
    keys: Sequence[VrfKey],
    compare_beacon: CompareBeacon,
) -> None:
    """Raise `Refused` if the response is not JSON, its list has no hash, or `terms` has a wrong key or beacon."""
    if media_type != JSON:
        raise Refused(
            "prove",
            f"Only JSON responses are proved, and this one would be {media_type}.",
        )
    check_key(terms["key"], keys)
    if response.common.get("items_sha256", "") is None:
        raise Refused(
            "items",
            "A list with a number above 2^53 - 1 has no hash to prove; send it as a string.",
        )
    check_agreed_terms(terms, compare_beacon)


def prove_draw(
    terms: Mapping[str, Any], named_request: Json, key: VrfKey
) -> tuple[Randomness, Json]:
    """Return a `Randomness` with the seed that `key` gives terms and request, and its proof. Raises `Refused`."""
    request = orjson.loads(orjson.dumps(named_request))
    check_request(request)
    try:
        seed, proof = make_proof(key, build_alpha(terms, request))
    except ValueError as error:
        raise Refused(
            "prove", f"The request has no canonical JSON (RFC 8785) to prove: {error}"
        ) from None
    return Randomness(seed=seed), proof

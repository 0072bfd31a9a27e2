"""Sign and prove responses: what is signed, and which seed a key, a request and its terms give.

A receipt proves later that the service sent this response to this request at this time. The seed of a proved response
follows from a key of the service, the request, and the terms: the game, round, players and beacon in its `prove`.
"""

import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from ..core.crypto.keys import VrfKey
from ..core.crypto.signatures import SigningKey
from ..core.errors import Refused
from ..core.rng.streams import Randomness
from .vrf import build_alpha, check_agreed_terms, check_key, check_request, make_proof

_JSON = "application/json"

Json = dict[str, Any]


def check_signable(
    parameters: Mapping[str, Any],
    reproducible: Sequence[str],
    media_type: str,
    keys: Sequence[SigningKey],
) -> None:
    """Raise `Refused` unless the response is JSON, its request has no `reproducible` parameter, and there is a key.

    With a `reproducible` parameter anybody can draw the response again, so that it needs no signature.
    """
    for name in reproducible:
        if name in parameters:
            raise Refused(
                "sign",
                f"A response with a {name} is its own receipt: leave sign out, and post it to /v1/verify.",
            )
    if media_type != _JSON:
        raise Refused(
            "sign",
            f"Only JSON responses are signed, and this one would be {media_type}.",
        )
    if not keys:
        raise Refused(
            "sign",
            "This service has no keys to sign with (the operator's SIGNING_KEYS).",
        )


def sign_response(key: SigningKey, request: Json, body: Mapping[str, Any]) -> str:
    """Return the receipt of the response with this body to a request: its method, path and parameters."""
    payload = {
        "iat": int(time.time()),
        "jti": str(uuid.uuid4()),
        "request": request,
        "answer": body,
    }
    text = orjson.dumps(payload, option=orjson.OPT_SERIALIZE_NUMPY)
    return key.sign(text)


def check_provable(
    terms: Mapping[str, Any],
    common: Mapping[str, Any],
    media_type: str,
    keys: Sequence[VrfKey],
) -> None:
    """Raise `Refused` if the response is not JSON, its list has no hash, or `terms` has a wrong key or beacon.

    `common` has the members of a response that do not depend on its seed.
    """
    if media_type != _JSON:
        raise Refused(
            "prove",
            f"Only JSON responses are proved, and this one would be {media_type}.",
        )
    check_key(terms["key"], keys)
    if common.get("items_sha256", "") is None:
        raise Refused(
            "items",
            "A list with a number above 2^53 - 1 has no hash to prove; send it as a string.",
        )
    check_agreed_terms(terms)


def prove_seed(
    key: VrfKey, terms: Mapping[str, Any], named_request: Json
) -> tuple[Randomness, Json]:
    """Return a `Randomness` with the seed that the key gives terms and request, and its proof.

    Raises `Refused` for a request with a text that may look like another text, or without a canonical JSON.
    """
    request = orjson.loads(orjson.dumps(named_request))
    check_request(request)
    alpha = build_alpha(terms, request)
    try:
        seed, proof = make_proof(key, alpha)
    except ValueError as error:
        raise Refused(
            "prove", f"The request has no canonical JSON (RFC 8785) to prove: {error}"
        ) from None
    return Randomness(seed=seed), proof

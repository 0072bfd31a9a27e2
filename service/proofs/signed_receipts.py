"""Check the receipts of signed responses: a compact JWS of the time, the request and the response."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..core.crypto.signatures import TYPE, SigningKey, read_header
from ..verdicts.verdict import (
    ChosenBy,
    Difference,
    Origin,
    Outcome,
    VerificationResult,
    build_result,
    compare_values,
    unknown,
)

MAX_EXCERPT = 60  # characters of a key id or a signature in a message
_NOT_COMPARED = (
    "The signed response is unknown, since the receipt is not known to be valid."
)

IsChosen = Callable[[Mapping[str, Any], Mapping[str, Any]], bool | None]
"""Takes a signed request and its response. Returns whether the request chose its result, or left only one; None if that
is unknown.
"""


def check_signature(
    receipt: str,
    response: Mapping[str, Any] | None,
    keys: Sequence[SigningKey],
    is_chosen: IsChosen,
) -> VerificationResult:
    """Check that one of the keys signed a receipt, and compare the response, if there is one, with the signed response.

    The response is as `json.loads` reads it. It may contain the receipt, as the service sends it. `is_chosen` decides
    what a valid signature says about who chose the result.
    """
    signed = _read_receipt(receipt, keys)
    if not isinstance(signed, _SignedPayload):
        refused: dict[str, Outcome] = {"receipt": signed}
        if response is not None:
            refused["result"] = _NOT_COMPARED
        return build_result({}, refused, origin=_OTHER_KEY)
    request = signed.payload["request"]
    signed_response = signed.payload["answer"]
    outcomes: dict[str, Outcome] = {"receipt": None}
    if response is not None:
        expected = dict(signed_response)
        if "receipt" in response:
            expected["receipt"] = receipt
        outcomes["result"] = compare_values("", expected, response)
    derived = {
        "iat": signed.payload["iat"],
        "jti": signed.payload["jti"],
        "kid": signed.kid,
        "request": request,
    }
    origins = {True: _REQUESTED, False: _SIGNED, None: _UNKNOWN_REQUEST}
    origin = origins[is_chosen(request, signed_response)]
    return build_result(derived, outcomes, origin=origin)


_OTHER_KEY = unknown("The key of the signature is not one of this service.")
_SIGNED = Origin(
    ChosenBy.OPERATOR,
    "The signature shows that the service sent this: whoever runs it, or asked for it, could draw again until the "
    "result suited. How many results the request left was not counted.",
)
_REQUESTED = Origin(
    ChosenBy.REQUESTER,
    "Whoever sent the request could choose by it, or left one result: the signature shows that the service sent this.",
)
_UNKNOWN_REQUEST = unknown(
    "The signature shows that the service sent this. This version does not know the path of the request, and so not "
    "whether the request chose."
)


class _SignedPayload(NamedTuple):
    """The content of a valid receipt."""

    kid: str  # the id of the key that signed
    payload: dict[str, Any]  # iat, jti, request and answer


def _read_receipt(
    receipt: str, keys: Sequence[SigningKey]
) -> _SignedPayload | Difference | str:
    """Return the key id and the payload of a valid receipt, or the difference of an invalid receipt.

    If no key has the key id, return a sentence that says so: the receipt can be neither verified nor refuted.
    """
    header = read_header(receipt)
    if header is None:
        return _difference(
            "a compact JWS: three parts in base64url, joined by dots", receipt
        )
    difference = _compare_header(header)
    if difference is not None:
        return difference
    kid = header.get("kid")
    key = find_key(kid, keys)
    if key is None:
        return explain_unknown_key(kid, keys)
    payload = key.verify(receipt)
    if payload is None:
        signature = receipt.rpartition(".")[2]
        return _difference(f"a signature of this with the key {key.kid}", signature)
    return _SignedPayload(key.kid, payload)


def _compare_header(header: Mapping[str, Any]) -> Difference | None:
    """Return the first difference between a header and the algorithm and type of every receipt, or None."""
    for name, expected in (("alg", SigningKey.ALGORITHM), ("typ", TYPE)):
        if name not in header:
            return _difference(f"{name} {expected}", f"no {name}")
        if header[name] != expected:
            return _difference(
                f"{name} {expected}", f"{name} {json.dumps(header[name])}"
            )
    return None


def find_key(kid: object, keys: Sequence[SigningKey]) -> SigningKey | None:
    """Return the key with an id, None if there is no such key."""
    return next((key for key in keys if key.kid == kid), None)


def explain_unknown_key(kid: object, keys: Sequence[SigningKey]) -> str:
    """Return the sentence that this service has no key with this id, and the ids of the keys that it has."""
    known_ids = ", ".join(key.kid for key in keys)
    clause = f"has the keys {known_ids}" if keys else "has no keys"
    return f"It is signed with the key {json.dumps(kid)[:MAX_EXCERPT]}, and this service {clause}."


def _difference(expected: str, seen: str) -> Difference:
    return Difference(where="receipt", expected=expected, seen=seen[:MAX_EXCERPT])

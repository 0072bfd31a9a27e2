"""Signed responses of RANDOM.ORG (api.random.org: Signed API, manual signature verification).

The signature is RSA with SHA-512 over the member `random` in compact JSON, with its members in the order of the
response. It proves that RANDOM.ORG drew the values, not that whoever shows them has asked once.
"""

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from service.core.errors import Refused
from service.core.kinds import Document, Text
from service.core.validation import encode_text
from service.core.verification import Difference, Outcome, VerificationResult, build_result
from service.third_party.rsa import MAX_PEM, parse_rsa_key

MAX_RANDOM = 1_000_000
MAX_SIGNATURE = 4_096

_MAX_EXCERPT = 60


@dataclass(frozen=True, kw_only=True)
class SignedRandom:
    """The members `random` and `signature` of a response as a caller submits them.

    `random_json` is `random` as it was received, for values that JSON can write in several ways: fractions, and texts
    with escapes.
    """

    random: Annotated[Mapping[str, Any] | None, Document("The member random of the response.")] = None
    random_json: Annotated[
        str | None,
        Text("In place of random, its text as received: JSON can write fractions in several ways.", MAX_RANDOM),
    ] = None
    signature: Annotated[str, Text("The member signature of the response, in base64.", MAX_SIGNATURE)]
    certificate: Annotated[
        str | None,
        Text("The certificate of RANDOM.ORG, or its public key, in PEM. Whether to trust it is up to you.", MAX_PEM),
    ] = None


def check_random(request: SignedRandom) -> VerificationResult:
    """Check a signed response and return the result: `sha512` of what is signed.

    Raises `Refused` for values that are not as `SignedRandom` describes them.
    """
    message = _read(request)
    try:
        signature = base64.b64decode(request.signature, validate=True)
    except (binascii.Error, ValueError):
        raise Refused("signature", "signature must be base64, as in the response.") from None
    outcomes: dict[str, Outcome] = {}
    if request.certificate is None:
        outcomes["signature"] = "Give the certificate of RANDOM.ORG: anybody can make a response without one."
    elif parse_rsa_key("certificate", request.certificate).has_signed(message, signature):
        outcomes["signature"] = None
    else:
        expected = "a signature of random, in compact JSON, with the key of the certificate"
        seen = request.signature[:_MAX_EXCERPT]
        outcomes["signature"] = Difference(where="signature", expected=expected, seen=seen)
    return build_result({"sha512": hashlib.sha512(message).hexdigest()}, outcomes)


def _read(request: SignedRandom) -> bytes:
    """Return the bytes that are signed."""
    if (request.random is None) == (request.random_json is None):
        raise Refused("random", "Give random, the object, or random_json, its text; not both.")
    field = "random" if request.random_json is None else "random_json"
    try:
        if request.random_json is None:
            values: object = request.random
            message = json.dumps(values, separators=(",", ":"), ensure_ascii=False).encode()
        else:
            message = encode_text(field, request.random_json, MAX_RANDOM)
            values = json.loads(message)
    except (TypeError, ValueError, RecursionError):  # TypeError: a number that Python cannot represent
        values, message = None, b""
    if not isinstance(values, Mapping) or "data" not in values:
        raise Refused(field, f"{field} must be the object random of a signed response, with its data.")
    return message

"""Sign responses with Ed25519, and check signatures: a compact JWS of time, request and response.

docs/definitions/signed-responses.md documents the JWS. A signature of the state of a sealed shoe, or of an action that
a player consents to, is plain Ed25519 over bytes. PyJWT and cryptography are imported on first use: they take a tenth
of the time that the service needs to start.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from .. import verification
from ..value_types import Text
from ..verification import (
    ChosenBy,
    Difference,
    Origin,
    Outcome,
    VerificationResult,
    build_result,
)
from .jwk import Base64url, decode_base64url, encode_base64url
from .keys import SecretKey

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from jwt import PyJWS

TYPE = "shuffle-and-deal+jwt"
"""The explicit type of the JWS, so that no other JWT of the same operator passes for a receipt (RFC 8725, 3.11)."""

_NOT_COMPARED = (
    "The signed response is unknown, since the receipt is not known to be valid."
)
_MAX_EXCERPT = 60
_COMPACT = re.compile(r"[\w-]+\.[\w-]+\.[\w-]*", re.ASCII)


class SigningKey(SecretKey):
    USE = "sig"
    ALGORITHM = "EdDSA"

    @cached_property
    def private(self) -> "Ed25519PrivateKey":
        return _load(self.secret)

    @staticmethod
    def _derive_public(secret: bytes) -> bytes:
        return _load(secret).public_key().public_bytes_raw()

    def sign(self, payload: bytes) -> str:
        """Sign a payload, the bytes of a JSON object, and return the compact JWS."""
        return _jws().encode(
            payload, self.private, self.ALGORITHM, {"typ": TYPE, "kid": self.kid}
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
        outcomes["result"] = verification.compare_values("", expected, response)
    derived = {
        "iat": signed.payload["iat"],
        "jti": signed.payload["jti"],
        "kid": signed.kid,
        "request": request,
    }
    origins = {True: _REQUESTED, False: _SIGNED, None: _UNKNOWN_REQUEST}
    origin = origins[is_chosen(request, signed_response)]
    return build_result(derived, outcomes, origin=origin)


@dataclass(frozen=True, kw_only=True)
class StateSignature:
    kid: Annotated[str, Text("The id of the key.")]
    signature: Annotated[str, Base64url("Ed25519 over the digest.", size=64)]


def sign_state(digest: bytes, key: SigningKey) -> dict[str, str]:
    """Sign the digest of a shoe's state, and return `kid` and `signature`."""
    return {
        "kid": key.kid,
        "signature": encode_base64url(key.private.sign(_STATE + digest)),
    }


def is_signed(public: str, signature: str, message: bytes) -> bool:
    """Return whether a public key, `x` of an Ed25519 JWK, signed a message; key and signature are in base64url."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    key = decode_base64url(public, 32)
    data = decode_base64url(signature, 64)
    if key is None or data is None:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(data, message)
    except InvalidSignature:
        return False
    return True


def check_state(
    digest: str, signed: StateSignature, keys: Sequence[SigningKey]
) -> VerificationResult:
    """Check that one of the keys signed `digest`, in hexadecimal digits, which stands for the state of a shoe."""
    key = _find_key(signed.kid, keys)
    if key is None:
        reason = _explain_unknown_key(signed.kid, keys)
        return build_result({}, {"signed": reason}, origin=_STATE_ALONE)
    if is_signed(key.public, signed.signature, _STATE + bytes.fromhex(digest)):
        return build_result({"kid": key.kid}, {"signed": None}, origin=_STATE_ALONE)
    expected = f"a signature of this digest with the key {key.kid}"
    difference = Difference(
        where="signed.signature",
        expected=expected,
        seen=signed.signature[:_MAX_EXCERPT],
    )
    return build_result({}, {"signed": difference}, origin=_STATE_ALONE)


_OTHER_KEY = verification.unknown(
    "The key of the signature is not one of this service."
)
_SIGNED = Origin(
    ChosenBy.OPERATOR,
    "The signature shows that the service sent this: whoever runs it, or asked for it, could draw again until the "
    "result suited. How many results the request left was not counted.",
)
_REQUESTED = Origin(
    ChosenBy.REQUESTER,
    "Whoever sent the request could choose by it, or left one result: the signature shows that the service sent this.",
)
_UNKNOWN_REQUEST = verification.unknown(
    "The signature shows that the service sent this. This version does not know the path of the request, and so not "
    "whether the request chose."
)
_STATE_ALONE = verification.unknown(
    "A signed digest says nothing of the cards, nor of who chose their order: the receipt does."
)
_STATE = b"shuffle-and-deal sealed 1 state\n"
"""FROZEN: the signed bytes begin with it, so that no other signature passes for a signature of a state
(docs/definitions/sealed.md).
"""


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
    header = _parse_header(receipt)
    if header is None:
        return _difference(
            "a compact JWS: three parts in base64url, joined by dots", receipt
        )
    difference = _compare_header(header)
    if difference is not None:
        return difference
    kid = header.get("kid")
    key = _find_key(kid, keys)
    if key is None:
        return _explain_unknown_key(kid, keys)
    payload = _verify(receipt, key)
    if payload is None:
        signature = receipt.rpartition(".")[2]
        return _difference(f"a signature of this with the key {key.kid}", signature)
    return _SignedPayload(key.kid, payload)


def _parse_header(receipt: str) -> dict[str, Any] | None:
    """Return the header of a compact JWS, not verified, or None for any other text."""
    from jwt import InvalidTokenError  # noqa: PLC0415

    if not _COMPACT.fullmatch(receipt):
        return None
    try:
        return _jws().get_unverified_header(receipt)
    except InvalidTokenError:
        return None


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


def _verify(receipt: str, key: SigningKey) -> dict[str, Any] | None:
    """Return the payload of a receipt if the key signed it, else None."""
    from jwt import InvalidTokenError  # noqa: PLC0415

    try:
        payload = _jws().decode(receipt, key.private.public_key(), [key.ALGORITHM])
    except InvalidTokenError:
        return None
    members: dict[str, Any] = json.loads(payload)
    return members


def _find_key(kid: object, keys: Sequence[SigningKey]) -> SigningKey | None:
    return next((key for key in keys if key.kid == kid), None)


def _explain_unknown_key(kid: object, keys: Sequence[SigningKey]) -> str:
    """Return the sentence that this service has no key with this id, and the ids of the keys that it has."""
    known_ids = ", ".join(key.kid for key in keys)
    clause = f"has the keys {known_ids}" if keys else "has no keys"
    return f"It is signed with the key {json.dumps(kid)[:_MAX_EXCERPT]}, and this service {clause}."


def _difference(expected: str, seen: str) -> Difference:
    return Difference(where="receipt", expected=expected, seen=seen[:_MAX_EXCERPT])


def _load(secret: bytes) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

    return Ed25519PrivateKey.from_private_bytes(secret)


@cache
def _jws() -> "PyJWS":
    from jwt import PyJWS  # noqa: PLC0415

    return PyJWS([SigningKey.ALGORITHM])

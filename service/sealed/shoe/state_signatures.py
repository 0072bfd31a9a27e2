"""Sign the state of a sealed shoe, which the digest of its last draw stands for, and check such a signature.

docs/definitions/sealed.md defines the signed bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from ...core.crypto.base64url import encode_base64url
from ...core.crypto.signatures import SigningKey, is_signed
from ...core.value_types import Text
from ...proofs.signed_receipts import MAX_EXCERPT, explain_unknown_key, find_key
from ...verdicts.verdict import Difference, VerificationResult, build_result, unknown
from ..opening.jwk import Base64url

_STATE = b"shuffle-and-deal sealed 1 state\n"
"""FROZEN: the signed bytes begin with it, so that no other signature passes for a signature of a state
(docs/definitions/sealed.md).
"""
_STATE_ALONE = unknown(
    "A signed digest says nothing of the cards, nor of who chose their order: the receipt does."
)


@dataclass(frozen=True, kw_only=True)
class StateSignature:
    """The signature of a state, and the id of the key that signed."""

    kid: Annotated[str, Text("The id of the key.")]
    signature: Annotated[str, Base64url("Ed25519 over the digest.", size=64)]


def sign_state(digest: bytes, key: SigningKey) -> dict[str, str]:
    """Sign the digest of a shoe's state, and return `kid` and `signature`."""
    return {
        "kid": key.kid,
        "signature": encode_base64url(key.private.sign(_STATE + digest)),
    }


def check_state(
    digest: str, signed: StateSignature, keys: Sequence[SigningKey]
) -> VerificationResult:
    """Check that one of the keys signed `digest`, in hexadecimal digits, which stands for the state of a shoe."""
    key = find_key(signed.kid, keys)
    if key is None:
        reason = explain_unknown_key(signed.kid, keys)
        return build_result({}, {"signed": reason}, origin=_STATE_ALONE)
    if is_signed(key.public, signed.signature, _STATE + bytes.fromhex(digest)):
        return build_result({"kid": key.kid}, {"signed": None}, origin=_STATE_ALONE)
    expected = f"a signature of this digest with the key {key.kid}"
    difference = Difference(
        where="signed.signature", expected=expected, seen=signed.signature[:MAX_EXCERPT]
    )
    return build_result({}, {"signed": difference}, origin=_STATE_ALONE)

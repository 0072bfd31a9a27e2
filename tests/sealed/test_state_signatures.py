"""Signatures of the state of a sealed shoe."""

import base64
import secrets

from service.core.crypto.signatures import SigningKey
from service.sealed.shoe.state_signatures import StateSignature, check_state, sign_state

KEY = SigningKey.from_base64url(secrets.token_urlsafe(32))
OLDER = SigningKey.from_base64url(secrets.token_urlsafe(32))


def test_a_state_is_checked_with_the_key_that_signed_it() -> None:
    digest = secrets.token_bytes(32)
    signed = StateSignature(**sign_state(digest, KEY))
    assert signed.kid == KEY.kid
    signature = base64.urlsafe_b64decode(signed.signature + "==")
    message = b"shuffle-and-deal sealed 1 state\n" + digest
    KEY.private.public_key().verify(signature, message)
    assert check_state(digest.hex(), signed, [OLDER, KEY]).valid is True

    other = check_state(bytes(32).hex(), signed, [KEY])
    assert other.checks == {"signed": False}
    assert other.difference
    assert other.difference.where == "signed.signature"

    unknown = check_state(digest.hex(), signed, [OLDER])
    assert unknown.valid is None
    assert KEY.kid in unknown.unchecked["signed"]

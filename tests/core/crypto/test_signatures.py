"""Signatures over bytes."""

import secrets

from service.core.crypto.base64url import encode_base64url
from service.core.crypto.signatures import SigningKey, is_signed

KEY = SigningKey.from_base64url(secrets.token_urlsafe(32))


def test_what_is_no_signature_has_signed_nothing() -> None:
    signature = KEY.private.sign(b"message")
    text = encode_base64url(signature)
    assert is_signed(KEY.public, text, b"message")
    order = 2**252 + 27742317777372353535851937790883648493
    scalar = int.from_bytes(signature[32:], "little") + order
    malleable = encode_base64url(signature[:32] + scalar.to_bytes(32, "little"))
    for wrong in ("", text[:-1], f"{text}=", "A" * 86, "é" * 86, malleable):
        assert not is_signed(KEY.public, wrong, b"message"), wrong
    assert not is_signed("A", text, b"message")

"""Bytes in base64url."""

from service.core.crypto.base64url import decode_base64url, encode_base64url
from tests.tables import for_each


@for_each("size", range(1, 70))
def test_base64url_is_decoded(size: int) -> None:
    data = bytes(range(size))
    assert decode_base64url(encode_base64url(data), size) == data


@for_each("text", [None, 5, "", "AA==", "AB", "A+A", "AAA=", "AA\n", "ÄA"])
def test_base64url_has_one_form(text: object) -> None:
    assert decode_base64url("AA", 1) == b"\0"
    assert decode_base64url(text, 1) is None

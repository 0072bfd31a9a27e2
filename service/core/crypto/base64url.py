"""Read and write bytes, such as keys and signatures, in unpadded base64url (RFC 7515, 2), each in one form."""

import base64
import re

_ALPHABET = re.compile(r"[\w-]*", re.ASCII)


def encode_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode_base64url(text: object, size: int) -> bytes | None:
    """Return the `size` bytes of a text in canonical unpadded base64url, None for any other value."""
    if (
        not isinstance(text, str)
        or len(text) != -(-size * 4 // 3)
        or not _ALPHABET.fullmatch(text)
    ):
        return None
    padding = "=" * (-len(text) % 4)
    data = base64.urlsafe_b64decode(text + padding)
    is_canonical = encode_base64url(data) == text  # the unused last bits are 0
    return data if is_canonical else None

"""Seal state in encrypted tokens that a client stores and returns, but can neither read nor change.

A token is Fernet (AES-128-CBC and HMAC-SHA256, with a timestamp). The plaintext begins with a purpose, so that a token
for one purpose is not accepted for another. The payload is padded, so that the size of a token discloses little about
it. Whoever has a key can open every token.
"""

import base64
import time
from collections.abc import Callable, Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from ...core.errors import BadToken

_BLOCK_BYTES = 512
_MAX_TOKEN_LENGTH = 2**18  # characters; every token of the service is shorter
UNREADABLE = "is not readable: of another key, changed, or of another version"
"""The reason in the log for a token that these keys did not seal for this purpose."""


def generate_key() -> str:
    return Fernet.generate_key().decode()


class Tokens:
    """Seal payloads for one purpose, and open them.

    The first of `keys` seals, all of them open. A token expires after `ttl` seconds. `clock` returns seconds since
    1970. A token from the future is accepted: the clock of another replica may be ahead, or this clock was set back.
    Nobody without a key can choose the time of a token.
    """

    def __init__(
        self,
        purpose: bytes,
        keys: Sequence[str],
        ttl: int,
        clock: Callable[[], float] = time.time,
    ) -> None:
        # The length comes first, so that no purpose is the start of another.
        self._purpose = len(purpose).to_bytes(1) + purpose
        self._fernet = MultiFernet(map(Fernet, keys))
        self._ttl = ttl
        self._clock = clock

    def seal(self, payload: bytes) -> str:
        """Return a token of a payload that delimits itself: `open` returns the payload with zero bytes appended."""
        content = self._purpose + payload
        padded = content + bytes(-len(content) % _BLOCK_BYTES)
        return self._fernet.encrypt_at_time(padded, int(self._clock())).decode()

    def open(self, field: str, token: str) -> bytes:
        """Return the payload of a token, with zero bytes appended: b"abc" and then up to 511 of them.

        Raises `BadToken`, naming the field, for a token that has expired, and for any other text.
        """
        if len(token) > _MAX_TOKEN_LENGTH or not _is_strict_base64(token):
            raise BadToken(field, UNREADABLE)
        try:
            # Fernet gets no ttl here: with a ttl, it would refuse times in the future.
            content = self._fernet.decrypt(token)
        except InvalidToken:
            raise BadToken(field, UNREADABLE) from None
        age = int(self._clock()) - _read_time(token)
        if age > self._ttl:
            raise BadToken(field, f"expired {age - self._ttl:,} s ago")
        if not content.startswith(self._purpose):
            raise BadToken(field, UNREADABLE)
        return content.removeprefix(self._purpose)


def _read_time(token: str) -> int:
    """Return when a token was sealed, in seconds since 1970: Fernet has it in 8 bytes after the first byte."""
    start = base64.urlsafe_b64decode(token[:12])
    return int.from_bytes(start[1:9])


def _is_strict_base64(token: str) -> bool:
    """Return whether a text is canonical base64; Python's decoder skips invalid characters and bits."""
    try:
        data = base64.urlsafe_b64decode(token)
    except ValueError:
        return False
    return base64.urlsafe_b64encode(data).decode() == token

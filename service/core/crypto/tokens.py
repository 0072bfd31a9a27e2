"""Tokens: what has to be remembered, sealed, so that a caller can carry it and can neither read nor change it.

A token is Fernet (AES-128-CBC and HMAC-SHA256, with the time it was made at) of a payload, which is behind the name of
its purpose and padded, so that its size says little of what is in it. Whoever has a key can open every token.
"""

import base64
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from service.core.errors import BadToken

_BLOCK = 512  # bytes, of which every payload is a multiple
_LONGEST = 2**14  # characters; whatever is longer is none of ours
_KEY = re.compile("[A-Za-z0-9_-]{43}=")


def is_key(text: str) -> bool:
    """Whether a text is a key: 32 bytes in URL-safe base64, which is 44 characters."""
    return _KEY.fullmatch(text) is not None


def generate_key() -> str:
    """A key from the operating system's randomness."""
    return Fernet.generate_key().decode()


class Tokens:
    """Seals payloads for one purpose, and opens them.

    `keys` are what `is_key` says, the newest first: it seals, and all of them open. A token is good for `ttl` seconds.
    `clock` gives the time in seconds since 1970; that of another replica may be 60 seconds ahead.
    """

    def __init__(self, purpose: bytes, keys: Sequence[str], ttl: int, clock: Callable[[], float] = time.time) -> None:
        self._purpose = len(purpose).to_bytes(1) + purpose
        self._fernet = MultiFernet(map(Fernet, keys))
        self._ttl = ttl
        self._clock = clock

    def seal(self, payload: bytes) -> str:
        """The token of a payload, which must itself say where it ends."""
        content = self._purpose + payload
        padded = content + bytes(-len(content) % _BLOCK)
        return self._fernet.encrypt_at_time(padded, int(self._clock())).decode()

    def open(self, field: str, token: str) -> bytes:
        """The payload of a token and its padding. Raises `BadToken`, on account of that field, for any other text."""
        content = b""
        if len(token) <= _LONGEST and _strict(token):
            with suppress(InvalidToken):
                content = self._fernet.decrypt_at_time(token, self._ttl, int(self._clock()))
        if not content.startswith(self._purpose):
            raise BadToken(field)
        return content.removeprefix(self._purpose)


def _strict(token: str) -> bool:
    """Whether a text is URL-safe base64 as it is written; Python's reader passes over characters, and over bits."""
    try:
        return base64.urlsafe_b64encode(base64.urlsafe_b64decode(token)).decode() == token
    except ValueError:
        return False

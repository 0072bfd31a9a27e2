"""The settings that are keys, or hashes of keys. No message quotes one."""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from environs import EnvValidationError

from service.core.crypto.keys import SecretKey
from service.core.crypto.tokens import is_key
from service.environment import Secret

_Key = TypeVar("_Key", bound=SecretKey)
_HASH = re.compile("[0-9a-f]{64}")
_HASH_OF_NOTHING = sha256().hexdigest()


def parse_api_keys(secret: Secret) -> tuple[str, ...]:
    """Return the hashes of the accepted API keys."""
    hashes = tuple(item.lower() for item in secret.items)
    for number, item in enumerate(hashes, start=1):
        if not _HASH.fullmatch(item):  # the message does not quote it: it may be a key
            raise EnvValidationError(
                f"{secret.name} must be SHA-256 hashes of the keys, each 64 hexadecimal digits, separated by commas "
                f"(`printf %s KEY | sha256sum` makes one); number {number} of {len(hashes)} is not one.",
                [],
            )
        if item == _HASH_OF_NOTHING:  # which a request without a key would have
            raise EnvValidationError(
                f"{secret.name} must be hashes of keys; number {number} of {len(hashes)} is that of an empty text.", []
            )
    return hashes


def parse_keys(kind: type[_Key], secret: Secret, signing_keys: Sequence[SecretKey] = ()) -> tuple[_Key, ...]:
    """Return the keys that sign or prove, none of which may be one of `signing_keys`."""
    keys: dict[str, _Key] = {}
    for number, item in enumerate(secret.items, start=1):
        try:
            key = kind.from_base64url(item)
        except ValueError as error:
            message = f"{secret.name} cannot be used: key {number} is not one. {error}"
            raise EnvValidationError(message, []) from None
        if key.kid in keys:
            raise EnvValidationError(f"{secret.name} cannot be used: key {number} is there twice.", [])
        if any(key.kid == other.kid for other in signing_keys):
            raise EnvValidationError(
                f"{secret.name} cannot be used: key {number} is one of SIGNING_KEYS. Whoever has a signature and a "
                "proof made with one key may be able to compute it.",
                [],
            )
        keys[key.kid] = key
    return tuple(keys.values())


def parse_shoe_keys(secret: Secret) -> tuple[str, ...]:
    """Return the keys of the tokens of sealed shoes."""
    keys = tuple(secret.items)
    for number, key in enumerate(keys, start=1):
        if not is_key(key):  # the message does not quote it: it may be a key but for a letter
            raise EnvValidationError(
                f"{secret.name} must be keys separated by commas, each 32 random bytes in URL-safe base64 (44 "
                "characters: `openssl rand -base64 32 | tr +/ -_` makes one); number "
                f"{number} of {len(keys)} is not one.",
                [],
            )
    return keys

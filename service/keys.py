"""The settings that are secret: read from an environment variable, or from the file that NAME_FILE names.

Orchestrators mount secrets as files, so that no description of a container shows them. No message quotes a secret.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from environs import Env, EnvValidationError

from service.core.crypto.keys import SecretKey
from service.core.crypto.tokens import is_key

_Key = TypeVar("_Key", bound=SecretKey)
_HASH = re.compile("[0-9a-f]{64}")


class Secret(NamedTuple):
    """The text of a secret setting, and the name of the variable that it comes from."""

    name: str
    text: str

    @property
    def items(self) -> list[str]:
        """Return the items between commas or line breaks."""
        return [item.strip() for item in re.split(r"[,\n]", self.text) if item.strip()]


def read_secret(env: Env, name: str, default: str = "") -> Secret:
    """Return the variable `name`, or the content of the file that the variable `name`_FILE names.

    Raises `EnvValidationError` if both are set, or the file cannot be read or is empty.
    """
    text, file = env.str(name, ""), env.str(file_name := f"{name}_FILE", "")
    if not file:
        return Secret(name, text or default)
    if text:
        raise EnvValidationError(f"{name} and {file_name} are both set: set one of them.", [])
    try:
        content = Path(file).read_text(encoding="utf-8").strip()
    except OSError as error:
        message = f"{file_name} must be the path of a file that can be read: {error.strerror} ({file})."
        raise EnvValidationError(message, []) from None
    except UnicodeDecodeError:
        raise EnvValidationError(f"{file_name} must be the path of a file of text in UTF-8 ({file}).", []) from None
    if not content:
        raise EnvValidationError(f"{file_name} must be the path of a file that is not empty ({file}).", [])
    return Secret(file_name, content)


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

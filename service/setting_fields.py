"""Declare settings: each is a field of a dataclass, read from the environment variable of its name in capitals."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import field
from functools import partial
from typing import Any, TypeVar

from .core.crypto.keys import SecretKey, decode_key
from .environment import (
    Secret,
    read_boolean,
    read_integer,
    read_secret,
    read_text,
    setting_error,
)

Reader = Callable[[str, Any], Any]
"""Takes the name of an environment variable and a default, and returns the value of the setting."""

_READERS: dict[type, Reader] = {bool: read_boolean, int: read_integer, str: read_text}


def setting(
    meaning: str,
    default: Any,
    *,
    read: Reader | None = None,
    parse_secret: Callable[[Secret], Any] | None = None,
    is_retired: bool = False,
) -> Any:
    """Return a dataclass field for a setting; docs/reference.md describes it by `meaning`.

    `read` reads the variable; without `read`, the type of the default decides, and an integer is 1 or more. A setting
    with `parse_secret` is a secret: a file may hold it, named by the variable with `_FILE`, and `repr` leaves it out.
    A setting that `is_retired` has no effect any more: it is accepted, with a warning.
    """
    if parse_secret:
        read = partial(_read_secret, parse_secret)
    metadata = {
        "meaning": meaning,
        "is_secret": parse_secret is not None,
        "read": read or _READERS[type(default)],
        "is_retired": is_retired,
    }
    return field(default=default, metadata=metadata, repr=parse_secret is None)


def _read_secret(parse: Callable[[Secret], Any], name: str, default: Any) -> Any:
    """Return the parsed secret of a variable, or of the file that it names; `default` if neither has a text."""
    secret = read_secret(name)
    return parse(secret) if secret.text else default


_Key = TypeVar("_Key", bound=SecretKey)
_MIN_DISTINCT = 8
"""The least number of different bytes in a key. One in 10^36 random keys has fewer."""
_MAKE_KEY = "`openssl rand -base64 32` makes one."


def _decode_keys(secret: Secret, mark: str) -> list[bytes]:
    """Return the bytes of each key in a setting, the keys with the mark last.

    A marked key is not in use: it only opens what it sealed, or verifies what it signed. With the mark "open:", the
    items "open:A", "B", "C" give the keys B, C and A; each item is 32 bytes in base64. Raises `EnvValidationError`,
    which quotes no key, for a key that is invalid, weak or listed twice, and if all keys are marked.
    """
    keys_in_use: list[bytes] = []
    marked_keys: list[bytes] = []
    for number, item in enumerate(secret.items, start=1):
        cannot_be_used = f"{secret.name} cannot be used: key {number}"
        key = _decode_random_key(item.removeprefix(mark), mark, cannot_be_used)
        if key in keys_in_use or key in marked_keys:
            raise setting_error(f"{cannot_be_used} is listed twice.")
        if item.startswith(mark):
            marked_keys.append(key)
        else:
            keys_in_use.append(key)
    if marked_keys and not keys_in_use:
        raise setting_error(
            f"{secret.name} has only keys marked `{mark}`: remove the mark of the key to use."
        )
    return keys_in_use + marked_keys


def _decode_random_key(text: str, mark: str, cannot_be_used: str) -> bytes:
    """Return the bytes of a key. Raises `EnvValidationError` for a key that is invalid or weak.

    The message begins with `cannot_be_used`, which names the setting and the key, and explains the `mark`.
    """
    try:
        key = decode_key(text)
    except ValueError as error:
        raise setting_error(
            f"{cannot_be_used} is invalid. {error} {_MAKE_KEY} A key that is not in use has `{mark}` before it."
        ) from None
    if len(set(key)) < _MIN_DISTINCT:
        raise setting_error(
            f"{cannot_be_used} is not random, as it repeats few bytes. {_MAKE_KEY}"
        )
    return key


def parse_keys(kind: type[_Key], secret: Secret) -> tuple[_Key, ...]:
    """Return the keys in a setting: the key in use, further keys, keys marked `verify:`."""
    return tuple(kind.from_bytes(key) for key in _decode_keys(secret, "verify:"))


def parse_shoe_keys(secret: Secret) -> tuple[str, ...]:
    """Return the keys in a setting as Fernet reads them: the key in use, further keys, keys marked `open:`."""
    return tuple(
        urlsafe_b64encode(key).decode() for key in _decode_keys(secret, "open:")
    )

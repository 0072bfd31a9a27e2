"""Declare settings: each is a field of a dataclass, read from the environment variable of its name in capitals.

The server and the application have theirs in settings.py, a capability has its own in its folder.
"""

from collections.abc import Callable
from dataclasses import field
from functools import partial
from typing import Any, NamedTuple, TypeVar

from .core.crypto.keys import decode_key
from .core.limits import OperatorLimit
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


class MadeKey(NamedTuple):
    """The key that the service makes when it starts, if the operator has set none."""

    make: Callable[[], str]
    """Returns the text of a new key, as the variable would have it."""
    warning: str
    """What is logged then."""


class KeySetting(NamedTuple):
    """What is known about the keys of a setting, for the log, /metrics and the checks at start."""

    use_of_first: str
    """What the service does with the first key, such as "signs"."""
    use_of_others: str
    """What it does with any other key, such as "verifies"."""
    reason_apart: str
    """The sentence that says why none of the keys may be in another setting as well."""
    get_secret: Callable[[Any], bytes]
    """Returns the secret bytes of a key."""
    if_missing: MadeKey | None = None
    """None if the service does without a key."""


def setting(
    meaning: str,
    default: Any,
    *,
    read: Reader | None = None,
    parse_secret: Callable[[Secret], Any] | None = None,
    keys: KeySetting | None = None,
    gauge: str = "",
    look_alikes: str = "",
) -> Any:
    """Return a dataclass field for a setting; docs/reference.md describes it by `meaning`.

    `read` reads the variable; without `read`, the type of the default decides, and an integer is 1 or more. A setting
    with `parse_secret` is a secret: a file may hold it, named by the variable with `_FILE`, and `repr` leaves it out.
    A secret of `keys` is a tuple of them. `gauge` is the series of /metrics that has the number of the setting.
    `look_alikes` are names that other programs give it; a platform may set these variables for its own purposes.
    """
    if parse_secret:
        read = partial(_read_secret, parse_secret)
    metadata = {
        "meaning": meaning,
        "parse_secret": parse_secret,
        "read": read or _READERS[type(default)],
        "keys": keys,
        "gauge": gauge,
        "look_alikes": look_alikes.split(),
    }
    return field(default=default, metadata=metadata, repr=parse_secret is None)


def get_limit(settings: Any, name: str) -> OperatorLimit:
    """Return the number in a field of the settings as a limit, which errors name by the environment variable."""
    return OperatorLimit(getattr(settings, name), name.upper())


def _read_secret(parse: Callable[[Secret], Any], name: str, default: Any) -> Any:
    """Return the parsed secret of a variable, or of the file that it names; `default` if neither has a text."""
    secret = read_secret(name)
    return parse(secret) if secret.text else default


_Key = TypeVar("_Key")


def parse_keys(
    secret: Secret, mark: str, make_key: Callable[[bytes], _Key]
) -> tuple[_Key, ...]:
    """Return the keys in a setting, each made of its 32 bytes: the key in use, further keys, keys with the mark.

    Raises `EnvValidationError` as `_decode_keys` does.
    """
    return tuple(make_key(key) for key in _decode_keys(secret, mark))


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

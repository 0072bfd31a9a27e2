"""The members of a receipt, read strictly: what is not exactly as published is refused by name."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from service.core.errors import Refused, did_you_mean

RECEIPT = "receipt"

_SHOWN = 40
_DIGEST = re.compile("[0-9a-fA-F]{64}")


def refused(where: str, takes: str) -> Refused:
    """The refusal of a receipt on account of a member, which takes something else."""
    return Refused(RECEIPT, f"{where} must be {takes}.")


def members(where: str, value: object, names: Collection[str], others: Collection[str] = ()) -> Mapping[str, Any]:
    """An object with all those members, and of the others any."""
    if not isinstance(value, Mapping):
        raise refused(where, f"an object with the members {', '.join(names)}")
    for name in value:
        if name not in names and name not in others:
            hint = did_you_mean(name, [*names, *others])
            raise Refused(RECEIPT, f"{where} has no member {name[:_SHOWN]!r}.{hint} It has {', '.join(names)}.")
    for name in names:
        if name not in value:
            raise Refused(RECEIPT, f"{where} lacks the member {name}.")
    return value


def integer(where: str, value: object, least: int, most: int) -> int:
    """A whole number from least to most."""
    if type(value) is not int or not least <= value <= most:
        raise refused(where, f"an integer from {least} to {most}")
    return value


def text(where: str, value: object, most: int) -> str:
    """A text of 1 to so many characters."""
    if not isinstance(value, str) or not 1 <= len(value) <= most or not _encodes(value):
        raise refused(where, f"a text of 1 to {most} characters")
    return value


def one_of(where: str, value: object, choices: Collection[Any]) -> Any:
    """One of a few values, as it is in the table."""
    for choice in choices:
        if type(value) in {str, int} and value == choice:
            return choice
    raise refused(where, f"one of: {', '.join(map(str, choices))}")


def digest(where: str, value: object) -> bytes:
    """32 bytes in hexadecimal digits."""
    if not isinstance(value, str) or not _DIGEST.fullmatch(value):
        raise refused(where, "64 hexadecimal digits")
    return bytes.fromhex(value)


def texts(where: str, value: object, most: int, longest: int) -> tuple[str, ...]:
    """A list of up to so many texts."""
    if not isinstance(value, list) or len(value) > most:
        raise refused(where, f"a list of up to {most} texts")
    return tuple(text(f"{where}[{place}]", item, longest) for place, item in enumerate(value))


def _encodes(value: str) -> bool:
    """Whether a text has UTF-8: half of a surrogate pair has none."""
    try:
        return bool(value.encode())
    except UnicodeEncodeError:
        return False

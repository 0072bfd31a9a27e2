"""Numbers, texts and hexadecimal digits of a request, refused with a sentence that says what would be accepted."""

import re
from collections.abc import Collection

from service.core.errors import Refused

MAX_TEXT = 256

_HEX = re.compile(r"(?:[0-9a-fA-F]{2})*")


def check_range(field: str, value: int, least: int, most: int) -> int:
    """That number. Raises `Refused` if it is not least…most."""
    if not least <= value <= most:
        raise Refused(field, f"{field} is {value:,}; it must be from {least:,} to {most:,}.")
    return value


def check_length(field: str, held: Collection[object], most: int, unit: str) -> None:
    """Raise `Refused` if there are none, or more than `most`, of those units."""
    if not 1 <= len(held) <= most:
        raise Refused(field, f"{field} has {len(held):,} {unit}; it must have from 1 to {most:,}.")


def encode_text(field: str, text: str, most: int = MAX_TEXT) -> bytes:
    """The bytes of a text of 1…most characters. Raises `Refused` for any other, and for half a surrogate pair."""
    check_length(field, text, most, "characters")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise Refused(field, f"{field} has half of a surrogate pair, which has no UTF-8.") from None


def parse_hex(field: str, text: str, *sizes: int) -> bytes:
    """The bytes that hexadecimal digits of either case write. Raises `Refused` if they are not of one of the sizes."""
    if not _HEX.fullmatch(text) or len(text) // 2 not in sizes:
        digits = " or ".join(str(2 * size) for size in sizes)
        raise Refused(field, f"{field} must be {digits} hexadecimal digits, without 0x or spaces.")
    return bytes.fromhex(text)

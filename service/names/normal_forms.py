"""Unicode normal forms of texts of any length, in a time that grows only in proportion to the length.

`unicodedata.normalize` moves a mark, one by one, past all earlier marks that belong behind it. A text of marks in the
wrong order therefore blocks the interpreter in one call: 36 kB for 0.7 s, 1 MB for many minutes. So only this module
calls `normalize` (ruff's TID251), and puts the marks in order first.
"""

from collections.abc import Iterator
from itertools import chain, groupby
from unicodedata import combining, is_normalized, normalize  # noqa: TID251 (see above)


def is_nfc(text: str) -> bool:
    """Return whether a text is in NFC. At a mark in the wrong order Python answers no, without moving any mark."""
    return is_normalized("NFC", text)


def to_nfc(text: str) -> str:
    """Return a text in NFC."""
    return text if is_nfc(text) else normalize("NFC", to_nfd(text))


def to_nfd(text: str) -> str:
    """Return a text in NFD."""
    return "".join(_order_marks(text))


def to_nfkd(text: str) -> str:
    """Return a text in NFKD."""
    return to_nfd("".join([normalize("NFKD", character) for character in text]))


def to_nfkc(text: str) -> str:
    """Return a text in NFKC."""
    return to_nfc(to_nfkd(text))


def _order_marks(text: str) -> Iterator[str]:
    """Yield the decomposed characters, with each run of marks sorted by combining class (Unicode, 3.11, D109)."""
    decomposed = chain.from_iterable(normalize("NFD", character) for character in text)
    for is_mark, group in groupby(decomposed, _is_mark):
        characters = list(group)
        if is_mark:
            characters.sort(key=combining)
        yield from characters


def _is_mark(character: str) -> bool:
    return combining(character) > 0

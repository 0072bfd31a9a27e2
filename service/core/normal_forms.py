"""Unicode normal forms of texts of any length: each function takes a time that grows only as the length does.

`unicodedata.normalize` moves a mark past each mark before it that belongs behind it. A text of marks in the wrong order
holds the interpreter in one call: 36 kB for 0.7 s, 1 MB for many minutes. So only this module calls it (ruff's TID251),
and puts the marks in order before.
"""

from collections.abc import Iterator
from itertools import chain, groupby
from unicodedata import combining, is_normalized, normalize  # noqa: TID251 (see above)


def is_nfc(text: str) -> bool:
    """Return whether a text is in NFC. Python tells this from a mark in the wrong order, without moving any."""
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
    """Yield the decomposed characters, marks that follow each other by their combining class (Unicode, 3.11, D109)."""
    decomposed = chain.from_iterable(normalize("NFD", character) for character in text)
    for is_mark, group in groupby(decomposed, _is_mark):
        characters = list(group)
        if is_mark:
            characters.sort(key=combining)
        yield from characters


def _is_mark(character: str) -> bool:
    return combining(character) > 0

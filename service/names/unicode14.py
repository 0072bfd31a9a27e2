"""Characters of Unicode 14 that make texts look alike, as classes of regular expressions.

Each version of Python has another version of Unicode; with the classes fixed here, all refuse the same texts.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

BLANKS = r"\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"  # category Zs, except U+0020

PRIVATE = r"\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"  # category Co

NO_BREAK = r"\u0f0c\u2011"
"""The characters that decompose to `<noBreak>` U+0F0B or U+2010; blanks that do so are in BLANKS."""

INVISIBLE = (
    # Cc and Cf
    r"\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U00013438\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
    # Zl, Zp and Cs
    r"\u2028\u2029\ud800-\udfff"
    # Default_Ignorable_Code_Point, of other categories
    r"\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
    # Without a glyph of their own: blank Braille, two joiners, a replaced object, a filler, a selector, a null note
    r"\u2800\u2d7f\ufffc\U0001107f\U00016fe4\U0001bc9d\U0001d159"
)

SOFT_DOTTED = (
    "ij\u012f\u0249\u0268\u029d\u02b2\u03f3\u0456\u0458\u1d62\u1d96\u1da4\u1da8\u1e2d\u1ecb\u2071\u2148\u2149\u2c7c"
    "\U0001d422\U0001d423\U0001d456\U0001d457\U0001d48a\U0001d48b\U0001d4be\U0001d4bf\U0001d4f2\U0001d4f3\U0001d526"
    "\U0001d527\U0001d55a\U0001d55b\U0001d58e\U0001d58f\U0001d5c2\U0001d5c3\U0001d5f6\U0001d5f7\U0001d62a\U0001d62b"
    "\U0001d65e\U0001d65f\U0001d692\U0001d693\U0001df1a"
)
"""The letters with a dot above: with U+0307 COMBINING DOT ABOVE they look as they do without it."""

DOTLESS = "\u0131\u0237\u025f\u0284\u1da1\U0001d6a4\U0001d6a5"
"""Soft-dotted letters without the dot: with a mark above, they look like the soft-dotted letters with this mark."""

OVERLAYS = r"\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb\U0001d167-\U0001d169"
"""The marks that are written across letters of any script; overlays of a single script are left out."""

ENCLOSING = r"\u0488\u0489\u1abe\u20dd-\u20e0\u20e2-\u20e4\ua670-\ua672"  # category Me

STACKERS = {
    "\u1039": (
        r"\u1000-\u109f",
        r"\u1000-\u102a\u103f\u1050-\u1055\u105a-\u105d\u1061\u1065\u1066\u106e-\u1070\u1075-\u1081",
    ),
    "\u17d2": (r"\u1780-\u17ff", r"\u1780-\u17b3"),
    "\u1a60": (r"\u1a20-\u1aaf", r"\u1a20-\u1a54"),
    "\uaaf6": (r"\uaae0-\uaaff\uabc0-\uabff", r"\uaae0-\uaaea\uabc0-\uabe2"),
    "\U00010a3f": (
        r"\U00010a00-\U00010a5f",
        r"\U00010a10-\U00010a13\U00010a15-\U00010a17\U00010a19-\U00010a35",
    ),
    "\U00011133": (
        r"\U00011100-\U0001114f",
        r"\U00011103-\U00011126\U00011144\U00011147",
    ),
    "\U0001193e": (
        r"\U00011900-\U0001195f",
        r"\U00011900-\U00011906\U00011909\U0001190c-\U00011913\U00011915\U00011916\U00011918-\U0001192f",
    ),
    "\U00011a47": (r"\U00011a00-\U00011a4f", r"\U00011a0b-\U00011a32"),
    "\U00011a99": (r"\U00011a50-\U00011aaf", r"\U00011a5c-\U00011a83"),
    "\U00011d45": (
        r"\U00011d00-\U00011d5f",
        r"\U00011d00-\U00011d06\U00011d08\U00011d09\U00011d0b-\U00011d30",
    ),
    "\U00011d97": (
        r"\U00011d60-\U00011daf",
        r"\U00011d60-\U00011d65\U00011d67\U00011d68\U00011d6a-\U00011d89",
    ),
}
"""The marks that only put the next letter below the letter before. Each has two classes: the characters of its script,
and the letters that can stand below."""

_RUNS: Mapping[str, Sequence[int]] = json.loads(
    Path(__file__).with_suffix(".json").read_text()
)
"""By kind, the lengths of the runs of characters from U+0000 on: in turns, characters of other kinds and of this kind.

To have fewer runs, characters of the classes above count as part of the run before them among the marks, and marks do
so among the symbols.
"""


def _read(kind: str) -> str:
    """Return the characters of a kind, those in every second run, as ranges of a regular expression."""
    ranges = []
    end = 0
    for number, length in enumerate(_RUNS[kind]):
        if number % 2 and length:
            ranges.append(rf"\U{end:08x}-\U{end + length - 1:08x}")
        end += length
    return "".join(ranges)


UNASSIGNED = _read("unassigned")  # category Cn, noncharacters included

# categories Mn, Mc and Me, and some characters of the classes above
MARKS = _read("marks")

# categories P, S and Z, some characters of the classes above, and some marks
SYMBOLS = _read("symbols")

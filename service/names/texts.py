"""Texts that people compare by eye: find the character that makes two texts look alike, and show it escaped."""

import re
import unicodedata

from . import unicode14
from .normal_forms import is_nfc, to_nfc, to_nfd

VISIBLE = "Must be visible characters of Unicode 14, in NFC, with single blanks (U+0020) between words."
"""The end of the error message for a text that `find_ambiguity` objects to."""

_REASONS = {
    unicode14.BLANKS: "which looks like U+0020",
    unicode14.PRIVATE: "which is for private use, without a look of its own",
    unicode14.NO_BREAK: "which looks like the one that lines may end with",
    unicode14.INVISIBLE: "which cannot be seen, or only formats others",
}
# These patterns are texts: `compile_patterns`, or the first text outside ASCII, compiles them, and `re` caches them.
_HIDDEN = f"[{''.join(_REASONS)}{unicode14.UNASSIGNED}]"
_NOT_ASCII = "[^ -~]"
_BLANK = re.compile(r"(?P<first>\A )|(?P<last> \Z)|(?<= ) ")
_BLANK_REASONS = {
    "first": "at the beginning",
    "last": "at the end",
    None: "after another: pages show both as one",
}
_MARK = f"[{unicode14.MARKS}]"
_SYMBOL = f"[{unicode14.SYMBOLS}]"
_OVERLAY = re.compile(f"[{unicode14.OVERLAYS}]")
_ENCLOSING = re.compile(f"[{unicode14.ENCLOSING}]")
_USELESS_STACKER = re.compile(
    "|".join(
        f"(?<![{script}]){mark}|{mark}(?![{letters}])"
        for mark, (script, letters) in unicode14.STACKERS.items()
    )
)
_DOT_ABOVE = "\u0307"
_ABOVE = 230  # the combining class of marks above


def compile_patterns() -> None:
    """Compile the largest patterns, which takes 0.03 s, so that no text waits for it."""
    for pattern in (_HIDDEN, _MARK, _SYMBOL):
        re.compile(pattern)


def find_ambiguity(text: str) -> str | None:
    """Return a sentence about the first character that makes a text look like another text, or None.

    It finds characters that cannot be seen, blanks beside a blank or at an end, marks that another mark or a letter may
    cover, and characters that NFC replaces. It does not find letters of other alphabets that look like Latin letters.
    """
    ambiguity = (
        _find_blank(text)
        if _is_visible_ascii(text)
        else _find_hidden(text) or _find_blank(text)
    )
    if ambiguity or text.isascii():
        return ambiguity
    return _find_unnormalized(text) or _find_stacker(text) or _find_mark(text)


def escape_invisible(text: str) -> str:
    r"""Return a text with every character that cannot be seen escaped as in JSON: `\u200b`.

    A text that is not in NFC looks like its NFC: then every character outside ASCII is escaped.
    """
    if _is_visible_ascii(text):
        return text
    return re.sub(_HIDDEN if is_nfc(text) else _NOT_ASCII, _escape, text)


def _is_visible_ascii(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _escape(match: re.Match[str]) -> str:
    r"""Return the character of a match as JSON escapes it: `\u200b`; beyond U+FFFF as two surrogates."""
    units = match[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(
        f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4)
    )


def _find_hidden(text: str) -> str | None:
    """Return a sentence on the first character that is hidden, looks like another, or is unassigned; or None."""
    match = re.search(_HIDDEN, text)
    if not match:
        return None
    reason = next(
        (
            reason
            for kind, reason in _REASONS.items()
            if re.match(f"[{kind}]", match[0])
        ),
        None,
    )
    if reason is None:  # unassigned; a newer Unicode of Python may have a name for it
        return f"Character {match.start() + 1} is U+{ord(match[0]):04X}, which Unicode 14 does not have."
    return _describe(text, match.start(), reason)


def _find_blank(text: str) -> str | None:
    """Return a sentence on the first blank at an end or after another blank, or None."""
    blank = _BLANK.search(text)
    return (
        _describe(text, blank.start(), _BLANK_REASONS[blank.lastgroup])
        if blank
        else None
    )


def _find_unnormalized(text: str) -> str | None:
    """Return a sentence on the first character that NFC replaces, or None."""
    for position, (character, normal) in enumerate(
        zip(text, to_nfc(text), strict=False)
    ):
        if character != normal:
            return _describe(text, position, f"where NFC has {_name(normal)}")
    return None


def _find_stacker(text: str) -> str | None:
    """Return a sentence on the first mark that stacks letters without letters on both sides, or None."""
    stacker = _USELESS_STACKER.search(text)
    if stacker is None:
        return None
    fault = "which cannot be seen unless letters stand on both sides"
    return _describe(text, stacker.start(), fault)


def _find_mark(text: str) -> str | None:
    """Return a sentence on the first mark that may not be seen, or None: of "a\u0301\u0301" the second mark."""
    base = ""
    marks = ""
    for position, character in enumerate(text):
        parts = to_nfd(character)
        if not re.match(_MARK, parts):
            base = parts[0]
            marks = "".join(re.findall(_MARK, parts))
            continue
        for mark in parts:
            fault = _find_fault(base, marks, mark)
            if fault:
                return _describe(text, position, fault)
            marks += mark
    return None


def _find_fault(base: str, marks: str, mark: str) -> str | None:
    """Return why a mark may not be seen on a base that has other marks, or None.

    On "a" with an acute accent, a second one is "twice on one letter". On "a" alone the accent is seen: None.
    """
    faults = {
        "a mark on no letter or digit": not base or re.match(_SYMBOL, base),
        "twice on one letter": mark in marks,
        "across a letter, which may cover it": _OVERLAY.match(mark),
        "on a letter with another mark, and one of them encloses it": marks
        and _ENCLOSING.search(marks + mark),
        "on a letter that has a dot": mark == _DOT_ABOVE
        and base in unicode14.SOFT_DOTTED,
        "on a letter that looks with it like one that has a dot": (
            base in unicode14.DOTLESS and unicodedata.combining(mark) == _ABOVE
        ),
    }
    return next((fault for fault, is_found in faults.items() if is_found), None)


def _describe(text: str, position: int, reason: str) -> str:
    return f"Character {position + 1} is {_name(text[position])}, {reason}."


def _name(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()

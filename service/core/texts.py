"""Texts that people compare by eye: find what makes one look like another, and show it escaped."""

import re
import unicodedata

from service.core.unicode14 import BLANKS, INVISIBLE, PRIVATE, SOFT_DOTTED, UNASSIGNED

VISIBLE = "Must be visible characters of Unicode 14, in NFC, with single blanks (U+0020) between words."
"""The texts in which `find_ambiguity` finds nothing, as a sentence of refusals."""

_REASONS = {
    BLANKS: "which looks like U+0020",
    PRIVATE: "which is for private use, without a look of its own",
    INVISIBLE: "which cannot be seen, or only formats others",
}
_UNASSIGNED = re.compile(f"[{UNASSIGNED}]")
_HIDDEN = re.compile(f"[{BLANKS}{PRIVATE}{INVISIBLE}{UNASSIGNED}]")
_NOT_ASCII = re.compile("[^ -~]")
_BLANK = re.compile(r"(?P<first>\A )|(?P<last> \Z)|(?<= ) ")
_BLANK_REASONS = {"first": "at the beginning", "last": "at the end", None: "after another: pages show both as one"}
_DOT_ABOVE = "\u0307"
_ABOVE = 230  # the combining class of marks above


def find_ambiguity(text: str) -> str | None:
    """Return a sentence about the first character by which a text looks like another one, or None.

    That is one that cannot be seen, a blank where it makes no difference to see, a mark that another one covers, or any
    that NFC replaces. Letters that look like others, as the Cyrillic ones do, are not found.
    """
    ambiguity = _find_blank(text) if _is_visible_ascii(text) else _find_hidden(text) or _find_blank(text)
    if ambiguity or text.isascii():
        return ambiguity
    return _find_unnormalized(text) or _find_mark(text)


def escape_invisible(text: str) -> str:
    r"""Return a text with every character that cannot be seen escaped as in JSON: `\u200b`.

    Of a text that is not in NFC, and looks like the one that is, all that is not ASCII is escaped.
    """
    if _is_visible_ascii(text):
        return text
    return (_HIDDEN if unicodedata.is_normalized("NFC", text) else _NOT_ASCII).sub(_escape, text)


def _is_visible_ascii(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))


def _find_hidden(text: str) -> str | None:
    hidden = _HIDDEN.search(text)
    if not hidden:
        return None
    if _UNASSIGNED.match(hidden[0]):  # Python may have a newer Unicode, and a name
        return f"Character {hidden.start() + 1} is U+{ord(hidden[0]):04X}, which Unicode 14 does not have."
    reason = next(reason for kind, reason in _REASONS.items() if re.match(f"[{kind}]", hidden[0]))
    return _describe(text, hidden.start(), reason)


def _find_blank(text: str) -> str | None:
    blank = _BLANK.search(text)
    return _describe(text, blank.start(), _BLANK_REASONS[blank.lastgroup]) if blank else None


def _find_unnormalized(text: str) -> str | None:
    normalized = unicodedata.normalize("NFC", text)
    pairs = enumerate(zip(text, normalized, strict=False))
    for position in (position for position, (character, other) in pairs if character != other):
        return _describe(text, position, f"where NFC has {_name(normalized[position])}")
    return None


def _find_mark(text: str) -> str | None:
    base, highest = "", 0
    for position, character in enumerate(text):
        height = unicodedata.combining(character)
        if height == 0:
            base, highest = character, 0
        elif position and character == text[position - 1]:
            return _describe(text, position, "twice: one covers the other")
        elif character == _DOT_ABOVE and base in SOFT_DOTTED and highest < _ABOVE:
            return _describe(text, position, "on a letter that has a dot")
        highest = max(highest, height)
    return None


def _describe(text: str, position: int, reason: str) -> str:
    return f"Character {position + 1} is {_name(text[position])}, {reason}."


def _name(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()

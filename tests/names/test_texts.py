"""Texts that look like others: each kind is found, by a table that is the same for every version of Python."""

import re
import sys
import unicodedata
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from service.names.texts import escape_invisible, find_ambiguity
from service.names.unicode14 import (
    BLANKS,
    ENCLOSING,
    INVISIBLE,
    MARKS,
    NO_BREAK,
    OVERLAYS,
    PRIVATE,
    STACKERS,
    SYMBOLS,
    UNASSIGNED,
)
from tests.names.confusable_texts import AMBIGUOUS, COVERED, UNAMBIGUOUS
from tests.tables import for_each

Characters = NDArray[np.bool_]
"""Whether each character of Unicode is a member."""

CHARACTERS = "".join(map(chr, range(sys.maxunicode + 1)))


@for_each(("text", "sentence"), (AMBIGUOUS | COVERED).items(), ids=ascii)
def test_each_kind_of_character_that_makes_a_text_look_like_another_is_named_with_its_position(
    text: str, sentence: str
) -> None:
    ambiguity = find_ambiguity(text)
    assert ambiguity
    assert ambiguity.startswith(sentence)
    assert ambiguity.isascii()


@for_each("text", UNAMBIGUOUS, ids=ascii)
def test_a_text_that_can_all_be_seen_is_taken_and_not_escaped(text: str) -> None:
    assert find_ambiguity(text) is None
    assert escape_invisible(text) == text


@cache
def categorize() -> NDArray[np.bytes_]:
    """Return the category of each character, in two letters."""
    return np.frombuffer("".join(map(unicodedata.category, CHARACTERS)).encode(), "S2")


def list_category(*names: str) -> Characters:
    """Return whether each character is of one of these categories; a space is of none."""
    members: Characters = np.isin(categorize(), np.array(names, "S2"))
    members[ord(" ")] = False
    return members


@cache
def find_all(characters: str) -> Characters:
    """Return whether each character is in a class of a regular expression."""
    members = np.zeros(len(CHARACTERS), bool)
    for match in re.finditer(f"[{characters}]+", CHARACTERS):
        members[match.start() : match.end()] = True
    members.flags.writeable = False
    return members


def find_hidden() -> Characters:
    """Return whether each character cannot be seen."""
    unknown = find_all(UNASSIGNED) | find_all(PRIVATE)
    return unknown | find_all(BLANKS) | find_all(INVISIBLE)


def list_characters(members: Characters) -> str:
    """Return the characters that are members."""
    return "".join(map(chr, np.flatnonzero(members).tolist()))


def test_every_python_refuses_what_it_does_not_know_or_cannot_show() -> None:
    refused = find_hidden() | find_all(NO_BREAK)
    without_image = list_category("Cn", "Co", "Cs", "Cc", "Zl", "Zp", "Zs")
    assert not list_characters(without_image & ~refused)


def begin_decomposition(character: str) -> str:
    """Return the first part of the decomposition of a character: its kind, or a code point."""
    first, _, _ = unicodedata.decomposition(character).partition(" ")
    return first


of_unicode_14 = pytest.mark.skipif(
    unicodedata.unidata_version != "14.0.0",
    reason="This Python has another version of Unicode",
)


def check_equal(members: Characters, category: Characters) -> None:
    """Check that characters are those of a category."""
    assert not list_characters(members ^ category)


@of_unicode_14
def test_characters_without_a_meaning_and_blanks_are_those_of_unicode_14() -> None:
    check_equal(find_all(UNASSIGNED), list_category("Cn"))
    check_equal(find_all(PRIVATE), list_category("Co"))
    check_equal(find_all(BLANKS), list_category("Zs"))


@of_unicode_14
def test_marks_and_symbols_are_those_of_unicode_14() -> None:
    hidden = find_hidden()
    marks = list_category("Mn", "Mc", "Me")
    check_equal(find_all(MARKS) & ~hidden, marks & ~hidden)
    check_equal(find_all(ENCLOSING), list_category("Me"))
    punctuation = list_category("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po")
    symbols = (punctuation | list_category("Sm", "Sc", "Sk", "So")) & ~hidden
    symbols[ord(" ")] = True
    check_equal(find_all(SYMBOLS) & ~hidden & ~marks, symbols)


@of_unicode_14
def test_no_line_is_broken_at_what_unicode_composes_so() -> None:
    unbroken = find_all(NO_BREAK) & ~find_all(BLANKS)
    decompositions = set(map(begin_decomposition, list_characters(unbroken)))
    assert decompositions == {"<noBreak>"}
    known = ~list_category("Cn", "Co", "Cs")
    breaking = known & ~find_all(NO_BREAK) & ~find_all(BLANKS)
    decompositions = set(map(begin_decomposition, list_characters(breaking)))
    assert "<noBreak>" not in decompositions


@of_unicode_14
def test_overlays_are_combined_as_overlays() -> None:
    overlays = list_characters(find_all(OVERLAYS))
    assert set(map(unicodedata.combining, overlays)) == {1}


@of_unicode_14
@for_each("stacker", STACKERS, ids=ascii)
def test_a_stacker_and_its_letters_are_of_one_script(stacker: str) -> None:
    script, letters = STACKERS[stacker]
    assert find_all(script)[ord(stacker)]
    letters_of_script = find_all(script) & list_category("Lo")
    assert not list_characters(find_all(letters) & ~letters_of_script)


@of_unicode_14
def test_what_is_invisible_is_all_formats_and_some_letters_marks_and_symbols() -> None:
    formats = list_category("Cc", "Cf", "Cs", "Zl", "Zp")
    assert not list_characters(formats & ~find_all(INVISIBLE))
    others = categorize()[find_all(INVISIBLE) & ~formats]
    assert set(others.tolist()) == {b"Lo", b"Mn", b"So"}


STACKED = [(stacker, letters) for stacker, (_, letters) in STACKERS.items()]
"""Each stacker, and the letters that it stands between."""


@for_each(("stacker", "letters"), STACKED, ids=ascii)
def test_a_stacker_is_taken_between_letters_of_its_script_only(
    stacker: str, letters: str
) -> None:
    letter = list_characters(find_all(letters))[0]
    assert find_ambiguity(f"{letter}{stacker}{letter}") is None
    stacked = f"{letter}{stacker}"
    for text in (stacked, f"7{stacker}", f"7{stacker}{letter}", f"{stacked}7"):
        assert "which cannot be seen unless" in str(find_ambiguity(text)), ascii(text)


def test_every_mark_is_refused_twice_and_where_no_letter_is() -> None:
    for mark in list_characters(find_all(MARKS)):
        for text in (f"x{mark}{mark}", f"-{mark}", f"a {mark}", mark):
            assert find_ambiguity(text) is not None, ascii(text)


def test_no_composed_letter_or_symbol_is_refused_for_its_marks() -> None:
    others = ~find_all(MARKS) & ~list_category("Cn", "Zs")
    for character in list_characters(others):
        first = begin_decomposition(character)
        is_composed = first != "" and not first.startswith("<")
        if is_composed and unicodedata.is_normalized("NFC", character):
            assert find_ambiguity(character) is None, ascii(character)


@for_each(
    ("text", "escaped"),
    [
        ("table 7\u200b", r"table 7\u200b"),
        ("a\xa0b\n\x7f\ud800", r"a\u00a0b\u000a\u007f\ud800"),
        ("🂡\U000e0001", r"🂡\udb40\udc01"),
        ("Zoe\u0308 – 🂡", r"Zoe\u0308 \u2013 \ud83c\udca1"),
        (" a  b ", " a  b "),
    ],
)
def test_what_cannot_be_seen_is_escaped_as_in_json_and_nothing_else_is(
    text: str, escaped: str
) -> None:
    assert escape_invisible(text) == escaped


HIDDEN = [
    text for text, sentence in AMBIGUOUS.items() if "U+0020 SPACE" not in sentence
]


@for_each("text", HIDDEN, ids=ascii)
def test_no_text_with_a_hidden_character_is_shown_as_another(text: str) -> None:
    assert find_ambiguity(escape_invisible(text)) is None

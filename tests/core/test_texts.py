"""Texts that look like others: each kind is found, by a table that is the same for every version of Python."""

import re
import sys
import unicodedata
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from service.core.texts import escape_invisible, find_ambiguity
from service.core.unicode14 import (
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

Characters = NDArray[np.bool_]

CHARACTERS = "".join(map(chr, range(sys.maxunicode + 1)))

AMBIGUOUS = {
    "table 7\u200b": "Character 8 is U+200B ZERO WIDTH SPACE, which cannot be seen, or only formats others.",
    "ta\u200dble": "Character 3 is U+200D ZERO WIDTH JOINER, which cannot",
    "ta\u200cble": "Character 3 is U+200C ZERO WIDTH NON-JOINER, which cannot",
    "table\x007": "Character 6 is U+0000, which cannot",
    "table\t7": "Character 6 is U+0009, which cannot",
    "table 7\x7f": "Character 8 is U+007F, which cannot",
    "table\x857": "Character 6 is U+0085, which cannot",
    "soft\xadhyphen": "Character 5 is U+00AD SOFT HYPHEN, which cannot",
    "\u202e7 elbat": "Character 1 is U+202E RIGHT-TO-LEFT OVERRIDE, which cannot",
    "7\u2066\u2069": "Character 2 is U+2066 LEFT-TO-RIGHT ISOLATE, which cannot",
    "7\u061c": "Character 2 is U+061C ARABIC LETTER MARK, which cannot",
    "\ufeff7": "Character 1 is U+FEFF ZERO WIDTH NO-BREAK SPACE, which cannot",
    "7\u2060": "Character 2 is U+2060 WORD JOINER, which cannot",
    "7\u2062": "Character 2 is U+2062 INVISIBLE TIMES, which cannot",
    "7\u034f": "Character 2 is U+034F COMBINING GRAPHEME JOINER, which cannot",
    "7\u180e": "Character 2 is U+180E MONGOLIAN VOWEL SEPARATOR, which cannot",
    "7\u180b": "Character 2 is U+180B MONGOLIAN FREE VARIATION SELECTOR ONE, which cannot",
    "7\u180f": "Character 2 is U+180F MONGOLIAN FREE VARIATION SELECTOR FOUR, which cannot",
    "7\u17b4": "Character 2 is U+17B4 KHMER VOWEL INHERENT AQ, which cannot",
    "7\u115f": "Character 2 is U+115F HANGUL CHOSEONG FILLER, which cannot",
    "7\u1160": "Character 2 is U+1160 HANGUL JUNGSEONG FILLER, which cannot",
    "7\u3164": "Character 2 is U+3164 HANGUL FILLER, which cannot",
    "7\uffa0": "Character 2 is U+FFA0 HALFWIDTH HANGUL FILLER, which cannot",
    "7\ufe0f": "Character 2 is U+FE0F VARIATION SELECTOR-16, which cannot",
    "7\U000e0101": "Character 2 is U+E0101 VARIATION SELECTOR-18, which cannot",
    "7\U000e0001": "Character 2 is U+E0001 LANGUAGE TAG, which cannot",
    "7\U000e0037": "Character 2 is U+E0037 TAG DIGIT SEVEN, which cannot",
    "7\ufff9": "Character 2 is U+FFF9 INTERLINEAR ANNOTATION ANCHOR, which cannot",
    "7\ufffc": "Character 2 is U+FFFC OBJECT REPLACEMENT CHARACTER, which cannot",
    "7\u2800": "Character 2 is U+2800 BRAILLE PATTERN BLANK, which cannot",
    "7\U0001d159": "Character 2 is U+1D159 MUSICAL SYMBOL NULL NOTEHEAD, which cannot",
    "7\U0001d173": "Character 2 is U+1D173 MUSICAL SYMBOL BEGIN BEAM, which cannot",
    "7\U0001bca0": "Character 2 is U+1BCA0 SHORTHAND FORMAT LETTER OVERLAP, which cannot",
    "7\U00013430": "Character 2 is U+13430 EGYPTIAN HIEROGLYPH VERTICAL JOINER, which cannot",
    "7\U00016fe4": "Character 2 is U+16FE4 KHITAN SMALL SCRIPT FILLER, which cannot",
    "7\u2028": "Character 2 is U+2028 LINE SEPARATOR, which cannot",
    "7\u2029": "Character 2 is U+2029 PARAGRAPH SEPARATOR, which cannot",
    "7\ud800": "Character 2 is U+D800, which cannot",
    "❤\ufe0f": "Character 2 is U+FE0F VARIATION SELECTOR-16, which cannot",
    "👩\u200d🚀": "Character 2 is U+200D ZERO WIDTH JOINER, which cannot",
    "7\ue000": "Character 2 is U+E000, which is for private use",
    "7\U0010fffd": "Character 2 is U+10FFFD, which is for private use",
    "7\u0378": "Character 2 is U+0378, which Unicode 14 does not have.",
    "7\ufffe": "Character 2 is U+FFFE, which Unicode 14 does not have.",
    "7\ufdd0": "Character 2 is U+FDD0, which Unicode 14 does not have.",
    "7\u2065": "Character 2 is U+2065, which Unicode 14 does not have.",
    "7\U0001fae8": "Character 2 is U+1FAE8, which Unicode 14 does not have.",  # 15.0: shaking face
    "table\xa07": "Character 6 is U+00A0 NO-BREAK SPACE, which looks like U+0020.",
    "table\u20037": "Character 6 is U+2003 EM SPACE, which looks like U+0020.",
    "table\u16807": "Character 6 is U+1680 OGHAM SPACE MARK, which looks like U+0020.",
    "table\u202f7": "Character 6 is U+202F NARROW NO-BREAK SPACE, which looks like U+0020.",
    "table\u30007": "Character 6 is U+3000 IDEOGRAPHIC SPACE, which looks like U+0020.",
    " table 7": "Character 1 is U+0020 SPACE, at the beginning.",
    "table 7 ": "Character 8 is U+0020 SPACE, at the end.",
    " ": "Character 1 is U+0020 SPACE, at the beginning.",
    "table  7": "Character 7 is U+0020 SPACE, after another: pages show both as one.",
    "Grün  7": "Character 6 is U+0020 SPACE, after another",
    "Zoe\u0308": "Character 3 is U+0065 LATIN SMALL LETTER E, where NFC has U+00EB",
    "5 \u212b": "Character 3 is U+212B ANGSTROM SIGN, where NFC has U+00C5 LATIN CAPITAL LETTER A WITH RING ABOVE.",
    "\u1112\u1161\u11ab": "Character 1 is U+1112 HANGUL CHOSEONG HIEUH, where NFC has U+D55C HANGUL SYLLABLE HAN.",
    "q\u0307\u0323": "Character 2 is U+0307 COMBINING DOT ABOVE, where NFC has U+0323 COMBINING DOT BELOW.",
    "7\u2011": "Character 2 is U+2011 NON-BREAKING HYPHEN, which looks like the one that lines may end with.",
    "\u0f40\u0f0c": "Character 2 is U+0F0C TIBETAN MARK DELIMITER TSHEG BSTAR, which looks like the one",
}
"""Texts that look like others, and the beginning of the sentence about each."""

COVERED = {
    "x\u0301\u0301": "Character 3 is U+0301 COMBINING ACUTE ACCENT, twice on one letter.",
    "x\u0301\u0300\u0301": "Character 4 is U+0301 COMBINING ACUTE ACCENT, twice",
    "\xe9\u0301": "Character 2 is U+0301 COMBINING ACUTE ACCENT, twice",
    "7\u20dd\u20dd": "Character 3 is U+20DD COMBINING ENCLOSING CIRCLE, twice",
    "\u0e01\u0e34\u0e34": "Character 3 is U+0E34 THAI CHARACTER SARA I, twice",
    "\u0e01\u0e34\u0e48\u0e34": "Character 4 is U+0E34 THAI CHARACTER SARA I, twice",
    "\u0915\u0902\u0902": "Character 3 is U+0902 DEVANAGARI SIGN ANUSVARA, twice",
    "\u0915\u0902\u093f\u0902": "Character 4 is U+0902 DEVANAGARI SIGN ANUSVARA, twice",
    "x\u0336\u0335": "Character 2 is U+0336 COMBINING LONG STROKE OVERLAY, across a letter, which may cover it.",
    "t\u0335": "Character 2 is U+0335 COMBINING SHORT STROKE OVERLAY, across",
    "7\u20d2": "Character 2 is U+20D2 COMBINING LONG VERTICAL LINE OVERLAY, across",
    "-\u0335": "Character 2 is U+0335 COMBINING SHORT STROKE OVERLAY, a mark on no letter or digit.",
    "/\u0338": "Character 2 is U+0338 COMBINING LONG SOLIDUS OVERLAY, a mark",
    "\u2260\u0338": "Character 2 is U+0338 COMBINING LONG SOLIDUS OVERLAY, a mark",
    "_\u0332": "Character 2 is U+0332 COMBINING LOW LINE, a mark",
    "|\u20d2": "Character 2 is U+20D2 COMBINING LONG VERTICAL LINE OVERLAY, a mark",
    "a \u0301": "Character 3 is U+0301 COMBINING ACUTE ACCENT, a mark",
    "\u0301a": "Character 1 is U+0301 COMBINING ACUTE ACCENT, a mark",
    "7\u20dd\u20de": "Character 3 is U+20DE COMBINING ENCLOSING SQUARE, on a letter with another mark, and one",
    "x\u20dd\u0301": "Character 3 is U+0301 COMBINING ACUTE ACCENT, on a letter with another mark, and one",
    "\xe9\u20dd": "Character 2 is U+20DD COMBINING ENCLOSING CIRCLE, on a letter with another mark, and one",
    "i\u20dd\u0307": "Character 3 is U+0307 COMBINING DOT ABOVE, on a letter with another mark, and one",
    "\xed\u0307": "Character 2 is U+0307 COMBINING DOT ABOVE, on a letter that has a dot.",
    "\u0131\u0307": "Character 2 is U+0307 COMBINING DOT ABOVE, on a letter that looks with it like one",
    "\u0131\u0301": "Character 2 is U+0301 COMBINING ACUTE ACCENT, on a letter that looks with it like one",
    "\u0237\u030c": "Character 2 is U+030C COMBINING CARON, on a letter that looks with it like one",
    "x\u17d2": "Character 2 is U+17D2 KHMER SIGN COENG, which cannot be seen unless letters stand on both sides.",
    "x\u17d2\u1780": "Character 2 is U+17D2 KHMER SIGN COENG, which cannot be seen unless",
    "\u1780\u17d2 \u1780": "Character 2 is U+17D2 KHMER SIGN COENG, which cannot be seen unless",
    "\u1780\u17d2\u17d2\u1780": "Character 2 is U+17D2 KHMER SIGN COENG, which cannot be seen unless",
    "Ali\u0307": "Character 4 is U+0307 COMBINING DOT ABOVE, on a letter that has a dot.",
    "i\u0324\u0307": "Character 3 is U+0307 COMBINING DOT ABOVE, on a letter that has a dot.",
}
"""Texts with marks that may not be seen, and the beginning of the sentence about each."""

UNAMBIGUOUS = [
    *(
        "",
        "7",
        "table 7",
        "Ann 3f1c",
        '"\\/',
        "a - b",
        "\u2010",
        "\ufffd",
        "Tisch – Grün 🂡",
        "🀄",
        "👍🏻",
        "🇩🇪",
        "7\u20e3",
    ),
    *(
        "Zoë",
        "стол 7",
        "卓 7",
        "ห้อง",
        "한",
        "שולחן 7",
        "ė",
        "İ",
        "x\u0301",
        "x\u0331\u0301",
        "i\u030b",
        "q\u0307",
    ),
    *(
        "Nguyễn Thị Hồng",
        "สวัสดี ผู้เล่น น้ำ",
        "हिन्दी खिलाड़ी में हिंदी",
        "مُحَمَّد",
        "الرَّحْمٰن",
        "שָׁלוֹם בְּרֵאשִׁית",
        "ភាសាខ្មែរ ស្ត្រី",
        "မြန်မာ မန္တလေး အင်္ဂလိပ်",
        "தமிழ் கொடுங்கோல்",
        "বাংলা ক্ষুদ্র",
        "മലയാളം ಕನ್ನಡ తెలుగు සිංහල",
        "བོད་སྐད་ བསྒྲུབས",
        "ລາວ ຜູ້ຫຼິ້ນ",
        "ᩃ᩠ᨶ ꦗꦮ ᬩᬮᬶ",
        "한국어 선수",
        "がぎぐ パズル か\u309a 選手",
        "Élève çà Noël",
        "İstanbul ışık Iğdır",
        "Žemaitė ì ḭ",
        "Ọ̀ṣọ́ Yorùbá",
        "ёлка Й",
        "ǘ ᾧ ΐ",
        "≠ ΅ ∉",
    ),
]


def test_each_kind_of_character_that_makes_a_text_look_like_another_is_named_with_its_position() -> None:
    for text, sentence in (AMBIGUOUS | COVERED).items():
        found = find_ambiguity(text)
        assert found is not None, ascii(text)
        assert found.startswith(sentence), (ascii(text), found)
        assert found.isascii(), found


def test_texts_that_can_all_be_seen_are_taken() -> None:
    assert {text: find_ambiguity(text) for text in UNAMBIGUOUS} == dict.fromkeys(UNAMBIGUOUS)


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
    return find_all(UNASSIGNED) | find_all(PRIVATE) | find_all(BLANKS) | find_all(INVISIBLE)


def list_characters(members: Characters) -> str:
    return "".join(map(chr, np.flatnonzero(members).tolist()))


def test_every_python_refuses_what_it_does_not_know_or_cannot_show() -> None:
    hidden = find_hidden() | find_all(NO_BREAK)
    assert not list_characters(list_category("Cn", "Co", "Cs", "Cc", "Zl", "Zp", "Zs") & ~hidden)


@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="This Python has another version of Unicode")
def test_the_tables_are_those_of_unicode_14() -> None:
    def check_equal(found: Characters, expected: Characters) -> None:
        assert not list_characters(found ^ expected)

    check_equal(find_all(UNASSIGNED), list_category("Cn"))
    check_equal(find_all(PRIVATE), list_category("Co"))
    check_equal(find_all(BLANKS), list_category("Zs"))
    hidden = find_hidden()
    marks = list_category("Mn", "Mc", "Me")
    check_equal(find_all(MARKS) & ~hidden, marks & ~hidden)
    check_equal(find_all(ENCLOSING), list_category("Me"))
    symbols = list_category("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So") & ~hidden
    symbols[ord(" ")] = True
    check_equal(find_all(SYMBOLS) & ~hidden & ~marks, symbols)
    others = list_characters(~find_all(NO_BREAK) & ~find_all(BLANKS) & ~list_category("Cn", "Co", "Cs"))
    unbroken = list_characters(find_all(NO_BREAK) & ~find_all(BLANKS))
    assert {unicodedata.decomposition(character).partition(" ")[0] for character in unbroken} == {"<noBreak>"}
    assert not [character for character in others if unicodedata.decomposition(character).startswith("<noBreak>")]
    assert set(map(unicodedata.combining, list_characters(find_all(OVERLAYS)))) == {1}
    for stacker, (script, letters) in STACKERS.items():
        assert find_all(script)[ord(stacker)], ascii(stacker)
        assert not list_characters(find_all(letters) & ~(find_all(script) & list_category("Lo"))), ascii(stacker)
    formats = list_category("Cc", "Cf", "Cs", "Zl", "Zp")
    assert not list_characters(formats & ~find_all(INVISIBLE))
    assert set(categorize()[find_all(INVISIBLE) & ~formats].tolist()) == {b"Lo", b"Mn", b"So"}


def test_each_stacker_is_taken_between_letters_of_its_script_only() -> None:
    for stacker, (_, letters) in STACKERS.items():
        letter = list_characters(find_all(letters))[0]
        assert find_ambiguity(letter + stacker + letter) is None, ascii(stacker)
        for text in (letter + stacker, "7" + stacker, "7" + stacker + letter, letter + stacker + "7"):
            assert "which cannot be seen unless" in str(find_ambiguity(text)), ascii(text)


def test_every_mark_is_refused_twice_and_where_no_letter_is() -> None:
    for mark in list_characters(find_all(MARKS)):
        for text in (f"x{mark}{mark}", f"-{mark}", f"a {mark}", mark):
            assert find_ambiguity(text) is not None, ascii(text)


def test_no_composed_letter_or_symbol_is_refused_for_its_marks() -> None:
    for character in list_characters(~find_all(MARKS) & ~list_category("Cn")):
        if unicodedata.decomposition(character)[:1] not in ("", "<") and unicodedata.is_normalized("NFC", character):
            assert find_ambiguity(character) is None or unicodedata.category(character) == "Zs", ascii(character)


def test_what_cannot_be_seen_is_escaped_as_in_json_and_nothing_else_is() -> None:
    escapes = {
        "table 7\u200b": r"table 7\u200b",
        "a\xa0b\n\x7f\ud800": r"a\u00a0b\u000a\u007f\ud800",
        "🂡\U000e0001": r"🂡\udb40\udc01",
        "Zoe\u0308 – 🂡": r"Zoe\u0308 \u2013 \ud83c\udca1",
        " a  b ": " a  b ",
    }
    assert {text: escape_invisible(text) for text in escapes} == escapes
    for text in UNAMBIGUOUS:
        assert escape_invisible(text) == text


def test_no_text_with_a_hidden_character_is_shown_as_another() -> None:
    for text, sentence in AMBIGUOUS.items():
        if "U+0020 SPACE" not in sentence:
            assert find_ambiguity(escape_invisible(text)) is None, ascii(text)

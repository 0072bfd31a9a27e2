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


def describe(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


HIDDEN = (
    "\u061c\u2060\u2062\u034f\u180e\u180b\u180f\u17b4\u115f\u1160\u3164\uffa0\ufe0f\U000e0101\U000e0001"
    "\U000e0037\ufff9\ufffc\u2800\U0001d159\U0001d173\U0001bca0\U00013430\U00016fe4\u2028\u2029\ud800"
)
"""Characters that cannot be seen, or only format others; each is put after a 7."""


def begin_sentences(reasons: dict[str, list[tuple[int, str]]]) -> dict[str, str]:
    """Return the beginning of the sentence about each text, from the position of the character that it names."""
    return {
        text: f"Character {position} is {describe(text[position - 1])}{reason}"
        for reason, rows in reasons.items()
        for position, text in rows
    }


AMBIGUOUS = begin_sentences(
    {
        ", which cannot": [
            *((2, f"7{character}") for character in HIDDEN),
            (3, "ta\u200dble"),
            (3, "ta\u200cble"),
            (5, "soft\xadhyphen"),
            (1, "\u202e7 elbat"),
            (1, "\ufeff7"),
            (2, "❤\ufe0f"),
            (2, "👩\u200d🚀"),
            (6, "table\x007"),
            (6, "table\t7"),
            (8, "table 7\x7f"),
            (6, "table\x857"),
            (2, "7\u2066\u2069"),
        ],
        ", which cannot be seen, or only formats others.": [(8, "table 7\u200b")],
        ", which is for private use": [(2, "7\ue000"), (2, "7\U0010fffd")],
        ", which Unicode 14 does not have.": [
            (2, f"7{character}") for character in "\u0378\ufffe\ufdd0\u2065"
        ],
        ", which looks like U+0020.": [
            (6, f"table{space}7") for space in "\xa0\u2003\u1680\u202f\u3000"
        ],
        ", at the beginning.": [(1, " table 7"), (1, " ")],
        ", at the end.": [(8, "table 7 ")],
        ", after another: pages show both as one.": [(7, "table  7"), (6, "Grün  7")],
        ", where NFC has U+00EB": [(3, "Zoe\u0308")],
        ", where NFC has U+00C5 LATIN CAPITAL LETTER A WITH RING ABOVE.": [
            (3, "5 \u212b")
        ],
        ", where NFC has U+D55C HANGUL SYLLABLE HAN.": [(1, "\u1112\u1161\u11ab")],
        ", where NFC has U+0323 COMBINING DOT BELOW.": [(2, "q\u0307\u0323")],
        ", which looks like the one that lines may end with.": [
            (2, "7\u2011"),
            (2, "\u0f40\u0f0c"),
        ],
    }
) | {
    "7\U0001fae8": "Character 2 is U+1FAE8, which Unicode 14 does not have."
}  # 15.0: shaking face
"""Texts that look like others, and the beginning of the sentence about each."""

COVERED = begin_sentences(
    {
        ", twice on one letter.": [
            (3, "x\u0301\u0301"),
            (4, "x\u0301\u0300\u0301"),
            (2, "\xe9\u0301"),
            (3, "7\u20dd\u20dd"),
            (3, "\u0e01\u0e34\u0e34"),
            (4, "\u0e01\u0e34\u0e48\u0e34"),
            (3, "\u0915\u0902\u0902"),
            (4, "\u0915\u0902\u093f\u0902"),
        ],
        ", across a letter, which may cover it.": [
            (2, "x\u0336\u0335"),
            (2, "t\u0335"),
            (2, "7\u20d2"),
        ],
        ", a mark on no letter or digit.": [
            (2, "-\u0335"),
            (2, "/\u0338"),
            (2, "\u2260\u0338"),
            (2, "_\u0332"),
            (2, "|\u20d2"),
            (3, "a \u0301"),
            (1, "\u0301a"),
        ],
        ", on a letter with another mark, and one": [
            (3, "7\u20dd\u20de"),
            (3, "x\u20dd\u0301"),
            (2, "\xe9\u20dd"),
            (3, "i\u20dd\u0307"),
        ],
        ", on a letter that has a dot.": [
            (2, "\xed\u0307"),
            (4, "Ali\u0307"),
            (3, "i\u0324\u0307"),
        ],
        ", on a letter that looks with it like one": [
            (2, "\u0131\u0307"),
            (2, "\u0131\u0301"),
            (2, "\u0237\u030c"),
        ],
        ", which cannot be seen unless letters stand on both sides.": [
            (2, "x\u17d2"),
            (2, "x\u17d2\u1780"),
            (2, "\u1780\u17d2 \u1780"),
            (2, "\u1780\u17d2\u17d2\u1780"),
        ],
    }
)
"""Texts with marks that may not be seen, and the beginning of the sentence about each."""

_TEXTS = (
    '7|table 7|Ann 3f1c|"\\/|a - b|\u2010|\ufffd|Tisch – Grün 🂡|🀄|👍🏻|🇩🇪|7\u20e3|Zoë|стол 7|卓 7|'
    "ห้อง|한|שולחן 7|ė|İ|x\u0301|x\u0331\u0301|i\u030b|q\u0307|Nguyễn Thị Hồng|สวัสดี ผู้เล่น น้ำ|"
    "हिन्दी खिलाड़ी में हिंदी|مُحَمَّد|الرَّحْمٰن|שָׁלוֹם בְּרֵאשִׁית|ភាសាខ្មែរ ស្ត្រី|"
    "မြန်မာ မန္တလေး အင်္ဂလိပ်|தமிழ் கொடுங்கோல்|বাংলা ক্ষুদ্র|മലയാളം ಕನ್ನಡ తెలుగు සිංහල|"
    "བོད་སྐད་ བསྒྲུབས|ລາວ ຜູ້ຫຼິ້ນ|ᩃ᩠ᨶ ꦗꦮ ᬩᬮᬶ|한국어 선수|がぎぐ パズル か\u309a 選手|Élève çà Noël|"
    "İstanbul ışık Iğdır|Žemaitė ì ḭ|Ọ̀ṣọ\u0301 Yorùbá|ёлка Й|ǘ ᾧ ΐ|≠ ΅ ∉"
)
UNAMBIGUOUS = ["", *_TEXTS.split("|")]
"""Texts in which every character can be seen."""


def test_each_kind_of_character_that_makes_a_text_look_like_another_is_named_with_its_position() -> (
    None
):
    for text, sentence in (AMBIGUOUS | COVERED).items():
        ambiguity = find_ambiguity(text)
        assert ambiguity is not None, ascii(text)
        assert ambiguity.startswith(sentence), (ascii(text), ambiguity)
        assert ambiguity.isascii(), ambiguity


def test_texts_that_can_all_be_seen_are_taken() -> None:
    assert {text: find_ambiguity(text) for text in UNAMBIGUOUS} == dict.fromkeys(
        UNAMBIGUOUS
    )


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
    return (
        find_all(UNASSIGNED)
        | find_all(PRIVATE)
        | find_all(BLANKS)
        | find_all(INVISIBLE)
    )


def list_characters(members: Characters) -> str:
    return "".join(map(chr, np.flatnonzero(members).tolist()))


def test_every_python_refuses_what_it_does_not_know_or_cannot_show() -> None:
    hidden = find_hidden() | find_all(NO_BREAK)
    assert not list_characters(
        list_category("Cn", "Co", "Cs", "Cc", "Zl", "Zp", "Zs") & ~hidden
    )


@pytest.mark.skipif(
    unicodedata.unidata_version != "14.0.0",
    reason="This Python has another version of Unicode",
)
def test_the_tables_are_those_of_unicode_14() -> None:
    def check_equal(members: Characters, category: Characters) -> None:
        assert not list_characters(members ^ category)

    check_equal(find_all(UNASSIGNED), list_category("Cn"))
    check_equal(find_all(PRIVATE), list_category("Co"))
    check_equal(find_all(BLANKS), list_category("Zs"))
    hidden = find_hidden()
    marks = list_category("Mn", "Mc", "Me")
    check_equal(find_all(MARKS) & ~hidden, marks & ~hidden)
    check_equal(find_all(ENCLOSING), list_category("Me"))
    symbols = (
        list_category("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So")
        & ~hidden
    )
    symbols[ord(" ")] = True
    check_equal(find_all(SYMBOLS) & ~hidden & ~marks, symbols)
    breaking = list_characters(
        ~find_all(NO_BREAK) & ~find_all(BLANKS) & ~list_category("Cn", "Co", "Cs")
    )
    unbroken = list_characters(find_all(NO_BREAK) & ~find_all(BLANKS))
    assert {
        unicodedata.decomposition(character).partition(" ")[0] for character in unbroken
    } == {"<noBreak>"}
    assert not [
        character
        for character in breaking
        if unicodedata.decomposition(character).startswith("<noBreak>")
    ]
    assert set(map(unicodedata.combining, list_characters(find_all(OVERLAYS)))) == {1}
    for stacker, (script, letters) in STACKERS.items():
        assert find_all(script)[ord(stacker)], ascii(stacker)
        assert not list_characters(
            find_all(letters) & ~(find_all(script) & list_category("Lo"))
        ), ascii(stacker)
    formats = list_category("Cc", "Cf", "Cs", "Zl", "Zp")
    assert not list_characters(formats & ~find_all(INVISIBLE))
    assert set(categorize()[find_all(INVISIBLE) & ~formats].tolist()) == {
        b"Lo",
        b"Mn",
        b"So",
    }


def test_each_stacker_is_taken_between_letters_of_its_script_only() -> None:
    for stacker, (_, letters) in STACKERS.items():
        letter = list_characters(find_all(letters))[0]
        assert find_ambiguity(letter + stacker + letter) is None, ascii(stacker)
        for text in (
            letter + stacker,
            "7" + stacker,
            "7" + stacker + letter,
            letter + stacker + "7",
        ):
            assert "which cannot be seen unless" in str(find_ambiguity(text)), ascii(
                text
            )


def test_every_mark_is_refused_twice_and_where_no_letter_is() -> None:
    for mark in list_characters(find_all(MARKS)):
        for text in (f"x{mark}{mark}", f"-{mark}", f"a {mark}", mark):
            assert find_ambiguity(text) is not None, ascii(text)


def test_no_composed_letter_or_symbol_is_refused_for_its_marks() -> None:
    for character in list_characters(~find_all(MARKS) & ~list_category("Cn")):
        if unicodedata.decomposition(character)[:1] not in (
            "",
            "<",
        ) and unicodedata.is_normalized("NFC", character):
            assert (
                find_ambiguity(character) is None
                or unicodedata.category(character) == "Zs"
            ), ascii(character)


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

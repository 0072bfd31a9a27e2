"""Cards of French suits in the words of many languages, which are in verify/cards/word_table.mjs.

A text is read in each language alone, beside the signs, numbers and letters of codes: in "fem of hearts" a slip is more
likely than a Swedish rank with an English suit. A text is a card if all languages that understand it agree.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, product

from ..verify_tables import parse_names, parse_table, read_table
from .packs.french import RANKS, SIGNS, list_rank_texts
from .spellings import normalize
from .words import PREPOSITION, fold, list_words

_COURT = "AKQNJ"
"""Ranks that people write by the first letter of their word."""
_MOST_WORDS = 3
"""A rank, a preposition and a suit."""
_LINK = "の"
"""What stands between a suit and a rank that are written without a space."""

Letters = Sequence[str]
"""The letters, in codes, of the ranks and suits that a word names: one, or of two words without a space both."""
LettersByWord = Mapping[str, Sequence[Letters]]
"""What a word may name, in capitals and without accents; a first letter may stand for several words."""


_OF_ALL: LettersByWord = {
    text: [(rank,)] for rank in RANKS for text in list_rank_texts(rank)
} | {text: [(suit,)] for suit, signs in SIGNS.items() for text in (suit, *signs)}
"""The letters of codes, the numbers of ranks and the signs of suits."""
_SIGNS_OF_SUITS = frozenset(chain(*SIGNS.values()))


@dataclass(frozen=True, eq=False)
class Language:
    """The words of a language for ranks and suits, and their first letters."""

    words: LettersByWord
    court_letters: LettersByWord
    suit_letters: LettersByWord

    def read(self, words: Sequence[str], *, by_letters: bool = False) -> set[str]:
        """Return the codes of the cards that the words may name: one rank and one suit, and nothing else.

        The first letter of a court card is read beside the sign of a suit; `by_letters` reads every first letter.
        """
        if len(words) > _MOST_WORDS:
            return set()
        tables = [_OF_ALL, self.words]
        has_sign = any(word in _SIGNS_OF_SUITS for word in words)
        if has_sign or by_letters:
            tables.append(self.court_letters)
        if by_letters:
            tables.append(self.suit_letters)
        named = [_list_named(word, tables) for word in words]
        codes = (_join_parts(list(chain(*letters))) for letters in product(*named))
        return {code for code in codes if code}


def _list_named(word: str, tables: Sequence[LettersByWord]) -> list[Letters]:
    """Return what a word may name by any of the tables, or else by its two halves; a preposition names itself."""
    if word == PREPOSITION:
        return [(PREPOSITION,)]
    word = word.removesuffix(_LINK)
    named = list(chain(*(table.get(word, ()) for table in tables)))
    return named or list(_split_word(word, tables))


def _split_word(word: str, tables: Sequence[LettersByWord]) -> Iterator[Letters]:
    """Yield what two halves of a word name: PIK and ASS of PIKASS. A code stands behind another script alone: 梅花K."""
    _, of_language, *_ = tables
    for end in range(1, len(word)):
        first = of_language.get(word[:end], ())
        behind = [of_language] if word[0].isascii() else tables
        last = chain(
            *(table.get(word[end:].removeprefix(_LINK), ()) for table in behind)
        )
        yield from ((*pair[0], *pair[1]) for pair in product(first, last))


def _join_parts(letters: Sequence[str]) -> str:
    """Return the code of a rank and a suit; "" for others. A preposition has the rank before it and the suit behind."""
    if PREPOSITION in letters[1:2] and len(letters) == 3:
        letters = (letters[0], letters[2])
        if letters[0] in SIGNS:
            return ""
    suits = [letter for letter in letters if letter in SIGNS]
    ranks = [letter for letter in letters if letter not in SIGNS]
    return f"{ranks[0]}{suits[0]}" if len(ranks) == len(suits) == 1 else ""


def _index_words(texts: Mapping[str, str]) -> LettersByWord:
    """Return the letter that each word names, by the words of each letter."""
    return {
        fold(normalize(word)): [(letter,)]
        for letter, words in texts.items()
        for word in parse_names(words)
    }


def _index_first_letters(texts: Mapping[str, str], letters: str) -> LettersByWord:
    """Return what first letters of the usual words for some ranks or suits name, unless they are those of a code."""
    named = defaultdict(list)
    for letter in letters:
        usual_word = parse_names(texts.get(letter, ""))[:1]
        for word in usual_word:
            initial = fold(normalize(word))[0]
            if initial not in RANKS:
                named[initial].append((letter,))
    return named


@cache
def _read_languages() -> Mapping[str, Language]:
    """Return every language by its name."""
    table = parse_table("words", read_table("cards/word_table.mjs"))["french"]
    return {
        name: Language(
            _index_words(texts),
            _index_first_letters(texts, _COURT),
            _index_first_letters(texts, "".join(SIGNS)),
        )
        for name, texts in table.items()
    }


def read_in_languages(text: str) -> Mapping[str, set[str]]:
    """Return the codes of the cards that a text names in each language that understands it."""
    return _read(text, by_letters=False)


def guess_in_languages(text: str) -> Mapping[str, set[str]]:
    """Return the codes of the cards that a text may name in each language, also by first letters without a sign."""
    return _read(text, by_letters=True)


def _read(text: str, *, by_letters: bool) -> Mapping[str, set[str]]:
    words = list_words(text)
    codes_by_language = {
        name: language.read(words, by_letters=by_letters)
        for name, language in _read_languages().items()
    }
    return {name: codes for name, codes in codes_by_language.items() if codes}

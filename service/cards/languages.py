"""Cards of French suits in the words of many languages, which are in verify/cards/word_table.mjs.

A text is read in each language alone, beside the signs, numbers and letters of codes: in "fem of hearts" a slip is more
likely than a Swedish rank with an English suit. A text is a card if all languages that understand it agree.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, product

from ..verify_tables import parse_names
from .packs.french import RANKS, SIGNS, SUIT_ORDER, list_rank_texts
from .spellings import normalize
from .word_table import WORDS
from .words import PREPOSITION, fold, list_words

_COURT = "AKQNJ"
"""Ranks that people write by the first letter of their word."""
_MOST_WORDS = 3
"""A rank, a preposition and a suit."""
_LINK = "の"
"""The word "of" in Japanese, which stands between a suit and its rank without a space: スペードのA."""
_ANY = ""
"""In place of a language: codes, numbers and signs, which all understand."""

Letters = Sequence[str]
"""The letters, in codes, of the ranks and suits that a word names: one, or of two words without a space both."""
Meanings = Mapping[str, Sequence[Letters]]
"""The meanings of a word by language: DAME has [("Q",)] in German and in French."""
MeaningsByWord = Mapping[str, Meanings]
"""The meanings of each word, in capitals and without accents."""


def read_in_languages(text: str) -> Mapping[str, set[str]]:
    """Return the codes of the cards that a text names in each language that understands it.

    The first letter of a court card is read beside the sign of a suit.
    """
    words = list_words(text)
    tables = [_index_words()]
    if _SIGNS_OF_SUITS.intersection(words):
        tables.append(_index_first_letters(_COURT))
    return _read_words(words, tables)


def guess_in_languages(text: str) -> Mapping[str, set[str]]:
    """Return the codes of the cards that a text may name in each language, also by first letters without a sign."""
    first_letters = [_index_first_letters(_COURT), _index_first_letters(SUIT_ORDER)]
    return _read_words(list_words(text), [_index_words(), *first_letters])


def _read_words(
    words: Sequence[str], tables: Sequence[MeaningsByWord]
) -> Mapping[str, set[str]]:
    """Return the codes of the cards that words name by language: one rank and one suit, and nothing else."""
    if len(words) > _MOST_WORDS:
        return {}
    meanings = [_find_meanings(word, tables) for word in words]
    understood = set(chain(*meanings))
    codes_by_language = {}
    for language in (_ANY, *_read_table()):
        if language not in understood:
            continue
        letters = product(*(_in_language(named, language) for named in meanings))
        codes = {_join_parts(list(chain(*parts))) for parts in letters}
        codes_by_language[language] = codes - {""}
    return {name: codes for name, codes in codes_by_language.items() if codes}


def _find_meanings(word: str, tables: Sequence[MeaningsByWord]) -> Meanings:
    """Return the meanings of a word in all tables, or else those of its two halves; a preposition means itself."""
    if word == PREPOSITION:
        return {_ANY: [(PREPOSITION,)]}
    word = word.removesuffix(_LINK)
    named = _join_meanings(table.get(word, {}) for table in tables)
    return named or _join_meanings(_split_word(word))


def _split_word(word: str) -> Iterator[Meanings]:
    """Yield the meanings of each two halves of a word: of PIKASS the suit S and the rank A, in German.

    The first half is a word of a language. The second may be a letter of a code, behind another script alone: 梅花K.
    """
    table = _index_words()
    for end in range(1, len(word)):
        first = table.get(word[:end], {})
        last = table.get(word[end:].removeprefix(_LINK), {})
        for language in first.keys() - {_ANY}:
            behind = last.get(language, ())
            if not word[0].isascii():
                behind = _in_language(last, language)
            pairs = product(first[language], behind)
            yield {language: [(*before, *after) for before, after in pairs]}


def _in_language(meanings: Meanings, language: str) -> Sequence[Letters]:
    """Return the meanings of a word in a language, and those that it has in all."""
    named = meanings.get(language, ())
    return named if language == _ANY else [*named, *meanings.get(_ANY, ())]


def _join_meanings(several: Iterable[Meanings]) -> Meanings:
    """Return all meanings of a word, by language."""
    joined: defaultdict[str, list[Letters]] = defaultdict(list)
    for meanings in several:
        for language, letters in meanings.items():
            joined[language] += letters
    return joined


def _join_parts(letters: Sequence[str]) -> str:
    """Return the code of a rank and a suit; "" for others. A preposition has the rank before it and the suit behind."""
    if PREPOSITION in letters[1:2] and len(letters) == 3:
        letters = (letters[0], letters[2])
        if letters[0] in SIGNS:
            return ""
    suits = [letter for letter in letters if letter in SIGNS]
    ranks = [letter for letter in letters if letter not in SIGNS]
    return f"{ranks[0]}{suits[0]}" if len(ranks) == len(suits) == 1 else ""


_SIGNS_OF_SUITS = frozenset(chain(*SIGNS.values()))


@cache
def _read_table() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the words of each language by the letter of the rank or the suit, in capitals and without accents."""
    return {
        language: {
            letter: [fold(normalize(word)) for word in parse_names(words)]
            for letter, words in texts.items()
        }
        for language, texts in WORDS["french"].items()
    }


@cache
def _index_words() -> MeaningsByWord:
    """Return the meanings of all words, of the letters of codes, the numbers of ranks and the signs of suits."""
    meanings: defaultdict[str, dict[str, Sequence[Letters]]] = defaultdict(dict)
    for rank in RANKS:
        for text in list_rank_texts(rank):
            meanings[text][_ANY] = [(rank,)]
    for suit, signs in SIGNS.items():
        for text in (suit, *signs):
            meanings[text][_ANY] = [(suit,)]
    for language, words_by_letter in _read_table().items():
        for letter, words in words_by_letter.items():
            for word in words:
                meanings[word][language] = [(letter,)]
    return dict(meanings)


@cache
def _index_first_letters(letters: str) -> MeaningsByWord:
    """Return the meanings of first letters of the usual words for some ranks or suits, unless they are those of a code.

    In French P is spades, and in Spanish R is the king or the queen.
    """
    meanings: defaultdict[str, defaultdict[str, list[Letters]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for language, words_by_letter in _read_table().items():
        for letter in letters:
            for word in words_by_letter.get(letter, ())[:1]:
                if word[0] not in RANKS:
                    meanings[word[0]][language].append((letter,))
    return dict(meanings)

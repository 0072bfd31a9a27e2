"""Hints: the card that a text means although it is no spelling of the card, by its rank and its suit.

Each word of the text must be understood, and all of them must fit one card; otherwise nothing is suggested, as a wrong
hint is worse than none. The words come from the pack's own spellings, so that a new deck needs no table of words.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise
from string import punctuation
from typing import Any
from unicodedata import category

from ..core.normal_forms import to_nfkc, to_nfkd
from ..core.suggestions import differ
from .card import Card
from .spellings import MAX_SPELLING, normalize

Codes = Set[str]

_WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
_LETTERS = re.compile(r"[^\W\d_]{2,}")  # a letter alone may be a tile: Ä is not A
_SPACE = re.compile(r"[\s\-./:|]")
_PICTURE = re.compile(r"\.(?:PNG|SVG|JPE?G|GIF|WEBP)$")
_ELISION = re.compile(r"\b[DL](?=['’])")  # as in d'atout
_PUNCTUATION = frozenset(punctuation + "’“”„«»") - {"+"}  # +2 draws two
_FILLERS = frozenset(("AN", "CARD", "PLAYING", "THE", "TILE"))
_OF = "OF"
_PREPOSITIONS = dict.fromkeys(("DE", "DEL", "DI", "DU", _OF), _OF)
_MAX_CODE = 4  # characters of a rank and a suit that are written as a code: ♥10
_MIN_JOINED = 3  # letters of each word where words have no space between them: AceOfSpades; and of a singular
_MIN_LETTERS = (1, 5, 9)  # letters of a word by the number of its slips
_MIN_CHANGED = 6  # letters of a word that may have a wrong letter: blank is not black


class CardHints:
    """The words of a pack's spellings; for each word, the codes of the cards with the word in a spelling."""

    def __init__(self, cards_by_spelling: Mapping[str, Card]) -> None:
        self._cards = {card.code: card for card in cards_by_spelling.values()}
        self._spellings: defaultdict[str, set[str]] = defaultdict(set)
        for text, card in cards_by_spelling.items():
            self._spellings[_fold(text)].add(card.code)

    def find_card(self, text: str) -> Card | None:
        """Return the card that a text means; None if a word is not understood, or if the words fit several cards."""
        words = _list_words(text)
        codes = self._find_unspaced(words)
        if not codes:
            understood = self._understand(words)
            codes = self._find_by_all_words(understood) or self._find_by_rank_and_suit(
                understood
            )
        return self._cards[next(iter(codes))] if len(codes) == 1 else None

    def find_group(
        self, text: str, groups: Mapping[str, Collection[str]]
    ) -> str | None:
        """Return the name of the suit or the rank that a text means; `groups` has the codes of each by its names.

        A name with few slips is meant, or else the group that each word of the text is in. Names of different groups
        mean none; of several names of one group the longest is returned.
        """
        names = _find_nearest(_fold(normalize(text[:MAX_SPELLING])), groups)
        if not names:
            words = _sort(self._understand(_list_words(text)))
            meant = {frozenset(self._codes_by_word[word]) for word in words}
            names = [
                name for name, codes in groups.items() if meant == {frozenset(codes)}
            ]
        name_by_codes = {
            frozenset(groups[name]): name for name in sorted(names, key=len)
        }
        if len(name_by_codes) != 1:
            return None
        [name] = name_by_codes.values()
        return name

    def _find_unspaced(self, words: Sequence[str]) -> Codes:
        """Return the cards that the words are a spelling of if the spaces are left out; two numbers stay two."""
        if any(
            word.isdecimal() and next_word.isdecimal()
            for word, next_word in pairwise(words)
        ):
            return set()
        return self._spellings.get("".join(words), set())

    def _find_by_all_words(self, words: Sequence[str]) -> Codes:
        """Return the cards with a spelling that has these words, in any order."""
        return self._codes_by_phrase.get(_sort(words), set())

    def _find_by_rank_and_suit(self, words: Sequence[str]) -> Codes:
        """Return the cards with a rank and a suit that the words name; the rank stands before a preposition."""
        names = [word for word in words if word != _OF]
        if len(names) < 2:
            return set()
        codes = set.intersection(*(set(self._codes_by_word[word]) for word in names))
        return {code for code in codes if self._is_named(self._cards[code], words)}

    def _is_named(self, card: Card, words: Sequence[str]) -> bool:
        """Return whether each word names the rank or the suit of a card, and whether both are named."""
        if card.suit is None:
            return False
        rank = self._list_names(words, self._codes_of_rank[card.rank])
        suit = self._list_names(words, self._codes_of_suit[card.suit])
        if _OF in words:
            place = words.index(_OF)
            return set(words[:place]) <= rank and set(words[place + 1 :]) <= suit
        return set(words) == (rank | suit) and any(
            of_rank != of_suit for of_rank in rank for of_suit in suit
        )

    def _list_names(self, words: Sequence[str], codes: Codes) -> Set[str]:
        """Return the words that name a rank or a suit, which is all its cards; a single card has words of its own."""
        found = {word: self._codes_by_word[word] for word in words if word != _OF}
        return {
            word
            for word, own in found.items()
            if (own >= codes if len(codes) > 1 else own == codes)
        }

    def _understand(self, words: Sequence[str]) -> Sequence[str]:
        """Return the words as the spellings have them, or no words if a word is not understood."""
        understood: list[str] = []
        for word in words:
            parts = self._find_words(word)
            if not parts:
                return []
            understood += parts
        return understood

    def _find_words(self, text: str) -> Sequence[str]:
        """Return the word, or the words without a space between them, that a text is or that it misspells by a slip."""
        words = self._find_word(text) or self._split(text)
        if words:
            return words
        near = _find_nearest(text, self._codes_by_word)
        meanings = {frozenset(self._codes_by_word[word]) for word in near}
        return near[:1] if len(meanings) == 1 else []

    def _find_word(self, text: str) -> list[str]:
        """Return a list of the word that a text is, in the singular or the plural; [] if there is none."""
        if text in self._codes_by_word or text == _OF:
            return [text]
        others = [f"{text}S", text.removesuffix("S")] if len(text) > _MIN_JOINED else []
        return [word for word in others if word in self._codes_by_word][:1]

    def _split(self, text: str) -> list[str]:
        """Return the words that a text consists of, each of `_MIN_JOINED` letters or `_OF`; [] if it does not."""
        for end in range(len(text), 1, -1):
            beginning = text[:end]
            if len(beginning) < _MIN_JOINED and beginning != _OF:
                continue
            word = self._find_word(beginning)
            if word and end == len(text):
                return word
            later_words = self._split(text[end:]) if word else []
            if later_words:
                return word + later_words
        return []

    @cached_property
    def _codes_by_phrase(self) -> Mapping[Sequence[str], Codes]:
        """The codes of the cards of each spelling that is one word, or words with spaces; the words are sorted."""
        phrases: defaultdict[Sequence[str], set[str]] = defaultdict(set)
        for text, codes in self._spellings.items():
            words = _split_words(text)
            if len(words) == 1 or _SPACE.search(text):
                phrases[_sort(words)] |= codes
        return dict(phrases)

    @cached_property
    def _codes_by_word(self) -> Mapping[str, Codes]:
        """The codes of the cards of each word, and of each rank and suit in a code that may stand in either order."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for words, codes in self._codes_by_phrase.items():
            for word in words:
                found[word] |= codes
        for text, codes in self._spellings.items():
            for first, last in _list_halves(text):
                if self._spellings.get(last + first) == codes:
                    found[first] |= codes
                    found[last] |= codes
        return dict(found)

    @cached_property
    def _codes_of_rank(self) -> Mapping[str, Codes]:
        return _group((card.rank, card.code) for card in self._cards.values())

    @cached_property
    def _codes_of_suit(self) -> Mapping[str | None, Codes]:
        return _group((card.suit, card.code) for card in self._cards.values())


def _list_halves(code: str) -> Iterator[tuple[str, str]]:
    """Yield the two halves of a text as short as a code, wherever it can be cut but in a number: ♥ and 10 of ♥10."""
    if len(code) > _MAX_CODE:
        return
    for place in range(1, len(code)):
        first = code[:place]
        last = code[place:]
        if not first[-1].isdecimal() or not last[0].isdecimal():
            yield first, last


def _group(pairs: Iterable[tuple[Any, str]]) -> Mapping[Any, Codes]:
    codes: defaultdict[Any, set[str]] = defaultdict(set)
    for attribute, code in pairs:
        codes[attribute].add(code)
    return codes


def _list_words(text: str) -> list[str]:
    """Return the words of a text of a request: of the name of a picture too, and without what means nothing."""
    folded = _fold(normalize(text[:MAX_SPELLING]))
    return _split_words(_ELISION.sub("", _PICTURE.sub("", folded)))


def _split_words(text: str) -> list[str]:
    """Return the words, numbers and signs of a folded text, without fillers; each preposition within it is `_OF`."""
    words = [_PREPOSITIONS.get(word, word) for word in _WORD.findall(text)]
    words = [
        word for word in words if word not in _PUNCTUATION and word not in _FILLERS
    ]
    return words[1:] if words[:1] == [_OF] else words


def _sort(words: Iterable[str]) -> Sequence[str]:
    return tuple(sorted(word for word in words if word != _OF))


def _fold(text: str) -> str:
    """Return a normalized spelling with letters of one width, and without marks on the letters of words."""
    if text.isascii():
        return text
    return _LETTERS.sub(lambda word: _strip_marks(word[0]), to_nfkc(text)).upper()


def _strip_marks(text: str) -> str:
    return "".join(letter for letter in to_nfkd(text) if category(letter) != "Mn")


def _find_nearest(text: str, words: Iterable[str]) -> list[str]:
    """Return the words with the fewest slips from a text: one from 5 letters on, two from 9 letters on."""
    for slips, letters in enumerate(_MIN_LETTERS):
        near = [
            word
            for word in words
            if len(word) >= letters and _is_near(text, word, slips)
        ]
        if near:
            return near
    return []


def _is_near(text: str, word: str, slips: int) -> bool:
    begins_alike = text[:1] == word[:1] or text[:2] == word[1::-1]
    return (
        begins_alike
        and not any(map(str.isdecimal, word))
        and differ(text, word, slips, may_change=len(word) >= _MIN_CHANGED)
    )

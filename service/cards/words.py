"""Words: the card that a text names by its rank and its suit, although it is no spelling of the card.

Each word of the text must be understood, and all of them must fit one card; otherwise no card is read, as a wrong card
is worse than none. The words come from the pack's own spellings, so that a new deck needs no table of words.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise
from string import punctuation
from typing import Any
from unicodedata import category

from ..names.normal_forms import to_nfkc, to_nfkd
from .card import Card
from .spellings import MAX_SPELLING, normalize

Codes = Set[str]

_WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
_LETTERS = re.compile(r"[^\W\d_]{2,}")  # a letter alone may be a tile: Ä is not A
_SPACE = re.compile(r"[\s\-./:|]")
_PICTURE = re.compile(r"\.(?:PNG|SVG|JPE?G|GIF|WEBP)$")
_ELISION = re.compile(r"\b[DL](?=['’])")  # as in d'atout
_PUNCTUATION = frozenset(punctuation + "’“”„«»") - {"+"}  # +2 draws two
_FILLERS = frozenset(("AN", "CARD", "EL", "LA", "LE", "PLAYING", "THE", "TILE", "WITH"))
PREPOSITION = "OF"
_PREPOSITIONS = dict.fromkeys(
    ("DE", "DEL", "DI", "DU", "VAN", PREPOSITION), PREPOSITION
)
_MAX_CODE = 4  # characters of a rank and a suit that are written as a code: ♥10
_MIN_JOINED = 3  # letters of each word where words have no space between them: AceOfSpades; and of a singular

Correction = Callable[[str], Sequence[str]]
"""A function from an unknown word to the words that it may be, or to none."""


def keep_wrong(_: str) -> Sequence[str]:
    """Return no words for an unknown word."""
    return ()


class CardWords:
    """Finds the card that a text names, by the words of a pack's spellings.

    A word means the cards that have it in a spelling: HEARTS means the thirteen hearts, ACE the four aces.
    """

    def __init__(self, cards_by_spelling: Mapping[str, Card]) -> None:
        self._cards = {card.code: card for card in cards_by_spelling.values()}
        self._spellings: defaultdict[str, set[str]] = defaultdict(set)
        for text, card in cards_by_spelling.items():
            self._spellings[fold(text)].add(card.code)

    def find_card(self, text: str, correct: Correction = keep_wrong) -> Card | None:
        """Return the card that a text names; None if a word is not understood, or if the words fit several cards.

        `correct` says which words an unknown word may be; by default it may be none.
        """
        words = list_words(text)
        codes = self._find_unspaced(words)
        if not codes:
            understood = self.understand(words, correct)
            codes = self._find_by_all_words(understood) or self._find_by_rank_and_suit(
                understood
            )
        return self._cards[next(iter(codes))] if len(codes) == 1 else None

    def _find_unspaced(self, words: Sequence[str]) -> Codes:
        """Return the codes of the cards with the spelling that the words make without spaces between them.

        The set is empty if two numbers would become one: "1 0 S" is not 10S.
        """
        if any(
            word.isdecimal() and next_word.isdecimal()
            for word, next_word in pairwise(words)
        ):
            return set()
        return self._spellings.get("".join(words), set())

    def _find_by_all_words(self, words: Sequence[str]) -> Codes:
        """Return the codes of the cards with a spelling of exactly these words, in any order."""
        return self._codes_by_phrase.get(sort_words(words), set())

    def _find_by_rank_and_suit(self, words: Sequence[str]) -> Codes:
        """Return the codes of the cards with a rank and a suit that the words name: Q and HEARTS name QH.

        The rank stands before a preposition, and the suit after it.
        """
        names = [word for word in words if word != PREPOSITION]
        if len(names) < 2:
            return set()
        codes = set.intersection(*(set(self.codes_by_word[word]) for word in names))
        return {code for code in codes if self._is_named(self._cards[code], words)}

    def _is_named(self, card: Card, words: Sequence[str]) -> bool:
        """Return whether each word names the rank or the suit of a card, and whether both are named.

        The words ACE, OF, SPADES and SPADES, ACE name the ace of spades; SPADES, OF, ACE do not.
        """
        if card.suit is None:
            return False
        rank = self._list_names(words, self._codes_of_rank[card.rank])
        suit = self._list_names(words, self._codes_of_suit[card.suit])
        if PREPOSITION in words:
            position = words.index(PREPOSITION)
            is_rank_first = set(words[:position]) <= rank
            return is_rank_first and set(words[position + 1 :]) <= suit
        return set(words) == (rank | suit) and any(
            of_rank != of_suit for of_rank in rank for of_suit in suit
        )

    def _list_names(self, words: Sequence[str], codes: Codes) -> Set[str]:
        """Return the words that name a suit or a rank, such as {"QUEEN"}; `codes` are the codes of all its cards.

        A word names it if all of its cards have the word. If it has a single card, no other card may have the word.
        """
        names = set()
        for word in words:
            if word == PREPOSITION:
                continue
            codes_of_word = self.codes_by_word[word]
            is_name = (
                codes_of_word >= codes if len(codes) > 1 else codes_of_word == codes
            )
            if is_name:
                names.add(word)
        return names

    def understand(self, words: Sequence[str], correct: Correction) -> Sequence[str]:
        """Return the words as the spellings have them, or [] if one of them is no word of a spelling, also corrected.

        HEART becomes HEARTS, and ACEOFSPADES becomes ACE, OF and SPADES.
        """
        understood: list[str] = []
        for word in words:
            parts = self._find_word(word) or self._split(word) or correct(word)
            if not parts:
                return []
            understood += parts
        return understood

    def _find_word(self, text: str) -> list[str]:
        """Return a list of the word that a text is, in the singular or the plural; [] if there is none."""
        if text in self.codes_by_word or text == PREPOSITION:
            return [text]
        others = [f"{text}S", text.removesuffix("S")] if len(text) > _MIN_JOINED else []
        return [word for word in others if word in self.codes_by_word][:1]

    def _split(self, text: str) -> list[str]:
        """Return the words that a text consists of, each of `_MIN_JOINED` letters or OF; [] if it does not."""
        for end in range(len(text), 1, -1):
            beginning = text[:end]
            if len(beginning) < _MIN_JOINED and beginning != PREPOSITION:
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
        """The codes of the cards by the words of a spelling, sorted, for spellings of one word or with spaces.

        ("ACE", "SPADES") has {"AS"}.
        """
        phrases: defaultdict[Sequence[str], set[str]] = defaultdict(set)
        for text, codes in self._spellings.items():
            words = _split_words(text)
            if len(words) == 1 or _SPACE.search(text):
                phrases[sort_words(words)] |= codes
        return dict(phrases)

    @cached_property
    def codes_by_word(self) -> Mapping[str, Codes]:
        """The codes of the cards by each word of their spellings, and by the two halves of each code.

        A code has halves if they may stand in either order, as 10 and ♥ may in 10♥.
        """
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
    """Yield each way to cut a short text in two, but not within a number: ♥10 gives ♥ and 10. Others yield nothing."""
    if len(code) > _MAX_CODE:
        return
    for end in range(1, len(code)):
        first = code[:end]
        last = code[end:]
        if not first[-1].isdecimal() or not last[0].isdecimal():
            yield first, last


def _group(pairs: Iterable[tuple[Any, str]]) -> Mapping[Any, Codes]:
    codes: defaultdict[Any, set[str]] = defaultdict(set)
    for attribute, code in pairs:
        codes[attribute].add(code)
    return codes


def list_words(text: str) -> list[str]:
    """Return the words of a text of a request, without fillers: `ace_of_spades.png` has ACE, OF and SPADES.

    A text with a letter whose capital belongs to another, as ı, has no words, and neither has one with a line break.
    """
    capitals = normalize(text[:MAX_SPELLING])
    if not capitals.isprintable() or any(map(str.islower, capitals)):
        return []
    return _split_words(_ELISION.sub("", _PICTURE.sub("", fold(capitals))))


def _split_words(text: str) -> list[str]:
    """Return the words, numbers and signs of a folded text, without fillers; each preposition within it is OF."""
    words = [_PREPOSITIONS.get(word, word) for word in _WORD.findall(text)]
    words = [
        word for word in words if word not in _PUNCTUATION and word not in _FILLERS
    ]
    return words[1:] if words[:1] == [PREPOSITION] else words


def sort_words(words: Iterable[str]) -> Sequence[str]:
    return tuple(sorted(word for word in words if word != PREPOSITION))


def fold(text: str) -> str:
    """Return a normalized spelling in which letters have one width, and letters of words no accents: É in DÉ is E."""
    if text.isascii():
        return text
    return _LETTERS.sub(lambda word: _strip_marks(word[0]), to_nfkc(text)).upper()


def _strip_marks(text: str) -> str:
    return "".join(letter for letter in to_nfkd(text) if category(letter) != "Mn")

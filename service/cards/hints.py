"""Hints: the card, the suit or the rank that a misspelled text means, by words with few slips.

As in words.py, each word must be understood and all must fit one card, as a wrong hint is worse than none.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from ..names.suggestions import differ
from .card import Card
from .spellings import MAX_SPELLING, normalize
from .words import CardWords, fold, list_words, sort_words

_MIN_LETTERS = (1, 5, 9)  # letters of a word by the number of its slips
_MIN_CHANGED = 6  # letters of a word that may have a wrong letter: blank is not black


class CardHints:
    """Finds the card, the suit or the rank that a misspelled text means, by the words of a pack's spellings."""

    def __init__(self, words: CardWords) -> None:
        self._words = words

    def find_card(self, text: str) -> Card | None:
        """Return the card that a text means; None if it means none, or several."""
        return self._words.find_card(text, self._correct)

    def find_group(
        self, text: str, groups: Mapping[str, Collection[str]]
    ) -> str | None:
        """Return the name of the suit or the rank that a text means; None if it means none, or several.

        `groups` maps each name of a suit or a rank to the codes of its cards. Names that differ from the text by few
        slips are meant, or if there are none, those of the group that every word of the text means. If a group has
        several of these names, the longest is returned. In the standard pack "sevns" and "the sevens" give "SEVENS".
        """
        names = _find_nearest(fold(normalize(text[:MAX_SPELLING])), groups)
        if not names:
            understood = self._words.understand(list_words(text), self._correct)
            words = sort_words(understood)
            codes_by_word = self._words.codes_by_word
            meant = {frozenset(codes_by_word[word]) for word in words}
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

    def _correct(self, text: str) -> Sequence[str]:
        """Return the word that an unknown word differs from by few slips, or [] if that could be words of other cards.

        QEEN is QUEEN.
        """
        codes_by_word = self._words.codes_by_word
        near = _find_nearest(text, codes_by_word)
        meanings = {frozenset(codes_by_word[word]) for word in near}
        return near[:1] if len(meanings) == 1 else []


def _find_nearest(text: str, words: Iterable[str]) -> list[str]:
    """Return the words that differ from a text by the fewest slips (`differ`), or [] if none is near.

    A word of 5 letters may have one slip, a word of 9 letters two, and a shorter word none.
    """
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

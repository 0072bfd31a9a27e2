"""Suggestions: the names of a table that another text may mean.

An entry of a table may have `aliases`, the names that people, apps and countries have for it. Capitals, spaces,
hyphens, accents, plurals, and numbers in digits or words make no difference. An alias is suggested and never stands for
its entry: some are those of several entries, and others are those of rules that are only nearly the same.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from unicodedata import combining, normalize

MAX_NAME = 60
"""Characters of a text that are compared with names."""

_MAX_SUGGESTED = 5
_MIN_RATIO = 0.8  # of a misspelt alias: there are hundreds, so that one less alike is so by chance
_MAX_SHORT = 4  # letters of an alias that is not looked for in other spellings
_WORD = re.compile(r"[^\W\d_]+|\d+")
_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=1
    )
}
_FILLERS = frozenset(
    ("a", "and", "card", "deck", "for", "free", "game", "in", "of", "online", "pack", "play", "set", "the", "with")
)
"""Words that tell no entry from another."""


def find_named(text: str, table: Mapping[str, object]) -> list[str]:
    """Return the entries of a table whose name, or one of whose aliases, is a text."""
    joined = _join_words(text[:MAX_NAME])
    return [name for name, texts in _list_texts(table).items() if joined in map(_join_words, texts)]


def suggest_names(text: str, known: Iterable[str]) -> Sequence[str]:
    """Return the names that a text may mean; the entries of a table in its order.

    Of a table with aliases: the entries that are named so; otherwise those of which a name has all of the words in the
    text; otherwise those of which a name has the most of these words and no other; otherwise the one with a name that
    is spelt much like it. In any other case the name that is spelt most like the text, if one is near.
    """
    text = text[:MAX_NAME]
    table = known if isinstance(known, Mapping) else {}
    texts = _list_texts(table) if any(getattr(entry, "aliases", ()) for entry in table.values()) else {}
    if texts and (named := find_named(text, table) or _find_by_words(text, texts)):
        return named[:_MAX_SUGGESTED]
    joined = {_join_words(other) for others in texts.values() for other in others}
    long = [other for other in joined if len(other) > _MAX_SHORT]
    for other in get_close_matches(_join_words(text), long, n=1, cutoff=_MIN_RATIO):
        return find_named(other, table)[:_MAX_SUGGESTED]
    by_text = {name.lower(): name for name in known}
    return [by_text[name] for name in get_close_matches(text.lower(), by_text, n=1)]


def _list_texts(table: Mapping[str, object]) -> Mapping[str, Sequence[str]]:
    """Return the name and the aliases of each entry by its name."""
    return {name: (name, *getattr(entry, "aliases", ())) for name, entry in table.items()}


def _find_by_words(text: str, texts: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the entries with a name that has all words of a text, or else those with most words of it and no other."""
    if not (words := _tell_words(text)):
        return []
    names = {name: [_tell_words(other) for other in others] for name, others in texts.items()}
    for matches in (words.__eq__, words.issubset):
        if found := [name for name, others in names.items() if any(map(matches, others))]:
            return found
    sizes = {name: max((len(other) for other in others if other <= words), default=0) for name, others in names.items()}
    return [name for name, size in sizes.items() if size and size == max(sizes.values())]


@lru_cache(maxsize=4096)
def _split_words(text: str) -> tuple[str, ...]:
    """Return the words of a text, and its numbers, as they are compared."""
    letters = "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))
    words = (word[:-1] if len(word) > 3 and word.endswith("s") else word for word in _WORD.findall(letters))
    return tuple(_NUMBERS.get(word, word) for word in words)


def _join_words(text: str) -> str:
    return "".join(_split_words(text))


@lru_cache(maxsize=4096)
def _tell_words(text: str) -> frozenset[str]:
    """Return the words of a text that tell entries apart."""
    return frozenset(_split_words(text)) - _FILLERS

"""Suggestions: the names of a table that another text may mean.

An entry of a table may have `aliases`, the names that people, apps and countries have for it. Capitals, spaces,
hyphens, accents, plurals, and numbers in digits or words make no difference. An alias is suggested and never stands for
its entry: some are those of several entries, and others are those of rules that are only nearly the same.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from itertools import islice
from unicodedata import combining, normalize

MAX_NAME = 60
"""Characters of a text that are compared with names."""

_MAX_SUGGESTED = 5
_MIN_RATIO = 0.8  # of a misspelt alias: there are hundreds, so that one less alike is so by chance
_MAX_COMPARED = 200  # names of a list, which may be a caller's
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


@dataclass(frozen=True)
class _Words:
    """The words of a text as they are compared: all in one, and those that tell entries apart."""

    joined: str
    telling: frozenset[str]


def find_named(text: str, table: Mapping[str, object]) -> list[str]:
    """Return the entries of a table whose name, or one of whose aliases, is a text."""
    return _find_joined(_read(text[:MAX_NAME]).joined, _list_names(table))


def suggest_names(text: str, known: Iterable[str]) -> Sequence[str]:
    """Return the names that a text may mean; the entries of a table in its order.

    Of a table with aliases: the entries that are named so; otherwise those of which a name has all of the words in the
    text; otherwise those of which a name has the most of these words and no other; otherwise the one with a name that
    is spelt much like it. In any other case the name that is spelt most like the text, if one is near; of a long list
    the first names are compared.
    """
    text = text[:MAX_NAME]
    table = known if isinstance(known, Mapping) else {}
    if any(getattr(entry, "aliases", ()) for entry in table.values()):
        names = _list_names(table)
        if named := find_named(text, table) or _find_by_words(_read(text).telling, names):
            return named[:_MAX_SUGGESTED]
        joined = dict.fromkeys(other.joined for others in names.values() for other in others)
        long = [other for other in joined if len(other) > _MAX_SHORT]
        for near in get_close_matches(_read(text).joined, long, n=1, cutoff=_MIN_RATIO):
            return _find_joined(near, names)[:_MAX_SUGGESTED]
    by_text = {name.lower(): name for name in islice(known, _MAX_COMPARED)}
    return [by_text[name] for name in get_close_matches(text.lower(), by_text, n=1)]


def _find_joined(joined: str, names: Mapping[str, Sequence[_Words]]) -> list[str]:
    return [name for name, others in names.items() if any(other.joined == joined for other in others)]


def _find_by_words(words: frozenset[str], names: Mapping[str, Sequence[_Words]]) -> list[str]:
    """Return the entries with a name of these words, or else of more, or else of most of them and no other."""
    if not words:
        return []
    for matches in (words.__eq__, words.issubset):
        if found := [name for name, others in names.items() if any(matches(other.telling) for other in others)]:
            return found
    sizes = {
        name: max((len(other.telling) for other in others if other.telling <= words), default=0)
        for name, others in names.items()
    }
    return [name for name, size in sizes.items() if size and size == max(sizes.values())]


def _list_names(table: Mapping[str, object]) -> Mapping[str, Sequence[_Words]]:
    """Return the name and the aliases of each entry by its name."""
    return {name: [*map(_read_name, (name, *getattr(entry, "aliases", ())))] for name, entry in table.items()}


def _read(text: str) -> _Words:
    letters = "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))
    words = (word[:-1] if len(word) > 3 and word.endswith("s") else word for word in _WORD.findall(letters))
    compared = [_NUMBERS.get(word, word) for word in words]
    return _Words("".join(compared), frozenset(compared) - _FILLERS)


@cache
def _read_name(text: str) -> _Words:
    """Return the words of a name or an alias, of which there are some thousand."""
    return _read(text)

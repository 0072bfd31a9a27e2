"""Suggestions: the names of a table that another text may mean, and none rather than a wrong one.

An entry of a table may have `aliases`, the names that people, apps and countries have for it, and `near`, names of
what is only nearly the same. Capitals, spaces, hyphens, accents, plurals, and numbers in digits or words make no
difference. In a request an alias that only one entry has stands for its entry; any other text is only suggested.

The page Table has the same rule (pages/table/suggestions.mjs), and gets its words and numbers from here.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import islice
from typing import Any, NamedTuple
from unicodedata import category

from .normal_forms import to_nfkd

MAX_NAME = 60  # characters of a text that are compared with names

_MAX_SUGGESTED = 5
_MAX_COMPARED = 200  # names of a list, which may be a caller's
_MANY = 100  # names: more are in each other's way
_WORD = re.compile(r"[^\W\d_]+|\d+")
_UP_TO_TEN = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)
_TEENS = (
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_COUNT = (*_UP_TO_TEN, "eleven", "twelve", *_TEENS, "twenty")
_NUMBERS = {
    **{str(number): word for number, word in enumerate(_COUNT, 1)},
    "ii": "two",
    "iii": "three",
}
_FAMILY_WORDS = {
    "patience": "solitaire solitär solitario paciencia réussite pasjans patiens пасьянс"
}  # that people add to the name of a game
_ARTICLES = ("a", "el", "il", "la", "le", "the")
_FILLERS = (
    *_ARTICLES,
    "and",
    "card",
    "deck",
    "for",
    "game",
    "in",
    "of",
    "online",
    "pack",
    "play",
    "set",
    "with",
    "app",
    "carte",
    "classic",
    "clasico",
    "classico",
    "de",
    "di",
    "gioco",
    "gra",
    "how",
    "jeu",
    "jogo",
    "juego",
    "kart",
    "karten",
    "kartenspiel",
    "karty",
    "klassisch",
    "oyunu",
    "rule",
    "spiel",
    "to",
    "игра",
    "con",
    "das",
    "dei",
    "del",
    "dell",
    "della",
    "den",
    "der",
    "des",
    "die",
    "gli",
    "het",
    "las",
    "les",
    "lo",
    "los",
    "am",
    "au",
    "da",
    "do",
    "du",
    "en",
    "mit",
    "na",
    "und",
    "van",
    "von",
    "grati",
    "hd",
    "kostenlo",
    "ligne",
    "linea",
    "palast",
    "plu",
    "pro",
    "онлаин",
    "anleitung",
    "man",
    "regel",
    "regeln",
    "spielanleitung",
    "spielen",
    "spielregeln",
    "spielt",
    "wie",
    "carta",
    "come",
    "comment",
    "como",
    "gioca",
    "giocare",
    "jogar",
    "jouer",
    "jugar",
    "regla",
    "regle",
    "regole",
    "regra",
    "si",
    "grac",
    "gry",
    "jak",
    "w",
    "zasady",
    "hoe",
    "kaartspel",
    "leren",
    "speel",
    "spel",
    "spelregel",
    "kurallari",
    "nasil",
    "oynanir",
    "oyun",
    "в",
    "играть",
    "как",
    "карты",
    "карточная",
    "правила",
    "カート",
    "ケーム",
    "トランフ",
    "ルール",
    "遊ひ方",
)
_LETTERS = {
    "ı": "i",
    "ł": "l",
    "ø": "o",
    "đ": "d",
    "æ": "ae",
    "œ": "oe",
}  # that stand for letters with a mark
_SEAT_WORDS = (
    "handed",
    "joueur",
    "p",
    "player",
    "spieler",
)  # fillers also behind a number

Words = tuple[str, ...]


class _Fewest(NamedTuple):
    """The fewest letters of a name for 0, 1 and 2 slips in its spelling, and for a slip that is another letter."""

    letters: tuple[int, ...]
    changed: int


_FEWEST = _Fewest((1, 5, 9), changed=6)  # power is not poker
_FEWEST_OF_FEW = _Fewest((1, 3, 9), changed=3)
_MAX_SLIPS = 2

RULE: Mapping[str, Any] = {
    "longest": MAX_NAME,
    "most": _MAX_SUGGESTED,
    "fewest": _FEWEST._asdict(),
    "letters": _LETTERS,
    "numbers": _NUMBERS,
    "fillers": _FILLERS,
    "familyWords": _FAMILY_WORDS,
    "seatWords": _SEAT_WORDS,
}
"""The numbers of the rule and its words, also for the page: spellings of numbers, and words that tell nothing apart."""


class _Name(NamedTuple):
    """The normalized words of a text, and those of them that are no fillers."""

    words: Words
    keywords: Words


class ShortName(NamedTuple):
    """The entry that a name of several entries stands for nevertheless, and the reason."""

    name: str
    because: str


@dataclass(frozen=True, eq=False)
class NameIndex(Mapping[str, object]):
    """A table of entries to find by name or alias.

    A name of several entries, or one that is near an entry, means none of them, unless it is written exactly as the
    name of an entry, or is one of `short_names`. Texts in `without` are no aliases.
    """

    table: Mapping[str, object]
    without: Collection[str] = ()
    short_names: Mapping[str, "ShortName"] = field(default_factory=dict)

    __hash__ = object.__hash__

    def __getitem__(self, name: str) -> object:
        return self.table[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def __len__(self) -> int:
        return len(self.table)

    def find(self, text: str) -> str | None:
        """Return the name of the entry that a text means, however it is spelled; None if it means none or several."""
        if text in self.table:
            return text
        return (
            self._names.get(_join(text))
            if len(text) <= MAX_NAME and all(map(_may_be_in_name, text))
            else None
        )

    @cached_property
    def _names(self) -> Mapping[str, str]:
        entries: dict[str, set[str]] = {}
        near = set()
        for name, entry in self.table.items():
            near |= set(map(_join, getattr(entry, "near", ())))
            for text in (name, *getattr(entry, "aliases", ())):
                entries.setdefault(_join(text), set()).add(name)
        excluded = set(map(_join, self.without)) - set(map(_join, self.table)) | near
        single = {
            text: names.pop()
            for text, names in entries.items()
            if len(names) == 1 and text not in excluded
        }
        return single | {
            _join(text): short.name for text, short in self.short_names.items()
        }

    @cached_property
    def read_names(self) -> Mapping[str, Sequence[_Name]]:
        """The words of the names of each entry."""
        return {
            name: [
                *map(
                    _read_name,
                    (name, *getattr(entry, "aliases", ()), *getattr(entry, "near", ())),
                )
            ]
            for name, entry in self.table.items()
        }

    @cached_property
    def words_by_letter(self) -> Mapping[str, Collection[Words]]:
        """The words of all names that begin with a letter, or have it as their second."""
        words: dict[str, set[Words]] = {}
        for word in {
            word
            for each in self.read_names.values()
            for name in each
            for word in name.keywords
        }:
            for letter in word[:2]:
                words.setdefault(letter, set()).add((word,))
        return words


def find_named(text: str, table: Mapping[str, object]) -> list[str]:
    """Return the names of the entries of a table that have `text` as their name or as an alias."""
    joined = "".join(_read(text, MAX_NAME).words)
    return _find(lambda name: "".join(name.words) == joined, _index(table).read_names)


def find_spelled(text: str, names: Iterable[str]) -> list[str]:
    """Return the names with the fewest slips from a text, if it is close to any."""
    read = _read(text, MAX_NAME)
    by_name = {name: _read_name(name).words for name in names}
    near = _find_near({read.words, read.keywords}, by_name.values(), _FEWEST)
    return [name for name, words in by_name.items() if words in near]


def suggest_names(text: str, known_names: Iterable[str]) -> Sequence[str]:
    """Return the known names that a text may mean, up to 5; the names of a table in its order.

    For a table with aliases, try in order: equal name or alias; the closest spelling of a name, or else of an alias, if
    it is close; a name or alias among words that its entry has too. Return the first that matches. For any other table
    or list, return the name with the closest spelling, if it is close; of a long list only the first are compared.
    """
    read, text = _read(text, MAX_NAME), text[:MAX_NAME]
    if not isinstance(known_names, Mapping) or not any(
        getattr(entry, "aliases", ()) for entry in known_names.values()
    ):
        by_words = {
            (name.lower(),): name for name in islice(known_names, _MAX_COMPARED)
        }
        near = _find_near({(text.lower(),), read.keywords}, by_words, _FEWEST_OF_FEW)
        return [name for words, name in by_words.items() if words in near][:1]
    index = _index(known_names)
    names = index.read_names
    if not (named := find_named(text, known_names)):
        spellings = {name.words for entry in names.values() for name in entry}
        fewest = _FEWEST if len(spellings) > _MANY else _FEWEST_OF_FEW
        near = _find_near({read.words, read.keywords}, spellings, fewest)
        if near:
            own = {entry: each[:1] for entry, each in names.items()}
            named = _find(lambda name: name.words in near, own) or _find(
                lambda name: name.words in near, names
            )
        named = named or _find_by_words(read.keywords, index)
        named = named or _find_by_players(read.keywords, known_names, names)
    return named[:_MAX_SUGGESTED]


def _index(table: Mapping[str, object]) -> NameIndex:
    return table if isinstance(table, NameIndex) else NameIndex(table)


def _find(
    fits: Callable[[_Name], bool], names: Mapping[str, Sequence[_Name]]
) -> list[str]:
    return [entry for entry, each in names.items() if any(map(fits, each))]


def _find_by_words(text: Words, index: NameIndex) -> list[str]:
    """Return the entries whose names, title and family have all words but fillers, one name no others: the longest."""
    nearest = (
        (word, _find_near({(word,)}, index.words_by_letter.get(word[0], ()), _FEWEST))
        for word in set(text)
    )
    words = {near.pop()[0] if len(near) == 1 else word for word, near in nearest}
    sizes = {}
    for name, each in index.read_names.items():
        if size := max(
            (len(set(one.keywords)) for one in each if words.issuperset(one.keywords)),
            default=0,
        ):
            entry = index[name]
            family = getattr(entry, "family", "")
            title = _read_name(
                f"{getattr(entry, 'title', '')} {family} {_FAMILY_WORDS.get(family, '')}"
            )
            about = {word for word in title.keywords if word not in _COUNT}
            if words.difference(_FILLERS) <= about.union(
                *(one.keywords for one in each)
            ):
                sizes[name] = size
    return [name for name, size in sizes.items() if size == max(sizes.values())]


def _find_by_players(
    text: Words, table: Mapping[str, object], names: Mapping[str, Sequence[_Name]]
) -> list[str]:
    """Return the entries with the name that a text has beside a number, if the game is for so many players."""
    numbers = [_COUNT.index(word) + 1 for word in text if word in _COUNT]
    words = [word for word in text if word not in _COUNT]
    named = _find(
        lambda name: len(numbers) == 1 and list(name.keywords) == words, names
    )
    return [
        entry for entry in named if numbers[0] in getattr(table[entry], "players", ())
    ]


def _find_near(
    texts: Iterable[Words], names: Iterable[Words], fewest: _Fewest
) -> set[Words]:
    """Return the names with the fewest slips from one of the texts."""
    joined = [(text, "".join(text)) for text in texts]
    letters = {letter for _, one in joined for letter in one[:2]}
    names = [name for name in names if name and name[0][:1] in letters]
    pairs = [
        (text, name)
        for name in names
        for text, one in joined
        if _may_be_near(one, "".join(name))
    ]
    for slips in range(len(fewest.letters)):
        if near := {
            name for text, name in pairs if _is_near(text, name, slips, fewest)
        }:
            return near
    return set()


def _may_be_near(one: str, other: str) -> bool:
    """Return whether the first letters are equal, or the first two changed places: most names are left out so."""
    return abs(len(one) - len(other)) <= _MAX_SLIPS and (
        one[:1] == other[:1] or one[:2] == other[1::-1]
    )


def _is_near(text: Words, name: Words, slips: int, fewest: _Fewest) -> bool:
    """Return whether a text is a name that is long enough and begins alike, up to so many slips.

    The numbers are equal. Two slips are in two words, or in one that is long itself.
    """
    letters = fewest.letters[slips]
    one = "".join(text)
    other = "".join(name)
    return (
        len(other) >= letters
        and differ(one, other, slips, may_change=len(other) >= fewest.changed)
        and _list_numbers(text) == _list_numbers(name)
        and (
            slips < 2
            or (
                len(text) == len(name)
                and all(map(partial(_are_alike, letters), text, name))
            )
        )
    )


def _are_alike(letters: int, one: str, other: str) -> bool:
    return differ(one, other, 2 if len(other) >= letters else 1)


def _list_numbers(words: Words) -> list[str]:
    return [
        part
        for word in words
        for part in ([word] if word in _COUNT else re.findall(r"\d+", word))
    ]


def differ(one: str, other: str, slips: int, *, may_change: bool = True) -> bool:
    """Return whether up to so many slips make one text the other.

    A slip is a letter more or less, two neighbours that changed places, or, once, another letter.
    """
    if abs(len(one) - len(other)) > slips:
        return False
    same = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    one, other = one[same:], other[same:]
    if not (slips and one and other):
        return len(one) + len(other) <= slips
    rests = [
        (one[1:], other),
        (one, other[1:]),
        *([(one[2:], other[2:])] if one[:2] == other[1::-1] else []),
    ]
    return any(differ(*rest, slips - 1, may_change=may_change) for rest in rests) or (
        may_change and differ(one[1:], other[1:], slips - 1, may_change=False)
    )


def _read(text: str, longest: int | None = None) -> _Name:
    """Return the words of a text, or of its first letters: one may stand for many, U+FDFA for 18."""
    letters = text[:longest].lower()
    if not letters.isascii():
        letters = to_nfkd(text[:longest].casefold())
        letters = "".join(
            _LETTERS.get(letter, letter)
            for letter in letters
            if category(letter)[0] != "M"
        )[:longest]
    words = [_NUMBERS.get(word, word) for word in _WORD.findall(letters)]
    words = [
        word[:-1] if len(word) > 3 and word.endswith("s") else word for word in words
    ]
    pairs = zip(["", *words], words, strict=False)
    keywords = [
        word
        for before, word in pairs
        if word not in _SEAT_WORDS
        and (word not in _FILLERS or before in _COUNT or before.isdecimal())
    ]
    return _Name(tuple(words), tuple(keywords))


def _may_be_in_name(character: str) -> bool:
    return category(character)[0] in "LMNZ" or character in "_-'’.,!&+()/・"


def _join(text: str) -> str:
    return "".join(_read(text).words)


@cache
def _read_name(text: str) -> _Name:
    """Return the words of a name or an alias; the tables have some thousand of them."""
    return _read(text)

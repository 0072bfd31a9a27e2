"""Suggestions: the names of a table that another text may mean, and none rather than a wrong one.

An entry of a table may have `aliases`, the names that people, apps and countries have for it, and `near`, names of
things that are only nearly the same. Capitals, spaces, hyphens, accents, plurals, and numbers in digits or words make
no difference. In a request, an alias that only one entry has stands for its entry; for any other text, names are only
suggested.

The words of the rule are in name_words.txt. The file is here and not with the games, because the same words are ignored
in the names of parameters, shuffles and members of documents: `card_count` means `count`.

The page Deal has the same rule (pages/table/form/suggestions.mjs), and gets its words and numbers from here.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category

from .normal_forms import to_nfkd

MAX_NAME = 60  # characters of a text that are compared with names

_MAX_SUGGESTED = 5  # names
_MAX_COMPARED = 200  # names of a list, which may be a caller's
_MANY = 100  # names: among more, short names are easily confused
_WORD = re.compile(r"[^\W\d_]+|\d+")


def _read_words() -> Mapping[str, Sequence[str]]:
    """Return the words of name_words.txt by their kind: {"number": ["one", "two", …], "counted": ["handed", …], …}."""
    words: dict[str, list[str]] = {}
    text = Path(__file__).with_name("name_words.txt").read_text("utf-8")
    for line in filter(None, text.splitlines()):
        kind, *words_of_line = line.split()
        words.setdefault(kind, []).extend(words_of_line)
    return words


_WORDS = _read_words()
_COUNT = _WORDS["number"]
_ROMAN_NUMBERS = {"ii": "two", "iii": "three"}
_NUMBERS = {str(number): word for number, word in enumerate(_COUNT, 1)} | _ROMAN_NUMBERS
_FILLERS = frozenset(_WORDS["filler"])
# words that are fillers even behind a number
_COUNTED_WORDS = frozenset(_WORDS["counted"])
# plain letters for letters that NFKD does not decompose
_LETTERS = {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"}
Words = tuple[str, ...]
"""The normalized words of a text, as `_read` returns them: ("seven", "card", "stud")."""


class _Fewest(NamedTuple):
    """How many letters a name must have so that slips in its spelling are forgiven: short names are easily confused."""

    letters: tuple[int, ...]  # for 0, 1 and 2 slips
    changed: int  # for a slip that replaces a letter by another


_FEWEST = _Fewest((1, 5, 9), changed=6)  # power is not poker
_FEWEST_OF_FEW = _Fewest((1, 3, 9), changed=3)
_MAX_SLIPS = 2

RULE: Mapping[str, Any] = {
    "longest": MAX_NAME,
    "most": _MAX_SUGGESTED,
    "fewest": _FEWEST._asdict(),
    "letters": _LETTERS,
    "numbers": _NUMBERS,
    "fillers": _WORDS["filler"],
    "countedWords": _WORDS["counted"],
}
"""The numbers and the words of the rule, also for the page: spellings of numbers, and words that tell nothing apart."""


class _Name(NamedTuple):
    """A normalized text: "The Game of Hearts" has the words the, game, of, heart, and the keyword heart."""

    words: Words
    keywords: Words  # the words that are no fillers


class ShortName(NamedTuple):
    """The entry that a name stands for although several entries have this name, and the reason."""

    name: str
    because: str


@dataclass(frozen=True, eq=False)
class NameIndex(Mapping[str, object]):
    """A table of entries to find by name or alias.

    A name means no entry if several entries have it, or if it is only `near` an entry; the exceptions are a text that
    is exactly the name of an entry, and `short_names`. Texts in `without` are no aliases.
    """

    table: Mapping[str, object]
    """The entries by name; they may have the attributes `aliases`, `near` and `title`.

    Two more attributes are for what people say beside a name: the text `said_words`, and `said_numbers`, as in "hearts
    for four".
    """

    without: Collection[str] = ()

    short_names: Mapping[str, "ShortName"] = field(default_factory=dict)
    """By text, the entry that the text means although several entries have it as a name."""

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
        if len(text) > MAX_NAME or not all(map(_may_be_in_name, text)):
            return None
        return self._entry_names.get(_join(text))

    @cached_property
    def _entry_names(self) -> Mapping[str, str]:
        """The name of the entry that each joined text means alone: {"ginrummy": "gin_rummy", "gin": "gin_rummy"}.

        The words are normalized, as in {"heart": "hearts"}. A text that several entries have, that is only near an
        entry, or that is no alias by `without` is left out, unless it is in `short_names`.
        """
        near: set[str] = set()
        owners: dict[str, set[str]] = {}  # the names of the entries that have a text
        for entry_name, entry in self.table.items():
            near.update(map(_join, _list_near(entry)))
            for text in (entry_name, *_list_aliases(entry)):
                owners.setdefault(_join(text), set()).add(entry_name)
        own_names = set(map(_join, self.table))
        no_aliases = set(map(_join, self.without)) - own_names
        excluded = no_aliases | near
        meanings: dict[str, str] = {}
        for text, entry_names in owners.items():
            if len(entry_names) == 1 and text not in excluded:
                (meanings[text],) = entry_names
        for text, short_name in self.short_names.items():
            meanings[_join(text)] = short_name.name
        return meanings

    @cached_property
    def read_names(self) -> Mapping[str, Sequence[_Name]]:
        """By the name of each entry, the words of all its names: of this name, its aliases and its `near` names."""
        names: dict[str, Sequence[_Name]] = {}
        for entry_name, entry in self.table.items():
            texts = (entry_name, *_list_aliases(entry), *_list_near(entry))
            names[entry_name] = list(map(_read_name, texts))
        return names

    @cached_property
    def words_by_letter(self) -> Mapping[str, Collection[Words]]:
        """By letter, the keywords of all names with this first or second letter: {"h": {("heart",)}, "e": …}."""
        keywords = {
            keyword
            for names in self.read_names.values()
            for name in names
            for keyword in name.keywords
        }
        by_letter: dict[str, set[Words]] = {}
        for keyword in keywords:
            for letter in keyword[:2]:
                by_letter.setdefault(letter, set()).add((keyword,))
        return by_letter


def _list_aliases(entry: object) -> Sequence[str]:
    """Return the further names of an entry, () if it has none."""
    aliases: Sequence[str] = getattr(entry, "aliases", ())
    return aliases


def _list_near(entry: object) -> Iterable[str]:
    """Return the `near` names of an entry: names of things that are only nearly the same."""
    near: Iterable[str] = getattr(entry, "near", ())
    return near


def find_named(text: str, table: Mapping[str, object]) -> list[str]:
    """Return the names of the entries of a table that have `text` as a name, an alias or a `near` name.

    Capitals, spaces and plurals make no difference: "Gin Rummys" finds gin_rummy.
    """
    joined = "".join(_read(text, MAX_NAME).words)
    return _find(lambda name: "".join(name.words) == joined, _index(table).read_names)


def find_spelled(text: str, names: Iterable[str]) -> list[str]:
    """Return the names with the fewest slips from a text, if it is close to any.

    `find_spelled("hart", ["hearts", "spades"])` is ["hearts"]: one letter less, as plurals make no difference.
    """
    asked = _read(text, MAX_NAME)
    words_by_name = {name: _read_name(name).words for name in names}
    near = _find_near({asked.words, asked.keywords}, words_by_name.values(), _FEWEST)
    return [name for name, words in words_by_name.items() if words in near]


def suggest_names(text: str, known_names: Iterable[str]) -> Sequence[str]:
    """Return the known names that a text may mean, up to 5; the names of a table in its order.

    For a table with aliases, try in order: equal name or alias; the closest spelling of a name, or else of an alias, if
    it is close; a name or alias among words that all belong to its entry; a name or alias beside a number that people
    say with it. Return the first that matches; `near` names count as aliases here. For any other table or list, return
    the name with the closest spelling, if it is close; only the first names of a long list are compared.
    `suggest_names("colour", ["color", "size"])` is ["color"].
    """
    if isinstance(known_names, Mapping) and any(
        map(_list_aliases, known_names.values())
    ):
        return _suggest_entries(text, _index(known_names))[:_MAX_SUGGESTED]
    return _suggest_spelling(text, islice(known_names, _MAX_COMPARED))


def _suggest_spelling(text: str, known_names: Iterable[str]) -> list[str]:
    """Return the first of the names that are spelled most like a text, [] if none is close."""
    names_by_words = {(name.lower(),): name for name in known_names}
    whole_text = (text[:MAX_NAME].lower(),)
    texts = {whole_text, _read(text, MAX_NAME).keywords}
    near = _find_near(texts, names_by_words, _FEWEST_OF_FEW)
    return [name for words, name in names_by_words.items() if words in near][:1]


def _suggest_entries(text: str, index: NameIndex) -> list[str]:
    """Return the names of the entries that a text may mean, by the first rule of `suggest_names` that finds any."""
    asked = _read(text, MAX_NAME)
    return (
        find_named(text[:MAX_NAME], index)
        or _find_by_spelling(asked, index)
        or _find_by_words(asked.keywords, index)
        or _find_by_number(asked.keywords, index)
    )


def _index(table: Mapping[str, object]) -> NameIndex:
    """Return a table as a `NameIndex`. If it is a `NameIndex` already, return it with what it has read."""
    return table if isinstance(table, NameIndex) else NameIndex(table)


def _find(
    fits: Callable[[_Name], bool], names: Mapping[str, Sequence[_Name]]
) -> list[str]:
    """Return the names of the entries with any name that `fits`; `names` is like `NameIndex.read_names`."""
    return [
        entry_name
        for entry_name, entry_names in names.items()
        if any(map(fits, entry_names))
    ]


def _find_by_spelling(asked: _Name, index: NameIndex) -> list[str]:
    """Return the entries, by name, that have a name with the fewest slips from what was asked: "harts" -> ["hearts"].

    If such a name is the own name of entries, entries that have it as an alias are left out.
    """
    names = index.read_names
    spellings = {
        name.words for names_of_entry in names.values() for name in names_of_entry
    }
    fewest = _FEWEST if len(spellings) > _MANY else _FEWEST_OF_FEW
    near = _find_near({asked.words, asked.keywords}, spellings, fewest)
    if not near:
        return []
    own_names = {
        entry_name: names_of_entry[:1] for entry_name, names_of_entry in names.items()
    }

    def is_near(name: _Name) -> bool:
        return name.words in near

    return _find(is_near, own_names) or _find(is_near, names)


def _find_by_words(asked: Words, index: NameIndex) -> list[str]:
    """Return the entries that have a name among the words asked, if all words but fillers belong to the entry.

    Of several entries, the name with most words wins. "klondike solitaire online" finds an entry with the name Klondike
    and the family solitaire, as "online" is a filler; "klondike bicycle" finds no entry.
    """
    words = {_correct_word(word, index) for word in set(asked)}
    telling_words = words.difference(_FILLERS)
    # By entry, the number of words in its longest name among the words asked:
    sizes: dict[str, int] = {}
    for entry_name, names in index.read_names.items():
        sizes_of_names = [
            len(set(name.keywords)) for name in names if words.issuperset(name.keywords)
        ]
        size = max(sizes_of_names, default=0)
        if size and telling_words <= _list_words_about(index[entry_name], names):
            sizes[entry_name] = size
    largest = max(sizes.values(), default=0)
    return [entry_name for entry_name, size in sizes.items() if size == largest]


def _correct_word(word: str, index: NameIndex) -> str:
    """Return the one word in the names that is nearest to a word, or the word itself if none or several are near."""
    near = _find_near({(word,)}, index.words_by_letter.get(word[0], ()), _FEWEST)
    if len(near) != 1:
        return word
    (nearest,) = near
    return nearest[0]


def _list_words_about(entry: object, names: Iterable[_Name]) -> set[str]:
    """Return the keywords of an entry's names, and of its title and its `said_words` without their numbers."""
    title = getattr(entry, "title", "")
    said_words = getattr(entry, "said_words", "")
    about = _read_name(f"{title} {said_words}")
    words = set(about.keywords).difference(_COUNT)
    return words.union(*(name.keywords for name in names))


def _find_by_number(asked: Words, index: NameIndex) -> list[str]:
    """Return the entries with the name that was asked beside one number, if it is among their `said_numbers`.

    The words "hearts", "four" find an entry with the name Hearts and the numbers 3 to 5.
    """
    numbers = [word for word in asked if word in _COUNT]
    words = [word for word in asked if word not in _COUNT]
    if len(numbers) != 1:
        return []
    number = _COUNT.index(numbers[0]) + 1
    named = _find(lambda name: list(name.keywords) == words, index.read_names)
    return [
        entry_name
        for entry_name in named
        if number in getattr(index[entry_name], "said_numbers", ())
    ]


def _find_near(
    texts: Iterable[Words], names: Iterable[Words], fewest: _Fewest
) -> set[Words]:
    """Return the names with the fewest slips from one of the texts, an empty set if none is near.

    The texts {("harts",)} and the names {("heart",), ("spade",)} give {("heart",)}: no name fits with 0 slips, and this
    name fits with 1.
    """
    joined_texts = [(text, "".join(text)) for text in texts]
    first_letters = {letter for _, joined in joined_texts for letter in joined[:2]}
    names = [name for name in names if name and name[0][:1] in first_letters]
    # Letter by letter takes long, so only names that may be near are compared like this, with ever more slips.
    pairs = [
        (text, name)
        for name in names
        for text, joined in joined_texts
        if _may_be_near(joined, "".join(name))
    ]
    for slips in range(len(fewest.letters)):
        near = {name for text, name in pairs if _is_near(text, name, slips, fewest)}
        if near:
            return near
    return set()


def _may_be_near(text: str, name: str) -> bool:
    """Return whether the lengths are close, and the first letters equal or swapped: this rules out most names."""
    if abs(len(text) - len(name)) > _MAX_SLIPS:
        return False
    return text[:1] == name[:1] or _begins_swapped(text, name)


def _begins_swapped(text: str, name: str) -> bool:
    """Return whether a text begins with the first two letters of a name in reverse order: "ehart" and "heart"."""
    return text[:2] == name[1::-1]


def _is_near(text: Words, name: Words, slips: int, fewest: _Fewest) -> bool:
    """Return whether a text is a name with up to `slips` slips, and the name is long enough for them.

    The text and the name have equal numbers. Two slips are in two words, or in one long word.
    """
    letters = fewest.letters[slips]
    joined_name = "".join(name)
    size = len(joined_name)
    may_change = size >= fewest.changed
    return (
        size >= letters
        and differ("".join(text), joined_name, slips, may_change=may_change)
        and _list_numbers(text) == _list_numbers(name)
        and (slips < 2 or _have_slips_apart(text, name, letters))
    )


def _have_slips_apart(text: Words, name: Words, letters: int) -> bool:
    """Return whether each word of a text has one slip at most, or two if its word in the name has `letters` letters."""
    return len(text) == len(name) and all(
        differ(asked, word, 2 if len(word) >= letters else 1)
        for asked, word in zip(text, name, strict=True)
    )


def _list_numbers(words: Words) -> list[str]:
    """Return the numbers among words, spelled or in digits: ("seven", "card", "7x2") has ["seven", "7", "2"]."""
    numbers: list[str] = []
    for word in words:
        if word in _COUNT:
            numbers.append(word)
        else:
            numbers += re.findall(r"\d+", word)
    return numbers


def differ(text: str, name: str, slips: int, *, may_change: bool = True) -> bool:
    """Return whether up to `slips` slips make `text` out of `name`.

    A slip is a letter more or less, two neighbours that changed places, or, once and if it `may_change`, another
    letter. `differ("ehart", "heart", 1)` and `differ("heat", "heart", 1)` are True, `differ("hxaxt", "heart", 2)` is
    False. It skips the letters that are equal from the start, tries each kind of slip, and compares the rest.
    """
    if abs(len(text) - len(name)) > slips:
        return False
    equal_letters = _count_equal_letters(text, name)
    text = text[equal_letters:]
    name = name[equal_letters:]
    if not text or not name or slips == 0:
        return len(text) + len(name) <= slips  # each letter that is left is a slip
    slips_left = slips - 1
    # In turn: a letter more, a letter less, two letters that changed places, another letter.
    return (
        differ(text[1:], name, slips_left, may_change=may_change)
        or differ(text, name[1:], slips_left, may_change=may_change)
        or (
            _begins_swapped(text, name)
            and differ(text[2:], name[2:], slips_left, may_change=may_change)
        )
        or (may_change and differ(text[1:], name[1:], slips_left, may_change=False))
    )


def _count_equal_letters(text: str, name: str) -> int:
    """Return how many letters of two texts are equal from the start: 2 for "heart" and "herat"."""
    count = 0
    for letter, other_letter in zip(text, name, strict=False):
        if letter != other_letter:
            break
        count += 1
    return count


def _read(text: str, longest: int | None = None) -> _Name:
    """Return the words of a text, or of its first `longest` letters: one character may become many, U+FDFA becomes 18.

    "7 Card Studs" has the words seven, card, stud and the same keywords: fillers behind a number are no fillers.
    """
    letters = _normalize_letters(text, longest)
    words = [_normalize_word(word) for word in _WORD.findall(letters)]
    words_before = ["", *words]
    keywords = [
        word
        for before, word in zip(words_before, words, strict=False)
        if word not in _COUNTED_WORDS
        and (word not in _FILLERS or before in _COUNT or before.isdecimal())
    ]
    return _Name(tuple(words), tuple(keywords))


def _normalize_letters(text: str, longest: int | None) -> str:
    """Return up to `longest` letters of a text, in lower case and without marks: "Écarté" becomes "ecarte"."""
    small = text[:longest].lower()
    if small.isascii():
        return small
    decomposed = to_nfkd(text[:longest].casefold())
    letters = [
        _LETTERS.get(letter, letter)
        for letter in decomposed
        if category(letter)[0] != "M"
    ]
    return "".join(letters)[:longest]


def _normalize_word(word: str) -> str:
    """Return a number as a word, and any other word without the s of a plural: "7" is "seven", "hearts" "heart"."""
    word = _NUMBERS.get(word, word)
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _may_be_in_name(character: str) -> bool:
    """Return whether a character may be in a name: a letter, mark, digit, space or some punctuation."""
    return category(character)[0] in "LMNZ" or character in "_-'’.,!&+()/・"


def _join(text: str) -> str:
    """Return the words of a text without spaces: "Gin Rummy" and "gin_rummys" are "ginrummy"."""
    return "".join(_read(text).words)


@cache
def _read_name(text: str) -> _Name:
    """Return the words of a name or an alias; the tables have some thousand of them."""
    return _read(text)

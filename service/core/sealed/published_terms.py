"""Read the terms of a sealed shoe from the JSON object that a receipt or a token has."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from service.core.cards.decks import DECKS
from service.core.cards.options import MAX_EXCLUDED, MAX_PACKS, OPTIONS, Option
from service.core.cards.spellings import MAX_SPELLING
from service.core.games.catalogue import GAMES
from service.core.rng.streams import MAX_INDEX, STREAM
from service.core.sealed.terms import EXACT_SHUFFLES, MAX_TEXT, Reshuffle, Scheme, Terms
from service.core.validation import parse_choice, parse_digest, parse_integer, parse_object, parse_text, parse_texts

Parser = Callable[[str, object], Any]
Parsers = Mapping[str, Parser]


def parse_terms(path: str, value: object) -> Terms:
    """Return the terms that a published JSON object stands for. Raises `Refused`, naming the member that is wrong."""
    required, optional = _select_members(value)
    members = parse_object(path, value, tuple(required), tuple(optional))
    parsers = {name: parse for name, parse in {**required, **optional}.items() if name in members}
    parsed = {name: parse(f"{path}.{name}", members[name]) for name, parse in parsers.items()}
    del parsed["stream"]
    return Terms(**parsed)


def _select_members(value: object) -> tuple[Parsers, Parsers]:
    """Return the parsers of the members that terms must have, and of those that they may have."""
    members = value if isinstance(value, Mapping) and value.get("scheme") == Scheme.SHOE2 else {}
    if "game" in members:
        return {**_REQUIRED, **_GAME, **_DECK}, {**_OPTIONAL, **_OPTIONS, **_GAME_OPTIONS}
    if "max" in members:
        return {**_REQUIRED, **_RANGE}, {**_OPTIONAL, "items_sha256": _parse_sha256}
    return {**_REQUIRED, **_DECK}, {**_OPTIONAL, **_OPTIONS}


def _parse_within(minimum: int, maximum: int = MAX_INDEX) -> Parser:
    return lambda path, value: parse_integer(path, value, minimum, maximum)


def _parse_one_of(choices: Collection[Any]) -> Parser:
    return lambda path, value: parse_choice(path, value, choices)


def _parse_option(option: Option, path: str, value: object) -> Any:
    if option.is_count:
        return parse_integer(path, value, option.numbers[0], option.numbers[-1])
    return parse_choice(path, value, option.values)


def _parse_excluded(path: str, value: object) -> tuple[str, ...]:
    return parse_texts(path, value, MAX_EXCLUDED, MAX_SPELLING)


def _parse_label(path: str, value: object) -> str:
    return parse_text(path, value, MAX_TEXT)


def _parse_sha256(path: str, value: object) -> str:
    return parse_digest(path, value).hex()


_REQUIRED: Parsers = {
    "scheme": _parse_one_of(tuple(Scheme)),
    "stream": _parse_one_of((STREAM,)),
    "algorithm": _parse_one_of(EXACT_SHUFFLES),
    "cut": _parse_within(0),
    "reshuffle": _parse_one_of(tuple(Reshuffle)),
}
_OPTIONAL: Parsers = {"label": _parse_label}
_DECK: Parsers = {
    "deck": _parse_one_of(DECKS),
    "decks": _parse_within(1, MAX_PACKS),
    "exclude": _parse_excluded,
}
_OPTIONS: Parsers = {name: partial(_parse_option, option) for name, option in OPTIONS.items()}
_GAME: Parsers = {"game": _parse_one_of(GAMES), "players": _parse_within(0)}
_GAME_OPTIONS: Parsers = {"cards": _parse_within(1), "board": _parse_within(1)}
_RANGE: Parsers = {"min": _parse_within(-MAX_INDEX), "max": _parse_within(-MAX_INDEX)}

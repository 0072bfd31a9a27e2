"""Parse the entries of the table of games, verify/games/game_table.mjs: each becomes a `Game`.

An object by numbers of players, `{"2": 7, "5": 6}`, has a value for 2 to 4 players and another for 5 and more. An entry
names the functions that it needs from `EXTRA_FIELDS`, `FILE_FORMATS` and `NUMBERED_ORDERS`, and, in its steps, from
`SPECIAL_STEPS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from ..cards.deck import get_deck
from ..cards.options import PackOptions
from ..rankings.house import HouseRule
from ..verify_tables import expect, naming, parse_names
from .extras import EXTRA_FIELDS, FILE_FORMATS
from .game import Direction, Game, Misdeal, Players
from .microsoft import NUMBERED_ORDERS

_Value = TypeVar("_Value")


def parse_entry(family: str, name: str, entry: Mapping[str, Any]) -> Game:
    """Return the game of an entry, a JSON object. Raises `ValueError`, with the game's name, for a wrong member."""
    with naming("games", name):
        members = {member: _MEMBERS[member](value) for member, value in entry.items()}
        without = members.pop("without_players", None)
        if without:
            members["players"] = replace(members["players"], without=without)
        return Game(**members, name=name, family=family)


def _expect_type(kind: type[_Value]) -> Callable[[Any], _Value]:
    """Return a function that returns a value of this type, and raises `ValueError` for any other value."""
    return lambda value: expect(kind, value)


def _by_players(parse: Callable[[Any], _Value]) -> Callable[[Any], dict[int, _Value]]:
    """Return a function that parses each value of an object by numbers of players: {"2": 7} becomes {2: 7}."""
    return lambda values: {
        int(players): parse(value) for players, value in expect(dict, values).items()
    }


def _text_or_by_players(value: Any) -> str | dict[int, str]:
    return value if isinstance(value, str) else _by_players(_expect_type(str))(value)


def _parse_players(value: Any) -> Players:
    """Return how many may play: [2, 10, 6] is 2 to 10 players, and usually 6."""
    fewest, most, usual = (expect(int, number) for number in expect(list, value))
    if not fewest <= usual <= most:
        raise ValueError("players are the fewest, the most and the usual number.")
    return Players(fewest, most, usual)


def _parse_packs(value: Any) -> PackOptions:
    options = expect(dict, value)
    exclude = parse_names(options.get("exclude", ""))
    return PackOptions(**options | {"exclude": exclude})


def _parse_house_rule(value: Any) -> HouseRule:
    members = expect(dict, value)
    weakest = tuple(members.get("weakest", "").split())
    return HouseRule(**members | {"weakest": weakest})


def _parse_numbers(value: Any) -> tuple[int, ...]:
    return tuple(expect(int, number) for number in expect(list, value))


def _parse_counts(value: Any) -> dict[str, dict[int, int]]:
    """Return numbers of cards by their name and the players: {"hand": {"2": 7, "3": 5}} has 7 cards for two players."""
    parse_by_players = _by_players(_expect_type(int))
    return {
        name: parse_by_players(numbers) for name, numbers in expect(dict, value).items()
    }


def _parse_void_deal(value: Any) -> Misdeal | None:
    if value is None:
        return None
    return Misdeal(**expect(dict, value))


def _parse_laid(value: Any) -> dict[str, tuple[str, ...]]:
    """Return the codes of cards by pile: {"foundation": "AS, AH"} becomes {"foundation": ("AS", "AH")}."""
    return {pile: parse_names(codes) for pile, codes in expect(dict, value).items()}


def _parse_near(value: Any) -> dict[str, str]:
    """Return the reason by the name of each game that is near to this one."""
    return {name: expect(str, because) for name, because in expect(dict, value).items()}


_MEMBERS: Mapping[str, Callable[[Any], Any]] = {
    "title": _expect_type(str),
    "source": _expect_type(str),
    "second_source": _expect_type(str),
    "start": _expect_type(str),
    "unit": _expect_type(str),
    "ranking": _expect_type(str),
    "seating": _expect_type(str),
    "aliases": parse_names,
    "parameters": parse_names,
    "other_numbers": parse_names,
    "other_cards": parse_names,
    "seats": _text_or_by_players,
    "steps": _text_or_by_players,
    "deck": lambda value: get_deck(value).name,
    "players": _parse_players,
    "without_players": _parse_numbers,
    "packs": _parse_packs,
    "removed_by_players": _by_players(parse_names),
    "counts": _parse_counts,
    "max_cards": _by_players(_expect_type(int)),
    "direction": lambda value: None if value == "none" else Direction(value),
    "continues": _expect_type(bool),
    "extra_fields": EXTRA_FIELDS.__getitem__,
    "files": lambda value: {name: FILE_FORMATS[name] for name in parse_names(value)},
    "numbered_order": NUMBERED_ORDERS.__getitem__,
    "void_deal": _parse_void_deal,
    "laid": _parse_laid,
    "house": _parse_house_rule,
    "near": _parse_near,
}
"""The members of an entry, each with the function that makes the game's field from the JSON value."""

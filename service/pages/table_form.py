"""The form of the page Deal: the parameters of the requests that the page sends, made from their schemas."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from marshmallow import Schema, fields

from ..algorithms.endpoint import shuffle_to_json
from ..capabilities import CAPABILITIES
from ..cards.card import CardFormat
from ..cards.deck import DECKS, Deck
from ..cards.options import PackOptions
from ..core.object_types import describe
from ..core.seeded_request import SeededRequest
from ..core.shuffles.registry import SHUFFLES
from ..core.value_types import JsonSchema
from ..games.catalogue import GAMES
from ..games.endpoint.descriptions import summarize_game
from ..games.game import FAMILY_WORDS, Game, set_up
from ..games.procedures import Face
from ..games.stages import lay_out
from ..http.responses import members_of
from ..http.schemas.fields import BoundedList, Value
from ..http.schemas.request_schemas import PARAMETERS, SignOption
from ..names.suggestions import RULE

_REQUESTS: Mapping[str, type[Schema]] = {
    path: schema
    for capability in CAPABILITIES
    for path, schema in capability.forms.items()
}
"""The schemas of the requests that the form sends, by their paths such as `games/seal`."""
_SECTIONS = {
    "source": {*describe(SeededRequest), "deal_number", "label"},
    "shuffle": {"algorithm", *PARAMETERS},
    "packs": set(describe(PackOptions)),
}
"""The names of the parameters in each section of the form; all others are in `options`."""
_HIDDEN = {
    *describe(CardFormat),  # the table shows pictures
    *describe(SignOption),  # and signs nothing
    "format",
    "event",
    "site",
    "date",
    "include_seed",
    # It seals what is selected:
    "scheme",
    "game",
    "deck",
    "min",
    "max",
    "items",
    "items_sha256",
    "cut",
    "reshuffle",
    # The tabs of its players make these:
    "reveal",
    "auditor",
    "words",
    "consent",
    "view_keys",
}
"""Parameters that the form does not have."""
_OF_OTHER_SHOES = {"hands", "packets", "burn", "piles"}
"""Parameters of a sealed shoe that the form does not have either: in a shoe of a game, the game decides them."""
_GAME_MEMBERS = ("game", "family", "title", "deck", "players", "options", "aliases")
_PREFILLED = {"hands", "cards"}  # a deal from a deck requires them
_OF_THE_GAME = {"players", "cards", "red_fives"}  # which has their ranges


def _has_own_cards(game: Game) -> bool:
    """Return whether each of two or more players gets cards that only they see; not in draw poker, with discards."""
    if game.players.max < 2:
        return False
    table = set_up(game, max(2, game.players.min), PackOptions())
    if game.family == "poker" and len(table.procedure.stages) == 1:
        return False
    cards = lay_out(table, range(len(table.shoe))).cards
    seats_with_own_cards = {run.name for run in cards if run.face is Face.OWN}
    return seats_with_own_cards.issuperset(table.procedure.seats)


def _list_game(game: Game) -> dict[str, Any]:
    """Return a game for the form: its names and options, and `private` if it can be played with private hands."""
    summary = summarize_game(game)
    entry = {name: summary[name] for name in _GAME_MEMBERS if name in summary}
    if game.near:
        entry["near"] = list(game.near)
    if _has_own_cards(game):
        entry["private"] = True
    return entry


def _list_deck(deck: Deck) -> dict[str, Any]:
    """Return a deck for the form: its names and options, and the names of similar packs that are not this deck."""
    described = members_of(deck, "title", "options", "aliases")
    return {"deck": deck.name} | described | {"near": list(deck.near)}


@cache
def _list_catalogue() -> dict[str, Any]:
    """Return games, decks and algorithms for the form; called at the first request, because it lays out every game."""
    return {
        "games": [_list_game(game) for game in GAMES.values()],
        "decks": [_list_deck(deck) for deck in DECKS.values()],
        "algorithms": [shuffle_to_json(shuffle) for shuffle in SHUFFLES.values()],
        "rule": dict(RULE) | {"familyWords": FAMILY_WORDS},
    }


_MAX_SHOWN = 2**31
"""A hint shows a range if its maximum is below this: a larger one is no use to a person."""


def table_context() -> dict[str, Any]:
    """Return the variables of the table page: the form, with games, decks and algorithms.

    The form has `fields`, a description of each by its name, and `requests`, the names of the fields of each path.
    """
    descriptions: dict[str, Any] = {}
    requests: dict[str, list[str]] = {}
    for path, schema in _REQUESTS.items():
        hidden = _HIDDEN | _OF_OTHER_SHOES if path == "games/seal" else _HIDDEN
        requests[path] = []
        for name, field in schema._declared_fields.items():
            if name not in hidden:
                requests[path].append(name)
                descriptions[name] = _describe(name, field)
    form = {"fields": descriptions, "requests": requests} | _list_catalogue()
    return {"form": form}


def parameter_types() -> dict[str, Any]:
    """Return `isNumeric` and `isList` of each parameter; the page Verify reads URLs and shell commands by these."""
    entries = table_context()["form"]["fields"]
    return {
        name: {kind: field[kind] for kind in ("isNumeric", "isList")}
        for name, field in entries.items()
    }


def _describe(name: str, field: fields.Field[Any]) -> dict[str, Any]:
    """Return a field of the form, as the template and the page's modules read it, for the parameter `name`."""
    is_list = isinstance(field, BoundedList)
    schema = _schema(field.inner if isinstance(field, BoundedList) else field)
    description = {
        "name": name,
        "section": _find_section(name),
        "choices": [] if is_list else schema.get("enum", []),
        "isNumeric": schema.get("type") == "integer",
        "isList": is_list,
        "value": str(field.metadata["example"]) if name in _PREFILLED else "",
    }
    return description | _describe_values(name, field)


def _find_section(name: str) -> str:
    """Return the section of the form with a parameter."""
    for section, names in _SECTIONS.items():
        if name in names:
            return section
    return "options"


def _describe_values(name: str, field: fields.Field[Any]) -> dict[str, object]:
    """Return what a hint says besides the meaning: the range of a number, and the value if the field is left empty.

    Of a number from 1 to 1,000 with the default 7 that is {"least": 1, "most": 1000, "usual": 7}.
    """
    values: dict[str, object] = {}
    if name in _OF_THE_GAME:
        return values
    schema = _schema(field)
    if schema.get("maximum", _MAX_SHOWN) < _MAX_SHOWN:
        values["least"] = schema["minimum"]
        values["most"] = schema["maximum"]
    if "default" in field.metadata:
        values["usual"] = field.metadata["default"]
    return values


def _schema(field: fields.Field[Any]) -> JsonSchema:
    """Return the JSON schema of a parameter; a list is only {"type": "array"}."""
    return field.value_type.schema if isinstance(field, Value) else {"type": "array"}

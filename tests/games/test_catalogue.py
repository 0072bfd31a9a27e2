"""The table of games: an entry that is wrong does not load, and is named."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from service.cards.deck import DECKS
from service.cards.options import PACK_FIELDS
from service.games.catalogue import FAMILIES, GAMES, read_games
from service.games.game import Game
from service.rankings.rankings import RANKINGS
from tests.games.tables import check_game
from tests.tables import for_each, read_table

GAME_PARAMETERS = {
    "board",
    "cards",
    "deal_number",
    "format",
    "event",
    "site",
    "date",
    "include_seed",
}
ENTRY: dict[str, Any] = {
    "title": "A game",
    "aliases": "x, y",
    "source": "a book",
    "players": [2, 3, 2],
    "steps": "each 1×2, stock rest",
    "void_deal": None,
}


def load(entry: Mapping[str, Any]) -> Game:
    """Return the game of a table with one entry."""
    table = {"poker": {"aliases": "cards", "games": {"mine": entry}}}
    families = read_games(f"export const GAME_TABLE =\n{json.dumps(table)}")
    [game] = families["poker"].games
    check_game(game)
    return game


def test_an_entry_is_a_game() -> None:
    members = {
        "packs": {"decks": 2, "exclude": "AS, KS"},
        "counts": {"n": {"2": 3}},
        "steps": "each 1×{n}, stock rest",
    }
    game = load(ENTRY | members)
    assert game.name == "mine"
    assert game.family == "poker"
    assert game.aliases == ("x", "y")
    assert game.packs.exclude == ("AS", "KS")
    assert game.build_procedure(3).seats == ("1", "2", "dealer")


@for_each(("members", "sentence"), read_table("games/catalogue.yaml"))
def test_an_entry_that_is_wrong_does_not_load(
    members: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=rf"^mine in the table of games: .*{sentence}"):
        load(ENTRY | members)


@for_each("name", ["title", "void_deal"])
def test_an_entry_without_a_member_does_not_load(name: str) -> None:
    entry = {member: ENTRY[member] for member in ENTRY if member != name}
    sentence = f"missing 1 required keyword-only argument: '{name}'"
    with pytest.raises(ValueError, match=f"^mine in the table of games: .*{sentence}"):
        load(entry)


def test_a_member_twice_does_not_load() -> None:
    entry = '{"title": "a", "title": "b"}'
    table = f'\n{{"poker": {{"aliases": "", "games": {{"mine": {entry}}}}}}}'
    sentence = "The table of games has title twice in one object"
    with pytest.raises(ValueError, match=sentence):
        read_games(table)


def test_the_options_of_a_game_are_those_that_its_deck_and_its_entry_support() -> None:
    for game in GAMES.values():
        check_game(game)
        options = set(game.options)
        pack_options = options & set(PACK_FIELDS)
        deck_options = {"decks", "exclude", *DECKS[game.deck].options}
        assert pack_options <= deck_options, game.name
        assert options - pack_options <= GAME_PARAMETERS, game.name
        is_numbered = game.numbered_order is not None
        assert ("deal_number" in options) == is_numbered, game.name
        assert ("format" in options) == bool(game.files), game.name
        assert ("cards" in options) == bool(game.max_cards), game.name
        assert game.ranking is None or game.ranking in RANKINGS, game.name
        assert game.unit in {"card", "tile", "ball"}, game.name


def test_every_game_is_in_one_family_and_knows_it() -> None:
    listed = [
        (game.name, name) for name, family in FAMILIES.items() for game in family.games
    ]
    assert listed == [(game.name, game.family) for game in GAMES.values()]

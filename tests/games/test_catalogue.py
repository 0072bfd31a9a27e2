"""The table of games: an entry that is wrong does not load, and is named."""

import json
from typing import Any

import pytest

from service.cards.deck import DECKS
from service.cards.options import PACK_FIELDS
from service.games.catalogue import FAMILIES, GAMES, read_games
from service.rankings.rankings import RANKINGS
from tests.games.tables import check_game
from tests.tables import for_each

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
ENTRY = {
    "title": "A game",
    "aliases": "x, y",
    "source": "a book",
    "players": [2, 3, 2],
    "steps": "each 1×2, stock rest",
    "void_deal": None,
}


ABSENT = object()


def load(**members: Any) -> Any:
    """Return the game of a table with one entry: `ENTRY` with other members, without the members that are `ABSENT`."""
    entry = {
        name: value for name, value in (ENTRY | members).items() if value is not ABSENT
    }
    table = {"poker": {"aliases": "cards", "games": {"mine": entry}}}
    [game] = read_games(f"export const GAME_TABLE =\n{json.dumps(table)}")[
        "poker"
    ].games
    check_game(game)
    return game


def test_an_entry_is_a_game() -> None:
    game = load(
        packs={"decks": 2, "exclude": "AS, KS"},
        counts={"n": {"2": 3}},
        steps="each 1×{n}, stock rest",
    )
    assert game.name == "mine"
    assert game.family == "poker"
    assert game.aliases == ("x", "y")
    assert game.packs.exclude == ("AS", "KS")
    assert game.build_procedure(3).seats == ("1", "2", "dealer")


@for_each(
    ("members", "sentence"),
    [
        (
            {"void_deal": ABSENT},
            "missing 1 required keyword-only argument: 'void_deal'",
        ),
        ({"laid": {"foundation": "AS"}}, "laid has a card that the packs have too"),
        ({"title": ABSENT}, "missing 1 required keyword-only argument: 'title'"),
        ({"source": 7}, "7 is no str"),
        ({"colour": "red"}, "There is no 'colour'"),
        ({"deck": "standart"}, "There is no deck 'standart'"),
        ({"packs": {"deck": 2}}, "unexpected keyword argument 'deck'"),
        ({"players": [2, 3]}, "not enough values"),
        ({"players": [2, 3, 4]}, "the fewest, the most and the usual number"),
        ({"steps": "each 1×2; stock"}, "This is no step of a deal: 'stock'"),
        ({"steps": "each 1×{n}, stock rest"}, "There is no 'n'"),
        ({"steps": {"3": "each 1×2"}}, ""),
        ({"direction": "left"}, "'left' is not a valid Direction"),
        ({"extra_fields": "pbn"}, "There is no 'pbn'"),
        ({"files": "pdf"}, "There is no 'pdf'"),
        ({"numbered_order": "spider"}, "There is no 'spider'"),
        (
            {"void_deal": {"sentence": "None"}},
            "missing 1 required keyword-only argument: 'where'",
        ),
        ({"continues": "yes"}, "'yes' is no bool"),
    ],
)
def test_an_entry_that_is_wrong_does_not_load(
    members: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=rf"^mine in the table of games: .*{sentence}"):
        load(**members)


def test_a_member_twice_does_not_load() -> None:
    with pytest.raises(
        ValueError, match="The table of games has title twice in one object"
    ):
        read_games(
            '\n{"poker": {"aliases": "", "games": {"mine": {"title": "a", "title": "b"}}}}'
        )


def test_the_options_of_a_game_are_those_that_its_deck_and_its_entry_support() -> None:
    for game in GAMES.values():
        check_game(game)
        options = set(game.options)
        assert options & set(PACK_FIELDS) <= {
            "decks",
            "exclude",
            *DECKS[game.deck].options,
        }, game.name
        assert options <= set(PACK_FIELDS) | GAME_PARAMETERS, game.name
        assert ("format" in options) == bool(game.files), game.name
        assert ("deal_number" in options) == (game.numbered_order is not None), (
            game.name
        )
        assert ("cards" in options) == bool(game.max_cards), game.name
        assert game.ranking is None or game.ranking in RANKINGS, game.name
        assert game.unit in {"card", "tile", "ball"}, game.name


def test_every_game_is_in_one_family_and_knows_it() -> None:
    listed = [
        (game.name, name) for name, family in FAMILIES.items() for game in family.games
    ]
    assert listed == [(game.name, game.family) for game in GAMES.values()]

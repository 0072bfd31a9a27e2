"""The table of games, by family, read from verify/games/game_table.mjs.

To add a game, add its entry to that file; docs/recipes/games.md has the rest. Requests, validation, the list of games,
the independent implementation and the tables of docs/reference/games.md and docs/definitions/decks.md
(`make generate`) follow from it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from ..cards.deck import DECK_NAMES, DECKS
from ..core.unknown_names import refuse_name
from ..integers.lotteries import locate_lotteries
from ..names.suggestions import NameIndex, ShortName, find_named, find_spelled
from ..verify_tables import parse_names, parse_table, read_table
from .entries import parse_entry
from .game import Game


class Family(NamedTuple):
    """The games of a family, such as poker, and further names of the family."""

    games: tuple[Game, ...]
    aliases: tuple[str, ...]


def read_games(text: str) -> dict[str, Family]:
    """Parse the table of games, JSON after a first line of JavaScript, and return its families by name.

    Raises `ValueError` for an entry with an unknown, missing, repeated or wrong member. Tests check the steps: checking
    them here would make the start of the service 0.1 s longer.
    """
    return {
        family: Family(
            games=tuple(
                parse_entry(family, name, entry)
                for name, entry in members.pop("games").items()
            ),
            aliases=parse_names(members.pop("aliases")),
        )
        for family, members in parse_table("games", text).items()
    }


FAMILIES: Mapping[str, Family] = read_games(read_table("games/game_table.mjs"))
"""Every family by name."""

# every game by name
GAMES: Mapping[str, Game] = {
    game.name: game for family in FAMILIES.values() for game in family.games
}

GAME_NAMES = NameIndex(
    GAMES,
    without=FAMILIES,
    short_names={
        "patience": ShortName(
            "klondike", "it is what people mean by solitaire, which stands for it too"
        ),
        "uno": ShortName(
            "wild_colours",
            "it is dealt as Uno, with the pack that the deck of the name has",
        ),
    },
)
"""The names of games in requests. The name of a family, such as casino, is no alias of the games in the family."""


def get_game(name: str) -> Game:
    """Return the game `name`. Raises `UnknownName`, which suggests games and says where they are listed.

    For the name of a lottery, or of a deck that is no game, the message names its endpoint.
    """
    if game := GAMES.get(name):
        return game
    sentences = []
    for family in find_named(name, FAMILIES):
        count = len(FAMILIES[family].games)
        if count > 1:
            sentences.append(
                f"GET /v1/games?family={family} lists the {count} games of that family."
            )
    sentences += locate_lotteries(name, GAMES)
    sentences += (_locate_deck(name, deck) for deck in find_named(name, DECK_NAMES))
    otherwise = (
        "Any other is dealt with /v1/decks/{deck}/deal, and with /v1/items/deal if the cards are your own; dice are "
        "/v1/dice, and booster packs /v1/items/draw with strata."
    )
    raise refuse_name(
        "game",
        name,
        GAME_NAMES,
        " ".join(sentences),
        listed_at="/v1/games",
        otherwise="" if sentences else otherwise,
    )


def _locate_deck(name: str, deck: str) -> str:
    """Return a sentence that says where a deck is dealt, or how to ask for the pack that a name near the deck means."""
    for near in find_spelled(name, DECKS[deck].near):
        return f"{near!r} is nearly the deck {deck}, but {DECKS[deck].near[near]}."
    return f"The deck {deck} is dealt by /v1/decks/{deck}/deal."

"""The table of games, by family.

To add a game, give it one entry in the module of its family: its players, its deck and the steps of its deal, in the
notation of notation.py; docs/adding.md has the rest. Requests, validation, the list of games and the tables of
docs/games.md and docs/stream-decks.md (`make generate`) follow from the entry. A further family is a module with its
games and one line in `FAMILIES`.
"""

from collections.abc import Mapping
from dataclasses import replace

from service.core.errors import get_entry
from service.core.games.bridge import BRIDGE
from service.core.games.classics import CLASSICS
from service.core.games.game import Game
from service.core.games.numbers import NUMBERS
from service.core.games.patience import PATIENCE
from service.core.games.poker import CASINO, POKER
from service.core.games.rummies import RUMMIES
from service.core.games.shedding import SHEDDING
from service.core.games.tiles import FLOWERS, TILES
from service.core.games.tricks import TRICKS


def _complete(family: str, name: str, game: Game) -> Game:
    """Return the entry with its names. Raises `ValueError` for steps that are not in the notation."""
    for players in range(game.players.min, game.players.max + 1):
        game.build_procedure(players)
    return replace(game, name=name, family=family)


FAMILIES: Mapping[str, tuple[Game, ...]] = {
    family: tuple(_complete(family, name, game) for name, game in games.items())
    for family, games in {
        "poker": POKER,
        "casino": CASINO,
        "bridge": BRIDGE,
        "tricks": TRICKS,
        "rummies": RUMMIES,
        "shedding": SHEDDING,
        "classics": CLASSICS,
        "patience": PATIENCE,
        "tiles": TILES,
        "flowers": FLOWERS,
        "numbers": NUMBERS,
    }.items()
}
"""The games of every family by its name."""

GAMES: Mapping[str, Game] = {game.name: game for games in FAMILIES.values() for game in games}
"""Every game by name."""


def get_game(name: str) -> Game:
    """Return the game of that name. Raises `UnknownName`, which lists the known ones."""
    return get_entry("game", GAMES, name)

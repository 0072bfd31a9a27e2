"""The table of games.

To add a game, give it one entry in the module of its family: its deck, its players and the steps of its deal, which are
in procedures.py. Requests, validation, the list of games and the tests follow from the entry.
"""

from collections.abc import Mapping

from service.core.errors import get_entry
from service.core.games.balls import BALLS
from service.core.games.bridge import BRIDGE
from service.core.games.casino import CASINO
from service.core.games.classics import CLASSICS
from service.core.games.game import Game
from service.core.games.patience import PATIENCE
from service.core.games.poker import POKER
from service.core.games.rummies import RUMMIES
from service.core.games.tiles import TILES
from service.core.games.tricks import TRICKS

GAMES: Mapping[str, Game] = {
    game.name: game for game in (*POKER, *CASINO, *BRIDGE, *TRICKS, *RUMMIES, *CLASSICS, *PATIENCE, *TILES, *BALLS)
}
"""Every game by name."""


def get_game(name: str) -> Game:
    """Return the game of that name. Raises `UnknownName`, which lists the known ones."""
    return get_entry("game", GAMES, name)

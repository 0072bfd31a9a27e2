"""The table of games, by family.

To add a game, give it one entry in the module of its family: its deck, its players and the steps of its deal, which are
in steps.py. Requests, validation, the list of games, docs/games.md (`make generate`) and the tests follow from the
entry. A further family is a module with its games and one line in `FAMILIES`.
"""

from collections.abc import Mapping
from dataclasses import replace

from service.core.errors import get_entry
from service.core.games.bridge import BRIDGE
from service.core.games.casino import CASINO
from service.core.games.classics import CLASSICS
from service.core.games.europe import EUROPE
from service.core.games.flowers import FLOWERS
from service.core.games.game import Game
from service.core.games.numbers import NUMBERS
from service.core.games.patience import PATIENCE
from service.core.games.poker import POKER
from service.core.games.rummies import RUMMIES
from service.core.games.shedding import SHEDDING
from service.core.games.tiles import TILES
from service.core.games.tricks import TRICKS

FAMILIES: Mapping[str, tuple[Game, ...]] = {
    family: tuple(replace(game, name=name, family=family) for name, game in games.items())
    for family, games in {
        "poker": POKER,
        "casino": CASINO,
        "bridge": BRIDGE,
        "tricks": {**TRICKS, **EUROPE},
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

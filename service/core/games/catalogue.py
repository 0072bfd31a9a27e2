"""The table of games, by family.

To add a game, give it one entry in the module of its family: its players, its deck and the steps of its deal, in the
notation of notation.py; docs/adding.md has the rest. Requests, validation, the list of games and the tables of
docs/games.md and docs/stream-decks.md (`make generate`) follow from the entry. A further family is a module with its
games and one line in `FAMILIES`, with the other names that people have for it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from service.core.errors import UnknownName
from service.core.games.bridge import BRIDGE
from service.core.games.classics import CLASSICS
from service.core.games.continental import CONTINENTAL
from service.core.games.eastern import EASTERN
from service.core.games.europe import EUROPE
from service.core.games.game import Game
from service.core.games.house import HOUSE
from service.core.games.numbers import NUMBERS
from service.core.games.patience import PATIENCE
from service.core.games.poker import CASINO, POKER
from service.core.games.rummies import RUMMIES
from service.core.games.shedding import SHEDDING
from service.core.games.tarocks import TAROCKS
from service.core.games.tiles import FLOWERS, TILES
from service.core.games.tricks import TRICKS
from service.core.games.whists import WHISTS
from service.core.suggestions import find_named, suggest_names


@dataclass(frozen=True)
class Family:
    """The games of a family, and other names of it."""

    games: tuple[Game, ...]
    aliases: tuple[str, ...]

    def __iter__(self) -> Iterator[Game]:
        """Iterate over the games."""
        return iter(self.games)

    def __len__(self) -> int:
        return len(self.games)


def _complete(family: str, name: str, game: Game) -> Game:
    """Return the entry with its names. Raises `ValueError` for steps that are not in the notation."""
    for players in range(game.players.min, game.players.max + 1):
        game.build_procedure(players)
    return replace(game, name=name, family=family)


FAMILIES: Mapping[str, Family] = {
    family: Family(tuple(_complete(family, name, game) for name, game in games.items()), aliases)
    for family, (games, aliases) in {
        "poker": (POKER, ("hold'em", "Omaha", "stud", "póquer", "покер", "ポーカー", "포커")),
        "casino": ({**CASINO, **HOUSE}, ("table games", "gambling")),
        "bridge": (BRIDGE, ("contract bridge",)),
        "tricks": ({**TRICKS, **EUROPE, **TAROCKS, **WHISTS, **EASTERN, **CONTINENTAL}, ("trick-taking", "whist")),
        "rummies": (RUMMIES, ("rummy", "draw and discard", "melding")),
        "shedding": (SHEDDING, ("climbing", "eights", "going out")),
        "classics": (CLASSICS, ("others", "fishing")),
        "patience": (
            PATIENCE,
            (
                "solitaire",
                "Solitär",
                "solitario",
                "réussite",
                "paciencia",
                "pasjans",
                "пасьянс",
                "ソリティア",
                "纸牌接龙",
            ),
        ),
        "tiles": (TILES, ("mah-jong", "dominoes")),
        "flowers": (FLOWERS, ("hanafuda", "hwatu", "flower cards")),
        "numbers": (NUMBERS, ("balls", "bingo", "keno", "lotteries", "lottery", "lotto")),
    }.items()
}
"""The games of every family by its name."""

GAMES: Mapping[str, Game] = {game.name: game for games in FAMILIES.values() for game in games}
"""Every game by name."""


def get_game(name: str) -> Game:
    """Return the game of that name. Raises `UnknownName`, which suggests games and says where they are listed."""
    if game := GAMES.get(name):
        return game
    listed = [
        f"GET /v1/games?family={family} lists the {len(FAMILIES[family])} games of that family."
        for family in find_named(name, FAMILIES)
        if len(FAMILIES[family]) > 1
    ]
    if not listed and not suggest_names(name, GAMES):
        listed = [
            f"GET /v1/games lists all {len(GAMES)}. Any other is dealt with /v1/decks/{{deck}}/deal, and with "
            "/v1/items/deal if the cards are your own; dice are /v1/integers."
        ]
    raise UnknownName("game", name, GAMES, *listed)

"""Tables, and orders of their cards, for tests."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from service.cards.options import PackOptions
from service.games.catalogue import GAMES
from service.games.game import Game, GameTable, set_up
from service.games.procedures import PileCards, all_cards
from service.names.suggestions import find_named
from service.verify_tables import naming
from tests.tables import for_each

every_table = for_each(
    ("game", "players"),
    [(game, players) for game in GAMES.values() for players in game.players],
    ids=lambda value: getattr(value, "name", value),
)


def check_game(game: Game) -> None:
    """Build the procedure of a game for each number of players, and look for what its entry says in vain.

    Raises `ValueError`, with the name of the game.
    """
    laid = set(chain.from_iterable(game.laid.values()))
    with naming("games", game.name):
        for players in game.players:
            game.build_procedure(players)
        if not laid <= set(game.packs.exclude):
            raise ValueError(
                "laid has a card that the packs have too; name it in exclude."
            )
        if find_named(game.name, dict.fromkeys(game.aliases)):
            raise ValueError(
                "aliases repeat the name of the game, which is found without them."
            )


def set_up_table(game: str, players: int | None = None, **options: Any) -> GameTable:
    """Return the table of a game with some options of its packs."""
    return set_up(GAMES[game], players, PackOptions(**options))


def flatten(piles: Mapping[str, PileCards]) -> dict[str, list[int]]:
    """Return the cards of each hand or pile, of all its parts."""
    return {name: all_cards(pile) for name, pile in piles.items()}


def order_with(size: int, cards: Mapping[int, int]) -> list[int]:
    """Return the unshuffled order with some cards moved to given positions; negative ones count from the end."""
    fixed = {position % size: card for position, card in cards.items()}
    others = iter([card for card in range(size) if card not in fixed.values()])
    return [
        fixed[position] if position in fixed else next(others)
        for position in range(size)
    ]

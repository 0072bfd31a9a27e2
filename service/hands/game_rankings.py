"""The rankings by the names of requests: a ranking's own, or a game's, which adapts its ranking to the game's deal."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ..cards.options import PackOptions
from ..cards.packs.french import SUITS
from ..games.catalogue import GAMES
from ..games.game import Game, set_up
from ..games.procedures import all_cards
from ..rankings.rankings import RANKINGS, Ranking

_BEST = 5  # cards that count, of a hand and the board


class _DealtSizes(NamedTuple):
    """The numbers of cards that a game deals to each hand and to its board."""

    hole_cards: int
    board_cards: int


def _rank_as(game: Game, ranking: Ranking) -> Ranking:
    """Return the ranking of a game under the game's name, with its pack and, against the house, without winners.

    Where the ranking takes hole cards and a board, the game's own deal says how many hole cards there are, and how many
    cards of the board make five with them: let it ride has three hole cards and a board of two.
    """
    ranking = ranking._replace(
        name=game.name,
        excluded_ranks=_find_excluded_ranks(game) or ranking.excluded_ranks,
        house=game.house,
        find_winners=None if game.house else ranking.find_winners,
    )
    if ranking.cards_with_board is None:
        return ranking
    sizes = _find_dealt_sizes(game)
    if sizes is None:
        return ranking
    fewest_of_board = _BEST - sizes.hole_cards
    return ranking._replace(
        cards_with_board=range(sizes.hole_cards, sizes.hole_cards + 1),
        boards=(range(fewest_of_board, sizes.board_cards + 1),),
    )


def _find_dealt_sizes(game: Game) -> _DealtSizes | None:
    """Return how many cards a game deals to its first hand and its board; None if it has no board."""
    table = set_up(game, None, PackOptions())
    deal = table.deal(range(table.size))
    if "board" not in deal.piles:
        return None
    first_hand = next(iter(deal.hands.values()))
    return _DealtSizes(
        hole_cards=len(all_cards(first_hand)),
        board_cards=len(all_cards(deal.piles["board"])),
    )


def _find_excluded_ranks(game: Game) -> str:
    """Return the ranks of which a game excludes the cards of all suits, such as "2345", "" if there are none."""
    suits_by_rank = Counter(code[:-1] for code in game.packs.exclude)
    return "".join(rank for rank, suits in suits_by_rank.items() if suits == len(SUITS))


_OF_GAMES = {
    game.name: _rank_as(game, RANKINGS[game.ranking])
    for game in GAMES.values()
    if game.ranking
}
RANKINGS_BY_NAME: Mapping[str, Ranking] = dict(RANKINGS) | _OF_GAMES
"""Every ranking by each name that a request may give it."""

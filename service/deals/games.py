"""/v1/games/<game>/deal: deals of games, as JSON and as files of bridge boards."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..cards.deck import DECKS
from ..cards.endpoint import (
    SHORT_CARDS,
    ShoeFields,
    imply_packs,
    resolve_packs,
    shoe_fields,
)
from ..cards.shoe import card_labels
from ..conditions.candidate_search import Search
from ..core.object_types import describe
from ..core.shuffles.registry import SHUFFLES
from ..core.shuffles.samplers import Sampler
from ..core.shuffles.shuffle import Uniformity
from ..games.catalogue import GAMES, get_game
from ..games.dealing import Deals, NumberedSampler, set_up_deals
from ..games.endpoint.dealt_games import GameDealFields, GameHand, GamePile
from ..games.endpoint.descriptions import TableOptions
from ..games.endpoint.descriptions import blueprint as games
from ..games.game import Game, GameTable, set_up
from ..http.blueprint import Example
from ..http.draws.response_draft import ResponseDraft
from ..http.schemas.fields import member
from ..http.schemas.provenance import Provenance, algorithm_fields
from ..http.schemas.response_schemas import optional, required, response_schemas
from ..http.services import services
from ..http.short import PLAIN_DRAW, ShortQueries
from .board_options import FILE_OPTIONS, FILES, BoardOptions
from .conditional_deals import DealConditionsFields
from .deal_results import GameFiles, GameResults, find_deals_left
from .deal_searches import given_fields, read_search, resolve_conditions
from .game_checks import check_options
from .game_requests import GameDeal, GameDealQuery, GameDealRequest, read_given_text

blueprint = games.part("deals")


class GameDealt(Provenance, DealConditionsFields, ShoeFields):
    """A dealt game."""

    game = required(str, "The game, one of /v1/games")
    players = required(int, "The number of players")
    cards = member(describe(TableOptions)["cards"][0])
    algorithm = required(
        str | None, "The shuffle; null for a deal_number", enum=[*SHUFFLES, None]
    )
    deal_number = member(describe(BoardOptions)["deal_number"][0])
    not_read = optional(
        list[str], "With given.deal: the tags and boards in it that do not count"
    )


class GameHands(GameDealFields):
    """Hands and piles; every card is in exactly one."""

    hands = required(list[GameHand], "A hand for each seat")
    piles = required(
        list[GamePile], "The board, burns, stock and other piles of the game"
    )


_STEPS_OF_A_DEAL = 500
"""Draws that take as long as the slowest deal, seven-card stud with faces and parts; counted in MAX_DRAWS."""


def _count_dealt(game: str, *, decks: int = 1) -> int:
    """Return the steps of a deal, by the path and the parameters of these names."""
    return _STEPS_OF_A_DEAL + DECKS[GAMES[game].deck].size * decks


@blueprint.draw_endpoint(
    "/<game>/deal",
    arguments=GameDealQuery,
    body_arguments=GameDealRequest,
    response=response_schemas(GameDealt, GameHands, "DealtGame"),
    example=Example({"seed": "42"}),
    short=ShortQueries(
        _count_dealt,
        (
            *PLAIN_DRAW,
            *SHORT_CARDS,
            *FILE_OPTIONS,
            "board",
            "cards",
            "deal_number",
            "format",
            "players",
        ),
    ),
    files=[file.media_type for file in FILES.values()],
    results=lambda _: GameResults,
)
def deal_game(args: GameDeal, game: str) -> ResponseDraft:
    """Deal a game as its players deal it.

    The cards go to named seats and piles, with parts such as the flop, the turn and the river.
    """
    entry = get_game(game)
    read = read_given_text(entry, args)
    args = read.request
    check_options(entry, args)
    table = set_up(entry, args.players, args, args.cards)
    labels = card_labels(table.shoe, args.notation, args.name_style)
    services().allowed.limits.check_items(len(table.shoe), "decks")
    deals = set_up_deals(table, args.given)
    sampler = _build_sampler(args, deals, entry)
    search = read_search(args, deals, sampler, args.board)  # None without `where`
    results = GameResults(
        deals, labels, table, args.board, is_search=search is not None
    )
    return ResponseDraft(
        replace(sampler, steps=sampler.steps + _STEPS_OF_A_DEAL),
        common=_describe_table(table, deals, args, read.not_read),
        results=_select_writer(results, args),
        search=search,
        request=_complete_request(args, table, deals, search),
        implied=_imply_members(table, args),
        find_results_left=lambda labels, deal, _: find_deals_left(deals, labels, deal),
    )


def _complete_request(
    args: GameDeal, table: GameTable, deals: Deals, search: Search | None
) -> GameDeal:
    """Return a request with the players, the first board, the packs and the condition that it left to defaults."""
    return replace(
        args,
        players=table.players,
        board=_find_first_board(table.game, args),
        **resolve_packs(table.shoe),
        **resolve_conditions(args, deals, search),
    )


def _find_first_board(game: Game, args: GameDeal) -> int | None:
    """Return the board that a request names, or else board 1; None for a game without boards."""
    if "board" not in game.options:
        return None
    return args.board or 1


def _select_writer(results: GameResults, args: GameDeal) -> GameResults:
    """Return the writer of a file if the request has a format, or else `results`, the writer of JSON."""
    if args.format is None:
        return results
    return GameFiles.of_format(
        results,
        args.format,
        is_seeded=args.seed is not None,
        has_seed=args.include_seed,
        occasion=args.occasion,
    )


def _describe_table(
    table: GameTable, deals: Deals, args: GameDeal, not_read: Sequence[str]
) -> dict[str, Any]:
    """Return the members of a response that do not depend on its seed, as `GameDealt` has them.

    `not_read` names the tags and boards of given.deal that were ignored.
    """
    members: dict[str, Any] = {"game": table.game.name, "players": table.players}
    if table.cards is not None:
        members["cards"] = table.cards
    members |= shoe_fields(table.shoe)
    members |= given_fields(deals)
    if not_read:
        members["not_read"] = not_read
    return members | _describe_order(args)


def _imply_members(table: GameTable, args: GameDeal) -> dict[str, Any]:
    """Return the members of a request that follow from others: the players, the packs, and the board.

    The board is None if the request has a board, or the game has none: then nothing implies a board.
    """
    game = table.game
    board = None if args.board else _find_first_board(game, args)
    removed_codes = game.removed_cards(table.players, table.shoe.options)
    implied: dict[str, Any] = {"players": game.players.default, "board": board}
    implied |= imply_packs(table.shoe, game.pack_defaults, removed_codes)
    return implied


def _build_sampler(args: GameDeal, deals: Deals, game: Game) -> Sampler:
    """Return the sampler of a deal: the published order of its deal_number, or else a shuffle."""
    if args.deal_number is None or game.numbered_order is None:
        return deals.sampler(args, services().allowed.limits)
    size = len(deals.shoe)
    return NumberedSampler(
        n=size,
        count=size,
        steps=size,
        size=size,
        number=args.deal_number,
        order=game.numbered_order,
    )


def _describe_order(args: GameDeal) -> dict[str, Any]:
    """Return the members that name the shuffle of a deal, or its deal_number."""
    if args.deal_number is None:
        return algorithm_fields(args)
    return {
        "deal_number": args.deal_number,
        "algorithm": None,
        "uniformity": Uniformity.DETERMINISTIC,
    }

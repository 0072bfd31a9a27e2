"""/v1/games/{game}/deal: deal games."""

from dataclasses import dataclass, replace
from operator import eq
from typing import Annotated, Any, ClassVar

import marshmallow as ma

from service.api.http.blueprint import Example
from service.api.http.draw_response import DrawResponse
from service.api.http.replay import Reasons, Replay, Response
from service.api.http.services import services
from service.api.resources.deals import GameFiles, GameResults, conditions_fields, read_search
from service.api.resources.games import GAME, GamePackMixin, PlayersMixin, TableOptions, games
from service.api.schemas.cards import CardSequence, NotationFields, ShoeFields, shoe_fields
from service.api.schemas.deals import DealConditions, DealConditionsFields, DealConditionsMixin, GameDealFields
from service.api.schemas.fields import member
from service.api.schemas.provenance import Provenance, algorithm_fields
from service.api.schemas.requests import NotationMixin, RequestSchema, ShuffleMixin
from service.api.schemas.responses import optional, required, response_schemas
from service.core.cards.card import CardFormat, Notation
from service.core.cards.options import PackOptions
from service.core.cards.shoes import card_labels
from service.core.errors import Refused, UnsupportedParameter
from service.core.games.catalogue import GAMES, get_game
from service.core.games.deals import Deals, set_up_deals
from service.core.games.game import Game, set_up
from service.core.games.microsoft import MAX_DEAL_NUMBER, NumberedPlan
from service.core.kinds import Choice, Integer, describe
from service.core.rng.streams import MAX_INDEX
from service.core.shuffles.algorithms import SHUFFLES, Uniformity
from service.core.shuffles.plans import Plan, ShuffleRequest

FILES = {extension: file for game in GAMES.values() for extension, file in game.files.items()}


def _games_with(option: str) -> str:
    return ", ".join(game.name for game in GAMES.values() if option in game.options)


@dataclass(frozen=True, kw_only=True)
class BoardOptions:
    """The board, the number and the file of a deal, each of some games."""

    board: Annotated[
        int | None,
        Integer(
            "The number of the board, which decides who deals and is vulnerable.",
            1,
            MAX_INDEX,
            implied="the index of the result + 1",
            more=f"In a batch the first number. Only for {_games_with('board')}.",
        ),
    ] = None
    deal_number: Annotated[
        int | None,
        Integer(
            "Microsoft's number of a deal, instead of a seed and an algorithm.",
            1,
            MAX_DEAL_NUMBER,
            more=f"In a batch the first number. Only for {_games_with('deal_number')}.",
            shown="As args: the number of the deal, or the first one's",
        ),
    ] = None
    format: Annotated[
        str | None,
        Choice(
            "A file instead of JSON, in the notation of that format.",
            FILES,
            more=f"Only for {_games_with('format')}.",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class GameDeal(PackOptions, ShuffleRequest, CardFormat, DealConditions, TableOptions, BoardOptions):
    """The arguments of a deal."""


class BoardMixin(RequestSchema):
    """The board, the number and the file of a deal, each of some games."""

    described: ClassVar[type] = BoardOptions


class GameDealQuery(NotationMixin, ShuffleMixin, GamePackMixin, PlayersMixin, BoardMixin):
    """A deal of a game."""

    target = GameDeal
    in_bodies = (*DealConditionsMixin._declared_fields, *ShuffleMixin.in_bodies)


class GameDealRequest(DealConditionsMixin, GameDealQuery):
    """A deal of a game, in which some cards may be known."""


class Part(CardSequence):
    """A named part of a hand or a pile."""

    name = ma.fields.String(**required("Such as flop, turn and river, hole_card, or the number of a column"))


class CardsWithParts(CardSequence):
    """Cards in order, and their named parts, if any."""

    parts = ma.fields.List(ma.fields.Nested(Part), **optional("The named parts, if any"))


class GameHand(CardsWithParts):
    """One hand."""

    seat = ma.fields.String(**required("The name of the seat in the game"))


class GamePile(CardsWithParts):
    """One pile, from the top."""

    name = ma.fields.String(
        **required("The name of the pile in the game: board, burns, stock, kitty, skat, tableau, …")
    )


class GameDealt(Provenance, NotationFields, DealConditionsFields, ShoeFields):
    """A dealt game."""

    game = ma.fields.String(**required("The game, one of /v1/games"))
    players = ma.fields.Integer(**required("The number of players"))
    cards = member(describe(TableOptions)["cards"][0])
    algorithm = ma.fields.String(
        allow_none=True, **required("The shuffle; null for a deal_number", enum=[*SHUFFLES, None])
    )
    deal_number = member(describe(BoardOptions)["deal_number"][0])


class GameHands(GameDealFields):
    """Hands and piles; every card is in exactly one."""

    hands = ma.fields.List(ma.fields.Nested(GameHand), **required("A hand for each seat"))
    piles = ma.fields.List(
        ma.fields.Nested(GamePile), **required("The board, burns, stock and other piles of the game")
    )


def _recover_board(first: Response, response: Response) -> dict[str, Any]:
    """Return the number of the board at the index of the response; none if it is the usual one, the index + 1.

    A file of a search begins with the number in the request, which tells it from the usual one if they are equal.
    """
    if type(board := first.get("board")) is not int:
        return {}
    index, matches = response.get("index"), response.get("matches")
    if type(index) is not int or not isinstance(matches, list) or not all(type(match) is int for match in matches):
        return {"board": board}
    boards = [board] if "repeats" not in response else [number for number in response["board"] if type(number) is int]
    is_last_usual = response.get("complete") is True and response.get("candidates") == boards[-1] - index
    if is_last_usual or any(map(eq, boards, (match + 1 for match in matches))):
        return {"board": index + 1} if first.get("file_board") == index + 1 else {}
    return {"board": max(board - matches[0] + index, 1) if matches else board}


def _reconcile_file_board(expected: Response, response: Response) -> tuple[Response, Reasons]:
    """Return the expected response without `file_board` if the response, as of a generated client, leaves it out."""
    if "file_board" in response:
        return expected, {}
    return {name: value for name, value in expected.items() if name != "file_board"}, {}


@games.draw_endpoint(
    "/<game>/deal",
    arguments=GameDealQuery,
    body_arguments=GameDealRequest,
    response=response_schemas(GameDealt, GameHands, "DealtGame"),
    path=GAME,
    replay=Replay(recovered=["board", "format"], recover=_recover_board, reconcile=_reconcile_file_board),
    example=Example({"seed": "42"}, path={"game": "bridge"}),
    files=[file.media_type for file in FILES.values()],
)
def deal_game(args: GameDeal, game: str) -> DrawResponse:
    """Deal a game as its players deal it.

    To named seats and piles, with parts such as the flop, the turn and the river. `format` returns a file in the
    notation of that format instead of JSON.
    """
    entry = get_game(game)
    _check_options(entry, args)
    table = set_up(entry, args.players, args, args.cards)
    labels = card_labels(table.shoe, args)
    services().limits.check_items(len(table.shoe), "decks")
    deals = set_up_deals(table, args.given)
    plan = _plan(args, deals, entry)
    search = read_search(args, deals, plan, args.board)
    results = GameResults(deals, labels, table, args.board, is_search=search is not None)
    if args.format:
        results = GameFiles.of_format(results, args.format, is_seeded=args.seed is not None)
    has_boards = "board" in entry.options
    return DrawResponse(
        replace(plan, cost=plan.cost + _COST_OF_A_DEAL),
        request={"path": f"/v1/games/{game}/deal"} | ({"board": args.board or 1} if has_boards else {}),
        common={
            "game": entry.name,
            "players": table.players,
            **({} if table.cards is None else {"cards": table.cards}),
            **shoe_fields(table.shoe, args),
            **conditions_fields(args, deals),
            **_order_fields(args),
        },
        results=results,
        check_position=results.check_board if has_boards else None,
        cache_weight=len(table.shoe) + (search.cache_weight if search else 0),
        search=search,
    )


_COST_OF_A_DEAL = 500  # draws that take as long as the slowest deal, of seven-card stud, its faces and its parts


def _check_options(game: Game, args: GameDeal) -> None:
    """Raise `Refused` for a parameter of other games, and for what a file or a deal with a number has of its own."""
    for option in ("board", "cards", "deal_number", "format"):
        if getattr(args, option) is not None and option not in game.options:
            owners = (other.name for other in GAMES.values() if option in other.options)
            raise UnsupportedParameter(game.name, option, belongs_to=owners)
    if args.format is not None:
        for name, default in (("notation", Notation.CODE), ("name_style", None)):
            if getattr(args, name) != default:
                raise Refused(name, f"A file has a notation of its own; format={args.format} takes no {name}.")
    if args.deal_number is not None:
        for name in ("algorithm", "suit_order", "given", "where", *args.arguments):
            if getattr(args, name, True):
                raise Refused(name, f"A deal_number stands for one order, and takes no {name}.")


def _plan(args: GameDeal, deals: Deals, game: Game) -> Plan:
    n, order = len(deals.shoe), game.numbered_order
    if args.deal_number is None or order is None:
        return deals.plan(args, services().limits)
    return NumberedPlan(n=n, count=n, cost=n, size=n, number=args.deal_number, order=order)


def _order_fields(args: GameDeal) -> dict[str, Any]:
    """Return the members that say where the order comes from."""
    if args.deal_number is not None:
        return {"deal_number": args.deal_number, "algorithm": None, "uniformity": Uniformity.DETERMINISTIC}
    return algorithm_fields(args)

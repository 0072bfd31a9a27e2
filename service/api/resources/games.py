"""/v1/games: list, describe and deal games."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example, Link, path_parameter
from service.api.http.draw_response import DrawResponse
from service.api.http.replay import Replay, Response
from service.api.http.responses import CACHE_HOUR
from service.api.http.services import services
from service.api.resources.deals import GameFiles, GameResults, conditions_fields, read_search
from service.api.schemas.cards import CardSequence, NotationFields, ShoeFields, shoe_fields
from service.api.schemas.deals import DealConditions, DealConditionsFields, DealConditionsMixin, GameDealFields
from service.api.schemas.fields import member
from service.api.schemas.provenance import Provenance, algorithm_fields
from service.api.schemas.requests import NotationMixin, PackMixin, RequestSchema, ShuffleMixin, request_schema
from service.api.schemas.responses import (
    ResponseSchema,
    TextList,
    list_schema,
    members_of,
    optional,
    required,
    response_schemas,
)
from service.core.cards.bridge_notations import TagDate, TagText
from service.core.cards.card import CardFormat, Notation
from service.core.cards.decks import DECKS
from service.core.cards.options import PACK_DEFAULTS, PackOptions
from service.core.cards.shoes import card_labels
from service.core.errors import Refused, UnsupportedParameter
from service.core.games.catalogue import FAMILIES, GAMES, get_game
from service.core.games.deals import Deals, set_up_deals
from service.core.games.game import Direction, Game, GameTable, set_up
from service.core.games.microsoft import MAX_DEAL_NUMBER, NumberedPlan
from service.core.games.procedures import Face
from service.core.games.stages import lay_out
from service.core.kinds import Choice, Flag, Integer, describe
from service.core.rng.streams import MAX_INDEX
from service.core.shuffles.algorithms import SHUFFLES, Uniformity
from service.core.shuffles.plans import DEFAULT_SHUFFLE, Plan, ShuffleRequest

games = Blueprint(
    "games",
    "/v1/games",
    "Games dealt as their players deal them: hold'em, bridge, Mah-Jong, patience, keno, …",
    (path_parameter("game", "bridge", enum=list(GAMES)),),
)

MAX_PLAYERS = 100
MAX_CARDS = 100


_MAX_LISTED = 4  # games whose default of an option is listed in the document


def _depends_on_game(name: str) -> ma.fields.Field[Any]:
    """Return the field of a pack option whose default is not the same in every game."""
    field: ma.fields.Field[Any] = copy(PackMixin._declared_fields[name])
    metadata = dict(field.metadata)
    games_by_value: dict[object, list[str]] = {}
    for game in GAMES.values():
        if value := game.packs.explicit_values.get(name):
            games_by_value.setdefault(value, []).append(game.name)
    values = [f"{value} for {', '.join(names)}" for value, names in sorted(games_by_value.items(), key=repr)]
    usual = metadata.pop("default")
    if sum(map(len, games_by_value.values())) > _MAX_LISTED:
        implied = f"as the game is played, in most {usual}"
    else:
        implied = f"{'; '.join(values)}; otherwise {usual}"
    description = f"{metadata['description']} Default: {implied}."
    field.metadata = metadata | {"description": description, "implied": implied}
    return field


_PACKS = {
    name: _depends_on_game(name)
    for name in PACK_DEFAULTS
    if any(name in game.packs.explicit_values for game in GAMES.values())
}


class GamePackMixin(PackMixin.from_dict(_PACKS)):  # type: ignore[misc]
    """The packs that a game is played with."""


@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """The number of players, and of the cards of each."""

    players: Annotated[
        int | None,
        Integer(
            "The number of players, within the game's range.",
            0,
            MAX_PLAYERS,
            example=4,
            implied="the game's usual number",
        ),
    ] = None
    cards: Annotated[
        int | None,
        Integer(
            "The number of cards in each hand, within the game's range.",
            1,
            MAX_CARDS,
            example=7,
            implied="the game's usual number",
            more=f"Only for {', '.join(game.name for game in GAMES.values() if game.max_cards)}.",
            shown="As requested: the number of cards in each hand",
        ),
    ] = None


class PlayersMixin(RequestSchema):
    """The number of players, and of the cards of each."""

    described: ClassVar[type] = TableOptions


@dataclass(frozen=True, kw_only=True)
class GameFilter:
    """The arguments of the list."""

    family: Annotated[str | None, Choice("The games of one family.", FAMILIES, example="poker", implied="all")] = None
    players: Annotated[
        int | None,
        Integer("The games that this number of players can play.", 0, MAX_PLAYERS, example=3, implied="any number"),
    ] = None
    deck: Annotated[
        str | None, Choice("The games that are played with this deck.", DECKS, example="standard", implied="any deck")
    ] = None

    def matches(self, game: Game) -> bool:
        """Return whether a game belongs in the list."""
        return (
            self.family in {None, game.family}
            and self.deck in {None, game.deck}
            and (self.players is None or self.players in game.players)
        )


@dataclass(frozen=True, kw_only=True)
class GameOptions(PackOptions, TableOptions):
    """The arguments of a description."""


class PlayersRange(ResponseSchema):
    """The range of the number of players."""

    least = ma.fields.Integer(**required("The minimum"))
    most = ma.fields.Integer(**required("The maximum; 0 if no hands are dealt"))
    usual = ma.fields.Integer(**required("The default"))


class GameSummary(ResponseSchema):
    """A game in the list."""

    game = ma.fields.String(**required("The name in paths"))
    family = ma.fields.String(**required("The family of games that it belongs to", enum=list(FAMILIES)))
    title = ma.fields.String(**required("The title"))
    deck = ma.fields.String(**required("The deck, one of /v1/decks"))
    players = ma.fields.Nested(PlayersRange, **required("The range of the number of players"))
    options = TextList(**required("The parameters that this game takes and not every game does"))
    aliases = TextList(**required("Its other names"))
    ranking = ma.fields.String(**optional("The ranking of its hands by /v1/hands/rank, if there is one"))
    source = ma.fields.String(**required("The source of the dealing rule"))
    second_source = ma.fields.String(**optional("Another source that agrees with it, if one is named"))
    deal = ma.fields.String(**required("The path that deals it"))


class LaidCards(ResponseSchema):
    """Cards that a stage lays in one place."""

    stage = ma.fields.String(**required("The stage"))
    place = ma.fields.String(**required("The seat or the pile"))
    part = ma.fields.String(**optional("Its part"))
    face = ma.fields.String(**required("Who sees them: all, its hand or nobody", enum=list(Face)))
    count = ma.fields.Integer(**required("Their number"))


class VoidDeal(ResponseSchema):
    """A deal that the rules do not accept."""

    sentence = ma.fields.String(**required("Which deal it is"))
    where = ma.fields.Dict(**required("The condition that every other deal fulfils, for the requests that take where"))


class GameDescription(GameSummary):
    """A game and its dealing procedure for a number of players."""

    size = ma.fields.Integer(**required("The number of cards in the shoe"))
    seats = TextList(**required("The seats of the hands, as in a deal"))
    piles = TextList(**required("The piles, in the order of the deal"))
    stock = ma.fields.String(**optional("The pile of the cards that are left, if there is one"))
    direction = ma.fields.String(
        **optional("The sense in which the deal goes round, if there are seats round a table", enum=list(Direction))
    )
    stages = TextList(**required("The stages of the deal, such as flop and turn, in order"))
    layout = ma.fields.List(
        ma.fields.Nested(LaidCards), **optional("What each stage lays, in order, unless that depends on the cards")
    )
    continues = ma.fields.Boolean(**required("Whether a sealed shoe deals the next hand from what is left"))
    procedure = TextList(**required("The steps of the deal"))
    void_deal = ma.fields.Nested(VoidDeal, **optional("The deal after which the dealer deals again, if there is one"))


_FIRST = {"game": "$response.body#/games/0/game"}


@games.api_endpoint(
    "",
    arguments=request_schema("GameListRequest", GameFilter),
    response=list_schema("GameList", "games", GameSummary, "The games, by family"),
    cache=CACHE_HOUR,
    example=Example({"family": "poker", "players": 9}),
    links={
        "Describe": Link("describe_game", "The dealing procedure of the first game.", _FIRST),
        "Deal": Link("deal_game", "A deal of the first game.", _FIRST),
    },
)
def list_games(args: GameFilter) -> Body:
    """List the games, or those of a `family`, for a number of `players` or with a `deck`."""
    return {"games": [summarize_game(game) for game in GAMES.values() if args.matches(game)]}


@games.api_endpoint(
    "/<game>",
    arguments=request_schema("GameRequest", GameOptions, GamePackMixin, PlayersMixin),
    response=GameDescription,
    cache=CACHE_HOUR,
    example=Example({"players": 3}, path={"game": "cribbage"}),
    links={"Deal": Link("deal_game", "A deal of the game.", {"game": "$response.body#/game"})},
)
def describe_game(args: GameOptions, game: str) -> Body:
    """Describe a game and the steps of its deal, for a number of players and the options of the packs."""
    entry = get_game(game)
    table = set_up(entry, args.players, args, args.cards)
    facts = {
        "stock": table.procedure.stock,
        "direction": entry.direction if len(table.procedure.seats) > 1 else None,
        "layout": [] if table.procedure.needs_faces else _describe_layout(table),
        "void_deal": entry.void_deal and members_of(entry.void_deal, "sentence", "where"),
    }
    return summarize_game(entry) | {
        "size": len(table.shoe),
        "seats": table.procedure.seats,
        "piles": table.procedure.piles,
        **{name: value for name, value in facts.items() if value},
        "stages": table.procedure.stages,
        "continues": entry.continues,
        "procedure": table.describe_deal(),
    }


def _describe_layout(table: GameTable) -> list[dict[str, Any]]:
    """Return the cards that each stage lays; those of one part are in the order in which they lie there."""
    return [
        {
            "stage": laid.stage,
            "place": laid.name,
            **({"part": laid.part} if laid.part else {}),
            "face": laid.face,
            "count": len(laid.positions),
        }
        for laid in lay_out(table, range(len(table.shoe))).cards
    ]


def summarize_game(game: Game) -> dict[str, Any]:
    """Return what the list has of a game."""
    players = game.players
    return {
        "game": game.name,
        **members_of(game, "family", "title", "deck"),
        "players": {"least": players.min, "most": players.max, "usual": players.default},
        "options": game.options,
        "aliases": game.aliases,
        **({"ranking": game.ranking} if game.ranking else {}),
        "source": game.source,
        **({"second_source": game.second_source} if game.second_source else {}),
        "deal": f"{games.url_prefix}/{game.name}/deal",
    }


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
            shown="As requested: the number of the deal, or the first one's",
        ),
    ] = None
    format: Annotated[
        str | None,
        Choice(
            "A file instead of JSON, in the notation of that format.",
            FILES,
            more=f"Only for {_games_with('format')}.",
            of_file=True,
        ),
    ] = None
    event: Annotated[str | None, TagText("The event in a file.", of_file=True)] = None
    site: Annotated[str | None, TagText("Its place in a PBN file.", of_file=True)] = None
    date: Annotated[str | None, TagDate("Its date in a PBN file.", of_file=True)] = None
    include_seed: Annotated[bool, Flag("Whether a file has its seed, which deals all its boards.", of_file=True)] = (
        False
    )


_OCCASION = ("event", "site", "date")
_FILE_OPTIONS = (*_OCCASION, "include_seed")


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
    taken_elsewhere: ClassVar[Mapping[str, str]] = {
        "hands": "The number of hands follows from players.",
        **dict.fromkeys(
            ("each_seat", "seats", "stage", "through"), "It belongs to a deal of a sealed shoe (POST /v1/shoes/deal)."
        ),
    }


GameDealRequest = request_schema("GameDealRequest", GameDeal, DealConditionsMixin, GameDealQuery)


class Part(CardSequence):
    """A named part of a hand or a pile."""

    name = ma.fields.String(**required("Such as flop, hole_card, or the number of a column"))


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
    first_board = ma.fields.Integer(**optional("bridge, with where: the board of the request, if it has one"))


class GameHands(GameDealFields):
    """Hands and piles; every card is in exactly one."""

    hands = ma.fields.List(ma.fields.Nested(GameHand), **required("A hand for each seat"))
    piles = ma.fields.List(
        ma.fields.Nested(GamePile), **required("The board, burns, stock and other piles of the game")
    )


def _recover_board(first: Response, response: Response) -> dict[str, Any]:
    """Return the board of the request; none if a response to a search names none, as it is then the index + 1."""
    board = response.get("first_board") if "where" in response else first.get("board")
    return {"board": board} if type(board) is int else {}


@games.draw_endpoint(
    "/<game>/deal",
    arguments=GameDealQuery,
    body_arguments=GameDealRequest,
    response=response_schemas(GameDealt, GameHands, "DealtGame"),
    replay=Replay(recovered=["board", "format", *_FILE_OPTIONS], recover=_recover_board),
    example=Example({"seed": "42"}),
    files=[file.media_type for file in FILES.values()],
)
def deal_game(args: GameDeal, game: str) -> DrawResponse:
    """Deal a game as its players deal it.

    The cards go to named seats and piles, with parts such as the flop, the turn and the river.
    """
    entry = get_game(game)
    _check_options(entry, args)
    table = set_up(entry, args.players, args, args.cards)
    labels = card_labels(table.shoe, args)
    services().limits.check_items(len(table.shoe), "decks")
    deals = set_up_deals(table, args.given)
    plan, order_fields = _plan(args, deals, entry)
    search = read_search(args, deals, plan, args.board)
    results = GameResults(deals, labels, table, args.board, is_search=search is not None)
    if args.format:
        occasion = {name: value for name in _OCCASION if (value := getattr(args, name)) is not None}
        results = GameFiles.of_format(
            results, args.format, is_seeded=args.seed is not None, has_seed=args.include_seed, occasion=occasion
        )
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
            **order_fields,
        },
        results=results,
        check_position=results.check_board if has_boards else None,
        cache_weight=len(table.shoe) + (search.cache_weight if search else 0),
        search=search,
    )


_COST_OF_A_DEAL = 500  # draws that take as long as the slowest deal, of seven-card stud, its faces and its parts


def _check_options(game: Game, args: GameDeal) -> None:
    """Raise `Refused` for a parameter of other games, and for what a file or a deal with a number has of its own."""
    for option in ("board", "cards", "deal_number", "format", *_FILE_OPTIONS):
        if getattr(args, option) not in {None, False} and option not in game.options:
            owners = (other.name for other in GAMES.values() if option in other.options)
            raise UnsupportedParameter(game.name, option, belongs_to=owners)
    if args.format is not None:
        for name, default in (("notation", Notation.CODE), ("name_style", None)):
            if getattr(args, name) != default:
                raise Refused(name, f"A file has a notation of its own; format={args.format} takes no {name}.")
    _check_file_options(game, args)
    if args.deal_number is not None:
        for name in ("algorithm", "suit_order", "given", "where", *args.arguments):
            if getattr(args, name, True):
                raise Refused(name, f"A deal_number stands for one order, and takes no {name}.")


def _check_file_options(game: Game, args: GameDeal) -> None:
    """Raise `Refused` for what no file is to say, or not one of this format, and for a seed that tells too little."""
    for name in _OCCASION:
        formats = [extension for extension, file in game.files.items() if name in file.occasion]
        if getattr(args, name) is not None and args.format not in formats:
            raise Refused(name, f"{name} goes with format={' or '.join(formats)}.")
    if not args.include_seed:
        return
    if args.format is None:
        raise Refused("include_seed", f"include_seed goes with format={' or '.join(game.files)}.")
    for name in ("algorithm", "suit_order", "given"):
        if getattr(args, name) not in {None, DEFAULT_SHUFFLE}:
            raise Refused(name, f"A file with its seed is of the default shuffle and pack; it takes no {name}.")


def _plan(args: GameDeal, deals: Deals, game: Game) -> tuple[Plan, dict[str, Any]]:
    """Return the plan of a deal, and the members that say where its order comes from."""
    n, order = len(deals.shoe), game.numbered_order
    if args.deal_number is None or order is None:
        return deals.plan(args, services().limits), algorithm_fields(args)
    plan = NumberedPlan(n=n, count=n, cost=n, size=n, number=args.deal_number, order=order)
    return plan, {"deal_number": args.deal_number, "algorithm": None, "uniformity": Uniformity.DETERMINISTIC}

"""/v1/games: the games there are, and their deals."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example, Link
from service.api.http.draw_response import Download, DrawResponse, Json, ResultPosition
from service.api.http.responses import CACHE_HOUR
from service.api.http.services import services
from service.api.schemas.cards import Cards, NotationFields, ShoeFields, cards_and_indices, shoe_fields
from service.api.schemas.fields import Choice, Integer
from service.api.schemas.provenance import Provenance, algorithm_fields
from service.api.schemas.requests import NoParameters, NotationMixin, PackMixin, RequestSchema, ShuffleMixin, openapi
from service.api.schemas.responses import ResponseSchema, optional, required, response_schemas
from service.core.cards.card import CardFormat, Notation
from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions
from service.core.cards.shoes import card_labels
from service.core.errors import Refused, UnsupportedParameter
from service.core.games.catalogue import GAMES, get_game
from service.core.games.game import Game, GameTable, set_up
from service.core.games.microsoft import MAX_DEAL_NUMBER
from service.core.games.numbered import NumberedPlan
from service.core.games.procedures import Pile, all_cards
from service.core.rng.streams import MAX_INDEX
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import Plan, ShuffleRequest, plan_shuffle

games = Blueprint("games", "/v1/games", "Games as they are really dealt: hold'em, bridge, Mah-Jong, patience, keno, …")

GAME = ({"in": "path", "name": "game", "schema": {"type": "string", "enum": list(GAMES)}, "example": "bridge"},)
FILES = {extension: file for game in GAMES.values() for extension, file in game.files.items()}
MAX_PLAYERS = 100


def _of(option: str) -> str:
    return ", ".join(game.name for game in GAMES.values() if option in game.options)


class PlayersMixin(RequestSchema):
    """How many play."""

    players = Integer(
        0,
        MAX_PLAYERS,
        metadata=openapi("Players, within the game's range. Default: the game's usual number.", 4),
    )


@dataclass(frozen=True, kw_only=True)
class TableOf(PackOptions):
    """What is asked of a game's description."""

    players: int | None = None


class GameRequest(PackMixin, PlayersMixin):
    """A game's description."""

    target = TableOf


@dataclass(frozen=True, kw_only=True)
class GameDeal(PackOptions, ShuffleRequest, CardFormat):
    """What is asked of a deal."""

    players: int | None = None
    board: int | None = None
    deal_number: int | None = None
    format: str | None = None


class GameDealRequest(NotationMixin, ShuffleMixin, PackMixin, PlayersMixin):
    """A deal of a game."""

    target = GameDeal

    board = Integer(
        1,
        MAX_INDEX,
        metadata=openapi(
            "The board, which says who deals and is vulnerable; in a batch the first of several. Default: the index "
            f"of the result + 1. Only for {_of('board')}."
        ),
    )
    deal_number = Integer(
        1,
        MAX_DEAL_NUMBER,
        metadata=openapi(
            "Microsoft's number of a deal, instead of a seed and an algorithm; in a batch the first of several. "
            f"Only for {_of('deal_number')}."
        ),
    )
    format = Choice(
        FILES, metadata=openapi(f"A file instead of JSON, with a notation of its own. Only for {_of('format')}.")
    )


class PlayersRange(ResponseSchema):
    """How many can play."""

    least = ma.fields.Integer(**required("The fewest"))
    most = ma.fields.Integer(**required("The most; 0 if no hands are dealt"))
    usual = ma.fields.Integer(**required("If nothing is said"))


class GameSummary(ResponseSchema):
    """A game in the list."""

    game = ma.fields.String(**required("Its name in paths", enum=list(GAMES)))
    title = ma.fields.String(**required("What it is"))
    deck = ma.fields.String(**required("What it is played with", enum=list(DECKS)))
    players = ma.fields.Nested(PlayersRange, **required("How many can play"))
    options = ma.fields.List(ma.fields.String(), **required("Parameters that fit this game and not every game"))
    source = ma.fields.String(**required("Where its rule is from"))
    deal = ma.fields.String(**required("The path that deals it"))


class GameList(ResponseSchema):
    """The games."""

    games = ma.fields.List(ma.fields.Nested(GameSummary), **required("Every game"))


class GameDescription(GameSummary):
    """A game, and how it is dealt to so many players."""

    size = ma.fields.Integer(**required("Cards in the shoe"))
    seats = ma.fields.List(ma.fields.String(), **required("Of the hands, as answers have them"))
    piles = ma.fields.List(ma.fields.String(), **required("The piles, in the order in which they come"))
    procedure = ma.fields.List(ma.fields.String(), **required("What is done, step by step"))


class Part(Cards):
    """A part of a hand or a pile that has a name of its own."""

    name = ma.fields.String(**required("Such as flop, turn and river, hole_card, or the number of a column"))


class Held(Cards):
    """Cards in order, and their parts, if they have names."""

    parts = ma.fields.List(ma.fields.Nested(Part), **optional("Its parts, where they have names of their own"))


class GameHand(Held):
    """One hand."""

    seat = ma.fields.String(**required("Its seat, as the game calls it"))


class GamePile(Held):
    """One pile, from the top."""

    name = ma.fields.String(**required("As players call it: board, burns, stock, kitty, skat, tableau, …"))


class GameDealt(Provenance, NotationFields, ShoeFields):
    """A game, dealt."""

    game = ma.fields.String(**required("The game", enum=list(GAMES)))
    players = ma.fields.Integer(**required("How many play"))
    algorithm = ma.fields.String(
        allow_none=True, **required("The shuffle; null for a deal_number", enum=[*SHUFFLES, None])
    )
    deal_number = ma.fields.Integer(**optional("As asked: the number of the deal, or the first one's"))


class GameHands(ResponseSchema):
    """Hands and piles; every card is in exactly one."""

    hands = ma.fields.List(ma.fields.Nested(GameHand), **required("One for each seat"))
    piles = ma.fields.List(ma.fields.Nested(GamePile), **required("Board, burns, stock, and what else the game has"))
    board = ma.fields.Integer(**optional("bridge: the board's number"))
    dealer = ma.fields.String(**optional("bridge: who deals", enum=list("NESW")))
    vulnerable = ma.fields.String(**optional("bridge: who is vulnerable", enum=["None", "NS", "EW", "All"]))
    pbn = ma.fields.String(**optional("bridge: the deal in Portable Bridge Notation, from north"))
    mpsz = ma.fields.Dict(
        ma.fields.String(), ma.fields.String(), **optional("riichi: each seat's hand sorted, as 123m0567p11z")
    )
    grid = ma.fields.List(
        ma.fields.List(ma.fields.Integer(allow_none=True)),
        **optional("bingo_card: five rows of five numbers, null in the middle"),
    )


_FIRST = {"game": "$response.body#/games/0/game"}


@games.api_endpoint(
    "",
    arguments=RequestSchema,
    response=GameList,
    cache=CACHE_HOUR,
    example=Example(),
    links={
        "Describe": Link("describe_game", "How the first of them is dealt.", _FIRST),
        "Deal": Link("deal_game", "The first of them, dealt.", _FIRST),
    },
)
def list_games(_: NoParameters) -> Body:
    """List the games."""
    return {"games": [_summary(game) for game in GAMES.values()]}


@games.api_endpoint(
    "/<game>",
    arguments=GameRequest,
    response=GameDescription,
    cache=CACHE_HOUR,
    path=GAME,
    example=Example({"players": 3}, path={"game": "cribbage"}),
    links={"Deal": Link("deal_game", "The game, dealt.", {"game": "$response.body#/game"})},
)
def describe_game(asked: TableOf, game: str) -> Body:
    """Describe a game, and step by step how it is dealt to so many players from such packs."""
    entry = get_game(game)
    table = set_up(entry, asked.players, asked)
    return _summary(entry) | {
        "size": len(table.shoe),
        "seats": table.procedure.seats,
        "piles": table.procedure.piles,
        "procedure": table.describe(),
    }


@games.draw_endpoint(
    "/<game>/deal",
    arguments=GameDealRequest,
    response=response_schemas(GameDealt, GameHands, "DealtGame"),
    path=GAME,
    example=Example({"seed": "42"}, path={"game": "bridge"}),
    files=[file.media_type for file in FILES.values()],
)
def deal_game(asked: GameDeal, game: str) -> DrawResponse:
    """Deal a game as it is really dealt."""
    entry = get_game(game)
    _check_options(entry, asked)
    table = set_up(entry, asked.players, asked)
    labels = card_labels(table.shoe, asked)
    services().limits.check_items(len(table.shoe), "decks")

    def board_number(position: ResultPosition) -> int:
        return position.number + 1 if asked.board is None else position.offset + asked.board

    def check_board(last: ResultPosition) -> None:
        if board_number(last) > MAX_INDEX:
            raise Refused("repeats" if last.offset else "index", f"No board has a number above {MAX_INDEX:,}.")

    def deal_to_json(order: Sequence[int], position: ResultPosition) -> Json:
        board = board_number(position)
        deal = table.deal(order, board)
        result = {
            "hands": [{"seat": seat, **_pile_to_json(labels, hand)} for seat, hand in deal.hands.items()],
            "piles": [{"name": name, **_pile_to_json(labels, pile)} for name, pile in deal.piles.items()],
        }
        return result | entry.extra_fields(table, deal, board) if entry.extra_fields else result

    file = entry.files[asked.format] if asked.format else None

    def deal_to_entry(order: Sequence[int], position: ResultPosition) -> Json:
        assert file  # noqa: S101 (used only if there is one)
        board = board_number(position)
        return {"entry": file.format_deal(table, table.deal(order, board), board)}

    return DrawResponse(
        _plan(asked, table),
        common={"game": entry.name, "players": table.players, **shoe_fields(table.shoe, asked), **_order_fields(asked)},
        to_json=deal_to_entry if file else deal_to_json,
        text_groups=lambda result: [cards for pile in (*result["hands"], *result["piles"]) for cards in _parts(pile)],
        download=Download(f"{game}.{asked.format}", file.media_type, file.header, file.separator) if file else None,
        check_position=check_board if "board" in entry.options else None,
        cache_weight=len(table.shoe),
    )


_COST_OF_A_CARD = 8  # draws that take as long as dealing a card and writing it, in a batch


def _check_options(game: Game, asked: GameDeal) -> None:
    """Raise `Refused` for a parameter of other games, and for what a file or a deal with a number has of its own."""
    for option in ("board", "deal_number", "format"):
        if getattr(asked, option) is not None and option not in game.options:
            owners = (other.name for other in GAMES.values() if option in other.options)
            raise UnsupportedParameter(game.name, option, belongs_to=owners)
    if asked.format is not None:
        for name, default in (("notation", Notation.CODE), ("name_style", None)):
            if getattr(asked, name) != default:
                raise Refused(name, f"A file has a notation of its own; format={asked.format} takes no {name}.")
    if asked.deal_number is not None:
        for name in ("algorithm", "suit_order", *asked.arguments):
            if getattr(asked, name, True) is not None:
                raise Refused(name, f"A deal_number stands for one order, and takes no {name}.")


def _plan(asked: GameDeal, table: GameTable) -> Plan:
    n, order = len(table.shoe), table.game.numbered_order
    plan: Plan
    if asked.deal_number is None or order is None:
        plan = plan_shuffle(n, asked, services().limits)
    else:
        plan = NumberedPlan(n=n, count=n, cost=n, number=asked.deal_number, order=order)
    return replace(plan, cost=plan.cost + n * _COST_OF_A_CARD)


def _order_fields(asked: GameDeal) -> dict[str, Any]:
    """Return the members that say where the order comes from."""
    if asked.deal_number is not None:
        return {"deal_number": asked.deal_number, "algorithm": None, "uniformity": Uniformity.DETERMINISTIC}
    return algorithm_fields(asked)


def _summary(game: Game) -> dict[str, Any]:
    players = game.players
    return {
        "game": game.name,
        "title": game.title,
        "deck": game.deck,
        "players": {"least": players.min, "most": players.max, "usual": players.default},
        "options": game.options,
        "source": game.source,
        "deal": f"{games.url_prefix}/{game.name}/deal",
    }


def _pile_to_json(labels: Sequence[str] | range, pile: Pile) -> Json:
    """Return the cards of a hand or a pile, and its named parts, if any."""
    parts = [{"name": name, **cards_and_indices(labels, cards)} for name, cards in pile.items() if name]
    return cards_and_indices(labels, all_cards(pile)) | ({"parts": parts} if parts else {})


def _parts(pile: Json) -> list[Sequence[Any]]:
    """Return the cards of a hand or a pile, part by part; cards between named parts are parts, too."""
    cards, indices, parts, done = pile["cards"], pile["indices"], [], 0
    for part in pile.get("parts", ()):
        if part["indices"] and (start := indices.index(part["indices"][0])) > done:
            parts.append(cards[done:start])
            done = start
        parts.append(part["cards"])
        done += len(part["cards"])
    return parts if parts and done == len(cards) else [*parts, cards[done:]]

"""/v1/games: which games there are, and how each is dealt, for a number of players and the options of its packs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from ...capability import Capability
from ...cards.deck import DECK_NAMES
from ...cards.endpoint import PackParameters
from ...cards.options import PACK_DEFAULTS, PackOptions
from ...core.draw_requests import NAMED
from ...core.object_types import describe
from ...core.value_types import Choice, EntryName, Integer
from ...http.blueprint import (
    Blueprint,
    Body,
    Example,
    Link,
    PathParameter,
    ResponseNotes,
)
from ...http.responses import CACHE_HOUR, members_of
from ...http.schemas.fields import Additions
from ...http.schemas.request_schemas import RequestSchema
from ...http.schemas.response_schemas import ResponseSchema, optional, required
from ...http.short import ShortQueries
from ..catalogue import FAMILIES, GAME_NAMES, GAMES, get_game
from ..dealing import CARDS_ALIASES, PLAYERS_ALIASES
from ..game import Direction, Game, PlayerBounds, set_up
from ..procedures import Face
from ..stages import StagePlace, count_by_place
from . import video_poker

blueprint = Blueprint(
    "games",
    "/v1/games",
    "Games dealt as their players deal them: hold'em, bridge, Mah-Jong, patience, keno, …",
    (
        PathParameter.of_entries(
            "game",
            "bridge",
            "The game, such as holdem or bridge: a name of /v1/games/names (`list_game_names`), or an alias that no "
            "other game has.",
            GAME_NAMES,
        ),
    ),
)

MAX_PLAYERS = 100
MAX_CARDS = 100


_MAX_LISTED = 4  # games with another default of an option that the document lists


def _imply_default(option: str) -> dict[str, Any]:
    """Return attributes of a value type that describe the games' defaults of a pack option; {} if no game has one.

    Of `highest`, return {"default": None, "default_text": "12 for mexican_train; 9 for dominoes_cuban; otherwise 6"};
    of `jokers`, which many games have, the text "as the game is played, in most 0".
    """
    names_by_value: dict[object, list[str]] = {}
    for game in GAMES.values():
        value = getattr(game.packs, option)
        if value:
            names_by_value.setdefault(value, []).append(game.name)
    if not names_by_value:
        return {}
    usual = describe(PackOptions)[option][0].default
    if sum(len(names) for names in names_by_value.values()) <= _MAX_LISTED:
        values = [
            f"{value} for {', '.join(names)}"
            for value, names in sorted(names_by_value.items(), key=repr)
        ]
        text = f"{'; '.join(values)}; otherwise {usual}"
    else:
        text = f"as the game is played, in most {usual}"
    return {"default": None, "default_text": text}


@dataclass(frozen=True, kw_only=True)
class GamePacks(PackOptions):
    """The packs that a game is played with; None stands for the game's default, and not for the deck's."""


class GamePackParameters(RequestSchema):
    """The packs that a game is played with.

    The dataclass cannot say the defaults of the games, as the table of games is built from it.
    """

    target: ClassVar[type] = GamePacks
    additions: ClassVar[Additions] = {
        name: dict(attributes) | (_imply_default(name) if name in PACK_DEFAULTS else {})
        for name, attributes in PackParameters.additions.items()
    }


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
            default_text="the game's usual number",
            aliases=PLAYERS_ALIASES,
        ),
        NAMED,
    ] = None
    cards: Annotated[
        int | None,
        Integer(
            "The number of cards in each hand, within the game's range.",
            1,
            MAX_CARDS,
            example=7,
            default_text="the game's usual number",
            note=f"Only for {', '.join(game.name for game in GAMES.values() if game.max_cards)}.",
            response_text="As requested: the number of cards in each hand",
            aliases=CARDS_ALIASES,
        ),
        NAMED,
    ] = None


@dataclass(frozen=True, kw_only=True)
class GameFilter:
    """The arguments of the lists: the family of a game, its number of players and its deck."""

    family: Annotated[
        str | None,
        Choice(
            "The games of one family.", FAMILIES, example="poker", default_text="all"
        ),
    ] = None
    players: Annotated[
        int | None,
        Integer(
            "Games that this number of players can play.",
            0,
            MAX_PLAYERS,
            example=3,
            default_text="any number",
            aliases=PLAYERS_ALIASES,
        ),
    ] = None
    deck: Annotated[
        str | None,
        EntryName(
            "The games that are played with this deck, of /v1/decks.",
            DECK_NAMES,
            example="standard",
            default_text="any deck",
        ),
    ] = None

    def matches(self, game: Game) -> bool:
        return (
            self.family in {None, game.family}
            and self.deck in {None, game.deck}
            and (self.players is None or self.players in game.players)
        )


@dataclass(frozen=True, kw_only=True)
class GameOptions(GamePacks, TableOptions):
    """The arguments of a description."""


class PlayersParameters(RequestSchema):
    """The number of players, and of the cards of each."""

    target: ClassVar[type] = TableOptions


class GameFilterQuery(RequestSchema):
    """The parameters of the lists of games and of their names."""

    target = GameFilter


class GameRequest(RequestSchema):
    """The parameters of a description."""

    target = GameOptions


class PlayersRange(ResponseSchema):
    """The range of the number of players."""

    least = required(int, "The minimum")
    most = required(int, "The maximum; 0 if no hands are dealt")
    usual = required(int, "The default")
    without = optional(
        list[int],
        "The numbers between that are no numbers of players, if there are any",
    )


class GameSummary(ResponseSchema):
    """A game in the list."""

    game = required(str, "The name in paths")
    family = required(
        str, "The family of games that it belongs to", enum=list(FAMILIES)
    )
    title = required(str, "The title")
    deck = required(str, "The deck, one of /v1/decks")
    players = required(PlayersRange, "The range of the number of players")
    against_house = optional(
        bool, "true if the dealer is the house, with a hand besides the players' hands"
    )
    seating = optional(
        str, "A sentence on players who sit out, or on seats that are empty"
    )
    other_numbers = optional(
        list[str], "The games that are this one for other numbers of players"
    )
    options = required(
        list[str], "The parameters that this game takes and not every game does"
    )
    aliases = required(list[str], "Its other names")
    ranking = optional(
        str, "The ranking of its hands by /v1/hands/rank, if there is one"
    )
    house_rule = optional(
        str,
        "Against the house: who qualifies and what follows, or what a pay table pays",
    )
    source = required(str, "The source of the dealing rule")
    second_source = optional(str, "Another source that agrees with it, if one is named")
    deal = required(str, "The path that deals it")


class GameList(ResponseSchema):
    """The games."""

    games = required(list[GameSummary], "The games, by family")


class LaidCardsSchema(ResponseSchema):
    """Cards that a stage lays in one place."""

    stage = required(str, "The stage")
    place = required(str, "The seat or the pile")
    part = optional(str, "Its part")
    face = required(Face, "Who sees them: all, its hand, all other hands or nobody")
    count = optional(int, "Their number, unless it depends on the cards")


class CardsBefore(ResponseSchema):
    """Cards that lie on the table before the deal."""

    pile = required(str, "The pile")
    cards = required(list[str], "Their codes; they are not in the shoe")


class NearName(ResponseSchema):
    """A name of a game that is nearly this one."""

    name = required(str, "The name")
    because = required(str, "The difference, as a clause")


class VoidDealSchema(ResponseSchema):
    """A deal that the rules do not accept."""

    sentence = required(str, "Which deal it is")
    where = required(
        dict,
        "The condition that every other deal fulfils, for the requests that take where",
    )


class GameDescription(GameSummary):
    """A game and its dealing procedure for a number of players."""

    size = required(int, "The number of cards in the shoe")
    seats = required(list[str], "The seats of the hands, as in a deal")
    piles = required(list[str], "The piles, in the order of the deal")
    stock = optional(str, "The pile of the cards that are left, if there is one")
    direction = optional(
        Direction, "The direction of the deal, if there are seats round a table"
    )
    stages = required(
        list[str], "The stages of the deal, such as flop and turn, in order"
    )
    layout = required(
        list[LaidCardsSchema], "The places where each stage lays cards, in order"
    )
    laid = optional(
        list[CardsBefore],
        "The cards that lie on the table before the deal, if there are any",
    )
    near = optional(list[NearName], "The names of games that are nearly this one")
    continues = required(
        bool, "Whether a sealed shoe deals the next hand from what is left"
    )
    procedure = required(list[str], "The steps of the deal")
    void_deal = optional(
        VoidDealSchema, "The deal after which the dealer deals again, if there is one"
    )


_FIRST = {"game": "$response.body#/games/0/game"}


@blueprint.api_endpoint(
    "",
    arguments=GameFilterQuery,
    response=GameList,
    cache=CACHE_HOUR,
    example=Example({"family": "poker", "players": 9}),
    notes=ResponseNotes(
        links={
            "Describe": Link(
                "describe_game", "The dealing procedure of the first game.", _FIRST
            ),
            "Deal": Link("deal_game", "A deal of the first game.", _FIRST),
        }
    ),
)
def list_games(args: GameFilter) -> Body:
    """List the games, all or of one `family`, for a number of `players` or with a `deck`."""
    return {
        "games": [summarize_game(game) for game in GAMES.values() if args.matches(game)]
    }


class GameNames(ResponseSchema):
    """The names of games."""

    games = required(
        dict[str, str],
        "The title of each game by its name; games of one family are together",
    )


@blueprint.api_endpoint(
    "/names",
    arguments=GameFilterQuery,
    response=GameNames,
    cache=CACHE_HOUR,
    short=ShortQueries(lambda: 0, ("family", "players", "deck")),
    example=Example({"family": "bridge"}),
)
def list_game_names(args: GameFilter) -> Body:
    """List the names and titles of the games, all or of one `family`, for a number of `players` or with a `deck`.

    The response is a tenth as long as the list of games.
    """
    return {
        "games": {
            game.name: game.title for game in GAMES.values() if args.matches(game)
        }
    }


@blueprint.api_endpoint(
    "/<game>",
    arguments=GameRequest,
    response=GameDescription,
    cache=CACHE_HOUR,
    example=Example({"players": 3}, path={"game": "cribbage"}),
    notes=ResponseNotes(
        links={
            "Deal": Link(
                "deal_game", "A deal of the game.", {"game": "$response.body#/game"}
            )
        }
    ),
)
def describe_game(args: GameOptions, game: str) -> Body:
    """Describe a game and the steps of its deal, for a number of players and the options of the packs."""
    entry = get_game(game)
    table = set_up(entry, args.players, args, args.cards)
    procedure = table.procedure
    body = summarize_game(entry)
    body["size"] = len(table.shoe)
    body["seats"] = procedure.seats
    body["piles"] = procedure.piles
    if procedure.stock:
        body["stock"] = procedure.stock
    if entry.direction and len(procedure.seats) > 1:
        body["direction"] = entry.direction
    body |= _describe_notes(entry, table.players)
    body["stages"] = procedure.stages
    numbers_by_place = count_by_place(table)
    body["layout"] = [
        _describe_laid(place, numbers) for place, numbers in numbers_by_place.items()
    ]
    body["continues"] = entry.continues
    body["procedure"] = table.describe_deal()
    return body


def _describe_notes(game: Game, players: int) -> dict[str, Any]:
    """Return the members `laid`, `near` and `void_deal` in the description of a game, as far as it has them."""
    notes: dict[str, Any] = {}
    if game.laid:
        notes["laid"] = [
            {"pile": pile, "cards": cards} for pile, cards in game.laid.items()
        ]
    if game.near:
        notes["near"] = [
            {"name": name, "because": because} for name, because in game.near.items()
        ]
    if game.void_deal:
        notes["void_deal"] = {
            "sentence": game.void_deal.sentence,
            "where": game.void_deal.find_condition(players),
        }
    return notes


def _describe_laid(place: StagePlace, counts: Sequence[int]) -> dict[str, Any]:
    """Return the `LaidCardsSchema` of a place; `counts` are the numbers of cards that the place may get."""
    laid: dict[str, Any] = {"stage": place.stage, "place": place.name}
    if place.part:
        laid["part"] = place.part
    laid["face"] = place.face
    if len(counts) == 1:
        laid["count"] = counts[0]
    return laid


def _summarize_players(game: Game) -> dict[str, Any]:
    """Return the member `players` of a `GameSummary`: how many may play, and which numbers in between cannot."""
    players: dict[str, Any] = {
        "least": game.players.min,
        "most": game.players.max,
        "usual": game.players.default,
    }
    if game.players.without:
        players["without"] = game.players.without
    return players


def summarize_game(game: Game) -> dict[str, Any]:
    """Return the members of a `GameSummary`, without those that the game has not: a game for players has no house."""
    summary: dict[str, Any] = {"game": game.name}
    summary |= members_of(game, "family", "title", "deck")
    summary["players"] = _summarize_players(game)
    if game.is_against_house:
        summary["against_house"] = True
    if game.seating:
        summary["seating"] = game.seating
    if game.other_numbers:
        summary["other_numbers"] = game.other_numbers
    summary |= members_of(game, "options", "aliases")
    if game.ranking:
        summary["ranking"] = game.ranking
    if game.house:
        summary["house_rule"] = game.house.rule
    summary["source"] = game.source
    if game.second_source:
        summary["second_source"] = game.second_source
    summary["deal"] = f"{blueprint.url_prefix}/{game.name}/deal"
    return summary


SERVED_GAMES = Capability(
    "games",
    blueprints=(blueprint, video_poker.blueprint),
    reason_details=(PlayerBounds,),
)

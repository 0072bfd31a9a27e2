"""/v1/games: list and describe games."""

from copy import copy
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example, Link
from service.api.http.responses import CACHE_HOUR
from service.api.schemas.requests import PackMixin, RequestSchema
from service.api.schemas.responses import ResponseSchema, optional, required
from service.core.cards.decks import DECKS
from service.core.cards.options import PACK_DEFAULTS, PackOptions
from service.core.games.catalogue import FAMILIES, GAMES, get_game
from service.core.games.descriptions import describe_deal
from service.core.games.game import Direction, Game, set_up
from service.core.kinds import Choice, Integer

games = Blueprint(
    "games", "/v1/games", "Games dealt as their players deal them: hold'em, bridge, Mah-Jong, patience, keno, …"
)

GAME = ({"in": "path", "name": "game", "schema": {"type": "string", "enum": list(GAMES)}, "example": "bridge"},)
MAX_PLAYERS = 100
MAX_CARDS = 100


def _depends_on_game(name: str) -> ma.fields.Field[Any]:
    """Return the field of a pack option whose default is not the same in every game."""
    field: ma.fields.Field[Any] = copy(PackMixin._declared_fields[name])
    metadata = dict(field.metadata)
    values = {game.name: value for game in GAMES.values() if (value := game.packs.explicit_values.get(name))}
    games = ", ".join(f"{value} for {game}" for game, value in values.items())
    implied = f"{games}, otherwise {metadata.pop('default')}"
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
            shown="As args: the number of cards in each hand",
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
        str | None,
        Choice("The games that are played with this deck.", DECKS, example="standard", implied="any deck"),
    ] = None

    def matches(self, game: Game) -> bool:
        """Return whether a game belongs in the list."""
        return (
            self.family in {None, game.family}
            and self.deck in {None, game.deck}
            and (self.players is None or self.players in game.players)
        )


class GameListRequest(RequestSchema):
    """The list of games, or those that match every filter."""

    target = GameFilter


@dataclass(frozen=True, kw_only=True)
class GameOptions(PackOptions, TableOptions):
    """The arguments of a description."""


class GameRequest(GamePackMixin, PlayersMixin):
    """The description of a game."""

    target = GameOptions


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
    deck = ma.fields.String(**required("The deck", enum=list(DECKS)))
    players = ma.fields.Nested(PlayersRange, **required("The range of the number of players"))
    options = ma.fields.List(
        ma.fields.String(), **required("The parameters that this game takes and not every game does")
    )
    source = ma.fields.String(**required("The source of the dealing rule"))
    deal = ma.fields.String(**required("The path that deals it"))


class GameList(ResponseSchema):
    """The games."""

    games = ma.fields.List(ma.fields.Nested(GameSummary), **required("The games, by family"))


class GameDescription(GameSummary):
    """A game and its dealing procedure for a number of players."""

    size = ma.fields.Integer(**required("The number of cards in the shoe"))
    seats = ma.fields.List(ma.fields.String(), **required("The seats of the hands, as in a deal"))
    piles = ma.fields.List(ma.fields.String(), **required("The piles, in the order of the deal"))
    stock = ma.fields.String(**optional("The pile of the cards that are left, which lies face down, if there is one"))
    direction = ma.fields.String(
        **optional("The sense in which the deal goes round, if there are seats round a table", enum=list(Direction))
    )
    stages = ma.fields.List(
        ma.fields.String(),
        **required("The stages in which a sealed shoe deals the game, such as flop and turn, in order"),
    )
    continues = ma.fields.Boolean(**required("Whether a sealed shoe deals the next hand from what is left"))
    procedure = ma.fields.List(ma.fields.String(), **required("The steps of the deal"))


_FIRST = {"game": "$response.body#/games/0/game"}


@games.api_endpoint(
    "",
    arguments=GameListRequest,
    response=GameList,
    cache=CACHE_HOUR,
    example=Example({"family": "poker", "players": 9}),
    links={
        "Describe": Link("describe_game", "The dealing procedure of the first game.", _FIRST),
        "Deal": Link("deal_game", "A deal of the first game.", _FIRST),
    },
)
def list_games(args: GameFilter) -> Body:
    """List the games, or those of a `family`, for a number of `players` or with a `deck`.

    Each with its family, its deck, its range of players, the parameters that it takes and not every game does, and the
    source of its rule.
    """
    return {"games": [_summary(game) for game in GAMES.values() if args.matches(game)]}


@games.api_endpoint(
    "/<game>",
    arguments=GameRequest,
    response=GameDescription,
    cache=CACHE_HOUR,
    path=GAME,
    example=Example({"players": 3}, path={"game": "cribbage"}),
    links={"Deal": Link("deal_game", "A deal of the game.", {"game": "$response.body#/game"})},
)
def describe_game(args: GameOptions, game: str) -> Body:
    """Describe a game and the steps of its deal, for a number of players and the options of the packs.

    The steps are made of the data that deals, in the order of the deal.
    """
    entry = get_game(game)
    table = set_up(entry, args.players, args, args.cards)
    facts = {"stock": table.procedure.stock, "direction": entry.direction if len(table.procedure.seats) > 1 else None}
    return _summary(entry) | {
        "size": len(table.shoe),
        "seats": table.procedure.seats,
        "piles": table.procedure.piles,
        **{name: value for name, value in facts.items() if value},
        "stages": table.procedure.stages,
        "continues": entry.continues,
        "procedure": describe_deal(table),
    }


def _summary(game: Game) -> dict[str, Any]:
    players = game.players
    return {
        "game": game.name,
        "family": game.family,
        "title": game.title,
        "deck": game.deck,
        "players": {"least": players.min, "most": players.max, "usual": players.default},
        "options": game.options,
        "source": game.source,
        "deal": f"{games.url_prefix}/{game.name}/deal",
    }

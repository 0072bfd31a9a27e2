"""/v1/hands: what hands are worth, and which of them wins."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.responses import CACHE_HOUR, NO_STORE
from service.api.schemas import responses
from service.api.schemas.fields import BoundedList, CardCode, Choice, Flag, Integer
from service.api.schemas.requests import NoParameters, RequestSchema, openapi
from service.api.schemas.responses import ResponseSchema, optional, required
from service.core.cards.card import Card
from service.core.hands.baccarat import Side
from service.core.hands.cribbage import Kind
from service.core.hands.poker import MAX_STRENGTH, Category
from service.core.hands.rankings import RANKINGS, Ranking, rank
from service.core.hands.showdowns import MAX_HANDS, PackRule, Showdown
from service.core.hands.video_poker import MAX_COINS, Win

hands = Blueprint("hands", "/v1/hands", "What hands of cards are worth, game by game")

_MOST_CARDS = max(ranking.cards[-1] for ranking in RANKINGS.values())
_CATEGORIES = list(dict.fromkeys(map(str, (*Win, *Category))))
_POINTS = "of video poker Mullin's 0 to 9, of bridge high-card points, of cribbage the score"
_STRENGTH = (
    f"higher wins, equal ties; of poker hands 1 to {MAX_STRENGTH:,}, of blackjack 0 (bust), 1 to 21, 22 (natural)"
)


def _option(name: str, text: str, example: Any = None, default: Any = None) -> dict[str, Any]:
    """What OpenAPI says of a parameter that fits some games."""
    takers = ", ".join(ranking.name for ranking in RANKINGS.values() if name in ranking.parameters)
    return openapi(f"{text} Only for {takers}.", example, default)


class RankRequest(RequestSchema):
    """Hands to rank."""

    target = Showdown

    game = Choice(RANKINGS, required=True, metadata=openapi("Whose hands these are.", "poker"))
    hands = BoundedList(
        BoundedList(CardCode(), 1, _MOST_CARDS),
        1,
        MAX_HANDS,
        required=True,
        metadata=openapi(
            "The cards of each hand, seat by seat: of baccarat the player's and the banker's. Where a game is played "
            "with one pack no card can be there twice, on the board and as the starter neither.",
            [["AS", "KD"], ["9H", "9C"]],
        ),
    )
    board = BoundedList(
        CardCode(),
        3,
        5,
        metadata=_option("board", "The cards that all hands share.", ["AC", "KH", "9S", "2D", "2C"]),
    )
    starter = CardCode(metadata=_option("starter", "The card that is turned up."))
    crib = Flag(metadata=_option("crib", "Whether the hands are cribs, whose flush takes five cards.", default=False))
    coins = Integer(
        1,
        MAX_COINS,
        metadata=_option("coins", "Coins bet: a royal flush pays less for each if fewer than 5.", default=MAX_COINS),
    )
    independent = Flag(
        metadata=_option(
            "independent",
            "Whether the hands are of separate deals: a card of one may be in another, and nobody wins.",
            default=False,
        )
    )


def _of(name: str, text: str, **more: Any) -> dict[str, Any]:
    """What OpenAPI says of a member that the hands of some games have."""
    games = ", ".join(ranking.name for ranking in RANKINGS.values() if name in ranking.members)
    return optional(f"Of {games}: {text}", **more)


def _codes(**said: Any) -> Any:
    return ma.fields.List(ma.fields.String(), **said)


class CribbageItem(ResponseSchema):
    """One thing that scores."""

    kind = ma.fields.String(**required("What it is", enum=list(Kind)))
    points = ma.fields.Integer(**required("What it scores"))
    cards = _codes(**required("Its cards"))


class RankedHand(ResponseSchema):
    """A hand and what it is worth; which members are there depends on the game alone."""

    seat = ma.fields.Integer(**required("Its place in the request, from 1"))
    cards = _codes(**required("Its cards as they came"))
    category = ma.fields.String(**_of("category", "what it is", enum=_CATEGORIES))
    description = ma.fields.String(**_of("description", "the same in words, with its ranks"))
    best = _codes(**_of("best", "the five cards that count, the telling ones first"))
    strength = ma.fields.Integer(**_of("strength", _STRENGTH))
    points = ma.fields.Integer(**_of("points", _POINTS))
    payout = ma.fields.Integer(**_of("payout", "coins won for each coin bet"))
    total = ma.fields.Integer(**_of("total", "what it counts; of blackjack the best that it can"))
    hard = ma.fields.Integer(**_of("hard", "what it counts with every ace as 1"))
    soft = ma.fields.Boolean(**_of("soft", "whether an ace counts 11 in its total"))
    natural = ma.fields.Boolean(**_of("natural", "whether it is 21, or in baccarat 8 or 9, of two cards"))
    bust = ma.fields.Boolean(**_of("bust", "whether it is over 21"))
    side = ma.fields.String(**_of("side", "whose it is", enum=list(Side)))
    draws = ma.fields.Boolean(
        allow_none=True,
        **_of("draws", "whether it takes a third card now; null if that depends on the player's third card"),
    )
    shape = ma.fields.String(**_of("shape", "cards in its suits, the most first, such as 5-3-3-2"))
    suits = ma.fields.Dict(
        keys=ma.fields.String(), values=ma.fields.Integer(), **_of("suits", "cards in each suit by its name")
    )
    items = ma.fields.List(ma.fields.Nested(CribbageItem), **_of("items", "each thing that scores"))


class RankAnswer(ResponseSchema):
    """What the hands are worth."""

    game = ma.fields.String(**required("As asked", enum=list(RANKINGS)))
    board = _codes(**optional("The cards that all hands share, if there are any"))
    starter = ma.fields.String(**optional("The card that was turned up, of cribbage"))
    crib = ma.fields.Boolean(**optional("If it was asked"))
    coins = ma.fields.Integer(**optional("If it was asked"))
    independent = ma.fields.Boolean(**optional("If it was asked"))
    hands = ma.fields.List(ma.fields.Nested(RankedHand), **required("One for each seat"))
    winners = ma.fields.List(
        ma.fields.Integer(),
        **optional(
            "The seats that win, several if they tie and split the pot. Not there where nobody plays against "
            "another, for independent hands, and while a third card is to be drawn."
        ),
    )


class Span(ResponseSchema):
    """From the least to the most."""

    least = ma.fields.Integer(**required("The fewest"))
    most = ma.fields.Integer(**required("The most"))


class RankingRecord(ResponseSchema):
    """A game whose hands are ranked."""

    game = ma.fields.String(**required("As a request gives it", enum=list(RANKINGS)))
    title = ma.fields.String(**required("What is ranked"))
    cards = ma.fields.Nested(Span, **required("Cards in a hand"))
    cards_with_board = ma.fields.Nested(Span, **optional("Cards in a hand if there is a board, where that differs"))
    hands = ma.fields.Nested(Span, **required("Hands in a request"))
    packs = ma.fields.String(
        **required(
            "one: all hands are of one pack, unless independent; each: every hand is of its own; many: a card may be "
            "there any number of times",
            enum=list(PackRule),
        )
    )
    parameters = ma.fields.List(ma.fields.String(), **required("Parameters that fit this game and not every game"))
    required = ma.fields.List(ma.fields.String(), **responses.required("Those of them that must be given"))
    members = ma.fields.List(ma.fields.String(), **responses.required("What the answer says of each hand"))
    winners = ma.fields.Boolean(**responses.required("Whether the answer says who wins"))
    source = ma.fields.String(**responses.required("Where the rules are from"))


class RankingList(ResponseSchema):
    """The games whose hands are ranked."""

    rankings = ma.fields.List(ma.fields.Nested(RankingRecord), **required("Every game"))


@hands.api_endpoint("", arguments=RequestSchema, response=RankingList, cache=CACHE_HOUR, example=Example())
def list_rankings(_: NoParameters) -> Body:
    """List the games whose hands are ranked."""
    return {"rankings": [_record(ranking) for ranking in RANKINGS.values()]}


@hands.api_endpoint(
    "/rank",
    methods=("POST",),
    arguments=RankRequest,
    response=RankAnswer,
    cache=NO_STORE,
    example=Example(
        {"game": "poker", "hands": [["AS", "KD"], ["9H", "9C"]], "board": ["AC", "KH", "9S", "2D", "2C"]},
    ),
)
def rank_hands(asked: Showdown) -> Body:
    """Say what hands are worth, and which wins."""
    ranked = rank(asked)
    options = {
        "board": asked.board and ranked.cards.board,
        "starter": ranked.cards.starter,
        "crib": asked.crib,
        "coins": asked.coins,
        "independent": asked.independent,
    }
    seats = zip(ranked.cards.hands, ranked.values, strict=True)
    told: dict[str, Any] = {"game": asked.game}
    told |= {name: _told(value) for name, value in options.items() if value is not None}
    told["hands"] = [
        {"seat": seat, "cards": _told(cards), **_told(worth)} for seat, (cards, worth) in enumerate(seats, start=1)
    ]
    return told if ranked.winners is None else told | {"winners": ranked.winners}


def _told(value: Any) -> Any:
    """As JSON has it: a card as its code, other records of the rules as objects."""
    if isinstance(value, Card):
        return value.code
    if isinstance(value, tuple):
        return [_told(item) for item in value]
    if is_dataclass(value):
        return {field.name: _told(getattr(value, field.name)) for field in fields(value)}
    return value


def _record(ranking: Ranking) -> Mapping[str, Any]:
    hole = {} if ranking.cards_with_board is None else {"cards_with_board": _span(ranking.cards_with_board)}
    return {
        "game": ranking.name,
        "title": ranking.title,
        "cards": _span(ranking.cards),
        **hole,
        "hands": _span(ranking.seats),
        "packs": ranking.packs,
        "parameters": ranking.parameters,
        "required": ranking.required,
        "members": ranking.members,
        "winners": ranking.find_winners is not None,
        "source": ranking.source,
    }


def _span(numbers: range) -> dict[str, int]:
    return {"least": numbers[0], "most": numbers[-1]}

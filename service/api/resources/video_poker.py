"""/v1/games/video_poker/draw: the second half of a game of video poker, for who has the seed of the first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_response import DrawResponse, Json, ResultPosition
from service.api.http.services import services
from service.api.schemas.cards import Cards, NotationFields, ShoeFields, cards_and_indices, shoe_fields
from service.api.schemas.fields import BoundedList, Integer, Seed
from service.api.schemas.provenance import Provenance, algorithm_fields
from service.api.schemas.requests import NotationMixin, PackMixin, ShuffleMixin, openapi
from service.api.schemas.responses import optional, required, response_schemas
from service.core.cards.card import CardFormat
from service.core.cards.options import PackOptions
from service.core.cards.shoes import card_labels
from service.core.errors import Refused
from service.core.games.catalogue import GAMES
from service.core.games.game import set_up
from service.core.hands.video_poker import MAX_COINS, Win, evaluate_jacks_or_better
from service.core.shuffles.plans import ShuffleRequest, plan_shuffle

video_poker = Blueprint(
    "video_poker", "/v1/games/video_poker", "Video poker, played on from its deal with nothing stored"
)

_GAME = GAMES["video_poker"]
_HAND = 5


@dataclass(frozen=True, kw_only=True)
class VideoPokerDraw(PackOptions, ShuffleRequest, CardFormat):
    """What is asked of a draw."""

    held: tuple[int, ...]
    coins: int = MAX_COINS


class VideoPokerDrawRequest(NotationMixin, ShuffleMixin, PackMixin):
    """A draw: the deal's own parameters, and what is held."""

    target = VideoPokerDraw

    seed = Seed(required=True, metadata=openapi("That of the deal.", "42"))
    held = BoundedList(
        Integer(1, _HAND),
        0,
        _HAND,
        required=True,
        metadata=openapi("Which of the five cards dealt are held, from 1 at the left; [] if none.", [1, 4]),
    )
    coins = Integer(
        1,
        MAX_COINS,
        metadata=openapi("Coins bet: a royal flush pays less for each if fewer than 5.", default=MAX_COINS),
    )


class VideoPokerDrawn(Provenance, NotationFields, ShoeFields):
    """Video poker after the draw."""

    game = ma.fields.String(**required("The game", enum=[_GAME.name]))
    held = ma.fields.List(ma.fields.Integer(), **required("Which cards were held, from 1 at the left"))
    coins = ma.fields.Integer(**optional("If it was asked"))


class FinalHand(Cards):
    """The five cards after the draw, and what they win."""

    dealt = ma.fields.Nested(Cards, **required("The five cards before the draw"))
    category = ma.fields.String(**required("What the hand is", enum=list(Win)))
    description = ma.fields.String(**required("The same in words, with its ranks"))
    points = ma.fields.Integer(**required("Mullin's points, 0 to 9"))
    payout = ma.fields.Integer(**required("Coins won for each coin bet, on the full-pay 9/6 machine"))


@video_poker.draw_endpoint(
    "/draw",
    arguments=VideoPokerDrawRequest,
    response=response_schemas(VideoPokerDrawn, FinalHand, "DrawnVideoPoker"),
    methods=("POST",),
    example=Example({"seed": "42", "held": [1, 4]}),
)
def draw_video_poker(asked: VideoPokerDraw) -> DrawResponse:
    """Replace the cards that are not held from the same shuffle, and say what the hand wins."""
    shoe = set_up(_GAME, None, asked).shoe
    labels, pack = card_labels(shoe, asked), shoe.pack
    cards = 2 * _HAND - len(set(asked.held))
    if len(set(asked.held)) < len(asked.held):
        raise Refused("held", "A card can be held once; list each place once.")
    if cards > len(shoe):
        raise Refused("exclude", f"Deal and draw take {cards} cards, but there are {len(shoe)}.")

    def hand_to_json(order: Sequence[int], _: ResultPosition) -> Json:
        stock = iter(order[_HAND:])
        hand = [card if number in asked.held else next(stock) for number, card in enumerate(order[:_HAND], start=1)]
        value = evaluate_jacks_or_better([pack[card] for card in hand], asked.coins)
        return {
            **cards_and_indices(labels, hand),
            "dealt": cards_and_indices(labels, order[:_HAND]),
            "category": value.category,
            "description": value.description,
            "points": value.points,
            "payout": value.payout,
        }

    common: dict[str, Any] = {"game": _GAME.name, **shoe_fields(shoe, asked), "held": sorted(asked.held)}
    if asked.coins != MAX_COINS:
        common["coins"] = asked.coins
    return DrawResponse(
        plan_shuffle(len(shoe), asked, services().limits, cards),
        common=common | algorithm_fields(asked),
        to_json=hand_to_json,
        cache_weight=len(shoe),
    )

"""/v1/games/video_poker/draw: the second half of a game of video poker, from the seed of the first half."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

import marshmallow as ma

from ...cards.card import Card, CardFormat
from ...cards.endpoint import (
    CardSequence,
    ShoeFields,
    cards_and_indices,
    imply_packs,
    resolve_packs,
    shoe_fields,
)
from ...cards.options import PackOptions
from ...cards.shoe import card_labels, label_cards
from ...core.draw_requests import Unnamed
from ...core.errors import Refused
from ...core.shuffle_requests import prepare_shuffle
from ...core.value_types import Integer, ListOf
from ...http.blueprint import Blueprint, Example
from ...http.draws.response_draft import ResponseDraft
from ...http.results.result_types import Json, ResultPosition, Results
from ...http.schemas.provenance import ShuffleProvenance, algorithm_fields
from ...http.schemas.request_schemas import RequestSchema, ShuffledDraw
from ...http.schemas.response_schemas import required, response_schemas
from ...http.services import services
from ...rankings.jacks_or_better import COINS, MAX_COINS, Win, evaluate_jacks_or_better
from ...verdicts.results_left import ResultsLeft
from ..catalogue import GAMES
from ..game import set_up

blueprint = Blueprint(
    "video_poker",
    "/v1/games/video_poker",
    "Video poker, played on from its deal with nothing stored",
)

_GAME = GAMES["video_poker"]
_HAND = 5
_STEPS_OF_A_HAND = 150  # draws that take as long as evaluating and writing a hand; counted in MAX_DRAWS


_GOES_ON = Unnamed("The draw goes on with its deal, which is proved.")


@dataclass(frozen=True, kw_only=True)
class HeldCards:
    """The held cards, and the bet."""

    held: Annotated[
        tuple[int, ...],
        ListOf(
            "The numbers of the held cards, from 1 at the left; [] for none.",
            Integer("", 1, _HAND),
            _HAND,
            is_unique=True,
            example=[1, 4],
        ),
        _GOES_ON,
    ]
    coins: Annotated[int, COINS, _GOES_ON] = MAX_COINS


@dataclass(frozen=True, kw_only=True)
class VideoPokerDraw(CardFormat, ShuffledDraw, PackOptions, HeldCards):
    """The arguments of a draw."""

    proved_as = MappingProxyType({"path": f"/v1/games/{_GAME.name}/deal", "players": 1})


class HeldParameters(RequestSchema):
    """The held cards, and the bet."""

    target: ClassVar[type] = HeldCards


class VideoPokerDrawRequest(RequestSchema):
    """A draw: the parameters of the deal, and the held cards."""

    target = VideoPokerDraw

    @ma.validates_schema
    def check_seed(self, values: dict[str, Any], **_: Any) -> None:
        """Raise `Refused` for a request that names no deal."""
        if not {"seed", "prove"} & values.keys():
            raise Refused(
                "seed",
                f"{self.fields['seed'].error_messages['required']} Or give the prove of the deal.",
            )


class VideoPokerDrawn(ShuffleProvenance, ShoeFields):
    """Video poker after the draw."""

    game = required(str, "The game", enum=[_GAME.name])


class FinalHand(CardSequence):
    """The five cards after the draw, and their payout."""

    dealt = required(CardSequence, "The five cards before the draw")
    category = required(Win, "The category of the hand")
    description = required(str, "The category in words, with the ranks")
    points = required(int, "Mullin's points, 0 to 9")
    payout = required(
        int, "The coins won for each coin bet on the full-pay 9/6 machine"
    )


@blueprint.draw_endpoint(
    "/draw",
    arguments=VideoPokerDrawRequest,
    response=response_schemas(VideoPokerDrawn, FinalHand, "DrawnVideoPoker"),
    methods=("POST",),
    example=Example({"seed": "42", "held": [1, 4]}),
)
def draw_video_poker(args: VideoPokerDraw) -> ResponseDraft:
    """Replace the cards that are not held from the same shuffle, and evaluate the hand.

    The seed and the parameters of the deal name the deal; the cards of the draw are the next ones of the same
    shuffle. With the `prove` of the deal the proof is that of the deal, for which the seed can stay secret until now.
    """
    shoe = set_up(_GAME, None, args).shoe
    labels = card_labels(shoe, args.notation, args.name_style)
    replaced_count = _HAND - len(args.held)
    count = _HAND + replaced_count
    _check_held(args.held)
    _check_count(count, len(shoe))
    sampler = prepare_shuffle(len(shoe), args, services().allowed.limits, count)
    everyone = range(len(shoe))
    return ResponseDraft(
        replace(sampler, steps=sampler.steps + _STEPS_OF_A_HAND),
        common={"game": _GAME.name} | shoe_fields(shoe) | algorithm_fields(args),
        results=FinalHandResults(shoe.pack, labels, args.held, args.coins),
        request=replace(args, held=tuple(sorted(args.held)), **resolve_packs(shoe)),
        implied=imply_packs(shoe),
        find_results_left=lambda *_: ResultsLeft(label_cards(shoe).are_alike(everyone)),
    )


def _check_held(held: Sequence[int]) -> None:
    """Raise `Refused` for a card that is held twice."""
    if len(set(held)) < len(held):
        raise Refused("held", "A card can be held once; list each number once.")


def _check_count(count: int, size: int) -> None:
    """Raise `Refused` if the deal and the draw take more cards, `count`, than the `size` of the shoe."""
    if count > size:
        raise Refused(
            "exclude", f"Deal and draw take {count} cards, but there are {size}."
        )


@dataclass
class FinalHandResults(Results):
    """Hands after the draw: held cards stay, and all other cards are replaced."""

    pack: Sequence[Card]
    """The card of each index."""
    labels: Sequence[str]
    """The text of each card, by its index."""
    held: Sequence[int]
    """The numbers of the cards that stay, from 1."""
    coins: int
    """The coins of the bet."""

    @property
    def cache_size(self) -> int:
        return len(self.labels)

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        """Return the final hand and its value, and the five cards `dealt`; `indices` goes on with the stock.

        With only card 1 held, [7, 8, 9, 10, 11, 12, 13, 14, 15] gives {"cards": …, "indices": [7, 12, 13, 14, 15],
        "dealt": {…}, "category": …, …}.
        """
        dealt = indices[:_HAND]
        stock = iter(indices[_HAND:])
        # FROZEN: the next card of the stock replaces each card that is not held.
        hand = [
            index if number in self.held else next(stock)
            for number, index in enumerate(dealt, start=1)
        ]
        cards = [self.pack[index] for index in hand]
        value = evaluate_jacks_or_better(cards, self.coins)
        result = cards_and_indices(self.labels, hand)
        result["dealt"] = cards_and_indices(self.labels, dealt)
        result["category"] = value.category
        result["description"] = value.description
        result["points"] = value.points
        result["payout"] = value.payout
        return result

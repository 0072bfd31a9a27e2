"""Requests of /v1/verify: responses, receipts and what was seen of a sealed shoe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import marshmallow as ma

from service.api.schemas.fields import (
    BoundedList,
    BoundedString,
    CardCode,
    Choice,
    Integer,
    JsonArray,
    JsonObject,
    Seed,
)
from service.api.schemas.one_of import Alternative
from service.api.schemas.requests import RequestSchema, openapi
from service.core.games.microsoft import MAX_DEAL_NUMBER
from service.core.rng.streams import MAX_INDEX, STREAM
from service.core.sealed.observations import ObservedCards

_MAX_RECEIPT = 2**30  # characters: in effect MAX_BODY_BYTES is the limit
_MAX_RUNS, _MAX_CARDS = 10_000, 100_000


@dataclass(frozen=True)
class SubmittedAnswer:
    """A response of this service as a caller submits it, unchanged or altered."""

    members: Mapping[str, Any]


@dataclass(frozen=True)
class SubmittedSignature:
    """A signed receipt, and the response that contains it; None if the receipt comes alone."""

    receipt: str
    response: Mapping[str, Any] | None


@dataclass(frozen=True)
class SubmittedReceipt:
    """The receipt of a sealed shoe, and what the caller observed: cards or integers, and the list they stand for."""

    receipt: Mapping[str, Any]
    seen: Sequence[ObservedCards] = ()
    original_items: list[Any] | None = None


class AnswerRequest(Alternative):
    """A response of this service, complete and in JSON."""

    class Meta:
        """A response has members besides those declared here: they depend on its request."""

        unknown = ma.INCLUDE

    @ma.post_load(pass_original=True)
    def to_dataclass(self, _: dict[str, Any], original: dict[str, Any], **__: Any) -> Any:
        """Return the response with all members unchanged and in their order."""
        return SubmittedAnswer(original)


class SeededAnswer(AnswerRequest):
    """A response to a request with a seed, complete and in JSON: it is its own receipt."""

    description = "a seeded response, identified by its stream"

    stream = Choice([STREAM], required=True, metadata=openapi("As in the response.", STREAM))
    seed = Seed(required=True, metadata=openapi("As in the response.", "42"))
    original_items = JsonArray(
        metadata=openapi(
            "For a response of /v1/items/shuffle, which is without it checked in part: the list of its request.",
            ["red", "green", {"blue": 3}],
        )
    )

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a stream."""
        return "stream" in body


def _observed(item: ma.fields.Field[Any], meaning: str, example: object) -> BoundedList:
    return BoundedList(item, 0, _MAX_CARDS, is_empty_default=False, metadata=openapi(meaning, example))


class ObservedCardsRequest(RequestSchema):
    """Cards or integers of a sealed shoe that the caller observed: an entry of a response, or consecutive cards."""

    target = ObservedCards
    error_messages = {"type": "Must be an object with cards or integers, such as seen in a response."}  # noqa: RUF012

    cards = _observed(CardCode(allow_none=True), "In any spelling; null if it was not told.", ["AS", None])
    integers = _observed(Integer(-MAX_INDEX, MAX_INDEX, allow_none=True), "In place of cards.", [617])
    round = Integer(0, MAX_INDEX, metadata=openapi("The round of consecutive cards, from 0.", 1, 0))
    position = Integer(
        0, MAX_INDEX, metadata=openapi("The position of the first of consecutive cards; 0 is the top.", 7, 0)
    )
    rounds = _observed(Integer(0, MAX_INDEX), "The round of each card, with positions.", [0, 0])
    positions = _observed(Integer(0, MAX_INDEX), "The position of each card in its round.", [0, 3])
    draw = Integer(1, MAX_INDEX, metadata=openapi("The number of the draw or deal.", 1))
    stage = BoundedString(metadata=openapi("The stage of a game.", "flop"))
    pile = BoundedString(metadata=openapi("The pile of a game.", "stock"))
    part = BoundedString(metadata=openapi("The part of the pile.", "dora_indicators"))
    in_play = _observed(Integer(0, MAX_INDEX), "The positions in play as a new round began.", [0, 3])


class ShoeReceiptRequest(Alternative):
    """The receipt of a sealed shoe, and what the caller observed."""

    target = SubmittedReceipt
    description = "the receipt of a sealed shoe, identified by its receipt"

    receipt = JsonObject(required=True, metadata=openapi("As in the response of /v1/shoes/reveal."))
    seen = BoundedList(
        ma.fields.Nested(ObservedCardsRequest),
        0,
        _MAX_RUNS,
        metadata=openapi("The `seen` of every response, or consecutive cards, to compare with the receipt."),
    )
    original_items = JsonArray(
        metadata=openapi("The list that the integers of the shoe stand for, to compare with its items_sha256.")
    )

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a receipt that is an object, as a shoe's is."""
        return isinstance(body.get("receipt"), dict)


class SignedAnswer(AnswerRequest):
    """The receipt of a signed response, alone or in the response, complete and in JSON."""

    description = "a signed response, identified by its receipt"

    receipt = BoundedString(_MAX_RECEIPT, required=True, metadata=openapi("As in the response."))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a receipt that is a string, as a signature is."""
        return isinstance(body.get("receipt"), str)

    @ma.post_load(pass_original=True)
    def to_dataclass(self, values: dict[str, Any], original: dict[str, Any], **_: Any) -> SubmittedSignature:
        """Return the receipt and the response."""
        return SubmittedSignature(values["receipt"], original if len(original) > 1 else None)


class NumberedAnswer(AnswerRequest):
    """A response to a request with a deal_number, complete and in JSON: it is its own receipt."""

    description = "a numbered deal, identified by its deal_number"

    deal_number = Integer(1, MAX_DEAL_NUMBER, required=True, metadata=openapi("As in the response.", 617))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a deal_number."""
        return "deal_number" in body

"""Requests of /v1/verify with the receipt of a sealed shoe, and what the caller observed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import marshmallow as ma

from service.api.schemas.fields import BoundedList, BoundedString, CardCode, Integer, JsonArray, JsonObject, Sha256
from service.api.schemas.one_of import Alternative
from service.api.schemas.requests import RequestSchema, openapi
from service.core.rng.streams import MAX_INDEX
from service.core.sealed.checks import PlayerNotes
from service.core.sealed.observations import ObservedCards
from service.core.sealed.terms import MAX_TEXT, ShoeScheme

_MAX_RUNS, _MAX_CARDS = 10_000, 100_000


@dataclass(frozen=True)
class SubmittedReceipt:
    """The receipt of a sealed shoe, the cards or integers that a player saw, the list they stand for, and notes."""

    receipt: Mapping[str, Any]
    seen: Sequence[ObservedCards] = ()
    original_items: list[Any] | None = None
    notes: PlayerNotes = field(default_factory=PlayerNotes)


def _observed(item: ma.fields.Field[Any], meaning: str, example: object) -> BoundedList:
    metadata = openapi(meaning, example)
    return BoundedList(item, 0, _MAX_CARDS, is_empty_default=False, allow_none=True, metadata=metadata)


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

    commitment = Sha256(metadata=openapi("The commitment that the player was shown before the first card."))
    client_seed = BoundedString(MAX_TEXT, metadata=openapi("The client seed, as the player gave it.", "correct horse"))
    digest = Sha256(metadata=openapi("The digest of the last response, if the player has it; not of shoe1."))
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
        """Return whether the body has a receipt that is an object, as a shoe's is, or is one itself."""
        return isinstance(body.get("receipt"), dict) or body.get("receipt") in tuple(ShoeScheme)

    @classmethod
    def read_members(cls, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a body with the receipt as a member, also of one that is the receipt itself."""
        return body if isinstance(body["receipt"], dict) else {"receipt": body}

    def build(self, values: dict[str, Any]) -> SubmittedReceipt:
        """Return the receipt as it was published, whatever generated clients do with members that are null."""
        notes = {name: values.pop(name) for name in _NOTES if name in values}
        return SubmittedReceipt(_restore_nulls(values.pop("receipt")), notes=PlayerNotes(**notes), **values)


_NOTES = tuple(note.name for note in fields(PlayerNotes))


def _restore_nulls(receipt: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a receipt with its null members, which some clients leave out, and without those that some add."""
    members = {"client_seed": None, **receipt}
    for name, optional in (("terms", "exclude"), ("drawn", "positions")):
        if isinstance(part := members.get(name), dict) and part.get(optional, ()) is None:
            members[name] = {member: value for member, value in part.items() if member != optional}
    if members.get("receipt") == ShoeScheme.SHOE2 and isinstance(drawn := members.get("drawn"), dict):
        members["drawn"] = {"in_play": None, **drawn}
    return members

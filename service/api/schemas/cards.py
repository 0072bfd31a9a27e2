"""Cards in responses: the shoe they are from, and the notation they are in."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, ClassVar

import marshmallow as ma

from service.api.schemas.fields import member
from service.api.schemas.responses import ResponseSchema, indices, optional, required
from service.core.cards.card import CardFormat
from service.core.cards.options import OPTIONS, PackOptions
from service.core.cards.shoes import Shoe
from service.core.games.deals import DealRequest
from service.core.kinds import describe

_PACKS: dict[str, ma.fields.Field[Any]] = {
    "decks": member(describe(PackOptions)["decks"][0]),
    **{
        name: (ma.fields.String if kind.type is str else ma.fields.Integer)(**optional(kind.shown))
        for name, kind in OPTIONS.items()
    },
    "exclude": member(describe(PackOptions)["exclude"][0], allow_none=True),
}


class PackFields(ResponseSchema.from_dict(_PACKS)):  # type: ignore[misc]
    """The packs of a shoe."""


class ShoeFields(PackFields):
    """The shoe: its deck, size and options."""

    deck = ma.fields.String(**required("The deck, one of /v1/decks"))
    size = ma.fields.Integer(**required("Cards in the unshuffled shoe"))


class NotationFields(ResponseSchema):
    """The notation of the cards."""

    described: ClassVar[type] = CardFormat


def cards() -> ma.fields.List[str]:
    """Return the field `cards`."""
    return ma.fields.List(ma.fields.String(), **required("The cards in the requested notation"))


class CardSequence(ResponseSchema):
    """Cards in order from the top."""

    cards = cards()
    indices = indices()


def shoe_fields(shoe: Shoe, arguments: object) -> dict[str, Any]:
    """Return the members of the shoe, and the parameters of the deal and of the notation that are not defaults."""
    members: dict[str, Any] = {"deck": shoe.deck.name, "size": len(shoe)}
    members |= shoe.options.explicit_values
    if shoe.excluded_codes:
        members["exclude"] = shoe.excluded_codes
    return members | deal_fields(arguments)


def deal_fields(arguments: object) -> dict[str, Any]:
    """Return the parameters of the deal and of the notation that are not defaults."""
    members: dict[str, Any] = {}
    for cls, defaults in _DEFAULTS.items():
        if isinstance(arguments, cls):
            values = {name: getattr(arguments, name) for name in defaults}
            members |= {name: value for name, value in values.items() if value != defaults[name]}
    return members


_DEFAULTS = {
    cls: {parameter.name: parameter.default for parameter in fields(cls) if parameter.name != "hands"}
    for cls in (DealRequest, CardFormat)
}


def cards_and_indices(labels: Sequence[Any], indices: Sequence[int], member: str = "cards") -> dict[str, Any]:
    """Return the members `cards`, or another one with the labels, and `indices` of some cards of a shoe."""
    return {member: [labels[index] for index in indices], "indices": indices}

"""Cards in answers: of which shoe they are, and how they are written."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

import marshmallow as ma

from service.api.schemas.responses import ResponseSchema, indices, optional, required
from service.core.cards.card import CardFormat, NameStyle, Notation
from service.core.cards.decks import DECKS
from service.core.cards.options import OPTIONS
from service.core.cards.shoes import Shoe
from service.core.games.deals import DealRequest

OPTION_MEMBERS: dict[str, ma.fields.Field[Any]] = {
    name: (ma.fields.String if isinstance(option.default, str) else ma.fields.Integer)(**optional(option.result))
    for name, option in OPTIONS.items()
}
"""The members for the options that some decks accept."""

_SHOE = {
    "deck": ma.fields.String(**required("The deck", enum=list(DECKS))),
    "size": ma.fields.Integer(**required("Cards in the unshuffled shoe")),
    "decks": ma.fields.Integer(**optional("Packs, if more than 1")),
    **OPTION_MEMBERS,
    "exclude": ma.fields.List(ma.fields.String(), **optional("What was taken out of every pack, if anything")),
}


class ShoeFields(ResponseSchema.from_dict(_SHOE)):  # type: ignore[misc]
    """The shoe: its deck, size and options."""


class NotationFields(ResponseSchema):
    """How cards are written."""

    notation = ma.fields.String(**optional("How the cards are written, if not as codes", enum=list(Notation)))
    name_style = ma.fields.String(**optional("Which names, if that was asked", enum=list(NameStyle)))


def cards() -> ma.fields.List[Any]:
    """A list of cards in the notation that was asked for."""
    return ma.fields.List(
        ma.fields.Raw(metadata={"type": ["string", "integer"]}),
        **required("The cards in the notation asked for"),
    )


class Cards(ResponseSchema):
    """Cards from the top."""

    cards = cards()
    indices = indices()


def shoe_fields(shoe: Shoe, asked: object) -> dict[str, Any]:
    """Which shoe, and all that was asked of it, of its deal and of its writing that is not as it is by default."""
    heading: dict[str, Any] = {"deck": shoe.deck.name, "size": len(shoe)}
    heading |= shoe.options.explicit_values
    if shoe.excluded_codes:
        heading["exclude"] = shoe.excluded_codes
    for kind, defaults in _DEFAULTS.items():
        if isinstance(asked, kind):
            heading |= {name: value for name, default in defaults.items() if (value := getattr(asked, name)) != default}
    return heading


_DEFAULTS = {
    kind: {option.name: option.default for option in fields(kind) if option.name != "hands"}
    for kind in (DealRequest, CardFormat)
}


Labels = Sequence[str] | range


def cards_and_indices(labels: Labels, indices: Sequence[int]) -> dict[str, Any]:
    """Return the members `cards` and `indices` of some cards of a shoe."""
    return {"cards": [labels[index] for index in indices], "indices": indices}


def cards_to_json(labels: Labels) -> Callable[[Sequence[int], object], dict[str, Any]]:
    """Return the function that turns the indices of a result into the members `cards` and `indices`."""
    return lambda indices, _: {"cards": [labels[index] for index in indices], "indices": indices}

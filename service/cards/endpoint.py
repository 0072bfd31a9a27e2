"""Cards in requests and responses, and their shoe."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

import marshmallow as ma

from ..core.object_types import describe
from ..http.blueprint import PathParameter
from ..http.schemas.fields import Additions, member
from ..http.schemas.request_schemas import RequestSchema
from ..http.schemas.response_schemas import ResponseSchema, indices, optional, required
from .deck import DECK_NAMES, DECKS
from .options import OPTIONS, PACK_DEFAULTS, SHOE_FIELDS, PackOptions
from .shoe import Shoe

DECK = PathParameter.of_entries(
    "deck",
    "standard",
    "The deck, such as standard: a name of /v1/decks (`list_decks`), or an alias that no other deck has.",
    DECK_NAMES,
)
SHORT_CARDS = (
    "jokers",
    "suit_order",
    "red_fives",
    "exclude",
    "only",
    "name_style",
    "notation",
)
"""Parameters of cards that are read in little time; `highest` is not one, as packs of dominoes grow fast with it."""


def _list_owners(option: str) -> str:
    """Return "Only for …" with the decks that take an option, or "" if every deck does."""
    owners = ", ".join(deck.name for deck in DECKS.values() if option in deck.options)
    return f"Only for {owners}." if owners else ""


class PackParameters(RequestSchema):
    """The packs of a shoe.

    The dataclass cannot say which decks take an option, as the table of decks is built from it.
    """

    target = PackOptions
    additions: ClassVar[Additions] = {
        name: {"note": _list_owners(name)} for name in describe(PackOptions)
    }


_PACKS: dict[str, ma.fields.Field[Any]] = {
    "decks": member(describe(PackOptions)["decks"][0]),
    **{
        name: optional(value_type.type, value_type.response_text)
        for name, value_type in OPTIONS.items()
    },
    "exclude": member(describe(PackOptions)["exclude"][0], allow_none=True),
}


class PackFields(ResponseSchema.from_dict(_PACKS)):  # type: ignore[misc]
    """The packs of a shoe."""


class PictureSize(ResponseSchema):
    """The size of the pictures of a deck, and the picture of the back."""

    width = required(
        int, "The width of each picture, in its own units: it scales to any size"
    )
    height = required(int, "The height, in the same units")
    back = required(str, "The path of the picture of the back")


class ShoeFields(PackFields):
    """The shoe: its deck, size and options."""

    deck = required(str, "The deck, one of /v1/decks")
    size = required(int, "Cards in the unshuffled shoe")


class CardSequence(ResponseSchema):
    """Cards in order from the top."""

    cards = required(list[str], "The cards in the requested notation")
    indices = indices()


def shoe_fields(shoe: Shoe) -> dict[str, Any]:
    """Return the members of a response that name its shoe."""
    excluded = {"exclude": shoe.excluded_codes} if shoe.excluded_codes else {}
    return {
        "deck": shoe.deck.name,
        "size": len(shoe),
        **shoe.options.explicit_values,
        **excluded,
    }


def resolve_packs(shoe: Shoe) -> dict[str, Any]:
    """Return the pack options of a shoe as members of its request.

    The cards that a request takes out are `exclude`, also if it names those that stay (`only`).
    """
    return {
        **dict.fromkeys(SHOE_FIELDS),
        **shoe.options.explicit_values,
        "exclude": shoe.excluded_codes,
        "only": (),
    }


def imply_packs(
    shoe: Shoe,
    defaults: Mapping[str, Any] = PACK_DEFAULTS,
    removed: Collection[str] = (),
) -> dict[str, Any]:
    """Return the pack options that a request need not name: the `defaults`, and the `removed` cards if it has no other.

    A game has defaults of its own, and takes out cards by itself.
    """
    is_usual = set(shoe.excluded_codes) == set(removed)
    return {**defaults, "exclude": shoe.excluded_codes if is_usual else ()}


def cards_and_indices(labels: Sequence[Any], indices: Sequence[int]) -> dict[str, Any]:
    """Return the cards at `indices` as two members: `cards` with their labels, and `indices`."""
    return {"cards": [labels[index] for index in indices], "indices": indices}

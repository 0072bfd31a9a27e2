"""/v1/decks: list, describe and shuffle decks; how cards and their shoe are in all requests and responses."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import marshmallow as ma
from flask import url_for

from ..capability import Capability
from ..core.limits import ITEMS_OF_AN_OBJECT
from ..core.object_types import describe
from ..core.shuffle_requests import ResultSize, prepare_shuffle
from ..http.blueprint import (
    Blueprint,
    Body,
    Example,
    Link,
    PathParameter,
    ResponseNotes,
)
from ..http.draws.response_draft import ResponseDraft
from ..http.responses import CACHE_HOUR, members_of
from ..http.results.label_results import LabelResults
from ..http.results.result_types import Json
from ..http.schemas.fields import Additions, member
from ..http.schemas.provenance import ShuffleProvenance, algorithm_fields
from ..http.schemas.request_schemas import NoParameters, RequestSchema, ShuffledDraw
from ..http.schemas.response_schemas import (
    ResponseSchema,
    indices,
    optional,
    required,
    response_schemas,
)
from ..http.services import hold_large, services
from ..http.short import PLAIN_DRAW, ShortQueries
from ..verdicts.results_left import ResultsLeft
from .card import CardFormat, CardNames
from .deck import DECK_NAMES, DECKS, get_deck
from .options import OPTIONS, PACK_DEFAULTS, SHOE_FIELDS, PackOptions
from .pictures import find_pictures, picture_size
from .shoe import Shoe, build_shoe, card_labels, label_cards, resolve_name_style

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


class NameStyleParameters(RequestSchema):
    """The style of card names, `name_style`."""

    target: ClassVar[type] = CardNames


class NotationParameters(NameStyleParameters):
    """How a response writes cards: `notation` and `name_style`."""

    target: ClassVar[type] = CardFormat


class PackParameters(RequestSchema):
    """The packs of a shoe.

    The dataclass cannot say which decks take an option, as the table of decks is built from it.
    """

    target: ClassVar[type] = PackOptions
    additions: ClassVar[Additions] = {
        name: {"note": _list_owners(name)} for name in describe(PackOptions)
    }


_PACKS: dict[str, ma.fields.Field[Any]] = (
    {"decks": member(describe(PackOptions)["decks"][0])}
    | {
        name: optional(value_type.type, value_type.response_text)
        for name, value_type in OPTIONS.items()
    }
    | {"exclude": member(describe(PackOptions)["exclude"][0], allow_none=True)}
)


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
    """Return the members of a response that name its shoe: {"deck": "standard", "size": 54, "jokers": 2}."""
    members: dict[str, Any] = {"deck": shoe.deck.name, "size": len(shoe)}
    members |= shoe.options.explicit_values
    if shoe.excluded_codes:
        members["exclude"] = shoe.excluded_codes
    return members


def resolve_packs(shoe: Shoe) -> dict[str, Any]:
    """Return the pack options of a shoe as members of its request.

    The cards that a request takes out are `exclude`, also if it names those that stay (`only`).
    """
    members: dict[str, Any] = dict.fromkeys(SHOE_FIELDS)
    members |= shoe.options.explicit_values
    members["exclude"] = shoe.excluded_codes
    members["only"] = ()
    return members


def imply_packs(
    shoe: Shoe,
    defaults: Mapping[str, Any] = PACK_DEFAULTS,
    removed: Collection[str] = (),
) -> dict[str, Any]:
    """Return the pack options that a request need not name, by name.

    These are the `defaults`, and `exclude` if the shoe is without exactly the `removed` cards. A game has its own
    defaults, and removes cards by itself.
    """
    is_usual = set(shoe.excluded_codes) == set(removed)
    return dict(defaults) | {"exclude": shoe.excluded_codes if is_usual else ()}


def cards_and_indices(labels: Sequence[Any], indices: Sequence[int]) -> dict[str, Any]:
    """Return the cards at `indices` as two members: `cards` with their labels, and `indices`."""
    return {"cards": [labels[index] for index in indices], "indices": indices}


blueprint = Blueprint(
    "decks",
    "/v1/decks",
    "Decks of cards and sets of tiles: described, shuffled and dealt",
    (DECK,),
)


@dataclass(frozen=True, kw_only=True)
class DeckOptions(CardNames, PackOptions):
    """The arguments of a description."""


@dataclass(frozen=True, kw_only=True)
class DeckShuffle(CardFormat, ResultSize, ShuffledDraw, PackOptions):
    """The arguments of a shuffle."""


class DeckRequest(RequestSchema):
    """The parameters of a description."""

    target = DeckOptions


class DeckShuffleRequest(RequestSchema):
    """The parameters of a shuffle."""

    target = DeckShuffle


class DeckSummary(ResponseSchema):
    """A deck in the list."""

    deck = required(str, "The name in paths")
    title = required(str, "A description")
    size = required(int, "The number of cards in one pack with default options")
    options = required(
        list[str], "The parameters that this deck takes and not every deck does"
    )
    aliases = required(list[str], "Its other names")
    source = required(str, "The source of the facts")
    picture = required(
        PictureSize, "The size of its pictures, and the picture of the back"
    )


class DeckList(ResponseSchema):
    """The decks."""

    decks = required(list[DeckSummary], "Every deck")


class CardRecord(ResponseSchema):
    """A card."""

    index = required(int, "The position in the unshuffled shoe, from 0; unique")
    code = required(str, "The code, such as AS")
    name = required(str, "The name in English")
    unicode = required(str | None, "The Unicode character, or null")
    rank = required(str, "The rank")
    suit = required(str | None, "The suit, or null (a joker, a ball)")
    value = required(
        int | None, "The number on it or its rank as a number, ace 1 … king 13, or null"
    )
    number = required(int, "The number in a full pack, from 0")
    copy = required(int, "The number among identical cards, from 1")
    image = required(str, "The path of the picture")


class DeckDescription(ShoeFields):
    """The cards of a deck in unshuffled order."""

    picture = required(
        PictureSize, "The size of its pictures, and the picture of the back"
    )
    cards = required(list[CardRecord], "Every card in unshuffled order")


class Shuffled(ShuffleProvenance, ShoeFields):
    """A shuffled shoe."""


_FIRST = {"deck": "$response.body#/decks/0/deck"}


@blueprint.api_endpoint(
    "",
    response=DeckList,
    cache=CACHE_HOUR,
    notes=ResponseNotes(
        links={
            "Describe": Link("describe_deck", "The cards of the first deck.", _FIRST),
            "Shuffle": Link("shuffle_deck", "The first deck, shuffled.", _FIRST),
        }
    ),
)
def list_decks(_: NoParameters) -> Body:
    """List the decks.

    Each has its size, the parameters that it takes and not every deck does, and the source of its facts.
    """
    return {"decks": [_summarize_deck(name) for name in DECKS]}


def _summarize_deck(name: str) -> Json:
    """Return a `DeckSummary`."""
    facts = members_of(DECKS[name], "title", "size", "options", "aliases", "source")
    return {"deck": name} | facts | {"picture": _describe_pictures(name)}


@blueprint.api_endpoint(
    "/<deck>",
    arguments=DeckRequest,
    response=DeckDescription,
    cache=CACHE_HOUR,
    example=Example({"exclude": "2S,2H"}),
    notes=ResponseNotes(
        links={
            "Shuffle": Link(
                "shuffle_deck", "The deck, shuffled.", {"deck": "$response.body#/deck"}
            )
        }
    ),
)
def describe_deck(args: DeckOptions, deck: str) -> Body:
    """Describe a deck, card by card, in unshuffled order.

    Each card has its code, names, rank, suit, value and picture. Shuffles and deals with the same parameters refer to
    its index in their member `indices`.
    """
    shoe = build_shoe(get_deck(deck), args)
    hold_large(len(shoe) * ITEMS_OF_AN_OBJECT)
    style = resolve_name_style(shoe.deck, args.name_style)
    picture_numbers = find_pictures(deck)  # by the code of a card
    folder = url_for("decks.describe_deck", deck=deck)
    records = []
    for index, card in enumerate(shoe):
        record: Json = {"index": index, "code": card.code}
        record["name"] = card.display_name(style)
        record |= members_of(card, "unicode", "rank", "suit", "value", "number", "copy")
        record["image"] = f"{folder}/pictures/{picture_numbers[card.code]}.svg"
        records.append(record)
    return shoe_fields(shoe) | {"picture": _describe_pictures(deck), "cards": records}


def _describe_pictures(deck: str) -> Json:
    """Return the width and height of a deck's pictures, and the path of the picture of the back."""
    size = picture_size(deck)
    folder = url_for("decks.describe_deck", deck=deck)
    return size._asdict() | {"back": f"{folder}/back.svg"}


def count_cards(deck: str, *, decks: int = 1) -> int:
    """Return the cards of a shoe, by the path and the parameters of these names."""
    return DECKS[deck].size * decks


@blueprint.draw_endpoint(
    "/<deck>/shuffle",
    arguments=DeckShuffleRequest,
    response=response_schemas(Shuffled, CardSequence, "ShuffledDeck"),
    has_table=True,
    example=Example({"seed": "42", "count": 5}),
    short=ShortQueries(count_cards, (*PLAIN_DRAW, *SHORT_CARDS, "count")),
)
def shuffle_deck(args: DeckShuffle, deck: str) -> ResponseDraft:
    """Shuffle a deck, and take all of it or the first cards from the top.

    With a seed the response is the same for ever; without one every request draws anew from the operating system.
    """
    shoe = build_shoe(get_deck(deck), args)
    labels = card_labels(shoe, args.notation, args.name_style)
    sampler = prepare_shuffle(len(shoe), args, services().allowed.limits, args.count)
    everyone = range(len(shoe))
    return ResponseDraft(
        sampler,
        common=shoe_fields(shoe) | algorithm_fields(args),
        results=LabelResults("cards", labels),
        request=replace(args, count=sampler.count, **resolve_packs(shoe)),
        implied={"count": len(shoe)} | imply_packs(shoe),
        find_results_left=lambda *_: ResultsLeft(label_cards(shoe).are_alike(everyone)),
    )


CARDS = Capability(
    "cards", blueprints=(blueprint,), forms={"decks/shuffle": DeckShuffleRequest}
)

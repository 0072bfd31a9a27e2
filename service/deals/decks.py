"""/v1/decks: list, describe, shuffle and deal decks."""

from dataclasses import dataclass, replace

from flask import url_for

from ..cards.card import CardFormat, CardNames
from ..cards.deck import DECKS, get_deck
from ..cards.endpoint import (
    DECK,
    SHORT_CARDS,
    CardSequence,
    PackParameters,
    PictureSize,
    ShoeFields,
    imply_packs,
    resolve_packs,
    shoe_fields,
)
from ..cards.options import PackOptions
from ..cards.pictures import find_pictures, picture_size
from ..cards.shoe import build_shoe, card_labels, resolve_name_style
from ..core.limits import ITEMS_OF_AN_OBJECT
from ..core.results_left import ResultsLeft
from ..core.shuffles.samplers import prepare_shuffle
from ..games.dealing import DealRequest, build_procedure, set_up_deals
from ..games.game import Table
from ..http.blueprint import Blueprint, Body, Example, Link
from ..http.response_draft import ResponseDraft
from ..http.responses import CACHE_HOUR, members_of
from ..http.results import CardResults, Json
from ..http.schemas.provenance import ShuffleProvenance, algorithm_fields
from ..http.schemas.request_schemas import NoParameters, ShuffledDraw, request_schema
from ..http.schemas.response_schemas import (
    ResponseSchema,
    list_schema,
    required,
    response_schemas,
)
from ..http.services import hold_large, services
from ..http.short import PLAIN_DRAW, ShortQueries
from ..integers.integer_draws import ResultSize
from .conditional_deals import DealConditions, DealConditionsFields
from .deal_results import (
    DealResults,
    add_hands,
    check_hands,
    count_deals,
    given_fields,
    label_cards,
    read_search,
    resolve_conditions,
)

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


DeckShuffleRequest = request_schema("DeckShuffleRequest", DeckShuffle, PackParameters)


@dataclass(frozen=True, kw_only=True)
class DeckDeal(DealConditions, CardFormat, ShuffledDraw, PackOptions, DealRequest):
    """The arguments of a deal."""


DeckDealQuery = request_schema(
    "DeckDealQuery", DeckDeal, PackParameters, without=DealConditions
)


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


class Hand(CardSequence):
    """One hand."""

    seat = required(str, "The number of the seat, from 1 at the dealer's left")


class Pile(CardSequence):
    """One pile, from the top."""

    name = required(str, "burns or stock", enum=["burns", "stock"])


class Hands(ResponseSchema):
    """Hands and piles; every card is in exactly one."""

    hands = required(list[Hand], "A hand for each seat")
    piles = required(list[Pile], "The burned cards, if any, and the stock")


class Shuffled(ShuffleProvenance, ShoeFields):
    """A shuffled shoe."""


class Dealt(DealConditionsFields, Shuffled):
    """A shuffled and dealt shoe."""


_FIRST = {"deck": "$response.body#/decks/0/deck"}


@blueprint.api_endpoint(
    "",
    response=list_schema("DeckList", "decks", DeckSummary, "Every deck"),
    cache=CACHE_HOUR,
    links={
        "Describe": Link("describe_deck", "The cards of the first deck.", _FIRST),
        "Shuffle": Link("shuffle_deck", "The first deck, shuffled.", _FIRST),
    },
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
    arguments=request_schema("DeckRequest", DeckOptions, PackParameters),
    response=DeckDescription,
    cache=CACHE_HOUR,
    example=Example({"exclude": "2S,2H"}),
    links={
        "Shuffle": Link(
            "shuffle_deck", "The deck, shuffled.", {"deck": "$response.body#/deck"}
        )
    },
)
def describe_deck(args: DeckOptions, deck: str) -> Body:
    """Describe a deck, card by card, in unshuffled order.

    Each card has its code, names, rank, suit, value and picture. Shuffles and deals with the same parameters refer to
    its index in their member `indices`.
    """
    shoe = build_shoe(get_deck(deck), args)
    hold_large(len(shoe) * ITEMS_OF_AN_OBJECT)
    style = resolve_name_style(shoe.deck, args.name_style)
    numbers = find_pictures(deck)  # of its picture, by the code of a card
    folder = url_for("decks.describe_deck", deck=deck)
    records = []
    for index, card in enumerate(shoe):
        record: Json = {"index": index, "code": card.code}
        record["name"] = card.display_name(style)
        record |= members_of(card, "unicode", "rank", "suit", "value", "number", "copy")
        record["image"] = f"{folder}/pictures/{numbers[card.code]}.svg"
        records.append(record)
    return shoe_fields(shoe) | {"picture": _describe_pictures(deck), "cards": records}


def _describe_pictures(deck: str) -> Json:
    """Return the width and height of a deck's pictures, and the path of the picture of the back."""
    size = picture_size(deck)
    folder = url_for("decks.describe_deck", deck=deck)
    return size._asdict() | {"back": f"{folder}/back.svg"}


def _count_cards(deck: str, *, decks: int = 1) -> int:
    """Return the cards of a shoe, by the path and the parameters of these names."""
    return DECKS[deck].size * decks


@blueprint.draw_endpoint(
    "/<deck>/shuffle",
    arguments=DeckShuffleRequest,
    response=response_schemas(Shuffled, CardSequence, "ShuffledDeck"),
    has_table=True,
    example=Example({"seed": "42", "count": 5}),
    short=ShortQueries(_count_cards, (*PLAIN_DRAW, *SHORT_CARDS, "count")),
)
def shuffle_deck(args: DeckShuffle, deck: str) -> ResponseDraft:
    """Shuffle a deck, and take all of it or the first cards from the top.

    With a seed the response is the same for ever; without one every request draws anew from the operating system.
    """
    shoe = build_shoe(get_deck(deck), args)
    labels = card_labels(shoe, args.notation, args.name_style)
    sampler = prepare_shuffle(len(shoe), args, services().limits, args.count)
    everyone = range(len(shoe))
    return ResponseDraft(
        sampler,
        common=shoe_fields(shoe) | algorithm_fields(args),
        results=CardResults(labels),
        request=replace(args, count=sampler.count, **resolve_packs(shoe)),
        implied={"count": len(shoe)} | imply_packs(shoe),
        count_results=lambda *_: ResultsLeft(label_cards(shoe).are_alike(everyone)),
    )


def _count_dealt(deck: str, *, hands: int = 1, decks: int = 1) -> int:
    """Return the steps of a deal, by the path and the parameters of these names."""
    return _count_cards(deck, decks=decks) + ITEMS_OF_AN_OBJECT * hands


@blueprint.draw_endpoint(
    "/<deck>/deal",
    arguments=DeckDealQuery,
    body_arguments=request_schema("DeckDealRequest", DeckDeal, PackParameters),
    response=response_schemas(Dealt, Hands, "DealtDeck"),
    example=Example({"hands": 2, "cards": 5, "burn": 1, "seed": "42"}),
    short=ShortQueries(
        _count_dealt, (*PLAIN_DRAW, *SHORT_CARDS, "cards", "packets", "burn")
    ),
    results=lambda _: DealResults,
)
def deal_deck(args: DeckDeal, deck: str) -> ResponseDraft:
    """Shuffle a deck and deal it round the table from the top.

    The hands of a table of your own have one size or come in packets, after cards that are burned. The pile `stock`
    has the cards that are left. A game that is dealt in another way may be in `/v1/games`.
    """
    shoe = build_shoe(get_deck(deck), args)
    labels = card_labels(shoe, args.notation, args.name_style)
    services().limits.check_items(len(shoe), "decks")
    check_hands(args, len(shoe))
    procedure = build_procedure(args, len(shoe))
    deals = set_up_deals(Table(shoe=shoe, procedure=procedure), args.given)
    sampler = deals.sampler(args, services().limits)
    search = read_search(args, deals, sampler)  # None without `where`
    request = replace(
        args, **resolve_packs(shoe), **resolve_conditions(args, deals, search)
    )
    return ResponseDraft(
        add_hands(sampler, args.hands),
        common=shoe_fields(shoe) | given_fields(deals) | algorithm_fields(args),
        results=DealResults(deals, labels),
        search=search,
        request=request,
        implied=imply_packs(shoe),
        count_results=lambda labels, deal, _: count_deals(deals, labels, deal),
    )

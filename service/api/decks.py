"""/v1/decks: the decks there are, shuffled and dealt."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import marshmallow as ma

from service.api.blueprint import Blueprint, Body, Example, settings
from service.api.parameters import (
    Asks,
    CountField,
    DealFields,
    NameStyleField,
    Nothing,
    PackFields,
    ShuffleFields,
    WritingFields,
)
from service.api.provenance import Provenance, indices, member, optional, provenance
from service.api.rendering import AN_HOUR
from service.core.cards import NameStyle, Writing
from service.core.deals import Table, deal
from service.core.decks import DECKS, Packs, Shoe, deck_named, lay_out, name_style, written
from service.core.permutations import Shuffling, permute

decks = Blueprint("decks", "/v1/decks", "Decks of cards and sets of tiles: described, shuffled and dealt")

DECK = ({"in": "path", "name": "deck", "schema": {"type": "string", "enum": list(DECKS)}, "example": "standard"},)


@dataclass(frozen=True, kw_only=True)
class Listing(Packs):
    """What is asked of a deck's description."""

    name_style: NameStyle | None = None


class ListingQuery(NameStyleField, PackFields):
    """A deck's description."""

    makes = Listing


@dataclass(frozen=True, kw_only=True)
class DeckShuffle(Packs, Shuffling, Writing):
    """What is asked of a shuffled deck."""

    count: int | None = None


class DeckShuffleQuery(WritingFields, CountField, ShuffleFields, PackFields):
    """A shuffled deck."""

    makes = DeckShuffle


@dataclass(frozen=True, kw_only=True)
class DeckDeal(Packs, Shuffling, Writing, Table):
    """What is asked of a deal."""


class DeckDealQuery(WritingFields, ShuffleFields, PackFields, DealFields):
    """A deal."""

    makes = DeckDeal


class DeckSummary(ma.Schema):
    """A deck in the list."""

    deck = ma.fields.String(**member("Its name in paths", enum=list(DECKS)))
    title = ma.fields.String(**member("What it is"))
    size = ma.fields.Integer(**member("Cards in one pack by default"))
    options = ma.fields.List(ma.fields.String(), **member("Parameters that fit this deck and not every deck"))
    source = ma.fields.String(**member("Where the facts are from"))


class DeckList(ma.Schema):
    """The decks."""

    decks = ma.fields.List(ma.fields.Nested(DeckSummary), **member("Every deck"))


class CardRecord(ma.Schema):
    """A card."""

    index = ma.fields.Integer(**member("Its place in the unshuffled shoe, from 0; unique"))
    code = ma.fields.String(**member("Its code, such as AS"))
    name = ma.fields.String(**member("Its name in English"))
    unicode = ma.fields.String(**member("Its Unicode character"))
    rank = ma.fields.String(**member("Its rank"))
    suit = ma.fields.String(allow_none=True, **member("Its suit, null for a joker"))
    value = ma.fields.Integer(allow_none=True, **member("What it counts in its suit: ace 1 … king 13; null if nothing"))
    number = ma.fields.Integer(**member("Its number in a full pack, from 0"))
    copy = ma.fields.Integer(**member("Which of several identical cards it is, from 1"))


class Laid(ma.Schema):
    """Which shoe."""

    deck = ma.fields.String(**member("The deck", enum=list(DECKS)))
    size = ma.fields.Integer(**member("Cards in the unshuffled shoe"))
    decks = ma.fields.Integer(**optional("Packs, if more than 1"))
    jokers = ma.fields.Integer(**optional("Jokers a pack, if any"))
    suit_order = ma.fields.String(**optional("The suits of the unshuffled pack, if not SHDC"))
    exclude = ma.fields.List(  # type: ignore[assignment]
        ma.fields.String(), **optional("What was taken out of every pack, if anything")
    )


class DeckDescription(Laid):
    """A deck's cards in unshuffled order."""

    cards = ma.fields.List(ma.fields.Nested(CardRecord), **member("Every card in unshuffled order"))


def cards() -> ma.fields.List[Any]:
    """A list of cards in the notation that was asked for."""
    return ma.fields.List(
        ma.fields.Raw(metadata={"type": ["string", "integer"]}),
        **member("The cards in the notation asked for"),
    )


class ShuffledDeck(Provenance, Laid):
    """A shuffled deck, from the top."""

    cards = cards()
    indices = indices()


class Hand(ma.Schema):
    """One hand."""

    seat = ma.fields.Integer(**member("From 1 at the dealer's left"))
    cards = cards()
    indices = indices()


class Pile(ma.Schema):
    """One pile, from the top."""

    name = ma.fields.String(**member("burns or stock", enum=["burns", "stock"]))
    cards = cards()
    indices = indices()


class DealtDeck(Provenance, Laid):
    """The hands and piles of a deal; every card is in exactly one."""

    hands = ma.fields.List(ma.fields.Nested(Hand), **member("One for each seat"))
    piles = ma.fields.List(ma.fields.Nested(Pile), **member("The burned cards, if any, and the stock"))


@decks.endpoint("", asks=Asks, answers=DeckList, methods=("GET",), caching=AN_HOUR, example=Example())
def list_decks(_: Nothing) -> Body:
    """List the decks."""
    every = [
        {"deck": d.name, "title": d.title, "size": d.size, "options": d.options, "source": d.source}
        for d in DECKS.values()
    ]
    return {"decks": every}


@decks.endpoint(
    "/<deck>",
    asks=ListingQuery,
    answers=DeckDescription,
    methods=("GET",),
    caching=AN_HOUR,
    path=DECK,
    example=Example({"exclude": "2S,2H"}, path={"deck": "standard"}),
)
def describe_deck(asked: Listing, deck: str) -> Body:
    """Describe a deck, card by card, in unshuffled order."""
    shoe = lay_out(deck_named(deck), asked)
    style = name_style(shoe.deck, asked.name_style)
    cards = [
        {
            "index": index,
            "code": card.code,
            "name": card.called(style),
            "unicode": card.unicode,
            "rank": card.rank,
            "suit": card.suit,
            "value": card.value,
            "number": card.number,
            "copy": card.copy,
        }
        for index, card in enumerate(shoe)
    ]
    return laid(shoe, asked) | {"cards": cards}


@decks.endpoint(
    "/<deck>/shuffle",
    asks=DeckShuffleQuery,
    answers=ShuffledDeck,
    path=DECK,
    example=Example({"seed": "42", "count": 5}, path={"deck": "standard"}),
)
def shuffle_deck(asked: DeckShuffle, deck: str) -> Body:
    """Shuffle a deck, and take all of it or the first cards from the top."""
    shoe = lay_out(deck_named(deck), asked)
    order = permute(len(shoe), asked, settings().limits, asked.count)
    return laid(shoe, asked) | provenance(asked, order.draws) | held(shoe, asked, order.indices)


@decks.endpoint(
    "/<deck>/deal",
    asks=DeckDealQuery,
    answers=DealtDeck,
    path=DECK,
    example=Example({"hands": 2, "cards": 5, "burn": 1, "seed": "42"}, path={"deck": "standard"}),
)
def deal_deck(asked: DeckDeal, deck: str) -> Body:
    """Shuffle a deck and deal it round the table from the top."""
    shoe = lay_out(deck_named(deck), asked)
    settings().limits.allow(len(shoe), "decks")
    order = permute(len(shoe), asked, settings().limits)
    dealt = deal(order.indices, asked)
    hands = [{"seat": seat} | held(shoe, asked, hand) for seat, hand in enumerate(dealt.hands, start=1)]
    piles = [{"name": name} | held(shoe, asked, pile) for name, pile in dealt.piles.items()]
    return laid(shoe, asked) | provenance(asked, order.draws) | {"hands": hands, "piles": piles}


def laid(shoe: Shoe, asked: Packs) -> dict[str, Any]:
    """The members of `Laid`: what is as it is by default is not said."""
    said = {option.name: getattr(asked, option.name) for option in fields(Packs)} | {"exclude": shoe.excluded}
    unusual = {option.name: said[option.name] for option in fields(Packs) if said[option.name] != option.default}
    return {"deck": shoe.deck.name, "size": len(shoe)} | unusual


def held(shoe: Shoe, asked: Writing, places: Sequence[int]) -> dict[str, Any]:
    """Some cards of a shoe, written as asked, and their indices."""
    text = written(shoe, asked)
    return {"cards": [text[place] for place in places], "indices": places}

"""/v1/decks: the decks there are, shuffled and dealt."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import marshmallow as ma

from service.api.answers import Answer, answers, indices, member, optional
from service.api.blueprint import Blueprint, Body, Example
from service.api.columns import cards_column
from service.api.drawings import Drawing, Told, Which
from service.api.handlers import limits
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
from service.api.provenance import Provenance, algorithm
from service.api.rendering import AN_HOUR
from service.core.cards import NameStyle, Notation, Writing
from service.core.deals import Table, procedure
from service.core.decks import DECKS, Packs, Shoe, deck_named, lay_out, name_style, written
from service.core.permutations import Shuffling, plan
from service.core.procedures import together

decks = Blueprint("decks", "/v1/decks", "Decks of cards and sets of tiles: described, shuffled and dealt")

DECK = ({"in": "path", "name": "deck", "schema": {"type": "string", "enum": list(DECKS)}, "example": "standard"},)


@dataclass(frozen=True, kw_only=True)
class Listing(Packs):
    """What is asked of a deck's description."""

    name_style: NameStyle | None = None


class ListingRequest(NameStyleField, PackFields):
    """A deck's description."""

    makes = Listing


@dataclass(frozen=True, kw_only=True)
class DeckShuffle(Packs, Shuffling, Writing):
    """What is asked of a shuffled deck."""

    count: int | None = None


class DeckShuffleRequest(WritingFields, CountField, ShuffleFields, PackFields):
    """A shuffled deck."""

    makes = DeckShuffle


@dataclass(frozen=True, kw_only=True)
class DeckDeal(Packs, Shuffling, Writing, Table):
    """What is asked of a deal."""


class DeckDealRequest(WritingFields, ShuffleFields, PackFields, DealFields):
    """A deal."""

    makes = DeckDeal


class DeckSummary(Answer):
    """A deck in the list."""

    deck = ma.fields.String(**member("Its name in paths", enum=list(DECKS)))
    title = ma.fields.String(**member("What it is"))
    size = ma.fields.Integer(**member("Cards in one pack by default"))
    options = ma.fields.List(ma.fields.String(), **member("Parameters that fit this deck and not every deck"))
    source = ma.fields.String(**member("Where the facts are from"))


class DeckList(Answer):
    """The decks."""

    decks = ma.fields.List(ma.fields.Nested(DeckSummary), **member("Every deck"))


class CardRecord(Answer):
    """A card."""

    index = ma.fields.Integer(**member("Its place in the unshuffled shoe, from 0; unique"))
    code = ma.fields.String(**member("Its code, such as AS"))
    name = ma.fields.String(**member("Its name in English"))
    unicode = ma.fields.String(allow_none=True, **member("Its Unicode character, null where there is none"))
    rank = ma.fields.String(**member("Its rank"))
    suit = ma.fields.String(allow_none=True, **member("Its suit, null where it has none (a joker, a ball)"))
    value = ma.fields.Integer(
        allow_none=True, **member("The number on it or what it counts: ace 1 … king 13; null if nothing")
    )
    number = ma.fields.Integer(**member("Its number in a full pack, from 0"))
    copy = ma.fields.Integer(**member("Which of several identical cards it is, from 1"))


class Laid(Answer):
    """Which shoe."""

    deck = ma.fields.String(**member("The deck", enum=list(DECKS)))
    size = ma.fields.Integer(**member("Cards in the unshuffled shoe"))
    decks = ma.fields.Integer(**optional("Packs, if more than 1"))
    jokers = ma.fields.Integer(**optional("Jokers a pack, if that was asked"))
    suit_order = ma.fields.String(**optional("The suits of the unshuffled pack, if that was asked"))
    red_fives = ma.fields.Integer(**optional("Red fives a set, if that was asked"))
    highest = ma.fields.Integer(**optional("The most pips on an end, if that was asked"))
    exclude = ma.fields.List(  # type: ignore[assignment]
        ma.fields.String(), **optional("What was taken out of every pack, if anything")
    )


class Written(Answer):
    """How cards are written."""

    notation = ma.fields.String(**optional("How the cards are written, if not as codes", enum=list(Notation)))
    name_style = ma.fields.String(**optional("Which names, if that was asked", enum=list(NameStyle)))


class DeckDescription(Laid):
    """A deck's cards in unshuffled order."""

    cards = ma.fields.List(ma.fields.Nested(CardRecord), **member("Every card in unshuffled order"))


def cards() -> ma.fields.List[Any]:
    """A list of cards in the notation that was asked for."""
    return ma.fields.List(
        ma.fields.Raw(metadata={"type": ["string", "integer"]}),
        **member("The cards in the notation asked for"),
    )


class Cards(Answer):
    """Cards from the top."""

    cards = cards()
    indices = indices()


class Hand(Cards):
    """One hand."""

    seat = ma.fields.Integer(**member("From 1 at the dealer's left"))


class Pile(Cards):
    """One pile, from the top."""

    name = ma.fields.String(**member("burns or stock", enum=["burns", "stock"]))


class Hands(Answer):
    """Hands and piles; every card is in exactly one."""

    hands = ma.fields.List(ma.fields.Nested(Hand), **member("One for each seat"))
    piles = ma.fields.List(ma.fields.Nested(Pile), **member("The burned cards, if any, and the stock"))


class Shuffled(Provenance, Written, Laid):
    """A shoe, shuffled."""


class Dealt(Shuffled):
    """A shoe, shuffled and dealt."""

    cards = ma.fields.Integer(**optional("Cards in each hand, if that was asked"))
    packets = ma.fields.List(ma.fields.Integer(), **optional("Cards given at once, if not one at a time"))
    burn = ma.fields.Integer(**optional("Cards burned, if any"))


@decks.resource("", asks=Asks, answers=DeckList, caching=AN_HOUR, example=Example())
def list_decks(_: Nothing) -> Body:
    """List the decks."""
    every = [
        {"deck": d.name, "title": d.title, "size": d.size, "options": d.options, "source": d.source}
        for d in DECKS.values()
    ]
    return {"decks": every}


@decks.resource(
    "/<deck>",
    asks=ListingRequest,
    answers=DeckDescription,
    caching=AN_HOUR,
    path=DECK,
    example=Example({"exclude": "2S,2H"}, path={"deck": "standard"}),
)
def describe_deck(asked: Listing, deck: str) -> Body:
    """Describe a deck, card by card, in unshuffled order."""
    shoe = lay_out(deck_named(deck), asked)
    style = name_style(shoe.deck, asked.name_style)
    records = [
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
    return laid(shoe, asked) | {"cards": records}


@decks.drawing(
    "/<deck>/shuffle",
    asks=DeckShuffleRequest,
    answers=answers(Shuffled, Cards, "ShuffledDeck"),
    path=DECK,
    example=Example({"seed": "42", "count": 5}, path={"deck": "standard"}),
)
def shuffle_deck(asked: DeckShuffle, deck: str) -> Drawing:
    """Shuffle a deck, and take all of it or the first cards from the top."""
    shoe = lay_out(deck_named(deck), asked)
    text = written(shoe, asked)
    return Drawing(
        plan(len(shoe), asked, limits(), asked.count),
        heading=laid(shoe, asked) | algorithm(asked),
        tell=lambda places, _: held(text, places),
        columns=lambda rows: {"cards": cards_column(shoe, asked, rows), "indices": rows},
        weight=len(shoe),
    )


@decks.drawing(
    "/<deck>/deal",
    asks=DeckDealRequest,
    answers=answers(Dealt, Hands, "DealtDeck"),
    path=DECK,
    example=Example({"hands": 2, "cards": 5, "burn": 1, "seed": "42"}, path={"deck": "standard"}),
)
def deal_deck(asked: DeckDeal, deck: str) -> Drawing:
    """Shuffle a deck and deal it round the table from the top."""
    shoe = lay_out(deck_named(deck), asked)
    text = written(shoe, asked)
    limits().allow(len(shoe), "decks")
    places = procedure(asked, len(shoe)).deal(range(len(shoe)))

    def tell(order: Sequence[int], _: Which) -> Told:
        dealt = places.placed(order)
        hands = [{"seat": seat} | held(text, together(hand)) for seat, hand in enumerate(dealt.hands.values(), start=1)]
        piles = [{"name": name} | held(text, together(pile)) for name, pile in dealt.piles.items()]
        return {"hands": hands, "piles": piles}

    return Drawing(
        plan(len(shoe), asked, limits()),
        heading=laid(shoe, asked) | algorithm(asked),
        tell=tell,
        weight=len(shoe),
        parts=lambda told: [held["cards"] for held in (*told["hands"], *told["piles"])],
    )


def laid(shoe: Shoe, asked: object) -> dict[str, Any]:
    """Which shoe, and all that was asked of it, of its deal and of its writing that is not as it is by default."""
    heading: dict[str, Any] = {"deck": shoe.deck.name, "size": len(shoe)}
    heading |= {option: value for option in _OPTIONS if (value := getattr(shoe.asked, option)) is not None}
    if shoe.excluded:
        heading["exclude"] = shoe.excluded
    for kind, defaults in _DEFAULTS.items():
        if isinstance(asked, kind):
            heading |= {name: value for name, default in defaults.items() if (value := getattr(asked, name)) != default}
    return heading


_OPTIONS = tuple(option.name for option in fields(Packs) if option.name != "exclude")
_DEFAULTS = {
    kind: {option.name: option.default for option in fields(kind) if option.name != "hands"}
    for kind in (Table, Writing)
}


def held(text: Sequence[str] | range, places: Sequence[int]) -> Told:
    """Some cards of a shoe as they are written, and their indices."""
    return {"cards": [text[place] for place in places], "indices": places}

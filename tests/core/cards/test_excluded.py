"""The cards that are taken out of a pack: `exclude`, and `only`, by card, suit or rank."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from service.core.cards.card import Card
from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions
from service.core.cards.shoes import build_shoe
from service.core.errors import Refused
from tests.tables import for_each


def codes(deck: str, **options: Any) -> list[str]:
    return [card.code for card in build_shoe(DECKS[deck], PackOptions(**options)).pack]


def cards(deck: str, **options: Any) -> Sequence[Card]:
    return build_shoe(DECKS[deck], PackOptions(**options)).pack


@for_each(
    ("deck", "text", "is_meant"),
    [
        ("standard", "hearts", lambda card: card.suit == "hearts"),
        ("standard", "SPADE", lambda card: card.suit == "spades"),
        ("standard", "K", lambda card: card.rank == "K"),
        ("standard", "king", lambda card: card.rank == "K"),
        ("standard", "Tens", lambda card: card.rank == "T"),
        ("standard", "10", lambda card: card.rank == "T"),
        ("standard", "sixes", lambda card: card.rank == "6"),
        ("standard", "deuces", lambda card: card.rank == "2"),
        ("standard", "7s", lambda card: card.code == "7S"),
        ("standard", "jokers", lambda card: card.rank == "joker"),
        ("standard", "joker", lambda card: card.rank == "joker"),
        ("german36", "leaves", lambda card: card.suit == "leaves"),
        ("german36", "unters", lambda card: card.rank == "U"),
        ("swiss36", "banners", lambda card: card.rank == "T"),
        ("spanish48", "knights", lambda card: card.rank == "N"),
        ("spanish48", "8", lambda card: card.rank == "8"),
        ("tarot", "trumps", lambda card: card.suit == "trumps"),
        ("hanafuda", "cherry", lambda card: card.suit == "cherry"),
        ("hanafuda", "brights", lambda card: card.rank == "bright"),
        ("mahjong", "winds", lambda card: card.suit == "winds"),
        ("mahjong", "dot", lambda card: card.suit == "dots"),
        ("mahjong", "east", lambda card: card.rank == "east"),
        ("american_mahjong", "flowers", lambda card: card.code == "FL"),
        ("riichi", "fives", lambda card: card.rank == "5"),
        ("riichi", "E", lambda card: card.code == "1z"),
        ("wild_colours", "red", lambda card: card.suit == "red"),
        ("wild_colours", "draw_two", lambda card: card.rank == "draw two"),
        ("tichu", "1", lambda card: card.code == "MJ"),
        ("euromillions", "lucky star", lambda card: card.suit == "lucky star"),
        ("keno", "7", lambda card: card.code == "7"),
    ],
)
def test_a_text_stands_for_a_card_or_else_for_a_suit_or_a_rank(
    deck: str, text: str, is_meant: Callable[[Card], bool]
) -> None:
    options = {"jokers": 3} if text.startswith("joker") else {"red_fives": 3} if deck == "riichi" else {}
    full = cards(deck, **options)
    meant = [card.code for card in full if is_meant(card)]
    assert 0 < len(meant) < len(full)
    assert codes(deck, **options, only=(text,)) == meant
    assert codes(deck, **options, exclude=(text,)) == [card.code for card in full if card.code not in meant]


def test_every_suit_and_every_rank_can_be_named_as_the_deck_names_it() -> None:
    for name in DECKS:
        pack = cards(name)
        by_code = {card.code for card in pack} | {card.name for card in pack}
        for attribute in ("suit", "rank"):
            for text in {getattr(card, attribute) for card in pack} - by_code - {None}:
                kept = {getattr(card, attribute) for card in cards(name, only=(text,))}
                # The winds of Mah-Jong go by letters that name tiles alone, and Tichu's 1 is the Mah Jong.
                assert kept == {text}, (name, text)


def test_a_shoe_has_the_codes_that_are_taken_out() -> None:
    shoe = build_shoe(DECKS["euchre"], PackOptions(decks=2, only=("hearts", "jacks", "AS")))
    assert (len(shoe), shoe.excluded_codes) == (
        20,
        ("9S", "TS", "QS", "KS", "AD", "9D", "TD", "QD", "KD", "AC", *BLACK),
    )
    assert build_shoe(DECKS["euchre"], PackOptions(exclude=shoe.excluded_codes)).pack == shoe.pack
    assert shoe.options.only == ()


BLACK = ("9C", "TC", "QC", "KC")


@for_each(
    ("options", "field", "sentence"),
    [
        ({"exclude": ("AH", "hearts", "aces", "ah")}, "exclude", "The card AH is listed twice."),
        ({"exclude": ("hearts", "Heart")}, "exclude", "'Heart' is listed twice."),
        (
            {"only": ("haerts",)},
            "only",
            "There is no card, suit or rank 'haerts' in this pack of the standard deck. Did you mean 'hearts'?",
        ),
        (
            {"only": ("trumps",)},
            "only",
            "'trumps' in this pack of the standard deck. Its codes go from AS to KC, its suits",
        ),
        ({"exclude": ("h",)}, "exclude", "Did you mean 'hearts'?"),
        ({"only": ("X1",)}, "only", "There is no card, suit or rank 'X1'"),
        ({"only": ("AS",), "exclude": ("KS",)}, "only", "leave one of them out."),
        ({"exclude": ("spades", "hearts", "diamonds", "clubs")}, "exclude", "takes out every card"),
    ],
)
def test_what_cannot_be_taken_out_is_refused(options: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)) as refused:
        codes("standard", **options)
    assert refused.value.field == field

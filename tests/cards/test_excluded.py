"""The cards that are taken out of a pack: `exclude`, and `only`, by card, suit or rank."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from service.cards.card import Card
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe
from service.core.errors import Refused
from tests.tables import for_each


def cards(deck: str, **options: Any) -> Sequence[Card]:
    """Return the cards of a pack."""
    return build_shoe(DECKS[deck], PackOptions(**options)).pack


def codes(deck: str, **options: Any) -> list[str]:
    return [card.code for card in cards(deck, **options)]


MEANT = {
    "standard": "hearts=suit:hearts SPADE=suit:spades K=rank:K king=rank:K Tens=rank:T 10=rank:T sixes=rank:6 "
    "deuces=rank:2 7s=code:7S jokers=rank:joker joker=rank:joker",
    "german36": "leaves=suit:leaves unters=rank:U",
    "swiss36": "banners=rank:T",
    "spanish48": "knights=rank:N 8=rank:8",
    "tarot": "trumps=suit:trumps",
    "hanafuda": "cherry=suit:cherry brights=rank:bright",
    "mahjong": "winds=suit:winds dot=suit:dots east=rank:east",
    "american_mahjong": "flowers=code:FL",
    "riichi": "fives=rank:5 E=code:1z",
    "wild_colours": "red=suit:red draw_two=rank:draw_two",
    "tichu": "1=code:MJ",
    "euromillions": "lucky_star=suit:lucky_star",
    "keno": "7=code:7",
}
"""For each deck texts, each with the attribute of the cards that it means and its value."""


@for_each(
    ("deck", "entry"),
    [(deck, entry) for deck, entries in MEANT.items() for entry in entries.split()],
)
def test_a_text_stands_for_a_card_or_else_for_a_suit_or_a_rank(
    deck: str, entry: str
) -> None:
    text, attribute, value = re.split("[=:]", entry)
    value = value.replace("_", " ")
    options = {"red_fives": 3} if deck == "riichi" else {}
    if text.startswith("joker"):
        options["jokers"] = 3
    meant: list[str] = []
    others: list[str] = []
    for card in cards(deck, **options):
        is_meant = getattr(card, attribute) == value
        (meant if is_meant else others).append(card.code)
    assert meant
    assert others
    assert codes(deck, **options, only=(text,)) == meant
    assert codes(deck, **options, exclude=(text,)) == others


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
    options = PackOptions(decks=2, only=("hearts", "jacks", "AS"))
    shoe = build_shoe(DECKS["euchre"], options)
    assert len(shoe) == 20
    assert " ".join(shoe.excluded_codes) == "9S TS QS KS AD 9D TD QD KD AC 9C TC QC KC"
    assert shoe.options.only == ()
    assert cards("euchre", exclude=shoe.excluded_codes) == shoe.pack


PACK = " in this pack of the standard deck."


@for_each(
    ("field", "texts", "sentence"),
    [
        ("exclude", ["AH", "hearts", "aces", "ah"], "The card AH is listed twice."),
        ("exclude", ["hearts", "Heart"], "'Heart' is listed twice."),
        (
            "only",
            ["haerts"],
            f"There is no card, suit or rank 'haerts'{PACK} Did you mean 'hearts'?",
        ),
        ("only", ["trumps"], f"'trumps'{PACK} Its codes go from AS to KC, its suits"),
        ("exclude", ["h"], "Did you mean 'hearts'?"),
        ("exclude", ["♥"], "Did you mean 'hearts'?"),
        ("exclude", ["the kings of"], "Did you mean 'kings'?"),
        (
            "exclude",
            ["of"],
            "Its codes go from AS to KC, its suits are spades, hearts, diamonds, clubs.",
        ),
        ("exclude", ["jokers"], "Its codes go from AS to KC, its suits"),
    ],
)
def test_what_cannot_be_taken_out_is_refused(
    field: str, texts: list[str], sentence: str
) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)) as refused:
        codes("standard", **{field: tuple(texts)})
    assert refused.value.field == field

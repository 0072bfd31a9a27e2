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
from tests.tables import for_each, read_table

TABLES = read_table("cards/excluded.yaml")


def cards(deck: str, **options: Any) -> Sequence[Card]:
    """Return the cards of a pack."""
    return build_shoe(DECKS[deck], PackOptions(**options)).pack


def codes(deck: str, **options: Any) -> list[str]:
    """Return the codes of the cards of a pack."""
    return [card.code for card in cards(deck, **options)]


@for_each(("deck", "text", "attribute", "value"), TABLES["meant"])
def test_a_text_stands_for_a_card_or_else_for_a_suit_or_a_rank(
    deck: str, text: str, attribute: str, value: str
) -> None:
    options = {"red_fives": 3} if deck == "riichi" else {}
    if text.startswith("joker"):
        options["jokers"] = 3
    pack = cards(deck, **options)
    meant = [card.code for card in pack if getattr(card, attribute) == value]
    others = [card.code for card in pack if getattr(card, attribute) != value]
    assert meant
    assert others
    assert codes(deck, **options, only=(text,)) == meant
    assert codes(deck, **options, exclude=(text,)) == others


def test_every_suit_and_every_rank_can_be_named_as_the_deck_names_it() -> None:
    for name in DECKS:
        pack = cards(name)
        names_of_cards = {card.code for card in pack} | {card.name for card in pack}
        for attribute in ("suit", "rank"):
            texts = {getattr(card, attribute) for card in pack} - {None}
            # The winds of Mah-Jong go by letters that name tiles alone, and Tichu's 1 is the Mah Jong.
            for text in texts - names_of_cards:
                kept = {getattr(card, attribute) for card in cards(name, only=(text,))}
                assert kept == {text}, (name, text)


def test_a_shoe_has_the_codes_that_are_taken_out() -> None:
    options = PackOptions(decks=2, only=("hearts", "jacks", "AS"))
    shoe = build_shoe(DECKS["euchre"], options)
    assert len(shoe) == 20
    assert " ".join(shoe.excluded_codes) == "9S TS QS KS AD 9D TD QD KD AC 9C TC QC KC"
    assert shoe.options.only == ()
    assert cards("euchre", exclude=shoe.excluded_codes) == shoe.pack


@for_each(("field", "texts", "sentence"), TABLES["refused"])
def test_what_cannot_be_taken_out_is_refused(
    field: str, texts: list[str], sentence: str
) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)) as refused:
        codes("standard", **{field: tuple(texts)})
    assert refused.value.field == field

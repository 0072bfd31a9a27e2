"""The table of decks: an entry that is wrong does not load, and is named."""

import json
from itertools import chain
from typing import Any

import pytest

from service.cards.deck import DECKS, Deck, read_decks
from service.cards.options import OPTIONS, PackOptions
from service.verify_tables import naming, parse_table
from service.verify_tables import read_table as read_module
from tests.tables import for_each, read_table

ENTRY = {
    "title": "A pack",
    "aliases": "x, y",
    "source": "a book",
    "pack": "suited",
    "suits": {
        "H": {"name": "Hearts", "words": "Herz", "codes": "R"},
        "S": {"name": "Spades"},
    },
    "ranks": "2A",
    "rank_names": {"A": {"name": "Ace", "value": 14, "codes": "1"}},
}


def load(**members: Any) -> Deck:
    """Return a deck of a table, with the members of `ENTRY` and others, without those that are None.

    The table has a deck `base` too.
    """
    whole = ENTRY | members
    entry = {name: value for name, value in whole.items() if value is not None}
    table = json.dumps({"base": ENTRY, "mine": entry})
    deck = read_decks(f"export const DECK_TABLE =\n{table}")["mine"]
    check_deck(deck)
    return deck


def check_deck(deck: Deck) -> None:
    """List the spellings of a deck. Raises `ValueError`, with its name, for wrong spellings or cards."""
    with naming("decks", deck.name):
        dict(deck.list_spellings())
        unknown = set(deck.spellings) - set(list_codes(deck))
        if unknown:
            raise ValueError(f"The pack has no {', '.join(sorted(unknown))}.")


def list_codes(deck: Deck) -> list[str]:
    """Return the codes of the cards of a pack in their order."""
    return [card.code for card in deck.list_cards(PackOptions())]


def test_an_entry_is_a_deck() -> None:
    deck = load(
        copies=2,
        special={"JK": {"name": "Joker", "copies": 3}},
        spellings={"JK": "wild, fool"},
    )
    assert deck.name == "mine"
    assert deck.aliases == ("x", "y")
    assert deck.size == 11
    assert deck.options == ()
    assert " ".join(list_codes(deck)) == "2H 2H AH AH 2S 2S AS AS JK JK JK"
    spellings = dict(deck.list_spellings())
    assert spellings["wild"] == "JK"
    assert spellings["fool"] == "JK"
    assert spellings["1R"] == "AH"
    assert spellings["R1"] == "AH"


@for_each(
    ("ranks", "codes"),
    [
        (2, ["1H", "2H", "1S", "2S"]),
        ("22A", ["2H", "2H", "AH", "2S", "2S", "AS"]),
        ({"H": "A", "S": "23"}, ["AH", "2S", "3S"]),
    ],
)
def test_ranks_are_letters_letters_by_suit_or_the_highest_number(
    ranks: Any, codes: list[str]
) -> None:
    deck = load(ranks=ranks)
    assert list_codes(deck) == codes


def test_an_entry_may_be_like_another_but_for_its_title_aliases_and_source() -> None:
    members = dict.fromkeys(("aliases", "pack", "suits", "rank_names"))
    deck = load(like="base", ranks="A", **members)
    assert list_codes(deck) == ["AH", "AS"]
    assert deck.aliases == ()
    sentence = "missing 1 required keyword-only argument: 'source'"
    with pytest.raises(ValueError, match=sentence):
        load(like="base", source=None)


@for_each(("members", "sentence"), read_table("cards/deck_table.yaml"))
def test_an_entry_that_is_wrong_does_not_load(
    members: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=rf"^mine in the table of decks: .*{sentence}"):
        load(**members)


def test_each_deck_has_spellings_of_its_own_cards() -> None:
    for deck in DECKS.values():
        check_deck(deck)


def test_a_member_twice_does_not_load() -> None:
    sentence = "The table of decks has title twice in one object"
    with pytest.raises(ValueError, match=sentence):
        read_decks('\n{"mine": {"title": "a", "title": "b"}}')


def test_the_order_of_members_is_the_same_in_javascript() -> None:
    """JavaScript puts names that are whole numbers first."""
    numbers: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            numbers.extend(name for name in value if name.isdecimal())
            for member in value.values():
                walk(member)

    walk(parse_table("decks", read_module("cards/deck_table.mjs")))
    assert numbers == []


def test_the_options_of_a_deck_are_those_of_some_decks() -> None:
    options = chain.from_iterable(deck.options for deck in DECKS.values())
    assert set(options) == set(OPTIONS)

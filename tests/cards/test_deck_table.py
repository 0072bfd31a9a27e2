"""The table of decks: an entry that is wrong does not load, and is named."""

import json
from typing import Any

import pytest

from service.cards.deck import DECKS, Deck, read_decks
from service.cards.options import OPTIONS, PackOptions
from service.core.tables import naming, parse_table, read_table
from tests.tables import for_each

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


def load(**members: Any) -> dict[str, Deck]:
    """Return the decks of a table: `base`, and `mine` with other members; without those that are None."""
    entry = {
        name: value for name, value in (ENTRY | members).items() if value is not None
    }
    decks = read_decks(
        f"export const DECK_TABLE =\n{json.dumps({'base': ENTRY, 'mine': entry})}"
    )
    check_deck(decks["mine"])
    return decks


def check_deck(deck: Deck) -> None:
    """List the spellings of a deck. Raises `ValueError`, with its name, for wrong spellings or cards."""
    with naming("decks", deck.name):
        dict(deck.list_spellings())
        if unknown := set(deck.spellings) - {
            card.code for card in deck.list_cards(PackOptions())
        }:
            raise ValueError(f"The pack has no {', '.join(sorted(unknown))}.")


def list_codes(deck: Deck) -> list[str]:
    return [card.code for card in deck.list_cards(PackOptions())]


def test_an_entry_is_a_deck() -> None:
    deck = load(
        copies=2,
        special={"JK": {"name": "Joker", "copies": 3}},
        spellings={"JK": "wild, fool"},
    )["mine"]
    assert deck.name == "mine"
    assert deck.aliases == ("x", "y")
    assert deck.size == 11
    assert deck.options == ()
    assert list_codes(deck) == [
        "2H",
        "2H",
        "AH",
        "AH",
        "2S",
        "2S",
        "AS",
        "AS",
        "JK",
        "JK",
        "JK",
    ]
    assert {("wild", "JK"), ("fool", "JK"), ("1R", "AH"), ("R1", "AH")} <= set(
        deck.list_spellings()
    )


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
    assert list_codes(load(ranks=ranks)["mine"]) == codes


def test_an_entry_may_be_like_another_but_for_its_title_aliases_and_source() -> None:
    members = dict.fromkeys(("aliases", "pack", "suits", "rank_names"))
    deck = load(like="base", ranks="A", **members)["mine"]
    assert list_codes(deck) == ["AH", "AS"]
    assert deck.aliases == ()
    with pytest.raises(
        ValueError, match="missing 1 required keyword-only argument: 'source'"
    ):
        load(like="base", source=None)


@for_each(
    ("members", "sentence"),
    [
        ({"title": None}, "missing 1 required keyword-only argument: 'title'"),
        ({"suits": None}, "missing 1 required keyword-only argument: 'suits'"),
        ({"pack": None}, "There is no 'pack'"),
        ({"pack": "french suits"}, "There is no 'french suits'"),
        ({"pack": "riichi"}, "unexpected keyword argument 'suits'"),
        ({"like": "standart"}, "There is no 'standart'"),
        ({"options": "joker"}, "no attribute 'joker'"),
        ({"options": "red_fives"}, "unexpected keyword argument 'red_fives'"),
        ({"colour": "red"}, "unexpected keyword argument 'colour'"),
        ({"source": 7}, "7 is no str"),
        ({"aliases": ["x"]}, r"\['x'\] is no str"),
        ({"copies": "2"}, "'2' is no int"),
        (
            {"suits": {"H": {"words": "Herz"}}},
            "missing 1 required positional argument: 'name'",
        ),
        ({"suits": {"H": {"name": "Hearts", "value": "1"}}}, "'1' is no int"),
        ({"ranks": "2B"}, "invalid literal for int"),
        ({"ranks": {"H": "A"}}, "There is no 'S'"),
        ({"form": "{colour}"}, "There is no 'colour'"),
        ({"special": {"JK": {"name": "Joker", "copies": "3"}}}, "'3' is no int"),
        (
            {"special": {"JK": {"name": "Joker", "colour": "red"}}},
            "unexpected keyword argument 'colour'",
        ),
        ({"special": ["JK"]}, "is no dict"),
        ({"spellings": {"JK": "wild"}}, "The pack has no JK"),
    ],
)
def test_an_entry_that_is_wrong_does_not_load(
    members: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=rf"^mine in the table of decks: .*{sentence}"):
        load(**members)


def test_each_deck_has_spellings_of_its_own_cards() -> None:
    for deck in DECKS.values():
        check_deck(deck)


def test_a_member_twice_does_not_load() -> None:
    with pytest.raises(
        ValueError, match="The table of decks has title twice in one object"
    ):
        read_decks('\n{"mine": {"title": "a", "title": "b"}}')


def test_the_order_of_members_is_the_same_in_javascript() -> None:
    """JavaScript puts names that are whole numbers first."""
    numbers: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            numbers.extend(name for name in value if name.isdecimal())
            for member in value.values():
                walk(member)

    walk(parse_table("decks", read_table("cards/deck_table.mjs")))
    assert numbers == []


def test_the_options_of_a_deck_are_those_of_some_decks() -> None:
    assert {option for deck in DECKS.values() for option in deck.options} == set(
        OPTIONS
    )

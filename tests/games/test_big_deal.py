"""Big Deal's numbers of bridge deals, checked against the formula of its documentation."""

import json
from itertools import chain
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.cards.bridge_notations import format_pbn_deal
from service.core.errors import Refused
from service.games.big_deal import (
    DEALS,
    format_number,
    parse_hands,
    parse_number,
    rank_deal,
    unrank_deal,
)
from tests.tables import for_each

PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]
BOARDS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "bridge.json").read_text()
)
NUMBERS = st.integers(0, DEALS - 1)


def deal_pack(pack: list[str]) -> dict[str, list[str]]:
    """Return the hands that get thirteen cards each, one after the other."""
    return {seat: pack[13 * i :][:13] for i, seat in enumerate("NESW")}


def sort_hands(hands: dict[str, list[str]]) -> dict[str, list[str]]:
    return {seat: sorted(hand) for seat, hand in hands.items()}


def published_formula(hands: dict[str, list[str]]) -> int:
    """Return G(s) of godel.pdf, whose sequence s has the positions of a hand among the cards left, each i-th less i."""
    cards_left = PACK
    parts = []
    for seat in "NES":
        n = len(cards_left)
        positions = sorted(cards_left.index(card) for card in hands[seat])
        before = 0
        part = 0
        for j, position in enumerate(positions):
            part += comb(n - before - j, 13 - j) - comb(n - position, 13 - j)
            before = position - j
        parts.append(part)
        cards_left = [card for card in cards_left if card not in hands[seat]]
    north, east, south = parts
    return comb(26, 13) * (comb(39, 13) * north + east) + south


def swapped(pack: list[str], one: int, other: int) -> list[str]:
    """Return a pack with two of its cards in each other's places."""
    pack = pack.copy()
    pack[one], pack[other] = pack[other], pack[one]
    return pack


def test_there_are_as_many_deals_as_published() -> None:
    assert DEALS == 53_644_737_765_488_792_839_237_440_000
    published = bytes([173, 85, 227, 21, 99, 77, 218, 101, 139, 244, 146, 0])
    assert format_number(DEALS) == published.hex()


@for_each(
    ("number", "pack"),
    [
        (0, PACK),
        (1, swapped(PACK, 38, 39)),
        (comb(26, 13), swapped(PACK, 25, 26)),
        (DEALS - 2, swapped(PACK[::-1], 38, 39)),
        (DEALS - 1, PACK[::-1]),
    ],
    ids=["first", "second", "next of east", "last but one", "last"],
)
def test_the_deals_at_both_ends_have_the_numbers_at_both_ends(
    number: int, pack: list[str]
) -> None:
    hands = deal_pack(pack)
    assert sorted(pack) == sorted(PACK)
    assert rank_deal(hands) == number
    assert sort_hands(unrank_deal(number)) == sort_hands(hands)


@for_each("board", BOARDS, ids=lambda board: str(board["board"]))
def test_the_number_of_a_board_is_that_of_the_published_formula(
    board: dict[str, Any],
) -> None:
    number = rank_deal(board["hands"])
    assert number == published_formula(board["hands"])
    assert format_pbn_deal(unrank_deal(number), board["pbn"][0]) == board["pbn"]


@given(NUMBERS)
def test_the_deal_with_a_number_has_that_number(number: int) -> None:
    hands = unrank_deal(number)
    assert [len(hands[seat]) for seat in "NESW"] == [13] * 4
    assert sorted(chain.from_iterable(hands.values())) == sorted(PACK)
    assert rank_deal(hands) == number
    assert published_formula(hands) == number
    assert parse_number("number", format_number(number)) == number


@given(st.permutations(PACK))
def test_the_number_of_a_deal_gives_the_deal_again(pack: list[str]) -> None:
    hands = deal_pack(pack)
    again = unrank_deal(rank_deal(hands))
    assert sort_hands(again) == sort_hands(hands)


def test_a_number_is_24_digits_of_either_case() -> None:
    assert format_number(255) == "0" * 22 + "ff"
    assert parse_number("number", "0" * 22 + "fF") == 255


@for_each(
    ("text", "sentence"),
    [
        ("ff", "must be 24 hexadecimal digits"),
        ("0x" + "0" * 22, "must be 24 hexadecimal digits"),
        (
            format_number(DEALS),
            "must be less than ad55e315634dda658bf49200, the number of bridge deals",
        ),
        ("f" * 24, "must be less than"),
    ],
)
def test_a_text_that_is_the_number_of_no_deal_is_refused(
    text: str, sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        parse_number("number", text)


HANDS = list(deal_pack(PACK).items())
NORTH, EAST, SOUTH, WEST = HANDS


def test_cards_of_hands_are_read_in_any_spelling() -> None:
    spelled = [
        (seat, [f"10{card[1]}" if card[0] == "T" else card.lower() for card in hand])
        for seat, hand in HANDS
    ]
    assert parse_hands("hands", spelled) == dict(HANDS)


@for_each(
    ("hands", "sentence"),
    [
        ([NORTH, EAST, SOUTH], "hands has no hand of W"),
        ([NORTH, EAST, SOUTH, NORTH], "hands has two hands of N"),
        (
            [("N", PACK[:12]), EAST, SOUTH, WEST],
            "N has 12 cards; each hand of bridge has 13",
        ),
        (
            [NORTH, EAST, SOUTH, ("W", [*PACK[39:51], "AS"])],
            "The card AS is there twice, with N and with W",
        ),
        ([("N", ["AS", *PACK[:12]])], "The card AS is there twice, with N and with N"),
        ([("N", ["X1", *PACK[:12]])], "There is no card 'X1'"),
    ],
)
def test_hands_that_make_no_deal_are_refused(
    hands: list[tuple[str, list[str]]], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        parse_hands("hands", hands)

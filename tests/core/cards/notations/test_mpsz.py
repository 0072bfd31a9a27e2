"""Riichi hands as text, compared with the PyPI library `mahjong`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.tile import TilesConverter

from service.core.cards.decks import DECKS
from service.core.cards.notations.mpsz import format_mpsz, parse_mpsz
from service.core.cards.options import PackOptions
from service.core.cards.shoes import build_shoe
from service.core.errors import Refused
from tests.tables import for_each

TILES = [card.code for card in build_shoe(DECKS["riichi"], PackOptions(red_fives=3))]  # at tenhou's number of each
hands = st.lists(st.sampled_from(range(len(TILES))), unique=True, max_size=18)


@given(hands)
def test_a_hand_is_written_as_the_mahjong_library_writes_it(hand: list[int]) -> None:
    assert format_mpsz(TILES[tile] for tile in hand) == TilesConverter.to_one_line_string(hand, print_aka_dora=True)


@given(hands)
def test_the_mahjong_library_reads_what_was_written(hand: list[int]) -> None:
    read = TilesConverter.one_line_string_to_136_array(format_mpsz(TILES[tile] for tile in hand), has_aka_dora=True)
    assert sorted(TILES[tile] for tile in read) == sorted(TILES[tile] for tile in hand)


@given(hands.filter(bool))
def test_a_hand_is_read_back(hand: list[int]) -> None:
    text = format_mpsz(TILES[tile] for tile in hand)
    assert parse_mpsz("hand", text) == [TILES[tile] for tile in sorted(hand)]


def test_a_red_five_stands_before_the_others() -> None:
    assert format_mpsz(["5p", "6p", "0p", "4p", "7z", "1z", "0p", "9m"]) == "9m40056p17z"


def test_tiles_are_read_as_they_stand() -> None:
    assert parse_mpsz("hand", "31m5z0p2m") == ["3m", "1m", "5z", "0p", "2m"]


@for_each("text", ["", "m", "12", "8z", "0z", "1M", "1m 2m", "1m2", "12k"])
def test_what_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="such as 123m0567p11z") as refused:
        parse_mpsz("hand", text)
    assert refused.value.field == "hand"

"""Riichi hands as text, compared with the PyPI library `mahjong`."""

from hypothesis import given
from hypothesis import strategies as st
from mahjong.tile import TilesConverter

from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.packs.mahjong import format_mpsz
from service.cards.shoe import build_shoe

SHOE = build_shoe(DECKS["riichi"], PackOptions(red_fives=3))
TILES = [card.code for card in SHOE]
"""The code of each tile at tenhou's number of it."""
hands = st.lists(st.sampled_from(range(len(TILES))), unique=True, max_size=18)


@given(hands)
def test_a_hand_is_written_as_the_mahjong_library_writes_it(hand: list[int]) -> None:
    text = format_mpsz(TILES[tile] for tile in hand)
    assert text == TilesConverter.to_one_line_string(hand, print_aka_dora=True)


@given(hands)
def test_the_mahjong_library_reads_what_was_written(hand: list[int]) -> None:
    codes = [TILES[tile] for tile in hand]
    text = format_mpsz(codes)
    read = TilesConverter.one_line_string_to_136_array(text, has_aka_dora=True)
    assert sorted(TILES[tile] for tile in read) == sorted(codes)


def test_a_red_five_stands_before_the_others() -> None:
    tiles = ["5p", "6p", "0p", "4p", "7z", "1z", "0p", "9m"]
    assert format_mpsz(tiles) == "9m40056p17z"

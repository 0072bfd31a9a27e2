"""Riichi hands as text, compared with the PyPI library `mahjong`."""

from hypothesis import given
from hypothesis import strategies as st
from mahjong.tile import TilesConverter

from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.packs.mahjong import format_mpsz
from service.cards.shoe import build_shoe

TILES = [
    card.code for card in build_shoe(DECKS["riichi"], PackOptions(red_fives=3))
]  # at tenhou's number of each
hands = st.lists(st.sampled_from(range(len(TILES))), unique=True, max_size=18)


@given(hands)
def test_a_hand_is_written_as_the_mahjong_library_writes_it(hand: list[int]) -> None:
    assert format_mpsz(
        TILES[tile] for tile in hand
    ) == TilesConverter.to_one_line_string(hand, print_aka_dora=True)


@given(hands)
def test_the_mahjong_library_reads_what_was_written(hand: list[int]) -> None:
    read = TilesConverter.one_line_string_to_136_array(
        format_mpsz(TILES[tile] for tile in hand), has_aka_dora=True
    )
    assert sorted(TILES[tile] for tile in read) == sorted(TILES[tile] for tile in hand)


def test_a_red_five_stands_before_the_others() -> None:
    assert (
        format_mpsz(["5p", "6p", "0p", "4p", "7z", "1z", "0p", "9m"]) == "9m40056p17z"
    )

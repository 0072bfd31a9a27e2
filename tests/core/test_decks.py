"""Decks, shoes and the spelling of cards."""

import unicodedata
from collections import Counter

import pytest

from service.core.cards import NameStyle, Notation, Writing
from service.core.decks import DECKS, Packs, deck_named, lay_out, written
from service.core.errors import Refused, UnknownName

STANDARD, MAHJONG = DECKS["standard"], DECKS["mahjong"]
every_deck = pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)


def codes(name: str, **options: object) -> list[str]:
    return [card.code for card in lay_out(DECKS[name], Packs(**options))]  # type: ignore[arg-type]


@every_deck
def test_code_and_copy_tell_every_card_of_two_packs_apart(deck: object) -> None:
    cards = list(lay_out(deck, Packs(decks=2)))  # type: ignore[arg-type]
    assert len({(card.code, card.copy) for card in cards}) == len(cards)
    assert {min(card.copy for card in cards if card.code == code) for code in {card.code for card in cards}} == {1}


@every_deck
def test_a_pack_is_numbered_from_nought_and_a_second_pack_again(deck: object) -> None:
    size = deck.size  # type: ignore[attr-defined]
    assert [card.number for card in lay_out(deck, Packs(decks=2))] == [*range(size), *range(size)]  # type: ignore[arg-type]


def test_the_standard_pack_goes_by_suits_from_ace_to_king() -> None:
    assert codes("standard")[:14] == ["AS", *(f"{rank}S" for rank in "23456789TJQK"), "AH"]
    assert codes("standard", suit_order="CDHS")[0] == "AC"


def test_values_are_mullins() -> None:
    by_code = {card.code: card.value for card in lay_out(STANDARD, Packs(jokers=1))}
    assert (by_code["AS"], by_code["TH"], by_code["JD"], by_code["QC"], by_code["KC"]) == (1, 10, 11, 12, 13)
    assert by_code["X1"] is None


def test_unicode_names_agree_with_ours() -> None:
    ranks = {"A": "ACE", "2": "TWO", "3": "THREE", "4": "FOUR", "5": "FIVE", "6": "SIX", "7": "SEVEN", "8": "EIGHT"}
    ranks |= {"9": "NINE", "T": "TEN", "J": "JACK", "Q": "QUEEN", "K": "KING"}
    for card in lay_out(STANDARD, Packs()):
        assert unicodedata.name(card.unicode) == f"PLAYING CARD {ranks[card.rank]} OF {(card.suit or '').upper()}"


def test_108_cards_are_two_packs_with_two_jokers_each() -> None:
    cards = codes("standard", decks=2, jokers=2)
    assert len(cards) == 108
    assert Counter(cards)["X2"] == 2


def test_the_mahjong_set_is_complete() -> None:
    tiles = Counter(codes("mahjong"))
    assert sum(tiles.values()) == 144
    assert Counter(tiles.values()) == {4: 34, 1: 8}
    suits = Counter(card.suit for card in lay_out(MAHJONG, Packs()))
    assert suits == {
        **dict.fromkeys(("dots", "bamboo", "characters"), 36),
        "winds": 16,
        "dragons": 12,
        "flowers": 4,
        "seasons": 4,
    }


def test_tile_characters_are_those_of_their_names() -> None:
    by_code = {card.code: unicodedata.name(card.unicode) for card in lay_out(MAHJONG, Packs())}
    assert by_code["9D"] == "MAHJONG TILE NINE OF CIRCLES"
    assert by_code["5B"] == "MAHJONG TILE FIVE OF BAMBOOS"
    assert by_code["1C"] == "MAHJONG TILE ONE OF CHARACTERS"
    assert by_code["3F"] == "MAHJONG TILE CHRYSANTHEMUM"


def test_retro_names_are_deuce_and_trey() -> None:
    names = written(lay_out(STANDARD, Packs()), Writing(notation=Notation.NAME, name_style=NameStyle.RETRO))
    assert list(names)[:4] == ["Ace of Spades", "Deuce of Spades", "Trey of Spades", "4 of Spades"]


@pytest.mark.parametrize(("text", "code"), [("10s", "TS"), ("0H", "TH"), ("1c", "AC"), ("as", "AS"), ("Td", "TD")])
def test_a_code_is_read_in_every_usual_spelling(text: str, code: str) -> None:
    left = codes("standard", exclude=(text,))
    assert len(left) == 51
    assert code not in left


def test_excluded_cards_leave_indices_without_gaps_and_numbers_with() -> None:
    cards = list(lay_out(STANDARD, Packs(exclude=("AS", "3S"), decks=2)))
    assert len(cards) == 100
    assert [(card.number, card.copy) for card in cards[:2]] == [(1, 1), (3, 1)]
    assert [(card.number, card.copy) for card in cards[50:52]] == [(1, 2), (3, 2)]


def test_an_excluded_tile_is_taken_out_with_all_its_copies() -> None:
    assert len(codes("mahjong", exclude=("EW", "1f"))) == 139


@pytest.mark.parametrize(
    ("name", "packs", "sentence"),
    [
        ("standard", Packs(exclude=("ZZ",)), "There is no card 'ZZ'"),
        ("standard", Packs(exclude=("X1",)), "There is no card 'X1'"),
        ("standard", Packs(exclude=("10S", "ts")), "TS is listed twice"),
        ("mahjong", Packs(jokers=1), "The mahjong deck has no jokers"),
        ("mahjong", Packs(suit_order="CDHS"), "The mahjong deck has no suit_order"),
        ("mahjong", Packs(exclude=tuple({card.code for card in lay_out(MAHJONG, Packs())})), "leave at least one"),
    ],
)
def test_what_does_not_fit_a_deck_is_refused(name: str, packs: Packs, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        lay_out(DECKS[name], packs)


def test_retro_names_are_refused_where_there_are_none() -> None:
    with pytest.raises(Refused, match="no retro names"):
        written(lay_out(MAHJONG, Packs()), Writing(notation=Notation.NAME, name_style=NameStyle.RETRO))


def test_an_unknown_deck_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'standard'\\? Known: standard, mahjong"):
        deck_named("standart")

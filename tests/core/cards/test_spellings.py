"""Every spelling of a card in a request."""

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, replace

import pytest

from service.api.schemas.fields import parameter
from service.core.cards.card import Card
from service.core.cards.deck import DECKS, Deck
from service.core.cards.options import PackOptions
from service.core.cards.shoe import _cards_by_spelling, build_shoe, parse_card
from service.core.cards.spellings import CardSpelling, index_by_spelling, normalize
from service.core.errors import Refused
from tests.options import list_values
from tests.tables import for_each

every_deck = for_each("deck", DECKS.values(), ids=lambda deck: deck.name)
VARIATIONS = ("", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")
JOKERS = {"\N{PLAYING CARD BLACK JOKER}", "\N{PLAYING CARD RED JOKER}"} | {
    normalize(text)
    for text, code in DECKS["standard"].list_spellings()
    if code.startswith("X") and text[-1] not in "1234"
}
"""The texts that stand for two of four jokers."""


@dataclass(frozen=True, kw_only=True)
class Request(PackOptions):
    """A request with another field besides the pack options."""

    seed: str


def largest_options(deck: Deck) -> PackOptions:
    """Return the options with which a pack has every card of the deck."""
    return PackOptions(**{name: list_values(name)[-1] for name in deck.options if name != "suit_order"})


def cards(deck: Deck) -> dict[str, Card]:
    return {card.code: card for card in build_shoe(deck, largest_options(deck))}


def parse(deck: Deck, text: str, options: PackOptions | None = None) -> str:
    return parse_card("exclude", text, deck, options or largest_options(deck)).code


@every_deck
def test_a_card_is_read_by_its_code_and_its_names_in_any_case(deck: Deck) -> None:
    for code, card in cards(deck).items():
        for text in (code, card.name, card.retro_name or card.name):
            assert {parse(deck, text), parse(deck, text.upper()), parse(deck, text.lower())} == {code}
            assert parse(deck, text.replace(" ", "_")) == code


@every_deck
def test_a_card_is_read_by_its_character_however_that_is_shown(deck: Deck) -> None:
    for code, card in cards(deck).items():
        if card.unicode and card.unicode not in JOKERS:
            assert {parse(deck, card.unicode + variation) for variation in VARIATIONS} == {code}


@every_deck
def test_a_familys_spelling_is_that_of_its_card_alone(deck: Deck) -> None:
    cards_by_code, codes_by_text = cards(deck), defaultdict(set)
    for text, code in deck.list_spellings():
        if code in cards_by_code:
            codes_by_text[normalize(text)].add(code)
    for code, card in cards_by_code.items():
        for label in (code, card.name, card.retro_name, card.unicode):
            if label:
                codes_by_text[normalize(label)].add(code)
    assert {text for text, codes in codes_by_text.items() if len(codes) > 1} <= JOKERS
    assert all(parse(deck, text) in codes for text, codes in codes_by_text.items() if len(codes) == 1)


@every_deck
def test_every_spelling_can_be_sent(deck: Deck) -> None:
    for text in index_by_spelling(cards(deck).values(), deck.list_spellings()):
        assert parameter(CardSpelling()).deserialize(text) == text


@pytest.mark.parametrize("name", ["standard", "tarot", "mahjong", "riichi"])
def test_a_card_is_read_by_its_unicode_name(name: str) -> None:
    names = {
        card.code: unicodedata.name(card.unicode) for card in build_shoe(DECKS[name], PackOptions()) if card.unicode
    }
    texts = {code: re.sub("^PLAYING CARD |^MAHJONG TILE ", "", text) for code, text in names.items()}
    full_names = {code: text for code, text in texts.items() if re.search(" OF | WIND$| DRAGON$", text)}
    assert len(full_names) in {52, 56, 34}
    assert {parse(DECKS[name], text) for text in full_names.values()} == full_names.keys()
    assert all(parse(DECKS[name], text) == code for code, text in full_names.items())


@for_each(
    ("deck", "code", "texts"),
    [
        ("standard", "AS", "as 1S SA s1 A♠ ♠A ♤a A♠️ ♠︎A 🂡 1♠"),
        ("standard", "TH", "10h 0H Th HT h10 10♥ ♥10 ♡T 10♥️ 🂺"),
        ("standard", "2C", "deuce_of_clubs two_of_clubs 2_of_clubs C2 ♣2 ♧2"),
        ("standard", "X2", "joker2 joker_2 JOKER_two"),
        ("tarot", "NS", "knight_of_spades SN ♠N 🂬"),
        ("tarot", "10T", "trump_10 trump_ten T10 t10 atout_10 🃪"),
        ("tarot", "TD", "10D DT ♢10 ten_of_diamonds"),
        ("tarot", "FO", "fool excuse 🃠"),
        ("spanish40", "JC", "10C sc c10 cs sota_de_copas 10_de_copas"),
        ("spanish48", "NE", "CE 11e ec en caballo_de_espadas knight_of_swords"),
        ("spanish48", "NC", "cc 11C C11"),
        ("italian40", "JB", "8B fb b8 bf fante_di_bastoni donna_di_bastoni jack_of_clubs"),
        ("italian40", "NC", "9C cc c9 cavallo_di_coppe"),
        ("italian40", "KB", "10B rb re_di_bastoni"),
        ("italian40", "AD", "1d da asso_di_danari ace_of_coins"),
        ("german32", "OA", "oe eo ao eichel-ober eichel_ober ober_of_acorns"),
        ("german32", "KB", "ks bk schellen-könig schelle_könig"),
        ("german32", "TB", "10b sT s10 schellen-10 ten_of_bells"),
        ("german36", "AL", "dl la gd grün-ass laub_sau blatt-daus gras-as"),
        ("german33", "6B", "weli 6s s6 six_of_bells schellen_6"),
        ("tarock54", "FO", "sküs škis gstieß fool 🃠"),
        ("tarock54", "21T", "mond trump_21 tarock_21 T21"),
        ("chinese_dominoes", "3-1", "1-3 goose gor 鵝 🁇"),
        ("okey", "13K", "k13 k-13 black_13 13_black"),
        ("okey", "JK", "joker false_joker sahte_okey"),
        ("wizards", "JE", "jester narr"),
        ("bird_colours", "BI", "bird rook crow"),
        ("numbers162", "7", "07 number_7 number_seven"),
        ("swiss36", "US", "su schilten-under schilten_bauer under_of_shields"),
        ("swiss36", "TR", "10r r10 rosen-banner banner_of_roses"),
        ("hanafuda", "B8", "8b moon august_bright pampas_bright pampas_with_moon"),
        ("hanafuda", "P12", "12P plain_paulownia december_plain"),
        ("hwatu", "B12", "12b rain_man december_bright willow_with_rain_man"),
        ("hwatu", "D11", "11d double_paulownia november_double 오동_쌍피 11월_쌍피"),
        ("hwatu", "A2", "2a warbler 매화_열끗"),
        ("hwatu", "X2", "joker2 joker_2 joker_two"),
        ("american_mahjong", "WD", "soap white_dragon 白"),
        ("american_mahjong", "FL", "f flower plum_flower summer_season 🀢 🀩"),
        ("american_mahjong", "JK", "j joker 🀪"),
        ("american_mahjong", "3C", "3_crak c3 三萬"),
        ("mahjong", "5D", "d5 5_dots five_dots five_of_circles 5筒 五筒 🀝"),
        ("mahjong", "1S", "spring_season 🀦"),
        ("mahjong", "WW", "w west_wind 西 🀂"),
        ("mahjong", "RD", "red_dragon 中 🀄 🀄️ 🀄︎"),
        ("riichi", "0p", "5pr P0 red_5_pin red_five_of_dots"),
        ("riichi", "1s", "1_sou s1 一索 one_of_bamboo 🀐"),
        ("riichi", "7z", "c chun 中 z7 red_dragon"),
        ("dominoes", "6-5", "5-6 6|5 5/6 6:5 five-six 🁠 🁚 🂒 🂌"),
        ("keno", "7", "07 ball_7"),
        ("lottery49", "9", "09 ball_nine"),
        ("powerball", "P9", "p09 powerball_9 powerball_nine"),
        ("mega_millions", "9", "09 ball_9"),
        ("mega_millions", "M24", "mega_ball_24"),
        ("euromillions", "S2", "s02 lucky_star_two"),
        ("bingo75", "G50", "g-50 50 g_50"),
        ("tichu", "TP", "10p pt p10 blue_10 blue_ten pagode_10 10_of_pagodas"),
        ("tichu", "QW", "wq black_queen sword_q queen_of_swords schwert_dame"),
        ("tichu", "MJ", "1 mah_jong mahjong sparrow"),
        ("tichu", "DO", "dog hound hund"),
        ("wild_colours", "DR", "rd r-draw_2 red_draw_two red_+2"),
        ("wild_colours", "W4", "wild_+4 g-wild_draw_4 wild_draw_four"),
        ("wild_colours112", "WS", "ws wild_shuffle_hands shuffle_hands"),
        ("wild_colours112", "WC", "wc wild_customizable customisable"),
    ],
)
def test_a_card_is_read_in_every_usual_spelling(deck: str, code: str, texts: str) -> None:
    for text in texts.split():
        assert parse(DECKS[deck], text) == code, text
        assert code not in {
            card.code for card in build_shoe(DECKS[deck], replace(largest_options(DECKS[deck]), exclude=(text,)))
        }


WINDS = {"E": "EW", "S": "SW", "W": "WW", "N": "NW"}
SIGNS = {"東": "EW", "东": "EW", "南": "SW", "西": "WW", "北": "NW"}
SIGNS |= {"中": "RD", "發": "GD", "发": "GD", "発": "GD", "白": "WD"}
RIICHI_HONOURS = {"EW": "1z", "SW": "2z", "WW": "3z", "NW": "4z", "WD": "5z", "GD": "6z", "RD": "7z"}
ONE_LETTER = {
    "mahjong": WINDS | SIGNS,
    "american_mahjong": WINDS | SIGNS | {"F": "FL", "J": "JK"},
    "riichi": {letter: RIICHI_HONOURS[code] for letter, code in (WINDS | SIGNS).items()}
    | {"P": "5z", "F": "6z", "C": "7z"},
    "chinese_dominoes": {"天": "6-6", "地": "1-1", "人": "4-4", "鵝": "3-1", "梅": "5-5"},
}


@every_deck
def test_a_letter_alone_is_a_tile_and_no_card(deck: Deck) -> None:
    spellings = index_by_spelling(cards(deck).values(), deck.list_spellings())
    letters = {text for text in spellings if len(text) == 1 and text.isalpha()}
    expected = ONE_LETTER.get(deck.name, {})
    assert letters == set(expected)
    assert {letter: parse(deck, letter) for letter in letters} == expected
    assert {letter: parse(deck, letter.lower()) for letter in letters} == expected


def test_a_joker_is_read_by_its_colour_its_size_or_neither_where_there_is_but_one() -> None:
    standard = DECKS["standard"]
    assert {parse(standard, text, PackOptions(jokers=1)) for text in ("joker", "🃏", "black joker")} == {"X1"}
    sizes = {"X1": "small_joker little_joker SMALLJOKER black-joker 小王", "X2": "big_joker BigJoker red_joker 大王"}
    read = {code: {parse(standard, text, PackOptions(jokers=2)) for text in sizes[code].split()} for code in sizes}
    assert read == {code: {code} for code in sizes}
    for text, jokers in (("joker", 2), ("🃏", 3), ("joker", 0)):
        with pytest.raises(Refused):
            parse(standard, text, PackOptions(jokers=jokers))


@for_each(
    ("deck", "text", "sentence"),
    [
        ("standard", "Quen of spades", "in this pack of the standard deck. Did you mean 'QS' (Queen of Spades)?"),
        ("standard", "11♥", "Did you mean 'AH' (Ace of Hearts)?"),
        ("standard", "AX", "Its codes go from AS to KC."),
        ("riichi", "0m", "There is no card '0m'"),
        ("dominoes", "9-9", "There is no card '9-9'"),
    ],
)
def test_what_is_no_card_is_named_and_the_nearest_suggested(deck: str, text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        parse(DECKS[deck], text, PackOptions())


def test_neither_white_space_nor_letters_with_the_capital_of_another_are_passed_over() -> None:
    """The capitals of ſ and ı are S and I."""
    for text in (" AS", "A\N{LATIN SMALL LETTER LONG S}", "k\N{LATIN SMALL LETTER DOTLESS I}ng of spades"):
        with pytest.raises(Refused):
            parse(DECKS["standard"], text)


def test_spellings_are_computed_once_whatever_the_other_fields_of_a_request() -> None:
    before = _cards_by_spelling.cache_info().misses
    for excluded in ("AS", "2S", "3S"):
        request = Request(jokers=1, seed=f"{excluded}'s seed", exclude=(excluded,))
        parse_card("exclude", "QS", DECKS["standard"], request)
    assert _cards_by_spelling.cache_info().misses - before <= 1

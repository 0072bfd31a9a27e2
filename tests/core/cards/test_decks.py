"""Decks, shoes and the labels of cards."""

import unicodedata
from collections import Counter
from dataclasses import replace

import pytest

from service.core.cards.card import Card, CardFormat, NameStyle, Notation
from service.core.cards.decks import DECKS, Deck, get_deck
from service.core.cards.options import PackOptions
from service.core.cards.shoes import build_shoe, card_labels
from service.core.errors import Refused, UnknownName
from tests.tables import for_each

STANDARD, MAHJONG = DECKS["standard"], DECKS["mahjong"]
every_deck = for_each("deck", DECKS.values(), ids=lambda deck: deck.name)


def codes(name: str, **options: object) -> list[str]:
    return [card.code for card in build_shoe(DECKS[name], PackOptions(**options))]  # type: ignore[arg-type]


def cards(name: str, **options: object) -> dict[str, Card]:
    return {card.code: card for card in build_shoe(DECKS[name], PackOptions(**options))}  # type: ignore[arg-type]


def count_by(name: str, attribute: str, **options: object) -> Counter[object]:
    """Return the number of cards with each value of an attribute, such as the rank or the suit."""
    return Counter(getattr(card, attribute) for card in build_shoe(DECKS[name], PackOptions(**options)))  # type: ignore[arg-type]


def character_name(card: Card) -> str:
    assert card.unicode
    return unicodedata.name(card.unicode)


@every_deck
def test_code_and_copy_tell_every_card_of_two_packs_apart(deck: Deck) -> None:
    cards = list(build_shoe(deck, PackOptions(decks=2)))
    assert len({(card.code, card.copy) for card in cards}) == len(cards)
    assert {min(card.copy for card in cards if card.code == code) for code in {card.code for card in cards}} == {1}


@every_deck
def test_a_pack_is_numbered_from_zero_and_a_second_pack_again(deck: Deck) -> None:
    size = deck.size
    assert [card.number for card in build_shoe(deck, PackOptions(decks=2))] == [*range(size), *range(size)]


@every_deck
def test_copies_of_a_card_are_alike_but_for_their_position(deck: Deck) -> None:
    pack = list(build_shoe(deck, PackOptions()))
    faces = {(card.code, card.name, card.unicode, card.rank, card.suit, card.value) for card in pack}
    assert len(faces) == len({card.code for card in pack}) == len({card.name for card in pack})


@every_deck
def test_a_deck_has_a_title_and_a_source(deck: Deck) -> None:
    assert deck.title, f"the deck {deck.name} has no title"
    assert deck.source, f"the deck {deck.name} has no source"


@for_each(
    ("name", "size"),
    [
        *(("standard", 52), ("piquet", 32), ("euchre", 24), ("pinochle", 48), ("spanish40", 40), ("spanish48", 48)),
        *(("tarot", 78), ("hanafuda", 48), ("mahjong", 144), ("riichi", 136), ("dominoes", 28), ("keno", 80)),
        *(("bingo75", 75), ("bingo90", 90), ("lottery49", 49), ("wild_colours", 108)),
        *(("italian40", 40), ("german32", 32), ("german36", 36), ("swiss36", 36)),
        *(("powerball", 95), ("mega_millions", 94), ("euromillions", 62)),
        *(("hwatu", 48), ("american_mahjong", 152), ("tichu", 56), ("wild_colours112", 112)),
        *(("german33", 33), ("tarock54", 54), ("chinese_dominoes", 32), ("okey", 106)),
        *(("bird_colours", 57), ("wizards", 60), ("fireworks", 50), ("numbers162", 162)),
    ],
)
def test_each_deck_has_as_many_cards_as_it_should(name: str, size: int) -> None:
    assert DECKS[name].size == size


def test_the_standard_pack_goes_by_suits_from_ace_to_king() -> None:
    assert codes("standard")[:14] == ["AS", *(f"{rank}S" for rank in "23456789TJQK"), "AH"]
    assert codes("standard", suit_order="CDHS")[0] == "AC"


def test_values_are_mullins() -> None:
    by_code = {card.code: card.value for card in build_shoe(STANDARD, PackOptions(jokers=1))}
    assert (by_code["AS"], by_code["TH"], by_code["JD"], by_code["QC"], by_code["KC"]) == (1, 10, 11, 12, 13)
    assert by_code["X1"] is None


def test_unicode_names_agree_with_ours() -> None:
    ranks = {"A": "ACE", "2": "TWO", "3": "THREE", "4": "FOUR", "5": "FIVE", "6": "SIX", "7": "SEVEN", "8": "EIGHT"}
    ranks |= {"9": "NINE", "T": "TEN", "J": "JACK", "Q": "QUEEN", "K": "KING"}
    for card in build_shoe(STANDARD, PackOptions()):
        assert character_name(card) == f"PLAYING CARD {ranks[card.rank]} OF {(card.suit or '').upper()}"


def test_108_cards_are_two_packs_with_two_jokers_each() -> None:
    cards = codes("standard", decks=2, jokers=2)
    assert len(cards) == 108
    assert Counter(cards)["X2"] == 2


def test_the_mahjong_set_is_complete() -> None:
    tiles = Counter(codes("mahjong"))
    assert sum(tiles.values()) == 144
    assert Counter(tiles.values()) == {4: 34, 1: 8}
    suits = Counter(card.suit for card in build_shoe(MAHJONG, PackOptions()))
    assert suits == {
        **dict.fromkeys(("dots", "bamboo", "characters"), 36),
        "winds": 16,
        "dragons": 12,
        "flowers": 4,
        "seasons": 4,
    }


def test_tile_characters_are_those_of_their_names() -> None:
    by_code = {card.code: character_name(card) for card in build_shoe(MAHJONG, PackOptions())}
    assert by_code["9D"] == "MAHJONG TILE NINE OF CIRCLES"
    assert by_code["5B"] == "MAHJONG TILE FIVE OF BAMBOOS"
    assert by_code["1C"] == "MAHJONG TILE ONE OF CHARACTERS"
    assert by_code["3F"] == "MAHJONG TILE CHRYSANTHEMUM"


@pytest.mark.parametrize(
    ("name", "ranks", "copies"), [("piquet", "789TJQKA", 1), ("euchre", "9TJQKA", 1), ("pinochle", "9TJQKA", 2)]
)
def test_a_short_pack_is_the_standard_one_with_fewer_ranks(name: str, ranks: str, copies: int) -> None:
    assert count_by(name, "rank") == dict.fromkeys(ranks, 4 * copies)
    assert count_by(name, "suit") == dict.fromkeys(("spades", "hearts", "diamonds", "clubs"), len(ranks) * copies)
    for code, card in cards(name).items():
        full = cards("standard")[code]
        assert (card.name, card.unicode, card.value) == (full.name, full.unicode, full.value)


def test_short_packs_take_the_options_that_make_sense() -> None:
    assert codes("piquet", jokers=1)[-2:] == ["KC", "X1"]
    assert codes("euchre", suit_order="CDHS")[:2] == ["AC", "9C"]
    assert codes("pinochle", suit_order="HSDC")[:3] == ["AH", "AH", "9H"]
    with pytest.raises(Refused, match="The pinochle deck does not take jokers"):
        codes("pinochle", jokers=1)


@pytest.mark.parametrize(("name", "pips"), [("spanish40", 7), ("spanish48", 9)])
def test_spanish_courts_are_numbered_from_ten(name: str, pips: int) -> None:
    assert count_by(name, "suit") == dict.fromkeys(("coins", "cups", "swords", "clubs"), pips + 3)
    assert sorted({card.value or 0 for card in cards(name).values()}) == [*range(1, pips + 1), 10, 11, 12]
    assert (cards(name)["NE"].name, cards(name)["NE"].value) == ("Knight of Swords", 11)


def test_italian_courts_count_eight_to_ten() -> None:
    assert count_by("italian40", "suit") == dict.fromkeys(("coins", "cups", "swords", "clubs"), 10)
    assert count_by("italian40", "value") == dict.fromkeys(range(1, 11), 4)
    names = {code: cards("italian40")[code].name for code in ("JD", "NS", "KB")}
    assert names == {"JD": "Jack of Coins", "NS": "Knight of Swords", "KB": "King of Clubs"}


@pytest.mark.parametrize(
    ("name", "suits", "ranks"),
    [
        ("german32", "acorns leaves hearts bells", "A789TUOK"),
        ("german36", "acorns leaves hearts bells", "A6789TUOK"),
        ("swiss36", "acorns roses shields bells", "A6789TUOK"),
    ],
)
def test_german_and_swiss_packs_have_unter_and_ober(name: str, suits: str, ranks: str) -> None:
    assert count_by(name, "suit") == dict.fromkeys(suits.split(), len(ranks))
    assert count_by(name, "rank") == dict.fromkeys(ranks, 4)
    assert cards(name)["OA"].name == "Ober of Acorns"


def test_the_swiss_ten_is_a_banner() -> None:
    assert cards("swiss36")["TS"].name == "Banner of Shields"


def test_the_tarot_pack_has_four_suits_of_fourteen_trumps_and_the_fool() -> None:
    suits = dict.fromkeys(("spades", "hearts", "diamonds", "clubs"), 14)
    assert count_by("tarot", "suit") == suits | {"trumps": 21, None: 1}
    assert count_by("tarot", "rank")["N"] == 4


def test_tarot_characters_are_those_of_their_names() -> None:
    by_code = {code: character_name(card) for code, card in cards("tarot").items()}
    assert by_code["NS"] == "PLAYING CARD KNIGHT OF SPADES"
    assert by_code["KC"] == "PLAYING CARD KING OF CLUBS"
    assert by_code["FO"] == "PLAYING CARD FOOL"
    assert [by_code[f"{trump}T"] for trump in range(1, 22)] == [f"PLAYING CARD TRUMP-{n}" for n in range(1, 22)]


def test_hanafuda_has_twelve_months_and_the_kinds_that_are_counted() -> None:
    assert set(count_by("hanafuda", "suit").values()) == {4}
    assert len(count_by("hanafuda", "suit")) == 12
    assert count_by("hanafuda", "rank") == {"bright": 5, "animal": 9, "ribbon": 10, "plain": 24}
    names = Counter(
        card.name.split(" with ")[-1] for card in build_shoe(DECKS["hanafuda"], PackOptions()) if card.value == 5
    )
    assert names == {"Poetry Ribbon": 3, "Blue Ribbon": 3, "Red Ribbon": 4}


def test_hanafuda_brights_are_the_five_of_the_game() -> None:
    brights = {card.code: card.name for card in cards("hanafuda").values() if card.rank == "bright"}
    assert brights == {
        "B1": "Pine with Crane",
        "B3": "Cherry with Curtain",
        "B8": "Pampas with Moon",
        "B11": "Willow with Rain Man",
        "B12": "Paulownia with Phoenix",
    }


def test_hwatu_has_rain_in_december_and_two_cards_of_double_junk() -> None:
    assert count_by("hwatu", "rank") == {"bright": 5, "animal": 9, "ribbon": 10, "plain": 22, "double": 2}
    pack = cards("hwatu")
    assert (pack["B11"].name, pack["D11"].name) == ("Paulownia with Phoenix", "Double Paulownia")
    assert (pack["B12"].name, pack["D12"].name) == ("Willow with Rain Man", "Willow with Lightning")
    assert pack["D12"].value == 2
    shared = [code for code in cards("hanafuda") if not code.endswith(("11", "12"))]
    assert all(pack[code].name == cards("hanafuda")[code].name for code in shared)


def test_jokers_of_hwatu_count_as_two_and_three_junk_in_turn() -> None:
    jokers = list(build_shoe(DECKS["hwatu"], PackOptions(jokers=4)))[48:]
    assert [(card.code, card.value) for card in jokers] == [("X1", 2), ("X2", 3), ("X3", 2), ("X4", 3)]


def test_the_american_set_has_eight_flowers_and_eight_jokers_for_flowers_and_seasons() -> None:
    tiles = Counter(codes("american_mahjong"))
    assert {code for code, number in tiles.items() if number == 8} == {"FL", "JK"}
    assert codes("american_mahjong")[:136] == codes("mahjong")[:136]
    assert character_name(cards("american_mahjong")["JK"]) == "MAHJONG TILE JOKER"


def test_the_riichi_set_is_complete() -> None:
    assert set(Counter(codes("riichi")).values()) == {4}
    suits = dict.fromkeys(("characters", "dots", "bamboo"), 36)
    assert count_by("riichi", "suit") == suits | {"winds": 16, "dragons": 12}


def test_riichi_honours_are_numbered_east_south_west_north_white_green_red() -> None:
    honours = [cards("riichi")[f"{number}z"] for number in range(1, 8)]
    winds, dragons = ("EAST", "SOUTH", "WEST", "NORTH"), ("WHITE", "GREEN", "RED")
    assert [character_name(card) for card in honours] == [
        *(f"MAHJONG TILE {wind} WIND" for wind in winds),
        *(f"MAHJONG TILE {dragon} DRAGON" for dragon in dragons),
    ]
    assert [card.name.split()[0].upper() for card in honours] == [*winds, *dragons]


@for_each("number", range(5))
def test_red_fives_replace_others(number: int) -> None:
    red = Counter(code for code in codes("riichi", red_fives=number) if code[0] == "0")
    assert red == Counter(["0m", "0p", "0s", "0p"][:number])
    assert count_by("riichi", "suit", red_fives=number) == count_by("riichi", "suit")
    assert count_by("riichi", "value", red_fives=number) == count_by("riichi", "value")
    pack = list(build_shoe(DECKS["riichi"], PackOptions(red_fives=number)))
    for code, count in Counter(card.code for card in pack).items():
        assert [card.copy for card in pack if card.code == code] == list(range(1, count + 1))


def test_three_red_fives_are_where_tenhou_numbers_them() -> None:
    tiles = codes("riichi", red_fives=3)
    assert [index for index, code in enumerate(tiles) if code[0] == "0"] == [16, 52, 88]
    assert [tiles[4 * kind] for kind in (0, 9, 18, 27, 33)] == ["1m", "1p", "1s", "1z", "7z"]


@for_each(("highest", "size"), [(6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_dominoes_are_every_pair_of_ends_once(highest: int, size: int) -> None:
    tiles = cards("dominoes", highest=highest)
    assert len(tiles) == size == len(codes("dominoes", highest=highest))
    assert {tuple(map(int, code.split("-"))) for code in tiles} == {
        (a, b) for a in range(highest + 1) for b in range(a + 1)
    }
    assert sum(card.value or 0 for card in tiles.values()) == size * highest  # the mean tile has `highest` pips


def test_domino_names_and_characters_agree() -> None:
    tiles = cards("dominoes")
    assert [tiles[code].name for code in ("6-5", "6-6", "1-0")] == ["Six-Five", "Double Six", "One-Blank"]
    for code, card in tiles.items():
        high, low = code.split("-")
        assert character_name(card) == f"DOMINO TILE HORIZONTAL-0{high}-0{low}"
    assert cards("dominoes", highest=9)["7-0"].unicode is None


def test_balls_are_numbered_and_bingo_has_fifteen_a_letter() -> None:
    assert codes("keno") == [str(number) for number in range(1, 81)]
    assert codes("bingo90")[-1] == "90"
    assert count_by("bingo75", "suit") == dict.fromkeys("bingo", 15)
    assert codes("bingo75")[14::15] == ["B15", "I30", "N45", "G60", "O75"]
    assert codes("bingo75")[::15] == ["B1", "I16", "N31", "G46", "O61"]


def test_tichu_has_four_suits_and_four_special_cards() -> None:
    assert count_by("tichu", "suit") == dict.fromkeys(("jade", "swords", "pagodas", "stars"), 13) | {None: 4}
    assert codes("tichu")[12:14] == ["AJ", "2W"]
    assert codes("tichu")[-4:] == ["MJ", "DO", "PH", "DR"]
    assert [cards("tichu")[code].value for code in ("MJ", "2S", "AS", "DR")] == [1, 2, 14, None]


def test_the_four_colour_pack_is_complete() -> None:
    assert count_by("wild_colours", "suit") == dict.fromkeys(("red", "yellow", "green", "blue"), 25) | {None: 8}
    ranks = dict.fromkeys([*"123456789", "skip", "reverse", "draw two"], 8)
    assert count_by("wild_colours", "rank") == ranks | {"0": 4, "wild": 4, "wild draw four": 4}


def test_the_larger_four_colour_pack_begins_with_the_smaller_one() -> None:
    assert codes("wild_colours112") == [*codes("wild_colours"), "WS", "WC", "WC", "WC"]
    values = {code: card.value for code, card in cards("wild_colours112").items()}
    assert [values[code] for code in ("0R", "9B", "SG", "RY", "DB", "WW", "W4", "WS", "WC")] == [
        *(0, 9, 20, 20, 20, 50, 50, 40, 40)
    ]


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("keno", PackOptions(), "1"),
        ("riichi", PackOptions(red_fives=1), "0m"),
        ("dominoes", PackOptions(highest=9), "7-0"),
    ],
)
def test_characters_are_refused_where_a_card_has_none(name: str, options: PackOptions, code: str) -> None:
    with pytest.raises(Refused, match=f"Unicode has no character for {code} of the {name} deck") as refused:
        card_labels(build_shoe(DECKS[name], options), CardFormat(notation=Notation.UNICODE))
    assert refused.value.field == "notation"


def test_characters_are_given_once_the_cards_without_are_taken_out() -> None:
    shoe = build_shoe(DECKS["riichi"], PackOptions(red_fives=1, exclude=("0m",)))
    assert len(card_labels(shoe, CardFormat(notation=Notation.UNICODE))) == 135


def test_retro_names_are_deuce_and_trey() -> None:
    names = card_labels(
        build_shoe(STANDARD, PackOptions()), CardFormat(notation=Notation.NAME, name_style=NameStyle.RETRO)
    )
    assert list(names)[:4] == ["Ace of Spades", "Deuce of Spades", "Trey of Spades", "4 of Spades"]


def test_excluded_cards_leave_indices_without_gaps_and_numbers_with() -> None:
    cards = list(build_shoe(STANDARD, PackOptions(exclude=("AS", "3S"), decks=2)))
    assert len(cards) == 100
    assert [(card.number, card.copy) for card in cards[:2]] == [(1, 1), (3, 1)]
    assert [(card.number, card.copy) for card in cards[50:52]] == [(1, 2), (3, 2)]


def test_an_excluded_tile_is_taken_out_with_all_its_copies() -> None:
    assert len(codes("mahjong", exclude=("EW", "1f"))) == 139


@for_each(
    ("name", "options", "sentence"),
    [
        ("standard", PackOptions(exclude=("ZZ",)), "There is no card, suit or rank 'ZZ'"),
        ("standard", PackOptions(exclude=("X1",)), "There is no card, suit or rank 'X1'"),
        ("standard", PackOptions(exclude=("10S", "ts")), "TS is listed twice"),
        ("standard", PackOptions(red_fives=3), "The standard deck does not take red_fives"),
        ("standard", PackOptions(highest=6), "The standard deck does not take highest"),
        ("mahjong", PackOptions(red_fives=0), "The mahjong deck does not take red_fives"),
        ("riichi", PackOptions(exclude=("0m",)), "There is no card, suit or rank '0m'"),
        ("dominoes", PackOptions(exclude=("0-9",)), "There is no card, suit or rank '0-9'"),
        ("mahjong", PackOptions(jokers=1), "The mahjong deck does not take jokers"),
        ("mahjong", PackOptions(suit_order="CDHS"), "The mahjong deck does not take suit_order"),
        (
            "mahjong",
            PackOptions(exclude=tuple({card.code for card in build_shoe(MAHJONG, PackOptions())})),
            "leave at least one",
        ),
    ],
)
def test_what_does_not_fit_a_deck_is_refused(name: str, options: PackOptions, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        build_shoe(DECKS[name], options)


@for_each("name", DECKS)
def test_decks_with_french_suits_have_retro_names_and_others_have_none(name: str) -> None:
    shoe = build_shoe(DECKS[name], PackOptions())
    retro = CardFormat(notation=Notation.NAME, name_style=NameStyle.RETRO)
    if {card.suit for card in shoe} >= {"spades", "hearts", "diamonds", "clubs"}:
        names = "\n".join(card_labels(shoe, CardFormat(notation=Notation.NAME)))
        assert "\n".join(card_labels(shoe, retro)) == names.replace("\n2 of", "\nDeuce of").replace(
            "\n3 of", "\nTrey of"
        )
    else:
        with pytest.raises(Refused, match=f"The cards of the {name} deck have no retro names"):
            card_labels(shoe, retro)


def test_an_unknown_deck_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'standard'\\? Known: standard, piquet"):
        get_deck("standart")


def test_up_to_40_known_names_are_listed_and_more_by_their_path() -> None:
    decks = [dict.fromkeys(f"deck{number}" for number in range(size)) for size in (40, 41)]
    listed, counted = (str(UnknownName("deck", "x", names)) for names in decks)
    assert listed.endswith(", deck39.")
    assert counted.endswith(" GET /v1/decks lists all 41.")


def test_the_weli_is_the_only_six_of_its_pack() -> None:
    assert count_by("german33", "rank") == dict.fromkeys("A789TUOK", 4) | {"6": 1}
    assert (cards("german33")["6B"].name, cards("german33")["6B"].suit) == ("Weli", "bells")


def test_a_tarock_pack_has_black_sevens_to_tens_and_red_aces_to_fours() -> None:
    tarock = cards("tarock54")
    for suits, ranks in (("SC", "789TJNQK"), ("HD", "A234JNQK")):
        for suit in suits:
            assert [code[:-1] for code in tarock if code[-1] == suit] == [*ranks]
    assert [code for code in tarock if tarock[code].suit in {"trumps", None}] == [*codes("tarot")[56:]]
    assert all(card == replace(cards("tarot")[code], number=card.number) for code, card in tarock.items())


def test_chinese_dominoes_are_sixteen_pairs() -> None:
    tiles = list(build_shoe(DECKS["chinese_dominoes"], PackOptions()))
    assert count_by("chinese_dominoes", "suit") == {"civil": 22, "military": 10}
    assert sum(tile.value or 0 for tile in tiles) == 227
    military = [tile for tile in tiles if tile.suit == "military"]
    # The pairs of military tiles have the same number of pips, but for the highest pair of all, 4-2 and 2-1.
    assert [tile.value for tile in military] == [9, 9, 8, 8, 7, 7, 6, 5, 5, 3]
    assert unicodedata.name(tiles[0].unicode or "") == "DOMINO TILE HORIZONTAL-06-06"


@for_each(
    ("name", "colours", "numbers", "special"),
    [
        ("okey", "red black blue yellow", [*range(1, 14)] * 2, {"joker": 2}),
        ("bird_colours", "red yellow green black", [*range(1, 15)], {"bird": 1}),
        ("wizards", "blue red yellow green", [*range(1, 14)], {"wizard": 4, "jester": 4}),
        ("fireworks", "red yellow green white blue", [1, 1, 1, 2, 2, 3, 3, 4, 4, 5], {}),
    ],
)
def test_packs_of_numbers_in_colours(name: str, colours: str, numbers: list[int], special: dict[str, int]) -> None:
    pack = list(build_shoe(DECKS[name], PackOptions()))
    for colour in colours.split():
        assert sorted(card.value or 0 for card in pack if card.suit == colour) == sorted(numbers)
    assert Counter(card.rank for card in pack if card.suit is None) == special
    assert list(dict.fromkeys(card.suit for card in pack if card.suit)) == colours.split()


def test_the_pack_of_numbers_alone_has_twelve_of_each_and_eighteen_wild_cards() -> None:
    assert Counter(codes("numbers162")) == {str(number): 12 for number in range(1, 13)} | {"WW": 18}

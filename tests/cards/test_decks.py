"""Decks, shoes and the labels of cards."""

import unicodedata
from collections import Counter
from dataclasses import replace

import pytest

from service.cards.card import Card, NameStyle, Notation
from service.cards.deck import DECKS, Deck
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe, card_labels
from service.core.errors import Refused, UnknownName
from tests.tables import for_each

STANDARD = DECKS["standard"]
MAHJONG = DECKS["mahjong"]
every_deck = for_each("deck", DECKS.values(), ids=lambda deck: deck.name)


def codes(name: str, **options: object) -> list[str]:
    return [card.code for card in build_shoe(DECKS[name], PackOptions(**options))]  # type: ignore[arg-type]


def cards(name: str, **options: object) -> dict[str, Card]:
    return {card.code: card for card in build_shoe(DECKS[name], PackOptions(**options))}  # type: ignore[arg-type]


def character_name(card: Card) -> str:
    assert card.unicode
    return unicodedata.name(card.unicode)


@every_deck
def test_code_and_copy_tell_every_card_of_two_packs_apart(deck: Deck) -> None:
    cards = list(build_shoe(deck, PackOptions(decks=2)))
    assert len({(card.code, card.copy) for card in cards}) == len(cards)
    assert {
        min(card.copy for card in cards if card.code == code)
        for code in {card.code for card in cards}
    } == {1}


@every_deck
def test_a_pack_is_numbered_from_zero_and_a_second_pack_again(deck: Deck) -> None:
    size = deck.size
    assert [card.number for card in build_shoe(deck, PackOptions(decks=2))] == [
        *range(size),
        *range(size),
    ]


@every_deck
def test_copies_of_a_card_are_alike_but_for_their_position(deck: Deck) -> None:
    pack = list(build_shoe(deck, PackOptions()))
    faces = {
        (card.code, card.name, card.unicode, card.rank, card.suit, card.value)
        for card in pack
    }
    assert (
        len(faces)
        == len({card.code for card in pack})
        == len({card.name for card in pack})
    )


@every_deck
def test_a_deck_has_a_title_and_a_source(deck: Deck) -> None:
    assert deck.title, f"the deck {deck.name} has no title"
    assert deck.source, f"the deck {deck.name} has no source"


FRENCH = ("spades", "hearts", "diamonds", "clubs")
LATIN = ("coins", "cups", "swords", "clubs")
TILES = dict.fromkeys(("dots", "bamboo", "characters"), 36)
HONOURS = {"winds": 16, "dragons": 12}
COLOURS = ("red", "yellow", "green", "blue")
WILD_RANKS = ("skip", "reverse", "draw two")
STANDARD_CODES = [f"{rank}S" for rank in "A23456789TJQK"]
FLOWER_CARDS = {"bright": 5, "animal": 9, "ribbon": 10}


@for_each(
    ("name", "attribute", "counts"),
    [
        ("piquet", "suit", dict.fromkeys(FRENCH, 8)),
        ("euchre", "suit", dict.fromkeys(FRENCH, 6)),
        ("pinochle", "suit", dict.fromkeys(FRENCH, 12)),
        ("piquet", "rank", dict.fromkeys("789TJQKA", 4)),
        ("euchre", "rank", dict.fromkeys("9TJQKA", 4)),
        ("pinochle", "rank", dict.fromkeys("9TJQKA", 8)),
        *(
            (name, "suit", dict.fromkeys(LATIN, size))
            for name, size in (("spanish40", 10), ("spanish48", 12))
        ),
        ("spanish40", "value", dict.fromkeys([*range(1, 8), 10, 11, 12], 4)),
        ("spanish48", "value", dict.fromkeys(range(1, 13), 4)),
        ("italian40", "suit", dict.fromkeys(LATIN, 10)),
        ("italian40", "value", dict.fromkeys(range(1, 11), 4)),
        ("german32", "rank", dict.fromkeys("A789TUOK", 4)),
        ("german33", "rank", dict.fromkeys("A789TUOK", 4) | {"6": 1}),
        *(
            (name, "rank", dict.fromkeys("A6789TUOK", 4))
            for name in ("german36", "swiss36")
        ),
        ("german32", "suit", dict.fromkeys(("acorns", "leaves", "hearts", "bells"), 8)),
        ("german36", "suit", dict.fromkeys(("acorns", "leaves", "hearts", "bells"), 9)),
        ("swiss36", "suit", dict.fromkeys(("acorns", "roses", "shields", "bells"), 9)),
        ("tarot", "suit", dict.fromkeys(FRENCH, 14) | {"trumps": 21, None: 1}),
        ("hanafuda", "rank", FLOWER_CARDS | {"plain": 24}),
        ("hwatu", "rank", FLOWER_CARDS | {"plain": 22, "double": 2}),
        ("mahjong", "suit", TILES | HONOURS | {"flowers": 4, "seasons": 4}),
        ("riichi", "suit", TILES | HONOURS),
        ("bingo75", "suit", dict.fromkeys("bingo", 15)),
        (
            "tichu",
            "suit",
            dict.fromkeys(("jade", "swords", "pagodas", "stars"), 13) | {None: 4},
        ),
        ("wild_colours", "suit", dict.fromkeys(COLOURS, 25) | {None: 8}),
        (
            "wild_colours",
            "rank",
            dict.fromkeys([*"123456789", *WILD_RANKS], 8)
            | {"0": 4, "wild": 4, "wild draw four": 4},
        ),
        ("chinese_dominoes", "suit", {"civil": 22, "military": 10}),
        ("colours80", "suit", dict.fromkeys(COLOURS, 20)),
        (
            "whot",
            "suit",
            {
                "circles": 12,
                "triangles": 12,
                "crosses": 9,
                "squares": 9,
                "stars": 7,
                None: 5,
            },
        ),
        (
            "whot",
            "value",
            dict.fromkeys((1, 2, 3, 5, 7), 5)
            | {4: 3, 8: 3, 10: 4, 11: 4, 12: 2, 13: 4, 14: 4, 20: 5},
        ),
        ("kabufuda", "value", dict.fromkeys(range(1, 11), 4)),
        (
            "tarot_reading",
            "suit",
            dict.fromkeys(("wands", "cups", "swords", "pentacles"), 14)
            | {"major arcana": 22},
        ),
        (
            "letters_english",
            "value",
            {0: 2, 1: 68, 2: 7, 3: 8, 4: 10, 5: 1, 8: 2, 10: 2},
        ),
        (
            "letters_german",
            "value",
            {0: 2, 1: 64, 2: 13, 3: 8, 4: 7, 6: 4, 8: 2, 10: 2},
        ),
        ("letters_french", "value", {0: 2, 1: 73, 2: 8, 3: 6, 4: 6, 8: 2, 10: 5}),
        (
            "letters_spanish",
            "value",
            {0: 2, 1: 68, 2: 7, 3: 10, 4: 5, 5: 2, 8: 5, 10: 1},
        ),
        ("letters_italian", "value", {0: 2, 1: 52, 2: 24, 3: 20, 5: 15, 8: 6, 10: 1}),
        (
            "letters_dutch",
            "value",
            {0: 2, 1: 44, 2: 20, 3: 16, 4: 13, 5: 4, 8: 2, 10: 1},
        ),
        (
            "letters_polish",
            "value",
            {0: 2, 1: 52, 2: 25, 3: 12, 5: 6, 6: 1, 7: 1, 9: 1},
        ),
        (
            "letters_portuguese",
            "value",
            {0: 3, 1: 77, 2: 18, 3: 9, 4: 8, 5: 2, 6: 1, 8: 2},
        ),
    ],
)
def test_a_pack_has_so_many_cards_of_each_suit_rank_and_value(
    name: str, attribute: str, counts: dict[object, int]
) -> None:
    assert (
        Counter(
            getattr(card, attribute) for card in build_shoe(DECKS[name], PackOptions())
        )
        == counts
    )


@for_each(
    ("name", "code", "title", "value"),
    [
        *(
            ("standard", code, None, value)
            for value, code in enumerate(STANDARD_CODES, start=1)
        ),
        ("spanish48", "NE", "Knight of Swords", 11),
        ("italian40", "JD", "Jack of Coins", 8),
        ("italian40", "NS", "Knight of Swords", 9),
        ("italian40", "KB", "King of Clubs", 10),
        *(
            (name, "OA", "Ober of Acorns", None)
            for name in ("german32", "german36", "swiss36")
        ),
        ("german33", "6B", "Weli", None),
        ("swiss36", "TS", "Banner of Shields", None),
        ("hanafuda", "B1", "Pine with Crane", None),
        ("hanafuda", "B3", "Cherry with Curtain", None),
        ("hanafuda", "B8", "Pampas with Moon", None),
        ("hanafuda", "B11", "Willow with Rain Man", None),
        ("hanafuda", "B12", "Paulownia with Phoenix", None),
        ("hwatu", "B11", "Paulownia with Phoenix", None),
        ("hwatu", "D11", "Double Paulownia", 2),
        ("hwatu", "B12", "Willow with Rain Man", None),
        ("hwatu", "D12", "Willow with Lightning", 2),
        ("tichu", "MJ", None, 1),
        ("tichu", "2S", None, 2),
        ("tichu", "AS", None, 14),
        ("dominoes", "6-5", "Six-Five", 11),
        ("dominoes", "6-6", "Double Six", 12),
        ("dominoes", "1-0", "One-Blank", 1),
        ("whot", "14C", "Circles 14", 14),
        ("whot", "WH", "Whot", 20),
        ("tarot_reading", "M0", "The Fool", 0),
        ("tarot_reading", "PP", "Page of Pentacles", 11),
        ("tarot_reading", "M21", "The World", 21),
        ("letters_polish", "Ź", "Letter Ź", 9),
        ("letters_spanish", "LL", "Letter LL", 8),
        *(
            ("wild_colours112", code, None, value)
            for code, value in (("0R", 0), ("9B", 9), ("SG", 20), ("RY", 20))
        ),
        *(
            ("wild_colours112", code, None, value)
            for code, value in (("DB", 20), ("WW", 50), ("W4", 50))
        ),
        *(("wild_colours112", code, None, 40) for code in ("WS", "WC")),
    ],
)
def test_a_card_has_the_name_and_the_value_of_its_game(
    name: str, code: str, title: str | None, value: int | None
) -> None:
    card = cards(name)[code]
    assert title in {None, card.name}
    assert value in {None, card.value}


def test_some_cards_have_no_value() -> None:
    assert cards("standard", jokers=1)["X1"].value is cards("tichu")["DR"].value is None


def test_unicode_names_agree_with_ours() -> None:
    ranks = dict(
        zip(
            "A23456789T",
            [
                "ACE",
                "TWO",
                "THREE",
                "FOUR",
                "FIVE",
                "SIX",
                "SEVEN",
                "EIGHT",
                "NINE",
                "TEN",
            ],
            strict=True,
        )
    )
    ranks |= {"J": "JACK", "N": "KNIGHT", "Q": "QUEEN", "K": "KING"}
    for card in (*cards("standard").values(), *cards("tarot").values()):
        if card.suit in FRENCH:
            assert (
                character_name(card)
                == f"PLAYING CARD {ranks[card.rank]} OF {card.suit.upper()}"
            )
    trumps = [character_name(cards("tarot")[f"{trump}T"]) for trump in range(1, 22)]
    assert trumps == [f"PLAYING CARD TRUMP-{trump}" for trump in range(1, 22)]
    tiles = {
        "9D": "NINE OF CIRCLES",
        "5B": "FIVE OF BAMBOOS",
        "1C": "ONE OF CHARACTERS",
        "3F": "CHRYSANTHEMUM",
    }
    assert {code: character_name(cards("mahjong")[code]) for code in tiles} == {
        code: f"MAHJONG TILE {name}" for code, name in tiles.items()
    }
    assert character_name(cards("american_mahjong")["JK"]) == "MAHJONG TILE JOKER"
    assert character_name(cards("tarot")["FO"]) == "PLAYING CARD FOOL"
    assert (
        character_name(cards("chinese_dominoes")["6-6"])
        == "DOMINO TILE HORIZONTAL-06-06"
    )
    for code, tile in cards("dominoes").items():
        assert character_name(tile) == "DOMINO TILE HORIZONTAL-0{}-0{}".format(
            *code.split("-")
        )
    assert cards("dominoes", highest=9)["7-0"].unicode is None


@for_each("name", ["piquet", "euchre", "pinochle"])
def test_a_short_pack_has_cards_of_the_standard_one(name: str) -> None:
    for code, card in cards(name).items():
        full = cards("standard")[code]
        assert (card.name, card.unicode, card.value) == (
            full.name,
            full.unicode,
            full.value,
        )


def test_hanafuda_has_twelve_months_and_three_kinds_of_ribbons() -> None:
    pack = list(build_shoe(DECKS["hanafuda"], PackOptions()))
    assert sorted(Counter(card.suit for card in pack).values()) == [4] * 12
    names = Counter(card.name.split(" with ")[-1] for card in pack if card.value == 5)
    assert names == {"Poetry Ribbon": 3, "Blue Ribbon": 3, "Red Ribbon": 4}


def test_hwatu_has_the_cards_of_hanafuda_and_jokers_that_count_as_two_and_three_junk_in_turn() -> (
    None
):
    shared = [code for code in cards("hanafuda") if not code.endswith(("11", "12"))]
    assert all(
        cards("hwatu")[code].name == cards("hanafuda")[code].name for code in shared
    )
    jokers = list(build_shoe(DECKS["hwatu"], PackOptions(jokers=4)))[48:]
    assert [(card.code, card.value) for card in jokers] == [
        ("X1", 2),
        ("X2", 3),
        ("X3", 2),
        ("X4", 3),
    ]


def test_riichi_honours_are_numbered_east_south_west_north_white_green_red() -> None:
    honours = [cards("riichi")[f"{number}z"] for number in range(1, 8)]
    winds = ("EAST", "SOUTH", "WEST", "NORTH")
    dragons = ("WHITE", "GREEN", "RED")
    names = [
        *(f"{wind} WIND" for wind in winds),
        *(f"{dragon} DRAGON" for dragon in dragons),
    ]
    assert [character_name(card) for card in honours] == [
        f"MAHJONG TILE {name}" for name in names
    ]
    assert [card.name.split()[0].upper() for card in honours] == [*winds, *dragons]


@for_each("number", range(5))
def test_red_fives_replace_others(number: int) -> None:
    plain, pack = (
        list(build_shoe(DECKS["riichi"], PackOptions(red_fives=fives)))
        for fives in (0, number)
    )
    assert Counter(card.code for card in pack if card.code[0] == "0") == Counter(
        ["0m", "0p", "0s", "0p"][:number]
    )
    assert [(card.suit, card.value) for card in pack] == [
        (card.suit, card.value) for card in plain
    ]
    for code, count in Counter(card.code for card in pack).items():
        assert [card.copy for card in pack if card.code == code] == list(
            range(1, count + 1)
        )


def test_three_red_fives_are_where_tenhou_numbers_them() -> None:
    tiles = codes("riichi", red_fives=3)
    assert [index for index, code in enumerate(tiles) if code[0] == "0"] == [16, 52, 88]
    assert [tiles[4 * kind] for kind in (0, 9, 18, 27, 33)] == [
        "1m",
        "1p",
        "1s",
        "1z",
        "7z",
    ]


@for_each(("highest", "size"), [(6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_dominoes_are_every_pair_of_ends_once(highest: int, size: int) -> None:
    tiles = cards("dominoes", highest=highest)
    pairs = {(a, b) for a in range(highest + 1) for b in range(a + 1)}
    assert {tuple(map(int, code.split("-"))) for code in tiles} == pairs
    assert (
        sum(card.value or 0 for card in tiles.values()) == size * highest
    )  # the mean tile has `highest` pips


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("keno", PackOptions(), "1"),
        ("riichi", PackOptions(red_fives=1), "0m"),
        ("dominoes", PackOptions(highest=9), "7-0"),
    ],
)
def test_characters_are_refused_where_a_card_has_none(
    name: str, options: PackOptions, code: str
) -> None:
    with pytest.raises(
        Refused, match=f"Unicode has no character for {code} of the {name} deck"
    ) as refused:
        card_labels(build_shoe(DECKS[name], options), Notation.UNICODE)
    assert refused.value.field == "notation"


def test_characters_are_given_once_the_cards_without_are_taken_out() -> None:
    shoe = build_shoe(DECKS["riichi"], PackOptions(red_fives=1, exclude=("0m",)))
    assert len(card_labels(shoe, Notation.UNICODE)) == 135


def test_excluded_cards_leave_indices_without_gaps_and_numbers_with() -> None:
    cards = list(build_shoe(STANDARD, PackOptions(exclude=("AS", "3S"), decks=2)))
    assert len(cards) == 100
    assert [(card.number, card.copy) for card in cards[:2]] == [(1, 1), (3, 1)]
    assert [(card.number, card.copy) for card in cards[50:52]] == [(1, 2), (3, 2)]


@for_each("name", DECKS)
def test_decks_with_french_suits_have_retro_names_and_others_have_none(
    name: str,
) -> None:
    """The pack for six at five hundred has its own ranks, and no retro names."""
    shoe = build_shoe(DECKS[name], PackOptions())
    if name != "five_hundred63" and {card.suit for card in shoe} >= {
        "spades",
        "hearts",
        "diamonds",
        "clubs",
    }:
        names = "\n".join(card_labels(shoe, Notation.NAME))
        names = names.replace("\n2 of", "\nDeuce of").replace("\n3 of", "\nTrey of")
        assert "\n".join(card_labels(shoe, Notation.NAME, NameStyle.RETRO)) == names
    else:
        with pytest.raises(
            Refused, match=f"The cards of the {name} deck have no retro names"
        ):
            card_labels(shoe, Notation.NAME, NameStyle.RETRO)


def test_up_to_40_known_names_are_listed_and_more_by_their_path() -> None:
    decks = [
        dict.fromkeys(f"deck{number}" for number in range(size)) for size in (40, 41)
    ]
    listed, counted = (str(UnknownName("deck", "x", names)) for names in decks)
    assert listed.endswith(", deck39.")
    assert counted.endswith(" GET /v1/decks lists all 41.")


def test_a_tarock_pack_has_black_sevens_to_tens_and_red_aces_to_fours() -> None:
    tarock = cards("tarock54")
    for suits, ranks in (("SC", "789TJNQK"), ("HD", "A234JNQK")):
        for suit in suits:
            assert [code[:-1] for code in tarock if code[-1] == suit] == list(ranks)
    assert [code for code in tarock if tarock[code].suit in {"trumps", None}] == [
        *codes("tarot")[56:]
    ]
    assert all(
        card == replace(cards("tarot")[code], number=card.number)
        for code, card in tarock.items()
    )


def test_chinese_dominoes_are_sixteen_pairs() -> None:
    tiles = list(build_shoe(DECKS["chinese_dominoes"], PackOptions()))
    assert sum(tile.value or 0 for tile in tiles) == 227
    military = [tile for tile in tiles if tile.suit == "military"]
    # The pairs of military tiles have the same number of pips, but for the highest pair of all, 4-2 and 2-1.
    assert [tile.value for tile in military] == [9, 9, 8, 8, 7, 7, 6, 5, 5, 3]


@for_each(
    ("name", "colours", "numbers", "special"),
    [
        ("okey", "red black blue yellow", list(range(1, 14)) * 2, {"joker": 2}),
        ("bird_colours", "red yellow green black", list(range(1, 15)), {"bird": 1}),
        (
            "wizards",
            "blue red yellow green",
            list(range(1, 14)),
            {"wizard": 4, "jester": 4},
        ),
        (
            "fireworks",
            "red yellow green white blue",
            [1, 1, 1, 2, 2, 3, 3, 4, 4, 5],
            {},
        ),
    ],
)
def test_packs_of_numbers_in_colours(
    name: str, colours: str, numbers: list[int], special: dict[str, int]
) -> None:
    pack = list(build_shoe(DECKS[name], PackOptions()))
    for colour in colours.split():
        assert sorted(
            card.value or 0 for card in pack if card.suit == colour
        ) == sorted(numbers)
    assert Counter(card.rank for card in pack if card.suit is None) == special
    assert (
        list(dict.fromkeys(card.suit for card in pack if card.suit)) == colours.split()
    )

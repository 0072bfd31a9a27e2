"""Decks, shoes and the labels of cards."""

import unicodedata
from collections import Counter, defaultdict
from dataclasses import replace
from typing import Any

import pytest

from service.cards.card import Card, NameStyle, Notation
from service.cards.deck import DECKS, Deck
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe, card_labels
from service.core.errors import Refused
from service.core.unknown_names import refuse_name
from tests.tables import for_each, list_some, read_table

FRENCH = ("spades", "hearts", "diamonds", "clubs")
every_deck = for_each("deck", DECKS.values(), ids=lambda deck: deck.name)


def list_cards(name: str, **options: Any) -> list[Card]:
    """Return the cards of a shoe in their order."""
    return list(build_shoe(DECKS[name], PackOptions(**options)))


def cards(name: str, **options: Any) -> dict[str, Card]:
    """Return the cards of a shoe by their codes."""
    return {card.code: card for card in list_cards(name, **options)}


def character_name(card: Card) -> str:
    """Return the name that Unicode gives to the character of a card."""
    assert card.unicode
    return unicodedata.name(card.unicode)


@every_deck
def test_code_and_copy_tell_every_card_of_two_packs_apart(deck: Deck) -> None:
    cards = list_cards(deck.name, decks=2)
    copies = defaultdict[str, set[int]](set)
    for card in cards:
        copies[card.code].add(card.copy)
    assert sum(map(len, copies.values())) == len(cards)
    for code, numbers in copies.items():
        assert min(numbers) == 1, code


@every_deck
def test_a_pack_is_numbered_from_zero_and_a_second_pack_again(deck: Deck) -> None:
    numbers = [card.number for card in list_cards(deck.name, decks=2)]
    assert numbers == list(range(deck.size)) * 2


@every_deck
def test_copies_of_a_card_are_alike_but_for_their_position(deck: Deck) -> None:
    pack = list_cards(deck.name)
    faces = {replace(card, copy=1, number=0) for card in pack}
    codes = {card.code for card in pack}
    names = {card.name for card in pack}
    assert len(faces) == len(codes)
    assert len(names) == len(codes)


@every_deck
def test_a_deck_has_a_title_and_a_source(deck: Deck) -> None:
    assert deck.title, f"the deck {deck.name} has no title"
    assert deck.source, f"the deck {deck.name} has no source"


@for_each(("name", "attribute", "counts"), read_table("cards/counts.yaml"))
def test_a_pack_has_so_many_cards_of_each_suit_rank_and_value(
    name: str, attribute: str, counts: dict[object, int]
) -> None:
    values = [getattr(card, attribute) for card in list_cards(name)]
    assert Counter(values) == counts


@for_each(("name", "code", "title", "value"), read_table("cards/card_names.yaml"))
def test_a_card_has_the_name_and_the_value_of_its_game(
    name: str, code: str, title: str | None, value: int | None
) -> None:
    card = cards(name)[code]
    assert title in {None, card.name}
    assert value in {None, card.value}


def test_some_cards_have_no_value() -> None:
    joker = cards("standard", jokers=1)["X1"]
    dragon = cards("tichu")["DR"]
    assert joker.value is None
    assert dragon.value is None


RANK_NAMES = {
    "A": "ACE",
    "2": "TWO",
    "3": "THREE",
    "4": "FOUR",
    "5": "FIVE",
    "6": "SIX",
    "7": "SEVEN",
    "8": "EIGHT",
    "9": "NINE",
    "T": "TEN",
    "J": "JACK",
    "N": "KNIGHT",
    "Q": "QUEEN",
    "K": "KING",
}


@for_each("name", ["standard", "tarot"])
def test_unicode_names_of_french_cards_agree_with_ours(name: str) -> None:
    for suit, card in list_some(
        (card.suit.upper(), card) for card in list_cards(name) if card.suit in FRENCH
    ):
        rank = RANK_NAMES[card.rank]
        assert character_name(card) == f"PLAYING CARD {rank} OF {suit}"


def test_unicode_names_of_trumps_agree_with_ours() -> None:
    tarot = cards("tarot")
    for trump in range(1, 22):
        name = character_name(tarot[f"{trump}T"])
        assert name == f"PLAYING CARD TRUMP-{trump}"


@for_each(
    ("name", "code", "expected"),
    [
        ("mahjong", "9D", "MAHJONG TILE NINE OF CIRCLES"),
        ("mahjong", "5B", "MAHJONG TILE FIVE OF BAMBOOS"),
        ("mahjong", "1C", "MAHJONG TILE ONE OF CHARACTERS"),
        ("mahjong", "3F", "MAHJONG TILE CHRYSANTHEMUM"),
        ("american_mahjong", "JK", "MAHJONG TILE JOKER"),
        ("tarot", "FO", "PLAYING CARD FOOL"),
        ("chinese_dominoes", "6-6", "DOMINO TILE HORIZONTAL-06-06"),
    ],
)
def test_a_unicode_name_agrees_with_ours(name: str, code: str, expected: str) -> None:
    assert character_name(cards(name)[code]) == expected


def test_unicode_names_of_dominoes_agree_with_ours() -> None:
    for code, tile in cards("dominoes").items():
        high, low = code.split("-")
        assert character_name(tile) == f"DOMINO TILE HORIZONTAL-0{high}-0{low}"
    larger_set = cards("dominoes", highest=9)
    assert larger_set["7-0"].unicode is None


@for_each("name", ["piquet", "euchre", "pinochle"])
def test_a_short_pack_has_cards_of_the_standard_one(name: str) -> None:
    standard = cards("standard")
    for card in list_cards(name):
        full = standard[card.code]
        assert card.name == full.name
        assert card.unicode == full.unicode
        assert card.value == full.value


def test_hanafuda_has_twelve_months_and_three_kinds_of_ribbons() -> None:
    pack = list_cards("hanafuda")
    months = Counter(card.suit for card in pack)
    assert list(months.values()) == [4] * 12
    ribbons = [card.name for card in pack if card.value == 5]
    kinds = Counter(name.split(" with ")[-1] for name in ribbons)
    assert kinds == {"Poetry Ribbon": 3, "Blue Ribbon": 3, "Red Ribbon": 4}


def test_hwatu_has_the_cards_of_hanafuda() -> None:
    hwatu = cards("hwatu")
    for code, card in list_some(
        (code, card)
        for code, card in cards("hanafuda").items()
        if not code.endswith(("11", "12"))
    ):
        assert hwatu[code].name == card.name


def test_jokers_of_hwatu_count_as_two_and_three_junk_in_turn() -> None:
    jokers = list_cards("hwatu", jokers=4)[48:]
    assert [card.code for card in jokers] == ["X1", "X2", "X3", "X4"]
    assert [card.value for card in jokers] == [2, 3, 2, 3]


@for_each(
    ("code", "honour", "kind"),
    [
        ("1z", "EAST", "WIND"),
        ("2z", "SOUTH", "WIND"),
        ("3z", "WEST", "WIND"),
        ("4z", "NORTH", "WIND"),
        ("5z", "WHITE", "DRAGON"),
        ("6z", "GREEN", "DRAGON"),
        ("7z", "RED", "DRAGON"),
    ],
)
def test_riichi_honours_are_numbered_east_south_west_north_white_green_red(
    code: str, honour: str, kind: str
) -> None:
    tile = cards("riichi")[code]
    assert character_name(tile) == f"MAHJONG TILE {honour} {kind}"
    assert tile.name.split()[0].upper() == honour


@for_each("number", range(5))
def test_red_fives_replace_others(number: int) -> None:
    plain = list_cards("riichi", red_fives=0)
    pack = list_cards("riichi", red_fives=number)
    red = [card.code for card in pack if card.code[0] == "0"]
    assert sorted(red) == sorted(["0m", "0p", "0s", "0p"][:number])
    assert [card.suit for card in pack] == [card.suit for card in plain]
    assert [card.value for card in pack] == [card.value for card in plain]
    copies = defaultdict[str, list[int]](list)
    for card in pack:
        copies[card.code].append(card.copy)
    for numbers in copies.values():
        assert numbers == list(range(1, len(numbers) + 1))


def test_three_red_fives_are_where_tenhou_numbers_them() -> None:
    tiles = [card.code for card in list_cards("riichi", red_fives=3)]
    red = [index for index, code in enumerate(tiles) if code[0] == "0"]
    first_of_kinds = tiles[::4]
    assert red == [16, 52, 88]
    assert first_of_kinds[::9] == ["1m", "1p", "1s", "1z"]
    assert first_of_kinds[-1] == "7z"


@for_each(("highest", "size"), [(6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_dominoes_are_every_pair_of_ends_once(highest: int, size: int) -> None:
    tiles = list_cards("dominoes", highest=highest)
    pairs = {f"{high}-{low}" for high in range(highest + 1) for low in range(high + 1)}
    assert {tile.code for tile in tiles} == pairs
    pips = sum(tile.value or 0 for tile in tiles)
    assert pips == size * highest  # the mean tile has `highest` pips


@for_each(
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
    shoe = build_shoe(DECKS[name], options)
    sentence = f"Unicode has no character for {code} of the {name} deck"
    with pytest.raises(Refused, match=sentence) as refused:
        card_labels(shoe, Notation.UNICODE)
    assert refused.value.field == "notation"


def test_characters_are_given_once_the_cards_without_are_taken_out() -> None:
    shoe = build_shoe(DECKS["riichi"], PackOptions(red_fives=1, exclude=("0m",)))
    characters = card_labels(shoe, Notation.UNICODE)
    assert len(characters) == 135


def test_excluded_cards_leave_indices_without_gaps_and_numbers_with() -> None:
    cards = list_cards("standard", exclude=("AS", "3S"), decks=2)
    assert len(cards) == 100
    of_each_pack = [*cards[:2], *cards[50:52]]
    assert [card.number for card in of_each_pack] == [1, 3, 1, 3]
    assert [card.copy for card in of_each_pack] == [1, 1, 2, 2]


@for_each("name", DECKS)
def test_decks_with_french_suits_have_retro_names_and_others_have_none(
    name: str,
) -> None:
    """The pack for six at five hundred has its own ranks, and no retro names."""
    shoe = build_shoe(DECKS[name], PackOptions())
    suits = {card.suit for card in shoe}
    if name != "five_hundred63" and suits >= set(FRENCH):
        names = "\n".join(card_labels(shoe, Notation.NAME))
        names = names.replace("\n2 of", "\nDeuce of").replace("\n3 of", "\nTrey of")
        retro_names = card_labels(shoe, Notation.NAME, NameStyle.RETRO)
        assert "\n".join(retro_names) == names
    else:
        sentence = f"The cards of the {name} deck have no retro names"
        with pytest.raises(Refused, match=sentence):
            card_labels(shoe, Notation.NAME, NameStyle.RETRO)


def test_up_to_40_known_names_are_listed_and_more_by_their_path() -> None:
    decks = dict.fromkeys(f"deck{number}" for number in range(40))
    listed = str(refuse_name("deck", "x", decks, listed_at="/v1/decks"))
    counted = str(
        refuse_name("deck", "x", decks | {"deck40": None}, listed_at="/v1/decks")
    )
    assert listed.endswith(", deck39.")
    assert counted.endswith(" GET /v1/decks lists all 41.")


@for_each(
    ("suit", "ranks"),
    [("S", "789TJNQK"), ("C", "789TJNQK"), ("H", "A234JNQK"), ("D", "A234JNQK")],
)
def test_a_tarock_pack_has_black_sevens_to_tens_and_red_aces_to_fours(
    suit: str, ranks: str
) -> None:
    codes = [code for code in cards("tarock54") if code[-1] == suit]
    assert codes == [rank + suit for rank in ranks]


def test_a_tarock_pack_has_the_trumps_and_the_cards_of_the_tarot() -> None:
    tarot = cards("tarot")
    tarock = cards("tarock54")
    trumps = [code for code, card in tarock.items() if card.suit in {"trumps", None}]
    assert trumps == list(tarot)[56:]
    for code, card in tarock.items():
        assert card == replace(tarot[code], number=card.number)


def test_chinese_dominoes_are_sixteen_pairs() -> None:
    tiles = list_cards("chinese_dominoes")
    assert sum(tile.value or 0 for tile in tiles) == 227
    military = [tile.value for tile in tiles if tile.suit == "military"]
    # The pairs of military tiles have the same number of pips, but for the highest pair of all, 4-2 and 2-1.
    assert military == [9, 9, 8, 8, 7, 7, 6, 5, 5, 3]


ONE_TO_13 = list(range(1, 14))
TWICE_ONE_TO_13 = sorted(ONE_TO_13 + ONE_TO_13)
ONE_TO_14 = list(range(1, 15))
THREE_ONES_TO_ONE_FIVE = [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]


@for_each(
    ("name", "colours", "numbers", "special"),
    [
        ("okey", "red black blue yellow", TWICE_ONE_TO_13, {"joker": 2}),
        ("bird_colours", "red yellow green black", ONE_TO_14, {"bird": 1}),
        ("wizards", "blue red yellow green", ONE_TO_13, {"wizard": 4, "jester": 4}),
        ("fireworks", "red yellow green white blue", THREE_ONES_TO_ONE_FIVE, {}),
    ],
)
def test_packs_of_numbers_in_colours(
    name: str, colours: str, numbers: list[int], special: dict[str, int]
) -> None:
    by_suit = defaultdict[str | None, list[Card]](list)
    for card in list_cards(name):
        by_suit[card.suit].append(card)
    without_colour = by_suit.pop(None, [])
    assert Counter(card.rank for card in without_colour) == special
    assert list(by_suit) == colours.split()
    for cards in by_suit.values():
        values = [card.value or 0 for card in cards]
        assert sorted(values) == numbers

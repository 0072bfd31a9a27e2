"""Deals in which the faces of cards decide where some of them go."""

import pytest

from tests.games.tables import flatten, order_with, set_up_table
from tests.tables import for_each

JOKER = 52
RED_THREE = 28
OTHER_RED_THREE = 15
BLACK_THREE = 41
TWO = 14
NATURAL = 20
"""Indices in two packs with two jokers each: X1, 3D, 3H, 3C, 2H, 8H."""


def test_the_faces_are_those_that_the_tests_of_canasta_mean() -> None:
    faces = list(set_up_table("canasta").shoe)
    indices = (JOKER, RED_THREE, OTHER_RED_THREE, BLACK_THREE, TWO, NATURAL)
    assert [faces[card].code for card in indices] == [
        "X1",
        "3D",
        "3H",
        "3C",
        "2H",
        "8H",
    ]


@for_each(
    "turned",
    [
        [NATURAL],
        [BLACK_THREE],
        [JOKER, RED_THREE, NATURAL],
        [RED_THREE, OTHER_RED_THREE, TWO, JOKER, BLACK_THREE],
        [TWO, RED_THREE + 54, TWO + 54, JOKER + 54, JOKER + 55, NATURAL + 54],
    ],
)
@for_each(("players", "first"), [(2, 30), (3, 39), (4, 44)])
def test_canasta_turns_cards_until_one_is_neither_wild_nor_a_red_three(
    players: int, first: int, turned: list[int]
) -> None:
    order = order_with(108, dict(enumerate(turned, start=first)))
    deal = set_up_table("canasta", players).deal(order)
    assert flatten(deal.piles) == {
        "discards": turned,
        "stock": order[first + len(turned) :],
    }


def test_a_stock_of_wild_cards_is_turned_to_its_end() -> None:
    naturals = [rank + suit for suit in "SHDC" for rank in "A456789TJQK"]
    table = set_up_table("canasta", 2, exclude=(*naturals[:29], "3S", "3C"))
    wild = [index for index, card in enumerate(table.shoe) if card.code not in naturals]
    others = [index for index, card in enumerate(table.shoe) if card.code in naturals]
    deal = table.deal([*others, *wild])
    assert len(others) == 30
    assert len(wild) == 16
    assert flatten(deal.piles) == {"discards": wild, "stock": []}


EIGHTS_OF = {"S": 7, "H": 20, "D": 33, "C": 46}
"""Indices of the eights in a standard pack."""


@pytest.mark.parametrize("suits", ["S", "SH", "SHDC"])
def test_eights_that_are_turned_are_buried_in_the_middle_of_the_stock(
    suits: str,
) -> None:
    eights = [EIGHTS_OF[suit] for suit in suits]
    order = order_with(52, dict(enumerate(eights, start=14)))
    deal = set_up_table("crazy_eights", 2).deal(order)
    starter = 14 + len(suits)
    others = order[starter + 1 :]
    middle = len(others) // 2
    assert flatten(deal.piles) == {
        "discards": [order[starter]],
        "stock": [*others[:middle], *eights, *others[middle:]],
    }


def test_the_last_card_is_the_starter_even_if_it_is_an_eight() -> None:
    others = [
        card.code for card in set_up_table("crazy_eights").shoe if card.rank != "8"
    ]
    table = set_up_table("crazy_eights", 2, exclude=tuple(others[:34]))
    eights = [index for index, card in enumerate(table.shoe) if card.rank == "8"]
    deal = table.deal([*(index for index in range(18) if index not in eights), *eights])
    assert flatten(deal.piles) == {"discards": eights[-1:], "stock": eights[:-1]}


def test_only_a_wild_draw_four_does_not_begin_the_discards_of_four_colours() -> None:
    table = set_up_table("wild_colours", 2)
    by_code = {card.code: index for index, card in enumerate(table.shoe)}
    for code in sorted(by_code):
        order = order_with(108, {14: by_code[code]})
        turned = table.deal(order).piles["discards"][""]
        assert turned == ([order[15]] if code == "W4" else [by_code[code]])


FLOWERS = range(136, 144)


def test_a_flower_that_makes_up_a_flower_is_made_up_before_the_next_hand() -> None:
    """East: 1F, then 2F from the end, then 1D; south: 3F, then 2D."""
    order = order_with(144, {0: 136, 4: 138, -1: 137, -2: 0, -3: 4})
    deal = set_up_table("mahjong").deal(order)
    assert deal.hands["east"][""] == [
        *order[1:4],
        *order[16:20],
        *order[32:36],
        order[48],
        order[52],
        0,
    ]
    assert deal.hands["south"][""] == [
        *order[5:8],
        *order[20:24],
        *order[36:40],
        order[49],
        4,
    ]
    assert deal.piles["flowers"] == {
        "east": [136, 137],
        "south": [138],
        "west": [],
        "north": [],
    }
    assert deal.piles["wall"][""] == order[53:141]


def test_several_flowers_are_laid_open_at_once_and_those_that_replace_them_after() -> (
    None
):
    """East: 3F and 1F are replaced by 2F and 1D, and 2F then by 2D; the last tile of the wall comes first."""
    order = order_with(144, {2: 138, 17: 136, -1: 137, -2: 0, -3: 4})
    deal = set_up_table("mahjong").deal(order)
    assert deal.hands["east"][""][-2:] == [0, 4]
    assert deal.piles["flowers"]["east"] == [138, 136, 137]


def test_all_eight_flowers_can_be_in_one_hand() -> None:
    order = order_with(
        144, {0: 136, 1: 137, 2: 138, 3: 139, -1: 140, -2: 141, -3: 142, -4: 143}
    )
    deal = set_up_table("mahjong").deal(order)
    assert deal.piles["flowers"]["east"] == list(FLOWERS)
    assert deal.hands["east"][""][-4:] == [order[-5], order[-6], order[-7], order[-8]]


def test_flowers_of_the_taiwanese_game_are_made_up_in_rounds() -> None:
    """East: 1F, then 2F from the end; south: 3F, then 1D; east again: 2D; west: 4F and 1S."""
    order = order_with(
        144, {0: 136, 4: 138, 8: 139, 24: 140, -1: 137, -2: 0, -3: 4, -4: 8, -5: 12}
    )
    deal = set_up_table("taiwanese_mahjong").deal(order)
    assert deal.hands["east"][""] == [
        *order[1:4],
        *order[16:20],
        *order[32:36],
        *order[48:52],
        order[64],
        12,
    ]
    assert deal.hands["south"][""][-1] == 0
    assert deal.hands["west"][""][-2:] == [4, 8]
    assert deal.piles["flowers"] == {
        "east": [136, 137],
        "south": [138],
        "west": [139, 140],
        "north": [],
    }
    assert deal.piles["wall"][""] == order[65:139]


def test_the_dealer_of_go_stop_captures_the_jokers_of_the_field_and_those_that_replace_them() -> (
    None
):
    """The second joker replaces the first, and is replaced by the next card of the stock."""
    order = order_with(50, {1: 48, 27: 49})
    deal = set_up_table("go_stop").deal(order)
    assert deal.piles["jokers"] == {"": [48, 49]}
    assert deal.piles["field"][""] == [order[0], order[2], *order[15:18], order[28]]
    assert deal.piles["stock"][""] == order[29:]


@for_each(
    ("codes", "table", "buried"),
    [
        ("8S 9S TS QS KS", "8S 9S TS QS", ""),
        ("JD 9S JS QS KS", "9S JS QS KS", "JD"),
        ("8S 9S TS JH JC", "8S 9S TS JC", "JH"),
    ],
)
def test_one_jack_on_the_table_of_pasur_is_replaced(
    codes: str, table: str, buried: str
) -> None:
    by_code = {
        card.code: index for index, card in enumerate(set_up_table("pasur").shoe)
    }
    order = order_with(
        52, {8 + at: by_code[code] for at, code in enumerate(codes.split())}
    )
    piles = flatten(set_up_table("pasur").deal(order).piles)
    assert piles["table"] == [by_code[code] for code in table.split()]
    jacks = [by_code[code] for code in buried.split()]
    others = order[12 + len(buried.split()) :]
    middle = len(others) // 2 if jacks else 0
    assert piles["stock"] == [*others[:middle], *jacks, *others[middle:]]


@for_each(
    ("codes", "bottom"), [("KS QS", "QS"), ("KS JS", "KS"), ("9H JS JH JD JC", "9H")]
)
def test_the_bottom_card_of_pisti_is_the_last_that_is_no_jack(
    codes: str, bottom: str
) -> None:
    table = set_up_table("pisti_exposed_card")
    by_code = {card.code: index for index, card in enumerate(table.shoe)}
    last = [by_code[code] for code in codes.split()]
    order = order_with(52, {52 - len(last) + at: card for at, card in enumerate(last)})
    piles = flatten(table.deal(order).piles)
    assert piles["bottom_card"] == [by_code[bottom]]
    assert piles["stock"] == [card for card in order[20:] if card != by_code[bottom]]


@for_each(
    ("codes", "third"),
    [
        ("KS AH", 0),
        ("AH KS", 0),
        ("7S 8H", 0),
        ("TS 9H", 0),
        ("2S AH", 1),
        ("AS 2H", 1),
        ("5S 5H", 1),
        ("JS KH", 1),
    ],
)
def test_red_dog_has_no_third_card_if_the_first_two_are_neighbours(
    codes: str, third: int
) -> None:
    by_code = {
        card.code: index for index, card in enumerate(set_up_table("red_dog").shoe)
    }
    order = order_with(52, {at: by_code[code] for at, code in enumerate(codes.split())})
    piles = set_up_table("red_dog").deal(order).piles
    assert piles["table"] == {
        "first": order[:1],
        "second": order[1:2],
        "third": order[2 : 2 + third],
    }
    assert piles["stock"] == {"": order[2 + third :]}


@pytest.mark.parametrize("places", [(1, 2, 3), (7, 20, 33), (49, 50, 51)])
def test_the_other_three_of_the_rank_of_penguins_beak_are_its_foundation(
    places: tuple[int, ...],
) -> None:
    kings = [12, 25, 38, 51]
    order = order_with(52, dict(zip((0, *places), kings, strict=True)))
    piles = set_up_table("penguin").deal(order).piles
    others = [card for card in order if card not in kings[1:]]
    assert piles["tableau"] == {
        str(column + 1): others[column::7] for column in range(7)
    }
    assert piles["foundation"] == {"": kings[1:]}
    assert piles["flipper"] == {"": []}

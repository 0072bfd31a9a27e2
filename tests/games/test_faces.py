"""Deals in which the faces of cards decide where some of them go."""

from collections.abc import Mapping, Sequence

from service.games.game import GameTable
from service.games.procedures import Deal
from tests.games.tables import flatten, order_with, set_up_table
from tests.tables import for_each

JOKER = 52
RED_THREE = 28
OTHER_RED_THREE = 15
BLACK_THREE = 41
TWO = 14
NATURAL = 20
"""Indices in two packs with two jokers each: X1, 3D, 3H, 3C, 2H, 8H."""


def find_cards(table: GameTable, codes: str) -> list[int]:
    """Return the index of the first copy of each of the codes."""
    all_codes = [card.code for card in table.shoe]
    return [all_codes.index(code) for code in codes.split()]


def begin_order(size: int, start: int, cards: Sequence[int]) -> list[int]:
    """Return the unshuffled order with those cards moved to the positions from `start` on."""
    return order_with(size, dict(enumerate(cards, start)))


def bury(cards: Sequence[int], stock: Sequence[int]) -> list[int]:
    """Return a stock with those cards in its middle."""
    middle = len(stock) // 2
    return [*stock[:middle], *cards, *stock[middle:]]


def test_the_faces_are_those_that_the_tests_of_canasta_mean() -> None:
    indices = [JOKER, RED_THREE, OTHER_RED_THREE, BLACK_THREE, TWO, NATURAL]
    assert find_cards(set_up_table("canasta"), "X1 3D 3H 3C 2H 8H") == indices


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
    order = begin_order(108, first, turned)
    piles = flatten(set_up_table("canasta", players).deal(order).piles)
    assert piles == {"discards": turned, "stock": order[first + len(turned) :]}


def test_a_stock_of_wild_cards_is_turned_to_its_end() -> None:
    naturals = [rank + suit for suit in "SHDC" for rank in "A456789TJQK"]
    table = set_up_table("canasta", 2, exclude=(*naturals[:29], "3S", "3C"))
    codes = [card.code for card in table.shoe]
    wild = [index for index, code in enumerate(codes) if code not in naturals]
    others = [index for index, code in enumerate(codes) if code in naturals]
    assert len(others) == 30
    assert len(wild) == 16
    deal = table.deal(others + wild)
    assert flatten(deal.piles) == {"discards": wild, "stock": []}


@for_each("codes", ["8S", "8S 8H", "8S 8H 8D 8C"])
def test_eights_that_are_turned_are_buried_in_the_middle_of_the_stock(
    codes: str,
) -> None:
    table = set_up_table("crazy_eights", 2)
    eights = find_cards(table, codes)
    order = begin_order(52, 14, eights)
    starter, *others = order[14 + len(eights) :]
    piles = flatten(table.deal(order).piles)
    assert piles == {"discards": [starter], "stock": bury(eights, others)}


def test_the_last_card_is_the_starter_even_if_it_is_an_eight() -> None:
    full = set_up_table("crazy_eights").shoe
    others = [card.code for card in full if card.rank != "8"]
    table = set_up_table("crazy_eights", 2, exclude=tuple(others[:34]))
    eights = find_cards(table, "8S 8H 8D 8C")
    deal = table.deal(begin_order(18, 14, eights))
    assert flatten(deal.piles) == {"discards": eights[-1:], "stock": eights[:-1]}


def test_only_a_wild_draw_four_does_not_begin_the_discards_of_four_colours() -> None:
    table = set_up_table("wild_colours", 2)
    for code in {card.code for card in table.shoe}:
        [card] = find_cards(table, code)
        order = begin_order(108, 14, [card])
        discards = table.deal(order).piles["discards"][""]
        expected = order[15] if code == "W4" else card
        assert discards == [expected], code


def arrange(table: GameTable, codes: Mapping[int, str]) -> list[int]:
    """Return the unshuffled order with some tiles at given positions; negative ones count from the end."""
    tiles = find_cards(table, " ".join(codes.values()))
    return order_with(len(table.shoe), dict(zip(codes, tiles, strict=True)))


def flowers_of(table: GameTable, deal: Deal) -> dict[str, str]:
    """Return the flowers that each player has laid open, by their codes."""
    parts = deal.piles["flowers"].items()
    return {seat: " ".join(table.card_codes({"": tiles})) for seat, tiles in parts}


def test_a_flower_that_makes_up_a_flower_is_made_up_before_the_next_hand() -> None:
    """East: 1F, then 2F from the end, then 1D; south: 3F, then 2D."""
    table = set_up_table("mahjong")
    order = arrange(table, {0: "1F", 4: "3F", -1: "2F", -2: "1D", -3: "2D"})
    one_dot, two_dots = find_cards(table, "1D 2D")
    deal = table.deal(order)
    packets_of_east = order[1:4] + order[16:20] + order[32:36]
    packets_of_south = order[5:8] + order[20:24] + order[36:40]
    east = deal.hands["east"][""]
    south = deal.hands["south"][""]
    assert east == [*packets_of_east, order[48], order[52], one_dot]
    assert south == [*packets_of_south, order[49], two_dots]
    flowers = {"east": "1F 2F", "south": "3F", "west": "", "north": ""}
    assert flowers_of(table, deal) == flowers
    assert deal.piles["wall"][""] == order[53:141]


def test_flowers_are_laid_open_at_once_and_those_that_replace_them_after() -> None:
    """East: 3F and 1F are replaced by 2F and 1D, and 2F then by 2D; the last tile of the wall comes first."""
    table = set_up_table("mahjong")
    order = arrange(table, {2: "3F", 17: "1F", -1: "2F", -2: "1D", -3: "2D"})
    deal = table.deal(order)
    east = table.card_codes(deal.hands["east"])
    assert east[-2:] == ["1D", "2D"]
    assert flowers_of(table, deal)["east"] == "3F 1F 2F"


def test_all_eight_flowers_can_be_in_one_hand() -> None:
    table = set_up_table("mahjong")
    first = {0: "1F", 1: "2F", 2: "3F", 3: "4F"}
    last = {-1: "1S", -2: "2S", -3: "3S", -4: "4S"}
    order = arrange(table, first | last)
    deal = table.deal(order)
    assert flowers_of(table, deal)["east"] == "1F 2F 3F 4F 1S 2S 3S 4S"
    east = deal.hands["east"][""]
    assert east[-4:] == order[-5:-9:-1]


def test_flowers_of_the_taiwanese_game_are_made_up_in_rounds() -> None:
    """East: 1F, then 2F from the end; south: 3F, then 1D; east again: 2D; west: 4F and 1S."""
    table = set_up_table("taiwanese_mahjong")
    hands = {0: "1F", 4: "3F", 8: "4F", 24: "1S"}
    wall = {-1: "2F", -2: "1D", -3: "2D", -4: "3D", -5: "4D"}
    order = arrange(table, hands | wall)
    [four_dots] = find_cards(table, "4D")
    deal = table.deal(order)
    packets = order[1:4] + order[16:20] + order[32:36] + order[48:52]
    assert deal.hands["east"][""] == [*packets, order[64], four_dots]
    south = table.card_codes(deal.hands["south"])
    west = table.card_codes(deal.hands["west"])
    assert south[-1] == "1D"
    assert west[-2:] == ["2D", "3D"]
    flowers = {"east": "1F 2F", "south": "3F", "west": "4F 1S", "north": ""}
    assert flowers_of(table, deal) == flowers
    assert deal.piles["wall"][""] == order[65:139]


def test_in_go_stop_the_dealer_gets_field_jokers_and_jokers_that_replace_them() -> None:
    """The second joker replaces the first, and is replaced by the next card of the stock."""
    order = order_with(50, {1: 48, 27: 49})
    deal = set_up_table("go_stop").deal(order)
    assert deal.piles["jokers"] == {"": [48, 49]}
    assert deal.piles["field"][""] == [order[0], order[2], *order[15:18], order[28]]
    assert deal.piles["stock"][""] == order[29:]


@for_each(
    ("codes", "laid", "buried"),
    [
        ("8S 9S TS QS KS", "8S 9S TS QS", ""),
        ("JD 9S JS QS KS", "9S JS QS KS", "JD"),
        ("8S 9S TS JH JC", "8S 9S TS JC", "JH"),
    ],
)
def test_one_jack_on_the_table_of_pasur_is_replaced(
    codes: str, laid: str, buried: str
) -> None:
    table = set_up_table("pasur")
    order = begin_order(52, 8, find_cards(table, codes))
    piles = flatten(table.deal(order).piles)
    assert piles["table"] == find_cards(table, laid)
    jacks = find_cards(table, buried)
    assert piles["stock"] == bury(jacks, order[12 + len(jacks) :])


@for_each(
    ("codes", "bottom"), [("KS QS", "QS"), ("KS JS", "KS"), ("9H JS JH JD JC", "9H")]
)
def test_the_bottom_card_of_pisti_is_the_last_that_is_no_jack(
    codes: str, bottom: str
) -> None:
    table = set_up_table("pisti_exposed_card")
    last = find_cards(table, codes)
    order = begin_order(52, 52 - len(last), last)
    piles = flatten(table.deal(order).piles)
    bottom_card = find_cards(table, bottom)
    assert piles["bottom_card"] == bottom_card
    assert piles["stock"] == [card for card in order[20:] if card not in bottom_card]


@for_each(
    ("codes", "third_cards"),
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
    codes: str, third_cards: int
) -> None:
    table = set_up_table("red_dog")
    order = begin_order(52, 0, find_cards(table, codes))
    piles = table.deal(order).piles
    laid = piles["table"]
    end = 2 + third_cards
    assert laid["first"] == order[:1]
    assert laid["second"] == order[1:2]
    assert laid["third"] == order[2:end]
    assert laid.keys() == {"first", "second", "third"}
    assert piles["stock"] == {"": order[end:]}


@for_each("places", [(0, 1, 2, 3), (0, 7, 20, 33), (0, 49, 50, 51)])
def test_the_other_three_of_the_rank_of_penguins_beak_are_its_foundation(
    places: tuple[int, ...],
) -> None:
    kings = [12, 25, 38, 51]
    order = order_with(52, dict(zip(places, kings, strict=True)))
    piles = set_up_table("penguin").deal(order).piles
    first_king, *other_kings = kings
    others = [card for card in order if card not in other_kings]
    tableau = piles["tableau"]
    assert list(tableau) == list("1234567")
    for column, cards in enumerate(tableau.values()):
        assert cards == others[column::7]
    assert others[0] == first_king
    assert piles["foundation"] == {"": other_kings}
    assert piles["flipper"] == {"": []}

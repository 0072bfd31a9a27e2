"""A value that is no condition, or does not fit the deal, is refused with its path and what would fit."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.core.cards.options import PackOptions
from service.core.conditions.condition import Combination, Leaf, Not, leaves
from service.core.conditions.leaves import MAX_SHAPES, PARSERS
from service.core.conditions.parsing import MAX_DEPTH, MAX_NODES, parse_condition
from service.core.conditions.predicates import HandShape
from service.core.errors import Refused
from service.core.games.deals import DealRequest
from tests.core.conditions.tables import Table, set_up_deck, set_up_game
from tests.tables import for_each

BRIDGE = set_up_game("bridge")
LEAF = {"hand": "N", "points": "hcp", "min": 1}
PREDICATES = f"Predicates are: {', '.join(PARSERS)}; bounds are: min, max."
HANDS = "This deal has: N, E, S, W."
SHAPES = (
    'Must be shapes, such as "4333" or "54xx" in any order of suits, "5=4=3=1" for spades, hearts, diamonds and clubs, '
    'or "balanced".'
)
SUITS = "Must be suits of this deal, which are spades, hearts, diamonds, clubs"
CATEGORIES = (
    "high_card, one_pair, two_pair, three_of_a_kind, straight, flush, full_house, four_of_a_kind, straight_flush, "
    "royal_flush"
)


def refusal_of(where: object, table: Table = BRIDGE) -> str:
    with pytest.raises(Refused) as refusal:
        parse_condition(where, table.deals)
    assert refusal.value.field == "where"
    return str(refusal.value)


def anything(*values: object) -> tuple[object, ...]:
    """Return values of any types."""
    return values


def nested(depth: int) -> dict[str, Any]:
    return LEAF if depth == 1 else {"not": nested(depth - 1)}


@for_each(
    ("where", "sentence"),
    [
        ([], "Must be an object with all, any, not, or with hand or hands."),
        ({"all": [LEAF, 3]}, "where.all[1]: Must be an object with all, any, not, or with hand or hands."),
        ({"all": [LEAF], "any": [LEAF]}, "An object with all has no other member."),
        ({"not": LEAF, "min": 3}, "An object with not has no other member."),
        ({"all": []}, "where.all: Must be a list of one or more conditions."),
        ({"any": LEAF}, "where.any: Must be a list of one or more conditions."),
        ({"any": [LEAF] * MAX_NODES}, f"where.any[{MAX_NODES - 1}]: A condition has at most {MAX_NODES} nodes."),
        (nested(MAX_DEPTH + 1), f"where{'.not' * MAX_DEPTH}: A condition is at most {MAX_DEPTH} levels deep."),
        ({}, "Must be an object with all, any, not, or with hand or hands."),
        (LEAF | {"losers": True}, f"Must have one predicate. {PREDICATES}"),
        (
            {"hand": "N", "point": "hcp"},
            f"where.point: There is no such predicate. Did you mean 'points'? {PREDICATES}",
        ),
        ({"or": [LEAF]}, f"where.or: There is no such predicate. Did you mean 'any'? {PREDICATES}"),
        ({"every": [LEAF]}, f"where.every: There is no such predicate. {PREDICATES}"),
        ({"x" * 1_000: 1}, f"where.{'x' * 60}: There is no such predicate. {PREDICATES}"),
        ({"points": "hcp", "min": 1}, f"Must have a hand, or hands. {HANDS}"),
        (LEAF | {"hands": ["N"]}, f"Must have a hand, or hands. {HANDS}"),
        (LEAF | {"hand": "North"}, f"where.hand: There is no such hand or pile. {HANDS}"),
        (LEAF | {"hand": ["N"]}, f"where.hand: There is no such hand or pile. {HANDS}"),
        (LEAF | {"hand": True}, f"where.hand: There is no such hand or pile. {HANDS}"),
        ({"hands": "NS", "points": "hcp"}, "where.hands: Must be a list of one or more hands or piles."),
        ({"hands": [], "points": "hcp"}, "where.hands: Must be a list of one or more hands or piles."),
        ({"hands": ["N", "Q"], "points": "hcp"}, f"where.hands[1]: There is no such hand or pile. {HANDS}"),
        ({"hands": ["N", None], "points": "hcp"}, f"where.hands[1]: There is no such hand or pile. {HANDS}"),
        ({"hands": ["N", "N"], "points": "hcp"}, "where.hands: A hand or pile is listed twice."),
        ({"hand": "N", "points": "hcp"}, "points needs a bound: give min, max or both."),
        *[
            (LEAF | {"max": value}, "where.max: Must be an integer from -1,000,000 to 1,000,000.")
            for value in anything(1.0, "3", True, None, 10**6 + 1, -(10**6) - 1, [])
        ],
        ({"hand": "N", "shape": "4333", "min": 1}, "shape is exact here, and takes no min or max."),
        *[
            (
                {"hand": "N", "points": value},
                'where.points: Must be hcp, controls or an object of ranks, such as {"A": 4, "K": 3}.',
            )
            for value in anything("zar", {}, [], 4, None, True)
        ],
        (
            {"hand": "N", "points": {"A": 4, "X": 1}},
            "where.points: No card of this deal has the rank X; its ranks are A, 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K.",
        ),
        *[
            ({"hand": "N", "points": {"A": value}}, "where.points.A: Must be an integer from -1000 to 1000.")
            for value in anything(1.5, "4", True, None, 1_001, -1_001)
        ],
        *[({"hand": "N", "length": value}, f"where.length: {SUITS}.") for value in anything([], "", None, 5, {})],
        *[
            ({"hand": "N", "length": value}, f"where.length: {SUITS}, or SHDC for short.")
            for value in anything("X", "s", ["stars"], [["S"]], "SHX", "Spades")
        ],
        *[
            ({"hand": "N", "length": value}, "where.length: A suit is listed twice.")
            for value in anything("SS", ["S", "spades"], ["hearts", "H"])
        ],
        *[
            ({"hand": "N", "shape": value}, f"where.shape: {SHAPES}")
            for value in anything(
                [],
                "",
                "433",
                "43333",
                "4-3-3",
                "4=3-3=3",
                "5=4=3=1=0",
                "abcd",
                "100-0-0-0",
                4333,
                None,
                [4333],
                ["balanced", {}],
                "٤٣٣٣",
            )
        ],
        ({"hand": "N", "shape": ["4333"] * 33}, "where.shape: There are at most 32 shapes in a condition."),
        (
            {"all": [{"hand": hand, "shape": ["4333"] * 20} for hand in "NS"]},
            "where.all[1].shape: There are at most 32 shapes in a condition.",
        ),
        *[
            ({"hand": "N", "cards": value}, 'where.cards: Must be a list of cards, such as ["AS", "KH"].')
            for value in anything([], "AS", None, {"AS": 1})
        ],
        *[
            (
                {"hand": "N", "cards": ["AS", value]},
                "where.cards[1]: Must be the code or the name of a card, such as AS.",
            )
            for value in anything(1, None, ["AS"], "A" * 41)
        ],
        (
            {"hand": "N", "cards": ["AS", "QX"]},
            "where.cards[1]: There is no card 'QX' in this pack of the standard deck. Its codes go from AS to KC.",
        ),
        ({"hand": "N", "cards": ["AS", "ace of spades"]}, "where.cards: AS is listed twice."),
        *[
            ({"hand": "N", "sum": value}, 'where.sum: Must be an object of cards, such as {"AS": 11, "10H": 10}.')
            for value in anything({}, [], "AS", None)
        ],
        ({"hand": "N", "sum": {"AS": "1"}}, "where.sum.AS: Must be an integer from -1000 to 1000."),
        ({"hand": "N", "sum": {"AS": 1, "as": 2}}, "where.sum: A card is listed twice."),
        (
            {"hand": "N", "sum": {"x" * 99: 1}},
            f"where.sum.{'x' * 60}: Must be the code or the name of a card, such as AS.",
        ),
        *[
            ({"hand": "N", "losers": value}, "where.losers: Must be true; the number goes into min, max or both.")
            for value in anything(False, 1, None, "yes")
        ],
        (
            {"hand": "N", "total": True},
            "where.total: A total is for blackjack and baccarat; use points, or sum with a table of cards.",
        ),
        (
            {"hand": "N", "category": "flush"},
            "where.category: A category is for games whose hands are of poker: the best five of five to seven cards.",
        ),
    ],
)
def test_what_is_no_condition_is_refused_with_its_place(where: object, sentence: str) -> None:
    assert refusal_of(where) == sentence


HOLDEM = set_up_game("holdem")
BLACKJACK = set_up_game("blackjack")


@for_each(
    ("table", "where", "sentence"),
    [
        (
            HOLDEM,
            {"hand": "1", "category": "quads"},
            f"where.category: Must be true, with min or max, or one of: {CATEGORIES}.",
        ),
        (HOLDEM, {"hand": "1", "category": True}, "category needs a bound: give min, max or both."),
        (HOLDEM, {"hand": "1", "category": True, "min": 5}, f"where.min: Must be one of: {CATEGORIES}."),
        (
            HOLDEM,
            {"hand": "1", "category": True, "min": "flush", "max": "straight"},
            "where.min: Must not be above max.",
        ),
        (
            HOLDEM,
            {"hand": "1", "category": "flush", "min": "flush"},
            "category is exact here, and takes no min or max.",
        ),
        (
            HOLDEM,
            {"hands": ["1", "2"], "category": "flush"},
            "where.category: A category is of five to seven cards; these are 9.",
        ),
        (
            HOLDEM,
            {"hand": "stock", "category": "flush"},
            "where.category: A category is of five to seven cards; these are 37.",
        ),
        (
            set_up_deck("spanish40", DealRequest(hands=2, cards=5)),
            {"hand": 1, "category": "flush"},
            "where.category: Categories are for one complete pack of French suits.",
        ),
        (BLACKJACK, {"hand": "1", "total": 21}, "where.total: Must be true; the number goes into min, max or both."),
        (
            BLACKJACK,
            {"hand": "1", "losers": True, "min": 1},
            "where.losers: Losers are for one complete pack of French suits.",
        ),
        (BLACKJACK, {"hand": "stock", "shape": "xxxx"}, "where.shape: A shape is for up to 39 cards; there are 307."),
        (
            set_up_game("baccarat"),
            {"hand": "stock", "shape": "xxxx"},
            "where.shape: A shape is for up to 39 cards; there may be 410.",
        ),
        (
            HOLDEM,
            {"hand": "1", "shape": ["20-0-0-0", "40-0-0-0"]},
            "where.shape: A shape is for up to 39 cards; a length of 40 is beyond that.",
        ),
        (
            set_up_game("riichi"),
            {"hand": "east", "shape": "xxxx"},
            "where.shape: A shape is for decks of four suits; use length for each suit of others.",
        ),
        (
            set_up_game("mahjong"),
            {"hand": "east", "length": "D"},
            "where.length: Must be suits of this deal, which are dots, bamboo, characters, winds, dragons, flowers, "
            "seasons.",
        ),
        (
            set_up_game("skat"),
            {"hand": "skat", "cards": ["7S", "2S"]},
            "where.cards[1]: There is no card '2S' in this pack of the piquet deck. Its codes go from AS to KC.",
        ),
        (
            set_up_deck("standard", DealRequest(hands=2, cards=5), PackOptions(exclude=("2S",))),
            {"hand": 1, "cards": ["AS", "2S"]},
            "where.cards: 2S is not in the shoe.",
        ),
        (
            set_up_deck("standard", DealRequest(hands=2, cards=5), PackOptions(exclude=("2S",))),
            {"hand": 1, "sum": {"AS": 1, "2S": 2}, "min": 1},
            "where.sum: 2S is not in the shoe.",
        ),
        (
            set_up_deck("keno", DealRequest(hands=2, cards=5)),
            {"hand": 1, "length": "S"},
            "where.length: Must be suits of this deal, which are none.",
        ),
    ],
)
def test_what_does_not_fit_the_deal_is_refused_with_what_would(table: Table, where: object, sentence: str) -> None:
    assert refusal_of(where, table) == sentence


def parse_leaf(where: dict[str, Any], table: Table = BRIDGE) -> Leaf:
    condition = parse_condition(where, table.deals)
    assert isinstance(condition, Leaf)
    return condition


def test_a_condition_is_a_tree_in_the_order_of_the_request() -> None:
    where = {"all": [LEAF, {"any": [LEAF | {"hand": "E"}, {"not": {"hands": ["S", "W"], "losers": True, "max": 9}}]}]}
    condition = parse_condition(where, BRIDGE.deals)
    match condition:
        case Combination((Leaf(), Combination((Leaf(), Not(Leaf())), False)), True):
            pass
        case _:
            pytest.fail(str(condition))
    paths = [(leaf.path, leaf.places) for leaf in leaves(condition)]
    assert paths == [
        ("where.all[0].points", ("N",)),
        ("where.all[1].any[0].points", ("E",)),
        ("where.all[1].any[1].not.losers", ("S", "W")),
    ]


def test_the_largest_condition_is_accepted() -> None:
    parse_condition({"any": [LEAF] * (MAX_NODES - 1)}, BRIDGE.deals)
    parse_condition(nested(MAX_DEPTH), BRIDGE.deals)
    parse_condition({"hand": "N", "shape": ["4333"] * MAX_SHAPES}, BRIDGE.deals)


@pytest.mark.parametrize(
    ("value", "others"),
    [
        ("S", ["spades", ["S"], ["spades"]]),
        ("SH", ["HS", ["hearts", "S"], ["S", "H"]]),
    ],
)
def test_suits_have_several_spellings(value: str, others: list[Any]) -> None:
    first = parse_leaf({"hand": "N", "length": value, "min": 4})
    assert all(parse_leaf({"hand": "N", "length": other, "min": 4}) == first for other in others)


@for_each(
    ("text", "patterns"),
    [
        ("5=4=3=1", {(5, 4, 3, 1)}),
        ("13=0=0=0", {(13, 0, 0, 0)}),
        ("5=x=x=1", {(5, None, None, 1)}),
        ("7222", {(7, 2, 2, 2), (2, 7, 2, 2), (2, 2, 7, 2), (2, 2, 2, 7)}),
        ("7-2-2-2", {(7, 2, 2, 2), (2, 7, 2, 2), (2, 2, 7, 2), (2, 2, 2, 7)}),
        (
            "10-x-x-x",
            {(10, None, None, None), (None, 10, None, None), (None, None, 10, None), (None, None, None, 10)},
        ),
    ],
)
def test_a_shape_stands_for_lengths_in_one_order_or_in_any(text: str, patterns: set[tuple[int | None, ...]]) -> None:
    predicate = parse_leaf({"hand": "N", "shape": text}).predicate
    assert isinstance(predicate, HandShape)
    assert predicate.patterns == patterns


def test_balanced_is_three_shapes() -> None:
    balanced = parse_leaf({"hand": "N", "shape": "balanced"})
    assert balanced == parse_leaf({"hand": "N", "shape": ["4333", "4432", "5332"]})
    assert balanced == parse_leaf({"hand": "N", "shape": ["5332", "balanced"]})


@for_each(
    ("where", "bounds"),
    [
        ({"hand": "N", "cards": ["AS", "KS"]}, (2, None)),
        ({"hand": "N", "cards": ["AS", "KS"], "min": 1}, (1, None)),
        ({"hand": "N", "cards": ["AS", "KS"], "max": 1}, (None, 1)),
        ({"hand": "N", "cards": ["AS", "KS"], "min": 0, "max": 0}, (0, 0)),
        ({"hand": "N", "shape": "4333"}, (1, None)),
    ],
)
def test_bounds_are_implied_where_a_leaf_has_none(where: dict[str, Any], bounds: tuple[int, int]) -> None:
    leaf = parse_leaf(where)
    assert (leaf.min, leaf.max) == bounds


def test_bounds_of_a_category_are_names() -> None:
    at_least = parse_leaf({"hand": "1", "category": True, "min": "flush"}, HOLDEM)
    assert (at_least.min, at_least.max) == (5, None)
    exactly = parse_leaf({"hand": "1", "category": "flush"}, HOLDEM)
    assert (exactly.min, exactly.max) == (5, 5)


def test_the_board_belongs_to_every_hand_of_poker() -> None:
    assert parse_leaf({"hand": "1", "category": "flush"}, HOLDEM).places == ("1", "board")
    assert parse_leaf({"hands": ["1", "board"], "category": "flush"}, HOLDEM).places == ("1", "board")
    assert parse_leaf({"hand": "board", "category": "flush"}, HOLDEM).places == ("board",)


@for_each("game", ["crazy_eights", "canasta", "wild_colours", "wild_colours112", "baccarat"])
def test_a_shape_is_for_every_small_hand_though_faces_decide_where_a_card_goes(game: str) -> None:
    table = set_up_game(game)
    for hand, size in table.deals.sizes.items():
        if size <= 39:
            parse_condition({"hand": hand, "shape": "xxxx"}, table.deals)


def test_a_seat_of_a_plain_deal_may_be_a_number() -> None:
    table = set_up_deck("standard", DealRequest(hands=2, cards=5))
    where = {"points": "hcp", "min": 1}
    assert parse_leaf({"hand": 2} | where, table) == parse_leaf({"hand": "2"} | where, table)
    assert parse_leaf({"hands": [1, "stock"]} | where, table).places == ("1", "stock")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(["all", "any", "not", "hand", "hands", "min", "max", *PARSERS])
VALUES = st.sampled_from(["N", ["N", "S"], "hcp", "S", "4333", "balanced", ["AS"], {"A": 1}, True, 3, "flush"])
NEARLY = st.recursive(
    st.dictionaries(NAMES, VALUES | JSON, max_size=4),
    lambda inner: st.dictionaries(NAMES, st.lists(inner, max_size=2) | inner | VALUES, max_size=4),
    max_leaves=6,
)


@pytest.mark.parametrize("table", [BRIDGE, HOLDEM, BLACKJACK], ids=["bridge", "hold'em", "blackjack"])
@given(where=JSON | NEARLY)
def test_any_json_is_a_condition_or_refused(table: Table, where: object) -> None:
    refusal = None
    try:
        parse_condition(where, table.deals)
    except Refused as error:
        refusal = error
    assert refusal is None or (refusal.field == "where" and len(str(refusal)) < 1_000)

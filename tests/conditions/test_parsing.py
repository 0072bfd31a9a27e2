"""A value that is no condition, or does not fit the deal, is refused with its path and what would fit."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.cards.options import PackOptions
from service.conditions.condition import Combination, Leaf, Not, leaves
from service.conditions.condition_parsing import MAX_DEPTH, MAX_NODES, parse_condition
from service.conditions.leaves import MAX_SHAPES, PREDICATE_TYPES
from service.conditions.predicates import CATEGORIES, HandShape
from service.core.errors import Refused
from service.games.deals import DealRequest
from tests.conditions.tables import Table, set_up_deck, set_up_game
from tests.tables import for_each

BRIDGE = set_up_game("bridge")
HCP = {"points": "hcp"}
LEAF = {"hand": "N", "points": "hcp", "min": 1}
PREDICATES = f"Predicates are: {', '.join(PREDICATE_TYPES)}; bounds are: min, max."
HANDS = "This deal has: N, E, S, W."
SHAPES = (
    'Must be shapes, such as "4333" or "54xx" in any order of suits, "(54)31" with only the lengths in brackets in any '
    'order, "5=4=3=1" for spades, hearts, diamonds and clubs, or "balanced".'
)
SUITS_ARE = "Must be suits of this deal, which are"
SUITS = f"{SUITS_ARE} spades, hearts, diamonds, clubs"
NO_LOSERS = "Must be true, or suits; the number goes into min, max or both."
NO_NUMBER = "Must be true; the number goes into min, max or both."
ONE_OF = f"one of: {', '.join(CATEGORIES)}."
FIVE_TO_SEVEN = "A category is of five to seven cards"
ONE_PACK = "are for one complete pack of French suits."


def refusal_of(where: object, table: Table = BRIDGE) -> str:
    with pytest.raises(Refused) as refusal:
        parse_condition(where, table.deals)
    assert refusal.value.field == "where"
    return str(refusal.value)


def of_north(name: str, *values: object, **members: object) -> list[object]:
    """Return a leaf of North for each value of a member."""
    return [{"hand": "N", name: value} | members for value in values]


NORTH_HCP = {"hand": "N", "points": "hcp"}
TOO_LARGE = (
    "The weights of all cards, added up without signs, are above 9,007,199,254,740,991."
)


def weigh(*members: object) -> dict[str, Any]:
    return {"weighted": list(members), "min": 1}


def nested(depth: int) -> dict[str, Any]:
    return LEAF if depth == 1 else {"not": nested(depth - 1)}


NO_OBJECT = "Must be an object with all, any, not, weighted, or with hand or hands."
NO_HAND = f"There is no such hand or pile. {HANDS}"
NO_SCORE = "Must be an integer from -9,007,199,254,740,991 to 9,007,199,254,740,991."
NO_CARD = "Must be the code or the name of a card, such as AS."
TOO_MANY_SHAPES = f"There are at most {MAX_SHAPES} shapes in a condition."
REFUSED: dict[str, list[object]] = {
    NO_OBJECT: [[], {}],
    f"where.all[1]: {NO_OBJECT}": [{"all": [LEAF, 3]}],
    "An object with all has no other member.": [{"all": [LEAF], "any": [LEAF]}],
    "An object with not has no other member.": [{"not": LEAF, "min": 3}],
    "where.all: Must be a list of one or more conditions.": [{"all": []}],
    "where.any: Must be a list of one or more conditions.": [{"any": LEAF}],
    f"where.any[{MAX_NODES - 1}]: A condition has at most {MAX_NODES} nodes.": [
        {"any": [LEAF] * MAX_NODES}
    ],
    f"where{'.not' * MAX_DEPTH}: A condition is at most {MAX_DEPTH} levels deep.": [
        nested(MAX_DEPTH + 1)
    ],
    f"Must have one predicate. {PREDICATES}": [LEAF | {"losers": True}],
    f"where.point: There is no such predicate. Did you mean 'points'? {PREDICATES}": of_north(
        "point", "hcp"
    ),
    f"where.or: There is no such predicate. Did you mean 'any'? {PREDICATES}": [
        {"or": [LEAF]}
    ],
    f"where.every: There is no such predicate. {PREDICATES}": [{"every": [LEAF]}],
    f"where.{'x' * 60}: There is no such predicate. {PREDICATES}": [{"x" * 1_000: 1}],
    f"Must have a hand, or hands. {HANDS}": [{"points": "hcp", "min": 1}],
    f"Must have hand or hands, not both. {HANDS}": [LEAF | {"hands": ["N"]}],
    f"where.hand: {NO_HAND}": [
        LEAF | {"hand": hand} for hand in ("North", ["N"], True)
    ],
    "where.hands: Must be a list of one or more hands or piles.": [
        {"hands": "NS", **HCP},
        {"hands": [], **HCP},
    ],
    f"where.hands[1]: {NO_HAND}": [
        {"hands": ["N", "Q"], **HCP},
        {"hands": ["N", None], **HCP},
    ],
    "where.hands: A hand or pile is listed twice.": [{"hands": ["N", "N"], **HCP}],
    f"where.max: {NO_SCORE}": of_north(
        "max", 1.0, "3", True, None, 2**53, -(2**53), [], points="hcp", min=1
    ),
    "shape is exact here, and takes no min or max.": [
        {"hand": "N", "shape": "4333", "min": 1}
    ],
    'where.points: Must be hcp, controls or an object of ranks, such as {"A": 4, "K": 3}.': of_north(
        "points", "zar", {}, [], 4, None, True
    ),
    "where.points: No card of this deal has the rank X; its ranks are A, 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K.": of_north(
        "points", {"A": 4, "X": 1}
    ),
    f"where.points.A: {NO_SCORE}": of_north(
        "points", *({"A": score} for score in (1.5, "4", True, None, 2**53, -(2**53)))
    ),
    f"where.length: {SUITS}.": of_north("length", [], "", None, 5, {}),
    f"where.length: {SUITS}, or SHDC for short.": of_north(
        "length", "X", "s", ["stars"], [["S"]], "SHX", "Spades"
    ),
    "where.length: A suit is listed twice.": of_north(
        "length", "SS", ["S", "spades"], ["hearts", "H"]
    ),
    f"where.shape: {SHAPES}": [
        *of_north(
            "shape",
            [],
            "",
            "433",
            "43333",
            "4-3-3",
            "4=3-3=3",
            "5=4=3=1=0",
            "abcd",
            "100-0-0-0",
            "٤٣٣٣",
        ),
        *of_north("shape", 4333, None, [4333], ["balanced", {}]),
        *of_north(
            "shape",
            "(54)3",
            "(54)(31",
            "((54))31",
            "()5431",
            "54)31",
            "(54)31 any",
            "any 4333 any",
            "any  4333",
        ),
    ],
    f"where.shape: {TOO_MANY_SHAPES}": of_north("shape", ["4333"] * (MAX_SHAPES + 1)),
    f"where.all[1].shape: {TOO_MANY_SHAPES}": [
        {"all": [{"hand": hand, "shape": ["4333"] * 300} for hand in "NS"]}
    ],
    'where.cards: Must be a list of cards, such as ["AS", "KH"].': of_north(
        "cards", [], "AS", None, {"AS": 1}
    ),
    f"where.cards[1]: {NO_CARD}": of_north(
        "cards", *(["AS", card] for card in (1, None, ["AS"], "A" * 41))
    ),
    "where.cards[1]: There is no card 'QX' in this pack of the standard deck. Its codes go from AS to KC.": of_north(
        "cards", ["AS", "QX"]
    ),
    "where.cards: AS is listed twice.": of_north("cards", ["AS", "ace of spades"]),
    'where.sum: Must be an object of cards, such as {"AS": 11, "10H": 10}.': of_north(
        "sum", {}, [], "AS", None
    ),
    f"where.sum.AS: {NO_SCORE}": of_north("sum", {"AS": "1"}),
    "where.sum: A card is listed twice.": of_north("sum", {"AS": 1, "as": 2}),
    f"where.sum.{'x' * 60}: {NO_CARD}": of_north("sum", {"x" * 99: 1}),
    f"where.losers: {NO_LOSERS}": of_north("losers", False, 1),
    f"where.losers: {SUITS}.": of_north("losers", None, [], 1.0),
    f"where.losers: {SUITS}, or SHDC for short.": of_north("losers", "yes"),
    "where.longest: Must be 1 for the longest suit, 2 for the second longest, up to 4.": of_north(
        "longest", True, 0, 5, "S", None, 1.0, min=1
    ),
    f"where.sum: {TOO_LARGE}": of_north("sum", {"AS": 2**53 - 1, "KS": -1}, min=1),
    f"where.points: {TOO_LARGE}": of_north("points", {"A": 2**51}, min=1),
    f"where.weighted: {TOO_LARGE}": [
        weigh({"weight": 2**48, **NORTH_HCP}),
        weigh({"weight": 2**45, "hand": "N", "losers": True}),
        weigh({"weight": 2**52, "not": LEAF}, {"weight": -(2**52), **LEAF}),
        weigh({"weight": 2**40, "weighted": [{"weight": 2**8, **NORTH_HCP}]}),
    ],
    'where.weighted: Must be a list of one or more conditions, each with a "weight" if it is not 1.': [
        {"weighted": [], "min": 1},
        {"weighted": None, "min": 1},
        {"weighted": LEAF, "min": 1},
    ],
    "weighted needs a bound: give min, max or both.": [{"weighted": [LEAF]}],
    "An object with weighted has no other member but min and max.": [
        weigh(LEAF) | {"hand": "N"}
    ],
    f"where.weighted[0]: {NO_OBJECT}": [weigh({}), weigh({"weight": 2}), weigh(4)],
    f"where.weighted[1].weight: {NO_SCORE}": [
        weigh(LEAF, LEAF | {"weight": x}) for x in (None, 1.5, "1", True, 2**53)
    ],
    f"where.weighted[1].hand: {NO_HAND}": [weigh(LEAF, LEAF | {"hand": "board"})],
    f"where.weighted[{MAX_NODES - 1}]: A condition has at most {MAX_NODES} nodes.": [
        weigh(*[NORTH_HCP] * 10_000)
    ],
    f"where.weight: There is no such predicate. It is for the members of weighted. {PREDICATES}": [
        LEAF | {"weight": 1}
    ],
    f"where.weighted[1].when: {NO_OBJECT}": [
        weigh(LEAF, LEAF | {"when": {}}),
        weigh(LEAF, LEAF | {"when": None}),
    ],
    "where.weighted[0].when: points needs a bound: give min, max or both.": [
        weigh(LEAF | {"when": NORTH_HCP})
    ],
    "points needs a bound: give min, max or both.": [NORTH_HCP],
    "where.min: Must not be above max.": [weigh(LEAF) | {"max": 0}],
    "where.total: A total is for blackjack and baccarat; use points, or sum with a table of cards.": of_north(
        "total", True
    ),
    "where.category: A category is for games whose hands are of poker: the best five of five to seven cards.": of_north(
        "category", "flush"
    ),
}


@for_each(
    ("sentence", "where"),
    [(sentence, where) for sentence, wheres in REFUSED.items() for where in wheres],
)
def test_what_is_no_condition_is_refused_with_its_place(
    where: object, sentence: str
) -> None:
    assert refusal_of(where) == sentence


HOLDEM = set_up_game("holdem")
BLACKJACK = set_up_game("blackjack")
FLUSH = {"category": "flush"}
ANY_CATEGORY = {"hand": "1", "category": True}
FIVE_EACH = DealRequest(hands=2, cards=5)
NO_DEUCE = set_up_deck("standard", FIVE_EACH, PackOptions(exclude=("2S",)))
UP_TO_39 = "where.shape: A shape is for up to 39 cards;"


@for_each(
    ("table", "where", "sentence"),
    [
        (
            HOLDEM,
            ANY_CATEGORY | {"category": "quads"},
            f"where.category: Must be true, with min or max, or {ONE_OF}",
        ),
        (HOLDEM, ANY_CATEGORY, "category needs a bound: give min, max or both."),
        (HOLDEM, ANY_CATEGORY | {"min": 5}, f"where.min: Must be {ONE_OF}"),
        (
            HOLDEM,
            ANY_CATEGORY | {"min": "flush", "max": "straight"},
            "where.min: Must not be above max.",
        ),
        (
            HOLDEM,
            {"hand": "1", "min": "flush"} | FLUSH,
            "category is exact here, and takes no min or max.",
        ),
        (
            HOLDEM,
            {"hands": ["1", "2"]} | FLUSH,
            f"where.category: {FIVE_TO_SEVEN}; these are 9.",
        ),
        (
            HOLDEM,
            {"hand": "stock"} | FLUSH,
            f"where.category: {FIVE_TO_SEVEN}; these are 37.",
        ),
        (
            set_up_deck("spanish40", FIVE_EACH),
            {"hand": 1} | FLUSH,
            f"where.category: Categories {ONE_PACK}",
        ),
        (BLACKJACK, {"hand": "1", "total": 21}, f"where.total: {NO_NUMBER}"),
        (
            BLACKJACK,
            {"hand": "1", "losers": True, "min": 1},
            f"where.losers: Losers {ONE_PACK}",
        ),
        (BLACKJACK, {"hand": "stock", "shape": "xxxx"}, f"{UP_TO_39} there are 307."),
        (
            set_up_game("baccarat"),
            {"hand": "stock", "shape": "xxxx"},
            f"{UP_TO_39} there may be 410.",
        ),
        (
            HOLDEM,
            {"hand": "1", "shape": ["20-0-0-0", "40-0-0-0"]},
            f"{UP_TO_39} a length of 40 is beyond that.",
        ),
        (
            set_up_game("riichi"),
            {"hand": "east", "shape": "xxxx"},
            "where.shape: A shape is for decks of four suits; use length for each suit of others.",
        ),
        (
            set_up_game("mahjong"),
            {"hand": "east", "length": "D"},
            f"where.length: {SUITS_ARE} dots, bamboo, characters, winds, dragons, flowers, seasons.",
        ),
        (
            set_up_game("skat"),
            {"hand": "skat", "cards": ["7S", "2S"]},
            "where.cards[1]: There is no card '2S' in this pack of the piquet deck. Its codes go from AS to KC.",
        ),
        (
            NO_DEUCE,
            {"hand": 1, "cards": ["AS", "2S"]},
            "where.cards: 2S is not in the shoe.",
        ),
        (
            NO_DEUCE,
            {"hand": 1, "sum": {"AS": 1, "2S": 2}, "min": 1},
            "where.sum: 2S is not in the shoe.",
        ),
        (
            set_up_deck("keno", FIVE_EACH),
            {"hand": 1, "length": "S"},
            f"where.length: {SUITS_ARE} none.",
        ),
    ],
)
def test_what_does_not_fit_the_deal_is_refused_with_what_would(
    table: Table, where: object, sentence: str
) -> None:
    assert refusal_of(where, table) == sentence


def parse_leaf(where: dict[str, Any], table: Table = BRIDGE) -> Leaf:
    condition = parse_condition(where, table.deals)
    assert isinstance(condition, Leaf)
    return condition


def test_a_condition_is_a_tree_in_the_order_of_the_request() -> None:
    where = {
        "all": [
            LEAF,
            {
                "any": [
                    LEAF | {"hand": "E"},
                    {"not": {"hands": ["S", "W"], "losers": True, "max": 9}},
                ]
            },
        ]
    }
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


def test_many_cards_have_fewer_leaves() -> None:
    table = set_up_deck("standard", FIVE_EACH, PackOptions(decks=100))
    leaf = {"hand": "1", "points": {"A": 1}, "min": 1}
    parse_condition({"any": [leaf] * 100}, table.deals)
    sentence = (
        "where.any[100]: With 5,200 cards or items a condition has at most 100 leaves."
    )
    assert refusal_of({"any": [leaf] * 101}, table) == sentence


def test_suits_have_several_spellings() -> None:
    for first, *others in (
        ("S", "spades", ["S"], ["spades"]),
        ("SH", "HS", ["hearts", "S"], ["S", "H"]),
    ):
        leaf = parse_leaf({"hand": "N", "length": first, "min": 4})
        assert all(
            parse_leaf({"hand": "N", "length": other, "min": 4}) == leaf
            for other in others
        )


@for_each(
    ("text", "patterns"),
    [
        ("5=4=3=1", {(5, 4, 3, 1)}),
        ("13=0=0=0", {(13, 0, 0, 0)}),
        ("5=x=x=1", {(5, None, None, 1)}),
        ("7222", {(7, 2, 2, 2), (2, 7, 2, 2), (2, 2, 7, 2), (2, 2, 2, 7)}),
        ("7-2-2-2", {(7, 2, 2, 2), (2, 7, 2, 2), (2, 2, 7, 2), (2, 2, 2, 7)}),
        ("(54)31", {(5, 4, 3, 1), (4, 5, 3, 1)}),
        ("x(22)(1)", {(None, 2, 2, 1)}),
        ("(31)(54)", {(3, 1, 5, 4), (1, 3, 5, 4), (3, 1, 4, 5), (1, 3, 4, 5)}),
        ("any 7222", {(7, 2, 2, 2), (2, 7, 2, 2), (2, 2, 7, 2), (2, 2, 2, 7)}),
        ("7222 any", {(7, 2, 2, 2), (2, 7, 2, 2), (2, 2, 7, 2), (2, 2, 2, 7)}),
        (
            "10-x-x-x",
            {
                (10, None, None, None),
                (None, 10, None, None),
                (None, None, 10, None),
                (None, None, None, 10),
            },
        ),
    ],
)
def test_a_shape_stands_for_lengths_in_one_order_or_in_any(
    text: str, patterns: set[tuple[int | None, ...]]
) -> None:
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
def test_bounds_are_implied_where_a_leaf_has_none(
    where: dict[str, Any], bounds: tuple[int, int]
) -> None:
    leaf = parse_leaf(where)
    assert (leaf.min, leaf.max) == bounds


def test_a_category_has_bounds_by_name_and_takes_the_board() -> None:
    leaf = parse_leaf({"hand": "1", "category": True, "min": "flush"}, HOLDEM)
    assert (leaf.min, leaf.max, leaf.places) == (5, None, ("1", "board"))
    leaf = parse_leaf({"hand": "1", "category": "flush"}, HOLDEM)
    assert (leaf.min, leaf.max, leaf.places) == (5, 5, ("1", "board"))
    assert parse_leaf(
        {"hands": ["1", "board"], "category": "flush"}, HOLDEM
    ).places == ("1", "board")
    assert parse_leaf({"hand": "board", "category": "flush"}, HOLDEM).places == (
        "board",
    )


@for_each(
    "game", ["crazy_eights", "canasta", "wild_colours", "wild_colours112", "baccarat"]
)
def test_a_shape_is_for_every_small_hand_though_faces_decide_where_a_card_goes(
    game: str,
) -> None:
    table = set_up_game(game)
    for hand, size in table.deals.sizes.items():
        if size <= 39:
            parse_condition({"hand": hand, "shape": "xxxx"}, table.deals)


def test_a_seat_of_a_plain_deal_may_be_a_number() -> None:
    table = set_up_deck("standard", DealRequest(hands=2, cards=5))
    where = {"points": "hcp", "min": 1}
    assert parse_leaf({"hand": 2} | where, table) == parse_leaf(
        {"hand": "2"} | where, table
    )
    assert parse_leaf({"hands": [1, "stock"]} | where, table).places == ("1", "stock")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)
NAMES = st.sampled_from(
    [
        "all",
        "any",
        "not",
        "weighted",
        "weight",
        "when",
        "hand",
        "hands",
        "min",
        "max",
        *PREDICATE_TYPES,
    ]
)
VALUES = st.sampled_from(
    [
        "N",
        ["N", "S"],
        "hcp",
        "S",
        "4333",
        "balanced",
        ["AS"],
        {"A": 1},
        True,
        3,
        "flush",
    ]
)
NEARLY = st.recursive(
    st.dictionaries(NAMES, VALUES | JSON, max_size=4),
    lambda inner: st.dictionaries(
        NAMES, st.lists(inner, max_size=2) | inner | VALUES, max_size=4
    ),
    max_leaves=6,
)


@pytest.mark.parametrize(
    "table", [BRIDGE, HOLDEM, BLACKJACK], ids=["bridge", "hold'em", "blackjack"]
)
@given(where=JSON | NEARLY)
def test_any_json_is_a_condition_or_refused(table: Table, where: object) -> None:
    try:
        parse_condition(where, table.deals)
    except Refused as refusal:
        assert (refusal.field, len(str(refusal)) < 1_000) == ("where", True)  # noqa: PT017

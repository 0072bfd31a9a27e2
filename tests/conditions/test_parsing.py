"""A value that is no condition, or does not fit the deal, is refused with its path and what would fit."""

from collections.abc import Mapping
from string import Template
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.cards.options import PackOptions
from service.conditions.condition import Combination, Leaf, Not, list_leaves
from service.conditions.condition_parsing import MAX_DEPTH, MAX_NODES, parse_condition
from service.conditions.leaves import PREDICATE_TYPES
from service.conditions.predicate_values import MAX_SHAPES
from service.conditions.predicates import CATEGORIES, HandShape
from service.core.errors import Refused
from service.games.dealing import DealRequest
from tests.conditions.tables import Table, set_up_deck, set_up_game
from tests.tables import for_each, read_table

Json = dict[str, Any]

BRIDGE = set_up_game("bridge")
HOLDEM = set_up_game("holdem")
BLACKJACK = set_up_game("blackjack")
FIVE_EACH = DealRequest(hands=2, cards=5)
WITHOUT_DEUCE = PackOptions(exclude=("2S",))
TABLES = {
    "bridge": BRIDGE,
    "holdem": HOLDEM,
    "blackjack": BLACKJACK,
    "baccarat": set_up_game("baccarat"),
    "riichi": set_up_game("riichi"),
    "mahjong": set_up_game("mahjong"),
    "skat": set_up_game("skat"),
    "spanish40": set_up_deck("spanish40", FIVE_EACH),
    "five_hundred_six_players": set_up_game("five_hundred_six_players"),
    "keno": set_up_deck("keno", FIVE_EACH),
    "tarot": set_up_deck("tarot", FIVE_EACH),
    "standard without 2S": set_up_deck("standard", FIVE_EACH, WITHOUT_DEUCE),
}
LEAF = {"hand": "N", "points": "hcp", "min": 1}
PREDICATES = f"Predicates are: {', '.join(PREDICATE_TYPES)}; bounds are: min, max."
ONE_CATEGORY = f"one of: {', '.join(CATEGORIES)}."


class Refusal(NamedTuple):
    """A condition, and the sentence that refuses it for a table."""

    table: str
    where: object
    sentence: str


def list_refusals(table: str, sentences: Mapping[str, list[object]]) -> list[Refusal]:
    """Return the refusals of a table, whose conditions are listed below the sentence of each."""
    refusals = []
    for template, conditions in sentences.items():
        sentence = Template(template).substitute(
            PREDICATES=PREDICATES, CATEGORIES=ONE_CATEGORY
        )
        refusals += [Refusal(table, where, sentence) for where in conditions]
    return refusals


def read_misfits() -> list[Refusal]:
    """Return the refusals of what would be a condition of another deal."""
    refusals = []
    for table, sentences in read_table("conditions/misfits.yaml").items():
        refusals += list_refusals(table, sentences)
    return refusals


def nested(depth: int) -> Json:
    """Return a condition of that many levels."""
    return LEAF if depth == 1 else {"not": nested(depth - 1)}


def shaped(hand: str, shapes: int) -> Json:
    """Return a condition with that many shapes."""
    return {"hand": hand, "shape": ["4333"] * shapes}


LONG_NAME = "x" * 1_000
SHOWN = "x" * 60
TOO_MANY_NODES = f"A condition has at most {MAX_NODES} nodes."
TOO_MANY_SHAPES = f"There are at most {MAX_SHAPES} shapes in a condition."
LAST_NODE = MAX_NODES - 1
TOO_DEEP = f"where{'.not' * MAX_DEPTH}"
TOO_LONG: dict[str, object] = {
    f"where.any[{LAST_NODE}]: {TOO_MANY_NODES}": {"any": [LEAF] * MAX_NODES},
    f"where.weighted[{LAST_NODE}]: {TOO_MANY_NODES}": {
        "weighted": [LEAF] * 10_000,
        "min": 1,
    },
    f"{TOO_DEEP}: A condition is at most {MAX_DEPTH} levels deep.": nested(
        MAX_DEPTH + 1
    ),
    f"where.shape: {TOO_MANY_SHAPES}": shaped("N", MAX_SHAPES + 1),
    f"where.all[1].shape: {TOO_MANY_SHAPES}": {
        "all": [shaped("N", 300), shaped("S", 300)]
    },
    f"where.{SHOWN}: There is no such predicate. {PREDICATES}": {LONG_NAME: 1},
    f"where.sum.{SHOWN}: Must be the code or the name of a card, such as AS.": {
        "hand": "N",
        "sum": {LONG_NAME: 1},
    },
}
NO_CONDITIONS: dict[str, list[object]] = read_table("conditions/refused.yaml")


def refusal_of(where: object, table: Table = BRIDGE) -> str:
    """Return the sentence that refuses what is no condition of the table."""
    with pytest.raises(Refused) as refusal:
        parse_condition(where, table.deals)
    assert refusal.value.field == "where"
    return str(refusal.value)


@for_each(("sentence", "where"), TOO_LONG.items())
def test_what_is_too_long_is_refused_with_its_place(
    sentence: str, where: object
) -> None:
    assert refusal_of(where) == sentence


@for_each(Refusal._fields, list_refusals("bridge", NO_CONDITIONS))
def test_what_is_no_condition_is_refused_with_its_place(
    table: str, where: object, sentence: str
) -> None:
    assert refusal_of(where, TABLES[table]) == sentence


@for_each(Refusal._fields, read_misfits())
def test_what_does_not_fit_the_deal_is_refused_with_what_would(
    table: str, where: object, sentence: str
) -> None:
    assert refusal_of(where, TABLES[table]) == sentence


def parse_leaf(where: Mapping[str, Any], table: Table = BRIDGE) -> Leaf:
    """Return the condition, which is one predicate of one place."""
    condition = parse_condition(where, table.deals)
    assert isinstance(condition, Leaf)
    return condition


def test_a_condition_is_a_tree_in_the_order_of_the_request() -> None:
    few_losers = {"hands": ["S", "W"], "losers": True, "max": 9}
    either = {"any": [LEAF | {"hand": "E"}, {"not": few_losers}]}
    condition = parse_condition({"all": [LEAF, either]}, BRIDGE.deals)
    match condition:
        case Combination((Leaf(), Combination((Leaf(), Not(Leaf())), False)), True):
            pass
        case _:
            pytest.fail(str(condition))
    first, second, third = list_leaves(condition)
    assert first.path == "where.all[0].points"
    assert first.places == ("N",)
    assert second.path == "where.all[1].any[0].points"
    assert second.places == ("E",)
    assert third.path == "where.all[1].any[1].not.losers"
    assert third.places == ("S", "W")


def test_the_largest_condition_is_accepted() -> None:
    parse_condition({"any": [LEAF] * (MAX_NODES - 1)}, BRIDGE.deals)
    parse_condition(nested(MAX_DEPTH), BRIDGE.deals)
    parse_condition(shaped("N", MAX_SHAPES), BRIDGE.deals)


def test_many_cards_have_fewer_leaves() -> None:
    table = set_up_deck("standard", FIVE_EACH, PackOptions(decks=100))
    leaf = {"hand": "1", "points": {"A": 1}, "min": 1}
    parse_condition({"any": [leaf] * 100}, table.deals)
    sentence = (
        "where.any[100]: With 5,200 cards or items a condition has at most 100 leaves."
    )
    assert refusal_of({"any": [leaf] * 101}, table) == sentence


@for_each(
    ("spelling", "other"),
    [
        ("S", "spades"),
        ("S", ["S"]),
        ("S", ["spades"]),
        ("SH", "HS"),
        ("SH", ["hearts", "S"]),
        ("SH", ["S", "H"]),
    ],
)
def test_suits_have_several_spellings(spelling: object, other: object) -> None:
    four_cards = {"hand": "N", "min": 4}
    leaf = parse_leaf(four_cards | {"length": spelling})
    assert parse_leaf(four_cards | {"length": other}) == leaf


@for_each(("text", "patterns"), read_table("conditions/shapes.yaml"))
def test_a_shape_stands_for_lengths_in_one_order_or_in_any(
    text: str, patterns: list[list[int | None]]
) -> None:
    predicate = parse_leaf({"hand": "N", "shape": text}).predicate
    assert isinstance(predicate, HandShape)
    assert predicate.patterns == set(map(tuple, patterns))


def test_balanced_is_three_shapes() -> None:
    balanced = parse_leaf({"hand": "N", "shape": "balanced"})
    for shapes in (["4333", "4432", "5332"], ["5332", "balanced"]):
        assert parse_leaf({"hand": "N", "shape": shapes}) == balanced


ACE_AND_KING = {"hand": "N", "cards": ["AS", "KS"]}


@for_each(
    ("where", "least", "most"),
    [
        (ACE_AND_KING, 2, None),
        (ACE_AND_KING | {"min": 1}, 1, None),
        (ACE_AND_KING | {"max": 1}, None, 1),
        (ACE_AND_KING | {"min": 0, "max": 0}, 0, 0),
        ({"hand": "N", "shape": "4333"}, 1, None),
    ],
)
def test_bounds_are_implied_where_a_leaf_has_none(
    where: Json, least: int | None, most: int | None
) -> None:
    leaf = parse_leaf(where)
    assert leaf.min == least
    assert leaf.max == most


FLUSH = {"category": "flush"}


@for_each(("bounds", "most"), [({"category": True, "min": "flush"}, None), (FLUSH, 5)])
def test_a_category_has_bounds_by_name(bounds: Json, most: int | None) -> None:
    leaf = parse_leaf({"hand": "1"} | bounds, HOLDEM)
    assert leaf.min == 5
    assert leaf.max == most
    assert leaf.places == ("1", "board")


@for_each(
    ("places", "read"),
    [({"hands": ["1", "board"]}, ("1", "board")), ({"hand": "board"}, ("board",))],
)
def test_a_category_takes_the_board_once(places: Json, read: tuple[str, ...]) -> None:
    assert parse_leaf(places | FLUSH, HOLDEM).places == read


@for_each("size", [5, 6, 7])
def test_a_category_is_of_five_to_seven_cards(size: int) -> None:
    table = set_up_deck("standard", DealRequest(hands=2, cards=size))
    assert parse_leaf({"hand": "1"} | FLUSH, table).places == ("1",)


@for_each("size", [4, 8])
def test_no_category_is_of_fewer_or_more_cards(size: int) -> None:
    table = set_up_deck("standard", DealRequest(hands=2, cards=size))
    with pytest.raises(Refused, match=f"five to seven cards; these are {size}"):
        parse_leaf({"hand": "1"} | FLUSH, table)


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
    table = set_up_deck("standard", FIVE_EACH)
    points = {"points": "hcp", "min": 1}
    by_number = parse_leaf({"hand": 2} | points, table)
    assert by_number == parse_leaf({"hand": "2"} | points, table)
    both = parse_leaf({"hands": [1, "stock"]} | points, table)
    assert both.places == ("1", "stock")


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
)


def list_or_object_of(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return a strategy of lists of a few values, and of objects with any names."""
    names = st.text(max_size=3)
    objects = st.dictionaries(names, values, max_size=3)
    return st.lists(values, max_size=3) | objects


JSON = st.recursive(SCALARS, list_or_object_of, max_leaves=5)
NO_PREDICATES = "all any not weighted weight when hand hands min max"
NAMES = st.sampled_from([*NO_PREDICATES.split(), *PREDICATE_TYPES])
TEXTS = st.sampled_from(["N", "hcp", "S", "4333", "balanced", "flush"])
VALUES = TEXTS | st.sampled_from([["N", "S"], ["AS"], {"A": 1}, True, 3])


def combination_of(conditions: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return a strategy of objects with the names that conditions have."""
    values = st.lists(conditions, max_size=2) | conditions | VALUES
    return st.dictionaries(NAMES, values, max_size=4)


NEARLY_LEAVES = st.dictionaries(NAMES, VALUES | JSON, max_size=4)
NEARLY = st.recursive(NEARLY_LEAVES, combination_of, max_leaves=6)


@pytest.mark.parametrize("name", ["bridge", "holdem", "blackjack"])
@given(where=JSON | NEARLY)
def test_any_json_is_a_condition_or_refused(name: str, where: object) -> None:
    sentence = ""
    try:
        parse_condition(where, TABLES[name].deals)
    except Refused as refusal:
        sentence = str(refusal)
        assert refusal.field == "where"  # noqa: PT017
    assert len(sentence) < 1_000

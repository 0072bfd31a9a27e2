"""A condition is refused only if no deal fulfils it, and contradictions that can be seen are."""

from functools import cache
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.cards.options import PackOptions
from service.conditions.condition import find_contradiction
from service.conditions.condition_parsing import parse_condition
from service.core.errors import Refused
from service.games.deals import DealRequest
from tests.conditions.definitions import holds
from tests.conditions.strategies import Dealt, conditions, parse_anything
from tests.conditions.tables import Table, set_up_deck, set_up_game, toy_pack
from tests.tables import for_each

TWO_EACH = DealRequest(hands=2, cards=2)
THREE_EACH = DealRequest(hands=2, cards=3)
FOUR_SUITS = toy_pack("AS", "KS", "AH", "QD", "JC", "2C")
TWO_PACKS = toy_pack("AS", "KH", "JC", packs=2)
TOYS: dict[str, tuple[Any, ...]] = {
    "four suits": (TWO_EACH, FOUR_SUITS),
    "three cards each": (THREE_EACH, toy_pack("AS", "KS", "QS", "AH", "QD", "JC")),
    "a joker": (TWO_EACH, toy_pack("AS", "KH", "QD", "JC", "2C", jokers=1)),
    "two packs": (TWO_EACH, TWO_PACKS),
    "given cards": (
        TWO_EACH,
        FOUR_SUITS,
        {"hands": {"1": ["AS"]}, "piles": {"stock": ["JC"]}},
    ),
    "a copy given": (TWO_EACH, TWO_PACKS, {"hands": {"2": ["AS"]}}),
}


@cache
def every_deal(name: str) -> tuple[Table, Dealt]:
    """Return a table and all of its deals, each once."""
    table = set_up_deck("standard", *TOYS[name])
    deals = {}
    for order in permutations(range(len(table.deals.remaining_cards))):
        deal = table.deals.cards_by_place(order, 1)
        deals[tuple(frozenset(cards) for cards in deal.values())] = deal
    return table, list(deals.values())


@pytest.mark.parametrize("name", TOYS)
@given(data=st.data())
def test_no_condition_is_refused_that_a_deal_fulfils(
    name: str, data: st.DataObject
) -> None:
    table, deals = every_deal(name)
    condition = parse_anything(data.draw(conditions(table.deals, deals)), table.deals)
    contradiction = find_contradiction(condition, table.deals)
    negation = find_contradiction(condition, table.deals, is_negated=True)
    results = {holds(condition, table.deals, deal) for deal in deals}
    assert not (contradiction and True in results)
    assert not (negation and False in results)


BRIDGE = set_up_game("bridge")
RIGGED = set_up_game("bridge", given={"hands": {"N": ["AS", "KS"], "E": ["2H", "3H"]}})
SPADES = {"hand": "N", "length": "S"}
N_HAS_ACE, S_HAS_ACE = ({"hand": hand, "cards": ["AS", "KH"]} for hand in "NS")
ALWAYS = "Every deal fulfils this, so that its negation can never hold."
RANGE = "No 13 cards of this deal can fulfil this: the number is from {} to {}."


@for_each(
    ("where", "sentence"),
    [
        (SPADES | {"min": 15}, f"where.length: {RANGE.format(0, 13)}"),
        (SPADES | {"max": -1}, f"where.length: {RANGE.format(0, 13)}"),
        (SPADES | {"min": 5, "max": 4}, "where.min: Must not be above max."),
        (
            {"hand": "N", "points": "hcp", "min": 38},
            f"where.points: {RANGE.format(0, 37)}",
        ),
        (
            {"hand": "N", "points": {"A": -2, "K": -1}, "max": -13},
            f"where.points: {RANGE.format(-12, 0)}",
        ),
        (
            {"hand": "N", "losers": True, "min": 13},
            f"where.losers: {RANGE.format(0, 12)}",
        ),
        (
            {"hand": "N", "cards": ["AS", "KS"], "min": 3},
            f"where.cards: {RANGE.format(0, 2)}",
        ),
        (
            {"hand": "N", "sum": {"AS": 10, "KS": 5}, "min": 16},
            f"where.sum: {RANGE.format(0, 15)}",
        ),
        *[
            (
                {"hand": "N", "shape": shape},
                "where.shape: No 13 cards of this deal can have this shape.",
            )
            for shape in ("4444", "5=4=3=2", "4-4-4-2", "14-x-x-x", ["4444", "1111"])
        ],
        (
            {"hands": ["N", "S"], "shape": "14-6-3-3"},
            "where.shape: No 26 cards of this deal can have this shape.",
        ),
        (
            {"all": [SPADES | {"min": 4}, SPADES | {"min": 14}]},
            f"where.all[1].length: {RANGE.format(0, 13)}",
        ),
        (
            {"any": [SPADES | {"min": 14}, SPADES | {"min": 15}]},
            f"where.any[0].length: {RANGE.format(0, 13)}",
        ),
        ({"not": SPADES | {"min": 0, "max": 13}}, f"where.not.length: {ALWAYS}"),
        (
            {"not": {"any": [SPADES | {"min": 4}, SPADES | {"min": 0}]}},
            f"where.not.any[1].length: {ALWAYS}",
        ),
        (
            {"not": {"all": [SPADES | {"max": 13}, SPADES | {"min": 0}]}},
            f"where.not.all[0].length: {ALWAYS}",
        ),
        ({"not": {"hand": "N", "shape": "xxxx"}}, f"where.not.shape: {ALWAYS}"),
        (
            {"not": {"not": SPADES | {"min": 14}}},
            f"where.not.not.length: {RANGE.format(0, 13)}",
        ),
        (
            {
                "all": [
                    SPADES | {"min": 6},
                    {"all": [{"hands": ["N"], "length": ["spades"], "max": 5}]},
                ]
            },
            "where.all[1].all[0].length: Contradicts another bound of the same number: a minimum is above a maximum.",
        ),
        (
            {"all": [N_HAS_ACE, S_HAS_ACE]},
            "where.all[1].cards: AS cannot be in S: N must have it.",
        ),
        (
            {
                "all": [
                    N_HAS_ACE,
                    {"all": [{"hands": ["E", "W"], "points": {"A": 1}, "min": 4}]},
                ]
            },
            "where.all[1].all[0].points: AS cannot be in E or W: N must have it.",
        ),
    ],
)
def test_a_contradiction_is_refused_with_its_place(
    where: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Refused) as refusal:
        parse_condition(where, BRIDGE.deals)
    assert (refusal.value.field, str(refusal.value)) == ("where", sentence)


@for_each(
    ("where", "sentence"),
    [
        ({"hand": "S", "cards": ["AS"]}, f"where.cards: {RANGE.format(0, 0)}"),
        (
            {"hand": "N", "length": "S", "max": 1},
            f"where.length: {RANGE.format(2, 13)}",
        ),
        (
            {"hand": "N", "length": "H", "min": 12},
            f"where.length: {RANGE.format(0, 11)}",
        ),
        (
            {"hand": "E", "points": "hcp", "min": 34},
            f"where.points: {RANGE.format(0, 30)}",
        ),
        (
            {"hand": "N", "shape": "1=x=x=x"},
            "where.shape: No 13 cards of this deal can have this shape.",
        ),
        (
            {"not": {"hand": "N", "cards": ["AS", "KS", "QS"], "min": 2}},
            f"where.not.cards: {ALWAYS}",
        ),
    ],
)
def test_given_cards_count_where_they_lie(where: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        parse_condition(where, RIGGED.deals)
    assert str(refusal.value) == sentence


@for_each(
    "where",
    [
        {"hand": "N", "points": "hcp", "min": 37, "max": 37},
        {"hand": "N", "shape": ["4444", "4333"]},
        {"any": [SPADES | {"min": 15}, SPADES | {"min": 13}]},
        {"all": [N_HAS_ACE, {"any": [S_HAS_ACE, SPADES | {"min": 5}]}]},
        {"all": [N_HAS_ACE, {"not": S_HAS_ACE}]},
        {"all": [N_HAS_ACE, {"hands": ["N", "S"], "cards": ["AS", "KH", "QS"]}]},
        {"not": {"all": [SPADES | {"max": 13}, SPADES | {"min": 1}]}},
        {
            "all": [
                SPADES | {"min": 6},
                SPADES | {"max": 6},
                SPADES | {"hand": "S", "max": 5},
            ]
        },
        {"any": [SPADES | {"min": 6}, SPADES | {"max": 5}]},
        {"not": {"all": [SPADES | {"min": 6}, SPADES | {"max": 5}]}},
    ],
)
def test_a_condition_that_can_hold_is_not_refused(where: dict[str, Any]) -> None:
    assert (
        find_contradiction(parse_condition(where, BRIDGE.deals), BRIDGE.deals) is None
    )


def test_a_joker_is_a_card_without_a_suit() -> None:
    table = set_up_deck(
        "standard", DealRequest(hands=4, cards=13), PackOptions(jokers=2)
    )
    parse_condition({"hand": "1", "shape": "4440"}, table.deals)
    parse_condition({"hand": "1", "shape": "4430"}, table.deals)
    with pytest.raises(Refused, match="No 13 cards"):
        parse_condition({"hand": "1", "shape": "4420"}, table.deals)


def test_a_deal_that_depends_on_faces_is_not_judged() -> None:
    table = set_up_game("mahjong")
    parse_condition({"hand": "east", "length": "dragons", "min": 14}, table.deals)

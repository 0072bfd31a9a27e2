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
from service.games.dealing import DealRequest
from tests.conditions.definitions import holds
from tests.conditions.strategies import Dealt, conditions, parse_anything
from tests.conditions.tables import Table, set_up_deck, set_up_game, toy_pack
from tests.tables import for_each, read_table

Json = dict[str, Any]

TWO_EACH = DealRequest(hands=2, cards=2)
THREE_EACH = DealRequest(hands=2, cards=3)
FOUR_SUITS = toy_pack("AS", "KS", "AH", "QD", "JC", "2C")
THREE_SPADES = toy_pack("AS", "KS", "QS", "AH", "QD", "JC")
JOKER = toy_pack("AS", "KH", "QD", "JC", "2C", jokers=1)
TWO_PACKS = toy_pack("AS", "KH", "JC", packs=2)
GIVEN = {"hands": {"1": ["AS"]}, "piles": {"stock": ["JC"]}}
COPY_GIVEN = {"hands": {"2": ["AS"]}}
TOYS = {
    "four suits": set_up_deck("standard", TWO_EACH, FOUR_SUITS),
    "three cards each": set_up_deck("standard", THREE_EACH, THREE_SPADES),
    "a joker": set_up_deck("standard", TWO_EACH, JOKER),
    "two packs": set_up_deck("standard", TWO_EACH, TWO_PACKS),
    "given cards": set_up_deck("standard", TWO_EACH, FOUR_SUITS, GIVEN),
    "a copy given": set_up_deck("standard", TWO_EACH, TWO_PACKS, COPY_GIVEN),
}


@cache
def every_deal(name: str) -> Dealt:
    """Return all deals of a table, each once."""
    deals = TOYS[name].deals
    found = {}
    for order in permutations(range(len(deals.remaining_cards))):
        deal = deals.cards_by_place(order, 1)
        hands = tuple(frozenset(cards) for cards in deal.values())
        found[hands] = deal
    return list(found.values())


@pytest.mark.parametrize("name", TOYS)
@given(data=st.data())
def test_no_condition_is_refused_that_a_deal_fulfils(
    name: str, data: st.DataObject
) -> None:
    table = TOYS[name]
    dealt = every_deal(name)
    where = data.draw(conditions(table.deals, dealt))
    condition = parse_anything(where, table.deals)
    contradiction = find_contradiction(condition, table.deals)
    negation = find_contradiction(condition, table.deals, is_negated=True)
    results = {holds(condition, table.deals, deal) for deal in dealt}
    assert not (contradiction and True in results)
    assert not (negation and False in results)


BRIDGE = set_up_game("bridge")
RIGGED = set_up_game("bridge", given={"hands": {"N": ["AS", "KS"], "E": ["2H", "3H"]}})
CONDITIONS = read_table("conditions/contradictions.yaml")


def refusal_of(where: Json, table: Table) -> str:
    """Return the sentence that refuses a condition of the table."""
    with pytest.raises(Refused) as refusal:
        parse_condition(where, table.deals)
    assert refusal.value.field == "where"
    return str(refusal.value)


@for_each(("sentence", "conditions"), CONDITIONS["bridge"].items())
def test_a_contradiction_is_refused_with_its_place(
    sentence: str, conditions: list[Json]
) -> None:
    for where in conditions:
        assert refusal_of(where, BRIDGE) == sentence, where


@for_each(("sentence", "conditions"), CONDITIONS["bridge with given cards"].items())
def test_given_cards_count_where_they_lie(
    sentence: str, conditions: list[Json]
) -> None:
    for where in conditions:
        assert refusal_of(where, RIGGED) == sentence, where


@for_each("where", CONDITIONS["can hold"])
def test_a_condition_that_can_hold_is_not_refused(where: Json) -> None:
    condition = parse_condition(where, BRIDGE.deals)
    assert find_contradiction(condition, BRIDGE.deals) is None


def test_a_joker_is_a_card_without_a_suit() -> None:
    four_hands = DealRequest(hands=4, cards=13)
    table = set_up_deck("standard", four_hands, PackOptions(jokers=2))
    parse_condition({"hand": "1", "shape": "4440"}, table.deals)
    parse_condition({"hand": "1", "shape": "4430"}, table.deals)
    with pytest.raises(Refused, match="No 13 cards"):
        parse_condition({"hand": "1", "shape": "4420"}, table.deals)


def test_a_deal_that_depends_on_faces_is_not_judged() -> None:
    table = set_up_game("mahjong")
    parse_condition({"hand": "east", "length": "dragons", "min": 14}, table.deals)

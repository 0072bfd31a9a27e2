"""Random conditions on deals, made by Hypothesis."""

from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import patch

from hypothesis import strategies as st

from service.conditions.condition import Condition, Weighted
from service.conditions.condition_parsing import parse_condition
from service.games.dealing import Deals
from tests.conditions.leaf_choices import Json, LeafChooser, Places

Draw = Callable[[st.SearchStrategy[Any]], Any]
Dealt = Sequence[Places]
"""The cards of each hand and pile of some deals: minima and maxima are chosen near the values that they have."""


def parse_anything(value: object, deals: Deals) -> Condition:
    """Return a condition, even one that no deal can fulfil."""
    search = "service.conditions.condition_parsing.find_contradiction"
    with patch(search, return_value=None):
        return parse_condition(value, deals)


@st.composite
def conditions(draw: Draw, deals: Deals, dealt: Dealt, depth: int = 3) -> Json:
    """Return a condition as JSON."""
    kinds = ["leaf", "leaf", "all", "any", "not", "weighted"] if depth > 1 else ["leaf"]
    kind = draw(st.sampled_from(kinds))
    part = conditions(deals, dealt, depth - 1)
    match kind:
        case "leaf":
            leaf: Json = draw(leaves(deals, dealt))
            return leaf
        case "not":
            return {"not": draw(part)}
        case "weighted":
            weighted: Json = draw(sums(deals, dealt, depth))
            number = parse_anything(weighted | {"min": 0}, deals)
            assert isinstance(number, Weighted)
            chooser: LeafChooser = draw(_leaf_choosers(deals, dealt))
            return weighted | chooser.choose_bounds(number)
    return {kind: draw(st.lists(part, min_size=1, max_size=3))}


WEIGHTS = st.integers(-3, 3) | st.integers(-50, 50)


@st.composite
def sums(draw: Draw, deals: Deals, dealt: Dealt, depth: int) -> Json:
    """Return `weighted` without bounds as JSON; some of its members are numbers."""
    parts = conditions(deals, dealt, depth - 1)
    members = draw(st.lists(parts, min_size=1, max_size=4))
    for member in members:
        if draw(st.booleans()):
            member.pop("min", None)
            member.pop("max", None)
        if draw(st.booleans()):
            member["when"] = draw(conditions(deals, dealt, 1))
        if draw(st.booleans()):
            member["weight"] = draw(WEIGHTS)
    return {"weighted": members}


@st.composite
def leaves(draw: Draw, deals: Deals, dealt: Dealt) -> Json:
    """Return a leaf as JSON."""
    chooser: LeafChooser = draw(_leaf_choosers(deals, dealt))
    return chooser.choose_leaf()


@st.composite
def _leaf_choosers(draw: Draw, deals: Deals, dealt: Dealt) -> LeafChooser:
    """Return a chooser of leaves, whose choices Hypothesis makes."""
    random = draw(st.randoms(use_true_random=False))
    return LeafChooser(random, deals, draw(st.sampled_from(dealt)))

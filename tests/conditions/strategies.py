"""Random conditions on deals, made by Hypothesis."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from unittest.mock import patch

from hypothesis import strategies as st

from service.conditions.condition import Condition, Leaf, Weighted
from service.conditions.condition_parsing import parse_condition
from service.conditions.leaves import POINTS, PREDICATE_TYPES
from service.conditions.predicates import CATEGORIES
from service.games.deals import Deals
from tests.conditions.definitions import value_of

Draw = Callable[[st.SearchStrategy[Any]], Any]
Dealt = Sequence[Mapping[str, Sequence[int]]]
"""The cards of each hand and pile of some deals: minima and maxima are chosen near the values that they have."""


def parse_anything(value: object, deals: Deals) -> Condition:
    """Return a condition, even one that no deal can fulfil."""
    with patch(
        "service.conditions.condition_parsing.find_contradiction", return_value=None
    ):
        return parse_condition(value, deals)


@st.composite
def conditions(
    draw: Draw, deals: Deals, dealt: Dealt, depth: int = 3
) -> dict[str, Any]:
    """Return a condition as JSON."""
    kind = draw(
        st.sampled_from(
            ("leaf", "leaf", "all", "any", "not", "weighted")
            if depth > 1
            else ("leaf",)
        )
    )
    part = conditions(deals, dealt, depth - 1)
    match kind:
        case "leaf":
            leaf: dict[str, Any] = draw(leaves(deals, dealt))
            return leaf
        case "not":
            return {"not": draw(part)}
        case "weighted":
            weighted: dict[str, Any] = draw(sums(deals, dealt, depth))
            bounds: dict[str, Any] = draw(_bounds(weighted, deals, dealt))
            return weighted | bounds
    return {kind: draw(st.lists(part, min_size=1, max_size=3))}


@st.composite
def sums(draw: Draw, deals: Deals, dealt: Dealt, depth: int) -> dict[str, Any]:
    """Return `weighted` without bounds as JSON; some of its members are numbers."""
    members = draw(
        st.lists(conditions(deals, dealt, depth - 1), min_size=1, max_size=4)
    )
    for member in members:
        if draw(st.booleans()) and member.keys().isdisjoint({"shape", "category"}):
            member.pop("min", None), member.pop("max", None)
        if draw(st.booleans()):
            member["when"] = draw(conditions(deals, dealt, 1))
        if draw(st.booleans()):
            member["weight"] = draw(st.integers(-3, 3) | st.integers(-50, 50))
    return {"weighted": members}


@st.composite
def leaves(draw: Draw, deals: Deals, dealt: Dealt) -> dict[str, Any]:
    """Return a leaf as JSON."""
    places = draw(
        st.lists(
            st.sampled_from(sorted(deals.sizes)), min_size=1, max_size=3, unique=True
        )
    )
    where = (
        {"hand": places[0]}
        if len(places) == 1 and draw(st.booleans())
        else {"hands": places}
    )
    suits = {card.suit for card in deals.cards if card.suit}
    size = sum(deals.sizes[place] for place in places)
    names = ["points", "cards", "sum"]
    if suits:
        names += ["length", "longest"]
    if len(suits) == 4 and size <= 39:
        names.append("shape")
    if _is_french_pack(deals):
        names += ["losers", "quality", "kaplan_rubens"]
    with_board = size + (deals.sizes.get("board", 0) if "board" not in places else 0)
    if (
        deals.table.ranking == "poker"
        and 5 <= with_board <= 7
        and _is_french_pack(deals)
    ):
        names.append("category")
    if deals.table.ranking in {"blackjack", "baccarat"}:
        names.append("total")
    name = draw(st.sampled_from(names))
    value = draw(_VALUES[name](deals, size))
    leaf: dict[str, Any] = where | {name: value}
    if (
        name == "shape"
        or (name == "category" and value is not True)
        or (name == "cards" and draw(st.booleans()))
    ):
        return leaf
    bounds: dict[str, Any] = draw(_bounds(leaf, deals, dealt))
    return leaf | bounds


@st.composite
def _bounds(
    draw: Draw, leaf: dict[str, Any], deals: Deals, dealt: Dealt
) -> dict[str, Any]:
    """Return a minimum, a maximum or both, near the value of one of the deals."""
    is_category = "category" in leaf
    parsed = parse_anything(
        leaf | {"min": str(CATEGORIES[0]) if is_category else -(2**53) + 1}, deals
    )
    assert isinstance(parsed, Leaf | Weighted)
    deal = draw(st.sampled_from(dealt))
    value = value_of(parsed, deals, deal)
    low = value + draw(st.integers(-3, 2))
    high = low + draw(st.integers(0, 4))
    if is_category:
        low, high = (min(max(bound, 0), len(CATEGORIES) - 1) for bound in (low, high))
    texts = [str(CATEGORIES[bound]) if is_category else bound for bound in (low, high)]
    bounds: dict[str, Any] = draw(
        st.sampled_from(
            ({"min": texts[0]}, {"max": texts[1]}, {"min": texts[0], "max": texts[1]})
        )
    )
    return bounds


def _is_french_pack(deals: Deals) -> bool:
    counts = [(card.suit, card.rank) for card in deals.cards if card.suit]
    return deals.shoe.deck.name == "standard" and len(counts) == len(set(counts)) == 52


def _points(deals: Deals, size: int) -> st.SearchStrategy[Any]:
    ranks = sorted({card.rank for card in deals.cards})
    tables = st.dictionaries(
        st.sampled_from(ranks), st.integers(-5, 12), min_size=1, max_size=8
    )
    return (
        st.sampled_from(list(POINTS)) | tables
        if {"A", "K", "Q", "J"} <= set(ranks)
        else tables
    )


def _lengths(deals: Deals, size: int) -> st.SearchStrategy[Any]:
    suits = sorted({card.suit for card in deals.cards if card.suit})
    lists = st.lists(st.sampled_from(suits), min_size=1, max_size=3, unique=True)
    letters = {suit[0].upper() for suit in suits}
    if len(letters) < len(suits):
        return lists | st.sampled_from(suits)
    return lists | st.lists(
        st.sampled_from(sorted(letters)), min_size=1, max_size=4, unique=True
    ).map("".join)


@st.composite
def _shapes(draw: Draw, deals: Deals, size: int) -> Any:
    lengths = st.one_of(st.integers(0, min(size + 1, 13)).map(str), st.just("x"))
    pattern = draw(
        st.lists(st.lists(lengths, min_size=4, max_size=4), min_size=1, max_size=4)
    )
    texts = [draw(st.sampled_from("-=")).join(part) for part in pattern]
    if size == 13:
        shapes = [
            "4333",
            "4432",
            "54xx",
            "x5xx",
            "balanced",
            "0xxx",
            "any 5431",
            "(54)xx",
            "x(54)x",
            "5(431)",
            "(42)(43)",
        ]
        texts += draw(st.lists(st.sampled_from(shapes), max_size=3))
    return texts


def _cards(deals: Deals, size: int) -> st.SearchStrategy[Any]:
    return st.lists(
        st.sampled_from(sorted({card.code for card in deals.cards})),
        min_size=1,
        max_size=6,
        unique=True,
    )


def _sums(deals: Deals, size: int) -> st.SearchStrategy[Any]:
    codes = sorted({card.code for card in deals.cards})
    return st.dictionaries(
        st.sampled_from(codes), st.integers(-(10**9), 10**9), min_size=1, max_size=12
    )


_VALUES: Mapping[str, Callable[[Deals, int], st.SearchStrategy[Any]]] = {
    "points": _points,
    "length": _lengths,
    "shape": _shapes,
    "cards": _cards,
    "longest": lambda deals, _: st.integers(
        1, len({card.suit for card in deals.cards if card.suit})
    ),
    "losers": lambda deals, size: st.just(True) | _lengths(deals, size),
    "quality": _lengths,
    "kaplan_rubens": lambda *_: st.just(True),
    "category": lambda *_: st.sampled_from([True, *map(str, CATEGORIES)]),
    "total": lambda *_: st.just(True),
    "sum": _sums,
}
assert set(_VALUES) == set(PREDICATE_TYPES)

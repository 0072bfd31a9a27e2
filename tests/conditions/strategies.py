"""Random conditions on deals, made by Hypothesis."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from unittest.mock import patch

from hypothesis import strategies as st

from service.conditions.condition import Condition, Leaf, Weighted
from service.conditions.condition_parsing import parse_condition
from service.conditions.leaves import PREDICATE_TYPES
from service.conditions.predicate_values import POINTS
from service.conditions.predicates import CATEGORIES
from service.games.deals import Deals
from tests.conditions.definitions import value_of

Json = dict[str, Any]

Draw = Callable[[st.SearchStrategy[Any]], Any]
Dealt = Sequence[Mapping[str, Sequence[int]]]
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
            bounds: Json = draw(_bounds(weighted, deals, dealt))
            return weighted | bounds
    return {kind: draw(st.lists(part, min_size=1, max_size=3))}


WEIGHTS = st.integers(-3, 3) | st.integers(-50, 50)


@st.composite
def sums(draw: Draw, deals: Deals, dealt: Dealt, depth: int) -> Json:
    """Return `weighted` without bounds as JSON; some of its members are numbers."""
    parts = conditions(deals, dealt, depth - 1)
    members = draw(st.lists(parts, min_size=1, max_size=4))
    for member in members:
        if draw(st.booleans()) and member.keys().isdisjoint({"shape", "category"}):
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
    names_of_places = st.sampled_from(sorted(deals.sizes))
    places = draw(st.lists(names_of_places, min_size=1, max_size=3, unique=True))
    where: Json = {"hands": places}
    if len(places) == 1 and draw(st.booleans()):
        where = {"hand": places[0]}
    suits = {card.suit for card in deals.cards if card.suit}
    size = sum(deals.sizes[place] for place in places)
    names = ["points", "cards", "sum"]
    if suits:
        names += ["length", "longest"]
    if len(suits) == 4 and size <= 39:
        names.append("shape")
    if _is_french_pack(deals):
        names += ["losers", "quality", "kaplan_rubens"]
    if _has_category(deals, places):
        names.append("category")
    if deals.table.ranking in {"blackjack", "baccarat"}:
        names.append("total")
    name = draw(st.sampled_from(names))
    value = draw(_VALUES[name](deals, size))
    leaf = where | {name: value}
    is_exact = name == "shape" or (name == "category" and value is not True)
    if is_exact or (name == "cards" and draw(st.booleans())):
        return leaf
    bounds: Json = draw(_bounds(leaf, deals, dealt))
    return leaf | bounds


@st.composite
def _bounds(draw: Draw, leaf: Json, deals: Deals, dealt: Dealt) -> Json:
    """Return a minimum, a maximum or both, near the value of one of the deals."""
    is_category = "category" in leaf
    least = str(CATEGORIES[0]) if is_category else -(2**53) + 1
    parsed = parse_anything(leaf | {"min": least}, deals)
    assert isinstance(parsed, Leaf | Weighted)
    value = value_of(parsed, deals, draw(st.sampled_from(dealt)))
    low: Any = value + draw(st.integers(-3, 2))
    high: Any = low + draw(st.integers(0, 4))
    if is_category:
        low = _name_category(low)
        high = _name_category(high)
    both = {"min": low, "max": high}
    bounds: Json = draw(st.sampled_from(({"min": low}, {"max": high}, both)))
    return bounds


def _name_category(number: int) -> str:
    """Return the name of the category with a number, or of the nearest one."""
    return str(CATEGORIES[min(max(number, 0), len(CATEGORIES) - 1)])


def _has_category(deals: Deals, places: Sequence[str]) -> bool:
    """Return whether the cards of places, with those of the board, are a hand of poker."""
    size = sum(deals.sizes[place] for place in {*places, "board"} & deals.sizes.keys())
    return deals.table.ranking == "poker" and 5 <= size <= 7 and _is_french_pack(deals)


def _is_french_pack(deals: Deals) -> bool:
    """Return whether the cards are one complete pack of French suits."""
    cards = [(card.suit, card.rank) for card in deals.cards if card.suit]
    return deals.shoe.deck.name == "standard" and len(cards) == len(set(cards)) == 52


def _some_of(values: Iterable[Any], most: int) -> st.SearchStrategy[list[Any]]:
    """Return a strategy of one to so many different values."""
    value = st.sampled_from(sorted(set(values)))
    return st.lists(value, min_size=1, max_size=most, unique=True)


def _points(deals: Deals, size: int) -> st.SearchStrategy[Any]:
    ranks = {card.rank for card in deals.cards}
    rank = st.sampled_from(sorted(ranks))
    tables = st.dictionaries(rank, st.integers(-5, 12), min_size=1, max_size=8)
    if ranks >= {"A", "K", "Q", "J"}:
        return st.sampled_from(list(POINTS)) | tables
    return tables


def _lengths(deals: Deals, size: int) -> st.SearchStrategy[Any]:
    suits = sorted({card.suit for card in deals.cards if card.suit})
    lists = _some_of(suits, 3)
    letters = {suit[0].upper() for suit in suits}
    if len(letters) < len(suits):
        return lists | st.sampled_from(suits)
    return lists | _some_of(letters, 4).map("".join)


SHAPES_OF_13 = "4333 4432 54xx x5xx balanced 0xxx (54)xx x(54)x 5(431) (42)(43)"


@st.composite
def _shapes(draw: Draw, deals: Deals, size: int) -> Any:
    length = st.integers(0, min(size + 1, 13)).map(str) | st.just("x")
    shape = st.lists(length, min_size=4, max_size=4)
    texts = []
    for lengths in draw(st.lists(shape, min_size=1, max_size=4)):
        separator = draw(st.sampled_from("-="))
        texts.append(separator.join(lengths))
    if size == 13:
        known = st.sampled_from([*SHAPES_OF_13.split(), "any 5431"])
        texts += draw(st.lists(known, max_size=3))
    return texts


def _cards(deals: Deals, size: int) -> st.SearchStrategy[Any]:
    return _some_of((card.code for card in deals.cards), 6)


def _sums(deals: Deals, size: int) -> st.SearchStrategy[Any]:
    codes = st.sampled_from(sorted({card.code for card in deals.cards}))
    weights = st.integers(-(10**9), 10**9)
    return st.dictionaries(codes, weights, min_size=1, max_size=12)


def _longest(deals: Deals, size: int) -> st.SearchStrategy[Any]:
    suits = {card.suit for card in deals.cards if card.suit}
    return st.integers(1, len(suits))


_VALUES: Mapping[str, Callable[[Deals, int], st.SearchStrategy[Any]]] = {
    "points": _points,
    "length": _lengths,
    "shape": _shapes,
    "cards": _cards,
    "longest": _longest,
    "losers": lambda deals, size: st.just(True) | _lengths(deals, size),
    "quality": _lengths,
    "kaplan_rubens": lambda *_: st.just(True),
    "category": lambda *_: st.sampled_from([True, *map(str, CATEGORIES)]),
    "total": lambda *_: st.just(True),
    "sum": _sums,
}
assert set(_VALUES) == set(PREDICATE_TYPES)

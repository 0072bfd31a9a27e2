"""The predicates of leaves on the items of a list: JSON values, or the members of JSON objects.

Values are equal if their canonical JSON (RFC 8785) is equal: 1 equals 1.0, true does not equal 1, and the order of
members does not matter. Numbers above 2^53 - 1 are not compared, as canonical JSON rounds them.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..core.errors import Refused
from ..core.rng.streams import MAX_INDEX
from ..core.unknown_names import did_you_mean
from ..games.dealing import ItemDeals, make_comparable
from .leaves import Parsed, PredicateExample, PredicateType, Rule
from .predicate_values import (
    MAX_WEIGHT,
    LeafContext,
    PredicateValue,
    ValueT,
    parse_weights,
)
from .predicates import WeightedSum

MAX_ITEMS = 5_000  # items of a list that a condition is about: each leaf looks at all of them once
_MAX_LEVELS = 32
_MAX_LISTED = 60
_MAX_NAMED = 5

ItemContext = LeafContext[ItemDeals]


class AnyJsonValue(PredicateValue[ItemDeals, tuple[int, ...]]):
    """Any JSON value. It gives 1 for each item of the list that is like the value, and 0 for other items."""

    def read(self, value: object, context: ItemContext) -> tuple[int, ...]:
        _check_value(value, context.path, 1)
        wish = make_comparable(value)
        weights = tuple(int(_is_like(item, wish)) for item in context.deals.comparable)
        if not (any(weights) or context.may_lack):
            raise context.refuse(_describe_lack(value, context.deals.items))
        return weights


def _is_like(item: Any, value: Any) -> bool:
    """Return whether an item equals a value or, if the value is an object, is an object with all of its members."""
    if not isinstance(value, dict):
        return bool(item == value)
    return isinstance(item, dict) and all(
        name in item and item[name] == member for name, member in value.items()
    )


def _check_value(value: object, path: str, level: int) -> None:
    """Raise `Refused` for a value with numbers above 2^53 - 1 in magnitude, or with too many levels."""
    if level > _MAX_LEVELS:
        raise Refused(
            path, f"An item to compare with has at most {_MAX_LEVELS} levels."
        )
    if isinstance(value, (int, float)) and abs(value) > MAX_INDEX:
        sentence = f"A number above {MAX_INDEX:,} in magnitude cannot be compared; let the items have a string."
        raise Refused(path, sentence)
    if isinstance(value, dict):
        for name, member in value.items():
            _check_value(member, f"{path}.{name[:_MAX_LISTED]}", level + 1)
    elif isinstance(value, list):
        for index, member in enumerate(value):
            _check_value(member, f"{path}[{index}]", level + 1)


def _describe_lack(value: object, items: Sequence[Any]) -> str:
    """Return the error message for a value of a condition that no item of the list matches.

    For "kng", it is: No item of the list is "kng". Did you mean 'king'?
    """
    if not isinstance(value, dict):
        hint = ""
        if isinstance(value, str):
            texts = [item for item in items if isinstance(item, str)]
            hint = did_you_mean(value, texts)
        hint = hint or f" It has {_list_some(items)}."
        return f"No item of the list is {_format_value(value)}.{hint}"
    objects = [item for item in items if isinstance(item, dict)]
    if not objects:
        return "No item of the list is an object; give the item itself."
    for name, member in value.items():
        values = [item[name] for item in objects if name in item]
        if not values:
            return _describe_missing_member(name, objects)
        if make_comparable(member) not in make_comparable(values):
            examples = _list_some(values)
            wanted = f"{_format_value(name)} with the value {_format_value(member)}"
            return f"No item of the list has {wanted}; it has {examples}."
    return "No item of the list has all of these members together."


def _describe_missing_member(name: str, objects: Iterable[Mapping[str, Any]]) -> str:
    """Return the error message for a member that none of the objects has; it suggests members that they have."""
    names = list(dict.fromkeys(name for item in objects for name in item))
    hint = did_you_mean(name, names) or (
        f" Its objects have {_list_some(names)}." if names else " None is an object."
    )
    return f"No item of the list has a member {_format_value(name)}.{hint}"


def _list_some(values: Iterable[object]) -> str:
    """Return the first few different values as JSON, separated by commas."""
    texts = list(dict.fromkeys(map(_format_value, values)))
    shown = texts[:_MAX_NAMED]
    if len(texts) > _MAX_NAMED:
        shown.append("…")
    return ", ".join(shown)


def _format_value(value: object) -> str:
    """Return a value as JSON, cut off if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MAX_LISTED else f"{text[:_MAX_LISTED]}…"


class ItemWeights(PredicateValue[ItemDeals, tuple[int, ...]]):
    """The weight of each item: the name of a member with the weights, or an object of items with their weights."""

    def read(self, value: object, context: ItemContext) -> tuple[int, ...]:
        if isinstance(value, str):
            return _weigh_member(value, context)
        if not isinstance(value, dict) or not value:
            raise context.refuse(
                'Must be the name of a member of the items, such as "cost", or an object of items that are strings, '
                'such as {"king": 10}.'
            )
        weights = parse_weights(value, context.path)
        _check_in_list(weights, context)
        return tuple(
            weights.get(item, 0) if isinstance(item, str) else 0
            for item in context.deals.items
        )


def _check_in_list(texts: Iterable[str], context: ItemContext) -> None:
    """Raise `Refused` for a text that no item is."""
    items = [item for item in context.deals.items if isinstance(item, str)]
    for text in texts:
        if text not in items:
            hint = (
                did_you_mean(text, items)
                or f" It has {_list_some(context.deals.items)}."
            )
            raise Refused(
                f"{context.path}.{text[:_MAX_LISTED]}",
                f"No item of the list is {_format_value(text)}.{hint}",
            )


def _weigh_member(name: str, context: ItemContext) -> tuple[int, ...]:
    """Return, for each item, the number in its member `name`, and 0 for an item without this member.

    For "cost", [{"cost": 3}, {}, "fir"] gives (3, 0, 0).
    """
    items = context.deals.items
    weights = {
        index: item[name]
        for index, item in enumerate(items)
        if isinstance(item, dict) and name in item
    }
    if not weights:
        objects = [item for item in items if isinstance(item, dict)]
        raise context.refuse(_describe_missing_member(name, objects))
    for index, weight in weights.items():
        if not _is_whole(weight) or abs(weight) > MAX_WEIGHT:
            found = (
                f"{_format_value(name)} of items[{index}] is {_format_value(weight)}"
            )
            raise context.refuse(
                f"{found}; to be added up, it must be an integer from -{MAX_WEIGHT:,} to {MAX_WEIGHT:,}."
            )
    return tuple(int(weights.get(index, 0)) for index in range(len(items)))


def _is_whole(value: object) -> bool:
    """Return whether a JSON value is an integer, such as 5 or 5.0; true is none."""
    return type(value) is int or (isinstance(value, float) and value.is_integer())


class ItemPredicate(PredicateType[ItemDeals, ValueT]):
    """A predicate on items. To add a predicate, a subclass is all that the service needs."""


class ItemType(ItemPredicate[tuple[int, ...]]):
    """The number of items that are like a value."""

    name = "item"
    value = AnyJsonValue()
    meaning = (
        "How many items equal this JSON value or, of an object, have all of its members. Without min and max: one or "
        "more."
    )
    rules = (
        Rule(
            "an object",
            "the number of items that are objects with all members of the value, each with an equal value. They may "
            "have further members",
        ),
        Rule(
            "any other JSON value",
            "the number of items that are equal to it. With either, without `min` and `max` there must be at least one",
        ),
    )
    examples = (
        PredicateExample(
            ({"type": "land"},),
            "the number of items that are objects with these members, whatever others they have",
            "objects",
        ),
        PredicateExample(
            ("king",),
            "the number of items that are this value; with either, without bounds at least one",
            "strings, numbers and other values",
        ),
    )

    def parse(self, value: object, context: ItemContext) -> Parsed:
        return Parsed(WeightedSum(self.value.read(value, context)), (1, None))


class ItemSumType(ItemPredicate[tuple[int, ...]]):
    """The sum of the weights of items."""

    name = "sum"
    value = ItemWeights()
    meaning = (
        'The sum of a member of the items ("cost"), or of the numbers of a table of items that are strings, such as '
        '{"king": 10}.'
    )
    rules = (
        Rule(
            "a string, the name of a member",
            "the sum of this member of all items that are objects with it: integers of at most 2^53 − 1 in absolute "
            "value in the whole list. All other items weigh 0",
        ),
        Rule(
            "a table `{string: integer}`, as above",
            "the sum of the weights of the items that are these strings; others weigh 0",
        ),
    )
    examples = (
        PredicateExample(
            ("cost",),
            "the sum of a member, a whole number; items without it count 0",
            "objects",
        ),
        PredicateExample(
            ({"king": 6, "princess": 8},),
            "the sum of the numbers of the strings in the table",
            "strings",
        ),
    )

    def parse(self, value: object, context: ItemContext) -> Parsed:
        return Parsed(WeightedSum(self.value.read(value, context)))


ITEM_PREDICATE_TYPES: Mapping[str, PredicateType[ItemDeals, Any]] = {
    kind.name: kind() for kind in ItemPredicate.__subclasses__()
}
"""The predicates of leaves on items by name, in the order of their classes."""

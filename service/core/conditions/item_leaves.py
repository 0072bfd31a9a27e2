"""Parse the predicates of leaves on the items of a list: JSON values, of which objects have members.

Values are equal as in canonical JSON (RFC 8785): 1 and 1.0 are, true and 1 are not, and the order of members is no
matter. Numbers above 2^53 - 1 are not compared, as canonical JSON rounds them.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from service.core.conditions.leaves import MAX_WEIGHT, LeafContext, Parsed, parse_weights
from service.core.conditions.predicates import WeightedSum
from service.core.errors import Refused, did_you_mean
from service.core.games.deals import ItemDeals, make_comparable
from service.core.rng.streams import MAX_INDEX

MAX_ITEMS = 5_000
"""Items of a list that a condition is about: each leaf looks at all of them once."""
_MAX_LEVELS = 32
_MAX_LISTED = 60
_MAX_NAMED = 5

ItemContext = LeafContext[ItemDeals]


def _parse_item(value: object, context: ItemContext) -> Parsed:
    _check_value(value, context.path, 1)
    meant = {*_find_items(context.deals.comparable, make_comparable(value))}
    if not meant:
        raise context.refuse(_describe_lack(value, context.deals.items))
    return Parsed(WeightedSum(tuple(int(at in meant) for at in range(context.deals.size))), (1, None))


def _find_items(items: Sequence[Any], value: Any) -> list[int]:
    """Return the positions of the items that are a value or, if it is an object, objects with all of its members."""
    if not isinstance(value, dict):
        return [at for at, item in enumerate(items) if item == value]
    found = [at for at, item in enumerate(items) if isinstance(item, dict)]
    for name, wanted in value.items():
        found = [at for at in found if name in items[at] and items[at][name] == wanted]
    return found


def _check_value(value: object, path: str, level: int) -> None:
    """Raise `Refused` for a value with numbers that canonical JSON rounds, or that is too deep."""
    if level > _MAX_LEVELS:
        raise Refused(path, f"An item to compare with has at most {_MAX_LEVELS} levels.")
    if isinstance(value, (int, float)) and abs(value) > MAX_INDEX:
        raise Refused(
            path, f"A number above {MAX_INDEX:,} in magnitude cannot be compared; let the items have a string."
        )
    if isinstance(value, dict):
        for name, member in value.items():
            _check_value(member, f"{path}.{name[:_MAX_LISTED]}", level + 1)
    elif isinstance(value, list):
        for at, member in enumerate(value):
            _check_value(member, f"{path}[{at}]", level + 1)


def _describe_lack(value: object, items: Sequence[Any]) -> str:
    """Return the sentence that says why no item of a list is meant by a value."""
    if not isinstance(value, dict):
        hint = did_you_mean(value, [item for item in items if isinstance(item, str)]) if isinstance(value, str) else ""
        return f"No item of the list is {_write(value)}.{hint or f' It has {_list_some(items)}.'}"
    objects = [item for item in items if isinstance(item, dict)]
    if not objects:
        return "No item of the list is an object; give the item itself."
    for name, wanted in value.items():
        seen = [item[name] for item in objects if name in item]
        if not seen:
            return _lacks_member(name, objects)
        if make_comparable(wanted) not in make_comparable(seen):
            listed = _list_some(seen)
            return f"No item of the list has {_write(name)} with the value {_write(wanted)}; it has {listed}."
    return "No item of the list has all of these members together."


def _lacks_member(name: str, objects: Iterable[Mapping[str, Any]]) -> str:
    known = list(dict.fromkeys(name for item in objects for name in item))
    hint = did_you_mean(name, known) or (f" Its objects have {_list_some(known)}." if known else " None is an object.")
    return f"No item of the list has a member {_write(name)}.{hint}"


def _list_some(values: Iterable[object]) -> str:
    """Return the first few of different values as JSON, separated by commas."""
    written = dict.fromkeys(map(_write, values))
    return ", ".join([*islice(written, _MAX_NAMED), *(["…"] if len(written) > _MAX_NAMED else [])])


def _write(value: object) -> str:
    """Return a value as JSON, the beginning of a long one."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MAX_LISTED else f"{text[:_MAX_LISTED]}…"


def _parse_sum(value: object, context: ItemContext) -> Parsed:
    if isinstance(value, str):
        return Parsed(WeightedSum(_weigh_member(value, context)))
    if not isinstance(value, dict) or not value:
        raise context.refuse(
            'Must be the name of a member of the items, such as "cost", or an object of items that are strings, such '
            'as {"king": 10}.'
        )
    weights = parse_weights(value, context.path)
    texts = [item for item in context.deals.items if isinstance(item, str)]
    for text in weights:
        if text not in texts:
            hint = did_you_mean(text, texts) or f" It has {_list_some(context.deals.items)}."
            raise Refused(f"{context.path}.{text[:_MAX_LISTED]}", f"No item of the list is {_write(text)}.{hint}")
    return Parsed(
        WeightedSum(tuple(weights.get(item, 0) if isinstance(item, str) else 0 for item in context.deals.items))
    )


def _weigh_member(name: str, context: ItemContext) -> tuple[int, ...]:
    """Return the member of that name of each item that is an object with one, and 0 for the others."""
    objects = {at: item for at, item in enumerate(context.deals.items) if isinstance(item, dict)}
    weights = {at: item[name] for at, item in objects.items() if name in item}
    if not weights:
        raise context.refuse(_lacks_member(name, objects.values()))
    for at, weight in weights.items():
        is_integer = type(weight) is int or (isinstance(weight, float) and weight.is_integer())
        if not is_integer or abs(weight) > MAX_WEIGHT:
            raise context.refuse(
                f"{_write(name)} of items[{at}] is {_write(weight)}; to be added up, it must be an integer from "
                f"-{MAX_WEIGHT} to {MAX_WEIGHT}."
            )
    return tuple(int(weights.get(at, 0)) for at in range(len(context.deals.items)))


ITEM_PARSERS: Mapping[str, Callable[[object, ItemContext], Parsed]] = {
    "item": _parse_item,
    "sum": _parse_sum,
}
"""The predicates of leaves on items by name."""

"""Parse the conditions of requests.

A condition is an object with `all`, `any` or `not`, or a leaf: a `hand` or `hands`, one predicate, and `min` or `max`.
An error names the path of the wrong value, such as `where.all[1].shape`.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from service.core.cards.shoe import Shoe, parse_card
from service.core.conditions.condition import Combination, Condition, Leaf, Not, find_contradiction
from service.core.conditions.item_leaves import ITEM_PREDICATE_TYPES, MAX_ITEMS
from service.core.conditions.leaves import MAX_SHAPES, PREDICATE_TYPES, LeafContext, Parsed, PredicateType
from service.core.errors import Refused, did_you_mean
from service.core.games.deals import AnyDeals, Deals, ItemDeals

MAX_NODES = 64
MAX_DEPTH = 6
MAX_BOUND = 1_000_000
_MAX_LISTED = 60

REFUSES_CONTRADICTIONS = ContextVar("REFUSES_CONTRADICTIONS", default=True)
"""Whether a condition that no deal can fulfil is refused. A check looks at every deal, as other implementations do."""

COMBINATIONS = ("all", "any", "not")
BOUNDS = ("min", "max")
PLACES = ("hand", "hands")


def parse_condition(value: object, deals: AnyDeals, path: str = "where") -> Condition:
    """Parse a JSON value as a condition on these deals.

    Raises `Refused`, with the path in its message, for a value that is no condition, for a condition that does not fit
    the deal, and for one with a contradiction.
    """
    _check_list(deals)
    try:
        condition = _Parser(deals).parse(value, path, 1)
        if REFUSES_CONTRADICTIONS.get() and (contradiction := find_contradiction(condition, deals)):
            raise Refused(*contradiction)
    except Refused as refusal:
        raise Refused(path, str(refusal) if refusal.field == path else f"{refusal.field}: {refusal}") from None
    return condition


def _check_list(deals: AnyDeals) -> None:
    """Raise `Refused` for a list of more than `MAX_ITEMS` items, and for a pile with the name of a seat."""
    if isinstance(deals, ItemDeals):
        if deals.size > MAX_ITEMS:
            raise Refused("where", f"A condition is for up to {MAX_ITEMS:,} items; there are {deals.size:,}.")
        positions = deals.deal(range(deals.size))
        for name in positions.piles:
            if name in positions.hands:
                raise Refused("piles", f"With where, no pile has the name of a seat; {name!r} is one.")


def write_codes(condition: Mapping[str, Any], shoe: Shoe) -> dict[str, Any]:
    """Return a valid condition, a JSON object, with the codes of cards in place of their other spellings."""

    def code(text: str) -> str:
        return parse_card("where", text, shoe.deck, shoe.options).code

    def write(name: str, value: Any) -> Any:
        match name:
            case "all" | "any":
                return [write_codes(part, shoe) for part in value]
            case "not":
                return write_codes(value, shoe)
            case "cards":
                return [code(text) for text in value]
            case "sum":
                return {code(text): weight for text, weight in value.items()}
        return value

    return {name: write(name, value) for name, value in condition.items()}


class _Parser:
    """Parses one condition; counts its nodes and shapes to refuse too many."""

    def __init__(self, deals: AnyDeals) -> None:
        self.deals = deals
        self._types: Mapping[str, PredicateType[Any]] = (
            PREDICATE_TYPES if isinstance(deals, Deals) else ITEM_PREDICATE_TYPES
        )
        self._predicates = f"Predicates are: {', '.join(self._types)}; bounds are: {', '.join(BOUNDS)}."
        self._nodes = self._shapes = 0

    def parse(self, value: object, path: str, depth: int) -> Condition:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise Refused(path, f"A condition has at most {MAX_NODES} nodes.")
        if depth > MAX_DEPTH:
            raise Refused(path, f"A condition is at most {MAX_DEPTH} levels deep.")
        if not isinstance(value, dict) or not value:
            raise Refused(path, f"Must be an object with {', '.join(COMBINATIONS)}, or with {' or '.join(PLACES)}.")
        kinds = [name for name in COMBINATIONS if name in value]
        if not kinds:
            return self._parse_leaf(value, path)
        if len(value) > 1:
            raise Refused(path, f"An object with {kinds[0]} has no other member.")
        kind, parts = kinds[0], value[kinds[0]]
        inner = f"{path}.{kind}"
        if kind == "not":
            return Not(self.parse(parts, inner, depth + 1))
        if not isinstance(parts, list) or not parts:
            raise Refused(inner, "Must be a list of one or more conditions.")
        conditions = tuple(self.parse(part, f"{inner}[{index}]", depth + 1) for index, part in enumerate(parts))
        return Combination(conditions, is_all=kind == "all")

    def _parse_leaf(self, value: dict[str, Any], path: str) -> Condition:
        names = [name for name in value if name not in {*PLACES, *BOUNDS}]
        for unknown_name in [name for name in names if name not in self._types]:
            members = (*self._types, *COMBINATIONS, *PLACES, *BOUNDS)
            hint = _MEANT.get(unknown_name) or did_you_mean(unknown_name, members)
            raise Refused(
                f"{path}.{unknown_name[:_MAX_LISTED]}", f"There is no such predicate.{hint} {self._predicates}"
            )
        if len(names) != 1:
            raise Refused(path, f"Must have one predicate. {self._predicates}")
        places = self._parse_places(value, path)
        name = names[0]
        parsed = self._types[name].parse(value[name], LeafContext(self.deals, f"{path}.{name}", places))
        self._shapes += parsed.shapes
        if self._shapes > MAX_SHAPES:
            raise Refused(f"{path}.{name}", f"There are at most {MAX_SHAPES} shapes in a condition.")
        bounds = {bound: _parse_bound(value[bound], f"{path}.{bound}", parsed) for bound in BOUNDS if bound in value}
        if bounds and parsed.is_exact:
            raise Refused(path, f"{name} is exact here, and takes no min or max.")
        if not bounds and parsed.implied is None:
            raise Refused(path, f"{name} needs a bound: give min, max or both.")
        low, high = (bounds.get("min"), bounds.get("max")) if bounds else parsed.implied or (None, None)
        if low is not None and high is not None and low > high:
            raise Refused(f"{path}.min", "Must not be above max.")
        return Leaf(f"{path}.{name}", (*places, *parsed.shared), parsed.predicate, low, high)

    def _parse_places(self, value: dict[str, Any], path: str) -> tuple[str, ...]:
        available = list(self.deals.sizes)
        names = [name for name in PLACES if name in value]
        if len(names) != 1:
            sentence = "Must have hand or hands, not both." if names else "Must have a hand, or hands."
            raise Refused(path, f"{sentence} This deal has: {', '.join(available)}.")
        path, member = f"{path}.{names[0]}", value[names[0]]
        if names[0] == "hands" and not (isinstance(member, list) and member):
            raise Refused(path, "Must be a list of one or more hands or piles.")
        values = member if names[0] == "hands" else [member]
        places = [str(place) if type(place) is int or isinstance(place, str) else "" for place in values]
        for index, place in enumerate(places):
            if place not in available:
                hint = did_you_mean(place, available)
                sentence = f"There is no such hand or pile.{hint} This deal has: {', '.join(available)}."
                raise Refused(f"{path}[{index}]" if names[0] == "hands" else path, sentence)
        if len(set(places)) < len(places):
            raise Refused(path, "A hand or pile is listed twice.")
        return tuple(places)


def _parse_bound(value: object, path: str, parsed: Parsed) -> int:
    if parsed.names:
        if value not in parsed.names:
            raise Refused(path, f"Must be one of: {', '.join(parsed.names)}.")
        return list(parsed.names).index(str(value))
    if type(value) is not int or abs(value) > MAX_BOUND:
        raise Refused(path, f"Must be an integer from -{MAX_BOUND:,} to {MAX_BOUND:,}.")
    return value


_MEANT = {
    "and": " Did you mean 'all'?",
    "or": " Did you mean 'any'?",
    **dict.fromkeys(("pile", "piles"), " Did you mean 'hand' or 'hands', which name piles as well?"),
}
"""Suggestions for names of other query languages, by name."""

"""Parse the conditions of requests.

A condition is an object with `all`, `any` or `not`, or a leaf: a `hand` or `hands`, one predicate, and `min` or `max`;
or `weighted`, a list of such conditions with a `weight`, and `min` or `max`.
An error names the path of the wrong value, such as `where.all[1].shape`.
"""

from collections.abc import Mapping
from typing import Any

from ..cards.shoe import Shoe, parse_card
from ..core.draw_requests import IS_REPLAY
from ..core.errors import LaterName, Refused, did_you_mean
from ..games.deals import AnyDeals, Deals, ItemDeals
from .condition import (
    Combination,
    Condition,
    Leaf,
    Not,
    Part,
    Weighted,
    find_contradiction,
    is_number,
)
from .item_leaves import ITEM_PREDICATE_TYPES, MAX_ITEMS
from .leaves import (
    MAX_SHAPES,
    MAX_WEIGHT,
    PREDICATE_TYPES,
    LeafContext,
    Parsed,
    PredicateType,
    parse_integer,
)
from .predicates import PresentCards, WeightedSum

MAX_NODES = 512
MAX_DEPTH = 16
MAX_LOOKS = 2**19  # at cards or items: each leaf looks at all of them once
_MAX_LISTED = 60

COMBINATIONS = ("all", "any", "not")
WEIGHTED = "weighted"
BOUNDS = ("min", "max")
PLACES = ("hand", "hands")
_OPTIONS = ("weight", "when")


def parse_condition(value: object, deals: AnyDeals, path: str = "where") -> Condition:
    """Parse a JSON value as a condition on these deals.

    Raises `Refused`, with the path in its message, for a value that is no condition, for a condition that does not fit
    the deal, and for one with a contradiction.
    """
    _check_list(deals)
    try:
        condition = _Parser(deals).parse_node(value, path, 1)
        # A replay looks at every deal, as other implementations do.
        contradiction = (
            None if IS_REPLAY.get() else find_contradiction(condition, deals)
        )
        if contradiction is not None:
            raise Refused(*contradiction)
    except Refused as refusal:
        kind = LaterName if isinstance(refusal, LaterName) else Refused
        raise kind(
            path,
            str(refusal) if refusal.field == path else f"{refusal.field}: {refusal}",
        ) from None
    return condition


def _check_list(deals: AnyDeals) -> None:
    """Raise `Refused` for a list of more than `MAX_ITEMS` items, and for a pile with the name of a seat."""
    if isinstance(deals, ItemDeals):
        if deals.size > MAX_ITEMS:
            raise Refused(
                "where",
                f"A condition is for up to {MAX_ITEMS:,} items; there are {deals.size:,}.",
            )
        positions = deals.deal(range(deals.size))
        for name in positions.piles:
            if name in positions.hands:
                raise Refused(
                    "piles",
                    f"With where, no pile has the name of a seat; {name!r} is one.",
                )


def write_codes(condition: Mapping[str, Any], shoe: Shoe) -> dict[str, Any]:
    """Return a valid condition, a JSON object, with the codes of cards in place of their other spellings."""

    def code(text: str) -> str:
        return parse_card("where", text, shoe.deck, shoe.options).code

    def write(name: str, value: Any) -> Any:
        match name:
            case "all" | "any" | "weighted":
                return [write_codes(part, shoe) for part in value]
            case "not" | "when":
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
        self._nodes = self._shapes = self._looks = 0

    def parse_node(
        self, value: object, path: str, depth: int, *, is_part: bool = False
    ) -> Condition:
        """Return a condition; a part of a sum (`is_part`) may be a leaf or a sum without bounds."""
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise Refused(path, f"A condition has at most {MAX_NODES} nodes.")
        if depth > MAX_DEPTH:
            raise Refused(path, f"A condition is at most {MAX_DEPTH} levels deep.")
        if not isinstance(value, dict) or not value:
            names = ", ".join((*COMBINATIONS, WEIGHTED))
            raise Refused(
                path, f"Must be an object with {names}, or with {' or '.join(PLACES)}."
            )
        kinds = [name for name in COMBINATIONS if name in value]
        if not kinds and WEIGHTED in value:
            return self._parse_weighted(value, path, depth, is_part=is_part)
        if not kinds:
            return self._parse_leaf(value, path, is_part=is_part)
        if len(value) > 1:
            raise Refused(path, f"An object with {kinds[0]} has no other member.")
        kind = kinds[0]
        parts = value[kinds[0]]
        inner = f"{path}.{kind}"
        if kind == "not":
            return Not(self.parse_node(parts, inner, depth + 1))
        if not isinstance(parts, list) or not parts:
            raise Refused(inner, "Must be a list of one or more conditions.")
        conditions = tuple(
            self.parse_node(part, f"{inner}[{index}]", depth + 1)
            for index, part in enumerate(parts)
        )
        return Combination(conditions, is_all=kind == "all")

    def _parse_weighted(
        self, value: dict[str, Any], path: str, depth: int, *, is_part: bool
    ) -> Condition:
        inner = f"{path}.{WEIGHTED}"
        members = value[WEIGHTED]
        if value.keys() - {WEIGHTED, *BOUNDS}:
            raise Refused(
                path, "An object with weighted has no other member but min and max."
            )
        if not isinstance(members, list) or not members:
            raise Refused(
                inner,
                'Must be a list of one or more conditions, each with a "weight" if it is not 1.',
            )
        parts = []
        for index, member in enumerate(members):
            inside = f"{inner}[{index}]"
            options = (
                {name: member[name] for name in _OPTIONS if name in member}
                if isinstance(member, dict)
                else {}
            )
            part = (
                {name: member[name] for name in member if name not in options}
                if options
                else member
            )
            weight = parse_integer(options.get("weight", 1), f"{inside}.weight")
            condition = self.parse_node(part, inside, depth + 1, is_part=True)
            when = (
                self.parse_node(options["when"], f"{inside}.when", depth + 1)
                if "when" in options
                else None
            )
            parts.append(Part(weight, condition, when))
        low, high = _parse_bounds(value, path, None)
        if low is high is None and not is_part:
            raise Refused(path, "weighted needs a bound: give min, max or both.")
        weighted = Weighted(inner, tuple(parts), low, high)
        self._check_reach(weighted)
        return weighted

    def _check_reach(self, leaf: Leaf | Weighted) -> None:
        """Raise `Refused` for numbers that may be above `MAX_WEIGHT`, which other implementations cannot add up."""
        if self._reach(leaf) > MAX_WEIGHT:
            raise Refused(
                leaf.path,
                f"The weights of all cards, added up without signs, are above {MAX_WEIGHT:,}.",
            )

    def _reach(self, leaf: Leaf | Weighted) -> int:
        if isinstance(leaf, Weighted):
            return sum(
                abs(weight) * (self._reach(part) if is_number(part) else 1)
                for weight, part, _ in leaf.parts
            )
        match leaf.predicate:
            case WeightedSum(weights):
                return sum(map(abs, weights))
            case PresentCards(copies):
                return len(copies)
        return 1_000 * self.deals.size

    def _parse_leaf(
        self, value: dict[str, Any], path: str, *, is_part: bool
    ) -> Condition:
        names = [name for name in value if name not in {*PLACES, *BOUNDS}]
        for unknown_name in [name for name in names if name not in self._types]:
            members = (*self._types, *COMBINATIONS, WEIGHTED, *PLACES, *BOUNDS)
            hint = _MEANT.get(unknown_name) or did_you_mean(unknown_name, members)
            raise LaterName(
                f"{path}.{unknown_name[:_MAX_LISTED]}",
                f"There is no such predicate.{hint} {self._predicates}",
            )
        if len(names) != 1:
            raise Refused(path, f"Must have one predicate. {self._predicates}")
        places = self._parse_places(value, path)
        self._looks += self.deals.size
        if self._looks > MAX_LOOKS:
            sentence = (
                f"With {self.deals.size:,} cards or items a condition has at most"
            )
            raise Refused(path, f"{sentence} {MAX_LOOKS // self.deals.size} leaves.")
        name = names[0]
        parsed = self._types[name].parse(
            value[name], LeafContext(self.deals, f"{path}.{name}", places)
        )
        self._shapes += parsed.shapes
        if self._shapes > MAX_SHAPES:
            raise Refused(
                f"{path}.{name}",
                f"There are at most {MAX_SHAPES} shapes in a condition.",
            )
        if parsed.is_exact and not value.keys().isdisjoint(BOUNDS):
            raise Refused(path, f"{name} is exact here, and takes no min or max.")
        low, high = _parse_bounds(value, path, parsed)
        if low is high is None and (parsed.is_exact or not is_part):
            if parsed.implied is None:
                raise Refused(path, f"{name} needs a bound: give min, max or both.")
            low, high = parsed.implied
        leaf = Leaf(
            f"{path}.{name}", (*places, *parsed.shared), parsed.predicate, low, high
        )
        self._check_reach(leaf)
        return leaf

    def _parse_places(self, value: dict[str, Any], path: str) -> tuple[str, ...]:
        available = list(self.deals.sizes)
        names = [name for name in PLACES if name in value]
        if len(names) != 1:
            sentence = (
                "Must have hand or hands, not both."
                if names
                else "Must have a hand, or hands."
            )
            raise Refused(path, f"{sentence} This deal has: {', '.join(available)}.")
        path, member = f"{path}.{names[0]}", value[names[0]]
        if names[0] == "hands" and not (isinstance(member, list) and member):
            raise Refused(path, "Must be a list of one or more hands or piles.")
        values = member if names[0] == "hands" else [member]
        places = [
            str(place) if type(place) is int or isinstance(place, str) else ""
            for place in values
        ]
        for index, place in enumerate(places):
            if place not in available:
                hint = did_you_mean(place, available)
                sentence = f"There is no such hand or pile.{hint} This deal has: {', '.join(available)}."
                raise Refused(
                    f"{path}[{index}]" if names[0] == "hands" else path, sentence
                )
        if len(set(places)) < len(places):
            raise Refused(path, "A hand or pile is listed twice.")
        return tuple(places)


def _parse_bounds(
    value: Mapping[str, Any], path: str, parsed: Parsed | None
) -> tuple[int | None, int | None]:
    """Return `min` and `max` of a leaf with a predicate, or of a sum."""
    bounds = {
        name: _parse_bound(value[name], f"{path}.{name}", parsed)
        for name in BOUNDS
        if name in value
    }
    low = bounds.get("min")
    high = bounds.get("max")
    if low is not None and high is not None and low > high:
        raise Refused(f"{path}.min", "Must not be above max.")
    return low, high


def _parse_bound(value: object, path: str, parsed: Parsed | None) -> int:
    if parsed and parsed.names:
        if value not in parsed.names:
            raise Refused(path, f"Must be one of: {', '.join(parsed.names)}.")
        return list(parsed.names).index(str(value))
    return parse_integer(value, path)


_MEANT = {
    "and": " Did you mean 'all'?",
    "or": " Did you mean 'any'?",
    **dict.fromkeys(("weight", "when"), " It is for the members of weighted."),
    **dict.fromkeys(
        ("pile", "piles"), " Did you mean 'hand' or 'hands', which name piles as well?"
    ),
}
"""Suggestions for names of other query languages, by name."""

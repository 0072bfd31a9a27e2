"""Parse the conditions of requests, in `where`.

A condition is an object with `all`, `any` or `not`, or a leaf: a `hand` or `hands`, one predicate, and `min` or `max`;
or `weighted`, a list of such conditions with a `weight`, and `min` or `max`.
An error names the path of the wrong value, such as `where.all[1].shape`.
"""

from collections.abc import Mapping
from typing import Any

from ..cards.shoe import Shoe, parse_card
from ..core.errors import ChoiceCount, LaterName, Reason, Refused
from ..core.unknown_names import did_you_mean
from ..games.dealing import AnyDeals, Deals, ItemDeals
from .condition import (
    Combination,
    Condition,
    Leaf,
    Not,
    Weighted,
    WeightedPart,
    find_contradiction,
    is_number,
)
from .item_leaves import ITEM_PREDICATE_TYPES, MAX_ITEMS
from .leaves import PREDICATE_TYPES, Parsed, PredicateType
from .predicate_values import MAX_SHAPES, MAX_WEIGHT, LeafContext, parse_integer
from .predicates import PresentCards, WeightedSum

MAX_NODES = 512
MAX_DEPTH = 16
MAX_LOOKS = 2**19  # looks at cards or items: each leaf looks at all of them once
_MAX_LISTED = 60

COMBINATIONS = ("all", "any", "not")
WEIGHTED = "weighted"
BOUNDS = ("min", "max")
PLACES = ("hand", "hands")
_OPTIONS = ("weight", "when")


def parse_condition(
    value: object,
    deals: AnyDeals,
    path: str = "where",
    *,
    refuses_contradictions: bool = True,
) -> Condition:
    """Parse a JSON value as a condition on these deals.

    Raises `Refused`, with the path in its message, for a value that is no condition, for a condition that does not fit
    the deal, and for one with a contradiction that is found before any deal.
    """
    _check_list(deals)
    try:
        condition = _Parser(deals).parse_node(value, path, 1)
        if refuses_contradictions:
            contradiction = find_contradiction(condition, deals)
            if contradiction is not None:
                raise Refused(
                    contradiction.path, contradiction.sentence, contradiction.reason
                )
    except Refused as refusal:
        if refusal.field == path:
            raise
        part = refusal.field[len(path) :].removeprefix(".")
        sentence = f"{refusal.field}: {refusal}"
        raise refusal.reword(path, sentence, part) from None
    return condition


def _check_list(deals: AnyDeals) -> None:
    """Raise `Refused` for deals of a list that a condition cannot be on. Deals of cards are not looked at.

    A list has up to `MAX_ITEMS` items, and no pile has the name of a seat.
    """
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
    """Return a valid condition, a JSON object, with the codes of cards in place of their other spellings.

    {"hand": "N", "cards": ["ace of spades"]} becomes {"hand": "N", "cards": ["AS"]}.
    """

    def code(text: str) -> str:
        return parse_card("where", text, shoe.deck, shoe.options).code

    def write(name: str, value: Any) -> Any:
        match name:
            case "all" | "any" | "weighted":
                return [write_codes(part, shoe) for part in value]
            case "not" | "when":
                return write_codes(value, shoe)
        if name in PREDICATE_TYPES:
            return PREDICATE_TYPES[name].value.spell(value, code)
        return value

    return {name: write(name, value) for name, value in condition.items()}


class _Parser:
    """Parses one condition. It counts nodes, shapes and looks at cards, to refuse too many."""

    def __init__(self, deals: AnyDeals) -> None:
        self.deals = deals
        self._types: Mapping[str, PredicateType[Any, Any]] = (
            PREDICATE_TYPES if isinstance(deals, Deals) else ITEM_PREDICATE_TYPES
        )
        self._predicates = f"Predicates are: {', '.join(self._types)}; bounds are: {', '.join(BOUNDS)}."
        self._nodes = 0
        self._shapes = 0
        self._looks = 0

    def parse_node(
        self, value: object, path: str, depth: int, *, is_part: bool = False
    ) -> Condition:
        """Return a condition; a part of a sum (`is_part`) may be a leaf or a sum without bounds.

        {"not": {"hand": "N", "points": "hcp", "min": 10}} -> Not(Leaf("where.not.points", ("N",), …, 10, None))
        """
        self._count_node(path, depth)
        if not isinstance(value, dict) or not value:
            names = ", ".join((*COMBINATIONS, WEIGHTED))
            raise Refused(
                path, f"Must be an object with {names}, or with {' or '.join(PLACES)}."
            )
        combinations = [name for name in COMBINATIONS if name in value]
        if combinations:
            return self._parse_combination(value, combinations[0], path, depth)
        if WEIGHTED in value:
            return self._parse_weighted(value, path, depth, is_part=is_part)
        return self._parse_leaf(value, path, is_part=is_part)

    def _count_node(self, path: str, depth: int) -> None:
        """Count a node. Raises `Refused` for too many nodes, and for a node that is too deep."""
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise Refused(path, f"A condition has at most {MAX_NODES} nodes.")
        if depth > MAX_DEPTH:
            raise Refused(path, f"A condition is at most {MAX_DEPTH} levels deep.")

    def _parse_combination(
        self, value: dict[str, Any], kind: str, path: str, depth: int
    ) -> Condition:
        """Return the condition of an object with its `kind`, one of `COMBINATIONS`, as its only member.

        {"not": …} gives Not(…), and {"any": […, …]} gives Combination((…, …), False).
        """
        if len(value) > 1:
            raise Refused(path, f"An object with {kind} has no other member.")
        parts = value[kind]
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
        """Return a sum from an object with `weighted`, a list of parts, and bounds.

        {"weighted": [{"hand": "N", "points": "hcp", "weight": 2}, …], "min": 20} at the path "where" gives
        Weighted("where.weighted", (WeightedPart(2, Leaf(…), None), …), 20, None).

        A sum that is itself a part of a sum may have no bounds.
        """
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
        parts = tuple(
            self._parse_part(member, f"{inner}[{index}]", depth + 1)
            for index, member in enumerate(members)
        )
        low, high = _parse_bounds(value, path, None)
        if low is None and high is None and not is_part:
            raise Refused(path, "weighted needs a bound: give min, max or both.")
        weighted = Weighted(inner, parts, low, high)
        self._check_magnitude(weighted)
        return weighted

    def _parse_part(self, member: object, path: str, depth: int) -> WeightedPart:
        """Return a part of a sum: a condition with the further members `weight` (by default 1) and `when`.

        {"hand": "N", "points": "hcp", "weight": 2} -> WeightedPart(2, Leaf(…), None)
        """
        options: dict[str, Any] = {}
        condition_alone = member
        if isinstance(member, dict):
            options = {name: member[name] for name in _OPTIONS if name in member}
            condition_alone = {
                name: member[name] for name in member if name not in options
            }
        weight = parse_integer(options.get("weight", 1), f"{path}.weight")
        condition = self.parse_node(condition_alone, path, depth, is_part=True)
        when = None
        if "when" in options:
            when = self.parse_node(options["when"], f"{path}.when", depth)
        return WeightedPart(weight, condition, when)

    def _check_magnitude(self, leaf: Leaf | Weighted) -> None:
        """Raise `Refused` for numbers that may be above `MAX_WEIGHT`, which other implementations cannot add up."""
        if self._bound_magnitude(leaf) > MAX_WEIGHT:
            raise Refused(
                leaf.path,
                f"The weights of all cards, added up without signs, are above {MAX_WEIGHT:,}.",
            )

    def _bound_magnitude(self, leaf: Leaf | Weighted) -> int:
        """Return a bound of the number of a leaf or of a sum, without its sign: of weights, the sum of all cards.

        A sum with the weights 2 and -1 of two parts that hold or not may have 3 at most.
        """
        if isinstance(leaf, Weighted):
            total = 0
            for part in leaf.parts:
                magnitude = 1
                if is_number(part.condition):
                    magnitude = self._bound_magnitude(part.condition)
                total += abs(part.weight) * magnitude
            return total
        match leaf.predicate:
            case WeightedSum(weights):
                return sum(map(abs, weights))
            case PresentCards(copies):
                return len(copies)
        return 1_000 * self.deals.size

    def _parse_leaf(
        self, value: dict[str, Any], path: str, *, is_part: bool
    ) -> Condition:
        """Return a leaf from an object with `hand` or `hands`, one predicate, and bounds.

        A predicate such as `shape` takes no bounds, a part of a sum needs none, and `cards` implies them if none is
        given: {"hand": "N", "cards": ["AS", "KH"]} -> Leaf("where.cards", ("N",), …, 2, None).
        """
        name = self._find_predicate(value, path)
        places = self._parse_places(value, path)
        self._count_looks(path)
        inner = f"{path}.{name}"
        may_lack = value.get("min") == 0
        context = LeafContext(self.deals, inner, places, may_lack)
        parsed = self._types[name].parse(value[name], context)
        self._count_shapes(parsed, inner)
        low, high = _parse_bounds_of_leaf(value, path, name, parsed, is_part=is_part)
        leaf = Leaf(inner, (*places, *parsed.shared), parsed.predicate, low, high)
        self._check_magnitude(leaf)
        return leaf

    def _find_predicate(self, value: dict[str, Any], path: str) -> str:
        """Return the name of the one predicate of a leaf: "points" of {"hand": "N", "points": "hcp", "min": 10}.

        Raises `LaterName` for a member that is unknown, and `Refused` for no predicate or several.
        """
        names = [name for name in value if name not in {*PLACES, *BOUNDS}]
        for name in names:
            if name not in self._types:
                members = (*self._types, *COMBINATIONS, WEIGHTED, *PLACES, *BOUNDS)
                hint = _MEANT.get(name) or did_you_mean(name, members)
                raise LaterName(
                    f"{path}.{name[:_MAX_LISTED]}",
                    f"There is no such predicate.{hint} {self._predicates}",
                )
        if len(names) != 1:
            raise Refused(path, f"Must have one predicate. {self._predicates}")
        return names[0]

    def _count_looks(self, path: str) -> None:
        """Count the looks of a leaf at all cards or items. Raises `Refused` for too many."""
        size = self.deals.size
        self._looks += size
        if self._looks > MAX_LOOKS:
            sentence = f"With {size:,} cards or items a condition has at most"
            raise Refused(path, f"{sentence} {MAX_LOOKS // size} leaves.")

    def _count_shapes(self, parsed: Parsed, path: str) -> None:
        """Count the shapes of a predicate. Raises `Refused` for too many in the condition."""
        self._shapes += parsed.shapes
        if self._shapes > MAX_SHAPES:
            raise Refused(
                path, f"There are at most {MAX_SHAPES} shapes in a condition."
            )

    def _parse_places(self, value: dict[str, Any], path: str) -> tuple[str, ...]:
        """Return the hands and piles of a leaf: {"hand": "N"} -> ("N",), {"hands": ["N", "S"]} -> ("N", "S")."""
        this_deal = f"This deal has: {', '.join(self.deals.sizes)}."
        names = [name for name in PLACES if name in value]
        if len(names) != 1:
            sentence = (
                "Must have hand or hands, not both."
                if names
                else "Must have a hand, or hands."
            )
            raise Refused(path, f"{sentence} {this_deal}")
        if "hand" in value:
            return (self._parse_place(value["hand"], f"{path}.hand", this_deal),)
        inner = f"{path}.hands"
        members = value["hands"]
        if not isinstance(members, list) or not members:
            raise Refused(inner, "Must be a list of one or more hands or piles.")
        places = tuple(
            self._parse_place(place, f"{inner}[{index}]", this_deal)
            for index, place in enumerate(members)
        )
        if len(set(places)) < len(places):
            raise Refused(inner, "A hand or pile is listed twice.")
        return places

    def _parse_place(self, place: object, path: str, this_deal: str) -> str:
        """Return the name of a hand or pile; a seat may be an integer. `this_deal` says which places the deal has."""
        is_name = type(place) is int or isinstance(place, str)
        name = str(place) if is_name else ""
        if name not in self.deals.sizes:
            hint = did_you_mean(name, list(self.deals.sizes))
            raise Refused(path, f"There is no such hand or pile.{hint} {this_deal}")
        return name


def _parse_bounds_of_leaf(
    value: Mapping[str, Any], path: str, name: str, parsed: Parsed, *, is_part: bool
) -> tuple[int | None, int | None]:
    """Return `min` and `max` of a leaf: as given, or as its predicate `name` implies them.

    A part of a sum that has neither may stay without: (None, None). Raises `Refused` for bounds of an exact predicate,
    and for a leaf that needs a bound.
    """
    has_bounds = not value.keys().isdisjoint(BOUNDS)
    if parsed.is_exact and has_bounds:
        raise Refused(path, f"{name} is exact here, and takes no min or max.")
    may_be_without = is_part and not parsed.is_exact
    if has_bounds or may_be_without:
        return _parse_bounds(value, path, parsed)
    if parsed.implied is None:
        raise Refused(path, f"{name} needs a bound: give min, max or both.")
    return parsed.implied


def _parse_bounds(
    value: Mapping[str, Any], path: str, parsed: Parsed | None
) -> tuple[int | None, int | None]:
    """Return `min` and `max` of a leaf with a predicate, or of a sum; None for a missing bound.

    Raises `Refused` for a min above max.
    """
    bounds = {
        name: _parse_bound(value[name], f"{path}.{name}", parsed)
        for name in BOUNDS
        if name in value
    }
    low = bounds.get("min")
    high = bounds.get("max")
    if low is not None and high is not None and low > high:
        reason = Reason("min_above_max")
        raise Refused(f"{path}.min", "Must not be above max.", reason)
    return low, high


def _parse_bound(value: object, path: str, parsed: Parsed | None) -> int:
    """Return a bound; a name, such as "flush", is read as its place among the names of the predicate."""
    if parsed and parsed.names:
        if value not in parsed.names:
            sentence = f"Must be one of: {', '.join(parsed.names)}."
            reason = Reason("one_of", ChoiceCount(choice_count=len(parsed.names)))
            raise Refused(path, sentence, reason)
        return list(parsed.names).index(str(value))
    return parse_integer(value, path)


_MEANT = {
    "and": " Did you mean 'all'?",
    "or": " Did you mean 'any'?",
    "weight": " It is for the members of weighted.",
    "when": " It is for the members of weighted.",
    "pile": " Did you mean 'hand' or 'hands', which name piles as well?",
    "piles": " Did you mean 'hand' or 'hands', which name piles as well?",
}
"""Suggestions for names of other query languages, by name."""

"""Deals with known cards (`given`) or a condition (`where`): the parameters of the request, and of the response."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from ..conditions.candidate_search import DEFAULT_CANDIDATES
from ..conditions.condition_parsing import (
    BOUNDS,
    COMBINATIONS,
    MAX_DEPTH,
    MAX_NODES,
    PLACES,
    WEIGHTED,
)
from ..conditions.item_leaves import ITEM_PREDICATE_TYPES
from ..conditions.leaves import PREDICATE_TYPES, PredicateType
from ..conditions.predicate_values import MAX_WEIGHT
from ..core.draw_requests import NAMED, Chooses, Unnamed
from ..core.object_types import describe
from ..core.value_types import MAX_MAGNITUDE, Document, Integer, JsonSchema
from ..games.bridge_files import MAX_KNOWN_TEXT
from ..games.dealing import DealRequest
from ..http.schemas.request_schemas import RequestSchema, ShuffleParameters
from ..http.schemas.response_schemas import ResponseSchema, optional

_GIVEN_SHOWN = "As requested, with canonical codes and in the order of the deal"
_GIVES = Chooses("Whoever sends the request chooses the known cards.")
_KEEPS = Chooses("Only the deals are kept that suit.")
_WHERE = (
    "A condition: the results are the deals of the smallest indices that fulfil it."
)


def _drop_empty(value: Any) -> Any:
    """Remove empty members from a condition: generated clients send null, "", false, [] and {} for missing members.

    An empty member that no condition has stays, and is refused: it may be misspelt. `item` may be any JSON value: an
    empty `item` is removed only beside another predicate. If an object has no other predicate, its empty member stays,
    so that the refusal names it.
    """
    if isinstance(value, list):
        return [_drop_empty(part) for part in value]
    if not isinstance(value, dict):
        return value
    full = {}
    for name, member in value.items():
        if name in _INNER:
            member = _drop_empty(member)  # noqa: PLW2901
        if name not in _MEMBERS or not _is_empty(member):
            full[name] = member
    has_predicate = bool(full.keys() - _SHARED_MEMBERS - {"item"})
    if has_predicate:
        return full
    if "item" in value:
        return full | {"item": value["item"]}
    return value


def _is_empty(value: object) -> bool:
    """Return whether a value is what clients send for a missing member. 0 is not: it is a number."""
    if isinstance(value, str | list | dict):
        return not value
    return value is None or value is False


_INNER = {*COMBINATIONS, WEIGHTED, "when"}
"""Members that have conditions as values."""
_SHARED_MEMBERS = {*PLACES, *BOUNDS, "weight", "when"}
"""Members beside a predicate."""
_MEMBERS = {*_SHARED_MEMBERS, *_INNER, *PREDICATE_TYPES, *ITEM_PREDICATE_TYPES}
_KNOWN_MEMBERS = {"hands", "piles", "deal"}
"""Members of `given`."""


class ConditionDocument(Document):
    """A value type: a condition, parsed elsewhere."""

    def convert(self, value: Any) -> Any:
        return _drop_empty(value)


class KnownDocument(Document):
    """A value type: known cards or items, parsed elsewhere."""

    def convert(self, value: Any) -> Any:
        """Return the document without empty members, as `_drop_empty` does."""
        return {
            name: member
            for name, member in value.items()
            if name not in _KNOWN_MEMBERS or member not in (None, "")
        }


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """The size of the search for deals that fulfil a condition."""

    max_candidates: Annotated[
        int | None,
        Integer(
            "Deals to look at for `where`.",
            1,
            MAX_MAGNITUDE,
            default_text=f"{DEFAULT_CANDIDATES:,}, fewer for deals that take long",
            note="Then go on at `next`.",
        ),
        Unnamed("A longer search begins with the same results."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class DealConditions(SearchOptions):
    """The known cards of a deal and the condition on it, as the request has them."""

    given: Annotated[
        Mapping[str, Any] | None,
        KnownDocument(
            "Cards that are known already.",
            component="KnownCards",
            example={"hands": {"1": ["AS", "AH"]}},
            response_text=_GIVEN_SHOWN,
        ),
        NAMED,
        _GIVES,
    ] = None
    where: Annotated[
        Mapping[str, Any] | None,
        ConditionDocument(
            _WHERE,
            component="Condition",
            example={"hand": "N", "points": "hcp", "min": 15, "max": 17},
        ),
        NAMED,
        _KEEPS,
    ] = None


@dataclass(frozen=True, kw_only=True)
class ItemConditions(SearchOptions):
    """The known items of a deal and the condition on it, as the request has them."""

    given: Annotated[
        Mapping[str, Any] | None,
        KnownDocument(
            "Items that are known already.",
            component="KnownItems",
            example={"hands": {"1": [0, 4]}},
            response_text=_GIVEN_SHOWN,
        ),
        NAMED,
        _GIVES,
    ] = None
    where: Annotated[
        Mapping[str, Any] | None,
        ConditionDocument(
            _WHERE, component="ItemCondition", example={"hand": "1", "item": "king"}
        ),
        NAMED,
        _KEEPS,
    ] = None


Conditions = DealConditions | ItemConditions


def _describe_condition(
    name: str,
    types: Mapping[str, PredicateType[Any, Any]],
    places: str,
    examples: list[Mapping[str, Any]],
) -> JsonSchema:
    """Return the schema of a condition with predicates of these `types`: one object, as few generators make unions."""
    condition = {"$ref": f"#/components/schemas/{name}"}
    conditions: dict[str, Any] = {"type": "array", "minItems": 1, "items": condition}
    limits: dict[str, Any] = {
        "format": "int64",
        "minimum": -MAX_WEIGHT,
        "maximum": MAX_WEIGHT,
    }
    properties: dict[str, Any] = {
        "all": conditions,
        "any": conditions,
        "not": condition,
        "hand": {"type": "string"},
        "hands": {
            "type": "array",
            "minItems": 1,
            "items": {"type": "string"},
            "description": "Several, together.",
        },
    }
    for predicate, kind in types.items():
        properties[predicate] = kind.value.schema | {"description": kind.meaning}
    properties[WEIGHTED] = conditions | {
        "description": "A sum, of each whose `when` holds: weight times its number or, with min or max, weight "
        "if it holds."
    }
    properties["weight"] = (
        {"type": "integer"} | limits | {"description": "1 if absent."}
    )
    properties["when"] = condition
    properties["min"] = limits | {"description": "The smallest number or category."}
    properties["max"] = limits | {"description": "The largest."}
    return {
        "type": "object",
        "description": f"One of all, any and not, alone; or hand or hands with one of {', '.join(types)}, or weighted, "
        f"with min or max or both. At most {MAX_NODES} conditions, {MAX_DEPTH} levels deep. Seats and piles: {places}.",
        "properties": properties,
        "additionalProperties": False,
        "examples": examples,
    }


_KNOWN_DEAL = (
    "bridge, in place of hands: a text with known hands in PBN or LIN, a hand record, or a link to BBO's handviewer, "
    f"of up to {MAX_KNOWN_TEXT:,} characters. Of several boards, board names the one."
)


def _describe_given(
    noun: str, lists: str, examples: list[Mapping[str, Any]]
) -> JsonSchema:
    """Return the schema of the known cards or items of a deal."""
    free_object: dict[str, Any] = {"type": "object", "additionalProperties": {}}
    properties = {
        "hands": free_object | {"description": f"By seat: {lists}"},
        "piles": free_object | {"description": f"By pile: {lists}"},
    }
    if noun == "Cards":
        properties["deal"] = {"type": "string", "description": _KNOWN_DEAL}
    return {
        "type": "object",
        "description": f"{noun} that are known already: they come first to their seat or pile, in this order.",
        "properties": properties,
        "additionalProperties": False,
        "examples": examples,
    }


COMPONENTS: Mapping[str, JsonSchema] = {
    "Condition": _describe_condition(
        "Condition",
        PREDICATE_TYPES,
        "N, E, S or W in bridge, 1, 2, … and dealer in hold'em; board or stock",
        [
            {
                "all": [
                    {"hand": "N", "points": "hcp", "min": 15, "max": 17},
                    {"hand": "N", "shape": "balanced"},
                    {"hands": ["N", "S"], "length": "H", "min": 8},
                    {"not": {"hand": "E", "cards": ["AS", "KS"]}},
                ]
            },
            {
                "any": [
                    {"hand": "1", "category": "flush"},
                    {"hand": "1", "category": True, "min": "full_house"},
                ]
            },
            {
                "weighted": [
                    {"hand": "N", "points": "hcp"},
                    {"hand": "E", "points": "hcp", "weight": -1},
                ],
                "min": 1,
            },
        ],
    ),
    "ItemCondition": _describe_condition(
        "ItemCondition",
        ITEM_PREDICATE_TYPES,
        "1, 2, …, the name of a pile, or stock",
        [
            {
                "all": [
                    {"hand": "1", "item": "king"},
                    {"hand": "2", "sum": "cost", "max": 10},
                ]
            }
        ],
    ),
    "KnownCards": _describe_given(
        "Cards",
        "a list of codes, or an object with a list for each part.",
        [
            {"hands": {"1": ["AS", "AH"]}, "piles": {"board": ["KS", "QS", "JS"]}},
            {"piles": {"board": {"turn": ["2C"]}}},
        ],
    ),
    "KnownItems": _describe_given(
        "Items", "positions in items, from 0.", [{"hands": {"1": [0, 4]}}]
    ),
}
"""The schemas of `given` and `where` by the name of their component in the OpenAPI document."""


class DealParameters(RequestSchema):
    """The hands of a table of the caller's own."""

    target: ClassVar[type] = DealRequest


class DealConditionsParameters(RequestSchema):
    """The known cards of a deal, and the condition on it."""

    target: ClassVar[type] = DealConditions


IN_BODIES = (*describe(DealConditions), *ShuffleParameters.in_bodies)
"""The parameters of a deal that its query does not take."""


class ItemConditionsParameters(RequestSchema):
    """The known items of a deal, and the condition on it."""

    target: ClassVar[type] = ItemConditions


class DealConditionsFields(ResponseSchema):
    """The known cards of a deal, and what a search for a condition found."""

    described: ClassVar[type] = DealConditions
    omitted = ("where",)

    candidates = optional(int, "The number of deals that were looked at")
    complete = optional(bool, "Whether as many results were found as requested")
    matches = optional(list[int], "With a seed: the index of each result")
    next = optional(int, "With a seed: the index to go on from")

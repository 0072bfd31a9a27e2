"""The schemas of known cards (`given`) and of conditions (`where`) in the OpenAPI document."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ..bridge_files.known_deals import MAX_KNOWN_TEXT
from ..conditions.condition_parsing import MAX_DEPTH, MAX_NODES, WEIGHTED
from ..conditions.item_leaves import ITEM_PREDICATE_TYPES
from ..conditions.leaves import PREDICATE_TYPES, PredicateType
from ..conditions.predicate_values import MAX_WEIGHT
from ..core.value_types import JsonSchema


def _describe_condition(
    name: str,
    types: Mapping[str, PredicateType[Any, Any]],
    places: str,
    examples: list[Mapping[str, Any]],
) -> JsonSchema:
    """Return the schema of the component `name`: one object, as few generators of clients make unions.

    A condition has one of the predicates `types`; `places` says which seats and piles it may name.
    """
    return {
        "type": "object",
        "description": f"One of all, any and not, alone; or hand or hands with one of {', '.join(types)}, or weighted, "
        f"with min or max or both. At most {MAX_NODES} conditions, {MAX_DEPTH} levels deep. Seats and piles: {places}.",
        "properties": _describe_members(name, types),
        "additionalProperties": False,
        "examples": examples,
    }


def _describe_members(
    name: str, types: Mapping[str, PredicateType[Any, Any]]
) -> JsonSchema:
    """Return the schemas of the members of the condition `name`, in the order of the document."""
    condition: JsonSchema = {"$ref": f"#/components/schemas/{name}"}
    conditions: JsonSchema = {"type": "array", "minItems": 1, "items": condition}
    integer: JsonSchema = {"type": "integer"}
    # A bound may also be a name, such as "flush", so it has no type.
    bound: JsonSchema = {
        "format": "int64",
        "minimum": -MAX_WEIGHT,
        "maximum": MAX_WEIGHT,
    }
    members: dict[str, JsonSchema] = {
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
    for predicate, predicate_type in types.items():
        schema = predicate_type.value.schema
        members[predicate] = schema | {"description": predicate_type.meaning}
    members[WEIGHTED] = conditions | {
        "description": "A sum, of each whose `when` holds: weight times its number or, with min or max, weight "
        "if it holds."
    }
    members["weight"] = integer | bound | {"description": "1 if absent."}
    members["when"] = condition
    members["min"] = bound | {"description": "The smallest number or category."}
    members["max"] = bound | {"description": "The largest."}
    return members


_NO_FURTHER: Mapping[str, JsonSchema] = MappingProxyType({})
_KNOWN_DEAL: Mapping[str, JsonSchema] = {
    "deal": {
        "type": "string",
        "description": "bridge, in place of hands: a text with known hands in PBN, LIN or RBN, a hand record or a link "
        f"to BBO's handviewer, of up to {MAX_KNOWN_TEXT:,} characters. Of several boards, board names the one.",
    }
}


def _describe_given(
    noun: str,
    lists: str,
    examples: list[Mapping[str, Any]],
    further: Mapping[str, JsonSchema] = _NO_FURTHER,
) -> JsonSchema:
    """Return the schema of known cards or items, as `noun` says, with `further` properties.

    `lists` says what a hand or a pile has: "positions in items, from 0."
    """
    known: JsonSchema = {"type": "object", "additionalProperties": {}}
    hands = known | {"description": f"By seat: {lists}"}
    piles = known | {"description": f"By pile: {lists}"}
    return {
        "type": "object",
        "description": f"{noun} that are known already: they come first to their seat or pile, in this order.",
        "properties": {"hands": hands, "piles": piles} | dict(further),
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
        "a list of codes, of riichi also 123m0p, or one for each part.",
        [
            {"hands": {"1": ["AS", "AH"]}, "piles": {"board": ["KS", "QS", "JS"]}},
            {"piles": {"board": {"turn": ["2C"]}}},
        ],
        _KNOWN_DEAL,
    ),
    "KnownItems": _describe_given(
        "Items", "positions in items, from 0.", [{"hands": {"1": [0, 4]}}]
    ),
}
"""The schemas of `given` and `where` by the name of their component in the OpenAPI document."""

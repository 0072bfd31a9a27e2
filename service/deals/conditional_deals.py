"""Deals with known cards (`given`) or a condition (`where`): the parameters of the request, and of the response."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from ..conditions.candidate_search import DEFAULT_CANDIDATES
from ..conditions.condition_parsing import BOUNDS, COMBINATIONS, PLACES, WEIGHTED
from ..conditions.item_leaves import ITEM_PREDICATE_TYPES
from ..conditions.leaves import PREDICATE_TYPES
from ..core.draw_requests import NAMED, Chooses, Unnamed
from ..core.object_types import describe
from ..core.value_types import MAX_MAGNITUDE, Document, Integer
from ..games.dealing import DealRequest
from ..http.schemas.request_schemas import RequestSchema
from ..http.schemas.response_schemas import ResponseSchema, optional

_GIVEN_SHOWN = "As requested, with canonical codes and in the order of the deal"
_GIVES = Chooses("Whoever sends the request chooses the known cards.")
_KEEPS = Chooses("Only the deals are kept that suit.")
_WHERE = (
    "A condition: the results are the deals of the smallest indices that fulfil it."
)


def _drop_empty(value: Any) -> Any:
    """Return a condition without empty members: generated clients send null, "", false, [] and {} for missing members.

    {"hand": "N", "hands": [], "points": "hcp", "min": 0} becomes {"hand": "N", "points": "hcp", "min": 0}.
    The conditions in it lose theirs as well. An empty member that no condition has stays, and is refused: it may be
    misspelt. `item` may be any JSON value, so an empty `item` is removed only beside another predicate. If no
    predicate would be left, the object is returned as it is, so that the refusal names its empty member.
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
        """Return the condition without empty members, as `_drop_empty` does; nothing else is read here."""
        return _drop_empty(value)


class KnownDocument(Document):
    """A value type: known cards or items, parsed elsewhere."""

    def convert(self, value: Any) -> Any:
        """Return the document without each of `hands`, `piles` and `deal` that is null or "". Empty objects stay."""
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

ONLY_IN_BODIES = tuple(describe(DealConditions))
"""The parameters that a deal does not take in a query."""


class DealParameters(RequestSchema):
    """The hands of a table of the caller's own."""

    target: ClassVar[type] = DealRequest


class DealConditionsParameters(RequestSchema):
    """The known cards of a deal, and the condition on it."""

    target: ClassVar[type] = DealConditions


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

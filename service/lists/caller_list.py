"""The caller's own list: the parameter of requests, and the list as rules read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from ..arrangements.attributes import ListedItems
from ..arrangements.requested_rules import Separation
from ..core.draw_requests import Unnamed
from ..core.limits import TooMany
from ..games.dealing import ITEMS_ALIASES
from ..http.blueprint import Blueprint
from ..http.draws.response_draft import FindResultsLeft
from ..http.schemas.fields import JsonValues
from ..http.schemas.request_schemas import RequestSchema
from ..http.services import services
from ..verdicts.results_left import ResultsLeft
from .list_sizes import measure_list

ITEMS = Blueprint("items", "/v1/items", "The caller's own list of JSON values")
"""The chapter of the endpoints that draw from a caller's list; each module has a part."""

_STEPS_OF_A_VALUE = 10
"""Steps to read an attribute of an item, to keep it in a rule, and to write the item; counted in MAX_DRAWS."""


@dataclass(frozen=True, kw_only=True)
class CallerItems:
    """The caller's list."""

    items: Annotated[
        list[Any],
        JsonValues(
            "The items.", example=["red", "green", {"blue": 3}], aliases=ITEMS_ALIASES
        ),
        Unnamed("Its items_sha256 is named.", is_repeated=False),
    ]


class ItemsParameters(RequestSchema):
    """The caller's list."""

    target: ClassVar[type] = CallerItems


class SeparationParameters(RequestSchema):
    """The items that are kept apart."""

    target: ClassVar[type] = Separation


def find_left_by_likeness(items: Sequence[Any]) -> FindResultsLeft:
    """Return a function for a draw without rules: it finds that one result is left if all items are alike."""
    everyone = range(len(items))
    return lambda labels, *_: ResultsLeft(labels.are_alike(everyone))


class CallerList(NamedTuple):
    """A list of the caller, prepared for rules that name attributes of its items."""

    items: ListedItems
    size: int
    """What a result that shows the whole list counts in MAX_ITEMS, as `measure_list` returns it."""
    steps: int
    """The steps of reading the items and their attributes, counted in MAX_DRAWS."""


def prepare_list(values: list[Any], *attributes: Sequence[Any]) -> CallerList:
    """Return a list of the caller, from its values and all entries of rules that name attributes.

    Raises `TooMany` for more values than MAX_SHUFFLED, and if reading them with their attributes takes more steps than
    MAX_DRAWS. The size is measured and not checked: samplers know how many objects a result has beside the items.
    """
    limits = services().allowed.limits
    limits.check_shuffled(len(values), "items")
    number_of_attributes = sum(map(len, attributes))
    steps = _STEPS_OF_A_VALUE * len(values) * (1 + number_of_attributes)
    if steps > limits.draws.number:
        unit = f"steps of work, {_STEPS_OF_A_VALUE} for each item and each attribute of a rule in it"
        raise TooMany("items", steps, unit, limits.draws)
    return CallerList(ListedItems(values), measure_list(values), steps)

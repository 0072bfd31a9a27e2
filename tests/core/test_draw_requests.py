"""Requests are written again in one form, and each member says whether a proof names it and whether it chooses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from service.core.draw_requests import (
    NAMED,
    Chooses,
    DrawRequest,
    Entries,
    Marks,
    Named,
    Unnamed,
    list_order_parameters,
    read_members,
)
from tests.tables import for_each

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Throw(DrawRequest):
    """A throw of dice, some of which may lie already."""

    dice: Annotated[int, NAMED]
    sides: Annotated[int, Named(always=True)] = 6
    taken: Annotated[tuple[int, ...], Named(write=sorted)] = ()
    lying: Annotated[tuple[int, ...] | None, NAMED, Chooses("They lie.")] = None
    style: Annotated[str, Unnamed("It changes no throw.")] = "digits"
    seed: Annotated[str | None, Unnamed("Of the proof.", is_repeated=False)] = None
    number: Annotated[
        int | None, Unnamed("Of an order."), Chooses("It tells all.", is_order=True)
    ] = None
    options: Annotated[
        Mapping[str, Any],
        Entries({"bias": Marks(NAMED, Chooses("Loaded.", range(1, 9)))}),
    ]


def make_throw(options: Mapping[str, Any] | None = None, **members: Any) -> Throw:
    """Return a throw of two dice with these members."""
    return Throw(dice=2, options=options or {}, **members)


@for_each(
    ("members", "implied", "canonical"),
    [
        ({}, {}, {"dice": 2}),
        ({"sides": 6, "style": "digits"}, {}, {"dice": 2}),
        ({"sides": 6}, {"sides": 8}, {"dice": 2, "sides": 6}),
        ({"sides": 8}, {"sides": 8, "dice": 2}, {}),
        ({"taken": (3, 1), "seed": "42"}, {}, {"dice": 2, "taken": [3, 1]}),
        ({"options": {"bias": 0}}, {}, {"dice": 2, "bias": 0}),
        (
            {"style": "pips", "lying": (6,)},
            {},
            {"dice": 2, "lying": [6], "style": "pips"},
        ),
    ],
)
def test_a_request_is_written_without_what_need_not_be_said(
    members: Json, implied: Json, canonical: Json
) -> None:
    assert make_throw(**members).canonical(implied) == canonical


@for_each(
    ("members", "choice"),
    [
        ({}, None),
        ({"options": {"bias": 0}}, None),
        ({"options": {"bias": 1}}, "bias"),
        ({"lying": (), "options": {"bias": 1}}, "lying"),
    ],
)
def test_a_member_chooses_by_any_value_or_by_some(
    members: Json, choice: str | None
) -> None:
    throw = make_throw(**members)
    assert throw.find_choice() == choice
    assert throw.find_choice(allowed={"bias", "lying"}) is None


def test_a_member_that_stands_for_an_order_chooses_unless_it_is_allowed() -> None:
    assert list_order_parameters(Throw) == ["number"]
    numbered = make_throw(number=617)
    assert numbered.find_choice() == "number"
    assert numbered.find_choice(allowed=list_order_parameters(Throw)) is None


@dataclass(frozen=True, kw_only=True)
class Silent(Throw):
    """A throw with a member that says nothing of proofs."""

    colour: str = "red"


@dataclass(frozen=True, kw_only=True)
class Derived(Silent):
    """A throw that inherits the member."""


def test_a_member_that_says_nothing_of_proofs_is_refused_by_its_place() -> None:
    place = r"Silent\.colour in tests/core/test_draw_requests\.py"
    with pytest.raises(TypeError, match=f"{place} must say whether a proof names it"):
        read_members(Derived)

"""Names of seats and piles, and lists by seat."""

from typing import Any

import pytest

from service.cards.seats import BySeat, PlaceName, SeatList, SeatName
from service.core.errors import Refused
from service.core.value_types import REQUEST, Integer, ValueType
from tests.tables import for_each, read_table

TABLES = read_table("cards/seats.yaml")

SEAT = SeatName()
PLACE = PlaceName()
LISTS = BySeat(item=SeatList("", Integer("", 0, 3), 2, 1), noun="list", max_length=2)


@for_each(
    ("kind", "value", "python"),
    [(SEAT, "North_1-a", "North_1-a"), (PLACE, "dealer", "dealer"), (PLACE, 1, "1")],
)
def test_a_name_is_a_text_and_that_of_a_place_may_be_an_integer(
    kind: ValueType, value: Any, python: str
) -> None:
    assert kind.read(REQUEST, value) == python
    assert kind.read_member("receipt.member", value) == python


@for_each(
    ("kind", "value"),
    [
        (SEAT, "é"),
        (SEAT, "N\n"),
        (SEAT, "x" * 33),
        (PLACE, ""),
        (PLACE, "s" * 257),
        (PLACE, True),
        (PLACE, 1.0),
        (PLACE, None),
    ],
)
def test_another_value_is_refused_with_what_a_name_is(
    kind: ValueType, value: Any
) -> None:
    assert not kind.fits(value)
    assert kind.refuse(value) == f"Must be {kind.accepted_in_requests}."
    with pytest.raises(Refused) as refusal:
        kind.read_member("receipt.member", value)
    assert str(refusal.value) == f"receipt.member must be {kind.accepted}."


def test_names_say_how_they_are_written() -> None:
    assert SEAT.accepted_in_requests == "1 to 32 of A-Z, a-z, 0-9, _ and -"
    assert PLACE.accepted_in_requests == "a text of 1 to 256 characters, or an integer"


@for_each(("value", "sentence"), TABLES["lists by seat"])
def test_lists_by_seat_are_refused_by_their_seat(value: Any, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        LISTS.read(REQUEST, value)
    assert str(refusal.value) == sentence


def test_lists_by_seat_become_tuples() -> None:
    lists = LISTS.read(REQUEST, {"N": [1], "1": [2, 3]})
    assert lists == {"N": (1,), "1": (2, 3)}

"""The schema of a response follows from its dataclass, and accepts what that holds and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import marshmallow as ma
import pytest

from service.cards.card import Card
from service.http.schemas.response_schemas import schema_from_dataclass


@dataclass(frozen=True)
class Point:
    """A point of the plane."""

    x: Annotated[int, "From the left"]
    y: float


@dataclass(frozen=True)
class Path:
    """Several points."""

    name: str | None
    is_closed: bool
    points: tuple[Point, ...]
    first: Point | None
    labels: Mapping[str, Any]


def test_a_schema_has_the_name_of_its_dataclass_and_a_member_for_each_field() -> None:
    schema = schema_from_dataclass(Path)
    members: dict[str, Any] = schema().fields
    assert schema.__name__ == "Path"
    types = [
        ma.fields.String,
        ma.fields.Boolean,
        ma.fields.List,
        ma.fields.Nested,
        ma.fields.Dict,
    ]
    expected = dict(
        zip(["name", "is_closed", "points", "first", "labels"], types, strict=True)
    )
    assert {name: type(member) for name, member in members.items()} == expected
    assert [name for name, member in members.items() if member.allow_none] == [
        "name",
        "first",
    ]
    assert (
        type(members["first"].schema)
        is type(members["points"].inner.schema)
        is schema_from_dataclass(Point)
    )
    assert schema_from_dataclass(Point)().fields["x"].metadata == {
        "description": "From the left"
    }


def test_a_member_is_required_unless_it_is_optional_or_excluded() -> None:
    members = schema_from_dataclass(Path, optional=("first",))().fields
    assert [name for name, member in members.items() if not member.required] == [
        "first"
    ]
    assert list(schema_from_dataclass(Point, exclude=("x",))().fields) == ["y"]


def test_a_schema_accepts_what_its_dataclass_holds_and_nothing_else() -> None:
    schema = schema_from_dataclass(Path)()
    record = {
        "name": None,
        "is_closed": True,
        "points": [{"x": 1, "y": 0.5}],
        "first": None,
        "labels": {"a": [1]},
    }
    assert schema.validate(record) == {}
    wrong = record | {"points": [{"x": "left", "y": 1}]}
    assert "points" in schema.validate(wrong)


def test_a_type_without_a_schema_is_an_error() -> None:
    @dataclass
    class Either:
        member: int | str

    with pytest.raises(TypeError, match=r"no schema for int \| str"):
        schema_from_dataclass(Either)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Trick:
    """A trick of cards."""

    colour: Annotated[Colour, "The colour that leads"]
    cards: tuple[Card, ...]


def test_an_enum_is_a_text_with_its_values_and_a_card_is_its_code() -> None:
    members: dict[str, Any] = schema_from_dataclass(Trick)().fields
    assert members["colour"].metadata == {
        "description": "The colour that leads",
        "enum": ["red", "blue"],
    }
    types = [
        type(member)
        for member in (members["colour"], members["cards"], members["cards"].inner)
    ]
    assert types == [ma.fields.String, ma.fields.List, ma.fields.String]

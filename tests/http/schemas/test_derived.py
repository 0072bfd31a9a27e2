from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import marshmallow as ma
import pytest

from service.blueprints import BLUEPRINTS
from service.cards.spellings import CardSpelling
from service.core.value_types import Choice, Document, Flag, Integer, ListOf, Text
from service.http.schemas.fields import JsonValues, parameter
from service.http.schemas.request_schemas import (
    RequestSchema,
    parameters_of,
    request_schema,
)
from service.http.schemas.response_schemas import ResponseSchema
from tests.tables import for_each


@dataclass(frozen=True, kw_only=True)
class Chips:
    coins: Annotated[
        int | None,
        Integer("Coins bet.", 1, 5, default=5, response_text="Present if requested"),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Bet(Chips):
    game: Annotated[str, Choice("The game.", example="poker")]
    on: Annotated[
        tuple[int, ...],
        ListOf("The numbers.", Integer("", 0, 36), 3, example=[7], default_text="all"),
    ] = ()
    notes: Annotated[
        tuple[str, ...] | None, ListOf("Notes.", Text(), 3, is_empty_default=False)
    ] = None
    is_final: Annotated[
        bool, Flag("Whether it is the last.", note="A bet is not by default.")
    ] = False
    player: Annotated[Mapping[str, Any] | None, Document("The player.")] = None
    secret: Annotated[str | None, Text("For bodies.")] = None
    clock: int = 0


class BetRequest(parameters_of(Chips)):  # type: ignore[misc]
    target = Bet
    additions: ClassVar[Any] = {
        "game": {"names": ("poker", "bridge"), "note": "No other."}
    }
    in_bodies = ("secret",)


class BetResponse(ResponseSchema):
    described: ClassVar[type] = Bet
    additions: ClassVar[Any] = BetRequest.additions
    always = ("is_final",)
    omitted = ("secret",)

    player = ma.fields.String(required=True)


REQUEST = BetRequest()
RESPONSE = BetResponse()


def test_a_schema_has_the_fields_of_its_bases_and_then_its_own_in_order() -> None:
    assert list(REQUEST.fields) == [
        "coins",
        "game",
        "on",
        "notes",
        "is_final",
        "player",
    ]
    assert list(RESPONSE.fields) == [
        "coins",
        "game",
        "on",
        "notes",
        "is_final",
        "player",
    ]


def test_the_schema_of_a_request_has_a_base_for_each_base_of_its_dataclass() -> None:
    chips = type(
        "OwnChips",
        (parameters_of(Chips),),
        {"coins": parameter(Integer("Own.", 1, 9), None)},
    )
    assert request_schema("BetRequest", Bet).__bases__ == (parameters_of(Chips),)
    assert request_schema("BetRequest", Bet, chips).__bases__ == (chips,)
    query = request_schema("BetQuery", Bet, without=Chips)
    assert "coins" not in query().fields
    assert set(query.in_bodies) == {"coins", "prove"}


COINS = "Must be an integer from 1 to 5, in digits and without quotes."


@for_each(
    "name, value, start",
    [
        *(("coins", value, COINS) for value in (6, True)),
        *(
            (name, None, "This must not be null; it may be left out. ")
            for name in ("coins", "on")
        ),
        ("game", "pokr", "Must be one of: poker, bridge. Did you mean 'poker'?"),
        ("game", None, "This must not be null. "),
        (
            "on",
            [1, 2, 3, 4],
            "Must be 0 to 3 items: in a query separated by commas, in JSON an array.",
        ),
        ("is_final", 1, "Must be true or false."),
        ("player", [], "Must be a JSON object."),
        *((name, 1, "Unknown field.") for name in ("clock", "secret")),
    ],
)
def test_a_value_that_does_not_fit_is_refused(
    name: str, value: Any, start: str
) -> None:
    [(field, [message])] = REQUEST.validate({"game": "poker", name: value}).items()
    assert (field, message.startswith(start)) == (name, True), message


def test_a_field_without_a_default_is_required() -> None:
    assert REQUEST.required == {"game"}
    assert REQUEST.validate({"on": [37]}) == {
        "game": ["This is required. Must be one of: poker, bridge."],
        "on": {0: ["Must be an integer from 0 to 36, in digits and without quotes."]},
    }


@for_each(
    "values, bet",
    [
        ({}, Bet(game="poker")),
        ({"coins": 5}, Bet(game="poker")),
        ({"coins": 4, "on": [0, 36]}, Bet(game="poker", coins=4, on=(0, 36))),
        ({"on": [], "is_final": False}, Bet(game="poker")),
        ({"notes": []}, Bet(game="poker", notes=())),
        ({"notes": None}, Bet(game="poker")),
        (
            {"player": {"name": "a"}, "is_final": True},
            Bet(game="poker", player={"name": "a"}, is_final=True),
        ),
    ],
)
def test_a_request_becomes_its_dataclass(values: dict[str, Any], bet: Bet) -> None:
    assert REQUEST.load({"game": "poker", **values}) == bet


def test_a_query_is_parsed_by_the_kinds() -> None:
    texts = {"coins": "3", "on": "1,2", "is_final": "true", "game": "bridge"}
    values = {
        name: REQUEST.fields[name].parse_query_text(text)
        for name, text in texts.items()
    }
    assert values == {"coins": 3, "on": [1, 2], "is_final": True, "game": "bridge"}


def test_a_field_is_documented_by_its_kind() -> None:
    coins, game, on, _, is_final, _ = (
        field.metadata for field in REQUEST.fields.values()
    )
    assert coins == {"description": "Coins bet.", "default": 5, "meaning": "Coins bet."}
    assert game["description"] == "The game. No other."
    assert (on["description"], on["example"], "default" in on) == (
        "The numbers. Default: all.",
        [7],
        False,
    )
    assert is_final["default"] is False


def test_a_response_repeats_parameters_with_their_sentence_or_its_own() -> None:
    fields: dict[str, Any] = RESPONSE.fields
    descriptions = [
        fields[name].metadata.get("description") for name in ("coins", "game", "player")
    ]
    assert descriptions == ["Present if requested", "The game", None]
    assert {name for name, field in fields.items() if field.required} == {
        "game",
        "is_final",
        "player",
    }
    assert fields["game"].metadata["enum"] == ["poker", "bridge"]
    types = [
        type(field) for field in (fields["player"], fields["on"], fields["on"].inner)
    ]
    assert types == [ma.fields.String, ma.fields.List, ma.fields.Integer]


def test_an_array_of_json_values_is_refused_with_the_reason() -> None:
    kind = JsonValues()
    assert kind.fits([1, None, {"a": [1.5]}])
    for value in ([2**64], [{"a": 10**400}]):
        assert not kind.fits(value)
        assert kind.refuse(value).startswith(
            "Must be an array of any JSON values. Of these, one has an integer beyond"
        )
    assert kind.refuse({}) == "Must be an array of any JSON values."


@for_each(
    "value, is_valid",
    [
        (["AS", None], True),
        (["AS", "KS"], True),
        (["AS", 3], False),
        (["A,S", None], False),
    ],
)
def test_a_list_may_have_items_that_are_null(value: list[Any], is_valid: bool) -> None:
    field = parameter(
        ListOf("", CardSpelling(), 3), item=parameter(CardSpelling(), allow_none=True)
    )
    if is_valid:
        assert tuple(field.deserialize(value)) == tuple(value)
    else:
        with pytest.raises(ma.ValidationError):
            field.deserialize(value)


def test_every_request_says_which_decks_take_its_jokers() -> None:
    """Its schema has `PackParameters` among its bases: the dataclass alone does not know the decks."""
    silent = [
        operation.name
        for blueprint in BLUEPRINTS
        for operation in blueprint.operations
        if isinstance(operation.schema, RequestSchema)
        and (jokers := operation.schema.fields.get("jokers"))
        and "Only for standard, " not in jokers.metadata["description"]
    ]
    assert silent == []


def test_a_kind_that_does_not_fit_its_annotation_stops_the_start() -> None:
    @dataclass(frozen=True)
    class Wrong:
        coins: Annotated[str, Integer("Coins bet.", 1, 5)]

    with pytest.raises(
        TypeError, match=r"Wrong\.coins is <class 'str'>, which Integer is not\."
    ):
        type("WrongRequest", (RequestSchema,), {"target": Wrong})

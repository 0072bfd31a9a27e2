"""The schema of a request has a field for each of its dataclass, by its kind, default and base."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import marshmallow as ma
import pytest

from service.blueprints import BLUEPRINTS
from service.cards.spellings import CardSpelling
from service.core.draw_requests import NAMED, Unnamed
from service.core.errors import Bounds, Message, Reason
from service.core.object_types import describe
from service.core.value_types import Choice, Document, Flag, Integer, ListOf, Text
from service.http.schemas.fields import JsonValues, parameter
from service.http.schemas.provenance import Provenance
from service.http.schemas.request_schemas import (
    RequestSchema,
    SeededDraw,
    SeedParameters,
    SignParameters,
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


class ChipsParameters(RequestSchema):
    target: ClassVar[type] = Chips


class BetRequest(ChipsParameters):
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
    names = ["coins", "game", "on", "notes", "is_final", "player"]
    assert list(REQUEST.fields) == names
    assert list(RESPONSE.fields) == names


@dataclass(frozen=True, kw_only=True)
class Throw(SeededDraw):
    sides: Annotated[int, Integer("Sides of each die.", 2, 100), NAMED]
    dice: Annotated[int, Integer("Dice.", 1, 10), NAMED] = 2
    bonus: Annotated[int | None, Integer("What is added.", 1, 10), NAMED] = None
    kept: Annotated[tuple[int, ...], ListOf("Kept.", Integer("", 1, 9), 9), NAMED] = ()
    player: Annotated[str, Text("Who throws."), Unnamed("Seen.", is_repeated=False)] = (
        "Ann"
    )


def test_the_response_of_a_draw_repeats_members_always_those_with_a_default() -> None:
    class ThrowFields(Provenance):
        described = Throw

    own = {
        name: field.required
        for name, field in ThrowFields().fields.items()
        if name not in Provenance().fields
    }
    assert own == {"sides": True, "dice": True, "bonus": False, "kept": False}


def test_a_field_of_a_base_takes_the_place_of_the_field_of_the_dataclass() -> None:
    class OwnChips(ChipsParameters):
        coins = parameter(Integer("Own.", 1, 9), None)

    class OwnBet(OwnChips):
        target = Bet

    assert OwnBet().fields["coins"].metadata["description"] == "Own."


def test_a_schema_has_the_components_of_its_dataclass_as_bases() -> None:
    class ThrowRequest(RequestSchema):
        target = Throw

    assert ThrowRequest.__bases__ == (SignParameters, SeedParameters)
    assert list(ThrowRequest().fields)[:4] == ["seed", "index", "sign", "sides"]


def test_a_component_changes_fields_of_the_component_of_its_base_by_additions() -> None:
    @dataclass(frozen=True, kw_only=True)
    class HouseChips(Chips):
        pass

    class HouseChipsParameters(RequestSchema):
        target: ClassVar[type] = HouseChips
        additions: ClassVar[Any] = {"coins": {"note": "The house has a limit."}}

    coins = HouseChipsParameters().fields["coins"]
    assert coins.metadata["description"] == "Coins bet. The house has a limit."


def test_a_dataclass_has_one_component() -> None:
    with pytest.raises(TypeError, match="Chips has the component ChipsParameters"):

        class OtherParameters(RequestSchema):
            target: ClassVar[type] = Chips


def test_a_component_is_there_before_the_schemas_that_need_it() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Stake:
        stake: Annotated[int, Integer("The stake.", 1, 9)] = 1

    @dataclass(frozen=True, kw_only=True)
    class Raise(Stake):
        by: Annotated[int, Integer("More.", 1, 9)] = 1

    class RaiseRequest(RequestSchema):
        target = Raise

    assert list(RaiseRequest().fields) == ["stake", "by"]
    sentence = "RaiseRequest needs StakeParameters: import tests"
    with pytest.raises(TypeError, match=sentence):

        class StakeParameters(RequestSchema):
            target: ClassVar[type] = Stake


def test_a_schema_has_no_field_for_a_parameter_in_bodies() -> None:
    class BetQuery(RequestSchema):
        target = Bet
        in_bodies = ("coins",)

    assert "coins" not in BetQuery().fields
    assert BetQuery.__bases__ == (RequestSchema,)


FROM_1_TO_5 = "Must be an integer from 1 to 5, in digits and without quotes."
OMIT = "This must not be null; it may be left out. "
NAMES = "Must be one of: poker, bridge. Did you mean 'poker'?"
LIST = "Must be 0 to 3 items: in a query separated by commas, in JSON an array."


@for_each(
    ("name", "value", "start"),
    [
        ("coins", 6, FROM_1_TO_5),
        ("coins", True, FROM_1_TO_5),
        ("coins", None, OMIT),
        ("on", None, OMIT),
        ("game", "pokr", NAMES),
        ("game", None, "This must not be null. "),
        ("on", [1, 2, 3, 4], LIST),
        ("is_final", 1, "Must be true or false."),
        ("player", [], "Must be a JSON object."),
        ("clock", 1, "Unknown field."),
        ("secret", 1, "Unknown field."),
    ],
)
def test_a_value_that_does_not_fit_is_refused(
    name: str, value: Any, start: str
) -> None:
    errors: Any = REQUEST.validate({"game": "poker", name: value})
    assert errors.keys() == {name}
    [message] = errors[name]
    sentence = message if isinstance(message, str) else message.sentence
    assert sentence.startswith(start)


def test_a_field_without_a_default_is_required() -> None:
    assert REQUEST.required == {"game"}
    required = "This is required. Must be one of: poker, bridge."
    integer = "Must be an integer from 0 to 36, in digits and without quotes."
    bounds = Bounds(least=0, most=36)
    assert REQUEST.validate({"on": [37]}) == {
        "game": [Message(required, Reason("required"))],
        "on": {0: [Message(integer, Reason("integer_range", bounds))]},
    }


PLAYER = {"name": "a"}


def bet(**members: Any) -> Bet:
    """Return a bet on poker."""
    return Bet(game="poker", **members)


@for_each(
    ("values", "expected"),
    [
        ({}, bet()),
        ({"coins": 5}, bet()),
        ({"coins": 4, "on": [0, 36]}, bet(coins=4, on=(0, 36))),
        ({"on": [], "is_final": False}, bet()),
        ({"notes": []}, bet(notes=())),
        ({"notes": None}, bet()),
        ({"player": PLAYER, "is_final": True}, bet(player=PLAYER, is_final=True)),
    ],
)
def test_a_request_becomes_its_dataclass(values: dict[str, Any], expected: Bet) -> None:
    assert REQUEST.load({"game": "poker"} | values) == expected


@for_each(
    ("name", "text", "value"),
    [
        ("coins", "3", 3),
        ("on", "1,2", [1, 2]),
        ("is_final", "true", True),
        ("game", "bridge", "bridge"),
    ],
)
def test_a_query_is_parsed_by_the_kinds(name: str, text: str, value: Any) -> None:
    field: Any = REQUEST.fields[name]
    parsed = field.parse_query_text(text)
    assert parsed == value
    assert type(parsed) is type(value)


def test_a_field_is_documented_by_its_kind() -> None:
    described = {name: field.metadata for name, field in REQUEST.fields.items()}
    coins = described["coins"]
    assert coins == {"description": "Coins bet.", "default": 5, "meaning": "Coins bet."}
    assert described["game"]["description"] == "The game. No other."
    numbers = described["on"]
    assert numbers["description"] == "The numbers. Default: all."
    assert numbers["example"] == [7]
    assert "default" not in numbers
    assert described["is_final"]["default"] is False


def test_a_response_repeats_parameters_with_their_sentence_or_its_own() -> None:
    fields: dict[str, Any] = RESPONSE.fields
    assert fields["coins"].metadata["description"] == "Present if requested"
    assert fields["game"].metadata["description"] == "The game"
    assert "description" not in fields["player"].metadata
    assert fields["game"].metadata["enum"] == ["poker", "bridge"]
    required = {name for name, field in fields.items() if field.required}
    assert required == {"game", "is_final", "player"}
    assert type(fields["player"]) is ma.fields.String
    assert type(fields["on"]) is ma.fields.List
    assert type(fields["on"].inner) is ma.fields.Integer


def test_an_array_of_json_values_is_refused_with_the_reason() -> None:
    kind = JsonValues()
    assert kind.fits([1, None, {"a": [1.5]}])
    array = "Must be an array of any JSON values."
    assert kind.refuse({}) == array
    for value in ([2**64], [{"a": 10**400}]):
        assert not kind.fits(value)
        reason = kind.refuse(value)
        assert reason.startswith(f"{array} Of these, one has an integer beyond")


NAMES_OR_NULLS = parameter(
    ListOf("", CardSpelling(), 3), item=parameter(CardSpelling(), allow_none=True)
)


@for_each("value", [["AS", None], ["AS", "KS"]])
def test_a_list_may_have_items_that_are_null(value: list[Any]) -> None:
    assert list(NAMES_OR_NULLS.deserialize(value)) == value


@for_each("value", [["AS", 3], ["A,S", None]])
def test_a_list_with_null_has_no_other_items(value: list[Any]) -> None:
    with pytest.raises(ma.ValidationError):
        NAMES_OR_NULLS.deserialize(value)


SCHEMAS = {
    operation.name: operation.schema
    for blueprint in BLUEPRINTS
    for operation in blueprint.operations
    if isinstance(operation.schema, RequestSchema)
}


def list_schemas(base: type[RequestSchema]) -> Iterator[type[RequestSchema]]:
    """Yield the schemas that have a schema among their bases."""
    for schema in base.__subclasses__():
        yield schema
        yield from list_schemas(schema)


PARTS: dict[type, set[type[RequestSchema]]] = defaultdict(set)
"""The schemas that requests have as bases, by their dataclass."""
for part in list_schemas(RequestSchema):
    if part.__name__.endswith("Parameters") and "target" in vars(part):
        PARTS[part.target].add(part)


@for_each("name", SCHEMAS)
def test_a_schema_has_a_base_for_each_base_of_its_dataclass(name: str) -> None:
    """Otherwise it declares the parameters of that base anew, and so does the OpenAPI document."""
    schema = SCHEMAS[name]
    for cls in schema.target.__mro__:
        if cls in PARTS and not schema.fields.keys().isdisjoint(describe(cls)):
            assert isinstance(schema, tuple(PARTS[cls]))


WITH_JOKERS = [name for name, schema in SCHEMAS.items() if "jokers" in schema.fields]


@for_each("name", WITH_JOKERS)
def test_every_request_says_which_decks_take_its_jokers(name: str) -> None:
    """Its schema has `PackParameters` among its bases: the dataclass alone does not know the decks."""
    jokers = SCHEMAS[name].fields["jokers"]
    assert "Only for standard, " in jokers.metadata["description"]


def test_a_kind_that_does_not_fit_its_annotation_stops_the_start() -> None:
    @dataclass(frozen=True)
    class Wrong:
        coins: Annotated[str, Integer("Coins bet.", 1, 5)]

    reason = r"Wrong\.coins is <class 'str'>, which Integer is not\."
    with pytest.raises(TypeError, match=reason):

        class WrongRequest(RequestSchema):
            target = Wrong

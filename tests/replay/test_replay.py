"""Each parameter says what a proof makes of it, and a later version's member is known as one."""

import re
from dataclasses import dataclass
from typing import Annotated

import pytest

from service.core.value_types import Integer
from service.http.blueprint import Blueprint, Example
from service.http.draws.prepared_draw import DrawRoute
from service.http.draws.response_draft import ResponseDraft
from service.http.results.result_types import Results
from service.http.schemas.fields import parameter
from service.http.schemas.provenance import ShuffleProvenance
from service.http.schemas.request_schemas import RequestSchema, SeededDraw
from service.http.schemas.response_schemas import (
    ResponseSchema,
    required,
    response_schemas,
)
from service.replay.draw_endpoints import DrawEndpoint
from tests.tables import for_each


class DiceRequest(RequestSchema):
    """Dice with a number of sides."""

    target = SeededDraw

    sides = parameter(Integer("The number of sides.", 2, 100))


class Dice(ResponseSchema):
    """The number that a die shows."""

    die = required(int, "The number")


@dataclass(frozen=True, kw_only=True)
class Roll(SeededDraw):
    """A die with a number of sides."""

    sides: Annotated[int, Integer("The number of sides.", 2, 100)]


class RollRequest(RequestSchema):
    """A roll."""

    target = Roll


@for_each(("arguments", "owner"), [(DiceRequest, "DiceRequest"), (RollRequest, "Roll")])
def test_an_endpoint_with_a_parameter_that_says_nothing_of_proofs_stops_the_start(
    arguments: type[RequestSchema], owner: str
) -> None:
    dice = Blueprint("dice_of_the_test", "/v1/dice_of_the_test", "Dice")

    def roll_dice(_: SeededDraw) -> ResponseDraft:
        """Roll dice."""
        raise NotImplementedError

    response = response_schemas(ShuffleProvenance, Dice, "RolledDice")
    dice.draw_endpoint(
        "/roll", arguments=arguments, response=response, example=Example()
    )(roll_dice)
    place = f"{owner}.sides in tests/replay/test_replay.py must say"
    with pytest.raises(TypeError, match=re.escape(place)):
        dice.serve(())


def test_a_member_that_a_later_version_adds_is_known_as_later() -> None:
    members = {
        "dice": required(int, "The number"),
        "sum": required(int, "The sum", since="1.1.0"),
    }
    schemas = response_schemas(
        ShuffleProvenance, ResponseSchema.from_dict(members), "RolledDice"
    )
    route = DrawRoute(
        rule="/v1/dice",
        view=pytest.fail,
        arguments=DiceRequest,
        body=DiceRequest,
        schemas=schemas,
        select_results=lambda _: Results,
    )
    endpoint = DrawEndpoint(route)
    later = endpoint.members
    assert (later["dice"], later["sum"]) == (False, True)

from dataclasses import replace

import pytest

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_view import plan_draw
from service.api.http.response_plan import ResponsePlan
from service.api.http.response_replay import DrawEndpoint
from service.api.resources.integers import IntegersRequest, draw_integers
from service.api.schemas.fields import parameter
from service.api.schemas.provenance import ShuffleProvenance
from service.api.schemas.request_schemas import parameters_of
from service.api.schemas.response_schemas import ResponseSchema, required, response_schemas
from service.app import create_app
from service.core.rng.streams import Randomness
from service.core.value_types import Integer
from service.settings import Settings


class DiceRequest(parameters_of(Randomness)):  # type: ignore[misc]
    """Dice with a number of sides."""

    target = Randomness
    sides = parameter(Integer("The number of sides.", 2, 100))


class Dice(ResponseSchema):
    """The number that a die shows."""

    die = required(int, "The number")


def test_an_endpoint_with_a_parameter_that_is_not_entered_stops_the_start() -> None:
    dice = Blueprint("dice_of_the_test", "/v1/dice_of_the_test", "Dice")

    def roll_dice(_: Randomness) -> ResponsePlan:
        """Roll dice."""
        raise NotImplementedError

    response = response_schemas(ShuffleProvenance, Dice, "RolledDice")
    with pytest.raises(ValueError, match=r"Enter sides in service/core/choices\.py"):
        dice.draw_endpoint("/roll", arguments=DiceRequest, response=response, example=Example())(roll_dice)


def test_a_view_that_leaves_a_parameter_out_of_what_a_proof_names_proves_nothing() -> None:
    schema = IntegersRequest()
    with create_app(Settings()).app_context():
        draw = plan_draw("/v1/integers", draw_integers, schema, schema.load({"max": 9}), {})
    assert draw.name_request()["max"] == 9
    with pytest.raises(RuntimeError, match=r"A proof of /v1/integers would not name max\."):
        replace(draw, response=replace(draw.response, common={})).name_request()


def test_a_member_that_a_later_version_adds_is_known_as_later() -> None:
    members = {"dice": required(int, "The number"), "sum": required(int, "The sum", since="1.1.0")}
    schemas = response_schemas(ShuffleProvenance, ResponseSchema.from_dict(members), "RolledDice")
    later = DrawEndpoint("/v1/dice", pytest.fail, DiceRequest, schemas).members
    assert (later["dice"], later["sum"]) == (False, True)

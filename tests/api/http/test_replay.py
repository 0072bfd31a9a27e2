import pytest

from service.api.http.blueprint import Blueprint, Example
from service.api.http.response_plan import ResponsePlan
from service.api.http.response_replay import DrawEndpoint
from service.api.schemas.fields import parameter
from service.api.schemas.provenance import ShuffleProvenance
from service.api.schemas.request_schemas import parameters_of
from service.api.schemas.response_schemas import (
    ResponseSchema,
    required,
    response_schemas,
)
from service.core.rng.streams import Randomness
from service.core.value_types import Integer


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
        dice.draw_endpoint(
            "/roll", arguments=DiceRequest, response=response, example=Example()
        )(roll_dice)


def test_a_member_that_a_later_version_adds_is_known_as_later() -> None:
    members = {
        "dice": required(int, "The number"),
        "sum": required(int, "The sum", since="1.1.0"),
    }
    schemas = response_schemas(
        ShuffleProvenance, ResponseSchema.from_dict(members), "RolledDice"
    )
    later = DrawEndpoint("/v1/dice", pytest.fail, DiceRequest, schemas).members
    assert (later["dice"], later["sum"]) == (False, True)

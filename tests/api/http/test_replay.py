from collections.abc import Collection

import pytest

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_response import DrawResponse
from service.api.http.response_replay import DrawEndpoint
from service.api.resources import BLUEPRINTS
from service.api.schemas.fields import parameter
from service.api.schemas.provenance import ShuffleProvenance
from service.api.schemas.request_schemas import parameters_of
from service.api.schemas.response_schemas import ResponseSchema, required, response_schemas
from service.app import create_app
from service.core.choices import QUESTION
from service.core.kinds import Integer
from service.core.rng.streams import Randomness


class DiceRequest(parameters_of(Randomness)):  # type: ignore[misc]
    """Dice with a number of sides."""

    target = Randomness
    sides = parameter(Integer("The number of sides.", 2, 100))


class Dice(ResponseSchema):
    """The number that a die shows."""

    die = required(int, "The number")


def start_with(*, question: Collection[str]) -> None:
    """Start the application with another endpoint that draws; `question` are entered in choices.py."""
    dice = Blueprint("dice_of_the_test", "/v1/dice_of_the_test", "Dice")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("service.api.http.draw_view.QUESTION", QUESTION.union(question))
        patch.setattr("service.app.BLUEPRINTS", (*BLUEPRINTS, dice))

        @dice.draw_endpoint(
            "/roll",
            arguments=DiceRequest,
            response=response_schemas(ShuffleProvenance, Dice, "RolledDice"),
            example=Example({"seed": "42"}),
        )
        def roll_dice(_: Randomness) -> DrawResponse:
            """Roll dice."""
            raise NotImplementedError

        create_app()


def test_an_endpoint_with_a_parameter_that_may_choose_an_order_or_not_stops_the_start() -> None:
    with pytest.raises(ValueError, match=r"Enter sides in service/core/choices\.py"):
        start_with(question=())


def test_a_member_that_a_later_version_adds_is_known_as_later() -> None:
    members = {"dice": required(int, "The number"), "sum": required(int, "The sum", since="1.1.0")}
    schemas = response_schemas(ShuffleProvenance, ResponseSchema.from_dict(members), "RolledDice")
    later = DrawEndpoint("/v1/dice", pytest.fail, DiceRequest, schemas).members
    assert (later["dice"], later["sum"]) == (False, True)

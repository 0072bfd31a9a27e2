from collections.abc import Collection
from typing import Any

import marshmallow as ma
import pytest

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_response import DrawResponse
from service.api.http.response_replay import DrawEndpoint, Replay, UnknownRequest
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


class ToldSides(ShuffleProvenance):
    """Dice, with the number of their sides."""

    sides = required(int, "The number of sides")


class Dice(ResponseSchema):
    """The number that a die shows."""

    die = required(int, "The number")


class Integers(ResponseSchema):
    """Integers, as of another endpoint."""

    integers = required(list[int], "The integers")


def start_with(
    result: type[ma.Schema],
    common: type[ma.Schema] = ShuffleProvenance,
    *,
    question: Collection[str] = ("sides",),
    **options: Any,
) -> None:
    """Start the application with another endpoint that draws; `question` are entered in choices.py."""
    dice = Blueprint("dice_of_the_test", "/v1/dice_of_the_test", "Dice")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("service.api.http.draw_view.QUESTION", QUESTION.union(question))
        patch.setattr("service.app.BLUEPRINTS", (*BLUEPRINTS, dice))

        @dice.draw_endpoint(
            "/roll",
            arguments=DiceRequest,
            response=response_schemas(common, result, "RolledDice"),
            example=Example({"seed": "42"}),
            **options,
        )
        def roll_dice(_: Randomness) -> DrawResponse:
            """Roll dice."""
            raise NotImplementedError

        create_app()


def test_an_endpoint_with_a_parameter_that_may_choose_an_order_or_not_stops_the_start() -> None:
    with pytest.raises(ValueError, match=r"Enter sides in service/core/choices\.py"):
        start_with(Dice, replay=Replay(recovered=["sides"]), question=())


def test_an_endpoint_whose_responses_do_not_tell_a_parameter_stops_the_start() -> None:
    with pytest.raises(UnknownRequest, match="/v1/dice_of_the_test/roll: its responses lack sides"):
        start_with(Dice)


def test_an_endpoint_that_recovers_its_parameters_starts() -> None:
    start_with(Dice, replay=Replay(recovered=["sides"]))


def test_an_endpoint_whose_responses_look_like_those_of_another_one_stops_the_start() -> None:
    with pytest.raises(UnknownRequest, match="Responses of /v1/integers look like those of /v1/dice_of_the_test/roll"):
        start_with(Integers, replay=Replay(recovered=["sides"]))
    start_with(Integers, ToldSides, replay=Replay(mark="sides"))


def test_a_response_of_an_earlier_version_is_known_without_a_later_member() -> None:
    members = {"dice": required(int, "The number"), "sum": required(int, "The sum", since="1.1.0")}
    schemas = response_schemas(ShuffleProvenance, ResponseSchema.from_dict(members), "RolledDice")
    endpoint = DrawEndpoint("/v1/dice", pytest.fail, DiceRequest, schemas, (), Replay())
    assert endpoint.matches({"dice": 6})
    assert not endpoint.matches({"sum": 6})

"""Plans are frozen: one plan serves many requests at a time."""

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from service.core.rng.streams import Randomness
from service.core.shuffles.integer_draws import IntegerDraw, plan_integers
from service.core.shuffles.plans import Limits, Plan, ShuffleRequest, plan_shuffle
from service.core.shuffles.registry import SHUFFLES
from tests.tables import for_each

LIMITS = Limits()
PLANS = {
    **{
        name: plan_shuffle(52, ShuffleRequest(algorithm=name), LIMITS)
        for name in SHUFFLES
    },
    "integers": plan_integers(IntegerDraw(max=49, count=6), LIMITS),
    "dice": plan_integers(IntegerDraw(max=6, count=5, replacement=True), LIMITS),
}

every_plan = for_each("plan", PLANS.values(), ids=PLANS)


@every_plan
def test_no_field_of_a_plan_can_be_assigned(plan: Any) -> None:
    for field in fields(plan):
        with pytest.raises(FrozenInstanceError):
            setattr(plan, field.name, getattr(plan, field.name))


@every_plan
def test_a_plan_draws_the_same_whatever_was_drawn_from_it_before(plan: Plan) -> None:
    first, second = Randomness(seed="first"), Randomness(seed="second", index=3)
    result = plan.draw(first)
    plan.draw(second, 5)
    plan.draw(Randomness())
    assert plan.draw(first) == result


@every_plan
def test_an_offset_is_added_to_the_index(plan: Plan) -> None:
    assert plan.draw(Randomness(seed="s", index=3), 4) == plan.draw(
        Randomness(seed="s", index=7)
    )

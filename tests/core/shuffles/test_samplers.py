"""Samplers are frozen: one sampler serves many requests at a time."""

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from service.core.limits import Limits
from service.core.rng.streams import Randomness
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import Sampler
from service.integers.integer_draws import IntegerDraw, prepare_integers
from tests.tables import for_each

LIMITS = Limits()
LOTTO = IntegerDraw(max=49, count=6)
DICE = IntegerDraw(max=6, count=5, replacement=True)
SAMPLERS: dict[str, Sampler] = {
    name: prepare_shuffle(52, ShuffleRequest(algorithm=name), LIMITS)
    for name in SHUFFLES
}
SAMPLERS["integers"] = prepare_integers(LOTTO, LIMITS)
SAMPLERS["dice"] = prepare_integers(DICE, LIMITS)

every_sampler = for_each("sampler", SAMPLERS.values(), ids=SAMPLERS)


@every_sampler
def test_no_field_of_a_plan_can_be_assigned(sampler: Any) -> None:
    for field in fields(sampler):
        with pytest.raises(FrozenInstanceError):
            setattr(sampler, field.name, getattr(sampler, field.name))


@every_sampler
def test_a_plan_draws_the_same_whatever_was_drawn_from_it_before(
    sampler: Sampler,
) -> None:
    first = Randomness(seed="first")
    second = Randomness(seed="second", index=3)
    result = sampler.draw(first)
    sampler.draw(second, 5)
    sampler.draw(Randomness())
    assert sampler.draw(first) == result


@every_sampler
def test_an_offset_is_added_to_the_index(sampler: Sampler) -> None:
    eighth = sampler.draw(Randomness(seed="s", index=7))
    assert sampler.draw(Randomness(seed="s", index=3), 4) == eighth

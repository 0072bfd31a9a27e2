"""/v1/integers: unique random integers of a range, or independent ones; /draw has those of several ranges."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, ClassVar

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_response import DrawResponse
from service.api.http.replay import Replay
from service.api.http.results import IntegerResults, Json, ResultPosition, Results, add_to_each
from service.api.http.services import services
from service.api.schemas.fields import parameter
from service.api.schemas.provenance import NO_SHUFFLE, Provenance, algorithm_fields
from service.api.schemas.requests import (
    ObjectSchema,
    RangeMixin,
    RequestSchema,
    SeedMixin,
    ShuffleMixin,
    SignMixin,
    errors,
    nested,
    request_schema,
)
from service.api.schemas.responses import IntegerList, ResponseSchema, required, response_schemas
from service.core.kinds import Document, ListOf
from service.core.shuffles.algorithms import SHUFFLES
from service.core.shuffles.integers import DrumsDraw, IntegerDraw, RangeDraw, plan_drums, plan_integers
from service.core.shuffles.plans import Plan, ShuffleRequest

integers = Blueprint("integers", "/v1/integers", "Random integers: permutations, samples, lotteries, dice")


IntegersRequest = request_schema("IntegersRequest", IntegerDraw, ShuffleMixin, RangeMixin)


class IntegerRange(ResponseSchema):
    """A range, and how many integers of it are drawn."""

    described: ClassVar[type] = RangeDraw
    always = ("min", "count", "replacement")


class IntegerProvenance(Provenance):
    """The provenance of integers, which with replacement are not shuffled."""

    algorithm = ma.fields.String(
        allow_none=True, **required("The shuffle; null with replacement, where none applies", enum=[*SHUFFLES, None])
    )


class IntegersFields(IntegerRange, IntegerProvenance):
    """Random integers of a range."""


class IntegerResult(ResponseSchema):
    """Integers in random order."""

    integers = IntegerList(**required("In random order"))


@integers.draw_endpoint(
    "",
    arguments=IntegersRequest,
    response=response_schemas(IntegersFields, IntegerResult, "DrawnIntegers"),
    has_table=True,
    example=Example({"max": 49, "count": 6, "seed": "42"}),
)
def draw_integers(args: IntegerDraw) -> DrawResponse:
    """Draw integers from min to max: all in random order, a sample, or with replacement.

    Unique integers of any range up to 2^53, or independent ones as of dice. A sample has the first integers of a
    shuffle of the whole range.
    """
    plan = plan_integers(args, services().limits)
    return DrawResponse(
        plan,
        request={"path": "/v1/integers"},
        common=_range_fields(args, plan) | (NO_SHUFFLE if args.replacement else algorithm_fields(args)),
        results=IntegerResults(args.min, args.max),
    )


def _range_fields(args: IntegerDraw, plan: Plan) -> dict[str, Any]:
    return {"min": args.min, "max": args.max, "count": plan.count, "replacement": args.replacement}


class DrumRequest(RangeMixin, ObjectSchema):
    """A drum of a lottery."""

    error_messages = errors("an object with max and, if you like, min, count and replacement")

    def build(self, values: dict[str, Any]) -> IntegerDraw:
        """Return the drum as a draw by the default shuffle."""
        return IntegerDraw(**values)


class DrumsMixin(RequestSchema):
    """The drums."""

    drums = parameter(
        ListOf(
            "The drums, in the order in which they are drawn.", Document(), 20, 1, example=[{"max": 50, "count": 5}]
        ),
        item=nested(DrumRequest, "A drum"),
    )


DrumsRequest = request_schema("DrumsRequest", DrumsDraw, DrumsMixin, SignMixin, SeedMixin)


class DrumsFields(IntegerProvenance):
    """Random integers of several ranges."""

    drums = ma.fields.List(ma.fields.Nested(IntegerRange), **required("The drums of the request"))


class DrumsResult(ResponseSchema):
    """The integers of each drum."""

    integers = ma.fields.List(
        ma.fields.List(ma.fields.Integer()), **required("A list for each drum, in the order in which they were drawn")
    )


@integers.draw_endpoint(
    "/draw",
    arguments=DrumsRequest,
    response=response_schemas(DrumsFields, DrumsResult, "DrawnDrums"),
    methods=("POST",),
    replay=Replay(mark="drums"),
    example=Example({"drums": [{"max": 50, "count": 5}, {"max": 12, "count": 2}], "seed": "42"}),
)
def draw_drums(args: DrumsDraw) -> DrawResponse:
    """Draw integers from several drums, as a lottery with main numbers and stars does.

    A drum is a range; each is drawn as by /v1/integers, one after the other from the same random words.
    """
    plan = plan_drums(args.drums, services().limits)
    ends = accumulate((drum.count for drum in plan.plans), initial=0)
    is_independent = all(drum.replacement for drum in args.drums)
    return DrawResponse(
        plan,
        request={"path": "/v1/integers/draw"},
        common={"drums": list(map(_range_fields, args.drums, plan.plans))}
        | (NO_SHUFFLE if is_independent else algorithm_fields(ShuffleRequest())),
        results=DrumResults([(drum.min, *part) for drum, part in zip(args.drums, pairwise(ends), strict=True)]),
    )


@dataclass
class DrumResults(Results):
    """The integers of several drums: of each drum its smallest integer, and where its offsets start and end."""

    drums: Sequence[tuple[int, int, int]]

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {"integers": [add_to_each(smallest, indices[start:end]) for smallest, start, end in self.drums]}

    def text_groups(self, result: Json) -> Sequence[Sequence[Any]]:
        """Return the integers of each drum."""
        integers: Sequence[Sequence[int]] = result["integers"]
        return integers

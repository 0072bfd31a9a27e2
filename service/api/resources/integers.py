"""/v1/integers: unique random integers of a range, or independent ones."""

from collections.abc import Sequence
from typing import Any

import marshmallow as ma
import numpy as np
from numpy.typing import NDArray

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_response import DrawResponse
from service.api.http.services import services
from service.api.schemas.provenance import Provenance, algorithm_fields
from service.api.schemas.requests import RangeMixin, ShuffleMixin
from service.api.schemas.responses import ResponseSchema, required, response_schemas
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.integers import IntegerDraw, plan_integers

integers = Blueprint("integers", "/v1/integers", "Random integers: permutations, samples, lotteries, dice")


class IntegersRequest(ShuffleMixin, RangeMixin):
    """A draw of random integers."""

    target = IntegerDraw


class IntegersFields(Provenance):
    """Random integers of a range."""

    min = ma.fields.Integer(**required("The smallest integer of the range"))
    max = ma.fields.Integer(**required("The largest integer of the range"))
    count = ma.fields.Integer(**required("The number of integers in a result"))
    replacement = ma.fields.Boolean(**required("Whether integers may repeat"))
    algorithm = ma.fields.String(
        allow_none=True, **required("The shuffle; null with replacement, where none applies", enum=[*SHUFFLES, None])
    )


class IntegerResult(ResponseSchema):
    """Integers in random order."""

    integers = ma.fields.List(ma.fields.Integer(), **required("In random order"))


@integers.draw_endpoint(
    "",
    arguments=IntegersRequest,
    response=response_schemas(IntegersFields, IntegerResult, "DrawnIntegers"),
    example=Example({"max": 49, "count": 6, "seed": "42"}),
)
def draw_integers(args: IntegerDraw) -> DrawResponse:
    """Draw integers from min to max: all in random order, a sample, or with replacement.

    Unique integers of any range up to 2^53, or independent ones as of dice. A sample has the first integers of a
    shuffle of the whole range; by default it takes no memory for the rest.
    """
    plan = plan_integers(args, services().limits)
    common = {"min": args.min, "max": args.max, "count": plan.count, "replacement": args.replacement}
    return DrawResponse(
        plan,
        request={"path": "/v1/integers"},
        common=common | (_INDEPENDENT if args.replacement else algorithm_fields(args)),
        to_json=lambda offsets, _: {"integers": _add(args.min, offsets)},
        batch_to_json=lambda rows: {"integers": rows.astype(np.int64) + args.min},
    )


_INDEPENDENT = {"algorithm": None, "uniformity": Uniformity.EXACT}


def _add(minimum: int, offsets: Sequence[int] | NDArray[Any]) -> list[int] | NDArray[Any]:
    return offsets + minimum if isinstance(offsets, np.ndarray) else [minimum + offset for offset in offsets]

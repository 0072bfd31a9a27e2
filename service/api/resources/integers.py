"""/v1/integers: unique random integers of a range, or independent ones."""

from collections.abc import Sequence
from typing import Any

import marshmallow as ma
import numpy as np
from numpy.typing import NDArray

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_response import DrawResponse
from service.api.http.draw_view import limits
from service.api.schemas.provenance import Provenance, algorithm
from service.api.schemas.requests import RangeMixin, ShuffleMixin
from service.api.schemas.responses import ResponseSchema, required, response_schemas
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.integers import Range, plan_range

integers = Blueprint("integers", "/v1/integers", "Random integers: permutations, samples, lotteries, dice")


class IntegersRequest(ShuffleMixin, RangeMixin):
    """Random integers."""

    target = Range


class IntegersHeading(Provenance):
    """Random integers of a range."""

    min = ma.fields.Integer(**required("The least integer of the range"))
    max = ma.fields.Integer(**required("The greatest integer of the range"))
    count = ma.fields.Integer(**required("How many integers there are in a result"))
    replacement = ma.fields.Boolean(**required("Whether integers may repeat"))
    algorithm = ma.fields.String(
        allow_none=True, **required("The shuffle; null with replacement, where none applies", enum=[*SHUFFLES, None])
    )


class Drawn(ResponseSchema):
    """Integers in random order."""

    integers = ma.fields.List(ma.fields.Integer(), **required("In random order"))


@integers.draw_endpoint(
    "",
    arguments=IntegersRequest,
    response=response_schemas(IntegersHeading, Drawn, "Integers"),
    example=Example({"max": 49, "count": 6, "seed": "42"}),
)
def draw_integers(asked: Range) -> DrawResponse:
    """Draw integers from min to max: all in random order, a sample, or with replacement."""
    drawn = plan_range(asked, limits())
    heading = {"min": asked.min, "max": asked.max, "count": drawn.count, "replacement": asked.replacement}
    return DrawResponse(
        drawn,
        heading=heading | (_INDEPENDENT if asked.replacement else algorithm(asked)),
        tell=lambda places, _: {"integers": _moved(places, asked.min)},
        columns=lambda rows: {"integers": rows.astype(np.int64) + asked.min},
    )


_INDEPENDENT = {"algorithm": None, "uniformity": Uniformity.EXACT}


def _moved(places: Sequence[int] | NDArray[Any], least: int) -> list[int] | NDArray[Any]:
    """The integers at these places of a range."""
    return places + least if isinstance(places, np.ndarray) else [least + place for place in places]

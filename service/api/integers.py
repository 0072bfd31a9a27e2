"""/v1/integers: unique random integers of a range, or independent ones."""

import marshmallow as ma

from service.api.blueprint import Blueprint, Body, Example, settings
from service.api.parameters import RangeFields, ShuffleFields
from service.api.provenance import Provenance, member, provenance, seeding
from service.core.algorithms import Uniformity
from service.core.integers import Range, draw
from service.core.shuffles import SHUFFLES

integers = Blueprint("integers", "/v1/integers", "Random integers: permutations, samples, lotteries, dice")


class IntegersQuery(ShuffleFields, RangeFields):
    """Random integers."""

    makes = Range


class Integers(Provenance):
    """Random integers of a range."""

    min = ma.fields.Integer(**member("The least integer of the range"))
    max = ma.fields.Integer(**member("The greatest integer of the range"))
    count = ma.fields.Integer(**member("How many integers there are in this answer"))
    replacement = ma.fields.Boolean(**member("Whether integers may repeat"))
    algorithm = ma.fields.String(
        allow_none=True,
        **member("The shuffle; null with replacement, where none applies", enum=[*SHUFFLES, None]),
    )
    integers = ma.fields.List(ma.fields.Integer(), **member("In random order"))


@integers.endpoint("", asks=IntegersQuery, answers=Integers, example=Example({"max": 49, "count": 6, "seed": "42"}))
def draw_integers(asked: Range) -> Body:
    """Draw integers from min to max: all in random order, a sample, or with replacement."""
    drawn = draw(asked, settings().limits)
    heading = {
        "min": asked.min,
        "max": asked.max,
        "count": len(drawn.indices),
        "replacement": asked.replacement,
    }
    if asked.replacement:
        how = {"algorithm": None, "uniformity": Uniformity.EXACT, "draws": drawn.draws} | seeding(asked)
    else:
        how = provenance(asked, drawn.draws)
    return heading | how | {"integers": drawn.indices}

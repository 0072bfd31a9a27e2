"""/v1/bingo: strips of tickets for 90-ball bingo."""

from collections.abc import Sequence
from typing import Any

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Example
from service.api.http.draw_response import DrawResponse
from service.api.http.results import Json, ResultPosition, Results
from service.api.schemas.provenance import NO_SHUFFLE, Provenance
from service.api.schemas.requests import SeedMixin, SignMixin, request_schema
from service.api.schemas.responses import ResponseSchema, required, response_schemas
from service.core.games.strips import STRIPS, format_strip
from service.core.rng.streams import Randomness

bingo = Blueprint("bingo", "/v1/bingo", "Tickets for 90-ball bingo")


StripsRequest = request_schema("StripsRequest", Randomness, SignMixin, SeedMixin)


class StripsFields(Provenance):
    """A strip of tickets for 90-ball bingo."""

    algorithm = ma.fields.String(allow_none=True, **required("Null: no shuffle applies"))


class Strip(ResponseSchema):
    """A strip of six tickets."""

    strip = ma.fields.List(
        ma.fields.List(ma.fields.List(ma.fields.Integer(allow_none=True))),
        **required("Six tickets of three rows of nine cells; a blank cell is null"),
    )


@bingo.draw_endpoint(
    "/strips",
    arguments=StripsRequest,
    response=response_schemas(StripsFields, Strip, "DrawnStrip"),
    example=Example({"seed": "42"}),
)
def draw_strip(_: Randomness) -> DrawResponse:
    """Draw a strip of six tickets for 90-ball bingo.

    The tickets have each number from 1 to 90 once, five in each of their three rows. Of nine columns the first has
    numbers from 1 to 9, the next ones the tens and the last one 80 to 90; each has one to three, the lowest at the top.
    All strips are equally likely.
    """
    return DrawResponse(STRIPS, request={"path": "/v1/bingo/strips"}, common=NO_SHUFFLE, results=StripResults())


class StripResults(Results):
    """Strips, of which each row of a ticket is a line of text."""

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {"strip": format_strip(indices)}

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        """Return the rows of every ticket."""
        return [row for ticket in result["strip"] for row in ticket]

    def format_item(self, item: int | None) -> str:
        """Return a number, or a dash for an empty cell."""
        return "-" if item is None else str(item)

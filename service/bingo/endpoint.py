"""/v1/bingo: strips of tickets for 90-ball bingo."""

from collections.abc import Sequence
from typing import Any

from ..capability import Capability
from ..http.blueprint import Blueprint, Example
from ..http.draws.response_draft import ResponseDraft
from ..http.results.result_types import Json, ResultPosition, Results
from ..http.schemas.provenance import NO_SHUFFLE, Provenance
from ..http.schemas.request_schemas import RequestSchema, SeededDraw
from ..http.schemas.response_schemas import ResponseSchema, required, response_schemas
from ..verdicts.results_left import ResultsLeft
from .strips import STRIPS, format_strip

blueprint = Blueprint("bingo", "/v1/bingo", "Tickets for 90-ball bingo")


class StripsRequest(RequestSchema):
    """A draw of a strip."""

    target = SeededDraw


class StripsFields(Provenance):
    """A strip of tickets for 90-ball bingo."""

    algorithm = required(str | None, "Null: no shuffle applies")


class Strip(ResponseSchema):
    """A strip of six tickets."""

    strip = required(
        list[list[list[int | None]]],
        "Six tickets of three rows of nine cells; a blank cell is null",
    )


@blueprint.draw_endpoint(
    "/strips",
    arguments=StripsRequest,
    response=response_schemas(StripsFields, Strip, "DrawnStrip"),
    example=Example({"seed": "42"}),
)
def draw_strip(args: SeededDraw) -> ResponseDraft:
    """Draw a strip of six tickets for 90-ball bingo.

    The tickets have each number from 1 to 90 once, five in each of their three rows. Of nine columns the first has
    numbers from 1 to 9, the next ones the tens and the last one 80 to 90; each has one to three, the lowest at the top.
    All strips are equally likely.
    """
    return ResponseDraft(
        STRIPS,
        common=NO_SHUFFLE,
        results=StripResults(),
        request=args,
        find_results_left=lambda *_: ResultsLeft(is_one=False),
    )


class StripResults(Results):
    """Strips of tickets; in plain text each row of a ticket is a line."""

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return {"strip": format_strip(indices)}

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        return [row for ticket in result["strip"] for row in ticket]

    def format_item(self, item: int | None) -> str:
        return "-" if item is None else str(item)


BINGO = Capability("bingo", blueprints=(blueprint,))

"""Numbered deals and files of bridge boards: the schemas and checks of /v1/verify."""

from functools import partial
from typing import Any

from ..bridge_files.board_check import check_file
from ..core.value_types import Integer, Text
from ..games.microsoft import MAX_DEAL_NUMBER
from ..http.problems import SeedsOff
from ..http.schemas.fields import parameter
from ..http.services import services
from ..replay.draw_endpoints import Response
from ..replay.submitted import SubmittedResponse, SubmittedResult
from ..verdicts.confirmed import Confirmed
from ..verdicts.verdict import Check, ChosenBy, Origin, VerificationResult

_MAX_FILE = 2**30  # characters: in effect MAX_BODY_BYTES is the limit
_NUMBERED = Origin(
    ChosenBy.REQUESTER,
    "Whoever sent the request chose the number of the deal, and could try others until the result suited.",
)


class NumberedResponse(SubmittedResponse):
    """A response to a request with a deal_number, complete and in JSON: it is its own receipt."""

    identified_by = "deal_number"
    description = "a numbered deal, identified by its deal_number"
    origin = _NUMBERED

    deal_number = parameter(
        Integer("As in the response.", 1, MAX_DEAL_NUMBER, example=617)
    )


class BoardFile(SubmittedResult):
    """A file of bridge boards with their seed."""

    identified_by = "file"
    description = "a PBN or LIN file, identified by its file"
    is_named = True

    file = parameter(
        Text("The text of a PBN or LIN file that has its seed.", _MAX_FILE)
    )

    def open_check(self, values: dict[str, Any], _: Response, __: Confirmed) -> Check:
        return partial(_check_file, values["file"])


def _check_file(text: str) -> VerificationResult:
    if not services().allowed.seeds:
        raise SeedsOff
    return check_file(text, services().allowed.limits)

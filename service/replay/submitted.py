"""Schemas and checks for responses sent to /v1/verify. The documents of capabilities build on them."""

from abc import abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, NamedTuple

import marshmallow as ma

from ..core.errors import Refused
from ..core.rng.streams import STREAM
from ..core.seeded_request import SeedText
from ..core.value_types import Choice
from ..http.problems import SeedsOff
from ..http.schemas.fields import JsonValues, parameter
from ..http.schemas.request_schemas import Alternative
from ..http.services import services
from ..verdicts.confirmed import NOTHING, Confirmed, ConfirmedObject
from ..verdicts.verdict import (
    SEEDED,
    Check,
    Origin,
    Outcome,
    VerificationResult,
    build_result,
    unknown,
)
from .draw_endpoints import Reasons, Response
from .response_checks import (
    NotReplayed,
    ProvedRequest,
    Replay,
    WrongResult,
    open_replay,
    takes_list,
)

CONFIRMED = "confirmed"

NOT_DRAWN = unknown("The result was not compared with its seed.")


class SubmittedResult(Alternative):
    """A result to check, and beside it what the reader confirms, which is never compared as a member of the result.

    A result of another provider is `listed` by GET /v1/verify, as an object.
    """

    listed: ClassVar[Mapping[str, Any] | None] = None

    confirmed = parameter(
        ConfirmedObject("What you know yourself, whoever gave you the result."), None
    )

    @ma.post_load(pass_original=True)
    def to_dataclass(
        self, values: dict[str, Any], original: Response, **_: Any
    ) -> Check:
        """Return a function that checks the result."""
        confirmed = values.pop(CONFIRMED, None) or NOTHING
        result = {name: value for name, value in original.items() if name != CONFIRMED}
        check = self.open_check(values, result, confirmed)
        return lambda: confirmed.add_uncompared(check())

    @abstractmethod
    def open_check(
        self, values: dict[str, Any], result: Response, confirmed: Confirmed
    ) -> Check:
        """Return a function that checks a result with these declared members and these members as sent."""


class SubmittedResponse(SubmittedResult):
    """A response of this service, complete and in JSON; without a seed it has the `origin` of its class."""

    class Meta:
        """Accept undeclared members: the members of a response depend on its request."""

        unknown = ma.INCLUDE

    origin: ClassVar[Origin] = SEEDED
    # Numbers in `original_items` are read as numbers in the items of a response are.
    verbatim = frozenset({"seed"})

    def open_check(self, _: dict[str, Any], result: Response, __: Confirmed) -> Check:
        return partial(_check_response, result, self.origin)


class SeededResponse(SubmittedResponse):
    """A response to a request with a seed, complete and in JSON: it is its own receipt."""

    identified_by = "stream"
    description = "a seeded response, identified by its stream"

    stream = parameter(Choice("As in the response.", (STREAM,), example=STREAM))
    seed = parameter(SeedText("As in the response.", example="42"))
    original_items = parameter(
        JsonValues(
            "For a response of /v1/items/…, which is without it checked in part: the list of its request.",
            example=["red", "green", {"blue": 3}],
        ),
        default=None,
        allow_none=True,
    )


def _check_response(response: Response, origin: Origin) -> VerificationResult:
    """Check a response without a proof. If it has no seed either, it has the `origin`."""
    if "seed" in response and not services().allowed.seeds:
        raise SeedsOff
    comparison = replay_response(response)
    if "request" in comparison.unchecked:
        origin = NOT_DRAWN
    elif "seed" in response:
        origin = SEEDED
    return build_result({}, comparison.outcomes, comparison.unchecked, origin=origin)


class Comparison(NamedTuple):
    """The outcomes of the comparison of a response with its request, and the reasons why members are unchecked.

    If nothing differs, `replay` can count how many results the request leaves.
    """

    outcomes: Mapping[str, Outcome]
    unchecked: Reasons
    replay: Replay | None = None


def replay_response(
    response: Response, proved: ProvedRequest | None = None
) -> Comparison:
    """Return the comparison of a response with its request, or the reason why it cannot be made, as unchecked."""
    try:
        return compare_response(response, proved)
    except NotReplayed as error:
        return Comparison({}, {"request": str(error)})


def compare_response(
    response: Response, proved: ProvedRequest | None = None
) -> Comparison:
    """Return the comparison of a response with its request, and, with a proof, of the request with the proof.

    The outcomes are `request`, if there is a proof, and `result`, up to the first difference. Raises `NotReplayed`.
    """
    outcomes: dict[str, Outcome] = {}
    unchecked: Reasons = {}
    try:
        replay = open_replay(response, proved)
        if proved:
            outcomes["request"] = replay.compare_proved(proved)
        if not outcomes.get("request"):
            outcomes["result"], unchecked = replay.compare()
    except WrongResult as error:
        return Comparison(outcomes | {"result": error.difference}, {})
    reasons = dict(unchecked)
    # The response has the whole list, and the proof its hash.
    if proved and "items_sha256" not in unchecked:
        reasons.pop("items", None)
    return Comparison(outcomes, reasons, None if any(outcomes.values()) else replay)


def refuse_unfixed_list(
    where: str, *, request: Mapping[str, Any], fixed: Mapping[str, Any]
) -> None:
    """Raise `Refused` for a request with a list if the object `fixed`, at the path `where`, lacks the list's hash.

    No service makes such a plan or proof, but somebody who writes one by hand could choose the list's order afterwards.
    """
    if fixed.get("items_sha256") is None and takes_list(request):
        raise Refused(
            f"{where}.items_sha256",
            "Must be the SHA-256 of the list, which is not fixed without it.",
        )
